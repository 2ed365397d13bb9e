//! Which of several steps of one search is taken.

use super::step::{Candidate, Step};

/// More removals first, then the least sum of cells and digits.
pub type Rank = (std::cmp::Reverse<usize>, i32);

/// The rank of removals, sorted by digit and cell: cells further back in the list weigh more.
pub fn rank(removals: &[Candidate]) -> Rank {
    let weigh = |(place, one): (usize, &Candidate)| {
        i32::from(one.cell) * (1 + 80 * place as i32) + i32::from(one.digit) + 1
    };
    (std::cmp::Reverse(removals.len()), removals.iter().enumerate().map(weigh).sum())
}

/// The step with the best rank so far, the first of them.
#[derive(Default)]
pub struct Best(Option<(Rank, Step)>);

impl Best {
    /// Whether removals would be better than what there is.
    pub fn beats(&self, removals: &[Candidate]) -> bool {
        self.0.as_ref().is_none_or(|(best, _)| rank(removals) < *best)
    }

    /// Takes a step if it is better.
    pub fn offer(&mut self, step: Step) {
        if self.beats(&step.removals) {
            self.0 = Some((rank(&step.removals), step));
        }
    }

    /// The best.
    pub fn take(self) -> Option<Step> {
        self.0.map(|(_, step)| step)
    }
}
