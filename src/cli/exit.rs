//! Exit codes, after `sysexits.h`.

use std::io;

use crate::fault::{self, Fault};
use crate::interrupt::{Interrupt, Stop};
use crate::stream::Contents;

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

/// The exit code if a signal ended what failed, as it ends programs that this one has started.
///
/// # Errors
/// When it failed by itself.
pub fn unless_stopped<E: Into<anyhow::Error>>(
    result: Result<(), E>,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<u8>> {
    match (result, interrupt.stop()) {
        (Err(_), Some(stop)) => Ok(Some(of_stop(stop))),
        (result, _) => result.map(|()| None).map_err(E::into),
    }
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
    if error.is::<Usage>() {
        return USAGE;
    }
    match error.chain().find_map(fault::of) {
        Some(Fault::Usage) => USAGE,
        Some(Fault::Data) => DATA,
        Some(Fault::Missing) => NO_INPUT,
        Some(Fault::Machine) => CANNOT_WRITE,
        Some(Fault::Short) => UNFINISHED,
        Some(Fault::Defect) | None => INTERNAL,
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
