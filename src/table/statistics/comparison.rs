//! Paired comparisons: two solvers on the same puzzles, by CPU time to an answer.
//!
//! The solver that answers first wins; one that stalled never answers. Where a
//! limit hides who would have been first, the puzzle counts for neither. A solver that
//! takes many puzzles at once enters with the mean of the span; then the comparison is
//! not of the two times of one puzzle, and says so.

use std::collections::BTreeMap;

use super::attempt::Attempt;
use super::distribution::{Bound, End};

/// The steps of a factor of 2 that ratios are rounded to: 3.5 % each.
const STEPS: f64 = 20.0;
/// The most steps a ratio of two times in 64 bits can have.
const MOST: i32 = 64 * STEPS as i32;
/// The ratio of a solver that answers to one that never does.
const NEVER: i32 = MOST + 1;

/// How often a ratio occurred, by its steps from `-NEVER` to `NEVER`.
#[derive(Clone, Debug)]
struct Ratios(Vec<u32>);

impl Ratios {
    fn add(&mut self, steps: i32) {
        self.0[(steps + NEVER) as usize] += 1;
    }

    /// The lower median.
    fn median(&self) -> i32 {
        let all: u64 = self.0.iter().map(|&count| u64::from(count)).sum();
        let mut seen = 0;
        let reached = self.0.iter().position(|&count| {
            seen += u64::from(count);
            seen >= all.div_ceil(2)
        });
        reached.map_or(0, |place| place as i32 - NEVER)
    }

    /// The same pairs of times, divided the other way.
    fn inverted(&self) -> Ratios {
        Ratios(self.0.iter().rev().copied().collect())
    }
}

impl Default for Ratios {
    fn default() -> Ratios {
        Ratios(vec![0; 2 * NEVER as usize + 1])
    }
}

/// How one solver fared against another, by CPU time to an answer.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Puzzles on which the first was faster.
    pub won: u64,
    /// Puzzles on which the second was faster.
    pub lost: u64,
    /// Puzzles on which both took the same time, or both stalled.
    pub tied: u64,
    /// Puzzles on which a limit hides who is faster.
    pub hidden: u64,
    /// Whether a solver entered with means of spans.
    pub of_spans: bool,
    /// How many times longer the second took, in steps: at least, and at most.
    at_least: Ratios,
    at_most: Ratios,
}

impl Comparison {
    fn enter(&mut self, first: Side, second: Side) {
        self.of_spans |= first.of_span || second.of_span;
        let steps = ((second.steps - first.steps).round() as i32).clamp(-MOST, MOST);
        let (at_least, at_most) = match (first.end, second.end) {
            (End::Answered, End::Answered) => (steps, steps),
            (End::Answered, End::Limit) => (steps, NEVER),
            (End::Answered, End::Stalled) => (NEVER, NEVER),
            (End::Limit, End::Answered) => (-NEVER, steps),
            (End::Stalled, End::Answered) => (-NEVER, -NEVER),
            (End::Stalled, End::Stalled) => (0, 0),
            (End::Limit, _) | (_, End::Limit) => (-NEVER, NEVER),
        };
        match ((first.end, first.time), (second.end, second.time)) {
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
        self.at_least.add(at_least);
        self.at_most.add(at_most);
    }

    fn inverted(&self) -> Comparison {
        Comparison {
            won: self.lost,
            lost: self.won,
            tied: self.tied,
            hidden: self.hidden,
            of_spans: self.of_spans,
            at_least: self.at_most.inverted(),
            at_most: self.at_least.inverted(),
        }
    }

    /// Puzzles both were given.
    pub fn puzzles(&self) -> u64 {
        self.won + self.lost + self.tied + self.hidden
    }

    /// Whether the second never answers on half the puzzles, and the first does.
    pub fn never(&self) -> bool {
        self.at_least.median() == NEVER
    }

    /// The median over the puzzles of how many times longer the second took, in
    /// thousandths; `None` where limits leave open even whether that is more than
    /// nothing, or where the second mostly never answers.
    pub fn median_ratio(&self) -> Option<Bound> {
        let (low, high) = (self.at_least.median(), self.at_most.median());
        if [NEVER, -NEVER].contains(&low) {
            return None;
        }
        let ratio = (1000.0 * (f64::from(low) / STEPS).exp2()).round() as u64;
        Some(if low == high { Bound::Exactly(ratio) } else { Bound::AtLeast(ratio) })
    }
}

/// One attempt as a comparison sees it.
#[derive(Clone, Copy)]
struct Side {
    end: End,
    time: u64,
    /// Whether the time is the mean of a span.
    of_span: bool,
    /// The logarithm of the time, in steps.
    steps: f64,
}

impl Side {
    fn new(end: End, time: u64, batch: u32) -> Side {
        Side { end, time, of_span: batch > 1, steps: STEPS * (time.max(1) as f64).log2() }
    }
}

/// The comparisons of every solver with every other, by places in the list of solvers.
#[derive(Default)]
pub struct Comparisons {
    /// The smaller place first.
    pairs: BTreeMap<(usize, usize), Comparison>,
    sides: Vec<(usize, Side)>,
}

impl Comparisons {
    /// Enters the attempts at one puzzle.
    pub fn add(&mut self, attempts: &[Attempt]) {
        let side = |a: &Attempt| Some((a.solver, Side::new(a.end()?, a.cpu_ns, a.batch)));
        self.sides.clear();
        self.sides.extend(attempts.iter().filter_map(side));
        for (place, &(first, one)) in self.sides.iter().enumerate() {
            for &(second, other) in &self.sides[place + 1..] {
                if first < second {
                    self.pairs.entry((first, second)).or_default().enter(one, other);
                } else if second < first {
                    self.pairs.entry((second, first)).or_default().enter(other, one);
                }
            }
        }
    }

    /// All pairs that met, both ways round.
    pub fn into_pairs(self) -> BTreeMap<(usize, usize), Comparison> {
        let inverted = self
            .pairs
            .iter()
            .map(|(&(one, other), comparison)| ((other, one), comparison.inverted()));
        let inverted: Vec<_> = inverted.collect();
        self.pairs.into_iter().chain(inverted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(end: End, time: u64) -> Side {
        Side::new(end, time, 1)
    }

    #[test]
    fn a_limit_wins_nothing_and_hides_what_it_hides() {
        let mut comparison = Comparison::default();
        comparison.enter(side(End::Answered, 10), side(End::Answered, 40));
        comparison.enter(side(End::Answered, 10), side(End::Limit, 40));
        comparison.enter(side(End::Answered, 10), side(End::Limit, 5));
        comparison.enter(side(End::Limit, 10), side(End::Answered, 5));
        comparison.enter(side(End::Limit, 10), side(End::Answered, 20));
        comparison.enter(side(End::Answered, 10), side(End::Stalled, 1));
        comparison.enter(side(End::Stalled, 1), side(End::Stalled, 2));
        comparison.enter(side(End::Limit, 1), side(End::Limit, 2));
        let counts = (comparison.won, comparison.lost, comparison.tied, comparison.hidden);
        assert_eq!(counts, (3, 1, 1, 3));
    }

    #[test]
    fn the_median_ratio_is_exact_only_if_no_limit_can_move_it() {
        let mut comparison = Comparison::default();
        comparison.enter(side(End::Answered, 10), side(End::Answered, 20));
        comparison.enter(side(End::Answered, 10), side(End::Answered, 40));
        comparison.enter(side(End::Answered, 10), side(End::Limit, 90));
        assert_eq!(comparison.median_ratio(), Some(Bound::Exactly(4000)));
        comparison.enter(side(End::Answered, 10), side(End::Limit, 20));
        comparison.enter(side(End::Answered, 10), side(End::Limit, 20));
        assert_eq!(comparison.median_ratio(), Some(Bound::AtLeast(2000)));
    }
}
