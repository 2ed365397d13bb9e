//! 9×9 puzzles with few clues: a walk from puzzle to puzzle.
//!
//! Emptying a full grid ends near 24 clues and hardly ever below 21. What gets
//! further is the search known as {−2+1}: take two givens away from a puzzle with
//! one solution and add one that brings it back to one, not always the same. Where
//! no pair will do, {−1+1} leads aside to another puzzle with as many clues, to try
//! again from there. After so many steps aside the walk begins again with another
//! grid.
//!
//! The puzzles are minimal. They are not drawn evenly from those with their number
//! of clues: a walk ends where many ways lead down, and two walks may end in
//! equivalent puzzles; [`Distinct`](super::Distinct) tells them apart.

use std::ops::{Range, RangeInclusive};

use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::additions::additions;
use super::{GenerateError, Promise, Recipe, nine};
use crate::grid::{Grid, Layout, Puzzle};
use crate::lanes::{Answer, Limit, Solver};

/// Pairs of givens taken away side by side.
const PAIRS: usize = 64;

/// The most solutions that are gone through to find a given that leaves one, without
/// two givens and without one. More would find more, in a time that grows faster.
const SOLUTIONS_DOWN: u32 = 100;
const SOLUTIONS_ASIDE: u32 = 300;

/// Steps aside, since the last one down, after which a walk is given up.
const STEPS: u32 = 200;

/// Values row by row, 0 for an empty cell.
type Values = [u8; 81];

/// Finds 9×9 puzzles with few clues, with scratch memory for one thread.
pub struct LowClues {
    recipe: Recipe,
    solver: Solver,
    answers: Vec<Answer>,
}

impl LowClues {
    /// Of puzzles with so many clues: the first that each walk meets.
    ///
    /// # Errors
    /// When there are no such puzzles.
    pub fn new(clues: RangeInclusive<usize>, seed: u64) -> Result<LowClues, GenerateError> {
        let recipe = Recipe::nine(clues, Promise::Minimal, seed);
        recipe.check()?;
        Ok(LowClues { recipe, solver: Solver::default(), answers: Vec::new() })
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
            if self.recipe.clues.contains(&givens(&end).len()) {
                let grid = Grid::new(Layout::nine(), &end);
                return Ok(Puzzle::new(grid).expect("part of a solution has no conflict"));
            }
        }
        Err(GenerateError::OutOfReach { clues: self.recipe.clues.clone(), attempts })
    }

    /// One walk down from a random grid, to the wanted number of clues or to where
    /// it is given up. Rarely, it also steps over the number wanted.
    fn walk(&mut self, rng: &mut ChaCha8Rng) -> Values {
        let mut puzzle = self.minimise(nine::random_grid(rng), rng);
        let mut steps = 0;
        while steps <= STEPS && givens(&puzzle).len() > *self.recipe.clues.end() {
            if let Some(lower) = self.down(&puzzle, rng) {
                (puzzle, steps) = (lower, 0);
            } else if let Some(other) = self.aside(&puzzle, rng) {
                (puzzle, steps) = (other, steps + 1);
            } else {
                break;
            }
        }
        puzzle
    }

    /// {−2+1}: the pairs are tried in random order.
    fn down(&mut self, puzzle: &Values, rng: &mut ChaCha8Rng) -> Option<Values> {
        let givens = givens(puzzle);
        let pairs = givens.iter().enumerate();
        let pairs = pairs.flat_map(|(i, &one)| givens[..i].iter().map(move |&other| [one, other]));
        let mut pairs: Vec<[usize; 2]> = pairs.collect();
        pairs.shuffle(rng);
        pairs.chunks(PAIRS).find_map(|pairs| {
            let poorer: Vec<Values> = pairs.iter().map(|pair| without(puzzle, pair)).collect();
            self.with_one_more(puzzle, &poorer, SOLUTIONS_DOWN, rng)
        })
    }

    /// {−1+1}.
    fn aside(&mut self, puzzle: &Values, rng: &mut ChaCha8Rng) -> Option<Values> {
        let poorer: Vec<Values> =
            givens(puzzle).into_iter().map(|cell| without(puzzle, &[cell])).collect();
        self.with_one_more(puzzle, &poorer, SOLUTIONS_ASIDE, rng)
    }

    /// One of the puzzles made poorer, at random, with a given more that leaves it
    /// one solution and was not there before.
    fn with_one_more(
        &mut self,
        before: &Values,
        poorer: &[Values],
        most: u32,
        rng: &mut ChaCha8Rng,
    ) -> Option<Values> {
        let mut additions = additions(&mut self.solver, poorer, most);
        additions.retain(|addition| before[addition.cell] != addition.value);
        let addition = additions.choose(rng)?;
        let mut puzzle = poorer[addition.puzzle];
        puzzle[addition.cell] = addition.value;
        Some(self.minimise(puzzle, rng))
    }

    /// Takes away, one by one at random, givens that a puzzle with one solution does
    /// not need. All removals are tried side by side, one per lane.
    fn minimise(&mut self, mut puzzle: Values, rng: &mut ChaCha8Rng) -> Values {
        loop {
            let givens = givens(&puzzle);
            let poorer: Vec<Values> =
                givens.iter().map(|&cell| without(&puzzle, &[cell])).collect();
            self.answers.resize(poorer.len(), Answer::default());
            self.solver.solve_batch(&poorer, Limit::solutions(2), &mut self.answers);
            let judged = givens.iter().zip(&self.answers);
            let redundant: Vec<usize> =
                judged.filter(|(_, answer)| answer.solutions == 1).map(|(&cell, _)| cell).collect();
            match redundant.choose(rng) {
                Some(&cell) => puzzle[cell] = 0,
                None => return puzzle,
            }
        }
    }
}

fn givens(puzzle: &Values) -> Vec<usize> {
    (0..81).filter(|&cell| puzzle[cell] != 0).collect()
}

fn without(puzzle: &Values, cells: &[usize]) -> Values {
    let mut poorer = *puzzle;
    cells.iter().for_each(|&cell| poorer[cell] = 0);
    poorer
}
