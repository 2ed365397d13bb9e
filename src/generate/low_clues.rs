//! 9×9 puzzles with few clues: a walk from puzzle to puzzle.
//!
//! Emptying a full grid ends near 24 clues and hardly ever below 21. What gets
//! further is the search known as {−2+1}: take two givens away from a puzzle with
//! one solution and add one that brings it back to one, not always the same. Where
//! no pair will do, {−1+1} leads aside to other puzzles with as many clues, to try
//! again from there. When many have been tried, or no more are in reach, the walk
//! begins again with another grid. At 18 clues that is the rule: a puzzle has five or
//! six such neighbours on average, and often only some dozens are linked in this way.
//!
//! Nothing that one step could reach is missed, however many solutions the puzzles in
//! between have: [`census_search`](super::census_search) says how. So no puzzle is tried twice.
//!
//! The puzzles are minimal. They are not drawn evenly from those with their number
//! of clues: a walk ends where many ways lead down, and two walks may end in
//! equivalent puzzles; [`SeenPuzzles`](super::SeenPuzzles) tells them apart.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::census_search::Counter;
use super::removals::{Removals, Values, givens, without};
use super::{GenerateError, Recipe, Requirement, nine};
use crate::grid::{Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::lanes::{Answer, Limit, Solver};

/// Puzzles with as many clues that are gone through for one with fewer.
const STEPS: u32 = 500;

/// Finds 9×9 puzzles with few clues, with scratch memory for one thread.
pub struct LowClues {
    recipe: Recipe,
    solver: Solver,
    counter: Counter,
}

impl LowClues {
    /// Of puzzles with so many clues: the first that each walk meets.
    ///
    /// # Errors
    /// When there are no such puzzles.
    pub fn new(clues: RangeInclusive<usize>, seed: u64) -> Result<LowClues, GenerateError> {
        let recipe = Recipe::nine(clues, Requirement::Minimal, seed);
        recipe.check()?;
        Ok(LowClues { recipe, solver: Solver::default(), counter: Counter::default() })
    }

    /// The same, up to an interrupt: the puzzles that are not found by then are
    /// [`GenerateError::Stopped`].
    pub fn until(mut self, interrupt: &Interrupt) -> LowClues {
        self.counter.interrupt = interrupt.clone();
        self
    }

    /// The puzzles of these indices, in order.
    ///
    /// # Errors
    /// For each index by itself, when no walk led there.
    pub fn puzzles(&mut self, indices: Range<u64>) -> Vec<Result<Puzzle, GenerateError>> {
        indices.map(|index| self.puzzle(index)).collect()
    }

    fn puzzle(&mut self, index: u64) -> Result<Puzzle, GenerateError> {
        let mut rng = self.recipe.stream(index);
        let attempts = self.recipe.attempts();
        for _ in 0..attempts {
            let end = self.walk(&mut rng);
            if self.counter.interrupt.is_set() {
                return Err(GenerateError::Stopped);
            }
            if self.recipe.clues.contains(&givens(&end).len()) {
                let grid = Grid::new(Layout::nine(), &end);
                return Ok(Puzzle::new(grid).expect("part of a solution has no conflict"));
            }
        }
        let clues = self.recipe.clues.clone();
        Err(GenerateError::OutOfReach { clues, attempts, low_clues: false })
    }

    /// One walk down from a random grid, to the wanted number of clues or to where
    /// it is given up. Rarely, it also steps over the number wanted.
    fn walk(&mut self, rng: &mut ChaCha8Rng) -> Values {
        let mut puzzle = self.minimise(nine::random_grid(rng), rng);
        while givens(&puzzle).len() > *self.recipe.clues.end() {
            match self.fewer(puzzle, rng) {
                Some(fewer) => puzzle = self.minimise(fewer, rng),
                None => break,
            }
        }
        puzzle
    }

    /// A puzzle with fewer clues, a {−2+1} step away from this one or from one that
    /// {−1+1} steps lead to: further and further, back only where there is no other
    /// way, and never to the same puzzle twice.
    fn fewer(&mut self, puzzle: Values, rng: &mut ChaCha8Rng) -> Option<Values> {
        let mut met = HashSet::from([puzzle]);
        let mut ahead = vec![puzzle];
        for _ in 0..STEPS {
            if self.counter.interrupt.is_set() {
                return None;
            }
            let puzzle = ahead.pop()?;
            let mut answer = [Answer::default()];
            self.solver.solve_batch(&[puzzle], Limit::solutions(1), &mut answer);
            let removals = Removals::new(&mut self.counter, puzzle, &answer[0].solution);
            let fewer = removals.fewer(&mut self.counter, rng);
            if fewer.is_some() {
                return fewer;
            }
            let mut others = removals.others();
            others.shuffle(rng);
            ahead.extend(others.into_iter().filter(|&other| met.insert(other)));
        }
        None
    }

    /// Takes away, one by one at random, givens that a puzzle with one solution does
    /// not need. All removals are tried side by side, one per lane.
    fn minimise(&mut self, mut puzzle: Values, rng: &mut ChaCha8Rng) -> Values {
        loop {
            let givens = givens(&puzzle);
            let poorer: Vec<Values> =
                givens.iter().map(|&cell| without(&puzzle, &[cell])).collect();
            let mut answers = vec![Answer::default(); poorer.len()];
            self.solver.solve_batch(&poorer, Limit::solutions(2), &mut answers);
            let judged = givens.iter().zip(&answers);
            let redundant: Vec<usize> =
                judged.filter(|(_, answer)| answer.solutions == 1).map(|(&cell, _)| cell).collect();
            match redundant.choose(rng) {
                Some(&cell) => puzzle[cell] = 0,
                None => return puzzle,
            }
        }
    }
}
