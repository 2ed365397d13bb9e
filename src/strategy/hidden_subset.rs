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
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{Digit, DigitSet, MAX_ORDER};

pub(super) const HIDDEN_PAIR: Strategy = Strategy {
    name: "hidden-pair",
    title: "Hidden Pair",
    source: "B09 4.7",
    level: Level::Medium,
    score: 70,
    uniqueness: false,
    codes: &["0210"],
    sizes: Sizes::All,
    find: find::<2>,
    explain: |step, _| explain(step),
};

pub(super) const HIDDEN_TRIPLE: Strategy = Strategy {
    name: "hidden-triple",
    title: "Hidden Triple",
    source: "B09 4.7",
    level: Level::Medium,
    score: 100,
    uniqueness: false,
    codes: &["0211"],
    sizes: Sizes::All,
    find: find::<3>,
    explain: |step, _| explain(step),
};

pub(super) const HIDDEN_QUAD: Strategy = Strategy {
    name: "hidden-quad",
    title: "Hidden Quad",
    source: "B09 4.7",
    level: Level::Hard,
    score: 150,
    uniqueness: false,
    codes: &["0212"],
    sizes: Sizes::All,
    find: find::<4>,
    explain: |step, _| explain(step),
};

fn find<const SIZE: usize>(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for &house in grid.layout().houses() {
        let cells = grid.layout().house_cells(house);
        let mut sets = [0; MAX_ORDER];
        for (set, digit) in sets.iter_mut().zip(Digit::all(grid.order())) {
            *set = grid.positions(house, digit);
        }
        covers::<SIZE>(&sets[..cells.len()], &mut |digits, places| {
            let digits = DigitSet::from_bits(digits);
            let subset = members(places).map(|position| cells[position]);
            let deductions: Vec<Deduction> = subset
                .clone()
                .flat_map(|cell| {
                    (grid.candidates(cell) - digits).map(move |d| Deduction::Eliminate(cell, d))
                })
                .collect();
            if deductions.is_empty() {
                return ControlFlow::Continue(());
            }
            let pattern = Pattern::new(digits, subset.collect(), vec![house]);
            found(Step { pattern, deductions })
        })?;
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "In {} the digits {} can only go in {}, so these cells hold nothing else.",
        words::list(houses),
        words::list(*digits),
        words::list(cells),
    )
}
