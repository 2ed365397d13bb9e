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

use super::almost_locked::SetsAndSeen;
use super::board::board;
use super::implied;
use super::stop::Stop;
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, Layout};
use crate::lanes::{Rules, Trials};

/// By cell the digits that a chain may rule out; of some grids all.
pub struct Suspects {
    by_cell: Option<Vec<DigitSet>>,
    /// By cell and digit, how many rounds it took to contradict them, if that is known.
    rounds: Vec<u8>,
}

impl Suspects {
    /// The candidates of a 9×9 grid that these rules refute, and those alone in their cell,
    /// which nobody assumes; of other sizes all.
    pub fn of(grid: &CandidateGrid, trials: &mut Trials, rules: Rules) -> Suspects {
        if grid.layout() != Layout::nine() {
            return Suspects { by_cell: None, rounds: Vec::new() };
        }
        let failing = trials.failing(&board(grid), rules);
        let of_cell = |&cell: &Cell| match grid.candidates(cell).single() {
            Some(digit) => DigitSet::only(digit),
            None => DigitSet::from_bits(failing.candidates(cell.index()).into()),
        };
        let by_cell = Some(grid.layout().cells().iter().map(of_cell).collect());
        Suspects { by_cell, rounds: Vec::new() }
    }

    /// The candidates that chains with these almost locked sets, and these sets alone, may
    /// rule out.
    pub fn with_sets(grid: &CandidateGrid, sets: &SetsAndSeen<'_>, stop: &Stop<'_>) -> Suspects {
        let rounds = implied::contradicted(grid, sets, stop);
        let digits = |rounds: &[u8]| {
            Digit::all(grid.order()).filter(|digit| rounds[digit.index()] > 0).collect()
        };
        let by_cell = Some(rounds.chunks_exact(grid.order()).map(digits).collect());
        Suspects { by_cell, rounds }
    }

    /// No candidate of a grid.
    pub fn none(grid: &CandidateGrid) -> Suspects {
        let by_cell = Some(vec![DigitSet::EMPTY; grid.layout().cells().len()]);
        Suspects { by_cell, rounds: Vec::new() }
    }

    /// Adds a candidate.
    pub fn add(&mut self, (cell, digit): (Cell, Digit)) {
        self.by_cell.iter_mut().for_each(|cells| cells[cell.index()].insert(digit));
    }

    /// How many rounds it took to contradict a candidate; the fewer, the shorter a chain may be.
    pub fn rounds(&self, (cell, digit): (Cell, Digit), order: usize) -> u8 {
        self.rounds.get(cell.index() * order + digit.index()).copied().unwrap_or_default()
    }

    /// Whether nothing is known of any.
    pub fn are_all(&self) -> bool {
        self.by_cell.is_none()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_cell.as_ref().is_some_and(|cells| cells.iter().all(|digits| digits.is_empty()))
    }

    /// Whether a candidate is one.
    pub fn contains(&self, (cell, digit): (Cell, Digit)) -> bool {
        self.by_cell.as_ref().is_none_or(|cells| cells[cell.index()].contains(digit))
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
        self.by_cell.as_ref().is_none_or(|cells| cells.iter().any(|digits| digits.contains(digit)))
    }
}
