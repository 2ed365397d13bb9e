//! The 9×9 puzzles that differ in one given: all {−1+1} steps of a minimal puzzle.

use super::census_search::Counter;
use super::removals::Removals;
use crate::grid::{Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::lanes::{Answer, Limit, Solver};

/// Finds neighbours; keep one per thread.
#[derive(Default)]
pub struct Neighbours {
    solver: Solver,
    counter: Counter,
}

impl Neighbours {
    /// The same, up to an interrupt: what is found after it is worth nothing.
    pub fn until(mut self, interrupt: &Interrupt) -> Neighbours {
        self.counter.interrupt = interrupt.clone();
        self
    }

    /// All puzzles with one solution, not always the same, that have another given, mostly in
    /// another cell, in the place of one of this minimal puzzle.
    pub fn of(&mut self, puzzle: &Puzzle) -> Vec<Puzzle> {
        let mut values = [0; 81];
        values.copy_from_slice(puzzle.values());
        let mut answer = [Answer::default()];
        self.solver.solve_batch(&[values], Limit::solutions(1), &mut answer);
        let removals = Removals::new(&mut self.counter, values, &answer[0].solution);
        let of = |values: &[u8; 81]| {
            let grid = Grid::new(Layout::nine(), values);
            Puzzle::new(grid).expect("part of a solution has no conflict")
        };
        removals.others().iter().map(of).collect()
    }
}
