//! `merge`: finished runs as one.

use std::path::PathBuf;

use clap::Args;

use super::finalize::conclude;
use super::log::LogArguments;
use crate::interrupt::Interrupt;
use crate::run::merge;
use crate::store::RunFile;

/// Bring finished runs of the same configuration together as one run; no two may have a set of
/// the same name, which is the name of an input's file, or the same file, as by a link. A copy under another
/// name, byte for byte, is told, and its puzzles come twice; of one that is packed or written otherwise,
/// `audit` tells what the files have in common
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
    // A signal ends it at once: what is merged stays, and the same command goes on.
    let (summary, outcome) = merge(&arguments.dirs, out, &Interrupt::default())?;
    for (set, same) in outcome.of_same_content() {
        log.warn(
            "same",
            &format!("the sets {set} and {same} are of the same content: each puzzle comes twice"),
        );
    }
    // What the runs' limit left unread is not missed.
    let limit = RunFile::read(out)?.identity.config.get("limit").and_then(|limit| limit.as_u64());
    conclude(log, arguments.strict, limit, summary, out, &outcome)
}
