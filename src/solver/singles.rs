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

use super::deduce::{Round, Work};
use super::{Answer, Limit, Solver, Verdict};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, Grid, Layout, Puzzle};
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
    grid: CandidateGrid,
    open: Vec<Open>,
    values: Grid,
    /// By house: the digits it holds, givens and trials.
    placed: Vec<DigitSet>,
}

/// An empty cell of the search.
struct Open {
    cell: Cell,
    candidates: DigitSet,
    untried: DigitSet,
}

impl Singles {
    /// A solver that places these singles before its search.
    pub fn new(strategies: &'static [usize]) -> Singles {
        let layout = Layout::nine();
        Singles {
            strategies,
            grid: CandidateGrid::new(&Puzzle::empty(layout)),
            open: Vec::new(),
            values: Grid::empty(layout),
            placed: Vec::new(),
        }
    }

    /// Takes over what the singles left.
    fn start_search(&mut self) {
        let (grid, layout) = (&self.grid, self.grid.layout());
        self.values.clone_from(grid.grid());
        self.placed.clear();
        self.placed.extend(layout.houses().iter().map(|&house| grid.placed(house)));
        self.open.clear();
        let empty = layout.cells().iter().filter(|&&cell| grid.digit(cell).is_none());
        self.open.extend(empty.map(|&cell| {
            let candidates = grid.candidates(cell);
            Open { cell, candidates, untried: candidates }
        }));
    }

    fn search(&mut self, mut work: Work<'_>, wanted: u64) -> Answer {
        let mut depth = 0;
        loop {
            let round = if depth < self.open.len() {
                self.try_next(depth, &mut work)
            } else if work.solved(&self.values) >= wanted {
                let exhausted = self.open.iter().all(|open| open.untried.is_empty());
                return work.searched(exhausted);
            } else {
                Round::Stuck
            };
            match round {
                Round::Progress => {
                    depth += 1;
                    if let Some(open) = self.open.get_mut(depth) {
                        open.untried = open.candidates;
                    }
                }
                Round::Stuck if depth == 0 => return work.searched(true),
                Round::Stuck => {
                    depth -= 1;
                    work.effort.backtracks += 1;
                    self.take_back(self.open[depth].cell);
                }
                Round::Limit => return work.answer(Verdict::Limit),
            }
        }
    }

    /// Sets the next candidate of a cell's list that the rules allow.
    fn try_next(&mut self, depth: usize, work: &mut Work<'_>) -> Round {
        let open = &mut self.open[depth];
        let houses = self.values.layout().houses_at(open.cell);
        for digit in open.untried.by_ref() {
            if !work.meter.check() {
                return Round::Limit;
            }
            if houses.iter().all(|house| !self.placed[house.index()].contains(digit)) {
                work.effort.guesses += 1;
                let cell = open.cell;
                self.set(cell, digit);
                return Round::Progress;
            }
        }
        Round::Stuck
    }

    fn set(&mut self, cell: Cell, digit: Digit) {
        self.values.set(cell, Some(digit));
        for house in self.values.layout().houses_at(cell) {
            self.placed[house.index()].insert(digit);
        }
    }

    fn take_back(&mut self, cell: Cell) {
        let Some(digit) = self.values.digit(cell) else { return };
        self.values.set(cell, None);
        for house in self.values.layout().houses_at(cell) {
            self.placed[house.index()].remove(digit);
        }
    }
}

impl Solver for Singles {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let mut work = Work::new(POLL, limit);
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
        self.start_search();
        self.search(work, limit.solutions)
    }
}
