//! Locked candidates: a digit whose places in one house all lie in another.
//!
//! The first house must hold the digit somewhere, so it stands where the two
//! cross, and the rest of the second house cannot hold it.
//!
//! - **Pointing**: from a box to a row or column.
//! - **Claiming**: from a row or column to a box.
//!
//! ```text
//!           box 1        box 2        box 3
//! row 1   .  .  .   |  5? .  .   |  .  .  .
//! row 2   5? .  5?  |  -5 .  .   | -5  .  .      box 1 has room for 5 only in
//! row 3   1  7  2   |  .  5? .   |  .  5? .      row 2: pointing
//!
//! row 1   5? 5? .   |  1  2  3   |  4  .  6      row 1 has room for 5 only in
//! row 2   -5 .  .   |  .  5? .   |  .  5? .      box 1: claiming
//! row 3   .  . -5   |  .  .  5?  |  5? .  .
//! ```
//!
//! A digit with a single place is a hidden single and not reported here, but by the rows
//! named after B09: its definition wants several places, while the program, as the last
//! paragraph of section 4.8 describes it, asks only whether the digit occurs. A single place
//! then clears the rest of its row and column, or of its box, though no digit is placed.
//! Sources: B09, sections 4.8 (Pointing Pair) and 4.9 (Box Line Reduction); HR12
//! lists the pair as Vaderlind's strategy 6, rows versus boxes.

use std::ops::ControlFlow;

use super::cover::members;
use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, DigitSet, House, HouseKind, Layout};

pub(super) fn pointing(grid: &Studied<'_>, house: House, steps: &mut Steps<'_>) -> ControlFlow<()> {
    find::<2>(grid, house, true, steps)
}

pub(super) fn pointing_b09(
    grid: &Studied<'_>,
    house: House,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    find::<1>(grid, house, true, steps)
}

pub(super) fn claiming(grid: &Studied<'_>, house: House, steps: &mut Steps<'_>) -> ControlFlow<()> {
    find::<2>(grid, house, false, steps)
}

pub(super) fn claiming_b09(
    grid: &Studied<'_>,
    house: House,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    find::<1>(grid, house, false, steps)
}

/// Digits with at least so many places in a house, which is to be a box, or not.
fn find<const LEAST: u32>(
    grid: &Studied<'_>,
    house: House,
    from_box: bool,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let is_box = |house: House| house.kind() == HouseKind::Box;
    if is_box(house) != from_box {
        return ControlFlow::Continue(());
    }
    let layout = grid.layout();
    for digit in DigitSet::all(grid.order()) - grid.placed(house) {
        let places = grid.positions(house, digit);
        if places.count_ones() < LEAST {
            continue;
        }
        let first = layout.house_cells(house)[places.trailing_zeros() as usize];
        for other in layout.houses_at(first) {
            if is_box(other) != from_box && places & !crossing(layout, house, other, first) == 0 {
                let cells_at = |positions: u32, house: House| {
                    members(positions).map(move |position| layout.house_cells(house)[position])
                };
                let rest = grid.positions(other, digit) & !crossing(layout, other, house, first);
                let rest = cells_at(rest, other);
                steps.add(rest.map(|cell| Deduction::Eliminate(cell, digit)), || {
                    Pattern::new([digit], cells_at(places, house), [house, other])
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The positions in `house` of the cells it shares with `other`, given one such
/// cell. One of the houses is a box, the other is not.
fn crossing(layout: &Layout, house: House, other: House, shared: Cell) -> u32 {
    let (rows, columns) = (layout.box_rows(), layout.box_columns());
    let run = |length: usize, start: usize| ((1 << length) - 1) << start;
    match (house.kind(), other.kind()) {
        (HouseKind::Row, _) => run(columns, shared.column() / columns * columns),
        (HouseKind::Column, _) => run(rows, shared.row() / rows * rows),
        (HouseKind::Box, HouseKind::Row) => run(columns, shared.row() % rows * columns),
        (HouseKind::Box, _) => {
            (0..rows).fold(0, |bits, row| bits | 1 << (row * columns + shared.column() % columns))
        }
    }
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let (digit, house, other) = (words::list(*digits), houses[0], houses[1]);
    format!(
        "In {house} the only places for {digit} are {}, all in {other}, \
         so the rest of {other} does not hold {digit}.",
        words::list(cells),
    )
}
