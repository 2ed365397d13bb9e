//! What kind of failure an error is: one table over the errors of all layers, from which the
//! command line takes its exit codes.

use std::error::Error;
use std::io;

use crate::annotate::AnnotateError;
use crate::convert::ConvertError;
use crate::external::ExternalError;
use crate::generate::{GenerateError, SeriesError};
use crate::pipeline::RunError;
use crate::run;
use crate::sets::SetsError;
use crate::source::{InputError, is_of_machine};
use crate::store::{FolderError, StoreError, WriteError};
use crate::study;
use crate::table::SummaryError;
use crate::targets::OrderError;
use crate::whole_file::OutError;

/// A kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// What was asked for makes no sense.
    Usage,
    /// What an input holds is not what it should be.
    Data,
    /// An input is not there.
    Missing,
    /// The machine failed to read or write, or a file is in the way.
    Machine,
    /// There is less than was asked for, or not yet.
    Short,
    /// A defect: solvers disagree.
    Defect,
}

/// An error of this library, or of the machine.
trait Faulty {
    /// Its kind; nothing where its cause may tell.
    fn fault(&self) -> Option<Fault>;
}

/// An error as one of some type, if it is one.
type As = for<'a> fn(&'a (dyn Error + 'static)) -> Option<&'a dyn Faulty>;

fn as_one<'a, E: Error + Faulty + 'static>(
    error: &'a (dyn Error + 'static),
) -> Option<&'a dyn Faulty> {
    error.downcast_ref::<E>().map(|error| error as &dyn Faulty)
}

const TYPES: [As; 17] = [
    as_one::<study::Error>,
    as_one::<run::Error>,
    as_one::<ExternalError>,
    as_one::<InputError>,
    as_one::<StoreError>,
    as_one::<ConvertError>,
    as_one::<SetsError>,
    as_one::<AnnotateError>,
    as_one::<RunError>,
    as_one::<OutError>,
    as_one::<SummaryError>,
    as_one::<FolderError>,
    as_one::<WriteError>,
    as_one::<io::Error>,
    as_one::<OrderError>,
    as_one::<SeriesError>,
    as_one::<GenerateError>,
];

/// The kind of an error of this library, or of the machine. Its causes are not looked at.
pub fn of(error: &(dyn Error + 'static)) -> Option<Fault> {
    TYPES.iter().find_map(|as_one| as_one(error))?.fault()
}

impl Faulty for study::Error {
    fn fault(&self) -> Option<Fault> {
        match self {
            study::Error::Set(_, error) => of(error.as_ref()),
            study::Error::Generate(error) => error.fault(),
            study::Error::Folder(error) => error.fault(),
            study::Error::Write(error) => error.fault(),
            study::Error::Run(error) => error.fault(),
            study::Error::Unreadable(..) => Some(Fault::Missing),
            study::Error::Begun(_) => Some(Fault::Machine),
            study::Error::Unknown(..)
            | study::Error::Malformed(..)
            | study::Error::Sample(_)
            | study::Error::Different(..) => Some(Fault::Usage),
            study::Error::Altered(_) => Some(Fault::Data),
            study::Error::Disagreements(..) => Some(Fault::Defect),
        }
    }
}

impl Faulty for run::Error {
    fn fault(&self) -> Option<Fault> {
        match self {
            run::Error::Store(error) => error.fault(),
            run::Error::Pipeline(error) => error.fault(),
            run::Error::Input(error) => error.fault(),
            run::Error::External(error) => error.fault(),
            run::Error::Summary(error) => error.fault(),
            run::Error::Damaged { .. } => Some(Fault::Data),
            run::Error::Unreadable { .. } => Some(Fault::Machine),
            run::Error::Unfinished(_) => Some(Fault::Short),
            run::Error::Usage(_) => Some(Fault::Usage),
        }
    }
}

impl Faulty for ExternalError {
    fn fault(&self) -> Option<Fault> {
        Some(match self {
            ExternalError::Missing { .. } => Fault::Missing,
            ExternalError::Changed(_) => Fault::Data,
            ExternalError::Declared { .. } | ExternalError::WarmUp { .. } => Fault::Usage,
        })
    }
}

impl Faulty for InputError {
    fn fault(&self) -> Option<Fault> {
        Some(match self {
            InputError::Missing(_) | InputError::Empty(..) | InputError::NotAgain => Fault::Missing,
            InputError::Pattern(..) => Fault::Usage,
            InputError::Unreadable(_, why) if is_of_machine(why) => Fault::Machine,
            InputError::Unreadable(..) | InputError::Changed(_) => Fault::Data,
        })
    }
}

impl Faulty for StoreError {
    fn fault(&self) -> Option<Fault> {
        Some(match self {
            StoreError::Different { changed: true, .. } => Fault::Data,
            StoreError::Different { .. } | StoreError::NoUnit(_) => Fault::Usage,
            StoreError::NoPlan(_) | StoreError::Unplanned(_) => Fault::Usage,
            StoreError::NotPlanned(_) | StoreError::Apart(_) | StoreError::Damaged(_) => {
                Fault::Data
            }
            StoreError::Unreadable(..) => Fault::Missing,
            StoreError::Folder(error) => return error.fault(),
            StoreError::Sink(_) => Fault::Machine,
        })
    }
}

impl Faulty for ConvertError {
    fn fault(&self) -> Option<Fault> {
        match self {
            ConvertError::Out(error) => error.fault(),
            ConvertError::Several => Some(Fault::Usage),
            ConvertError::Write(..) | ConvertError::Output(_) | ConvertError::Threads(_) => None,
        }
    }
}

impl Faulty for SetsError {
    fn fault(&self) -> Option<Fault> {
        match self {
            SetsError::Temporary(..) | SetsError::Write(..) | SetsError::OtherSplit(_) => {
                Some(Fault::Machine)
            }
            SetsError::Threads(error) => of(error),
            SetsError::Out(error) => error.fault(),
            SetsError::Input(error) => error.fault(),
            SetsError::NoFile(_) | SetsError::NoColumn { .. } | SetsError::Strata(..) => {
                Some(Fault::Usage)
            }
            SetsError::Changed(_) | SetsError::Columns(_) | SetsError::Record(_) => {
                Some(Fault::Data)
            }
        }
    }
}

impl Faulty for AnnotateError {
    fn fault(&self) -> Option<Fault> {
        match self {
            AnnotateError::Out(error) => error.fault(),
            AnnotateError::Input(error) => error.fault(),
            AnnotateError::Columns(error) => of(error),
            AnnotateError::Threads(error) => of(error),
            AnnotateError::Taken { .. } => Some(Fault::Usage),
            AnnotateError::NoColumn { .. } | AnnotateError::Changed(_) => Some(Fault::Data),
            AnnotateError::Write(..) => None,
        }
    }
}

impl Faulty for RunError {
    fn fault(&self) -> Option<Fault> {
        match self {
            RunError::Changed(_) => Some(Fault::Data),
            RunError::Gone(_) => Some(Fault::Missing),
            RunError::External(error) => error.fault(),
            RunError::Sink(_) | RunError::Reading(_) => Some(Fault::Machine),
            RunError::Threads(..) => None,
        }
    }
}

impl Faulty for OutError {
    fn fault(&self) -> Option<Fault> {
        Some(match self {
            OutError::IsInput(_) | OutError::InInput(_) | OutError::OfRun(_) => Fault::Usage,
            OutError::Busy(_) => Fault::Short,
            OutError::Exists(_) | OutError::Write(..) => Fault::Machine,
        })
    }
}

impl Faulty for SummaryError {
    fn fault(&self) -> Option<Fault> {
        Some(if self.is_missing { Fault::Missing } else { Fault::Data })
    }
}

impl Faulty for FolderError {
    fn fault(&self) -> Option<Fault> {
        Some(match self {
            FolderError::NoRun(..) => Fault::Missing,
            FolderError::Busy(_) => Fault::Short,
            _ => Fault::Machine,
        })
    }
}

impl Faulty for WriteError {
    fn fault(&self) -> Option<Fault> {
        Some(Fault::Machine)
    }
}

impl Faulty for io::Error {
    fn fault(&self) -> Option<Fault> {
        Some(Fault::Machine)
    }
}

impl Faulty for OrderError {
    fn fault(&self) -> Option<Fault> {
        match self {
            OrderError::Series(error) => error.fault(),
            OrderError::Input(error) => error.fault(),
            OrderError::Out(error) => error.fault(),
            OrderError::Different(_) => Some(Fault::Usage),
            OrderError::NoJournal(_) | OrderError::Begun(_) => Some(Fault::Machine),
            OrderError::Changed(_) | OrderError::Altered(_) | OrderError::Malformed(_) => {
                Some(Fault::Data)
            }
        }
    }
}

impl Faulty for SeriesError {
    fn fault(&self) -> Option<Fault> {
        match self {
            SeriesError::Generate(error) => error.fault(),
            SeriesError::Threads(error) => of(error),
            SeriesError::Output(error) => of(error),
        }
    }
}

impl Faulty for GenerateError {
    fn fault(&self) -> Option<Fault> {
        Some(match self {
            GenerateError::OutOfReach { .. }
            | GenerateError::NoMore { .. }
            | GenerateError::Budget => Fault::Short,
            _ => Fault::Usage,
        })
    }
}
