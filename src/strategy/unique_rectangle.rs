//! Unique rectangles, types 1 to 6: a [rectangle](super::rectangle) that all but
//! some corners' other candidates would make deadly.
//!
//! The floor has the two digits A and B and nothing else, the roof has extras:
//!
//! ```text
//! type 1  roof of one corner: it is neither A nor B
//! type 2  roof of two corners in a line with one extra C: one of them is C, so no
//!         cell that sees both is
//! type 3  roof of two corners in a line: together they are one cell that holds an
//!         extra; with k cells of a house they share, a naked subset of k + 1
//! type 4  roof of two corners in a line, and A has no other place in a house they
//!         share: one of them is A, so neither is B
//! type 5  as type 2, with two opposite corners or three
//! type 6  roof of two opposite corners, and A has no other place in both rows, or
//!         in both columns, of the rectangle: A in the one corner of the roof means
//!         A in the other, so neither is A
//! ```
//!
//! Sound only for puzzles with one solution. Sources: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::rectangle::{Danger, dangers};
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, CellSet, DigitSet, House};

pub(super) const TYPE_1: Strategy =
    row("unique-rectangle-1", "Unique Rectangle 1", &["0600"], type_1);
pub(super) const TYPE_2: Strategy =
    row("unique-rectangle-2", "Unique Rectangle 2", &["0601"], type_2);
pub(super) const TYPE_3: Strategy =
    row("unique-rectangle-3", "Unique Rectangle 3", &["0602"], type_3);
pub(super) const TYPE_4: Strategy =
    row("unique-rectangle-4", "Unique Rectangle 4", &["0603"], type_4);
pub(super) const TYPE_5: Strategy =
    row("unique-rectangle-5", "Unique Rectangle 5", &["0604"], type_5);
pub(super) const TYPE_6: Strategy =
    row("unique-rectangle-6", "Unique Rectangle 6", &["0605"], type_6);

const fn row(
    name: &'static str,
    title: &'static str,
    codes: &'static [&'static str],
    find: super::Find,
) -> Strategy {
    Strategy {
        name,
        title,
        source: "",
        level: Level::Hard,
        score: 100,
        uniqueness: true,
        codes,
        sizes: Sizes::UpToNine,
        find,
        explain: |step, _| explain(step),
    }
}

fn type_1(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for danger in dangers(grid) {
        let mut roof = danger.roof();
        if let (Some(corner), None) = (roof.next(), roof.next()) {
            let digits = danger.digits & grid.candidates(corner);
            let deductions = digits.map(|digit| Deduction::Eliminate(corner, digit));
            report(&danger, &[], Vec::new(), deductions.collect(), found)?;
        }
    }
    ControlFlow::Continue(())
}

fn type_2(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    one_extra(grid, true, found)
}

fn type_5(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    one_extra(grid, false, found)
}

/// Roofs with one extra digit, on one side of the rectangle or otherwise.
fn one_extra(grid: &CandidateGrid, side: bool, found: Found<'_>) -> ControlFlow<()> {
    for danger in dangers(grid).filter(|danger| danger.roof().count() > 1) {
        let Some(extra) = danger.extras(grid).single() else { continue };
        if danger.side().is_some() == side {
            let seen = grid.layout().common_peers(danger.roof().collect());
            let deductions = Deduction::eliminate(seen, extra, grid).collect();
            report(&danger, &[], Vec::new(), deductions, found)?;
        }
    }
    ControlFlow::Continue(())
}

fn type_3(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for danger in dangers(grid) {
        let extras = danger.extras(grid);
        let Some(side) = danger.side().filter(|_| extras.len() > 1) else { continue };
        for house in shared(grid, side) {
            subsets(grid, &danger, side, house, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// The houses that hold both cells.
fn shared(grid: &CandidateGrid, [a, b]: [Cell; 2]) -> impl Iterator<Item = House> {
    let (first, second) = (grid.layout().houses_at(a), grid.layout().houses_at(b));
    first.into_iter().filter(move |house| second.contains(house))
}

/// The naked subsets of a house that the roof is a part of; of one within another
/// the smaller.
fn subsets(
    grid: &CandidateGrid,
    danger: &Danger,
    side: [Cell; 2],
    house: House,
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let others: Vec<Cell> = layout
        .house_cells(house)
        .iter()
        .copied()
        .filter(|cell| !danger.corners.contains(cell) && !grid.candidates(*cell).is_empty())
        .collect();
    let mut complete: Vec<u32> = Vec::new();
    for size in 1..others.len() as u32 {
        for chosen in (0..1_u32 << others.len()).filter(|chosen| chosen.count_ones() == size) {
            let cells = || (0..others.len()).filter(|i| chosen >> i & 1 == 1).map(|i| others[i]);
            let digits = cells().fold(danger.extras(grid), |all, cell| all | grid.candidates(cell));
            if digits.len() as u32 != size + 1
                || complete.iter().any(|&smaller| smaller & !chosen == 0)
            {
                continue;
            }
            complete.push(chosen);
            let inside: CellSet = cells().chain(side).collect();
            let holds = |house: &House| inside.is_subset(layout.house_set(*house));
            let houses: Vec<House> = shared(grid, side).filter(holds).collect();
            if houses[0] != house {
                continue;
            }
            let reached = houses.iter().fold(CellSet::EMPTY, |all, &h| all | layout.house_set(h));
            let deductions = digits
                .flat_map(|digit| Deduction::eliminate(reached - inside, digit, grid))
                .collect();
            report(danger, &cells().collect::<Vec<_>>(), houses, deductions, found)?;
        }
    }
    ControlFlow::Continue(())
}

fn type_4(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    for danger in dangers(grid) {
        let Some(side) = danger.side() else { continue };
        let roof: CellSet = side.into_iter().collect();
        for digit in danger.digits {
            let only = |&house: &House| {
                (grid.places(digit) & grid.layout().house_set(house)).is_subset(roof)
            };
            if let (Some(house), Some(other)) = (shared(grid, side).find(only), danger.other(digit))
            {
                let deductions = Deduction::eliminate(roof, other, grid).collect();
                report(&danger, &[], vec![house], deductions, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn type_6(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    for danger in dangers(grid) {
        if danger.roof().count() != 2 || danger.side().is_some() {
            continue;
        }
        let [first, _, opposite, _] = danger.corners;
        let [[top, left, _], [bottom, right, _]] = [first, opposite].map(|c| layout.houses_at(c));
        for digit in danger.digits {
            let only = |house: &House| {
                (grid.places(digit) & layout.house_set(*house)).is_subset(danger.cells())
            };
            let lines = [[top, bottom], [left, right]];
            if let Some(lines) = lines.into_iter().find(|lines| lines.iter().all(only)) {
                let deductions = Deduction::eliminate(danger.roof().collect(), digit, grid);
                report(&danger, &[], lines.to_vec(), deductions.collect(), found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(
    danger: &Danger,
    others: &[Cell],
    houses: Vec<House>,
    deductions: Vec<Deduction>,
    found: Found<'_>,
) -> ControlFlow<()> {
    if deductions.is_empty() {
        return ControlFlow::Continue(());
    }
    let cells = [&danger.corners, others].concat();
    found(Step { pattern: Pattern::new(danger.digits, cells, houses), deductions })
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let (corners, others) = cells.split_at(4);
    let hit: DigitSet = step.deductions.iter().map(Deduction::digit).collect();
    let danger = format!(
        "{} must not be filled with {} alone, or they could be exchanged",
        words::list(corners),
        words::list(*digits),
    );
    match (others, &houses[..]) {
        ([], []) if hit.is_subset(*digits) => {
            format!("{danger}, so the corner with other candidates is one of these.")
        }
        ([], []) => format!(
            "{danger}, so one of the corners with {c} holds {c}, and no cell that sees all these \
             does.",
            c = words::list(hit)
        ),
        ([], _) => format!(
            "{danger}; in {} the corners are the only places for one of the two digits, so {} is \
             not in the corners that have other candidates.",
            words::list(houses),
            words::list(hit),
        ),
        _ => format!(
            "{danger}; the corners with other candidates hold one of these and make a naked subset \
             of {} with {}.",
            words::list(houses),
            words::list(others),
        ),
    }
}
