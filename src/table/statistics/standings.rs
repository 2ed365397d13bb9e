//! Standings: how many times as long each solver took as the one that answered first.
//!
//! After E. Dolan and J. Moré, *Benchmarking optimization software with performance profiles*,
//! 2002. On a puzzle that any solver answered, a solver's *factor* is its CPU time over the least
//! time of an answer: 1 for the first. One that stalled, failed, was wrong or does not take the puzzle never
//! answers. One at its limit has no factor within what was allowed, and stands behind all that answered
//! however little it was allowed; a lower bound of its factor is known. The share of puzzles with a factor up to a number is the solver's
//! performance profile.
//!
//! Factors are rounded up to three digits, so that one of up to 2 is within 2; bounds are rounded down.
//! A solver that takes many puzzles at once enters with the mean of the span.

use std::collections::{BTreeMap, HashMap};

use super::attempt::{Attempt, Class};
use super::bucket::Bucket;
use super::distribution::{AttemptEnd, Distribution};

/// Factors are counted in thousandths.
pub const UNIT: u64 = 1_000;

/// Puzzles that are compared with each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stratum {
    /// All of the run.
    All,
    /// Those of one size with about as many givens: from the number on that is named, as many
    /// numbers as a box has rows at 9×9.
    Givens {
        /// Rows, columns and boxes.
        order: u8,
        /// The least number of givens.
        from: u16,
        /// The most.
        to: u16,
    },
    /// Those whose rating by Sudoku Explainer begins with this number.
    Rating(u8),
}

impl Stratum {
    fn of_class(class: Class) -> Stratum {
        let width = (u16::from(class.order) / 3).max(1);
        let from = class.clues / width * width;
        Stratum::Givens { order: class.order, from, to: from + width - 1 }
    }

    /// The strata of a puzzle; its rating in tenths, 0 if it is not known.
    pub fn of(class: Class, rating: u64) -> impl Iterator<Item = Stratum> {
        let rated = (rating > 0).then(|| Stratum::Rating((rating / 10).min(255) as u8));
        [Stratum::All, Stratum::of_class(class)].into_iter().chain(rated)
    }
}

/// How the solvers stand on some puzzles.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// Puzzles that some solver answered.
    pub puzzles: u64,
    /// Puzzles that none did.
    pub unanswered: u64,
    /// Each solver's factors, in thousandths; those that never answer have the end
    /// [`AttemptEnd::Stalled`].
    pub factors: BTreeMap<usize, Distribution>,
}

impl Standings {
    /// The solvers with their factors, the best first: by the factor within which they answered half
    /// of the puzzles; those that did not answer half of them by the share that they answered.
    pub fn ranked(&self) -> Vec<(usize, &Distribution)> {
        let mut all: Vec<_> = self.factors.iter().map(|(&solver, of)| (solver, of)).collect();
        let answered = |of: &Distribution| of.ended(AttemptEnd::Answered);
        all.sort_by_key(|(_, of)| (within_half(of), u64::MAX - answered(of)));
        all
    }
}

/// The factor within which half of the puzzles were answered, in thousandths; never, if they were not.
fn within_half(factors: &Distribution) -> u64 {
    let half = factors.total().div_ceil(2);
    factors.answered_by().find(|&(_, count)| count >= half).map_or(NEVER, |(value, _)| value)
}

/// The share of the puzzles that were answered within a factor of the first's time.
pub fn within(factors: &Distribution, factor: u64) -> f64 {
    let answered = factors.answered_by().take_while(|&(value, _)| value <= factor * UNIT).last();
    answered.map_or(0, |(_, count)| count) as f64 / factors.total().max(1) as f64
}

/// Factors that are counted together.
type Counts = HashMap<(Stratum, usize, AttemptEnd, Bucket, u32), u64>;

/// The standings in each stratum while puzzles are added.
#[derive(Default)]
pub struct Race {
    puzzles: HashMap<Stratum, [u64; 2]>,
    counts: Counts,
}

/// What a solver that never answers has for a factor.
const NEVER: u64 = u64::MAX;

impl Race {
    /// Adds the attempts at one puzzle of these strata.
    pub fn add(&mut self, strata: impl Iterator<Item = Stratum>, attempts: &[Attempt]) {
        let answered = |one: &&Attempt| one.end() == Some(AttemptEnd::Answered);
        let first = attempts.iter().filter(answered).map(|one| one.cpu_ns.max(1)).min();
        for stratum in strata {
            let [some, none] = self.puzzles.entry(stratum).or_default();
            let Some(first) = first else {
                *none += 1;
                continue;
            };
            *some += 1;
            for one in attempts {
                let scaled = u128::from(one.cpu_ns.max(1)) * u128::from(UNIT);
                let number = |factor: u128| u64::try_from(factor).unwrap_or(NEVER);
                let (end, bucket) = match one.end() {
                    Some(AttemptEnd::Answered) => {
                        let factor = number(scaled.div_ceil(u128::from(first)));
                        (AttemptEnd::Answered, Bucket::above(factor))
                    }
                    Some(AttemptEnd::Limit) => {
                        (AttemptEnd::Limit, Bucket::below(number(scaled / u128::from(first))))
                    }
                    Some(AttemptEnd::Stalled) | None => (AttemptEnd::Stalled, Bucket::of(NEVER)),
                };
                let key = (stratum, one.solver, end, bucket, one.batch);
                *self.counts.entry(key).or_default() += 1;
            }
        }
    }

    /// The standings of each stratum.
    pub fn finish(self) -> BTreeMap<Stratum, Standings> {
        let puzzles = self.puzzles.into_iter();
        let mut all: BTreeMap<Stratum, Standings> = puzzles
            .map(|(stratum, [puzzles, unanswered])| {
                (stratum, Standings { puzzles, unanswered, ..Standings::default() })
            })
            .collect();
        for ((stratum, solver, end, bucket, batch), count) in self.counts {
            let standings = all.entry(stratum).or_default();
            standings.factors.entry(solver).or_default().add(bucket, end, false, count, batch);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::record::Status;
    use crate::solver::Verdict;
    use crate::table::statistics::Bounded;

    fn attempt(solver: usize, verdict: Verdict, cpu_ns: u64) -> Attempt {
        let status = Status::Verdict(verdict);
        Attempt {
            row: 0,
            solver,
            status,
            is_refuted: false,
            cpu_ns,
            batch: 1,
            checks: 0,
            guesses: 0,
        }
    }

    #[test]
    fn factors_are_of_the_first_that_answered() {
        let mut race = Race::default();
        let all = || [Stratum::All].into_iter();
        for _ in 0..8 {
            let first = attempt(0, Verdict::First, 100);
            // The third is slower than its limit tells, the fourth never answers, and fast at that.
            let others = [
                attempt(1, Verdict::Unique, 250),
                attempt(2, Verdict::Limit, 500),
                attempt(3, Verdict::Stalled, 1),
            ];
            race.add(all(), &[&[first][..], &others].concat());
        }
        race.add(all(), &[attempt(0, Verdict::First, 300), attempt(1, Verdict::First, 100)]);
        race.add(all(), &[attempt(2, Verdict::Limit, 5), attempt(3, Verdict::Stalled, 1)]);
        let all = race.finish();
        let standings = &all[&Stratum::All];
        assert_eq!((standings.puzzles, standings.unanswered), (9, 1));
        let ranked = standings.ranked();
        assert_eq!(ranked.iter().map(|(solver, _)| *solver).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let median = |place: usize| ranked[place].1.quantile(0.5);
        assert_eq!(median(0), Some(Bounded::Exactly(1_000)));
        assert_eq!(median(1), Some(Bounded::Exactly(2_500)));
        assert_eq!(median(2), Some(Bounded::AtLeast(5_000)));
        assert_eq!(median(3), Some(Bounded::Exactly(Bucket::of(NEVER).value())));
        let shares = |place: usize| [1, 2, 3, 9].map(|factor| within(ranked[place].1, factor));
        assert_eq!(shares(0), [8.0 / 9.0, 8.0 / 9.0, 1.0, 1.0]);
        assert_eq!(shares(1), [1.0 / 9.0, 1.0 / 9.0, 1.0, 1.0]);
        assert_eq!((shares(2), shares(3)), ([0.0; 4], [0.0; 4]));
    }

    /// However little it was allowed.
    #[test]
    fn who_answers_nothing_is_not_the_best() {
        let mut race = Race::default();
        for _ in 0..9 {
            let others = [attempt(1, Verdict::First, 1_004), attempt(2, Verdict::First, 1_000)];
            let all = [&[attempt(0, Verdict::Limit, 3)][..], &others].concat();
            race.add([Stratum::All].into_iter(), &all);
        }
        let all = race.finish();
        let ranked = all[&Stratum::All].ranked();
        assert_eq!(ranked.iter().map(|(solver, _)| *solver).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(ranked.iter().map(|(_, of)| within(of, 1)).collect::<Vec<_>>(), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_puzzle_is_in_a_stratum_of_its_givens_and_its_rating() {
        let of = |order, clues, rating| -> Vec<Stratum> {
            Stratum::of(Class { order, clues }, rating).collect()
        };
        let givens = |order, from, to| Stratum::Givens { order, from, to };
        assert_eq!(of(9, 23, 0), [Stratum::All, givens(9, 21, 23)]);
        assert_eq!(of(9, 24, 72), [Stratum::All, givens(9, 24, 26), Stratum::Rating(7)]);
        assert_eq!(of(16, 104, 0), [Stratum::All, givens(16, 100, 104)]);
        assert_eq!(of(4, 4, 0), [Stratum::All, givens(4, 4, 4)]);
    }
}
