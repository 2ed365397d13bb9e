//! How often each strategy was applied to a puzzle.

use crate::strategy::{STRATEGIES, Strategy};

type Counts = [u16; STRATEGIES.len()];

/// Applications by strategy, in the order of [`STRATEGIES`]. Most solvers apply none,
/// and an answer of theirs should not carry a hundred zeros about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage(Option<Box<Counts>>);

impl Usage {
    /// Nothing applied.
    pub const NONE: Usage = Usage(None);

    /// Counts one application of the strategy at this place in [`STRATEGIES`].
    /// Saturates: a search may apply a strategy more often than the column holds.
    #[inline]
    pub fn count(&mut self, strategy: usize) {
        let counts = self.0.get_or_insert_with(|| Box::new([0; STRATEGIES.len()]));
        counts[strategy] = counts[strategy].saturating_add(1);
    }

    /// The counts, in the order of [`STRATEGIES`].
    pub fn counts(&self) -> &Counts {
        self.0.as_deref().unwrap_or(&[0; STRATEGIES.len()])
    }

    /// The hardest strategy applied, by level, then score; the last of equals.
    pub fn hardest(&self) -> Option<&'static Strategy> {
        self.applied().max_by_key(|strategy| (strategy.level, strategy.score))
    }

    /// Whether a strategy was applied that presumes a unique solution.
    pub fn used_uniqueness(&self) -> bool {
        self.applied().any(|strategy| strategy.uniqueness)
    }

    fn applied(&self) -> impl Iterator<Item = &'static Strategy> {
        let counts = self.0.iter().flat_map(|counts| counts.iter());
        STRATEGIES.iter().zip(counts).filter(|&(_, &count)| count > 0).map(|(strategy, _)| strategy)
    }
}
