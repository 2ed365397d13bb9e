//! BUG+1: one candidate away from a grid of pairs.
//!
//! A *bivalue universal grave* is a grid whose empty cells all have two candidates,
//! each digit twice in every house where it is missing. Choosing the other
//! candidate everywhere turns any solution of it into another, so a puzzle with one
//! solution never comes to such a grid. When a single further candidate, the third
//! of its cell, stands in the way, it must be true, and the cell's other two
//! candidates are not.
//!
//! ```text
//! every other empty cell {x,y};  R4C5 {2,6,9}, with 6 three times in row 4, in
//! column 5 and in box 5, and every other digit twice: R4C5 is not 2 and not 9
//! ```
//!
//! Sound only for puzzles with one solution. Larger graves (BUG+2, …) are not
//! found here. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, Digit, House};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let Some(cell) = one_more_candidate(grid) else { return ControlFlow::Continue(()) };
    let houses = grid.layout().houses_at(cell);
    let count = |house: House, digit: Digit| grid.positions(house, digit).count_ones();
    for digit in grid.candidates(cell) {
        let in_pairs_but_for = |&house: &House| {
            Digit::all(grid.order()).all(|other| match count(house, other) {
                0 | 2 => other != digit || !houses.contains(&house),
                3 => other == digit && houses.contains(&house),
                _ => false,
            })
        };
        if grid.layout().houses().iter().all(in_pairs_but_for) {
            let others = grid.candidates(cell).filter(|&other| other != digit);
            steps.add(others.map(|other| Deduction::Eliminate(cell, other)), || {
                Pattern::new([digit], [cell], houses)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The only cell without exactly two candidates, if it has three.
fn one_more_candidate(grid: &Studied<'_>) -> Option<Cell> {
    let bivalue = grid.bivalue_cells();
    if grid.empty_cells() != bivalue.len() + 1 {
        return None;
    }
    let mut cells = grid.layout().cells().iter().copied();
    cells.find(|&cell| grid.candidates(cell).len() == 3)
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, .. } = &step.pattern;
    format!(
        "Without {digit} in {cell} every empty cell would have two candidates and every house two \
         places for each digit it lacks: two solutions or none. So {cell} holds {digit}.",
        digit = words::list(*digits),
        cell = words::list(cells),
    )
}
