//! The reference solver: says how many solutions puzzles of any size have.

use super::{Answer, Limit, Solver, SolverRow, reference};
use crate::grid::{Layout, Puzzle};

/// Guesses after which a solver that works in batches leaves a puzzle undecided: some seconds.
const MOST_GUESSES: u64 = 10_000_000;
/// Conflicts after which a SAT solver does: a minute or so of the largest grids.
const MOST_CONFLICTS: u64 = 1_000_000;

/// The checks that it is given to count the solutions of a puzzle.
pub fn counting_checks(layout: &'static Layout) -> u64 {
    if reference(layout).batches { MOST_GUESSES } else { MOST_CONFLICTS }
}

/// Solvers of one thread, each built when a puzzle first needs it.
#[derive(Default)]
pub struct Solvers(Vec<(&'static str, Box<dyn Solver>)>);

impl Solvers {
    /// The solver of this row.
    pub fn of(&mut self, row: &SolverRow) -> &mut dyn Solver {
        let known = self.0.iter().position(|&(name, _)| name == row.name);
        let at = known.unwrap_or_else(|| {
            self.0.push((row.name, (row.build)()));
            self.0.len() - 1
        });
        self.0[at].1.as_mut()
    }
}

/// For each size the solver that is the [`reference()`] there.
#[derive(Default)]
pub struct ReferenceSolver(Solvers);

impl ReferenceSolver {
    /// Solves puzzles of any sizes, one answer each in order. Neighbours of one size
    /// share a batch. Once the limit says to stop, no further puzzle is begun.
    pub fn decide(&mut self, puzzles: &[Puzzle], limit: &Limit<'_>) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(puzzles.len());
        for same_size in puzzles.chunk_by(|a, b| a.layout() == b.layout()) {
            let row = reference(same_size[0].layout());
            let together = if row.batches { same_size.len() } else { 1 };
            for batch in same_size.chunks(together) {
                match together == 1 && (limit.stop)() {
                    true => answers.push(Answer::of_limit()),
                    false => answers.extend(self.0.of(row).solve_batch(batch, limit)),
                }
            }
        }
        answers
    }
}
