//! The pipeline: files in, every solver on every puzzle, records out.
//!
//! ```text
//! Feed ──Work──▶ Examiner (one per thread) ──BlockRecord──▶ Sink
//! read           parse, solve, check                        write
//! ```
//!
//! A *block* is a fixed number of lines of one input; a *unit* is a fixed run of
//! blocks, written as one part of each table. Rows come out in the order of the
//! input and are the same for any number of threads, times excepted.
//!
//! This is the only module that uses rayon and crossbeam, and
//! [`measure`] has the only clock. It knows nothing of Parquet: records leave
//! through the [`Sink`] trait.

mod agree;
mod examine;
mod feed;
pub mod folder;
mod interrupt;
mod ledger;
pub mod measure;
pub mod pipeline;
mod progress;
pub mod record;
mod sink;
mod start;
mod trial;

use std::sync::Mutex;
use std::time::Duration;

use thiserror::Error;

use crate::solver::SolverRow;
use crate::source::Input;
use examine::Examiner;
use feed::Feed;
use ledger::Ledger;
use pipeline::ordered;

pub use feed::InputFacts;
pub use interrupt::Interrupt;
pub use progress::{Progress, Snapshot};
pub use sink::{PartFacts, Sink, SinkError};

/// What a run does.
#[derive(Clone)]
pub struct Config {
    /// What is read, in this order.
    pub inputs: Vec<Input>,
    /// What runs on every puzzle, in the order of the rows.
    pub solvers: Vec<&'static SolverRow>,
    /// Solutions after which a solver stops: 1 to solve, 2 to decide uniqueness.
    pub count: u64,
    /// Worker threads.
    pub threads: usize,
    /// Effort limit per puzzle and solver, in the solver's own checks.
    pub max_checks: Option<u64>,
    /// CPU-time limit per puzzle and solver.
    pub time_limit: Option<Duration>,
    /// Shorter solves are repeated until the timed span is this long.
    pub min_span: Duration,
    /// Stop after this many puzzles.
    pub limit: Option<u64>,
    /// Seeds the order in which the solvers take turns.
    pub seed: u64,
    /// Lines per block, at least 1.
    pub block_lines: usize,
    /// Lines per unit.
    pub unit_lines: u64,
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Lines read.
    pub lines: u64,
    /// Puzzles recorded.
    pub puzzles: u64,
    /// Lines rejected.
    pub rejects: u64,
    /// What solvers contradicted each other, or the rules, on: the first
    /// [`DISAGREEMENTS_KEPT`] of them.
    pub disagreements: Vec<String>,
    /// How many such contradictions there were.
    pub disagreement_count: u64,
    /// What was read of each input.
    pub inputs: Vec<InputFacts>,
    /// The files written.
    pub parts: Vec<PartFacts>,
    /// The signal that ended the run early, if one did.
    pub signal: Option<i32>,
}

/// Contradictions that are kept with their puzzles; more are only counted.
pub const DISAGREEMENTS_KEPT: usize = 100;

/// A run that cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The threads cannot be started.
    #[error("cannot start {0} threads: {1}")]
    Threads(usize, rayon::ThreadPoolBuildError),
    /// The results cannot be written.
    #[error(transparent)]
    Sink(#[from] SinkError),
}

/// Runs every solver on every puzzle of the inputs and records what happened.
/// When a signal comes, the units finished so far are kept and the open one is
/// left uncommitted.
///
/// # Errors
/// When the results cannot be written. Units committed before stay.
pub fn run(
    config: &Config,
    sink: &mut dyn Sink,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    let pool = thread_pool(config.threads)?;
    let inputs = Mutex::new(Vec::new());
    let feed = Feed::new(config, interrupt, progress, &inputs);
    let mut ledger = Ledger::new(config, sink, interrupt);
    let worker = || {
        let mut examiner = Examiner::new(config, interrupt, progress);
        move |work| examiner.examine(work)
    };
    let end = ordered(&pool, 4 * config.threads, feed, worker, |record| ledger.enter(record));
    let mut outcome = ledger.close(end)?;
    outcome.inputs = inputs.into_inner().expect("no holder panics");
    Ok(outcome)
}

/// A pool of this many worker threads.
///
/// # Errors
/// When the system does not give them.
pub fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("worker-{i}"))
        .build()
        .map_err(|error| RunError::Threads(threads, error))
}
