//! Distributions: how often a quantity had which value, when some values are only known
//! from below.
//!
//! A solver that reached its limit would have needed more than it was measured to need:
//! its value is *censored*. Quantiles assume nothing of such values: a quantile is exact
//! only where it is the same whether they are taken as measured or as infinite, and a
//! lower bound elsewhere (the worst-case bounds of C. Manski, *Partial Identification of
//! Probability Distributions*, 2003). A quantile is a value that occurred: of an even number
//! the median is the lower of the two middle ones.
//!
//! The time of a solver that takes many puzzles at once is the mean of the *span* they
//! shared, not a puzzle's own. Its distribution is of the spans' means, each counted once
//! for every puzzle of the span; what chance does to it is told from the number of spans. Where one
//! puzzle of a span reached its limit, the mean is a lower bound, for all of them.

use std::collections::BTreeMap;

use super::bucket::Bucket;

/// How an attempt ended, as far as its time and effort are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttemptEnd {
    /// With a verdict on the puzzle.
    Answered,
    /// Without one, by itself: what it took is known, but it never answers.
    Stalled,
    /// At a limit: its value is censored.
    Limit,
}

impl AttemptEnd {
    /// Every end, in the order of their places.
    pub const ALL: [AttemptEnd; 3] = [AttemptEnd::Answered, AttemptEnd::Stalled, AttemptEnd::Limit];

    /// The place in [`AttemptEnd::ALL`].
    pub fn place(self) -> usize {
        self as usize
    }
}

/// A number that censored values may hide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bounded {
    /// It is this.
    Exactly(u64),
    /// It is this or more.
    AtLeast(u64),
}

impl Bounded {
    /// The number, or its lower bound.
    pub fn value(self) -> u64 {
        match self {
            Bounded::Exactly(value) | Bounded::AtLeast(value) => value,
        }
    }

    /// Whether it is only a lower bound.
    pub fn is_lower(self) -> bool {
        matches!(self, Bounded::AtLeast(_))
    }

    /// This value, as a lower bound or not.
    pub fn of(value: u64, is_lower: bool) -> Bounded {
        if is_lower { Bounded::AtLeast(value) } else { Bounded::Exactly(value) }
    }

    /// Its bucket: a lower bound is rounded down.
    pub fn bucket(self) -> Bucket {
        match self {
            Bounded::Exactly(value) => Bucket::of(value),
            Bounded::AtLeast(value) => Bucket::below(value),
        }
    }
}

/// How often a quantity had one value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    ends: [u64; AttemptEnd::ALL.len()],
    /// Of all ends: how often it was a lower bound.
    bounds: u64,
}

impl Counts {
    /// How often an attempt ended so.
    pub fn of(&self, end: AttemptEnd) -> u64 {
        self.ends[end.place()]
    }

    /// How often it occurred.
    pub fn all(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// How often it was a lower bound.
    pub fn bounds(&self) -> u64 {
        self.bounds
    }
}

/// How often a quantity had which value to three digits, by how the attempt ended.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    values: BTreeMap<Bucket, Counts>,
    ends: [u64; AttemptEnd::ALL.len()],
    spans: f64,
}

impl Distribution {
    /// Counts a value that occurred `count` times, in spans of so many puzzles; 1 for
    /// values that are each puzzle's own. At a limit it is a lower bound, and elsewhere too if the
    /// span was cut short.
    pub fn add(&mut self, value: Bucket, end: AttemptEnd, is_cut: bool, count: u64, batch: u32) {
        self.spans += count as f64 / f64::from(batch.max(1));
        let counts = self.values.entry(value).or_default();
        counts.ends[end.place()] += count;
        counts.bounds += if is_cut || end == AttemptEnd::Limit { count } else { 0 };
        self.ends[end.place()] += count;
    }

    /// The spans in which the values were measured.
    pub fn spans(&self) -> f64 {
        self.spans
    }

    /// Attempts that ended so.
    pub fn ended(&self, end: AttemptEnd) -> u64 {
        self.ends[end.place()]
    }

    /// All attempts.
    pub fn total(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// The least value that is a lower bound: quantiles below it are exact.
    pub fn first_limit(&self) -> Option<u64> {
        let limited = self.values.iter().find(|(_, counts)| counts.bounds > 0);
        limited.map(|(bucket, _)| bucket.value())
    }

    /// The value that a share of the attempts, above 0 and at most 1, did not exceed: the
    /// smallest with at least this share at or below it. `None` without attempts.
    pub fn quantile(&self, share: f64) -> Option<Bounded> {
        // 0.1 · 30 is a little more than 3 in floating point, and means 3.
        let rank = share * self.total() as f64 * (1.0 - 1e-12);
        self.at_rank(rank.ceil().max(1.0) as u64)
    }

    /// The 95 % confidence interval of the median, from the normal approximation to
    /// the binomial ranks of its order statistics; `None` below six spans, where there
    /// is none.
    pub fn median_interval(&self) -> Option<(Bounded, Bounded)> {
        let reach = 0.98 * self.spans.sqrt();
        let half = self.spans / 2.0;
        let (low, high) = ((half - reach).floor(), (half + reach).ceil() + 1.0);
        let per_span = self.total() as f64 / self.spans;
        let at = |span: f64| self.at_rank((span * per_span).ceil() as u64);
        (low >= 1.0 && high <= self.spans).then(|| at(low).zip(at(high)))?
    }

    /// The value of this rank, from 1, in rising order.
    fn at_rank(&self, rank: u64) -> Option<Bounded> {
        let (mut measured, mut known) = (0, 0);
        for (bucket, counts) in &self.values {
            measured += counts.all();
            known += counts.all() - counts.bounds;
            if measured < rank {
                continue;
            }
            // A value that is known to be at this rank, and no censored one below it.
            if known >= rank {
                return Some(Bounded::Exactly(bucket.value()));
            }
            return Some(Bounded::AtLeast(bucket.least()));
        }
        None
    }

    /// Values in rising order, and how often each occurred.
    pub fn values(&self) -> impl Iterator<Item = (Bucket, Counts)> {
        self.values.iter().map(|(&bucket, &counts)| (bucket, counts))
    }

    /// Values in rising order with the number of attempts that had been answered
    /// by then.
    pub fn answered_by(&self) -> impl Iterator<Item = (u64, u64)> {
        self.values.iter().scan(0, |answered, (bucket, counts)| {
            *answered += counts.of(AttemptEnd::Answered);
            Some((bucket.value(), *answered))
        })
    }

    /// The share, from 0 to 1, of the attempts that did better than one with this
    /// value and end, plus half of those that did as well. All attempts without an
    /// answer did equally badly.
    pub fn percentile(&self, value: Bucket, end: AttemptEnd) -> f64 {
        let answered = AttemptEnd::Answered.place();
        let (better, equal) = if end == AttemptEnd::Answered {
            let below = self.values.range(..value).map(|(_, counts)| counts.ends[answered]).sum();
            (below, self.values.get(&value).map_or(0, |counts| counts.ends[answered]))
        } else {
            (self.ends[answered], self.total() - self.ends[answered])
        };
        (better as f64 + equal as f64 / 2.0) / self.total().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribution(values: &[(u64, AttemptEnd)]) -> Distribution {
        let mut distribution = Distribution::default();
        values
            .iter()
            .for_each(|&(value, end)| distribution.add(Bucket::of(value), end, false, 1, 1));
        distribution
    }

    #[test]
    fn quantiles_are_exact_below_every_limit() {
        let distribution = distribution(&[
            (1, AttemptEnd::Answered),
            (2, AttemptEnd::Stalled),
            (3, AttemptEnd::Answered),
            (9, AttemptEnd::Limit),
            (9, AttemptEnd::Limit),
        ]);
        let quantiles =
            [0.2, 0.5, 0.6, 0.61, 1.0].map(|share| distribution.quantile(share).unwrap());
        let expected = [
            Bounded::Exactly(1),
            Bounded::Exactly(3),
            Bounded::Exactly(3),
            Bounded::AtLeast(9),
            Bounded::AtLeast(9),
        ];
        assert_eq!(quantiles, expected);
        assert_eq!(Distribution::default().quantile(0.5), None);
    }

    #[test]
    fn a_limit_below_a_quantile_makes_it_a_bound() {
        // The censored 2 may really be anything: the median is 3 at best.
        let distribution = distribution(&[
            (1, AttemptEnd::Answered),
            (2, AttemptEnd::Limit),
            (3, AttemptEnd::Answered),
            (4, AttemptEnd::Answered),
            (5, AttemptEnd::Answered),
        ]);
        assert_eq!(distribution.quantile(0.2), Some(Bounded::Exactly(1)));
        assert_eq!(distribution.quantile(0.5), Some(Bounded::AtLeast(3)));
    }

    /// Of 1,236, 1,238 or more, and 1,245 or more.
    #[test]
    fn lower_bounds_are_rounded_down() {
        use AttemptEnd::{Answered, Limit};
        let mut distribution = Distribution::default();
        for (value, end) in [(1_236, Answered), (1_238, Limit), (1_245, Limit)] {
            let value = Bounded::of(value, end == Limit);
            distribution.add(value.bucket(), end, false, 1, 1);
        }
        assert_eq!(distribution.first_limit(), Some(1_230));
        assert_eq!(distribution.quantile(0.5), Some(Bounded::AtLeast(1_230)));
        assert_eq!(distribution.quantile(1.0), Some(Bounded::AtLeast(1_240)));
        let mut hidden = Distribution::default();
        hidden.add(Bucket::below(7), Limit, false, 1, 1);
        hidden.add(Bucket::of(1_236), Answered, false, 1, 1);
        assert_eq!(hidden.quantile(0.5), Some(Bounded::AtLeast(7)));
        hidden.add(Bucket::of(1_236), Answered, false, 1, 1);
        hidden.add(Bucket::of(9_000), Answered, false, 1, 1);
        assert_eq!(hidden.quantile(0.75), Some(Bounded::AtLeast(1_230)));
        hidden.add(Bucket::of(9_101), Answered, false, 1, 1);
        assert_eq!(hidden.quantile(1.0), Some(Bounded::AtLeast(9_100)));
    }

    #[test]
    fn percentiles_put_the_unanswered_last_and_together() {
        let distribution = distribution(&[
            (1, AttemptEnd::Answered),
            (5, AttemptEnd::Answered),
            (2, AttemptEnd::Stalled),
            (9, AttemptEnd::Limit),
        ]);
        let percentile = |value, end| distribution.percentile(Bucket::of(value), end);
        assert_eq!(percentile(1, AttemptEnd::Answered), 0.125);
        assert_eq!(percentile(5, AttemptEnd::Answered), 0.375);
        assert_eq!(percentile(2, AttemptEnd::Stalled), 0.75);
        assert_eq!(percentile(9, AttemptEnd::Limit), 0.75);
    }

    #[test]
    fn the_median_of_a_hundred_lies_between_its_fortieth_and_sixty_first_value() {
        let values: Vec<_> = (1..=100).map(|value| (value, AttemptEnd::Answered)).collect();
        let interval = distribution(&values).median_interval();
        assert_eq!(interval, Some((Bounded::Exactly(40), Bounded::Exactly(61))));
        assert_eq!(distribution(&values[..5]).median_interval(), None);
    }

    #[test]
    fn shares_of_round_numbers_have_round_ranks() {
        let values: Vec<_> = (1..=30).map(|value| (value, AttemptEnd::Answered)).collect();
        let quantiles = [0.1, 0.5, 0.95, 1.0].map(|q| distribution(&values).quantile(q).unwrap());
        assert_eq!(quantiles, [3, 15, 29, 30].map(Bounded::Exactly));
    }

    #[test]
    fn spans_are_what_an_interval_counts() {
        let mut spans = Distribution::default();
        (1..=100).for_each(|mean| spans.add(Bucket::of(mean), AttemptEnd::Answered, false, 32, 32));
        let interval = spans.median_interval();
        assert_eq!(interval, Some((Bounded::Exactly(40), Bounded::Exactly(61))));
    }
    /// Two spans of two puzzles, of which one puzzle met its limit.
    #[test]
    fn the_mean_of_a_span_that_was_cut_short_is_a_lower_bound() {
        let mut times = Distribution::default();
        times.add(Bucket::of(3), AttemptEnd::Answered, false, 2, 2);
        times.add(Bucket::of(5), AttemptEnd::Answered, true, 1, 2);
        times.add(Bucket::of(5), AttemptEnd::Limit, true, 1, 2);
        let quantiles = [0.5, 0.75, 1.0].map(|share| times.quantile(share).unwrap());
        assert_eq!(quantiles, [Bounded::Exactly(3), Bounded::AtLeast(5), Bounded::AtLeast(5)]);
        assert_eq!((times.ended(AttemptEnd::Limit), times.spans()), (1, 2.0));
    }
}
