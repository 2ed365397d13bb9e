//! Remote Pair: cells of one and the same two candidates, each seeing the next.
//!
//! Along the chain the two digits alternate, so of two cells an odd number of steps
//! apart one holds the one digit and the other the other: no cell that sees both holds
//! either.
//!
//! ```text
//! {5,8} ── {5,8} ── {5,8} ── {5,8}     the ends are 5 and 8, or 8 and 5
//! ```
//!
//! Two cells that see each other are a naked pair, so the chain has at least four.
//! Source: HoDoKu's documentation, Remote Pair.

use std::ops::ControlFlow;

use crate::grid::{CandidateGrid, Cell, CellSet};
use crate::strategy::seen::seen_by_any;
use crate::strategy::{Deduction, Mark, Pattern, Role, Step, Steps, Studied, words};

pub fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let mut left = grid.bivalue_cells();
    while let Some(first) = left.first(layout) {
        let digits = grid.candidates(first);
        let alike = left.cells(layout).filter(|&cell| grid.candidates(cell) == digits).collect();
        let colours = colour(grid, first, alike);
        let both = colours[0] | colours[1];
        left = left - both;
        // Fewer than four have nothing that their naked pairs do not give, and a cell of
        // both colours is a contradiction, not a pattern.
        if both.len() < 4 || colours[0].meets(colours[1]) {
            continue;
        }
        let seen = colours.map(|colour| seen_by_any(layout, colour));
        let seen = ((seen[0] & seen[1]) - both).cells(layout);
        let eliminated = seen.flat_map(|cell| {
            (grid.candidates(cell) & digits).map(move |digit| Deduction::Eliminate(cell, digit))
        });
        steps.add(eliminated, || {
            let marks = colours.into_iter().zip([true, false]).flat_map(|(colour, side)| {
                colour.cells(layout).flat_map(move |cell| {
                    digits.map(move |digit| {
                        let role = Role::Colour(0, side == (Some(digit) == digits.first()));
                        Mark { cell, digit, role }
                    })
                })
            });
            Pattern::new(digits, both.cells(layout), []).marked(marks)
        })?;
    }
    ControlFlow::Continue(())
}

/// The cells that a first one is connected with, by the parity of the way.
fn colour(grid: &CandidateGrid, first: Cell, alike: CellSet) -> [CellSet; 2] {
    let mut colours = [CellSet::only(first), CellSet::EMPTY];
    let mut queue = vec![(first, 0)];
    while let Some((cell, parity)) = queue.pop() {
        for next in (alike & grid.layout().peer_set(cell)).cells(grid.layout()) {
            if !colours[1 - parity].contains(next) {
                colours[1 - parity].insert(next);
                queue.push((next, 1 - parity));
            }
        }
    }
    colours
}

pub fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, marks, .. } = &step.pattern;
    let of_first = marks.iter().filter(|mark| Some(mark.digit) == digits.first());
    let alike = |side| {
        let marks = of_first.clone().filter(move |mark| mark.role == Role::Colour(0, side));
        words::list(marks.map(|mark| mark.cell))
    };
    format!(
        "{} hold one of {} and {} the other, so no cell that sees one of each holds either.",
        alike(true),
        words::list(*digits),
        alike(false),
    )
}
