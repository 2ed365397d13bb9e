//! Logic solvers: strategies in a given order, and never a guess.
//!
//! After every success the solver starts again at the top of its order, so it
//! uses the simplest strategy that works, as B09's program and a careful human
//! do. It ends with the one solution, with a contradiction, or stalled. Only an
//! order decides what it can do; see [`strategy::ORDERS`](crate::strategy::ORDERS).
//!
//! What it says is proved: each step follows from the ones before, so a filled
//! grid is the only solution whatever [`Limit::solutions`] asks for. Strategies that
//! presume there is just one are therefore left out, whatever the order says.

use super::deduce::{Round, Work};
use super::{Answer, Limit, Solver, Verdict};
use crate::grid::{CandidateGrid, Layout, Puzzle};
use crate::strategy::{Memory, Order, STRATEGIES, places};

/// Checks between two questions to the limit, which long searches ask by themselves.
const POLL: u64 = 64;

/// B09's base step: naked singles only.
pub const B09_NAKED: [usize; 1] = places(["naked-single"]);
/// B09 with nothing beyond singles.
pub const B09_SINGLES: [usize; 2] = places(["naked-single", "hidden-single"]);

/// B09's eight as its program is described, which its definitions of three differ from.
pub const B09_LISTING: [usize; 8] = places([
    "naked-single",
    "hidden-single",
    "naked-pair",
    "hidden-pair",
    "pointing-b09",
    "claiming-b09",
    "x-wing",
    "xy-wing-b09",
]);

/// These strategies without hidden singles.
pub fn without_hidden(strategies: &[usize]) -> impl Iterator<Item = usize> {
    let [hidden] = const { places(["hidden-single"]) };
    strategies.iter().copied().filter(move |&place| place != hidden)
}

/// A solver that only deduces.
pub struct Logic {
    strategies: Vec<usize>,
    grid: CandidateGrid,
    memory: Memory,
}

impl Logic {
    /// A solver with the strategies of an order that hold for any puzzle.
    pub fn new(order: &'static Order) -> Logic {
        let holds = |place: &usize| !STRATEGIES[*place].uniqueness;
        Logic::with(order.strategies.iter().copied().filter(holds))
    }

    /// A solver with these strategies, places in [`STRATEGIES`].
    pub fn with(strategies: impl IntoIterator<Item = usize>) -> Logic {
        let strategies = strategies.into_iter().collect();
        let grid = CandidateGrid::new(&Puzzle::empty(Layout::nine()));
        Logic { strategies, grid, memory: Memory::default() }
    }
}

impl Solver for Logic {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let mut work = Work::new(POLL, limit);
        self.grid.reset(puzzle);
        loop {
            if self.grid.is_contradictory() {
                return work.answer(Verdict::None);
            }
            if self.grid.is_solved() {
                work.solved(self.grid.grid());
                return work.answer(Verdict::Unique);
            }
            match work.deduce_with(&mut self.grid, &self.strategies, Some(&self.memory)) {
                Round::Progress => {}
                Round::Stuck => return work.answer(Verdict::Stalled),
                Round::Limit => return work.answer(Verdict::Limit),
            }
        }
    }
}
