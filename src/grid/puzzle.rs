//! Grids and puzzles: values by cell.
//!
//! A [`Grid`] is any filling, complete or not, right or wrong. A [`Puzzle`] is a
//! grid whose givens do not contradict one another at sight, so a solver may rely
//! on that; it may still have no solution, or many.

use std::fmt;

use super::{Cell, Digit, DigitSet, House, Layout, MAX_ORDER};

/// A grid of values, 0 for an empty cell, in row-major order.
#[derive(PartialEq, Eq)]
pub struct Grid {
    layout: &'static Layout,
    values: Box<[u8]>,
}

/// `clone_from` reuses memory, as [`CandidateGrid`](super::CandidateGrid)'s does.
impl Clone for Grid {
    fn clone(&self) -> Grid {
        Grid { layout: self.layout, values: self.values.clone() }
    }

    fn clone_from(&mut self, source: &Grid) {
        self.layout = source.layout;
        self.values.clone_from(&source.values);
    }
}

impl Grid {
    /// The grid with these values, 0 or 1 to n each.
    ///
    /// # Panics
    /// When the length is not the layout's cell count or a value exceeds n.
    pub fn new(layout: &'static Layout, values: &[u8]) -> Grid {
        assert_eq!(values.len(), layout.cells().len(), "one value per cell");
        let order = layout.order() as u8;
        let highest = values.iter().fold(0, |highest, &value| highest.max(value));
        assert!(highest <= order, "values are 0 to {order}");
        Grid { layout, values: values.into() }
    }

    /// The grid without values.
    pub fn empty(layout: &'static Layout) -> Grid {
        Grid { layout, values: vec![0; layout.cells().len()].into() }
    }

    /// The size of the grid.
    #[inline]
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The values in row-major order, 0 for an empty cell.
    #[inline]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The digit in a cell.
    #[inline]
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        match self.values[cell.index()] {
            0 => None,
            value => Some(Digit::new(value)),
        }
    }

    /// Puts a digit in a cell, or empties it.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.values[cell.index()] = digit.map_or(0, Digit::value);
    }

    /// The number of filled cells.
    pub fn filled(&self) -> usize {
        self.values.iter().filter(|&&value| value != 0).count()
    }

    /// A house that holds a digit twice, at the first cell in row-major order
    /// that repeats one.
    pub fn conflict(&self) -> Option<Conflict> {
        // Most grids have none, and to know no more than that is quick.
        if !self.has_conflict() {
            return None;
        }
        let mut held = [DigitSet::EMPTY; 3 * MAX_ORDER];
        for &cell in self.layout.cells() {
            let Some(digit) = self.digit(cell) else { continue };
            for house in self.layout.houses_at(cell) {
                if held[house.index()].contains(digit) {
                    return Some(Conflict { digit, house });
                }
                held[house.index()].insert(digit);
            }
        }
        None
    }

    fn has_conflict(&self) -> bool {
        match (self.layout.box_rows(), self.layout.box_columns()) {
            // With constants the loops unroll.
            (3, 3) => some_house_repeats(&self.values, 3, 3),
            (rows, columns) => some_house_repeats(&self.values, rows, columns),
        }
    }
}

/// Whether some house of a grid with boxes of this size holds a value twice.
#[inline(always)]
fn some_house_repeats(values: &[u8], box_rows: usize, box_columns: usize) -> bool {
    let n = box_rows * box_columns;
    let mut in_column = [0u32; MAX_ORDER];
    let mut repeated = 0;
    for band in values.chunks_exact(box_rows * n) {
        let mut in_box = [0u32; MAX_ORDER];
        for row in band.chunks_exact(n) {
            let mut in_row = 0;
            for (column, &value) in row.iter().enumerate() {
                // An empty cell has no bit.
                let digit = 1u32 << value >> 1;
                let in_box = &mut in_box[column / box_columns];
                repeated |= digit & (in_row | in_column[column] | *in_box);
                in_row |= digit;
                in_column[column] |= digit;
                *in_box |= digit;
            }
        }
    }
    repeated != 0
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &value in &self.values {
            write!(f, "{}", if value == 0 { '.' } else { Digit::new(value).symbol() })?;
        }
        Ok(())
    }
}

/// A digit that stands twice in a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The digit.
    pub digit: Digit,
    /// The house that holds it twice.
    pub house: House,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "digit {} stands twice in {}", self.digit, self.house)
    }
}

impl std::error::Error for Conflict {}

/// A grid whose givens do not conflict.
#[derive(Clone, PartialEq, Eq)]
pub struct Puzzle(Grid);

impl Puzzle {
    /// The puzzle with these givens.
    ///
    /// # Errors
    /// When a digit stands twice in a house.
    pub fn new(givens: Grid) -> Result<Puzzle, Conflict> {
        match givens.conflict() {
            Some(conflict) => Err(conflict),
            None => Ok(Puzzle(givens)),
        }
    }

    /// The puzzle without givens.
    pub fn empty(layout: &'static Layout) -> Puzzle {
        Puzzle(Grid::empty(layout))
    }

    /// The size of the grid.
    #[inline]
    pub fn layout(&self) -> &'static Layout {
        self.0.layout
    }

    /// The givens in row-major order, 0 for an empty cell.
    #[inline]
    pub fn values(&self) -> &[u8] {
        &self.0.values
    }

    /// The givens as a grid.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.0
    }

    /// The given in a cell.
    #[inline]
    pub fn given(&self, cell: Cell) -> Option<Digit> {
        self.0.digit(cell)
    }

    /// Takes a given away, which cannot make the others conflict.
    pub fn remove(&mut self, cell: Cell) {
        self.0.set(cell, None);
    }

    /// The number of givens.
    pub fn clues(&self) -> usize {
        self.0.filled()
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
