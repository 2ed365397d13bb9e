//! A step: what a strategy saw, and what follows.

use std::fmt;

use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, House};

/// What follows from a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deduction {
    /// The cell holds the digit.
    Place(Cell, Digit),
    /// The cell does not hold the digit.
    Eliminate(Cell, Digit),
}

/// `R3C5 is 7`, `R3C5 is not 7`.
impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deduction::Place(cell, digit) => write!(f, "{cell} is {digit}"),
            Deduction::Eliminate(cell, digit) => write!(f, "{cell} is not {digit}"),
        }
    }
}

impl Deduction {
    /// The cell it is about.
    pub fn cell(&self) -> Cell {
        let (Deduction::Place(cell, _) | Deduction::Eliminate(cell, _)) = *self;
        cell
    }

    /// Carries it out.
    #[inline]
    pub fn apply(&self, grid: &mut CandidateGrid) {
        match *self {
            Deduction::Place(cell, digit) => grid.place(cell, digit),
            Deduction::Eliminate(cell, digit) => {
                grid.eliminate(cell, digit);
            }
        }
    }

    /// The digit placed or eliminated.
    pub fn digit(&self) -> Digit {
        let (Deduction::Place(_, digit) | Deduction::Eliminate(_, digit)) = *self;
        digit
    }

    /// These deductions in rising order, each once.
    pub(super) fn sorted(all: impl IntoIterator<Item = Deduction>) -> Vec<Deduction> {
        let mut all: Vec<Deduction> = all.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// That none of these cells holds the digit; about the others of them there is
    /// nothing to say.
    pub(super) fn eliminate(
        cells: CellSet,
        digit: Digit,
        grid: &CandidateGrid,
    ) -> impl Iterator<Item = Deduction> + '_ {
        let cells = (cells & grid.places(digit)).cells(grid.layout());
        cells.map(move |cell| Deduction::Eliminate(cell, digit))
    }
}

/// What a candidate does in a pattern, for whoever draws it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Belongs to the regular part of the pattern.
    Base,
    /// Outside the regular part: if it is true, the rest need not hold.
    Fin,
    /// One of the two colours of a cluster, by the cluster's number: all of one
    /// are true, all of the other false.
    Colour(u8, bool),
    /// In a chain: true if the chain's first candidate is.
    On,
    /// In a chain: false if the chain's first candidate is true.
    Off,
    /// A set of cells or candidates of its own, by number.
    Set(u8),
}

/// A candidate with its part in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mark {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub digit: Digit,
    /// What for.
    pub role: Role,
}

/// What a strategy saw: the cells, digits and houses that make the argument, in
/// the order in which the strategy's explanation names them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pattern {
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The cells that form it.
    pub cells: Vec<Cell>,
    /// The houses it lies in; of a fish first the base, then as many of the cover.
    pub houses: Vec<House>,
    /// The candidates whose parts differ: fins, colours, links of a chain. A
    /// pattern without marks is made of all `digits` in all `cells`.
    pub marks: Vec<Mark>,
}

impl Pattern {
    /// A pattern without marks.
    pub fn new(
        digits: impl IntoIterator<Item = Digit>,
        cells: impl IntoIterator<Item = Cell>,
        houses: impl IntoIterator<Item = House>,
    ) -> Pattern {
        Pattern {
            digits: digits.into_iter().collect(),
            cells: cells.into_iter().collect(),
            houses: houses.into_iter().collect(),
            marks: Vec::new(),
        }
    }

    /// The same with marks.
    pub fn marked(self, marks: impl IntoIterator<Item = Mark>) -> Pattern {
        Pattern { marks: marks.into_iter().collect(), ..self }
    }

    /// The pattern of two patterns that make one step together.
    pub(super) fn and(mut self, other: Pattern) -> Pattern {
        self.digits |= other.digits;
        self.cells.extend(other.cells);
        self.houses.extend(other.houses);
        self.marks.extend(other.marks);
        self
    }

    /// The cells of the candidates that play a part, in the order of `marks`.
    pub fn cells_of(&self, role: Role) -> impl Iterator<Item = Cell> + Clone + '_ {
        self.marks.iter().filter(move |mark| mark.role == role).map(|mark| mark.cell)
    }
}

/// One application of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What was seen.
    pub pattern: Pattern,
    /// What follows; never empty, and each changes the grid it was found on.
    pub deductions: Vec<Deduction>,
}

impl Step {
    /// Carries out the deductions.
    pub fn apply(&self, grid: &mut CandidateGrid) {
        self.deductions.iter().for_each(|deduction| deduction.apply(grid));
    }

    /// The digits placed or eliminated.
    pub fn digits(&self) -> DigitSet {
        self.deductions.iter().map(Deduction::digit).collect()
    }

    /// The number of digits the step places.
    pub fn placements(&self) -> usize {
        self.deductions.iter().filter(|d| matches!(d, Deduction::Place(..))).count()
    }

    /// The number of candidates the step removes by argument; what a placement
    /// clears is not counted.
    pub fn eliminations(&self) -> usize {
        self.deductions.len() - self.placements()
    }
}
