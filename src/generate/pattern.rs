//! Symmetric patterns of givens.
//!
//! A symmetry of the square sorts the cells into *orbits*: those it maps onto one
//! another. A puzzle whose givens are whole orbits shows the symmetry. Only the
//! pattern is symmetric, not the digits; the symmetries that take puzzles to
//! equivalent ones are [`crate::grid::Symmetry`].

use crate::grid::{Cell, Layout};

/// The symmetry of the pattern of givens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// Any pattern.
    None,
    /// The same after half a turn.
    Rotate,
    /// The same after a quarter of a turn.
    Quarter,
    /// The same with left and right exchanged.
    Mirror,
    /// The same with top and bottom exchanged.
    Flip,
    /// The same with rows and columns exchanged.
    Diagonal,
    /// The same with rows and columns exchanged from the other corner.
    Antidiagonal,
}

impl Pattern {
    /// All of them.
    pub const ALL: [Pattern; 7] = [
        Pattern::None,
        Pattern::Rotate,
        Pattern::Quarter,
        Pattern::Mirror,
        Pattern::Flip,
        Pattern::Diagonal,
        Pattern::Antidiagonal,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Pattern::None => "none",
            Pattern::Rotate => "rotate",
            Pattern::Quarter => "quarter",
            Pattern::Mirror => "mirror",
            Pattern::Flip => "flip",
            Pattern::Diagonal => "diagonal",
            Pattern::Antidiagonal => "antidiagonal",
        }
    }

    /// The cell that this one is mapped to.
    fn image(self, layout: &'static Layout, cell: Cell) -> Cell {
        let (row, column, last) = (cell.row(), cell.column(), layout.order() - 1);
        match self {
            Pattern::None => cell,
            Pattern::Rotate => layout.cell(last - row, last - column),
            Pattern::Quarter => layout.cell(column, last - row),
            Pattern::Mirror => layout.cell(row, last - column),
            Pattern::Flip => layout.cell(last - row, column),
            Pattern::Diagonal => layout.cell(column, row),
            Pattern::Antidiagonal => layout.cell(last - column, last - row),
        }
    }

    /// All cells, sorted into orbits, by the first cell of each.
    pub fn orbits(self, layout: &'static Layout) -> Vec<Vec<Cell>> {
        let mut orbits = Vec::new();
        for &first in layout.cells() {
            let image = |cell: &Cell| Some(self.image(layout, *cell)).filter(|&c| c != first);
            let mut orbit: Vec<Cell> = std::iter::successors(Some(first), image).collect();
            orbit.sort_unstable();
            if orbit[0] == first {
                orbits.push(orbit);
            }
        }
        orbits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_hold_every_cell_once() {
        for layout in Layout::all() {
            for pattern in Pattern::ALL {
                let orbits = pattern.orbits(layout);
                let largest = match pattern {
                    Pattern::None => 1,
                    Pattern::Quarter => 4,
                    _ => 2,
                };
                assert_eq!(orbits.iter().map(Vec::len).max(), Some(largest));
                let mut cells = orbits.concat();
                cells.sort_unstable();
                assert_eq!(cells, layout.cells(), "{pattern:?} on {layout:?}");
            }
        }
    }
}
