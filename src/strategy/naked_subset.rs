//! Naked subsets: k cells of a house that together have only k candidates.
//!
//! The k digits fill these k cells in some order, so no other cell that sees all
//! of them holds one. Not every cell needs every digit: {1,2} {2,3} {1,3} is a
//! naked triple.
//!
//! ```text
//! row 3   {2,9}  4  {1,2,9}  |  {2,9}  7  {1,5,9}  |  ...
//!           ^         -2,-9       ^            -9         a naked pair
//! ```
//!
//! Cells that share a row or column and also a box clear both. Such a subset is
//! one step, reported for the first of its houses.
//!
//! Sources: HR12, strategy 4 (bound pairs) and Vaderlind's strategy 5 (bound
//! triples); B09, section 4.6, whose figure 6 shows a pair clearing two houses.

use std::ops::ControlFlow;

use super::cover::{covers, members};
use super::seen::{eliminate_seen, shared_houses};
use super::{Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, DigitSet, House, MAX_ORDER};

pub(super) fn find<const SIZE: usize>(
    grid: &Studied<'_>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    for &house in layout.houses() {
        subsets::<SIZE>(grid, house, &mut |cells, digits| {
            let shared = shared_houses(layout, cells.iter().copied());
            if shared.clone().next() != Some(house) {
                return ControlFlow::Continue(());
            }
            steps.add(eliminate_seen(digits, cells, grid), || Pattern::new(digits, cells, shared))
        })?;
    }
    ControlFlow::Continue(())
}

/// Visits the subsets of `SIZE` cells of a house that have as many candidates.
pub(super) fn subsets<const SIZE: usize>(
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

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "{} hold only {}, so no other cell of {} holds any of these digits.",
        words::list(cells),
        words::list(*digits),
        words::either(houses),
    )
}
