//! The reference solver: says how many solutions puzzles of any size have.

use super::{Answer, Limit, Solver, reference};
use crate::grid::{Layout, Puzzle};

/// For each size the solver that is the [`reference()`] there, built when a puzzle first
/// needs it.
#[derive(Default)]
pub struct ReferenceSolver {
    solvers: Vec<(&'static Layout, Box<dyn Solver>)>,
}

impl ReferenceSolver {
    /// Solves puzzles of any sizes, one answer each in order. Neighbours of one size
    /// share a batch. Once the limit says to stop, no further puzzle is begun.
    pub fn decide(&mut self, puzzles: &[Puzzle], limit: &Limit<'_>) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(puzzles.len());
        for same_size in puzzles.chunk_by(|a, b| a.layout() == b.layout()) {
            let layout = same_size[0].layout();
            let together = if reference(layout).batches { same_size.len() } else { 1 };
            for batch in same_size.chunks(together) {
                match together == 1 && (limit.stop)() {
                    true => answers.push(Answer::of_limit()),
                    false => answers.extend(self.solver(layout).solve_batch(batch, limit)),
                }
            }
        }
        answers
    }

    fn solver(&mut self, layout: &'static Layout) -> &mut dyn Solver {
        let known = self.solvers.iter().position(|&(known, _)| known == layout);
        let at = known.unwrap_or_else(|| {
            self.solvers.push((layout, (reference(layout).build)()));
            self.solvers.len() - 1
        });
        self.solvers[at].1.as_mut()
    }
}
