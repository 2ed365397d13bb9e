//! How often each strategy was applied to a puzzle, and the steps if they are asked for.

use crate::strategy::{Deduction, STRATEGIES, Strategy};

type Counts = [u16; STRATEGIES.len()];

/// Applications by strategy, in the order of [`STRATEGIES`]. Most solvers apply none,
/// and an answer of theirs should not carry a hundred zeros about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    counts: Option<Box<Counts>>,
    /// Of the strategies applied, the one that is tried last: its rank and its place.
    last: Option<(usize, usize)>,
    steps: Vec<Applied>,
}

/// A step that was applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The strategy, as its place in [`STRATEGIES`].
    pub strategy: usize,
    /// What followed.
    pub deductions: Vec<Deduction>,
}

impl Usage {
    /// Nothing applied.
    pub const NONE: Usage = Usage { counts: None, last: None, steps: Vec::new() };

    /// Counts one application of a strategy of an order; all are places in [`STRATEGIES`].
    /// Saturates: a search may apply a strategy more often than the column holds.
    #[inline]
    pub fn count(&mut self, order: &[usize], strategy: usize) {
        let counts = self.counts.get_or_insert_with(|| Box::new([0; STRATEGIES.len()]));
        counts[strategy] = counts[strategy].saturating_add(1);
        let rank = order.iter().position(|&place| place == strategy);
        self.last = self.last.max(rank.map(|rank| (rank, strategy)));
    }

    /// Keeps a step that was [counted](Self::count).
    pub fn keep(&mut self, strategy: usize, deductions: Vec<Deduction>) {
        self.steps.push(Applied { strategy, deductions });
    }

    /// The steps in order, if [they were asked for](super::Limit::steps); once.
    pub fn take_steps(&mut self) -> Vec<Applied> {
        std::mem::take(&mut self.steps)
    }

    /// The counts, in the order of [`STRATEGIES`].
    pub fn counts(&self) -> &Counts {
        self.counts.as_deref().unwrap_or(&[0; STRATEGIES.len()])
    }

    /// The hardest strategy applied, by level, then score; the last of equals.
    pub fn hardest(&self) -> Option<&'static Strategy> {
        self.applied().max_by_key(|strategy| (strategy.level, strategy.score))
    }

    /// Of the strategies applied, the one that the solver tries last: without it and those
    /// after it the puzzle would not have been solved.
    pub fn hardest_in_order(&self) -> Option<&'static Strategy> {
        self.last.map(|(_, place)| &STRATEGIES[place])
    }

    /// Whether a strategy was applied that presumes a unique solution.
    pub fn used_uniqueness(&self) -> bool {
        self.applied().any(|strategy| strategy.uniqueness)
    }

    fn applied(&self) -> impl Iterator<Item = &'static Strategy> {
        let counts = self.counts.iter().flat_map(|counts| counts.iter());
        STRATEGIES.iter().zip(counts).filter(|&(_, &count)| count > 0).map(|(strategy, _)| strategy)
    }
}
