//! Avoidable rectangles: [deadly rectangles](super::rectangle) among cells already
//! filled.
//!
//! What the solver filled in follows from the givens, but is not given: four such
//! cells with A, B, A, B in two boxes would still be exchangeable.
//!
//! - **Type 1**: three corners hold A, B, A; the fourth is not B.
//! - **Type 2**: two neighbouring corners hold A and B; the other two would complete
//!   the rectangle but for one further digit C, the same in both. One of them is C,
//!   so no cell that sees both is.
//!
//! ```text
//!         c1   c2             c1      c2
//! row 1   +A   +B      row 1  +A      +B
//! row 4   +B   -A      row 4  {B,C}   {A,C}     no other C in row 4
//! ```
//!
//! Sound only for puzzles with one solution, and only when it is known which cells
//! were given. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::seen::eliminate_seen;
use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, HouseKind};

/// A side of a rectangle in two boxes, both corners filled but not given, and the
/// corners across from each of them.
struct Side {
    filled: [(Cell, Digit); 2],
    across: [Cell; 2],
    in_row: bool,
}

fn sides(grid: &CandidateGrid) -> impl Iterator<Item = Side> + '_ {
    let layout = grid.layout();
    let own = move |cell: Cell| grid.digit(cell).filter(|_| !grid.is_given(cell));
    let cells = layout.cells().iter().filter_map(move |&cell| Some((cell, own(cell)?)));
    let pairs = cells.flat_map(move |(cell, digit)| {
        [HouseKind::Row, HouseKind::Column].into_iter().flat_map(move |kind| {
            let line = layout.houses_at(cell)[kind as usize];
            let later = layout.house_cells(line).iter().filter(move |&&other| other > cell);
            let others = later.filter_map(move |&other| Some((other, own(other)?)));
            others.map(move |other| (kind, [(cell, digit), other]))
        })
    });
    pairs.flat_map(move |(kind, filled)| {
        let [first, second] = filled.map(|(cell, _)| cell);
        let same_box = layout.box_at(first) == layout.box_at(second);
        (0..layout.order()).filter_map(move |number| {
            let across = [first, second].map(|cell| match kind {
                HouseKind::Row => layout.cell(number, cell.column()),
                _ => layout.cell(cell.row(), number),
            });
            let two_boxes = same_box != (layout.box_at(first) == layout.box_at(across[0]));
            let in_row = kind == HouseKind::Row;
            (two_boxes && across[0] != first).then_some(Side { filled, across, in_row })
        })
    })
}

pub(super) fn type_1(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    // A rectangle with three corners filled has one filled side in a row.
    for Side { filled, across, .. } in sides(grid).filter(|side| side.in_row) {
        for (open, third) in [(0, 1), (1, 0)] {
            let (opposite, digit) = filled[third];
            let (beside, other) = filled[open];
            let (open, third) = (across[open], across[third]);
            if grid.digit(third) == Some(other) && !grid.is_given(third) {
                steps.add([Deduction::Eliminate(open, digit)], || {
                    Pattern::new([digit, other], [open, beside, opposite, third], [])
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn type_2(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for Side { filled: [(first, a), (second, b)], across, .. } in sides(grid) {
        let [extra, same] = [(across[0], b), (across[1], a)].map(|(cell, needed)| {
            let candidates = grid.candidates(cell);
            (candidates - DigitSet::only(needed)).single().filter(|_| candidates.contains(needed))
        });
        if let Some(c) = extra.filter(|_| extra == same) {
            steps.add(eliminate_seen(DigitSet::only(c), across, grid), || {
                Pattern::new([a, b, c], [first, second, across[1], across[0]], [])
            })?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain_1(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, .. } = &step.pattern;
    let &[open, ref filled @ ..] = &cells[..] else { return String::new() };
    format!(
        "{}, none of them given, hold {}; if {open} completed them, they could be exchanged.",
        words::list(filled),
        words::list(*digits),
    )
}

pub(super) fn explain_2(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, .. } = &step.pattern;
    let &[first, second, ref open @ ..] = &cells[..] else { return String::new() };
    let c = step.digits();
    format!(
        "{first} and {second}, not given, hold {}; {} must not complete them, so one of the two \
         holds {c}, and no cell that sees both does.",
        words::list(*digits - c),
        words::list(open),
        c = words::list(c),
    )
}
