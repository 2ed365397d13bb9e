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

use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, HouseKind};

pub(super) const TYPE_1: Strategy = Strategy {
    name: "avoidable-rectangle-1",
    title: "Avoidable Rectangle 1",
    source: "",
    level: Level::Hard,
    score: 100,
    uniqueness: true,
    codes: &["0607"],
    sizes: Sizes::UpToNine,
    find: type_1,
    explain: |step, _| {
        let Pattern { digits, cells, .. } = &step.pattern;
        let &[open, ref filled @ ..] = &cells[..] else { return String::new() };
        format!(
            "{}, none of them given, hold {}; if {open} completed them, they could be exchanged.",
            words::list(filled),
            words::list(*digits),
        )
    },
};

pub(super) const TYPE_2: Strategy = Strategy {
    name: "avoidable-rectangle-2",
    title: "Avoidable Rectangle 2",
    source: "",
    level: Level::Hard,
    score: 100,
    uniqueness: true,
    codes: &["0608"],
    sizes: Sizes::UpToNine,
    find: type_2,
    explain: |step, _| {
        let Pattern { digits, cells, .. } = &step.pattern;
        let (filled, open) = cells.split_at(2);
        let c: DigitSet = step.deductions.iter().map(Deduction::digit).collect();
        format!(
            "{} and {}, not given, hold {}; {} must not complete them, so one of the two holds \
             {c}, and no cell that sees both does.",
            filled[0],
            filled[1],
            words::list(*digits - c),
            words::list(open),
            c = words::list(c),
        )
    },
};

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

fn type_1(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    // A rectangle with three corners filled has one filled side in a row.
    for Side { filled, across, .. } in sides(grid).filter(|side| side.in_row) {
        for (open, third) in [(0, 1), (1, 0)] {
            let (opposite, digit) = filled[third];
            let (beside, other) = filled[open];
            let (open, third) = (across[open], across[third]);
            if grid.candidates(open).contains(digit)
                && grid.digit(third) == Some(other)
                && !grid.is_given(third)
            {
                let digits = [digit, other].into_iter().collect();
                let cells = vec![open, beside, opposite, third];
                found(Step {
                    pattern: Pattern::new(digits, cells, Vec::new()),
                    deductions: vec![Deduction::Eliminate(open, digit)],
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn type_2(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for Side { filled: [(first, a), (second, b)], across, .. } in sides(grid) {
        let extra = |cell: Cell, needed: Digit| {
            let candidates = grid.candidates(cell);
            (candidates - DigitSet::only(needed)).single().filter(|_| candidates.contains(needed))
        };
        let Some(c) = extra(across[0], b).filter(|&c| extra(across[1], a) == Some(c)) else {
            continue;
        };
        let seen = grid.layout().common_peers(across.into_iter().collect());
        let deductions: Vec<Deduction> = Deduction::eliminate(seen, c, grid).collect();
        if !deductions.is_empty() {
            let digits = [a, b, c].into_iter().collect();
            let cells = vec![first, second, across[1], across[0]];
            found(Step { pattern: Pattern::new(digits, cells, Vec::new()), deductions })?;
        }
    }
    ControlFlow::Continue(())
}
