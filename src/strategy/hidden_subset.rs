//! Hidden subsets: k digits of a house that together have only k places.
//!
//! The k cells take these k digits in some order, so they hold nothing else.
//! Unlike a naked subset's, the cells may be full of other candidates: that is
//! what is cleared, and what hides them.
//!
//! ```text
//! row 3   {1,2,5,9}  4  {1,5}  |  {2,8,9}  7  {1,8}  |  3  6  {1,5,8}
//!         -1,-5                   -8                      only two cells hold
//!                                                         2 and 9: a hidden pair
//! ```
//!
//! Source: B09, section 4.7 (pair; triple and quad as its extension).

use std::ops::ControlFlow;

use super::cover::{covers, members};
use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Digit, DigitSet, MAX_ORDER};

pub(super) fn find<const SIZE: usize>(
    grid: &Studied<'_>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    for &house in grid.layout().houses() {
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
        })?;
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "In {} the digits {} can only go in {}, so these cells hold nothing else.",
        words::list(houses),
        words::list(*digits),
        words::list(cells),
    )
}
