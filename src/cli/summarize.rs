//! `summarize`: what a run's tables say, read back.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::exit::{DONE, Usage};
use crate::run::{cautions, statistics};
use crate::store::Folder;
use crate::table::statistics::{Statistics, Wanted};
use crate::table::{Summary, b09_lines, b09_text};

/// Summarise a run: per solver, and per strategy
#[derive(Args)]
#[command(after_help = crate::solver::SOURCES)]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// How to print it
    #[arg(long, default_value = "table")]
    format: Format,
    /// With `--format b09`, first a line for each puzzle: its grid, solved or not, and the
    /// strategies used
    #[arg(long)]
    puzzles: bool,
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

/// A run to read.
#[derive(Args)]
pub struct RunArguments {
    /// The run's folder
    pub(super) dir: PathBuf,
    /// Compare the checksum of every file of the run with its manifest, not only the size
    #[arg(long)]
    pub(super) verify: bool,
}

impl RunArguments {
    /// What the run's tables say; tells if it is not finished.
    pub fn statistics(&self, wanted: Wanted) -> anyhow::Result<Statistics> {
        if !self.dir.join("solves").is_dir() {
            Folder::expect_run(&self.dir)?;
        }
        let statistics = statistics(&self.dir, wanted, self.verify)?;
        cautions(&self.dir).for_each(|caution| super::log::warn(&caution));
        Ok(statistics)
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    if arguments.puzzles && arguments.format != Format::B09 {
        return Err(Usage("--puzzles goes with --format b09".into()).into());
    }
    let statistics = arguments.run.statistics(Wanted::default())?;
    if arguments.puzzles {
        b09_lines(&arguments.run.dir, |lines| anyhow::Ok(super::log::show(lines)?))?;
    }
    let text = match arguments.format {
        Format::Table => Summary::of_statistics(&statistics).to_text(),
        Format::Csv => Summary::of_statistics(&statistics).solvers_csv(),
        Format::B09 => b09_text(&statistics),
    };
    super::log::show(&text)?;
    Ok(DONE)
}
