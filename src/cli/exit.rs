//! Exit codes, after `sysexits.h`.

use std::io;

use crate::convert::ConvertError;
use crate::generate::GenerateError;
use crate::interrupt::{Interrupt, Stop};
use crate::pipeline::RunError;
use crate::run;
use crate::source::InputError;
use crate::store::{FolderError, StoreError, WriteError};
use crate::study;
use crate::table::SummaryError;
use crate::whole_file::OutError;

/// Done.
pub const DONE: u8 = 0;
/// The arguments make no sense.
pub const USAGE: u8 = 64;
/// An input is unreadable as a whole, or has bad lines under `--strict`.
pub const DATA: u8 = 65;
/// An input is missing.
pub const NO_INPUT: u8 = 66;
/// Something that must not happen: solvers disagree, or a defect.
pub const INTERNAL: u8 = 70;
/// Results cannot be written.
pub const CANNOT_WRITE: u8 = 74;

/// Not finished, and to be taken up again: the budget is spent, or units are missing.
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
            study::Error::Generate(error) => known(error),
            study::Error::Folder(error) => known(error),
            study::Error::Write(error) => known(error),
            study::Error::Run(error) => known(error),
            study::Error::Unreadable(..) => Some(NO_INPUT),
            study::Error::Begun(_) => Some(CANNOT_WRITE),
            study::Error::Unknown(..)
            | study::Error::Malformed(..)
            | study::Error::Scale(_)
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
            run::Error::Usage(_) => Some(USAGE),
        };
    }
    if let Some(error) = error.downcast_ref::<InputError>() {
        return Some(match error {
            InputError::Missing(_) | InputError::EmptyFolder(_) => NO_INPUT,
            InputError::Pattern(..) => USAGE,
            InputError::Unreadable(..) => DATA,
        });
    }
    if let Some(error) = error.downcast_ref::<StoreError>() {
        return Some(match error {
            StoreError::Different { .. } | StoreError::NoPlan(_) => USAGE,
            StoreError::Unreadable(..) => NO_INPUT,
            StoreError::Folder(error) => return known(error),
            StoreError::Sink(_) => CANNOT_WRITE,
        });
    }
    match error.downcast_ref::<ConvertError>() {
        Some(ConvertError::Input(error)) => return known(error),
        Some(ConvertError::Out(error)) => return known(error),
        Some(ConvertError::Several) => return Some(USAGE),
        _ => {}
    }
    match error.downcast_ref::<RunError>() {
        Some(RunError::Changed(_)) => return Some(DATA),
        Some(RunError::Sink(_)) => return Some(CANNOT_WRITE),
        _ => {}
    }
    if let Some(error) = error.downcast_ref::<OutError>() {
        return Some(if let OutError::IsInput(_) = error { USAGE } else { CANNOT_WRITE });
    }
    let no_run = matches!(error.downcast_ref(), Some(FolderError::NoRun(_)));
    if no_run || error.is::<SummaryError>() {
        return Some(NO_INPUT);
    }
    if error.is::<FolderError>() || error.is::<WriteError>() || error.is::<io::Error>() {
        return Some(CANNOT_WRITE);
    }
    (error.is::<Usage>() || error.is::<GenerateError>()).then_some(USAGE)
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
