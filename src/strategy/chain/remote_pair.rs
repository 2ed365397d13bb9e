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

use crate::grid::{CandidateGrid, Cell, CellSet, DigitSet};
use crate::strategy::{
    Deduction, Found, Level, Mark, Pattern, Role, Sizes, Step, Strategy, Studied, words,
};

pub const REMOTE_PAIR: Strategy = Strategy {
    name: "remote-pair",
    title: "Remote Pair",
    source: "HoDoKu",
    level: Level::Hard,
    score: 110,
    uniqueness: false,
    codes: &["0703"],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let mut left = grid.bivalue_cells();
    while let Some(first) = left.first(layout) {
        let digits = grid.candidates(first);
        let alike = left.cells(layout).filter(|&cell| grid.candidates(cell) == digits).collect();
        let colours = colour(grid, first, alike);
        left = left - colours[0] - colours[1];
        // Fewer than four have nothing that their naked pairs do not give.
        if (colours[0] | colours[1]).len() >= 4 {
            report(grid, digits, colours, found)?;
        }
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

fn report(
    grid: &CandidateGrid,
    digits: DigitSet,
    colours: [CellSet; 2],
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    // A cell of both colours is a contradiction, not a pattern.
    if colours[0].meets(colours[1]) {
        return ControlFlow::Continue(());
    }
    let sees = |cell: Cell, colour: CellSet| layout.peer_set(cell).meets(colour);
    let in_pattern = colours[0] | colours[1];
    let mut deductions = Vec::new();
    for &cell in layout.cells() {
        if !in_pattern.contains(cell) && colours.iter().all(|&colour| sees(cell, colour)) {
            let out = grid.candidates(cell) & digits;
            deductions.extend(out.map(|digit| Deduction::Eliminate(cell, digit)));
        }
    }
    if deductions.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut pattern = Pattern::new(digits, in_pattern.cells(layout).collect(), Vec::new());
    for (colour, side) in colours.into_iter().zip([true, false]) {
        for cell in colour.cells(layout) {
            for digit in digits {
                let role = Role::Colour(0, side == (Some(digit) == digits.first()));
                pattern.marks.push(Mark { cell, digit, role });
            }
        }
    }
    found(Step { pattern, deductions })
}

fn explain(step: &Step) -> String {
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
