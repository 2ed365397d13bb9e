//! `status`: how far a run is, while processes are at work on it and after.

use std::path::PathBuf;

use clap::Args;

use super::exit::DONE;
use crate::run::{State, status};
use crate::store::StoreError;

/// Show how far a run is: units, puzzles, rate, time left, what is missing
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// Print nothing but the planned units that are not done, one a line
    #[arg(long)]
    missing: bool,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let status = status(&arguments.dir)?;
    let text = if arguments.missing {
        if status.units_planned.is_none() && status.state != State::Finished {
            return Err(StoreError::NoPlan(arguments.dir.display().to_string()).into());
        }
        status.missing_units.iter().map(|unit| format!("{unit}\n")).collect()
    } else if arguments.json {
        serde_json::to_string_pretty(&status)? + "\n"
    } else {
        status.to_string()
    };
    super::log::show(&text)?;
    Ok(DONE)
}
