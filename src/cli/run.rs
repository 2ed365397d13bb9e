//! `run`: every solver on every puzzle, into Parquet.

use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::config::ConfigArguments;
use super::exit;
use super::finalize::{show_summary, verdict};
use super::log::{LogArguments, counted};
use super::progress::display;
use crate::interrupt::{Interrupt, Stop};

/// Run every solver on every puzzle and write what happened into Parquet tables
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// Stop after this time, like 8h, with exit code 75; go on with --resume
    #[arg(long, value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// Exit with 65 if any line was rejected
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (log, out) = (&arguments.log, &arguments.config.out);
    let run = arguments.config.run(log)?;
    let interrupt = Interrupt::catch_signals()?;
    if let Some(budget) = arguments.budget {
        interrupt.stop_after(budget);
    }
    if run.is_finished() {
        log.tell("finished", "the run is finished; nothing was done", json!({}));
    } else if run.units_done() > 0 {
        let message = format!("{} done already", counted(run.units_done(), "unit"));
        log.tell("resume", &message, json!({ "units": run.units_done() }));
    }
    let outcome = run.complete(&display(log), &interrupt)?;
    if let Some(stop) = outcome.stopped {
        let why = match stop {
            Stop::Budget => "time is up",
            Stop::Signal(_) => "stopped by a signal",
            Stop::Cancelled => "the work failed",
        };
        let units = outcome.units.len();
        let message = match (stop, units) {
            (Stop::Budget, 0) => format!("{why}; nothing was finished; allow more"),
            _ => format!("{why}; {} done: go on with --resume", counted(units, "unit")),
        };
        log.warn("stopped", &message);
        return Ok(exit::of_stop(stop));
    }
    if let Some(summary) = run.take_summary() {
        show_summary(log, &summary, out, &outcome);
    }
    Ok(verdict(log, arguments.strict, run.config().limit, &outcome))
}
