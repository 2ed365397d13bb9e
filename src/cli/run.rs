//! `run`: every solver on every puzzle, into Parquet.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::config::ConfigArguments;
use super::exit;
use super::finalize::conclude;
use super::log::LogArguments;
use super::progress::display;
use crate::interrupt::{Interrupt, Stop};
use crate::pipeline::Outcome;
use crate::readable::{counted, in_shell};
use crate::run::{INPUT_AGAIN, Run};

/// Run every solver on every puzzle and write what happened into Parquet tables
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigArguments,
    #[command(flatten)]
    completion: Completion,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let run = arguments.config.run(&arguments.log, false)?;
    if run.is_finished() && run.reads_stdin() {
        let message =
            "standard input or the pipe was not read: whether it holds the same is not known";
        arguments.log.warn("stdin", message);
    }
    arguments.completion.complete(&run, &arguments.config.out, &arguments.log)
}

/// How a run ends.
#[derive(Args)]
pub struct Completion {
    /// Stop after this time, like 8h, with exit code 75; go on with `resume`
    #[arg(long, value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// Exit with 65 if any line was rejected
    #[arg(long)]
    strict: bool,
}

impl Completion {
    /// Does what is left of a run, and tells what came of it. Returns the exit code.
    pub fn complete(&self, run: &Run, dir: &Path, log: &LogArguments) -> anyhow::Result<u8> {
        tell_damage(run, log);
        if run.needs_input_again() {
            let message = "the run reads standard input or a pipe: whether all of it comes again is not known";
            log.warn("stdin", message);
        }
        let interrupt = Interrupt::catch_signals()?;
        if let Some(budget) = self.budget {
            interrupt.stop_after(budget);
        }
        let before = run.units_done();
        if run.is_finished() {
            log.tell("finished", "the run is finished; nothing was done", json!({}));
        } else if before > 0 {
            let message = format!("{} done already", counted(before, "unit"));
            log.tell("resume", &message, json!({ "units": before }));
        }
        let outcome = run.complete(&display(log), &interrupt)?;
        let Some(stop) = outcome.stopped else {
            let (limit, summary) = (run.config().limit, run.take_summary());
            return conclude(log, self.strict, limit, summary, dir, &outcome);
        };
        tell_contradictions(&outcome, log);
        let why = reason(stop);
        let units = outcome.units.len() as u64;
        let what = match units > before {
            true => format!("{} done", counted(units, "unit")),
            // A budget shorter than a block takes would never get on.
            false if stop == Stop::Budget => "nothing more was finished; allow more".into(),
            false => "nothing more was finished".into(),
        };
        let input = if run.reads_stdin() { INPUT_AGAIN } else { "" };
        let dir = in_shell(dir);
        log.warn("stopped", &format!("{why}; {what}: go on with `sudoku-lab resume {dir}`{input}"));
        Ok(exit::of_stop(stop))
    }
}

/// Why work ends before its end.
pub fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Budget => "time is up",
        Stop::Signal(_) => "stopped by a signal",
        Stop::Cancelled => "the work failed",
    }
}

/// Tells on what solvers contradict each other in units that are done; the exit code comes with the
/// end of the run.
pub fn tell_contradictions(outcome: &Outcome, log: &LogArguments) {
    outcome.contradictions().for_each(|(event, message)| log.warn(event, &message));
}

/// Tells what is damaged.
pub fn tell_damage(run: &Run, log: &LogArguments) {
    run.damaged().iter().for_each(|damage| log.warn("damage", damage));
}
