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

/// The format of this name, for files.
pub fn row_format(name: &str) -> Result<RowFormat, Usage> {
    RowFormat::find(name).ok_or_else(|| Usage(format!("no format `{name}`: lines, csv or parquet")))
}

/// The level of this name.
pub fn level(name: &str) -> Result<Level, Usage> {
    Level::find(name)
        .ok_or_else(|| Usage(format!("no level `{name}`: exact, puzzle, core or grid")))
}
