//! `resume`: the rest of a run that was begun.

use std::path::PathBuf;

use clap::Args;

use super::log::LogArguments;
use super::run::Completion;
use super::threads::Threads;
use crate::run::Run;

/// Go on with an unfinished run: the folder knows what it is
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    completion: Completion,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let run = Run::open(&arguments.dir, arguments.threads.number())?;
    arguments.completion.complete(&run, &arguments.dir, &arguments.log)
}
