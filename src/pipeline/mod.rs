//! The pipeline: files in, every solver on every puzzle, records out.
//!
//! ```text
//! Feed ──Work──▶ Examiner, one per thread ──rows of a block──▶ Units ──row groups──▶ Sink
//! read           parse, solve, check                           order    ▲            commit
//!                                                                └─rows─┘ encoded on the workers
//! ```
//!
//! A *block* is a fixed number of lines of one input; a *unit* is a fixed run of blocks, written
//! as one part of each table by the protocol of the [`store`](crate::store). Rows come out in the
//! order of the input and are the same for any number of threads, times excepted.
//!
//! This is the only module that uses rayon and crossbeam, and [`measure`] has the only
//! clock that anything is measured with. It knows nothing of Parquet: an [`Encoder`] makes rows
//! of records, and a [`Sink`] takes them.

mod any_solver;
mod boundaries;
mod child;
mod collect;
mod config;
mod cross_check;
pub mod divided;
mod examine;
mod feed;
pub mod measure;
mod ordered;
mod outcome;
mod parking;
mod plan;
mod progress;
mod rater;
pub mod record;
mod reference;
mod same_cpu;
mod sink;
pub mod start;
pub mod steps;
mod timed_external;
mod timed_solver;

use std::sync::Mutex;

use crate::interrupt::Interrupt;
use crate::store::Known;
use collect::{ExaminedBlock, Units};
use examine::Examiner;
use feed::{Feed, Reading};

pub use any_solver::{AnySolver, any_solvers, one_solver};
pub use child::Terms;
pub use config::Config;
pub use cross_check::CrossCheck;
pub use ordered::ordered;
use ordered::{Done, Task, ordered_twice};
pub use outcome::{DISAGREEMENTS_KEPT, Outcome, RunError};
pub use plan::plan;
pub use progress::{Progress, Snapshot};
pub use sink::{Encoder, Sink};
pub use timed_external::{TimedExternal, probe};
pub use timed_solver::{Measured, TimedAnswer, panic_in_words};

/// Where the rows of a run go.
pub struct Destination<'a, E: Encoder> {
    /// What the workers encode rows with.
    pub encoder: &'a E,
    /// What takes them in order.
    pub sink: &'a mut dyn Sink<E::Group>,
}

/// Runs every solver on every puzzle of the inputs and records what happened.
/// Units that are `known` to be done are read, to see that they are the same, and
/// not done again. When a signal comes, the open unit ends with the last block that was
/// finished, unless its extent is known.
///
/// # Errors
/// When the results cannot be written, or the inputs are not those of the known
/// units. Units committed before stay. The interrupt is cancelled then.
pub fn run<E: Encoder>(
    config: &Config,
    known: &Known,
    destination: Destination<'_, E>,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    let reading = Mutex::default();
    let feed = Feed::new(config, interrupt, progress, &reading, known);
    let mut outcome = examine(config, known, feed, 0, destination, progress, interrupt)?;
    outcome.inputs = Reading::of(reading)?;
    Ok(outcome)
}

/// The same for some units of a plan: all that are `known`, which have to follow
/// one another.
///
/// # Errors
/// As [`run`].
pub fn work<E: Encoder>(
    config: &Config,
    known: &Known,
    destination: Destination<'_, E>,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    let (Some(first), Some((&last, _))) =
        (known.planned.values().next(), known.planned.last_key_value())
    else {
        return Ok(Outcome::default());
    };
    let reading = Mutex::default();
    let feed = Feed::new(config, interrupt, progress, &reading, known);
    let feed = feed.of_units(first.start, first.facts.first_id, last);
    let first_id = first.facts.first_id;
    let outcome = examine(config, known, feed, first_id, destination, progress, interrupt)?;
    Reading::of(reading).map(|_| outcome)
}

fn examine<E: Encoder>(
    config: &Config,
    known: &Known,
    feed: Feed<'_>,
    first_id: u64,
    Destination { encoder, sink }: Destination<'_, E>,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    let pool = thread_pool(config.threads)?;
    let mut units = Units::new(encoder, sink, interrupt, progress, known, first_id);
    let worker = || {
        let mut examiner = Examiner::new(config, interrupt, progress);
        move |task| match task {
            Task::Item(work) => {
                let (facts, record) = examiner.examine(work);
                Done::Item(ExaminedBlock { facts, rows: encoder.rows(&record) })
            }
            Task::Job(job) => Done::Job(collect::Job::run(job, encoder)),
        }
    };
    ordered_twice(&pool, 4 * config.threads, interrupt, feed, worker, &mut units)?;
    let outcome = units.close()?;
    progress.take_failure().map_or(Ok(outcome), Err)
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
