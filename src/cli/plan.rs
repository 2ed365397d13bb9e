//! `plan`: a run cut into units, for several processes.

use std::io::{self, Write as _};

use clap::Args;
use serde_json::json;

use super::config::ConfigArguments;
use super::exit::{self, DONE};
use super::finalize::verdict;
use super::log::LogArguments;
use super::progress::display;
use super::run::tell_damage;
use crate::interrupt::Interrupt;
use crate::pipeline::Outcome;
use crate::readable::counted;
use crate::store::UnitFacts;

/// Cut a run into units that `work` does, in any order and by any number of processes
#[derive(Args)]
#[command(mut_arg("inputs", |inputs| inputs.help("Files, folders or globs; .gz and .zst too")))]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigArguments,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command; prints how many units there are.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let log = &arguments.log;
    let run = arguments.config.run(log, true)?;
    tell_damage(&run, log);
    let interrupt = Interrupt::catch_signals()?;
    let Some(plan) = run.plan(&display(log), &interrupt)? else {
        log.warn("stopped", "stopped by a signal: the same command goes on, with --resume");
        return Ok(interrupt.stop().map_or(DONE, exit::of_stop));
    };
    writeln!(io::stdout(), "{}", plan.units.len())?;
    let sum = |of: fn(&UnitFacts) -> u64| plan.units.iter().map(|unit| of(&unit.facts)).sum();
    let (puzzles, rejects): (u64, u64) = (sum(|facts| facts.puzzles), sum(|facts| facts.rejects));
    let message = format!("{}, {puzzles} puzzles", counted(plan.units.len() as u64, "unit"));
    log.tell("plan", &message, json!({ "units": plan.units.len(), "puzzles": puzzles }));
    // What is wrong with the inputs is wrong with the run, and better known before it.
    let outcome = Outcome { puzzles, rejects, inputs: plan.inputs, ..Outcome::default() };
    Ok(verdict(log, false, run.config().limit, &outcome))
}
