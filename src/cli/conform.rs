//! `conform`: whether the strategies find what a file of test cases expects.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;

use super::exit::{DATA, DONE};
use crate::conform::Conformance;
use crate::source::InputError;

/// Run strategy test cases: a line per code, the failures with reasons, and last
/// `passed P of N`
#[derive(Args)]
pub struct Arguments {
    /// A file in HoDoKu's regression-line format, one case per line
    file: PathBuf,
    /// Exit with 65 unless all pass
    #[arg(long)]
    strict: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let name = arguments.file.display().to_string();
    if !arguments.file.exists() {
        return Err(InputError::Missing(name).into());
    }
    let text = std::fs::read_to_string(&arguments.file)
        .map_err(|error| InputError::Unreadable(name, error))?;
    let conformance = Conformance::of(&text);
    write!(io::stdout(), "{conformance}")?;
    Ok(if arguments.strict && conformance.passed() < conformance.total() { DATA } else { DONE })
}
