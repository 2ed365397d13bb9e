//! Sets of cells in one machine word.
//!
//! A [`CellSet`] holds any of the cells of a grid of order up to
//! [`CellSet::MAX_ORDER`], the cell at row-major position i in bit i. Strategies
//! that reason about several houses at once ask the same questions over and over
//! (which cells hold this digit, which see all of these), and with sets the
//! answer is a few instructions for the whole grid. Larger grids do not fit and
//! have no cell sets.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

use super::Cell;

/// A set of cells of a grid of order 9 or less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(pub(super) u128);

impl CellSet {
    /// The set without cells.
    pub const EMPTY: CellSet = CellSet(0);

    /// The largest order whose cells fit.
    pub const MAX_ORDER: usize = 9;

    /// The set of one cell.
    #[inline]
    pub fn only(cell: Cell) -> CellSet {
        CellSet(1 << cell.index())
    }

    /// How many cells the set holds.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no cell.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds more than one cell.
    #[inline]
    pub fn is_plural(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    pub fn is_subset(self, other: CellSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share a cell.
    #[inline]
    pub fn meets(self, other: CellSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, |set, cell| set | CellSet::only(cell))
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet) {
        self.0 &= other.0;
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        self.0 |= other.0;
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    #[inline]
    fn sub(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }
}

impl fmt::Debug for CellSet {
    /// Row-major positions: a set does not know its layout.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries((0..128).filter(|i| self.0 >> i & 1 == 1)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    #[test]
    fn a_set_is_what_was_put_into_it() {
        let nine = Layout::nine();
        let chosen = [3, 40, 80].map(|index| nine.cells()[index]);
        let mut set: CellSet = chosen.into_iter().collect();
        assert_eq!(set.cells(nine).collect::<Vec<_>>(), chosen);
        assert_eq!((set.len(), set.first(nine)), (3, Some(chosen[0])));
        set.remove(chosen[0]);
        assert!(!set.contains(chosen[0]) && set.contains(chosen[2]) && set.is_plural());
        assert!(set.is_subset(chosen.into_iter().collect()));
        assert_eq!((set - set).cells(nine).count(), 0);
    }

    #[test]
    fn common_peers_see_every_cell() {
        for layout in Layout::all().iter().filter(|l| l.order() <= CellSet::MAX_ORDER) {
            let cells = layout.cells();
            for pair in [[cells[0], cells[1]], [cells[0], cells[cells.len() - 1]]] {
                let seen = layout.common_peers(pair.into_iter().collect());
                for &cell in cells {
                    let sees_both = pair.iter().all(|&other| layout.sees(cell, other));
                    assert_eq!(seen.contains(cell), sees_both, "{layout:?} {cell}");
                }
            }
        }
    }
}
