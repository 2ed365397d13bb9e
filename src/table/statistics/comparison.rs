//! Paired comparisons: two solvers on the same puzzles, by CPU time to an answer.
//!
//! What is compared is how many times longer the second solver took. One that stalled, failed, was wrong
//! or does not take the puzzle never answers, which is infinitely long; a limit leaves an interval open. The solver
//! that answers first wins; where a limit hides who would have been first, the puzzle
//! counts for neither. Where neither ever answers there is nothing to compare: such a puzzle is in no
//! median. Ratios are kept to three digits, rounded down, so that none is above what is known.
//! A solver that takes many puzzles at once enters with the mean of
//! the span; then the comparison is not of the two times of one puzzle, and says so.

use std::collections::{BTreeMap, HashMap};

use super::attempt::Attempt;
use super::bucket::Bucket;
use super::distribution::{AttemptEnd, Bounded, Distribution};

/// Ratios are counted in millionths.
const UNIT: u128 = 1_000_000;
/// The ratio of a time that never ends.
const NEVER: u64 = u64::MAX;

/// How one solver fared against another, by CPU time to an answer.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Puzzles on which the first was faster.
    pub won: u64,
    /// Puzzles on which the second was faster.
    pub lost: u64,
    /// Puzzles on which both took the same time, or neither ever answers.
    pub tied: u64,
    /// Puzzles on which a limit hides who is faster.
    pub hidden: u64,
    /// Whether a solver entered with means of spans.
    pub of_spans: bool,
    /// Puzzles by how many times longer the second took, in millionths: at least, and at
    /// most. Not those that neither ever answers.
    ratios: HashMap<(Bucket, Bucket), u64>,
}

impl Comparison {
    /// Adds a puzzle: how each attempt ended, and when.
    fn add(&mut self, first: (AttemptEnd, u64), second: (AttemptEnd, u64)) {
        let ratio = (second.1.max(1), first.1.max(1));
        let (zero, never) = ((0, 1), (NEVER, 1));
        let (low, high) = match (first.0, second.0) {
            (AttemptEnd::Answered, AttemptEnd::Answered) => (ratio, ratio),
            (AttemptEnd::Answered, AttemptEnd::Limit) => (ratio, never),
            (AttemptEnd::Answered, AttemptEnd::Stalled) => (never, never),
            (AttemptEnd::Limit, AttemptEnd::Answered) => (zero, ratio),
            (AttemptEnd::Stalled, AttemptEnd::Answered) => (zero, zero),
            (AttemptEnd::Stalled, AttemptEnd::Stalled) => {
                self.tied += 1;
                return;
            }
            (AttemptEnd::Limit, _) | (_, AttemptEnd::Limit) => (zero, never),
        };
        if low.0 > low.1 {
            self.won += 1;
        } else if high.0 < high.1 {
            self.lost += 1;
        } else if low == high {
            self.tied += 1;
        } else {
            self.hidden += 1;
        }
        *self.ratios.entry((rounded_down(low), rounded_down(high))).or_default() += 1;
    }

    /// Puzzles both were given.
    pub fn puzzles(&self) -> u64 {
        self.won + self.lost + self.tied + self.hidden
    }

    /// Whether the second never answers half the puzzles of those that one of the two answers.
    pub fn never(&self) -> bool {
        self.median(|(low, _)| low) == Bucket::below(NEVER).value()
    }

    /// The median, over the puzzles that one of the two may answer, of how many times longer the second took, in
    /// millionths, rounded down to three digits; `None` if there are none, where limits leave open even whether that is more than
    /// nothing, or where the second mostly never answers.
    pub fn median_ratio(&self) -> Option<Bounded> {
        let (low, high) = (self.median(|(low, _)| low), self.median(|(_, high)| high));
        let ratio = if low == high { Bounded::Exactly(low) } else { Bounded::AtLeast(low) };
        (low > 0 && !self.never()).then_some(ratio)
    }

    fn median(&self, of: fn((Bucket, Bucket)) -> Bucket) -> u64 {
        let mut ratios = Distribution::default();
        self.ratios
            .iter()
            .for_each(|(&ratio, &n)| ratios.add(of(ratio), AttemptEnd::Answered, false, n, 1));
        ratios.quantile(0.5).map_or(0, Bounded::value)
    }
}

/// A quotient in millionths. What is too large is the largest, and what is too small, but not nothing, is one.
fn rounded_down((dividend, divisor): (u64, u64)) -> Bucket {
    let millionths = u128::from(dividend) * UNIT / u128::from(divisor);
    let least = u64::from(dividend > 0);
    Bucket::below(u64::try_from(millionths).unwrap_or(NEVER).max(least))
}

/// The comparisons of every solver with every other, by places in the list of solvers.
pub type Comparisons = BTreeMap<(usize, usize), Comparison>;

/// Adds the attempts at one puzzle.
pub fn compare(comparisons: &mut Comparisons, attempts: &[Attempt]) {
    for one in attempts {
        for other in attempts.iter().filter(|other| other.solver != one.solver) {
            // What fails, is wrong, or is not taken is never answered.
            let end = |attempt: &Attempt| attempt.end().unwrap_or(AttemptEnd::Stalled);
            let pair = comparisons.entry((one.solver, other.solver)).or_default();
            pair.of_spans |= one.batch > 1 || other.batch > 1;
            pair.add((end(one), one.cpu_ns), (end(other), other.cpu_ns));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::record::Status;
    use crate::solver::Verdict;

    #[test]
    fn a_limit_wins_nothing_and_hides_what_it_hides() {
        let mut pair = Comparison::default();
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Answered, 40));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Limit, 40));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Limit, 5));
        pair.add((AttemptEnd::Limit, 10), (AttemptEnd::Answered, 5));
        pair.add((AttemptEnd::Limit, 10), (AttemptEnd::Answered, 20));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Stalled, 1));
        pair.add((AttemptEnd::Stalled, 1), (AttemptEnd::Stalled, 2));
        pair.add((AttemptEnd::Limit, 1), (AttemptEnd::Limit, 2));
        assert_eq!((pair.won, pair.lost, pair.tied, pair.hidden), (3, 1, 1, 3));
    }

    #[test]
    fn a_ratio_is_a_millionth_at_least() {
        let mut pair = Comparison::default();
        pair.add((AttemptEnd::Answered, 60_000_000_000), (AttemptEnd::Answered, 100));
        assert_eq!(pair.median_ratio(), Some(Bounded::Exactly(1)));
    }

    #[test]
    fn the_median_ratio_is_exact_only_if_no_limit_can_move_it() {
        let mut pair = Comparison::default();
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Answered, 20));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Answered, 40));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Limit, 90));
        assert_eq!(pair.median_ratio(), Some(Bounded::Exactly(4_000_000)));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Limit, 20));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Limit, 20));
        assert_eq!(pair.median_ratio(), Some(Bounded::AtLeast(2_000_000)));
        (0..9).for_each(|_| pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Stalled, 1)));
        assert!(pair.never() && pair.median_ratio().is_none());
    }

    #[test]
    fn a_median_ratio_is_not_above_what_is_known() {
        let of = |other: u64, end| {
            let mut pair = Comparison::default();
            pair.add((AttemptEnd::Answered, 100_000), (end, other));
            pair.median_ratio()
        };
        assert_eq!(of(97_479, AttemptEnd::Limit), Some(Bounded::AtLeast(974_000)));
        assert_eq!(of(104_860, AttemptEnd::Limit), Some(Bounded::AtLeast(1_040_000)));
        assert_eq!(of(110_000, AttemptEnd::Answered), Some(Bounded::Exactly(1_100_000)));
    }

    #[test]
    fn a_wrong_answer_is_none() {
        let attempt = |solver, status, cpu_ns| Attempt {
            row: 0,
            solver,
            status,
            is_refuted: solver == 1 && status == Status::Verdict(Verdict::None),
            cpu_ns,
            batch: 1,
            checks: 0,
            guesses: 0,
        };
        let mut comparisons = Comparisons::default();
        let refuted = Status::Verdict(Verdict::None);
        for other in [Status::Wrong, Status::Panicked, Status::Unsupported, refuted] {
            let solved = Status::Verdict(Verdict::Unique);
            compare(&mut comparisons, &[attempt(0, solved, 9), attempt(1, other, 1)]);
        }
        let (pair, reverse) = (&comparisons[&(0, 1)], &comparisons[&(1, 0)]);
        assert_eq!((pair.won, pair.puzzles(), pair.never()), (4, 4, true));
        assert_eq!((reverse.lost, reverse.puzzles(), reverse.never()), (4, 4, false));
    }

    #[test]
    fn where_both_stall_there_is_no_ratio() {
        let mut pair = Comparison::default();
        (0..9).for_each(|_| pair.add((AttemptEnd::Stalled, 1), (AttemptEnd::Stalled, 2)));
        assert_eq!((pair.median_ratio(), pair.never(), pair.tied), (None, false, 9));
        pair.add((AttemptEnd::Answered, 10), (AttemptEnd::Answered, 30));
        assert_eq!(pair.median_ratio(), Some(Bounded::Exactly(3_000_000)));
    }
}
