//! How often each strategy was applied to a puzzle.

use crate::strategy::{STRATEGIES, Strategy};

/// Applications by strategy, in the order of [`STRATEGIES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage([u16; STRATEGIES.len()]);

impl Usage {
    /// Nothing applied.
    pub const NONE: Usage = Usage([0; STRATEGIES.len()]);

    /// Counts one application of the strategy at this place in [`STRATEGIES`].
    /// Saturates: a search may apply a strategy more often than the column holds.
    #[inline]
    pub fn count(&mut self, strategy: usize) {
        self.0[strategy] = self.0[strategy].saturating_add(1);
    }

    /// The counts, in the order of [`STRATEGIES`].
    pub fn counts(&self) -> &[u16; STRATEGIES.len()] {
        &self.0
    }

    /// The hardest strategy applied, by level, then score; the last of equals.
    pub fn hardest(&self) -> Option<&'static Strategy> {
        let used = STRATEGIES.iter().zip(self.0).filter(|&(_, count)| count > 0);
        used.map(|(strategy, _)| strategy).max_by_key(|s| (s.level, s.score))
    }

    /// Whether a strategy was applied that presumes a unique solution.
    pub fn used_uniqueness(&self) -> bool {
        STRATEGIES.iter().zip(self.0).any(|(strategy, count)| strategy.uniqueness && count > 0)
    }
}
