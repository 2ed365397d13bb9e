//! `summarize`: what a run's tables say, read back.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::exit::DONE;
use crate::table::Summary;

/// Summarise a run: per solver, and per strategy
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// How to print it
    #[arg(long, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Two tables for people
    Table,
    /// The solvers as CSV
    Csv,
    /// B09's statistics: solved and unsolved, and how often each strategy was used
    B09,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let mut summary = Summary::of_run(&arguments.dir)?;
    match arguments.format {
        Format::Table => print!("{}", summary.to_text()),
        Format::Csv => print!("{}", summary.solvers_csv()?),
        Format::B09 => print!("{}", summary.b09_text()?),
    }
    Ok(DONE)
}
