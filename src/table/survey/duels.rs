//! Duels: two solvers on the same puzzles, paired.
//!
//! The solver that answers first wins; one that stalled never answers. Where a
//! limit hides who would have been first, the duel is undecided and counts for
//! neither.

use std::collections::BTreeMap;

use super::attempts::Attempt;
use super::tally::{End, Quantile};

/// The steps of a factor of 2 that ratios are rounded to: 3.5 % each.
const STEPS: f64 = 20.0;
/// The ratio of a solver that answers to one that never does.
const NEVER: i32 = i32::MAX;

/// How one solver fared against another, by CPU time to an answer.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// Puzzles on which the first was faster.
    pub won: u64,
    /// Puzzles on which the second was faster.
    pub lost: u64,
    /// Puzzles on which both took the same time, or both stalled.
    pub tied: u64,
    /// Puzzles on which a limit hides who is faster.
    pub hidden: u64,
    /// How many times longer the second took, in steps: at least, and at most.
    at_least: BTreeMap<i32, u64>,
    at_most: BTreeMap<i32, u64>,
}

impl Duel {
    fn enter(&mut self, first: (End, u64), second: (End, u64)) {
        let steps = (STEPS * (second.1.max(1) as f64 / first.1.max(1) as f64).log2()) as i32;
        let (at_least, at_most) = match (first.0, second.0) {
            (End::Answered, End::Answered) => (steps, steps),
            (End::Answered, End::Limit) => (steps, NEVER),
            (End::Answered, End::Stalled) => (NEVER, NEVER),
            (End::Limit, End::Answered) => (-NEVER, steps),
            (End::Stalled, End::Answered) => (-NEVER, -NEVER),
            (End::Stalled, End::Stalled) => (0, 0),
            (End::Limit, _) | (_, End::Limit) => (-NEVER, NEVER),
        };
        match (first, second) {
            ((End::Answered, one), (End::Answered, other)) if one == other => self.tied += 1,
            ((End::Stalled, _), (End::Stalled, _)) => self.tied += 1,
            ((End::Answered, one), (End::Answered | End::Limit, other)) if one < other => {
                self.won += 1;
            }
            ((End::Answered, _), (End::Stalled, _)) => self.won += 1,
            ((End::Answered | End::Limit, one), (End::Answered, other)) if one > other => {
                self.lost += 1;
            }
            ((End::Stalled, _), (End::Answered, _)) => self.lost += 1,
            _ => self.hidden += 1,
        }
        *self.at_least.entry(at_least).or_default() += 1;
        *self.at_most.entry(at_most).or_default() += 1;
    }

    /// Puzzles both were given.
    pub fn puzzles(&self) -> u64 {
        self.won + self.lost + self.tied + self.hidden
    }

    /// Whether the second never answers on half the puzzles, and the first does.
    pub fn never(&self) -> bool {
        median(&self.at_least) == Some(NEVER)
    }

    /// The median over the puzzles of how many times longer the second took, in
    /// thousandths; `None` where limits leave open even whether that is more than
    /// nothing, or where the second mostly never answers.
    pub fn median_ratio(&self) -> Option<Quantile> {
        let (low, high) = (median(&self.at_least)?, median(&self.at_most)?);
        if [NEVER, -NEVER].contains(&low) {
            return None;
        }
        let ratio = (1000.0 * (f64::from(low) / STEPS).exp2()).round() as u64;
        Some(if low == high { Quantile::Exactly(ratio) } else { Quantile::AtLeast(ratio) })
    }
}

/// The lower median of counted values.
fn median(counts: &BTreeMap<i32, u64>) -> Option<i32> {
    let rank = counts.values().sum::<u64>().div_ceil(2);
    let mut seen = 0;
    let reached = counts.iter().find(|&(_, count)| {
        seen += count;
        seen >= rank
    });
    reached.map(|(&value, _)| value)
}

/// The duels of every solver with every other, by places in the list of solvers.
#[derive(Default)]
pub struct Duels {
    pairs: BTreeMap<(usize, usize), Duel>,
}

impl Duels {
    /// Enters the attempts at one puzzle.
    pub fn add(&mut self, attempts: &[Attempt]) {
        for first in attempts {
            for second in attempts.iter().filter(|second| second.solver != first.solver) {
                if let (Some(one), Some(other)) = (first.end(), second.end()) {
                    let pair = self.pairs.entry((first.solver, second.solver)).or_default();
                    pair.enter((one, first.time), (other, second.time));
                }
            }
        }
    }

    /// All pairs that met.
    pub fn into_pairs(self) -> BTreeMap<(usize, usize), Duel> {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_wins_nothing_and_hides_what_it_hides() {
        let mut duel = Duel::default();
        duel.enter((End::Answered, 10), (End::Answered, 40));
        duel.enter((End::Answered, 10), (End::Limit, 40));
        duel.enter((End::Answered, 10), (End::Limit, 5));
        duel.enter((End::Limit, 10), (End::Answered, 5));
        duel.enter((End::Limit, 10), (End::Answered, 20));
        duel.enter((End::Answered, 10), (End::Stalled, 1));
        duel.enter((End::Stalled, 1), (End::Stalled, 2));
        duel.enter((End::Limit, 1), (End::Limit, 2));
        let counts = (duel.won, duel.lost, duel.tied, duel.hidden);
        assert_eq!(counts, (3, 1, 1, 3));
    }

    #[test]
    fn the_median_ratio_is_exact_only_if_no_limit_can_move_it() {
        let mut duel = Duel::default();
        duel.enter((End::Answered, 10), (End::Answered, 20));
        duel.enter((End::Answered, 10), (End::Answered, 40));
        duel.enter((End::Answered, 10), (End::Limit, 90));
        assert_eq!(duel.median_ratio(), Some(Quantile::Exactly(4000)));
        duel.enter((End::Answered, 10), (End::Limit, 20));
        duel.enter((End::Answered, 10), (End::Limit, 20));
        assert_eq!(duel.median_ratio(), Some(Quantile::AtLeast(2000)));
    }
}
