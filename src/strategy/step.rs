//! A step: what a strategy saw, and what follows.

use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, House};

/// What follows from a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deduction {
    /// The cell holds the digit.
    Place(Cell, Digit),
    /// The cell does not hold the digit.
    Eliminate(Cell, Digit),
}

impl Deduction {
    /// The digit placed or eliminated.
    pub fn digit(&self) -> Digit {
        let (Deduction::Place(_, digit) | Deduction::Eliminate(_, digit)) = *self;
        digit
    }
}

/// What a strategy saw: the cells, digits and houses that make the argument, in
/// the order in which the strategy's explanation names them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pattern {
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The cells that form it.
    pub cells: Vec<Cell>,
    /// The houses it lies in.
    pub houses: Vec<House>,
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
        for &deduction in &self.deductions {
            match deduction {
                Deduction::Place(cell, digit) => grid.place(cell, digit),
                Deduction::Eliminate(cell, digit) => {
                    grid.eliminate(cell, digit);
                }
            }
        }
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
