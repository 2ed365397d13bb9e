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

use super::board::board;
use super::chain::Kind;
use super::course::Course;
use super::{Deduction, Pattern, Step, Steps, Studied};
use crate::grid::DigitSet;
use crate::lanes::{Assumption, assumptions};

pub(super) fn find<const DEPTH: u8>(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let cells = grid.layout().cells();
    let mut visit = |cell: usize, digits: DigitSet| {
        let eliminated = digits.map(|digit| Deduction::Eliminate(cells[cell], digit));
        steps.add(eliminated, || Pattern::new(digits, [cells[cell]], []))
    };
    if DEPTH == 1 {
        // What singles refute is known from the search for chains.
        let suspects = grid.suspects(Kind::All);
        return assumptions(&board(grid)).into_iter().try_for_each(
            |Assumption { cell, digit, .. }| {
                let digits = DigitSet::from_bits(digit.into());
                match digits.first().is_some_and(|digit| suspects.contains((cells[cell], digit))) {
                    true => visit(cell, digits),
                    false => grid.poll(),
                }
            },
        );
    }
    let stop = || grid.ask().is_break();
    grid.on_lanes(|trials| {
        trials.refuted(&board(grid), DEPTH, &stop, &mut |cell, digit| {
            visit(cell, DigitSet::from_bits(digit.into()))
        })
    })
}

pub(super) fn explain<const DEPTH: u8>(step: &Step, grid: &Studied<'_>) -> String {
    let (cell, digit) = (step.pattern.cells[0], step.deductions[0].digit());
    let course = Course::of(grid, (cell, digit), DEPTH - 1).tell(&[]);
    let who = if DEPTH == 1 { "singles" } else { "singles and trials" };
    format!("If {cell} held {digit}, {who} would {course}.")
}
