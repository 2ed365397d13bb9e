//! The geometry of a grid: which cells lie in which house, and who sees whom.
//!
//! There is one [`Layout`] per size, built once and shared for the life of the
//! program, so every other type holds a `&'static Layout`. The six sizes are the
//! ones the source documents name: 4×4, 6×6, 9×9, 12×12, 16×16 and 25×25.

use std::fmt;
use std::sync::LazyLock;

use super::{Cell, CellSet, House, HouseKind};

/// The largest order: 25×25.
pub const MAX_ORDER: usize = 25;
/// The cells of the largest grid.
pub const MAX_CELLS: usize = MAX_ORDER * MAX_ORDER;

/// Rows and columns of a box, for every size, in rising order.
const BOXES: [(usize, usize); 6] = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)];

static LAYOUTS: LazyLock<[Layout; 6]> =
    LazyLock::new(|| BOXES.map(|(rows, columns)| Layout::build(rows, columns)));

/// The geometry of one size of grid.
pub struct Layout {
    box_rows: usize,
    box_columns: usize,
    cells: Vec<Cell>,
    houses: Vec<House>,
    house_cells: Vec<Cell>,
    cell_houses: Vec<[House; 3]>,
    cell_positions: Vec<[u8; 3]>,
    slots: Vec<[Slot; 3]>,
    peers: Vec<Cell>,
    /// By house and by cell; empty when the cells do not fit a set.
    house_sets: Vec<CellSet>,
    peer_sets: Vec<CellSet>,
}

/// A house of a cell, for tables of places by house and digit.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The house's position among all.
    pub house: u8,
    /// Where its digits begin in such a table.
    pub start: u16,
    /// The cell's position in it as a bit.
    pub bit: u32,
}

impl Layout {
    /// Every size, in rising order.
    pub fn all() -> &'static [Layout] {
        &*LAYOUTS
    }

    /// The size of this name: its order, or the two sides of a box, as in `3x4` or `4x3`;
    /// both mean 12×12, whose boxes have 3 rows and 4 columns.
    pub fn named(name: &str) -> Option<&'static Layout> {
        let is_meant = |size: &&Layout| {
            let (rows, columns) = (size.box_rows, size.box_columns);
            [size.order().to_string(), format!("{rows}x{columns}"), format!("{columns}x{rows}")]
                .iter()
                .any(|known| known == name)
        };
        Layout::all().iter().find(is_meant)
    }

    /// The layout of an n × n grid, if n is one of 4, 6, 9, 12, 16, 25.
    pub fn of_order(order: usize) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.order() == order)
    }

    /// The layout of a grid with this many cells.
    pub fn of_cells(cells: usize) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.cells.len() == cells)
    }

    /// The 9×9 layout.
    pub fn nine() -> &'static Layout {
        &LAYOUTS[2]
    }

    fn build(box_rows: usize, box_columns: usize) -> Layout {
        let order = box_rows * box_columns;
        let cells: Vec<Cell> = (0..order * order)
            .map(|i| Cell { index: i as u16, row: (i / order) as u8, column: (i % order) as u8 })
            .collect();
        let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
        let houses: Vec<House> = (0..3 * order)
            .map(|i| House { index: i as u8, kind: kinds[i / order], number: (i % order) as u8 })
            .collect();
        let box_of = |cell: Cell| cell.row() / box_rows * box_rows + cell.column() / box_columns;
        let in_box = |cell: Cell| cell.row() % box_rows * box_columns + cell.column() % box_columns;
        let cell_houses: Vec<[House; 3]> = cells
            .iter()
            .map(|&c| [c.row(), order + c.column(), 2 * order + box_of(c)].map(|i| houses[i]))
            .collect();
        let cell_positions: Vec<[u8; 3]> =
            cells.iter().map(|&c| [c.column() as u8, c.row() as u8, in_box(c) as u8]).collect();
        let slot = |cell: usize, kind: usize| Slot {
            house: cell_houses[cell][kind].index,
            start: (cell_houses[cell][kind].index() * order) as u16,
            bit: 1 << cell_positions[cell][kind],
        };
        let slots = (0..cells.len()).map(|cell| [0, 1, 2].map(|kind| slot(cell, kind))).collect();
        let mut house_cells = vec![cells[0]; 3 * cells.len()];
        for &cell in &cells {
            let places = cell_houses[cell.index()].iter().zip(cell_positions[cell.index()]);
            for (house, position) in places {
                house_cells[house.index() * order + usize::from(position)] = cell;
            }
        }
        let mut peers = Vec::new();
        for (cell, houses) in cell_houses.iter().enumerate() {
            let in_house = |house: &House| &house_cells[house.index() * order..][..order];
            let mut seen: Vec<usize> =
                houses.iter().flat_map(in_house).map(|cell| cell.index()).collect();
            seen.sort_unstable();
            seen.dedup();
            peers.extend(seen.into_iter().filter(|&seen| seen != cell).map(|seen| cells[seen]));
        }
        let mut layout = Layout {
            box_rows,
            box_columns,
            cells,
            houses,
            house_cells,
            cell_houses,
            cell_positions,
            slots,
            peers,
            house_sets: Vec::new(),
            peer_sets: Vec::new(),
        };
        if layout.has_cell_sets() {
            let set = |cells: &[Cell]| cells.iter().copied().collect();
            layout.house_sets =
                layout.houses.iter().map(|&house| set(layout.house_cells(house))).collect();
            layout.peer_sets = layout.cells.iter().map(|&cell| set(layout.peers(cell))).collect();
        }
        layout
    }

    /// n: rows, columns, boxes, and digits.
    #[inline]
    pub fn order(&self) -> usize {
        self.box_rows * self.box_columns
    }

    /// Rows of a box.
    #[inline]
    pub fn box_rows(&self) -> usize {
        self.box_rows
    }

    /// Columns of a box.
    #[inline]
    pub fn box_columns(&self) -> usize {
        self.box_columns
    }

    /// All cells in row-major order.
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell at a row and column, from 0.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.cells[row * self.order() + column]
    }

    /// All houses: rows, then columns, then boxes.
    #[inline]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The houses of one kind, in order.
    #[inline]
    pub fn houses_of(&self, kind: HouseKind) -> &[House] {
        let start = kind as usize * self.order();
        &self.houses[start..start + self.order()]
    }

    /// The n cells of a house, in row-major order. The place in this slice is
    /// the cell's *position* in the house.
    #[inline]
    pub fn house_cells(&self, house: House) -> &[Cell] {
        let start = house.index() * self.order();
        &self.house_cells[start..start + self.order()]
    }

    /// The cell's row, column and box, in this order.
    #[inline]
    pub fn houses_at(&self, cell: Cell) -> [House; 3] {
        self.cell_houses[cell.index()]
    }

    /// The cell's box.
    #[inline]
    pub fn box_at(&self, cell: Cell) -> House {
        self.cell_houses[cell.index()][2]
    }

    /// The cell's positions in its row, column and box, each 0 to n − 1.
    #[inline]
    pub fn positions_at(&self, cell: Cell) -> [u8; 3] {
        self.cell_positions[cell.index()]
    }

    /// The cell's row, column and box, in this order, as tables of places have them.
    #[inline]
    pub(super) fn slots_at(&self, cell: Cell) -> &[Slot; 3] {
        &self.slots[cell.index()]
    }

    /// The cells that share a house with this one, in row-major order.
    #[inline]
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        let count = self.peers.len() / self.cells.len();
        &self.peers[cell.index() * count..][..count]
    }

    /// Whether the grid is small enough for its cells to fit a [`CellSet`].
    #[inline]
    pub fn has_cell_sets(&self) -> bool {
        self.order() <= CellSet::MAX_ORDER
    }

    /// The cells of a house as a set.
    ///
    /// # Panics
    /// When the grid is too large for [cell sets](Self::has_cell_sets); so do the
    /// other methods that return one.
    #[inline]
    pub fn house_set(&self, house: House) -> CellSet {
        self.house_sets[house.index()]
    }

    /// The cell's peers as a set.
    #[inline]
    pub fn peer_set(&self, cell: Cell) -> CellSet {
        self.peer_sets[cell.index()]
    }

    /// The cells that see every cell of a set; of the empty set, none.
    #[inline]
    pub fn common_peers(&self, cells: CellSet) -> CellSet {
        let peers = cells.cells(self).map(|cell| self.peer_set(cell));
        peers.reduce(|common, peers| common & peers).unwrap_or_default()
    }

    /// Whether two different cells share a house.
    #[inline]
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        a != b && (a.row == b.row || a.column == b.column || self.box_at(a) == self.box_at(b))
    }
}

/// Layouts are shared singletons, so two are equal when their boxes are.
impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        (self.box_rows, self.box_columns) == (other.box_rows, other.box_columns)
    }
}

impl Eq for Layout {}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0} in boxes of {1}×{2}", self.order(), self.box_rows, self.box_columns)
    }
}

/// What needs to know the rows and columns.
impl CellSet {
    /// The first cell in row-major order.
    #[inline]
    pub fn first(self, layout: &Layout) -> Option<Cell> {
        (self.0 != 0).then(|| layout.cells()[self.0.trailing_zeros() as usize])
    }

    /// The last cell in row-major order.
    #[inline]
    pub fn last(self, layout: &Layout) -> Option<Cell> {
        self.0.checked_ilog2().map(|last| layout.cells()[last as usize])
    }

    /// The cells in row-major order.
    #[inline]
    pub fn cells(self, layout: &Layout) -> impl Iterator<Item = Cell> + Clone + '_ {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let first = (rest != 0).then(|| layout.cells()[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
            first
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_holds_each_position_once() {
        for layout in Layout::all() {
            for &house in layout.houses() {
                let cells = layout.house_cells(house);
                assert_eq!(cells.len(), layout.order(), "{layout:?} {house}");
                for (position, &cell) in cells.iter().enumerate() {
                    let k = house.kind() as usize;
                    assert_eq!(layout.houses_at(cell)[k], house);
                    assert_eq!(usize::from(layout.positions_at(cell)[k]), position);
                }
            }
        }
    }

    #[test]
    fn peers_are_the_cells_seen() {
        for layout in Layout::all() {
            let expected = 3 * layout.order() - layout.box_rows() - layout.box_columns() - 1;
            for &cell in layout.cells() {
                let peers = layout.peers(cell);
                assert_eq!(peers.len(), expected, "{layout:?} {cell}");
                assert!(peers.iter().all(|&peer| layout.sees(cell, peer)));
            }
        }
    }

    #[test]
    fn names_count_from_one() {
        let nine = Layout::nine();
        let cell = nine.cell(2, 4);
        assert_eq!(cell.to_string(), "R3C5");
        assert_eq!(format!("{:?}", nine.houses_at(cell)), "[row 3, column 5, box 2]");
    }
}
