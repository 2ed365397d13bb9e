//! The arguments of the commands that compare puzzles by their keys.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Usage;
use super::stream::Selection;
use super::threads::Threads;
use crate::sets::{Level, RowFormat, Workspace};

/// What is read, and what that takes.
#[derive(Args)]
pub struct SetsArguments {
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    threads: Threads,
    /// Memory for keys, in MiB; what is more is sorted on disk
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// The folder for temporary files [default: where the results go, or the system's]
    #[arg(long, value_name = "DIR")]
    temp: Option<PathBuf>,
}

impl SetsArguments {
    /// The same for the library; temporary files go to the folder of the results, if there is one.
    pub fn workspace(&self, results: Option<&Path>) -> Workspace {
        let system = || match results {
            // A name without a folder is one of a file that is here.
            Some(results) => Path::new(".").join(results),
            None => std::env::temp_dir(),
        };
        let folder = self.temp.clone().unwrap_or_else(system);
        let memory = (self.memory as usize) << 20;
        Workspace { folder, memory, threads: self.threads.number() }
    }
}

/// How puzzles are written.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Format {
    /// Lines, as they stood; of a table, its puzzles
    Lines,
    /// CSV: the records of a table, or else puzzle, set and line
    Csv,
    /// Parquet: the columns of a table, or else puzzle, set and line
    Parquet,
}

impl Format {
    /// The same for the library.
    pub fn of_rows(self) -> RowFormat {
        match self {
            Format::Lines => RowFormat::Lines,
            Format::Csv => RowFormat::Csv,
            Format::Parquet => RowFormat::Parquet,
        }
    }
}

/// The level of this name.
pub fn level(name: &str) -> Result<Level, Usage> {
    Level::find(name)
        .ok_or_else(|| Usage(format!("no level `{name}`: exact, puzzle, core or grid")))
}
