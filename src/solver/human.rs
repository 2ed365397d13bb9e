//! HR12's human method: strategies as far as they go, then a guess.
//!
//! Every cell has a list of candidates (S1). After each success the method starts
//! again at the simplest strategy: a cell with one candidate (S2), a digit with
//! one place in a house (S3), bound pairs (S4, naked pairs in any house). When
//! none applies it guesses: the first empty cell in row-major order, its lowest
//! candidate, on a copy of board and lists. A cell without candidates sends it
//! back to the last copy, to the next candidate. HR12's experiments leave
//! strategies out; S1, the lists, cannot be. Source: HR12, section 4.2.
//!
//! This follows the text. It therefore sees a contradiction only where the text
//! looks for one, in the cell it is about to guess in, and it counts the last
//! candidate left of a cell as a guess like the others. The published listing is
//! [`hr12_listing`](super::hr12_listing).
//!
//! Vaderlind's full method, which HR12 describes in section 2 but does not build,
//! adds bound triples (S5) and rows versus boxes (S6) and guesses in a cell with
//! the fewest candidates (S7). Its S6 goes from a row to a box, as claiming does:
//! candidates that a row has only in one box leave the rest of that box. A column
//! counts as a row here.

use super::deduce::{Round, Work};
use super::{Answer, Limit, Solver, Verdict};
use crate::grid::{CandidateGrid, Cell, DigitSet, Layout, Puzzle};
use crate::strategy::places;

/// Checks between two questions to the limit; one costs up to some microseconds
/// on large grids.
const POLL: u64 = 64;

/// Candidate lists only.
pub const S1: &[usize] = &[];
/// Naked singles.
pub const S12: &[usize] = &places(["naked-single"]);
/// Naked and hidden singles.
pub const S123: &[usize] = &places(["naked-single", "hidden-single"]);
/// Naked singles and naked pairs.
pub const S124: &[usize] = &places(["naked-single", "naked-pair"]);
/// The human method of HR12.
pub const S1234: &[usize] = &places(["naked-single", "hidden-single", "naked-pair"]);
/// What of it comes after naked singles.
pub const S34: &[usize] = &places(["hidden-single", "naked-pair"]);
/// Naked pairs.
pub const S4: &[usize] = &places(["naked-pair"]);
/// The whole of Vaderlind's list.
pub const S123456: &[usize] =
    &places(["naked-single", "hidden-single", "naked-pair", "naked-triple", "claiming"]);

/// Which strategies are tried before a guess; HR12 (6.5) says that a guess as the last resort
/// need not be best, and that people choose the strategy that suits the grid.
#[derive(Clone, Copy)]
pub enum Method {
    /// All of these, in this order.
    All(&'static [usize]),
    /// The first ones; the others only if every empty cell has more candidates than this.
    Early(&'static [usize], u32, &'static [usize]),
    /// Hidden singles first where empty cells have more than [`MANY`] candidates on average,
    /// else naked ones; pairs only where two cells have two candidates.
    ByGrid,
}

/// Candidates per empty cell from which on a naked single is rare.
pub const MANY: usize = 3;

/// Strategies, then guesses.
pub struct Human {
    method: Method,
    choose: fn(&CandidateGrid) -> Option<Cell>,
    searches_are_checks: bool,
    grid: CandidateGrid,
    /// The open assumptions are the first `depth`; the rest is memory to reuse.
    assumptions: Vec<Assumption>,
    depth: usize,
}

/// A guess on a copy of the grid, and the candidates still to be tried there.
struct Assumption {
    before: CandidateGrid,
    cell: Cell,
    untried: DigitSet,
}

impl Human {
    /// The method with some of the strategies, guessing in the cell that `choose`
    /// picks.
    pub fn new(strategies: &'static [usize], choose: fn(&CandidateGrid) -> Option<Cell>) -> Human {
        Human::by(Method::All(strategies), choose)
    }

    /// The method, guessing in the cell that `choose` picks.
    pub fn by(method: Method, choose: fn(&CandidateGrid) -> Option<Cell>) -> Human {
        let grid = CandidateGrid::new(&Puzzle::empty(Layout::nine()));
        Human { method, choose, searches_are_checks: true, grid, assumptions: Vec::new(), depth: 0 }
    }

    /// HR12's method with these strategies, whose only checks are the candidates tried.
    pub fn counting_trials(strategies: &'static [usize]) -> Human {
        Human { searches_are_checks: false, ..Human::new(strategies, first_empty) }
    }

    /// Applies a step of the strategies that the method tries here.
    fn deduce(&mut self, work: &mut Work<'_>) -> Round {
        match self.method {
            Method::All(strategies) => work.deduce(&mut self.grid, strategies),
            Method::Early(first, most, rest) => match work.deduce(&mut self.grid, first) {
                Round::Stuck if fewest(&self.grid) > most => work.deduce(&mut self.grid, rest),
                round => round,
            },
            Method::ByGrid => {
                let strategies = fitting(&self.grid);
                work.deduce(&mut self.grid, strategies)
            }
        }
    }

    /// Opens an assumption in the chosen cell and tries its first candidate.
    fn assume(&mut self, work: &mut Work<'_>) -> Round {
        let Some(cell) = (self.choose)(&self.grid) else { return Round::Stuck };
        let untried = self.grid.candidates(cell);
        if untried.is_empty() {
            return self.retreat(work);
        }
        match self.assumptions.get_mut(self.depth) {
            Some(assumption) => {
                assumption.before.clone_from(&self.grid);
                assumption.cell = cell;
                assumption.untried = untried;
            }
            None => {
                self.assumptions.push(Assumption { before: self.grid.clone(), cell, untried });
            }
        }
        self.depth += 1;
        self.guess(work)
    }

    /// Takes back assumptions until one has a candidate left, and tries that.
    fn retreat(&mut self, work: &mut Work<'_>) -> Round {
        while self.depth > 0 {
            work.effort.backtracks += 1;
            match self.guess(work) {
                Round::Stuck => self.depth -= 1,
                round => return round,
            }
        }
        Round::Stuck
    }

    /// Tries the next candidate of the last assumption.
    fn guess(&mut self, work: &mut Work<'_>) -> Round {
        let assumption = &mut self.assumptions[self.depth - 1];
        let Some(digit) = assumption.untried.next() else { return Round::Stuck };
        if !work.meter.check() {
            return Round::Limit;
        }
        work.effort.guesses += 1;
        self.grid.clone_from(&assumption.before);
        self.grid.place(assumption.cell, digit);
        Round::Progress
    }

    fn nothing_untried(&self) -> bool {
        self.assumptions[..self.depth].iter().all(|assumption| assumption.untried.is_empty())
    }
}

impl Solver for Human {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let mut work = Work::new(POLL, limit);
        work.searches_are_checks = self.searches_are_checks;
        self.grid.reset(puzzle);
        self.depth = 0;
        loop {
            let round = if self.grid.is_solved() {
                if work.solved(self.grid.grid()) >= limit.solutions {
                    return work.searched(self.nothing_untried());
                }
                self.retreat(&mut work)
            } else {
                match self.deduce(&mut work) {
                    Round::Stuck => self.assume(&mut work),
                    round => round,
                }
            };
            match round {
                Round::Progress => {}
                Round::Stuck => return work.searched(true),
                Round::Limit => return work.answer(Verdict::Limit),
            }
        }
    }
}

/// HR12's choice: the first empty cell in row-major order.
pub fn first_empty(grid: &CandidateGrid) -> Option<Cell> {
    let cells = grid.layout().cells();
    grid.grid().values().iter().position(|&value| value == 0).map(|index| cells[index])
}

/// The candidates of the empty cell with the fewest.
fn fewest(grid: &CandidateGrid) -> u32 {
    fewest_candidates(grid).map_or(0, |cell| grid.candidates(cell).len() as u32)
}

/// The strategies of HR12 that the grid suits, in an order that suits it.
fn fitting(grid: &CandidateGrid) -> &'static [usize] {
    const NAKED_FIRST: &[usize] = S123;
    const HIDDEN_FIRST: &[usize] = &places(["hidden-single", "naked-single"]);
    const HIDDEN_FIRST_PAIRS: &[usize] = &places(["hidden-single", "naked-single", "naked-pair"]);
    let (mut empty, mut candidates, mut pairs) = (0, 0, 0);
    for &cell in grid.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_none()) {
        let count = grid.candidates(cell).len();
        empty += 1;
        candidates += count;
        pairs += usize::from(count == 2);
    }
    match (candidates > MANY * empty, pairs >= 2) {
        (true, true) => HIDDEN_FIRST_PAIRS,
        (true, false) => HIDDEN_FIRST,
        (false, true) => S1234,
        (false, false) => NAKED_FIRST,
    }
}

/// Vaderlind's choice: the empty cell with the fewest candidates, the first of
/// equals.
pub fn fewest_candidates(grid: &CandidateGrid) -> Option<Cell> {
    let empty = grid.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_none());
    empty.copied().min_by_key(|&cell| grid.candidates(cell).len())
}
