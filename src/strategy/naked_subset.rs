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
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, DigitSet, House, MAX_ORDER};

pub(super) const NAKED_PAIR: Strategy = Strategy {
    name: "naked-pair",
    title: "Naked Pair",
    source: "HR12 S4; B09 4.6",
    level: Level::Medium,
    score: 60,
    uniqueness: false,
    codes: &["0200"],
    sizes: Sizes::All,
    find: find::<2>,
    explain: |step, _| explain(step),
};

pub(super) const NAKED_TRIPLE: Strategy = Strategy {
    name: "naked-triple",
    title: "Naked Triple",
    source: "HR12 S5 (Vaderlind); B09 4.6",
    level: Level::Medium,
    score: 80,
    uniqueness: false,
    codes: &["0201"],
    sizes: Sizes::All,
    find: find::<3>,
    explain: |step, _| explain(step),
};

pub(super) const NAKED_QUAD: Strategy = Strategy {
    name: "naked-quad",
    title: "Naked Quad",
    source: "B09 4.6",
    level: Level::Hard,
    score: 120,
    uniqueness: false,
    codes: &["0202"],
    sizes: Sizes::All,
    find: find::<4>,
    explain: |step, _| explain(step),
};

fn find<const SIZE: usize>(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for &house in grid.layout().houses() {
        let cells = grid.layout().house_cells(house);
        let mut sets = [0; MAX_ORDER];
        for (set, &cell) in sets.iter_mut().zip(cells) {
            *set = grid.candidates(cell).bits();
        }
        covers::<SIZE>(&sets[..cells.len()], &mut |chosen, digits| {
            let subset = members(chosen).map(|position| cells[position]);
            report(grid, house, subset, DigitSet::from_bits(digits), found)
        })?;
    }
    ControlFlow::Continue(())
}

fn report(
    grid: &CandidateGrid,
    house: House,
    cells: impl Iterator<Item = Cell> + Clone,
    digits: DigitSet,
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let Some(first) = cells.clone().next() else { return ControlFlow::Continue(()) };
    let shared = |house: &House| cells.clone().all(|c| layout.houses_at(c).contains(house));
    if layout.houses_at(first).iter().find(|house| shared(house)) != Some(&house) {
        return ControlFlow::Continue(());
    }
    let mut deductions = Vec::new();
    for &peer in layout.peers(first) {
        let hit = grid.candidates(peer) & digits;
        if !hit.is_empty() && cells.clone().all(|cell| layout.sees(peer, cell)) {
            deductions.extend(hit.map(|digit| Deduction::Eliminate(peer, digit)));
        }
    }
    if deductions.is_empty() {
        return ControlFlow::Continue(());
    }
    let houses = layout.houses_at(first).into_iter().filter(shared).collect();
    found(Step { pattern: Pattern::new(digits, cells.collect(), houses), deductions })
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "{} hold only {}, so no other cell of {} holds any of these digits.",
        words::list(cells),
        words::list(*digits),
        words::either(houses),
    )
}
