//! `summarize`: what a run's tables say, read back.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::exit::DONE;
use crate::store::is_finished;
use crate::store::{Folder, FolderError};
use crate::table::statistics::{Statistics, Wanted};
use crate::table::{Summary, b09_text};

/// Summarise a run: per solver, and per strategy
#[derive(Args)]
#[command(after_help = crate::solver::SOURCES)]
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
    /// B09's statistics of each set: solved and unsolved, and on how many puzzles each
    /// strategy was used
    B09,
}

/// Refuses a folder in which no run has begun.
pub fn expect_run(dir: &Path) -> Result<(), FolderError> {
    match Folder::holds_run(dir) || dir.join("solves").is_dir() {
        true => Ok(()),
        false => Err(FolderError::NoRun(dir.display().to_string())),
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    expect_run(&arguments.dir)?;
    let statistics = Statistics::of_run(&arguments.dir, Wanted::default())?;
    let text = match arguments.format {
        Format::Table => Summary::of_statistics(&statistics).to_text(),
        Format::Csv => Summary::of_statistics(&statistics).solvers_csv(),
        Format::B09 => b09_text(&statistics),
    };
    io::stdout().write_all(text.as_bytes())?;
    if Folder::holds_run(&arguments.dir) && !is_finished(&arguments.dir) {
        super::log::warn("the run is not finished: these are the units that are done");
    }
    Ok(DONE)
}
