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

use super::rectangle::{Rectangle, rectangles};
use super::seen::{cells_of, eliminate_seen, shared_houses};
use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, CellSet, House};

pub(super) fn type_1(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for rectangle in rectangles(grid) {
        let mut roof = rectangle.roof();
        if let (Some(corner), None) = (roof.next(), roof.next()) {
            let eliminated = rectangle.digits.map(|digit| Deduction::Eliminate(corner, digit));
            steps.add(eliminated, || pattern(&rectangle, &[], []))?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn type_2(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    one_extra(grid, true, steps)
}

pub(super) fn type_5(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    one_extra(grid, false, steps)
}

/// Roofs with one extra digit, on one side of the rectangle or otherwise.
fn one_extra(grid: &Studied<'_>, side: bool, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for rectangle in rectangles(grid).filter(|rectangle| rectangle.roof().count() > 1) {
        let extra = rectangle.extras(grid);
        if extra.len() == 1 && rectangle.side().is_some() == side {
            let eliminated = eliminate_seen(extra, rectangle.roof(), grid);
            steps.add(eliminated, || pattern(&rectangle, &[], []))?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn type_3(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for rectangle in rectangles(grid).filter(|rectangle| rectangle.extras(grid).len() > 1) {
        let Some(side) = rectangle.side() else { continue };
        for house in shared_houses(grid.layout(), side.into_iter()) {
            subsets(grid, &rectangle, side, house, steps)?;
        }
    }
    ControlFlow::Continue(())
}

/// The naked subsets of a house that the roof is a part of; of one within another
/// the smaller.
fn subsets(
    grid: &Studied<'_>,
    rectangle: &Rectangle,
    side: [Cell; 2],
    house: House,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let cells = layout.house_cells(house).iter().copied();
    let others: Vec<Cell> = cells
        .filter(|cell| !rectangle.corners.contains(cell) && !grid.candidates(*cell).is_empty())
        .collect();
    let mut complete: Vec<u32> = Vec::new();
    for size in 1..others.len() as u32 {
        for chosen in (0..1_u32 << others.len()).filter(|chosen| chosen.count_ones() == size) {
            let cells = || (0..others.len()).filter(|i| chosen >> i & 1 == 1).map(|i| others[i]);
            let digits =
                cells().fold(rectangle.extras(grid), |all, cell| all | grid.candidates(cell));
            if digits.len() as u32 != size + 1
                || complete.iter().any(|&smaller| smaller & !chosen == 0)
            {
                continue;
            }
            complete.push(chosen);
            let inside: CellSet = cells().chain(side).collect();
            let houses = shared_houses(layout, side.into_iter().chain(cells().collect::<Vec<_>>()));
            if houses.clone().next() != Some(house) {
                continue;
            }
            let reached = cells_of(layout, houses.clone()) - inside;
            let eliminated = digits.flat_map(|digit| Deduction::eliminate(reached, digit, grid));
            steps.add(eliminated, || pattern(rectangle, &cells().collect::<Vec<_>>(), houses))?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn type_4(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for rectangle in rectangles(grid) {
        let Some(side) = rectangle.side() else { continue };
        let roof: CellSet = side.into_iter().collect();
        for digit in rectangle.digits {
            let only = |house: &House| {
                (grid.places(digit) & grid.layout().house_set(*house)).is_subset(roof)
            };
            let house = shared_houses(grid.layout(), side.into_iter()).find(only);
            if let (Some(house), Some(other)) = (house, rectangle.other(digit)) {
                let eliminated = Deduction::eliminate(roof, other, grid);
                steps.add(eliminated, || pattern(&rectangle, &[], [house]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn type_6(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    for rectangle in rectangles(grid) {
        if rectangle.roof().count() != 2 || rectangle.side().is_some() {
            continue;
        }
        let [first, _, opposite, _] = rectangle.corners;
        let [[top, left, _], [bottom, right, _]] = [first, opposite].map(|c| layout.houses_at(c));
        for digit in rectangle.digits {
            let only = |&house: &House| rectangle.holds_all(grid, digit, house);
            let lines = [[top, bottom], [left, right]];
            if let Some(lines) = lines.into_iter().find(|lines| lines.iter().all(only)) {
                let eliminated = Deduction::eliminate(rectangle.roof().collect(), digit, grid);
                steps.add(eliminated, || pattern(&rectangle, &[], lines))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn pattern(
    rectangle: &Rectangle,
    others: &[Cell],
    houses: impl IntoIterator<Item = House>,
) -> Pattern {
    Pattern::new(rectangle.digits, rectangle.corners.iter().chain(others).copied(), houses)
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let (corners, others) = cells.split_at(4);
    let hit = step.digits();
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
