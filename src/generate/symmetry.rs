//! Symmetric patterns of givens.
//!
//! A symmetry of the square sorts the cells into *orbits*: those it maps onto one
//! another. A puzzle whose givens are whole orbits shows the symmetry. Only the
//! pattern is symmetric, not the digits.

use crate::grid::{Cell, Layout};

/// A symmetry of the pattern of givens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// Any pattern.
    None,
    /// The same after half a turn.
    Rotate,
    /// The same after a quarter of a turn.
    Quarter,
    /// The same with left and right exchanged.
    Mirror,
    /// The same with rows and columns exchanged.
    Diagonal,
}

impl Symmetry {
    /// The cell that this one is mapped to.
    fn image(self, layout: &'static Layout, cell: Cell) -> Cell {
        let (row, column, last) = (cell.row(), cell.column(), layout.order() - 1);
        match self {
            Symmetry::None => cell,
            Symmetry::Rotate => layout.cell(last - row, last - column),
            Symmetry::Quarter => layout.cell(column, last - row),
            Symmetry::Mirror => layout.cell(row, last - column),
            Symmetry::Diagonal => layout.cell(column, row),
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
        use Symmetry::*;
        for layout in Layout::all() {
            for (symmetry, largest) in
                [(None, 1), (Rotate, 2), (Quarter, 4), (Mirror, 2), (Diagonal, 2)]
            {
                let orbits = symmetry.orbits(layout);
                assert_eq!(orbits.iter().map(Vec::len).max(), Some(largest));
                let mut cells = orbits.concat();
                cells.sort_unstable();
                assert_eq!(cells, layout.cells(), "{symmetry:?} on {layout:?}");
            }
        }
    }
}
