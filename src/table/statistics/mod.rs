//! Statistics: everything that summaries, reports and experiments say of a run, from one
//! pass over its tables.
//!
//! The pass goes unit by unit and reads each part once, the few columns that it needs.
//! Memory is bounded by a part, the number of distinct three-digit values, and the number
//! of inputs; not by the run. Only the hardest puzzles take a second look at `solves`,
//! since they are ranked by the distributions of the whole run.
//!
//! What is counted is defined here and nowhere else: quantiles and bounds in
//! [`Distribution`], means and their errors in [`Moments`] and [`Estimate`], pairs of
//! solvers in [`Comparison`].

mod attempt;
mod bucket;
mod comparison;
mod counts;
mod distribution;
mod estimate;
mod hardest;
mod moments;
mod over_spans;
mod pass;
mod rank_correlation;
pub(super) mod rejects;
mod result;
mod standings;

use std::path::Path;

use super::error::SummaryError;

pub use attempt::{Attempt, Class};
pub use bucket::Bucket;
pub use comparison::Comparison;
pub use counts::{
    Cost, Measures, SetStatistics, SolverInSet, SolverStatistics, StatusCounts, StrategyCounts,
};
pub use distribution::{AttemptEnd, Bounded, Distribution};
pub use estimate::{Bound, Estimate, Joint};
pub use hardest::HardPuzzle;
pub use moments::{Moments, Products};
pub use over_spans::OverSpans;
pub use rejects::{Reject, Rejects};
pub use result::{Statistics, Wanted};
pub use standings::{Standings, Stratum, UNIT, within};

impl Statistics {
    /// Reads a run's tables, finished or not.
    ///
    /// # Errors
    /// When they are missing or cannot be read.
    pub fn of_run(run: &Path, wanted: Wanted) -> Result<Statistics, SummaryError> {
        pass::pass(run, wanted).map_err(|error| SummaryError::new(run, &error))
    }

    /// Reads the tables of several runs as if they were one; the hardest puzzles and the
    /// rejected lines are those of the first.
    ///
    /// # Errors
    /// When they are missing or cannot be read.
    pub fn of_runs(runs: &[&Path], wanted: Wanted) -> Result<Statistics, SummaryError> {
        let first = runs.first().copied().unwrap_or(Path::new(""));
        pass::pass_over(runs, wanted).map_err(|error| SummaryError::new(first, &error))
    }
}
