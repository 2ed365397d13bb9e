//! Singles: the strategies that place a digit.
//!
//! - **Full house**: a house with one empty cell; the digit it lacks goes there.
//! - **Naked single**: a cell with one candidate.
//! - **Hidden single**: a digit with one place in a house, whatever else that
//!   cell might hold.
//!
//! ```text
//! full house    row 1   5 3 4 6 7 8 9 . 2        R1C8 holds 1
//! naked single  R3C5    {4}                      R3C5 holds 4
//! hidden single box 1   {2,4} {2,4} {2,4,7}      only R1C3 can hold 7
//!                       6     9     1
//!                       8     3     5
//! ```
//!
//! Sources: HR12, strategies 2 and 3; AW15, section 3.1.3 (the full house is its
//! "unique missing candidate"); B09, sections 4.4 and 4.5.

use std::ops::ControlFlow;

use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, House};

pub(super) const FULL_HOUSE: Strategy = Strategy {
    name: "full-house",
    title: "Full House",
    source: "AW15 3.1.3, unique missing candidate",
    level: Level::Easy,
    score: 4,
    uniqueness: false,
    codes: &["0000"],
    sizes: Sizes::All,
    find: full_house,
    explain: |step, _| {
        let (cell, digit, house) = parts(step);
        format!("{cell} is the last empty cell of {house}, which lacks only {digit}.")
    },
};

pub(super) const HIDDEN_SINGLE: Strategy = Strategy {
    name: "hidden-single",
    title: "Hidden Single",
    source: "HR12 S3; AW15 3.1.3; B09 4.5",
    level: Level::Easy,
    score: 14,
    uniqueness: false,
    codes: &["0002"],
    sizes: Sizes::All,
    find: hidden_single,
    explain: |step, _| {
        let (cell, digit, house) = parts(step);
        format!("{cell} is the only cell of {house} that can hold {digit}.")
    },
};

pub(super) const NAKED_SINGLE: Strategy = Strategy {
    name: "naked-single",
    title: "Naked Single",
    source: "HR12 S2; AW15 3.1.3; B09 4.4",
    level: Level::Easy,
    score: 4,
    uniqueness: false,
    codes: &["0003"],
    sizes: Sizes::All,
    find: naked_single,
    explain: |step, _| {
        let (cell, digit, _) = parts(step);
        format!("{digit} is the only candidate left in {cell}.")
    },
};

fn full_house(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let all = DigitSet::all(grid.order());
    for &house in grid.layout().houses() {
        if let Some(digit) = (all - grid.placed(house)).single()
            && let Some(cell) = only_place(grid, house, digit)
        {
            found(step(cell, digit, house))?;
        }
    }
    ControlFlow::Continue(())
}

fn hidden_single(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let all = DigitSet::all(grid.order());
    for &house in grid.layout().houses() {
        for digit in all - grid.placed(house) {
            if let Some(cell) = only_place(grid, house, digit) {
                found(step(cell, digit, house))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn naked_single(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for &cell in grid.layout().cells() {
        if let Some(digit) = grid.candidates(cell).single() {
            found(step(cell, digit, grid.layout().houses_at(cell)[0]))?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn only_place(grid: &CandidateGrid, house: House, digit: Digit) -> Option<Cell> {
    let places = grid.positions(house, digit);
    places
        .is_power_of_two()
        .then(|| grid.layout().house_cells(house)[places.trailing_zeros() as usize])
}

fn step(cell: Cell, digit: Digit, house: House) -> Step {
    Step {
        pattern: Pattern::new(DigitSet::only(digit), vec![cell], vec![house]),
        deductions: vec![Deduction::Place(cell, digit)],
    }
}

fn parts(step: &Step) -> (Cell, Digit, House) {
    (step.pattern.cells[0], step.deductions[0].digit(), step.pattern.houses[0])
}
