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

use super::{Deduction, Pattern, Step, Steps, Studied};
use crate::grid::{Cell, Digit, DigitSet, House};

pub(super) fn full_house(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let all = DigitSet::all(grid.order());
    for (&house, &placed) in grid.layout().houses().iter().zip(grid.all_placed()) {
        if let Some(digit) = (all - placed).single() {
            hidden(grid, house, digit, steps)?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn hidden_single(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for &house in grid.layout().houses() {
        let of_digits = grid.all_positions(house);
        // All at once first: most houses have none.
        if !of_digits.iter().fold(false, |any, places| any | places.is_power_of_two()) {
            continue;
        }
        for (digit, places) in Digit::all(grid.order()).zip(of_digits) {
            if places.is_power_of_two() {
                hidden(grid, house, digit, steps)?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn naked_single(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for &cell in grid.layout().cells() {
        if let Some(digit) = grid.candidates(cell).single() {
            place(cell, digit, grid.layout().houses_at(cell)[0], steps)?;
        }
    }
    ControlFlow::Continue(())
}

/// Places a digit that has one place in a house.
#[inline]
fn hidden(
    grid: &Studied<'_>,
    house: House,
    digit: Digit,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let places = grid.positions(house, digit);
    if !places.is_power_of_two() {
        return ControlFlow::Continue(());
    }
    place(grid.layout().house_cells(house)[places.trailing_zeros() as usize], digit, house, steps)
}

fn place(cell: Cell, digit: Digit, house: House, steps: &mut Steps<'_>) -> ControlFlow<()> {
    steps.add([Deduction::Place(cell, digit)], || Pattern::new([digit], [cell], [house]))
}

pub(super) fn explain_full_house(step: &Step, _: &Studied<'_>) -> String {
    let (cell, digit, house) = parts(step);
    format!("{cell} is the last empty cell of {house}, which lacks only {digit}.")
}

pub(super) fn explain_hidden(step: &Step, _: &Studied<'_>) -> String {
    let (cell, digit, house) = parts(step);
    format!("{cell} is the only cell of {house} that can hold {digit}.")
}

pub(super) fn explain_naked(step: &Step, _: &Studied<'_>) -> String {
    let (cell, digit, _) = parts(step);
    format!("{digit} is the only candidate left in {cell}.")
}

fn parts(step: &Step) -> (Cell, Digit, House) {
    (step.pattern.cells[0], step.deductions[0].digit(), step.pattern.houses[0])
}
