//! Suspects: the only candidates that chains can rule out.
//!
//! A chain is read from its conclusion, too: were the candidate true, one end of the chain
//! would be false, so the other true, so the candidate false. Each link of that is a single,
//! a locked candidate or an almost locked set that misses a digit. So whoever assumes the
//! candidate and places singles, for chains of single candidates, or singles and locked
//! candidates, for those with groups, meets a contradiction; where they meet none, no chain
//! concludes anything of it. The [lanes](crate::lanes) try 8 to 32 candidates at once, which
//! is far less work than the networks; with almost locked sets [another
//! way](super::implied) follows 256.

use super::almost_locked::AlmostLocked;
use super::board::board;
use super::implied;
use super::stop::Stop;
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, Layout};
use crate::lanes::{Rules, Trials};

/// By cell the digits that a chain may rule out; of some grids all.
pub struct Suspects(Option<Vec<DigitSet>>);

impl Suspects {
    /// The candidates of a 9×9 grid that these rules refute, and those alone in their cell,
    /// which nobody assumes; of other sizes all.
    pub fn of(grid: &CandidateGrid, trials: &mut Trials, rules: Rules) -> Suspects {
        if grid.layout() != Layout::nine() {
            return Suspects(None);
        }
        let failing = trials.failing(&board(grid), rules);
        let of_cell = |&cell: &Cell| match grid.candidates(cell).single() {
            Some(digit) => DigitSet::only(digit),
            None => DigitSet::from_bits(failing.candidates(cell.index()).into()),
        };
        Suspects(Some(grid.layout().cells().iter().map(of_cell).collect()))
    }

    /// The candidates that chains with these almost locked sets, and these sets alone, may
    /// rule out.
    pub fn with_sets(grid: &CandidateGrid, sets: &[AlmostLocked], stop: &Stop<'_>) -> Suspects {
        Suspects(Some(implied::contradicted(grid, sets, stop)))
    }

    /// Whether nothing is known of any.
    pub fn are_all(&self) -> bool {
        self.0.is_none()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_some_and(|cells| cells.iter().all(|digits| digits.is_empty()))
    }

    /// Whether a candidate is one.
    pub fn contains(&self, (cell, digit): (Cell, Digit)) -> bool {
        self.0.as_ref().is_none_or(|cells| cells[cell.index()].contains(digit))
    }

    /// By digit the cells that may lose it.
    pub fn by_digit(&self, grid: &CandidateGrid) -> Vec<CellSet> {
        let of_digit = |digit| {
            let places = grid.places(digit).cells(grid.layout());
            places.filter(|&cell| self.contains((cell, digit))).collect()
        };
        Digit::all(grid.order()).map(of_digit).collect()
    }

    /// Whether any candidate of a digit is one.
    pub fn has_digit(&self, digit: Digit) -> bool {
        self.0.as_ref().is_none_or(|cells| cells.iter().any(|digits| digits.contains(digit)))
    }
}
