//! The arguments of the commands that compare puzzles by their keys.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Usage;
use super::stream::Selection;
use super::threads::Threads;
use crate::sets::{Level, Workspace};

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
        let system = || results.map_or_else(std::env::temp_dir, Path::to_path_buf);
        let folder = self.temp.clone().unwrap_or_else(system);
        let memory = (self.memory as usize) << 20;
        Workspace { folder, memory, threads: self.threads.number() }
    }
}

/// The level of this name.
pub fn level(name: &str) -> Result<Level, Usage> {
    Level::find(name)
        .ok_or_else(|| Usage(format!("no level `{name}`: exact, puzzle, core or grid")))
}
