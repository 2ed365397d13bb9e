//! Refutation: a candidate whose assumption meets a contradiction is impossible.
//!
//! `refute(c, k)` assumes candidate c and runs trial and error of depth k − 1: place
//! singles until nothing changes, and, where k > 1, delete every further candidate
//! that `refute(c′, k − 1)` deletes, again and again. An empty cell, or a house without
//! a place for a digit, is the contradiction that deletes c. That an assumption solves
//! the puzzle says nothing about the others, so it is never accepted.
//!
//! ```text
//! T&E(0)   singles
//! T&E(1)   refute(c, 1): assume c, singles to the end, contradiction
//! T&E(2)   refute(c, 2): assume c, T&E(1) to the end, contradiction
//! ```
//!
//! These are the last rungs of the ladder: every valid 9×9 puzzle known falls by k = 3.
//! The work is done on the [lanes](crate::lanes), 9×9 only; the theory is told there.
//!
//! Sources: B09 (Nishio, its simplest form); D. Berthier, *The Hidden Logic of Sudoku*,
//! 2007 (T&E).

use std::ops::ControlFlow;

use super::course::Course;
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied};
use crate::grid::{CandidateGrid, DigitSet};
use crate::lanes::{Board, Trials};

pub(super) const REFUTE_1: Strategy = Strategy {
    name: "refute-1",
    title: "Refutation by Singles",
    source: "Berthier 2007, T&E(1)",
    level: Level::Extreme,
    score: 700,
    uniqueness: false,
    codes: &[],
    sizes: Sizes::Nine,
    find: find::<1>,
    explain: |step, grid| explain(step, grid, 0),
};

pub(super) const REFUTE_2: Strategy = Strategy {
    name: "refute-2",
    title: "Refutation by Refutations",
    source: "Berthier 2007, T&E(2)",
    level: Level::Extreme,
    score: 10_000,
    uniqueness: false,
    codes: &[],
    sizes: Sizes::Nine,
    find: find::<2>,
    explain: |step, grid| explain(step, grid, 1),
};

pub(super) const REFUTE_3: Strategy = Strategy {
    name: "refute-3",
    title: "Refutation of Depth Three",
    source: "Berthier 2007, T&E(3)",
    level: Level::Extreme,
    score: 10_000,
    uniqueness: false,
    codes: &[],
    sizes: Sizes::Nine,
    find: find::<3>,
    explain: |step, grid| explain(step, grid, 2),
};

fn find<const DEPTH: u8>(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let cells = grid.layout().cells();
    Trials::default().refuted(&board(grid), DEPTH, &mut |cell, digit| {
        let (cell, digits) = (cells[cell], DigitSet::from_bits(digit.into()));
        found(Step {
            pattern: Pattern::new(digits, vec![cell], Vec::new()),
            deductions: digits.map(|digit| Deduction::Eliminate(cell, digit)).collect(),
        })
    })
}

/// The candidates of a 9×9 grid as the lanes hold them.
pub(super) fn board(grid: &CandidateGrid) -> Board {
    let mut board = Board::EMPTY;
    for &cell in grid.layout().cells() {
        let candidates = grid.digit(cell).map_or(grid.candidates(cell), DigitSet::only);
        board.set_candidates(cell.index(), candidates.bits() as u16);
    }
    board
}

fn explain(step: &Step, grid: &CandidateGrid, depth: u8) -> String {
    let (cell, digit) = (step.pattern.cells[0], step.deductions[0].digit());
    let course = Course::of(grid, (cell, digit), depth).tell(&[]);
    let who = if depth == 0 { "singles" } else { "singles and trials" };
    format!("If {cell} held {digit}, {who} would {course}.")
}
