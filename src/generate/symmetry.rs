//! Symmetric patterns of givens.
//!
//! A symmetry of the square sorts the cells into *orbits*: those it maps onto one
//! another. A puzzle whose givens are whole orbits shows the symmetry. Only the
//! pattern is symmetric, not the digits; the symmetries that take puzzles to
//! equivalent ones are [`crate::grid::Symmetry`].

use crate::grid::{Cell, Layout};

/// The symmetry of the pattern of givens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClueSymmetry {
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

impl ClueSymmetry {
    /// All of them.
    pub const ALL: [ClueSymmetry; 7] = [
        ClueSymmetry::None,
        ClueSymmetry::Rotate,
        ClueSymmetry::Quarter,
        ClueSymmetry::Mirror,
        ClueSymmetry::Flip,
        ClueSymmetry::Diagonal,
        ClueSymmetry::Antidiagonal,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ClueSymmetry::None => "none",
            ClueSymmetry::Rotate => "rotate",
            ClueSymmetry::Quarter => "quarter",
            ClueSymmetry::Mirror => "mirror",
            ClueSymmetry::Flip => "flip",
            ClueSymmetry::Diagonal => "diagonal",
            ClueSymmetry::Antidiagonal => "antidiagonal",
        }
    }

    /// The symmetry of this name.
    pub fn find(name: &str) -> Option<ClueSymmetry> {
        ClueSymmetry::ALL.into_iter().find(|known| known.name() == name)
    }

    /// The cell that this one is mapped to.
    fn image(self, layout: &'static Layout, cell: Cell) -> Cell {
        let (row, column, last) = (cell.row(), cell.column(), layout.order() - 1);
        match self {
            ClueSymmetry::None => cell,
            ClueSymmetry::Rotate => layout.cell(last - row, last - column),
            ClueSymmetry::Quarter => layout.cell(column, last - row),
            ClueSymmetry::Mirror => layout.cell(row, last - column),
            ClueSymmetry::Flip => layout.cell(last - row, column),
            ClueSymmetry::Diagonal => layout.cell(column, row),
            ClueSymmetry::Antidiagonal => layout.cell(last - column, last - row),
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

    /// The numbers of givens that patterns can have, rising: what the orbits' sizes add up to.
    pub fn counts(self, layout: &'static Layout) -> Vec<usize> {
        let cells = layout.cells().len();
        let mut possible = vec![false; cells + 1];
        possible[0] = true;
        for orbit in self.orbits(layout) {
            for count in (orbit.len()..=cells).rev() {
                possible[count] |= possible[count - orbit.len()];
            }
        }
        (0..=cells).filter(|&count| possible[count]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_make_sets_of_four() {
        let counts = |order| ClueSymmetry::Quarter.counts(Layout::of_order(order).unwrap());
        assert_eq!(counts(4), [0, 4, 8, 12, 16]);
        assert!(counts(9).iter().all(|count| count % 4 < 2));
        assert_eq!(counts(9).len(), 42);
        for layout in Layout::all() {
            let all: Vec<usize> = (0..=layout.cells().len()).collect();
            assert_eq!(ClueSymmetry::None.counts(layout), all);
            assert_eq!(ClueSymmetry::Diagonal.counts(layout), all);
        }
    }

    #[test]
    fn orbits_hold_every_cell_once() {
        for layout in Layout::all() {
            for symmetry in ClueSymmetry::ALL {
                let orbits = symmetry.orbits(layout);
                let largest = match symmetry {
                    ClueSymmetry::None => 1,
                    ClueSymmetry::Quarter => 4,
                    _ => 2,
                };
                assert_eq!(orbits.iter().map(Vec::len).max(), Some(largest));
                let mut cells = orbits.concat();
                cells.sort_unstable();
                assert_eq!(cells, layout.cells(), "{symmetry:?} on {layout:?}");
            }
        }
    }
}
