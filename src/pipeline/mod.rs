//! The pipeline: files in, every solver on every puzzle, records out.
//!
//! ```text
//! Feed ──Work──▶ Examiner (one per thread) ──BlockRecord──▶ Sink
//! read           parse, solve, check                        write
//! ```
//!
//! A *block* is a fixed number of lines of one input; a *unit* is a fixed run of
//! blocks, written as one part of each table by the [`journal`]'s protocol. Rows come out
//! in the order of the input and are the same for any number of threads, times excepted.
//!
//! This is the only module that uses rayon and crossbeam, and [`measure`] has the only
//! clock that anything is measured with. It knows nothing of Parquet: records leave
//! through the [`Sink`] trait.

mod config;
mod cross_check;
mod examine;
mod feed;
mod ledger;
pub mod measure;
mod ordered;
pub mod outset;
mod plan;
mod progress;
pub mod record;
mod sink;
mod trial;

use std::collections::BTreeMap;
use std::sync::Mutex;

use thiserror::Error;

use crate::interrupt::{Interrupt, Stop};
use crate::store::{InputFacts, Known, PartFacts, UnitRecord, WriteError};
use examine::Examiner;
use feed::Feed;
use ledger::Ledger;

pub use config::Config;
pub use ordered::ordered;
pub use plan::plan;
pub use progress::{Progress, Snapshot};
pub use sink::Sink;
pub use trial::panic_in_words;

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
    /// The units, those done before included.
    pub units: BTreeMap<u64, UnitRecord>,
    /// What ended the run early, if anything did.
    pub stopped: Option<Stop>,
}

impl Outcome {
    /// Adds what became of one unit.
    pub fn add(&mut self, record: UnitRecord) {
        let facts = &record.facts;
        self.lines += facts.lines;
        self.puzzles += facts.puzzles;
        self.rejects += facts.rejects;
        self.disagreement_count += facts.disagreement_count;
        let kept = DISAGREEMENTS_KEPT - self.disagreements.len();
        self.disagreements.extend(facts.disagreements.iter().take(kept).cloned());
        self.units.insert(facts.unit, record);
    }

    /// The files of the run, unit by unit.
    pub fn parts(&self) -> impl Iterator<Item = &PartFacts> {
        self.units.values().flat_map(|record| &record.parts)
    }
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
    Sink(#[from] WriteError),
    /// An input is not what it was when the run was begun or planned.
    #[error("{0}")]
    Changed(String),
}

/// Runs every solver on every puzzle of the inputs and records what happened.
/// Units that are `known` to be done are read, to see that they are the same, and
/// not done again. When a signal comes, the units finished so far are kept and the
/// open one is left uncommitted.
///
/// # Errors
/// When the results cannot be written, or the inputs are not those of the known
/// units. Units committed before stay.
pub fn run(
    config: &Config,
    known: &Known,
    sink: &mut dyn Sink,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    let inputs = Mutex::new(Vec::new());
    let feed = Feed::new(config, interrupt, progress, &inputs, &known.done);
    let mut outcome = examine(config, known, feed, 0, sink, progress, interrupt)?;
    outcome.inputs = inputs.into_inner().expect("no holder panics");
    Ok(outcome)
}

/// The same for some units of a plan: all that are `known`, which have to follow
/// one another.
///
/// # Errors
/// As [`run`].
pub fn work(
    config: &Config,
    known: &Known,
    sink: &mut dyn Sink,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    let (Some(first), Some((&last, _))) =
        (known.planned.values().next(), known.planned.last_key_value())
    else {
        return Ok(Outcome::default());
    };
    let inputs = Mutex::new(Vec::new());
    let feed = Feed::new(config, interrupt, progress, &inputs, &known.done);
    let feed = feed.of_units(first.start, first.facts.first_id, last);
    examine(config, known, feed, first.facts.first_id, sink, progress, interrupt)
}

fn examine(
    config: &Config,
    known: &Known,
    feed: Feed<'_>,
    first_id: u64,
    sink: &mut dyn Sink,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    let pool = thread_pool(config.threads)?;
    let mut ledger = Ledger::new(sink, interrupt, progress, known, first_id);
    let worker = || {
        let mut examiner = Examiner::new(config, interrupt, progress);
        move |work| examiner.examine(work)
    };
    let end = ordered(&pool, 4 * config.threads, feed, worker, |record| ledger.enter(record));
    ledger.close(end)
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
