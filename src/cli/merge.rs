//! `merge`: finished runs as one.

use std::path::PathBuf;

use clap::Args;

use super::exit;
use super::finalize::{show_summary, verdict};
use super::log::LogArguments;
use crate::interrupt::Interrupt;
use crate::readable::in_shell;
use crate::run::merge;

/// Bring finished runs of the same configuration together as one run
#[derive(Args)]
pub struct Arguments {
    /// The runs' folders, in the order in which their puzzles are to be numbered
    #[arg(required = true)]
    dirs: Vec<PathBuf>,
    /// The folder to make
    #[arg(long)]
    out: PathBuf,
    /// Exit with 65 if any line was rejected
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (log, out) = (&arguments.log, &arguments.out);
    let interrupt = Interrupt::catch_signals()?;
    let (summary, outcome) = merge(&arguments.dirs, out, &interrupt)?;
    if let Some(stop) = outcome.stopped {
        let message = format!("stopped; merge the runs into {} again to go on", in_shell(out));
        log.warn("stopped", &message);
        return Ok(exit::of_stop(stop));
    }
    if let Some(summary) = summary {
        show_summary(log, &summary, out, &outcome);
    }
    Ok(verdict(log, arguments.strict, None, &outcome))
}
