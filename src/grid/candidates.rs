//! The candidate grid: what each empty cell may still take.
//!
//! Three views of the same candidates are kept in step: the digits of a cell, the
//! positions of a digit in a house, and the cells of a digit in the whole grid
//! (orders up to 9). Naked strategies read the first, hidden ones and basic fish
//! the second, patterns across houses the third. [`place`](CandidateGrid::place) and
//! [`eliminate`](CandidateGrid::eliminate) are the only ways to change a grid,
//! and both note at once when a cell or a digit has nowhere left to go.

use std::fmt;

use super::{Cell, CellSet, Digit, DigitSet, Grid, House, Layout, Puzzle};

/// Values, and the candidates of the empty cells.
#[derive(PartialEq, Eq)]
pub struct CandidateGrid {
    grid: Grid,
    empty: usize,
    contradictory: bool,
    candidates: Vec<DigitSet>,
    /// By house and digit: bit p is set when the digit is a candidate at
    /// position p of the house.
    positions: Vec<u32>,
    /// By house: the digits it already holds.
    placed: Vec<DigitSet>,
    /// By digit: the cells it is a candidate of. Empty above order 9.
    places: Vec<CellSet>,
    /// By cell: whether it came with the puzzle.
    given: Vec<bool>,
}

impl CandidateGrid {
    /// The grid of a puzzle: the givens placed, every other candidate open; of a pencilmark
    /// puzzle, those it has.
    pub fn new(puzzle: &Puzzle) -> CandidateGrid {
        let mut grid = CandidateGrid {
            grid: Grid::empty(puzzle.layout()),
            empty: 0,
            contradictory: false,
            candidates: Vec::new(),
            positions: Vec::new(),
            placed: Vec::new(),
            places: Vec::new(),
            given: Vec::new(),
        };
        grid.reset(puzzle);
        grid
    }

    /// Starts over with another puzzle, in the same memory where the size
    /// allows it.
    pub fn reset(&mut self, puzzle: &Puzzle) {
        fn refill<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
            list.clear();
            list.resize(length, value);
        }
        let layout = puzzle.layout();
        let (order, cells) = (layout.order(), layout.cells());
        if self.layout() != layout {
            self.grid = Grid::empty(layout);
        }
        cells.iter().for_each(|&cell| self.grid.set(cell, None));
        self.empty = cells.len();
        self.contradictory = false;
        refill(&mut self.candidates, cells.len(), DigitSet::all(order));
        refill(&mut self.positions, 3 * order * order, (1 << order) - 1);
        refill(&mut self.placed, 3 * order, DigitSet::EMPTY);
        self.places.clear();
        if layout.has_cell_sets() {
            self.places.resize(order, cells.iter().copied().collect());
        }
        refill(&mut self.given, cells.len(), false);
        for &cell in cells {
            if let Some(digit) = puzzle.given(cell) {
                self.place(cell, digit);
                self.given[cell.index()] = true;
            }
        }
        for (&cell, &marks) in cells.iter().zip(puzzle.marks().unwrap_or_default()) {
            for digit in self.candidates(cell) - marks {
                self.remove(cell, digit);
            }
        }
    }

    /// The size of the grid.
    #[inline]
    pub fn layout(&self) -> &'static Layout {
        self.grid.layout()
    }

    /// n.
    #[inline]
    pub fn order(&self) -> usize {
        self.layout().order()
    }

    /// The values placed so far.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The digit in a cell.
    #[inline]
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.grid.digit(cell)
    }

    /// The candidates of a cell; a filled cell has none.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[cell.index()]
    }

    /// Where a digit is a candidate in a house: bit p is set for position p.
    #[inline]
    pub fn positions(&self, house: House, digit: Digit) -> u32 {
        self.positions[house.index() * self.order() + digit.index()]
    }

    /// Where each digit, by its index, is a candidate in a house; a digit that the house holds
    /// is none there.
    #[inline]
    pub fn all_positions(&self, house: House) -> &[u32] {
        &self.positions[house.index() * self.order()..][..self.order()]
    }

    /// The digits each house already holds, by its index.
    #[inline]
    pub fn all_placed(&self) -> &[DigitSet] {
        &self.placed
    }

    /// The digits a house already holds.
    #[inline]
    pub fn placed(&self, house: House) -> DigitSet {
        self.placed[house.index()]
    }

    /// Whether the digit in a cell came with the puzzle rather than from
    /// [`place`](Self::place).
    #[inline]
    pub fn is_given(&self, cell: Cell) -> bool {
        self.given[cell.index()]
    }

    /// The cells a digit is a candidate of.
    ///
    /// # Panics
    /// When the grid is too large for [cell sets](Layout::has_cell_sets); so do
    /// the other methods that return one.
    #[inline]
    pub fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// The places of every digit, by its index; empty above order 9.
    #[inline]
    pub fn all_places(&self) -> &[CellSet] {
        &self.places
    }

    /// The cells that have exactly two candidates.
    pub fn bivalue_cells(&self) -> CellSet {
        let mut at_least = [CellSet::EMPTY; 3];
        for &cells in &self.places {
            at_least[2] |= at_least[1] & cells;
            at_least[1] |= at_least[0] & cells;
            at_least[0] |= cells;
        }
        at_least[1] - at_least[2]
    }

    /// The number of empty cells.
    #[inline]
    pub fn empty_cells(&self) -> usize {
        self.empty
    }

    /// Whether every cell is filled.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.empty == 0
    }

    /// Whether an empty cell has no candidate, or a house has no place left for
    /// a digit it lacks: no solution can come of this grid.
    #[inline]
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Fills a cell with one of its candidates and takes the digit from the
    /// cell's peers.
    ///
    /// # Panics
    /// In debug builds, when the digit is not a candidate of the cell and the
    /// grid was not contradictory before.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        debug_assert!(
            self.contradictory || self.candidates(cell).contains(digit),
            "{digit} is not a candidate of {cell}"
        );
        if self.digit(cell).is_some() {
            return;
        }
        self.contradictory |= !self.candidates(cell).contains(digit);
        for house in self.layout().houses_at(cell) {
            self.placed[house.index()].insert(digit);
        }
        self.grid.set(cell, Some(digit));
        self.empty -= 1;
        for candidate in self.candidates(cell) {
            self.remove(cell, candidate);
        }
        let layout = self.layout();
        match self.places.get(digit.index()) {
            Some(&places) => {
                let losing = places & layout.peer_set(cell);
                losing.cells(layout).for_each(|peer| self.remove(peer, digit));
            }
            None => {
                for &peer in layout.peers(cell) {
                    self.eliminate(peer, digit);
                }
            }
        }
    }

    /// Takes a candidate out of a cell. Returns whether it was there.
    pub fn eliminate(&mut self, cell: Cell, digit: Digit) -> bool {
        let present = self.candidates(cell).contains(digit);
        if present {
            self.remove(cell, digit);
        }
        present
    }

    #[inline]
    fn remove(&mut self, cell: Cell, digit: Digit) {
        let candidates = &mut self.candidates[cell.index()];
        candidates.remove(digit);
        if let Some(places) = self.places.get_mut(digit.index()) {
            places.remove(cell);
        }
        self.contradictory |= candidates.is_empty() && self.grid.digit(cell).is_none();
        for slot in self.grid.layout().slots_at(cell) {
            let places = &mut self.positions[usize::from(slot.start) + digit.index()];
            *places &= !slot.bit;
            if *places == 0 {
                self.contradictory |= !self.placed[usize::from(slot.house)].contains(digit);
            }
        }
    }
}

/// `clone_from` reuses memory, which is what a search that copies grids needs.
impl Clone for CandidateGrid {
    fn clone(&self) -> CandidateGrid {
        CandidateGrid {
            grid: self.grid.clone(),
            empty: self.empty,
            contradictory: self.contradictory,
            candidates: self.candidates.clone(),
            positions: self.positions.clone(),
            placed: self.placed.clone(),
            places: self.places.clone(),
            given: self.given.clone(),
        }
    }

    fn clone_from(&mut self, source: &CandidateGrid) {
        self.grid.clone_from(&source.grid);
        self.empty = source.empty;
        self.contradictory = source.contradictory;
        self.candidates.clone_from(&source.candidates);
        self.positions.clone_from(&source.positions);
        self.placed.clone_from(&source.placed);
        self.places.clone_from(&source.places);
        self.given.clone_from(&source.given);
    }
}

impl fmt::Debug for CandidateGrid {
    /// One row of the grid per line, the candidates of empty cells in braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.layout().cells().chunks(self.order()) {
            for &cell in row {
                match self.digit(cell) {
                    Some(digit) => write!(f, "{digit} ")?,
                    None => write!(f, "{} ", self.candidates(cell))?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn consistent(grid: &CandidateGrid) -> bool {
        let layout = grid.layout();
        let set = |digit| {
            let holds = |cell: &&Cell| grid.candidates(**cell).contains(digit);
            layout.cells().iter().filter(holds).copied().collect::<CellSet>()
        };
        let sets = grid.all_places().iter();
        let bivalue = |cell: &&Cell| grid.candidates(**cell).len() == 2;
        sets.zip(Digit::all(9)).all(|(&places, digit)| places == set(digit))
            && (!layout.has_cell_sets()
                || grid.bivalue_cells() == layout.cells().iter().filter(bivalue).copied().collect())
            && layout.houses().iter().all(|&house| {
                Digit::all(layout.order()).all(|digit| {
                    let cells = layout.house_cells(house).iter().enumerate();
                    let bits = cells
                        .filter(|&(_, &cell)| grid.candidates(cell).contains(digit))
                        .fold(0, |bits, (position, _)| bits | 1 << position);
                    bits == grid.positions(house, digit)
                })
            })
    }

    #[test]
    fn the_views_agree_after_any_change() {
        for layout in Layout::all() {
            let mut grid = CandidateGrid::new(&Puzzle::empty(layout));
            for (i, &cell) in layout.cells().iter().enumerate().step_by(5) {
                if let Some(digit) = grid.candidates(cell).first() {
                    if i % 2 == 0 {
                        grid.place(cell, digit);
                    } else {
                        grid.eliminate(cell, digit);
                    }
                }
                assert!(consistent(&grid), "{layout:?} after {cell}");
            }
        }
    }

    #[test]
    fn an_exhausted_cell_is_a_contradiction() {
        let layout = Layout::of_order(4).unwrap();
        let mut grid = CandidateGrid::new(&Puzzle::empty(layout));
        for value in 1..=3 {
            assert!(grid.eliminate(layout.cell(0, 0), Digit::new(value)));
            assert!(!grid.is_contradictory());
        }
        grid.eliminate(layout.cell(0, 0), Digit::new(4));
        assert!(grid.is_contradictory());
    }

    #[test]
    fn a_digit_without_place_is_a_contradiction() {
        let layout = Layout::of_order(4).unwrap();
        let mut grid = CandidateGrid::new(&Puzzle::empty(layout));
        for column in 0..4 {
            assert!(!grid.is_contradictory());
            grid.eliminate(layout.cell(0, column), Digit::new(1));
        }
        assert!(grid.is_contradictory());
    }

    #[test]
    fn reset_equals_new() {
        let layout = Layout::nine();
        let mut givens = Grid::empty(layout);
        givens.set(layout.cell(0, 0), Some(Digit::new(5)));
        let (one, none) = (Puzzle::new(givens).unwrap(), Puzzle::empty(layout));
        let mut grid = CandidateGrid::new(&none);
        grid.reset(&one);
        assert_eq!(grid, CandidateGrid::new(&one));
        grid.reset(&none);
        assert_eq!(grid, CandidateGrid::new(&none));
    }
}
