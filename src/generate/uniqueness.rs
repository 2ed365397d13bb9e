//! The question a generator asks: may these givens go?
//!
//! Nearly all the time of generation is spent here, so it is a seam: a solver
//! that answers many such questions at once takes the place of [`Dlx`].

use crate::grid::{Cell, DigitSet, Puzzle};
use crate::solver::{Dlx, Limit, Solver, Verdict};

/// Rows that one question may try. No 9×9 puzzle comes near; where a larger one
/// does, the givens stay, and the puzzle generated is the same on every machine.
const CHECKS: u64 = 100_000;

/// Decides which givens are redundant.
pub trait Uniqueness {
    /// Of a puzzle with exactly one solution, the first of these sets of givens
    /// that can all be taken away with no second solution coming up.
    fn first_redundant(&mut self, puzzle: &Puzzle, sets: &[&[Cell]]) -> Option<usize>;
}

impl Uniqueness for Dlx {
    fn first_redundant(&mut self, puzzle: &Puzzle, sets: &[&[Cell]]) -> Option<usize> {
        sets.iter().position(|cells| match cells {
            [cell] => is_redundant(self, puzzle, *cell),
            cells => {
                let mut without = puzzle.clone();
                cells.iter().for_each(|&cell| without.remove(cell));
                let limit = Limit { checks: CHECKS, ..Limit::solutions(2) };
                self.solve(&without, &limit).verdict == Verdict::Unique
            }
        })
    }
}

/// Whether the rest of the givens leave no other digit for this one's cell: half
/// the search of asking for two solutions, as the known one is not looked for.
fn is_redundant(dlx: &mut Dlx, puzzle: &Puzzle, cell: Cell) -> bool {
    let Some(given) = puzzle.given(cell) else { return true };
    let mut without = puzzle.clone();
    without.remove(cell);
    let all = DigitSet::all(puzzle.layout().order());
    let others = all - DigitSet::only(given);
    let cells = puzzle.layout().cells().iter();
    let rows = cells.map(|&other| (other, if other == cell { others } else { all }));
    let limit = Limit { checks: CHECKS, ..Limit::solutions(1) };
    dlx.solve_in_order(&without, rows, &limit).verdict == Verdict::None
}
