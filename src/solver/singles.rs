//! AW15's method: singles once, then backtracking over what they leave.
//!
//! Full houses, naked singles and hidden singles are placed until there are no
//! more. The candidates then left in each empty cell are its list for good, and
//! plain backtracking goes through the empty cells in row-major order: each
//! candidate of the cell's list in rising order, set if no house of the cell
//! holds it already. Nothing is deduced during the search. Source: AW15,
//! section 4.3.
//!
//! The text names the three strategies. The published listing differs: what it
//! calls hidden singles are cells with one candidate, so that it places only naked
//! singles (and full houses, whose cell is one). Both presume a valid puzzle; where
//! the singles already end in a contradiction there is no search.

use super::backtracking::{Backtracking, OwnLists};
use super::deduce::{Round, Work};
use super::{Answer, Limit, Solver, Verdict};
use crate::grid::{CandidateGrid, Layout, Puzzle};
use crate::strategy::places;

/// Checks between two questions to the limit: most cost nanoseconds.
const POLL: u64 = 4096;

/// The strategies of AW15's text.
pub const TEXT: &[usize] = &places(["full-house", "naked-single", "hidden-single"]);
/// Those of its listing.
pub const LISTING: &[usize] = &places(["naked-single"]);

/// Singles, then backtracking.
pub struct Singles {
    strategies: &'static [usize],
    searches_are_checks: bool,
    grid: CandidateGrid,
    search: Backtracking,
}

impl Singles {
    /// A solver that places these singles before its search.
    pub fn new(strategies: &'static [usize]) -> Singles {
        let grid = CandidateGrid::new(&Puzzle::empty(Layout::nine()));
        Singles { strategies, searches_are_checks: true, grid, search: Backtracking::default() }
    }

    /// The method with these strategies, whose only checks are the candidates tried.
    pub fn counting_trials(strategies: &'static [usize]) -> Singles {
        Singles { searches_are_checks: false, ..Singles::new(strategies) }
    }
}

impl Solver for Singles {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let mut work = Work::new(POLL, limit);
        work.searches_are_checks = self.searches_are_checks;
        self.grid.reset(puzzle);
        while !self.grid.is_solved() {
            match work.deduce(&mut self.grid, self.strategies) {
                Round::Progress => {}
                Round::Stuck => break,
                Round::Limit => return work.answer(Verdict::Limit),
            }
        }
        if self.grid.is_contradictory() {
            return work.searched(true);
        }
        let grid = &self.grid;
        self.search.load(grid.grid(), 0, |cell| grid.candidates(cell).bits());
        let found = self.search.search::<OwnLists>(grid.grid(), &mut work.meter, limit.solutions);
        work.searched_by(found, self.search.nothing_left())
    }
}
