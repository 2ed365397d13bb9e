//! Attempts and their puzzles: the rows of one unit's parts, as plain numbers.
//!
//! A unit writes its puzzles in rising order of `puzzle_id`, and its attempts puzzle by
//! puzzle in the order of the run's solvers: each attempt finds its puzzle by going
//! through both parts once.

use std::path::Path;

use polars::prelude::{PolarsError, PolarsResult};

use super::distribution::AttemptEnd;
use crate::pipeline::record::{SolutionCount, Status};
use crate::solver::Verdict;
use crate::table::columns::Columns;
use crate::table::schema;

/// Puzzles that are alike: of one size, with as many givens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class {
    /// Rows, columns and boxes.
    pub order: u8,
    /// Givens.
    pub clues: u16,
}

/// One row of `solves`.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// The puzzle, by row of its part.
    pub row: usize,
    /// The solver, by [its number](crate::table::solver_names).
    pub solver: usize,
    /// What became of it.
    pub status: Status,
    /// Whether it claims another number of solutions than the puzzle has.
    pub is_refuted: bool,
    /// CPU time in ns; the mean of the span if several puzzles shared one.
    pub cpu_ns: u64,
    /// Puzzles that shared the timed span.
    pub batch: u32,
    /// Effort in the solver's own checks.
    pub checks: u64,
    /// Assumptions tried.
    pub guesses: u64,
}

impl Attempt {
    /// How it ended, unless nothing was attempted, nothing came of it, or its claim is refuted.
    pub fn end(&self) -> Option<AttemptEnd> {
        match self.status {
            _ if self.is_refuted => None,
            Status::Verdict(Verdict::Stalled) => Some(AttemptEnd::Stalled),
            Status::Verdict(Verdict::Limit) => Some(AttemptEnd::Limit),
            Status::Verdict(_) => Some(AttemptEnd::Answered),
            Status::Unsupported | Status::Panicked | Status::Wrong => None,
        }
    }
}

/// The attempts of one part at the puzzles with these ids and numbers of solutions, as of the columns, in its
/// order.
///
/// # Errors
/// When the part cannot be read, or has a puzzle that is not among them.
pub fn attempts(part: &Path, puzzles: &[u64], solutions: &[u64]) -> PolarsResult<Vec<Attempt>> {
    let names = ["puzzle_id", "solver", "status", "cpu_ns", "batch", "checks", "guesses"];
    let columns = Columns::read(part, &names)?;
    let solvers = columns.solvers()?;
    let statuses = columns.places("status", schema::statuses())?;
    let [times, batches, checks, guesses] =
        ["cpu_ns", "batch", "checks", "guesses"].map(|name| columns.numbers(name));
    let (times, batches, checks, guesses) = (times?, batches?, checks?, guesses?);
    let rows = rows_of(part, &columns, puzzles)?;
    let attempt = |(place, row): (usize, usize)| {
        let status = Status::ALL[statuses[place]];
        Attempt {
            row,
            solver: solvers[place],
            status,
            is_refuted: is_refuted(status, solutions[row]),
            cpu_ns: times[place],
            batch: batches[place] as u32,
            checks: checks[place],
            guesses: guesses[place],
        }
    };
    Ok(rows.into_iter().enumerate().map(attempt).collect())
}

/// Whether an answer claims another number of solutions than is known of the puzzle.
fn is_refuted(status: Status, solutions: u64) -> bool {
    let Status::Verdict(verdict) = status else { return false };
    let [claim, unknown] =
        [SolutionCount::of(verdict), SolutionCount::Unknown].map(|count| u64::from(count.code()));
    claim != solutions && claim != unknown && solutions != unknown
}

/// The place of each row's puzzle among these.
///
/// # Errors
/// When one is not among them.
pub fn rows_of(part: &Path, columns: &Columns, puzzles: &[u64]) -> PolarsResult<Vec<usize>> {
    let mut row = 0;
    let find = |id: u64| {
        row += puzzles[row..].iter().take_while(|&&puzzle| puzzle < id).count();
        (puzzles.get(row) == Some(&id)).then_some(row).ok_or_else(|| {
            let text = format!("puzzle {id} of {} is not in `puzzles`", part.display());
            PolarsError::ComputeError(text.into())
        })
    };
    columns.numbers("puzzle_id")?.into_iter().map(find).collect()
}
