//! `plan`: a run cut into units, for several processes.

use std::io::{self, Write as _};

use clap::Args;
use serde_json::json;

use super::config::{ConfigArguments, extent, run_file, warn_of_repeats};
use super::exit::{self, DONE, Usage};
use super::log::{LogArguments, counted};
use super::run::visibly;
use crate::interrupt::Interrupt;
use crate::pipeline::plan;
use crate::source::Place;
use crate::store::Session;

/// Cut a run into units that `work` does, in any order and by any number of processes
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigArguments,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command; prints how many units there are.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (config, log) = (arguments.config.config()?, &arguments.log);
    if config.inputs.iter().any(|input| input.place == Place::Stdin) {
        return Err(Usage("standard input cannot be read by several processes".into()).into());
    }
    let (out, file) = (&arguments.config.out, run_file(&config));
    let session = match arguments.config.resume {
        true => Session::resume(out, file)?,
        false => Session::begin(out, file)?,
    };
    warn_of_repeats(&config, log);
    let interrupt = Interrupt::catch_signals()?;
    let planned = visibly(&config, log, Some(&session.folder), extent(&config), |progress| {
        plan(&config, progress, &interrupt)
    });
    let written = planned.and_then(|planned| {
        planned.map(|plan| session.write_plan(&plan).map(|()| plan)).transpose().map_err(Into::into)
    });
    session.folder.clean_up();
    let Some(plan) = written? else {
        return Ok(interrupt.stop().map_or(DONE, exit::of_stop));
    };
    writeln!(io::stdout(), "{}", plan.units.len())?;
    let puzzles: u64 = plan.units.iter().map(|unit| unit.facts.puzzles).sum();
    let message = format!("{}, {puzzles} puzzles", counted(plan.units.len(), "unit"));
    log.tell("plan", &message, json!({ "units": plan.units.len(), "puzzles": puzzles }));
    Ok(DONE)
}
