//! Seeded generation of puzzles.
//!
//! A random full grid is emptied cell by cell in random order, down to a wanted
//! number of clues: without looking (HR12's method, section 5: the puzzle may have
//! many solutions), or keeping exactly one solution. Puzzle *i* of a seed draws
//! from stream *i* of ChaCha8, so it is the same whatever was made before it, and
//! on whichever thread.

mod full;

use std::ops::RangeInclusive;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::grid::{Cell, Grid, Layout, Puzzle};
use crate::solver::{Limit, Solver, Verdict, reference};

/// Full grids tried for one puzzle before its number of clues is given up.
const ATTEMPTS: usize = 10_000;

/// What is promised of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// At least one solution.
    Any,
    /// Exactly one solution.
    Unique,
}

/// Which puzzles to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The number of givens, drawn evenly from this range.
    pub clues: RangeInclusive<usize>,
    /// What is promised.
    pub promise: Promise,
    /// The seed of all puzzles.
    pub seed: u64,
}

/// A puzzle that could not be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no puzzle with {clues} clues and one solution within {ATTEMPTS} random grids")]
pub struct GenerateError {
    clues: usize,
}

/// Makes 9×9 puzzles by a recipe.
pub struct Generator {
    recipe: Recipe,
    solver: Box<dyn Solver>,
}

impl Generator {
    /// A generator with its own solver to prove uniqueness.
    pub fn new(recipe: Recipe) -> Generator {
        Generator { recipe, solver: (reference(Layout::nine()).build)() }
    }

    /// The puzzle of this index.
    ///
    /// # Errors
    /// When puzzles with so few clues are too rare to be met.
    pub fn puzzle(&mut self, index: u64) -> Result<Puzzle, GenerateError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        rng.set_stream(index);
        let layout = Layout::nine();
        let clues = rng.random_range(self.recipe.clues.clone());
        for _ in 0..ATTEMPTS {
            let grid = full::random_grid(layout, &mut rng);
            let mut cells = layout.cells().to_vec();
            cells.shuffle(&mut rng);
            if let Some(puzzle) = self.empty(grid, &cells, clues) {
                return Ok(puzzle);
            }
        }
        Err(GenerateError { clues })
    }

    /// Empties cells in this order until so many are left, if that can be.
    fn empty(&mut self, mut grid: Grid, cells: &[Cell], clues: usize) -> Option<Puzzle> {
        let mut left = cells.len();
        for &cell in cells {
            if left == clues {
                break;
            }
            let digit = grid.digit(cell);
            grid.set(cell, None);
            if self.recipe.promise == Promise::Any || self.is_unique(&grid) {
                left -= 1;
            } else {
                grid.set(cell, digit);
            }
        }
        (left == clues).then(|| puzzle_of(&grid))
    }

    fn is_unique(&mut self, grid: &Grid) -> bool {
        let answer = self.solver.solve(&puzzle_of(grid), &Limit::solutions(2));
        answer.verdict == Verdict::Unique
    }
}

fn puzzle_of(grid: &Grid) -> Puzzle {
    Puzzle::new(grid.clone()).expect("part of a full grid has no conflict")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::find_solver;
    use crate::text::to_line;

    fn recipe(promise: Promise, clues: RangeInclusive<usize>) -> Generator {
        Generator::new(Recipe { clues, promise, seed: 7 })
    }

    #[test]
    fn a_puzzle_depends_on_its_seed_and_index_alone() {
        let mut generator = recipe(Promise::Unique, 24..=30);
        let third = generator.puzzle(3).unwrap();
        assert_eq!(recipe(Promise::Unique, 24..=30).puzzle(3).unwrap(), third);
        assert_ne!(generator.puzzle(4).unwrap(), third);
    }

    #[test]
    fn promises_are_kept() {
        let mut judge = (find_solver("sat").unwrap().build)();
        for index in 0..20 {
            let unique = recipe(Promise::Unique, 25..=32).puzzle(index).unwrap();
            assert!((25..=32).contains(&unique.clues()));
            let answer = judge.solve(&unique, &Limit::solutions(2));
            assert_eq!(answer.verdict, Verdict::Unique, "{}", to_line(unique.grid()));
            let any = recipe(Promise::Any, 20..=20).puzzle(index).unwrap();
            assert_eq!(any.clues(), 20);
            assert_ne!(judge.solve(&any, &Limit::solutions(1)).verdict, Verdict::None);
        }
    }
}
