//! Subsets: k cells of a house and k digits that belong together.
//!
//! **Naked**: k cells that together have only k candidates. The k digits fill these cells in
//! some order, so no other cell that sees all of them holds one. Not every cell needs every
//! digit: {1,2} {2,3} {1,3} is a naked triple. Cells that share a row or column and also a
//! box clear both; such a subset is one step, reported for the first of its houses.
//!
//! ```text
//! row 3   {2,9}  4  {1,2,9}  |  {2,9}  7  {1,5,9}  |  ...
//!           ^         -2,-9       ^            -9         a naked pair
//! ```
//!
//! **Hidden**: k digits that together have only k places. The k cells hold these digits and
//! nothing else: the other candidates, which hide them, are cleared.
//!
//! ```text
//! row 3   {1,2,5,9}  4  {1,5}  |  {2,8,9}  7  {1,8}  |  3  6  {1,5,8}
//!         -1,-5                   -8                      only two cells hold
//!                                                         2 and 9: a hidden pair
//! ```
//!
//! **Locked**: a naked pair or triple in the crossing of a box and a line. It is the one
//! that is easiest to see, which is why it has a name of its own and is looked for earlier.
//! Four cells in the crossing, possible where boxes are larger than 3×3, are left to the
//! naked quad.
//!
//! ```text
//! row 1   {2,9}  {2,9}  5  |  .  -2  .  |  -9  .  .      R1C1 and R1C2 are a naked
//! row 2   -2      .    -9  |                              pair of row 1 and of box 1
//! row 3    .     -9     .  |
//! ```
//!
//! Sources: HR12, strategy 4 (bound pairs) and Vaderlind's strategy 5 (bound triples); B09,
//! sections 4.6, whose figure 6 shows a pair clearing two houses, and 4.7 (hidden pair; triple
//! and quad as its extension); the steps of HoDoKu (locked).

use std::ops::ControlFlow;

use super::cover::{covers, members};
use super::seen::{eliminate_seen, shared_houses};
use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, Digit, DigitSet, House, HouseKind, MAX_ORDER};

pub(super) fn naked<const SIZE: usize>(
    grid: &Studied<'_>,
    house: House,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    subsets::<SIZE>(grid, house, &mut |cells, digits| {
        let shared = shared_houses(grid.layout(), cells.iter().copied());
        if shared.clone().next() != Some(house) {
            return ControlFlow::Continue(());
        }
        steps.add(eliminate_seen(digits, cells, grid), || Pattern::new(digits, cells, shared))
    })
}

/// Visits the subsets of `SIZE` cells of a house that have as many candidates.
fn subsets<const SIZE: usize>(
    grid: &Studied<'_>,
    house: House,
    visit: &mut dyn FnMut([Cell; SIZE], DigitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let cells = grid.layout().house_cells(house);
    let mut sets = [0; MAX_ORDER];
    for (set, &cell) in sets.iter_mut().zip(cells) {
        *set = grid.candidates(cell).bits();
    }
    grid.poll()?;
    covers(&sets[..cells.len()], SIZE, SIZE, &mut |chosen, digits| {
        let mut chosen = members(chosen);
        let subset = [(); SIZE].map(|()| cells[chosen.next().expect("SIZE are chosen")]);
        visit(subset, DigitSet::from_bits(digits))
    })
}

pub(super) fn explain_naked(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "{} hold only {}, so no other cell of {} holds any of these digits.",
        words::list(cells),
        words::list(*digits),
        words::either(houses),
    )
}

pub(super) fn hidden<const SIZE: usize>(
    grid: &Studied<'_>,
    house: House,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let cells = grid.layout().house_cells(house);
    let mut sets = [0; MAX_ORDER];
    for (set, digit) in sets.iter_mut().zip(Digit::all(grid.order())) {
        *set = grid.positions(house, digit);
    }
    grid.poll()?;
    covers(&sets[..cells.len()], SIZE, SIZE, &mut |digits, places| {
        let digits = DigitSet::from_bits(digits);
        let subset = members(places).map(|position| cells[position]);
        let others = subset.clone().flat_map(|cell| {
            (grid.candidates(cell) - digits).map(move |d| Deduction::Eliminate(cell, d))
        });
        steps.add(others, || Pattern::new(digits, subset, [house]))
    })
}

pub(super) fn explain_hidden(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "In {} the digits {} can only go in {}, so these cells hold nothing else.",
        words::list(houses),
        words::list(*digits),
        words::list(cells),
    )
}

pub(super) fn locked<const SIZE: usize>(
    grid: &Studied<'_>,
    house: House,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    if house.kind() != HouseKind::Box {
        return ControlFlow::Continue(());
    }
    subsets::<SIZE>(grid, house, &mut |cells, digits| {
        let mut shared = shared_houses(grid.layout(), cells.iter().copied());
        match shared.find(|&line| line != house) {
            Some(line) => steps.add(eliminate_seen(digits, cells, grid), || {
                Pattern::new(digits, cells, [house, line])
            }),
            None => ControlFlow::Continue(()),
        }
    })
}

pub(super) fn explain_locked(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "{} hold only {} and share {}, so no other cell of either holds one of these digits.",
        words::list(cells),
        words::list(*digits),
        words::list(houses),
    )
}
