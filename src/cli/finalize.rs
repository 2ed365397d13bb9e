//! `finalize`: the last step of a planned run, and what `run` shows at its end.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use super::exit;
use super::log::{LogArguments, show};
use super::threads::Threads;
use crate::pipeline::Outcome;
use crate::readable::{counted, in_shell, printable, to_ranges};
use crate::run::Run;
use crate::table::Summary;

/// Finish a planned run whose units are all done: write its manifest, data card and summaries
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// Exit with 65 if any line was rejected
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (log, dir) = (&arguments.log, &arguments.dir);
    let run = Run::open_planned(dir, Threads::default().number())?;
    run.damaged().iter().for_each(|damage| log.warn("damage", damage));
    let outcome = match run.finalize()? {
        Ok(outcome) => outcome,
        Err(missing) => {
            let missing = to_ranges(&missing);
            let message = format!(
                "{} has units that are not done: {missing}; `work` with --unit does them, and \
                 `sudoku-lab resume {}` does all here",
                dir.display(),
                in_shell(dir)
            );
            log.warn("missing", &message);
            return Ok(exit::UNFINISHED);
        }
    };
    let strict = arguments.strict;
    conclude(log, strict, run.config().limit, run.take_summary(), dir, &outcome)
}

/// Tells what came of a run: the summary, if it has just been finished, and what is wrong. Returns
/// the exit code.
pub fn conclude(
    log: &LogArguments,
    strict: bool,
    limit: Option<u64>,
    summary: Option<Summary>,
    dir: &Path,
    outcome: &Outcome,
) -> anyhow::Result<u8> {
    let shown = summary.map_or(Ok(()), |summary| show_summary(log, &summary, dir, outcome));
    let code = verdict(log, strict, limit, outcome);
    shown.context("the summary cannot be shown").map(|()| code)
}

/// Shows the summary of a run that has just been finished.
///
/// # Errors
/// When it cannot be written, but for want of a reader: the tables are the result, and they are
/// there, whoever reads this.
pub fn show_summary(
    log: &LogArguments,
    summary: &Summary,
    dir: &Path,
    outcome: &Outcome,
) -> io::Result<()> {
    log.tell("finished", "the run is finished", json!({ "puzzles": outcome.puzzles }));
    if log.is_quiet() {
        return Ok(());
    }
    let dir = printable(&dir.display().to_string(), &[]);
    match show(&format!("{}{outcome}; in {dir}\n", summary.to_text())) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        shown => shown,
    }
}

/// Tells what is wrong with the outcome of a run. Returns the exit code.
pub fn verdict(log: &LogArguments, strict: bool, limit: Option<u64>, outcome: &Outcome) -> u8 {
    for (event, message) in outcome.problems(limit) {
        log.warn(event, &message);
    }
    if outcome.disagreement_count > 0 {
        return exit::INTERNAL;
    }
    if outcome.is_all_bad() || outcome.unread(limit).any(|input| input.lines == 0) {
        return exit::DATA;
    }
    if strict && outcome.rejects > 0 {
        let rejects = counted(outcome.rejects, "line");
        log.warn("rejects", &format!("{rejects} rejected, see the table `rejects`"));
        return exit::DATA;
    }
    exit::DONE
}
