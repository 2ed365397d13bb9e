//! Basic fish: a digit whose places in k rows lie in only k columns.
//!
//! The k rows (the *base*) need the digit once each, in k different columns (the
//! *cover*), so every one of these columns has its digit in a base row and
//! nowhere else. Likewise from columns to rows. k = 2 is the X-Wing, 3 the
//! Swordfish, 4 the Jellyfish; of the larger ones those up to 7 are found. At
//! 9×9 they come with a smaller one beside them.
//!
//! ```text
//!         c1 c2 c3 c4 c5 c6 c7 c8 c9
//! row 2   .  6? .  .  .  .  6? .  .      rows 2 and 5 hold 6 only in columns
//! row 3   .  -6 .  6? .  .  .  .  .      2 and 7: an X-Wing
//! row 5   .  6? .  .  .  .  6? .  .
//! row 9   6? .  .  .  .  .  -6 .  .
//! ```
//!
//! Source: B09, section 4.10 (X-Wing); the larger ones carry it on.

use std::ops::ControlFlow;

use super::cover::{covers, members};
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Digit, DigitSet, HouseKind, MAX_ORDER};

pub(super) const X_WING: Strategy = Strategy {
    name: "x-wing",
    title: "X-Wing",
    source: "B09 4.10",
    level: Level::Hard,
    score: 140,
    uniqueness: false,
    codes: &["0300"],
    sizes: Sizes::All,
    find: find::<2>,
    explain: |step, _| explain(step),
};

pub(super) const SWORDFISH: Strategy = Strategy {
    name: "swordfish",
    title: "Swordfish",
    source: "",
    level: Level::Hard,
    score: 150,
    uniqueness: false,
    codes: &["0301"],
    sizes: Sizes::All,
    find: find::<3>,
    explain: |step, _| explain(step),
};

pub(super) const JELLYFISH: Strategy = Strategy {
    name: "jellyfish",
    title: "Jellyfish",
    source: "",
    level: Level::Hard,
    score: 160,
    uniqueness: false,
    codes: &["0302"],
    sizes: Sizes::All,
    find: find::<4>,
    explain: |step, _| explain(step),
};

pub(super) const LARGER_FISH: Strategy = Strategy {
    name: "larger-fish",
    title: "Larger Fish",
    source: "",
    level: Level::Unfair,
    score: 470,
    uniqueness: false,
    codes: &["0303", "0304", "0305"],
    sizes: Sizes::All,
    find: |grid, found| {
        find::<5>(grid, found)?;
        find::<6>(grid, found)?;
        find::<7>(grid, found)
    },
    explain: |step, _| explain(step),
};

fn find<const SIZE: usize>(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for digit in Digit::all(grid.order()) {
        fish::<SIZE>(grid, digit, HouseKind::Row, HouseKind::Column, found)?;
        fish::<SIZE>(grid, digit, HouseKind::Column, HouseKind::Row, found)?;
    }
    ControlFlow::Continue(())
}

fn fish<const SIZE: usize>(
    grid: &CandidateGrid,
    digit: Digit,
    base: HouseKind,
    cover: HouseKind,
    found: Found<'_>,
) -> ControlFlow<()> {
    let (layout, order) = (grid.layout(), grid.order());
    let (base, cover) = (layout.houses_of(base), layout.houses_of(cover));
    let mut sets = [0; MAX_ORDER];
    for (set, &line) in sets.iter_mut().zip(base) {
        *set = grid.positions(line, digit);
    }
    covers::<SIZE>(&sets[..order], &mut |lines, crossing| {
        // A position in a line is the number of the line that crosses it there.
        let crossed = members(crossing).map(|number| cover[number]);
        let cells_at = |positions: u32, line| {
            members(positions).map(move |position| layout.house_cells(line)[position])
        };
        let deductions: Vec<Deduction> = crossed
            .clone()
            .flat_map(|line| cells_at(grid.positions(line, digit) & !lines, line))
            .map(|cell| Deduction::Eliminate(cell, digit))
            .collect();
        if deductions.is_empty() {
            return ControlFlow::Continue(());
        }
        let base = members(lines).map(|number| base[number]);
        let cells = base.clone().flat_map(|line| cells_at(grid.positions(line, digit), line));
        let houses = base.clone().chain(crossed).collect();
        let pattern = Pattern::new(DigitSet::only(digit), cells.collect(), houses);
        found(Step { pattern, deductions })
    })
}

fn explain(step: &Step) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    let (base, cover) = houses.split_at(houses.len() / 2);
    let (base, cover, digit) = (words::houses(base), words::houses(cover), words::list(*digits));
    format!("All places for {digit} in {base} lie in {cover}, so {cover} hold no other {digit}.")
}
