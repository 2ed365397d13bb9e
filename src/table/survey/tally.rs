//! Tallies: how often a quantity had which value, when some values are only known
//! from below.
//!
//! A solver that met its limit would have needed more than it was measured to need:
//! its value is *censored*. A tally keeps such values apart. Its quantiles assume
//! nothing of them: a quantile is exact only where it is the same whether censored
//! values are taken as they were measured or as infinite, and a lower bound
//! elsewhere (the worst-case bounds of C. Manski, *Partial Identification of
//! Probability Distributions*, 2003). No mean is offered, since it would need what
//! was not seen.

use std::collections::BTreeMap;

use super::bucket::Bucket;
use crate::pipeline::record::Status;
use crate::solver::Verdict;

/// How an attempt ended, as far as its time and effort are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With a verdict on the puzzle.
    Answered,
    /// Without one, by itself: what it took is known, but it never answers.
    Stalled,
    /// At a limit: it would have taken at least what was measured.
    Limit,
}

impl End {
    /// Every end, in the order of their places.
    pub const ALL: [End; 3] = [End::Answered, End::Stalled, End::Limit];

    /// The end of an attempt of this status, unless nothing was attempted or
    /// nothing came of it.
    pub fn of(status: Status) -> Option<End> {
        match status {
            Status::Verdict(Verdict::Stalled) => Some(End::Stalled),
            Status::Verdict(Verdict::Limit) => Some(End::Limit),
            Status::Verdict(_) => Some(End::Answered),
            Status::Unsupported | Status::Panicked => None,
        }
    }

    /// The place in [`End::ALL`].
    pub fn place(self) -> usize {
        self as usize
    }
}

/// A quantile of a quantity that may be censored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantile {
    /// It is this.
    Exactly(u64),
    /// It is this or more: limits hide the rest.
    AtLeast(u64),
}

impl Quantile {
    /// The value, or its lower bound.
    pub fn value(self) -> u64 {
        match self {
            Quantile::Exactly(value) | Quantile::AtLeast(value) => value,
        }
    }
}

/// How often a quantity had which value, by how the attempt ended.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    values: BTreeMap<Bucket, [u64; End::ALL.len()]>,
    ends: [u64; End::ALL.len()],
}

impl Tally {
    /// Counts a value that occurred `count` times.
    pub fn add(&mut self, value: Bucket, end: End, count: u64) {
        self.values.entry(value).or_default()[end.place()] += count;
        self.ends[end.place()] += count;
    }

    /// Attempts that ended so.
    pub fn ended(&self, end: End) -> u64 {
        self.ends[end.place()]
    }

    /// All attempts.
    pub fn total(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// What a share of the attempts, above 0 and at most 1, did not exceed when
    /// they ended, whether with an answer or without; `None` without attempts.
    pub fn quantile(&self, share: f64) -> Option<Quantile> {
        self.at_rank((share * self.total() as f64).ceil().max(1.0) as u64)
    }

    /// The 95 % confidence interval of the median, from the normal approximation to
    /// the binomial ranks of its order statistics; `None` below six attempts, where
    /// there is none.
    pub fn median_interval(&self) -> Option<(Quantile, Quantile)> {
        let attempts = self.total() as f64;
        let reach = 0.98 * attempts.sqrt();
        let (low, high) = ((attempts / 2.0 - reach).floor(), (attempts / 2.0 + reach).ceil() + 1.0);
        (low >= 1.0 && high <= attempts)
            .then(|| self.at_rank(low as u64).zip(self.at_rank(high as u64)))?
    }

    /// The value of this rank, from 1, in rising order.
    fn at_rank(&self, rank: u64) -> Option<Quantile> {
        let (mut measured, mut known) = (0, 0);
        let mut lower = None;
        for (bucket, counts) in &self.values {
            measured += counts.iter().sum::<u64>();
            known += counts[End::Answered.place()] + counts[End::Stalled.place()];
            if measured >= rank && lower.is_none() {
                lower = Some(bucket.value());
            }
            // A value that is known to be at this rank, and no censored one below it.
            if known >= rank {
                let exact = lower == Some(bucket.value());
                return lower.map(if exact { Quantile::Exactly } else { Quantile::AtLeast });
            }
        }
        lower.map(Quantile::AtLeast)
    }

    /// Values in rising order with the number of attempts that had been answered
    /// by then.
    pub fn answered_by(&self) -> impl Iterator<Item = (u64, u64)> {
        self.values.iter().scan(0, |answered, (bucket, counts)| {
            *answered += counts[End::Answered.place()];
            Some((bucket.value(), *answered))
        })
    }

    /// The share, from 0 to 1, of the attempts that did better than one with this
    /// value and end, plus half of those that did as well. All attempts without an
    /// answer did equally badly.
    pub fn percentile(&self, value: Bucket, end: End) -> f64 {
        let answered = End::Answered.place();
        let (better, equal) = if end == End::Answered {
            let below: u64 = self.values.range(..value).map(|(_, counts)| counts[answered]).sum();
            (below, self.values.get(&value).map_or(0, |counts| counts[answered]))
        } else {
            (self.ends[answered], self.total() - self.ends[answered])
        };
        (better as f64 + equal as f64 / 2.0) / self.total().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(values: &[(u64, End)]) -> Tally {
        let mut tally = Tally::default();
        values.iter().for_each(|&(value, end)| tally.add(Bucket::of(value), end, 1));
        tally
    }

    #[test]
    fn quantiles_are_exact_below_every_limit() {
        let tally = tally(&[
            (1, End::Answered),
            (2, End::Stalled),
            (3, End::Answered),
            (9, End::Limit),
            (9, End::Limit),
        ]);
        let quantiles = [0.2, 0.5, 0.6, 0.61, 1.0].map(|share| tally.quantile(share).unwrap());
        let expected = [
            Quantile::Exactly(1),
            Quantile::Exactly(3),
            Quantile::Exactly(3),
            Quantile::AtLeast(9),
            Quantile::AtLeast(9),
        ];
        assert_eq!(quantiles, expected);
        assert_eq!(Tally::default().quantile(0.5), None);
    }

    #[test]
    fn a_limit_below_a_quantile_makes_it_a_bound() {
        // The censored 2 may really be anything: the median is 3 at best.
        let tally = tally(&[
            (1, End::Answered),
            (2, End::Limit),
            (3, End::Answered),
            (4, End::Answered),
            (5, End::Answered),
        ]);
        assert_eq!(tally.quantile(0.2), Some(Quantile::Exactly(1)));
        assert_eq!(tally.quantile(0.5), Some(Quantile::AtLeast(3)));
    }

    #[test]
    fn percentiles_put_the_unanswered_last_and_together() {
        let tally =
            tally(&[(1, End::Answered), (5, End::Answered), (2, End::Stalled), (9, End::Limit)]);
        let percentile = |value, end| tally.percentile(Bucket::of(value), end);
        assert_eq!(percentile(1, End::Answered), 0.125);
        assert_eq!(percentile(5, End::Answered), 0.375);
        assert_eq!(percentile(2, End::Stalled), 0.75);
        assert_eq!(percentile(9, End::Limit), 0.75);
    }

    #[test]
    fn the_median_of_a_hundred_lies_between_its_fortieth_and_sixty_first_value() {
        let values: Vec<_> = (1..=100).map(|value| (value, End::Answered)).collect();
        let interval = tally(&values).median_interval();
        assert_eq!(interval, Some((Quantile::Exactly(40), Quantile::Exactly(61))));
        assert_eq!(tally(&values[..5]).median_interval(), None);
    }
}
