//! `work`: some units of a planned run.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::exit::{self, DONE, Usage};
use super::log::{LogArguments, counted};
use super::progress::Extent;
use super::run::visibly;
use super::threads::Threads;
use crate::interrupt::Interrupt;
use crate::pipeline::{Config, RunError, work};
use crate::source::InputError;
use crate::store::Session;
use crate::table::ParquetSink;
use crate::table::schema::SCHEMA_VERSION;
use crate::version;

/// Do units of a planned run; those that are done already are left alone
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// A unit, or several that follow one another, like 8..=15
    #[arg(long, value_parser = units)]
    unit: RangeInclusive<u64>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

fn units(text: &str) -> Result<RangeInclusive<u64>, Usage> {
    let number = |text: &str| text.parse().ok();
    let range = match text.split_once("..=") {
        Some((first, last)) => number(first).zip(number(last)).map(|(first, last)| first..=last),
        None => number(text).map(|unit| unit..=unit),
    };
    let range = range.filter(|range| !range.is_empty());
    range.ok_or_else(|| Usage(format!("`{text}` is no unit: a number, or a range like 8..=15")))
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (log, wanted) = (&arguments.log, &arguments.unit);
    let session = Session::join(&arguments.dir, *wanted.start(), *wanted.end())?;
    let already = if session.known.is_done() { " already" } else { "" };
    let result = complete(arguments, &session);
    session.folder.clean_up();
    result.inspect(|&code| {
        if code == DONE {
            let units = session.known.planned.len();
            log.tell(
                "work",
                &format!("{} done{already}", counted(units, "unit")),
                json!({ "units": units }),
            );
        }
    })
}

fn complete(arguments: &Arguments, session: &Session) -> anyhow::Result<u8> {
    let (log, wanted, known) = (&arguments.log, &arguments.unit, &session.known);
    let mut ends = [wanted.start(), wanted.end()].into_iter();
    if let Some(unit) = ends.find(|unit| !known.planned.contains_key(unit)) {
        return Err(Usage(format!("the plan has no unit {unit}")).into());
    }
    let file = &session.file;
    let config = Config::of_identity(&file.identity, &file.paths, arguments.threads.number());
    let config = config.ok_or_else(|| Usage("the run's configuration is unknown".into()))?;
    if let Some(path) = file.paths.iter().flatten().find(|path| !path.exists()) {
        return Err(InputError::Missing(path.display().to_string()).into());
    }
    let identity = config.identity(version::LONG, SCHEMA_VERSION);
    if let Some(difference) = identity.difference(&file.identity) {
        let message = format!("the run was planned otherwise: {difference}");
        return Err(match identity.inputs == file.identity.inputs {
            true => Usage(message).into(),
            false => RunError::Changed(message).into(),
        });
    }
    for damage in &session.damaged {
        log.warn("damage", &format!("{damage}; it is done again"));
    }
    if known.is_done() {
        return Ok(DONE);
    }
    let interrupt = Interrupt::catch_signals()?;
    let mut sink = ParquetSink::new(session.journal.clone());
    let puzzles = known.planned.values().map(|unit| unit.facts.puzzles).sum();
    let extent = Extent { bytes: None, puzzles: Some(puzzles) };
    let outcome = visibly(&config, log, None, extent, |progress| {
        work(&config, known, &mut sink, progress, &interrupt)
    })?;
    Ok(outcome.stopped.map_or(DONE, exit::of_stop))
}
