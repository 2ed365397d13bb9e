//! Suspects: the only candidates that chains can rule out.
//!
//! A chain is read from its conclusion, too: were the candidate true, one end of the chain
//! would be false, so the other true, so the candidate false. Each link of that is a single,
//! a locked candidate or a locked set. So whoever assumes the candidate and places singles,
//! for chains of single candidates, or singles and locked candidates, for those with groups,
//! meets a contradiction; where they meet none, no chain concludes anything of it. The
//! [lanes](crate::lanes) try 8 to 32 candidates at once, which is far less work than the
//! networks.

use super::refute::board;
use crate::grid::{CandidateGrid, Cell, Digit, Layout};
use crate::lanes::{Board, Rules, Trials};

/// Candidates that a chain may rule out, 9×9; all of them for other sizes.
pub struct Suspects(Option<Board>);

impl Suspects {
    /// All candidates.
    pub const ALL: Suspects = Suspects(None);

    /// The candidates of a 9×9 grid that these rules refute, and those alone in their cell,
    /// which nobody assumes; of other sizes all.
    pub fn of(grid: &CandidateGrid, trials: &mut Trials, rules: Rules) -> Suspects {
        if grid.layout() != Layout::nine() {
            return Suspects::ALL;
        }
        let mut suspects = trials.failing(&board(grid), rules);
        for &cell in grid.layout().cells() {
            if let Some(digit) = grid.candidates(cell).single() {
                suspects.set_candidates(cell.index(), 1 << digit.index());
            }
        }
        Suspects(Some(suspects))
    }

    /// Whether nothing is known of any.
    pub fn are_all(&self) -> bool {
        self.0.is_none()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_some_and(|board| board.cells().iter().all(|&digits| digits == 0))
    }

    /// Whether a candidate is one.
    pub fn contains(&self, (cell, digit): (Cell, Digit)) -> bool {
        self.0.as_ref().is_none_or(|board| board.candidates(cell.index()) >> digit.index() & 1 == 1)
    }

    /// Whether any candidate of a digit is one.
    pub fn has_digit(&self, digit: Digit) -> bool {
        let any =
            |board: &Board| board.cells().iter().any(|&digits| digits >> digit.index() & 1 == 1);
        self.0.as_ref().is_none_or(any)
    }
}
