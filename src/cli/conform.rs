//! `conform`: whether the strategies find what a file of test cases expects.

use std::ffi::OsString;
use std::io;

use clap::Args;

use super::exit;
use super::log::warn;
use super::stream::Endings;
use super::stuck;
use crate::conform::Conformance;
use crate::source::{InputError, read_all};
use crate::stream::Contents;

/// Test the strategies on a file of cases, each a position and what a strategy has to find
/// there: prints a line per kind of case, the failures with reasons, and last `passed P of N`
#[derive(Args)]
pub struct Arguments {
    /// Files in HoDoKu's regression-line format, one case per line, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<OsString>,
    #[command(flatten)]
    endings: Endings,
    /// Exit with 65 unless all pass
    #[arg(long)]
    strict: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let interrupt = stuck::catch_signals()?;
    let (mut contents, mut failed) = (Contents::default(), false);
    for input in arguments.endings.expand(&arguments.files, &warn)?.inputs {
        let unreadable = |error| InputError::Unreadable(input.name.clone(), error);
        let text = String::from_utf8(read_all(&input, &interrupt).map_err(unreadable)?)
            .map_err(|error| unreadable(io::Error::new(io::ErrorKind::InvalidData, error)))?;
        let conformance = Conformance::of(&text, &|| interrupt.is_set());
        let Some(conformance) = conformance else { break };
        super::log::show(&conformance.to_string())?;
        contents.puzzles |= conformance.total() > conformance.malformed();
        contents.rejects |= conformance.malformed() > 0;
        failed |= conformance.passed() < conformance.total();
    }
    Ok(match exit::of_contents(&contents, &interrupt) {
        exit::DONE if arguments.strict && failed => exit::DATA,
        code => code,
    })
}
