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

/// The kind of an error of this library, or of the machine. Its causes are not looked at.
pub fn of(error: &(dyn Error + 'static)) -> Option<Fault> {
    if let Some(error) = error.downcast_ref::<study::Error>() {
        return match error {
            study::Error::Set(_, error) => of(error.as_ref()),
            study::Error::Generate(error) => of(error),
            study::Error::Folder(error) => of(error),
            study::Error::Write(error) => of(error),
            study::Error::Run(error) => of(error),
            study::Error::Unreadable(..) => Some(Fault::Missing),
            study::Error::Begun(_) => Some(Fault::Machine),
            study::Error::Unknown(..)
            | study::Error::Malformed(..)
            | study::Error::Sample(_)
            | study::Error::Different(..) => Some(Fault::Usage),
            study::Error::Altered(_) => Some(Fault::Data),
            study::Error::Disagreements(..) => Some(Fault::Defect),
        };
    }
    if let Some(error) = error.downcast_ref::<run::Error>() {
        return match error {
            run::Error::Store(error) => of(error),
            run::Error::Pipeline(error) => of(error),
            run::Error::Input(error) => of(error),
            run::Error::External(error) => of(error),
            run::Error::Summary(error) => of(error),
            run::Error::Damaged { .. } => Some(Fault::Data),
            run::Error::Unreadable { .. } => Some(Fault::Machine),
            run::Error::Unfinished(_) => Some(Fault::Short),
            run::Error::Usage(_) => Some(Fault::Usage),
        };
    }
    if let Some(error) = error.downcast_ref::<ExternalError>() {
        return Some(match error {
            ExternalError::Missing { .. } => Fault::Missing,
            ExternalError::Changed(_) => Fault::Data,
            ExternalError::Declared { .. } | ExternalError::WarmUp { .. } => Fault::Usage,
        });
    }
    if let Some(error) = error.downcast_ref::<InputError>() {
        return Some(match error {
            InputError::Missing(_) | InputError::Empty(..) | InputError::NotAgain => Fault::Missing,
            InputError::Pattern(..) => Fault::Usage,
            InputError::Unreadable(_, why) if is_of_machine(why) => Fault::Machine,
            InputError::Unreadable(..) | InputError::Changed(_) => Fault::Data,
        });
    }
    if let Some(error) = error.downcast_ref::<StoreError>() {
        return Some(match error {
            StoreError::Different { changed: true, .. } => Fault::Data,
            StoreError::Different { .. } | StoreError::NoUnit(_) => Fault::Usage,
            StoreError::NoPlan(_) | StoreError::Unplanned(_) => Fault::Usage,
            StoreError::NotPlanned(_) | StoreError::Apart(_) | StoreError::Damaged(_) => {
                Fault::Data
            }
            StoreError::Unreadable(..) => Fault::Missing,
            StoreError::Folder(error) => return of(error),
            StoreError::Sink(_) => Fault::Machine,
        });
    }
    match error.downcast_ref::<ConvertError>() {
        Some(ConvertError::Out(error)) => return of(error),
        Some(ConvertError::Several) => return Some(Fault::Usage),
        _ => {}
    }
    if let Some(error) = error.downcast_ref::<SetsError>() {
        return match error {
            SetsError::Temporary(..) | SetsError::Write(..) | SetsError::OtherSplit(_) => {
                Some(Fault::Machine)
            }
            SetsError::Threads(error) => of(error),
            SetsError::Out(error) => of(error),
            SetsError::Input(error) => of(error),
            SetsError::NoFile(_) | SetsError::NoColumn { .. } => Some(Fault::Usage),
            SetsError::Strata(..) => Some(Fault::Usage),
            SetsError::Changed(_) | SetsError::Columns(_) | SetsError::Record(_) => {
                Some(Fault::Data)
            }
        };
    }
    match error.downcast_ref::<AnnotateError>() {
        Some(AnnotateError::Out(error)) => return of(error),
        Some(AnnotateError::Input(error)) => return of(error),
        Some(AnnotateError::Columns(error)) => return of(error),
        Some(AnnotateError::Threads(error)) => return of(error),
        Some(AnnotateError::Taken { .. }) => return Some(Fault::Usage),
        Some(AnnotateError::NoColumn { .. } | AnnotateError::Changed(_)) => {
            return Some(Fault::Data);
        }
        // What it is about is told; whose fault it is, its cause says.
        Some(AnnotateError::Write(..)) | None => {}
    }
    match error.downcast_ref::<RunError>() {
        Some(RunError::Changed(_)) => return Some(Fault::Data),
        Some(RunError::Gone(_)) => return Some(Fault::Missing),
        Some(RunError::External(error)) => return of(error),
        Some(RunError::Sink(_) | RunError::Reading(_)) => return Some(Fault::Machine),
        _ => {}
    }
    if let Some(error) = error.downcast_ref::<OutError>() {
        return Some(match error {
            OutError::IsInput(_) | OutError::InInput(_) | OutError::OfRun(_) => Fault::Usage,
            OutError::Busy(_) => Fault::Short,
            OutError::Exists(_) | OutError::Write(..) => Fault::Machine,
        });
    }
    if let Some(error) = error.downcast_ref::<SummaryError>() {
        return Some(if error.is_missing { Fault::Missing } else { Fault::Data });
    }
    match error.downcast_ref() {
        Some(FolderError::NoRun(..)) => return Some(Fault::Missing),
        Some(FolderError::Busy(_)) => return Some(Fault::Short),
        _ => {}
    }
    if error.is::<FolderError>() || error.is::<WriteError>() || error.is::<io::Error>() {
        return Some(Fault::Machine);
    }
    if let Some(error) = error.downcast_ref::<OrderError>() {
        return match error {
            OrderError::Series(error) => of(error),
            OrderError::Input(error) => of(error),
            OrderError::Out(error) => of(error),
            OrderError::Different(_) => Some(Fault::Usage),
            OrderError::NoJournal(_) | OrderError::Begun(_) => Some(Fault::Machine),
            OrderError::Changed(_) | OrderError::Altered(_) | OrderError::Malformed(_) => {
                Some(Fault::Data)
            }
        };
    }
    match error.downcast_ref::<SeriesError>() {
        Some(SeriesError::Generate(error)) => return of(error),
        Some(SeriesError::Threads(error)) => return of(error),
        Some(SeriesError::Output(error)) => return of(error),
        None => {}
    }
    error.downcast_ref().map(|error| match error {
        GenerateError::OutOfReach { .. } | GenerateError::NoMore { .. } | GenerateError::Budget => {
            Fault::Short
        }
        _ => Fault::Usage,
    })
}
