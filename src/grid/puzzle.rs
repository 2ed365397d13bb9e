//! Grids and puzzles: values by cell.
//!
//! A [`Grid`] is any filling, complete or not, right or wrong. A [`Puzzle`] is a
//! grid whose givens do not contradict one another at sight, so a solver may rely
//! on that; it may still have no solution, or many.

use std::fmt;

use super::repeats::{some_house_of_nine_repeats, some_house_repeats};
use super::values::Values;
use super::{Cell, Digit, DigitSet, House, Layout, MAX_ORDER};

/// A grid of values, 0 for an empty cell, in row-major order.
#[derive(PartialEq, Eq)]
pub struct Grid {
    layout: &'static Layout,
    values: Values,
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
        assert!(highest(values) <= order, "values are 0 to {order}");
        Grid { layout, values: values.into() }
    }

    /// The grid without values.
    pub fn empty(layout: &'static Layout) -> Grid {
        Grid { layout, values: Values::from(&vec![0; layout.cells().len()][..]) }
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
        match &self.values {
            Values::Nine(values) => some_house_of_nine_repeats(values),
            Values::Other(values) => {
                some_house_repeats(values, self.layout.box_rows(), self.layout.box_columns())
            }
        }
    }
}

/// Without an early end: that is done for many values at once.
fn highest(values: &[u8]) -> u8 {
    values.iter().fold(0, |highest, &value| highest.max(value))
}

/// The 9×9 grid with these values, in row-major order, 0 for an empty cell.
///
/// # Panics
/// When a value exceeds 9.
impl From<[u8; 81]> for Grid {
    fn from(values: [u8; 81]) -> Grid {
        assert!(highest(&values) <= 9, "values are 0 to 9");
        Grid { layout: Layout::nine(), values: Values::Nine(values) }
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &value in self.values() {
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

/// A grid whose givens do not conflict; and of a *pencilmark puzzle* (Sukaku) the digits that
/// each cell may take, of which a given is the only one of its cell.
#[derive(Clone, PartialEq, Eq)]
pub struct Puzzle {
    givens: Grid,
    /// By cell. Only where they say more than the givens do.
    marks: Option<Box<[DigitSet]>>,
}

impl Puzzle {
    /// The puzzle with these givens.
    ///
    /// # Errors
    /// When a digit stands twice in a house.
    pub fn new(givens: Grid) -> Result<Puzzle, Conflict> {
        match givens.conflict() {
            Some(conflict) => Err(conflict),
            None => Ok(Puzzle { givens, marks: None }),
        }
    }

    /// The puzzle whose cells may take these digits, cell by cell in row-major order. A cell with
    /// one digit is a given. Where the others lack no digit but those of givens they see, it is
    /// the ordinary puzzle with these givens.
    ///
    /// # Errors
    /// When a cell has no digit, or a digit stands twice in a house.
    ///
    /// # Panics
    /// When there are not as many sets as cells, or a digit exceeds n.
    pub fn of_marks(layout: &'static Layout, marks: &[DigitSet]) -> Result<Puzzle, Contradiction> {
        let values: Vec<u8> =
            marks.iter().map(|set| set.single().map_or(0, Digit::value)).collect();
        let puzzle = Puzzle::new(Grid::new(layout, &values))?;
        let all = DigitSet::all(layout.order());
        assert!(marks.iter().all(|&set| set - all == DigitSet::EMPTY), "digits are 1 to n");
        let cells = || layout.cells().iter().zip(marks);
        if let Some((&cell, _)) = cells().find(|(_, set)| set.is_empty()) {
            return Err(Contradiction::Empty(cell));
        }
        let says_more = |(&cell, &set): (&Cell, &DigitSet)| {
            let seen: DigitSet =
                layout.peers(cell).iter().filter_map(|&peer| puzzle.given(peer)).collect();
            set.len() > 1 && set | seen != all
        };
        let marks = cells().any(says_more).then(|| marks.into());
        Ok(Puzzle { marks, ..puzzle })
    }

    /// The puzzle without givens.
    pub fn empty(layout: &'static Layout) -> Puzzle {
        Puzzle { givens: Grid::empty(layout), marks: None }
    }

    /// The size of the grid.
    #[inline]
    pub fn layout(&self) -> &'static Layout {
        self.givens.layout
    }

    /// The givens in row-major order, 0 for an empty cell.
    #[inline]
    pub fn values(&self) -> &[u8] {
        &self.givens.values
    }

    /// The givens as a grid: of a pencilmark puzzle not all that it says.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.givens
    }

    /// Of a pencilmark puzzle, the digits that each cell may take.
    #[inline]
    pub fn marks(&self) -> Option<&[DigitSet]> {
        self.marks.as_deref()
    }

    /// Whether it is a pencilmark puzzle.
    #[inline]
    pub fn has_marks(&self) -> bool {
        self.marks.is_some()
    }

    /// Whether it is 9×9 and has givens alone, as the programs take it whose ratings are exact.
    pub fn is_ordinary_nine(&self) -> bool {
        self.layout() == Layout::nine() && !self.has_marks()
    }

    /// Whether two puzzles have the same size, and both have marks or none.
    pub fn is_of_kind(&self, other: &Puzzle) -> bool {
        self.layout() == other.layout() && self.has_marks() == other.has_marks()
    }

    /// The given in a cell.
    #[inline]
    pub fn given(&self, cell: Cell) -> Option<Digit> {
        self.givens.digit(cell)
    }

    /// Takes a given away, which cannot make the others conflict; its cell may then take any digit.
    pub fn remove(&mut self, cell: Cell) {
        self.givens.set(cell, None);
        if let Some(marks) = &mut self.marks {
            marks[cell.index()] = DigitSet::all(self.givens.layout.order());
        }
    }

    /// The number of givens.
    pub fn clues(&self) -> usize {
        self.givens.filled()
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.clues() == self.layout().cells().len()
    }
}

/// Why no puzzle has these marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// Two cells of a house may take nothing but the same digit.
    Conflict(Conflict),
    /// A cell may take no digit.
    Empty(Cell),
}

impl From<Conflict> for Contradiction {
    fn from(conflict: Conflict) -> Contradiction {
        Contradiction::Conflict(conflict)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.givens.fmt(f)?;
        self.marks.iter().try_for_each(|marks| write!(f, " {marks:?}"))
    }
}
