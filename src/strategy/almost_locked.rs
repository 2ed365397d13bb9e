//! Almost locked sets: n cells of a house with n + 1 candidates together.
//!
//! Take any one of its digits away and the set is locked: the n cells hold the other n
//! digits. So of any two digits of the set at least one is in it. A cell with two
//! candidates is the smallest such set.
//!
//! This file only finds the sets; ALS-XZ, ALS-XY-Wing, ALS chains, Death Blossom and
//! the chains of [`chain`](super::chain) reason with them.
//!
//! Source: the Sudoku players' forum, 2005 (B. Hinterland and others); HoDoKu's terms.

use super::stop::Stop;
use crate::grid::{CandidateGrid, Cell, CellSet, DigitSet, HouseKind};

/// Cells of a house, and their candidates, one more than cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AlmostLocked {
    pub(super) cells: CellSet,
    pub(super) digits: DigitSet,
}

/// Every almost locked set, small ones first; only some if the search is stopped.
pub(super) fn find(grid: &CandidateGrid, stop: &Stop<'_>) -> Vec<AlmostLocked> {
    let layout = grid.layout();
    let mut sets = Vec::with_capacity(256);
    let mut empty: Vec<Cell> = Vec::with_capacity(grid.order());
    for &house in layout.houses() {
        if stop.poll().is_break() {
            break;
        }
        empty.clear();
        let cells = layout.house_cells(house).iter().copied();
        empty.extend(cells.filter(|&cell| grid.digit(cell).is_none()));
        let start = AlmostLocked { cells: CellSet::EMPTY, digits: DigitSet::EMPTY };
        extend(grid, &empty, start, &mut |set| {
            // What lies in a line of the box is found there.
            let in_line = || {
                let lines = set.cells.first(layout).map(|cell| layout.houses_at(cell));
                lines.is_some_and(|[row, column, _]| {
                    set.cells.is_subset(layout.house_set(row))
                        || set.cells.is_subset(layout.house_set(column))
                })
            };
            let many = set.cells.is_plural();
            let known = match house.kind() {
                HouseKind::Row => false,
                HouseKind::Column => !many,
                HouseKind::Box => in_line(),
            };
            if !known {
                sets.push(set);
            }
        });
    }
    // No two have the same cells.
    sets.sort_unstable_by_key(|set| (set.cells.len(), set.cells));
    sets
}

/// Adds cells to a set in every way, and visits what is almost locked.
fn extend(
    grid: &CandidateGrid,
    rest: &[Cell],
    set: AlmostLocked,
    visit: &mut dyn FnMut(AlmostLocked),
) {
    for (i, &cell) in rest.iter().enumerate() {
        let larger = AlmostLocked {
            cells: set.cells | CellSet::only(cell),
            digits: set.digits | grid.candidates(cell),
        };
        if larger.digits.len() == larger.cells.len() + 1 {
            visit(larger);
        }
        // What is missing for all the cells left could never be made up.
        if larger.digits.len() <= larger.cells.len() + rest.len() - i {
            extend(grid, &rest[i + 1..], larger, visit);
        }
    }
}
