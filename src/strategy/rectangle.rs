//! Deadly rectangles: what the uniqueness strategies forbid.
//!
//! Four cells in two rows, two columns and *two* boxes, none of them given, that
//! hold A, B, A, B going round, can be exchanged for B, A, B, A without any house
//! noticing. So a puzzle with a solution that has such a rectangle has a second
//! one; a puzzle with one solution has no such rectangle in it.
//!
//! ```text
//!         c1  c2       c1  c2
//! row 1   A   B        B   A       two boxes, side by side or one above the other
//! row 4   B   A        A   B
//! ```
//!
//! This file lists the rectangles that may still become deadly; what follows is
//! said by [unique](super::unique_rectangle), [hidden](super::hidden_rectangle)
//! and [avoidable](super::avoidable_rectangle) rectangles.

use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, House};

/// The corners of a rectangle in two boxes, in the order one walks round it:
/// corners 0 and 2 are opposite, and so are 1 and 3.
pub(super) type Corners = [Cell; 4];

/// A rectangle that may still become deadly with two digits.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) corners: Corners,
    pub(super) digits: DigitSet,
    /// Whether the corner has other candidates besides the two digits: the *roof*.
    /// The others, with both digits and nothing else, are the *floor*.
    pub(super) roof: [bool; 4],
}

impl Rectangle {
    /// The corners of the roof.
    pub(super) fn roof(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        (0..4).filter(|&i| self.roof[i]).map(|i| self.corners[i])
    }

    /// The roof, when it is two corners in one row or column.
    pub(super) fn side(&self) -> Option<[Cell; 2]> {
        let roof: Vec<Cell> = self.roof().collect();
        let &[a, b] = &roof[..] else { return None };
        (a.row() == b.row() || a.column() == b.column()).then_some([a, b])
    }

    /// What the roof may hold besides the two digits.
    pub(super) fn extras(&self, grid: &CandidateGrid) -> DigitSet {
        self.roof().fold(DigitSet::EMPTY, |all, cell| all | grid.candidates(cell)) - self.digits
    }

    /// Whether a house has no place for the digit but corners.
    pub(super) fn holds_all(&self, grid: &CandidateGrid, digit: Digit, house: House) -> bool {
        let corners: CellSet = self.corners.into_iter().collect();
        (grid.places(digit) & grid.layout().house_set(house)).is_subset(corners)
    }

    /// The other of the two digits.
    pub(super) fn other(&self, digit: Digit) -> Option<Digit> {
        (self.digits - DigitSet::only(digit)).single()
    }
}

/// Every rectangle that may become deadly and has a floor.
///
/// Candidates of the roof may be missing, as long as one of the two deadly ways
/// to fill the corners is left: the argument never needs the other.
pub(super) fn rectangles(grid: &CandidateGrid) -> impl Iterator<Item = Rectangle> + '_ {
    let layout = grid.layout();
    let bivalue = grid.bivalue_cells();
    bivalue.cells(layout).flat_map(move |floor| {
        let digits = grid.candidates(floor);
        // The floor's neighbours along its row and its column.
        let either = digits.fold(CellSet::EMPTY, |cells, digit| cells | grid.places(digit));
        let either = either - CellSet::only(floor);
        let [row, column, _] = layout.houses_at(floor);
        let beside = move || (either & layout.house_set(row)).cells(layout);
        let below = (either & layout.house_set(column)).cells(layout);
        below.flat_map(move |below| {
            beside().filter_map(move |beside| {
                let corners = [floor, beside, layout.cell(below.row(), beside.column()), below];
                let boxes = |other: Cell| layout.box_at(floor) == layout.box_at(other);
                // Of a rectangle with several such floors, the first makes it.
                let later = |corner: &Cell| {
                    *corner > floor
                        || !bivalue.contains(*corner)
                        || grid.candidates(*corner) != digits
                };
                let may_be_deadly = boxes(below) != boxes(beside)
                    && corners[1..].iter().all(later)
                    && can_be_deadly(grid, corners, digits);
                may_be_deadly.then(|| {
                    let roof = corners.map(|cell| !grid.candidates(cell).is_subset(digits));
                    Rectangle { corners, digits, roof }
                })
            })
        })
    })
}

/// Whether the corners can hold the two digits in turn.
fn can_be_deadly(grid: &CandidateGrid, corners: Corners, digits: DigitSet) -> bool {
    let (Some(a), Some(b)) = (digits.first(), digits.last()) else { return false };
    let fits = |even: Digit, odd: Digit| {
        (0..4).all(|i| grid.candidates(corners[i]).contains(if i % 2 == 0 { even } else { odd }))
    };
    fits(a, b) || fits(b, a)
}
