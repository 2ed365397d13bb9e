//! `work`: some units of a planned run.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::exit::{self, DONE, Usage};
use super::log::LogArguments;
use super::progress::display;
use super::run::{reason, tell_contradictions, tell_damage};
use super::threads::Threads;
use crate::interrupt::Interrupt;
use crate::readable::counted;
use crate::run::Run;

/// Do units of a planned run; those that are done already are left alone
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// A unit, or several that follow one another, like 8..=15 or 8-15
    #[arg(long, value_parser = units)]
    unit: RangeInclusive<u64>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

fn units(text: &str) -> Result<RangeInclusive<u64>, Usage> {
    let number = |text: &str| text.parse().ok();
    // `status` writes ranges as `8-15`.
    let range = match text.split_once("..=").or_else(|| text.split_once('-')) {
        Some((first, last)) => number(first).zip(number(last)).map(|(first, last)| first..=last),
        None => number(text).map(|unit| unit..=unit),
    };
    let range = range.filter(|range| !range.is_empty());
    range.ok_or_else(|| Usage(format!("`{text}` is no unit: a number, or a range like 8..=15")))
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (log, unit) = (&arguments.log, &arguments.unit);
    let threads = arguments.threads.number();
    let run = Run::join(&arguments.dir, *unit.start(), *unit.end(), threads)?;
    tell_damage(&run, log);
    let already = if run.is_done() { " already" } else { "" };
    if !run.is_done() {
        let interrupt = Interrupt::catch_signals()?;
        let outcome = run.work(&display(log), &interrupt)?;
        tell_contradictions(&outcome, log);
        if let Some(stop) = outcome.stopped {
            let left = "the same command does the units that are not done";
            log.warn("stopped", &format!("{}: {left}", reason(stop)));
            return Ok(exit::of_stop(stop));
        }
    }
    let units = unit.end() - unit.start() + 1;
    let message = format!("{} done{already}", counted(units, "unit"));
    log.tell("work", &message, json!({ "units": units }));
    Ok(DONE)
}
