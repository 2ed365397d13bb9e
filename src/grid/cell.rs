//! Cells and houses by name.
//!
//! They say where they stand, not what lies around them: that is the
//! [`Layout`](super::Layout)'s to know, which also makes them.

use std::fmt;

use super::bit_set::debug_as_display;

debug_as_display!(Cell, House);

/// A cell: its place in the grid. Prints as `R3C5`, rows and columns from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub(super) index: u16,
    pub(super) row: u8,
    pub(super) column: u8,
}

impl Cell {
    /// The position in row-major order, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.index)
    }

    /// The row, from 0.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.row)
    }

    /// The column, from 0.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(self.column)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}C{}", self.row + 1, self.column + 1)
    }
}

/// What sort of house a house is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// n cells side by side.
    Row,
    /// n cells below one another.
    Column,
    /// A block of r × c cells.
    Box,
}

/// A row, column or box. Prints as `row 3`, numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House {
    pub(super) index: u8,
    pub(super) kind: HouseKind,
    pub(super) number: u8,
}

impl House {
    /// The position among all houses, from 0: rows, then columns, then boxes.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.index)
    }

    /// Row, column or box.
    #[inline]
    pub fn kind(self) -> HouseKind {
        self.kind
    }

    /// The position among the houses of its kind, from 0.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.number)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number + 1)
    }
}
