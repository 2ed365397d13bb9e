//! Exit codes, after `sysexits.h`.

use std::io;

use crate::convert::ConvertError;
use crate::generate::GenerateError;
use crate::interrupt::{Interrupt, Stop};
use crate::pipeline::RunError;
use crate::run;
use crate::source::{InputError, is_of_machine};
use crate::store::{FolderError, StoreError, WriteError};
use crate::stream::Contents;
use crate::study;
use crate::table::SummaryError;
use crate::whole_file::OutError;

/// Done.
pub const DONE: u8 = 0;
/// The arguments make no sense.
pub const USAGE: u8 = 64;
/// An input is unreadable as a whole, or has bad lines under `--strict`, or there are lines and
/// none of them holds a puzzle.
pub const DATA: u8 = 65;
/// An input is missing.
pub const NO_INPUT: u8 = 66;
/// Something that must not happen: solvers disagree, or a defect.
pub const INTERNAL: u8 = 70;
/// Results cannot be written, or the machine fails to read.
pub const CANNOT_WRITE: u8 = 74;

/// Not finished: the budget is spent, units are missing, or fewer puzzles could be
/// generated than were asked for. What was done is kept.
pub const UNFINISHED: u8 = 75;

/// The exit code of a run that was stopped.
pub fn of_stop(stop: Stop) -> u8 {
    match stop {
        Stop::Signal(signal) => of_signal(signal),
        Stop::Budget => UNFINISHED,
        // Whatever failed has its own code.
        Stop::Cancelled => INTERNAL,
    }
}

/// The exit code of a command that nothing but an interrupt could end early.
pub fn of_interrupt(interrupt: &Interrupt) -> u8 {
    interrupt.stop().map_or(DONE, of_stop)
}

/// The exit code of a command that answered what its inputs hold.
pub fn of_contents(contents: &Contents, interrupt: &Interrupt) -> u8 {
    match of_interrupt(interrupt) {
        DONE if contents.failed => CANNOT_WRITE,
        DONE if contents.unreadable || contents.rejects && !contents.puzzles => DATA,
        code => code,
    }
}

/// The exit code of a run that a signal ended.
pub fn of_signal(signal: i32) -> u8 {
    (128 + signal) as u8
}

/// The exit code of an error.
pub fn code_of(error: &anyhow::Error) -> u8 {
    if is_broken_pipe(error) {
        return DONE;
    }
    error.chain().find_map(known).unwrap_or(INTERNAL)
}

fn known(error: &(dyn std::error::Error + 'static)) -> Option<u8> {
    if let Some(error) = error.downcast_ref::<study::Error>() {
        return match error {
            study::Error::Set(_, error) => known(error.as_ref()),
            study::Error::Generate(_) => Some(USAGE),
            study::Error::Folder(error) => known(error),
            study::Error::Write(error) => known(error),
            study::Error::Run(error) => known(error),
            study::Error::Unreadable(..) => Some(NO_INPUT),
            study::Error::Begun(_) => Some(CANNOT_WRITE),
            study::Error::Unknown(..)
            | study::Error::Malformed(..)
            | study::Error::Sample(_)
            | study::Error::Different(..) => Some(USAGE),
            study::Error::Disagreements(..) => Some(INTERNAL),
        };
    }
    if let Some(error) = error.downcast_ref::<run::Error>() {
        return match error {
            run::Error::Store(error) => known(error),
            run::Error::Pipeline(error) => known(error),
            run::Error::Input(error) => known(error),
            run::Error::Summary(error) => known(error),
            run::Error::Damaged { .. } => Some(DATA),
            run::Error::Unreadable { .. } => Some(CANNOT_WRITE),
            run::Error::Usage(_) => Some(USAGE),
        };
    }
    if let Some(error) = error.downcast_ref::<InputError>() {
        return Some(match error {
            InputError::Missing(_) | InputError::Empty(..) => NO_INPUT,
            InputError::Pattern(..) => USAGE,
            InputError::Unreadable(_, why) if is_of_machine(why) => CANNOT_WRITE,
            InputError::Unreadable(..) => DATA,
        });
    }
    if let Some(error) = error.downcast_ref::<StoreError>() {
        return Some(match error {
            StoreError::Different { changed: true, .. } => DATA,
            StoreError::Different { .. } | StoreError::NoPlan(_) => USAGE,
            StoreError::NotPlanned(_) => DATA,
            StoreError::Unreadable(..) => NO_INPUT,
            StoreError::Folder(error) => return known(error),
            StoreError::Sink(_) => CANNOT_WRITE,
        });
    }
    match error.downcast_ref::<ConvertError>() {
        Some(ConvertError::Out(error)) => return known(error),
        Some(ConvertError::Several) => return Some(USAGE),
        _ => {}
    }
    match error.downcast_ref::<RunError>() {
        Some(RunError::Changed(_)) => return Some(DATA),
        Some(RunError::Sink(_) | RunError::Reading(_)) => return Some(CANNOT_WRITE),
        _ => {}
    }
    if let Some(error) = error.downcast_ref::<OutError>() {
        return Some(if let OutError::IsInput(_) = error { USAGE } else { CANNOT_WRITE });
    }
    if let Some(error) = error.downcast_ref::<SummaryError>() {
        return Some(if error.is_missing { NO_INPUT } else { DATA });
    }
    if let Some(FolderError::NoRun(_)) = error.downcast_ref() {
        return Some(NO_INPUT);
    }
    if error.is::<FolderError>() || error.is::<WriteError>() || error.is::<io::Error>() {
        return Some(CANNOT_WRITE);
    }
    match error.downcast_ref::<GenerateError>() {
        Some(GenerateError::OutOfReach { .. } | GenerateError::NoMore { .. }) => Some(UNFINISHED),
        Some(_) => Some(USAGE),
        None => error.is::<Usage>().then_some(USAGE),
    }
}

/// Whether the reader of our output went away.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Arguments that parse, and make no sense.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);
