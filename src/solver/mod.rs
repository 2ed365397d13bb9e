//! Solvers: puzzle in, verdict and effort out.
//!
//! A [`Solver`] holds only scratch memory, one per thread, so nothing is allocated
//! per puzzle where speed counts. It does no input or output (but for `sat-hr12-file`, whose
//! files are what it is there to measure), starts no threads and reads no clock: whoever calls it measures it, and stops it through its
//! [`Limit`]. What it says is exact: a [`Verdict`] names what was proved, an
//! [`Effort`] counts what was done.
//!
//! [`SOLVERS`] is the only list of them. To add a solver, write its file, one
//! `mod` line and one row.

mod answer;
mod backtracking;
mod brute_force;
mod deduce;
pub mod divide;
mod dlx;
mod fast;
mod hr12_listing;
mod human;
mod limit;
mod logic;
mod reference;
mod row;
pub mod sat;
mod scan;
mod singles;
mod table;
mod usage;

pub use answer::{Answer, Effort, Verdict};
pub use dlx::Dlx;
pub use fast::{board, vector_code};
pub use limit::{Limit, Meter};
pub use logic::Logic;
pub use reference::{ReferenceSolver, Solvers, counting_checks};
pub use row::{Sizes, SolverRow};
pub use table::{SOLVERS, SOURCES, find_solver, find_solvers, reference};
pub use usage::{Applied, Usage};

use crate::grid::Puzzle;

/// A way to solve puzzles, with its scratch memory.
pub trait Solver {
    /// Searches for up to [`Limit::solutions`] solutions of one puzzle.
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer;

    /// Solves a slice of puzzles of one size, one answer each in order. Batch
    /// solvers share work between the puzzles; the others take them one by one.
    fn solve_batch(&mut self, puzzles: &[Puzzle], limit: &Limit<'_>) -> Vec<Answer> {
        puzzles.iter().map(|puzzle| self.solve(puzzle, limit)).collect()
    }
}
