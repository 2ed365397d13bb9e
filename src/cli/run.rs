//! `run`: every solver on every puzzle, into Parquet.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::config::{ConfigArguments, extent, run_file, warn_of_repeats};
use super::exit;
use super::finalize::{self, finish};
use super::log::{LogArguments, counted};
use super::progress::{self, Extent};
use crate::interrupt::{Interrupt, Stop};
use crate::pipeline::{Config, Progress, RunError, panic_in_words, run};
use crate::store::{Folder, Session, is_finished};
use crate::table::ParquetSink;

/// Run every solver on every puzzle and write what happened to Parquet
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
    let (config, log, out) = (arguments.config.config()?, &arguments.log, &arguments.config.out);
    let file = run_file(&config);
    let session = match arguments.config.resume {
        true => Session::resume(out, file)?,
        false => Session::begin(out, file)?,
    };
    for damage in &session.damaged {
        log.warn("damage", &format!("{damage}; it is done again"));
    }
    warn_of_repeats(&config, log);
    let interrupt = Interrupt::catch_signals()?;
    if let Some(budget) = arguments.budget {
        interrupt.stop_after(budget);
    }
    let done = session.known.done.len();
    if done > 0 {
        log.tell(
            "resume",
            &format!("{} done already", counted(done, "unit")),
            json!({ "units": done }),
        );
    }
    let result = complete(arguments, &config, &session, &interrupt);
    session.folder.clean_up();
    result
}

fn complete(
    arguments: &Arguments,
    config: &Config,
    session: &Session,
    interrupt: &Interrupt,
) -> anyhow::Result<u8> {
    let (log, out) = (&arguments.log, &arguments.config.out);
    if is_finished(out) {
        log.tell("finished", "the run is finished; nothing was done", json!({}));
        let inputs = finalize::inputs_of_manifest(out);
        let outcome = finalize::outcome_of_records(session.known.done.values(), inputs);
        return Ok(finalize::verdict(log, arguments.strict, config.limit, &outcome));
    }
    let mut sink = ParquetSink::new(session.journal.clone());
    let outcome = visibly(config, log, Some(&session.folder), extent(config), |progress| {
        run(config, &session.known, &mut sink, progress, interrupt)
    })?;
    if let Some(stop) = outcome.stopped {
        let why = match stop {
            Stop::Signal(_) => "stopped by a signal",
            Stop::Budget => "the budget is spent",
            Stop::Cancelled => "the work failed",
        };
        let units = outcome.units.len();
        let message = format!("{why}; {} done: go on with --resume", counted(units, "unit"));
        log.warn("stopped", &message);
        return Ok(exit::of_stop(stop));
    }
    finish(log, session, out, config, Some(config.threads), &outcome)?;
    Ok(finalize::verdict(log, arguments.strict, config.limit, &outcome))
}

/// Does some work of a run while another thread shows how far it is. A panic that is
/// not a solver's becomes an error.
pub fn visibly<T>(
    config: &Config,
    log: &LogArguments,
    folder: Option<&Folder>,
    extent: Extent,
    work: impl FnOnce(&Progress) -> Result<T, RunError>,
) -> anyhow::Result<T> {
    let progress = Progress::new(config.solvers.len());
    // A panic of a solver is told with its puzzle, any other as the command's error.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let (done, until) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (progress, solvers) = (&progress, &config.solvers);
        scope.spawn(move || {
            progress::show(progress, solvers, extent, log, folder, &until);
        });
        let result = catch_unwind(AssertUnwindSafe(|| work(progress)));
        drop(done);
        std::panic::set_hook(hook);
        let internal = |panic: Box<dyn Any + Send>| {
            anyhow::anyhow!("internal error: {}", panic_in_words(panic.as_ref()))
        };
        Ok(result.map_err(internal)??)
    })
}
