//! Rank correlation of the number of givens with what a solver took (C. Spearman, 1904).
//!
//! Equal values share the mean of their ranks. Values are known to three digits. The error is
//! that of D. Bonett and T. Wright, *Sample size requirements for estimating Pearson, Kendall
//! and Spearman correlations*, 2000: (1 − ρ²) √((1 + ρ²/2) / (n − 3)), where n is the number of timed
//! spans: puzzles that shared one have the same time. Of fewer than 30 it is not known: ten in order
//! by chance would have none.
//!
//! Attempts that met a limit, or shared a span with one that did, are taken as equal, above the rest; what their ranks would be
//! without it is not known. The correlation is the cosine of the angle between the ranks of the
//! givens and those of the values, less their means. If m of n ranks can be anything, they
//! change by n at most, and the others by m: a vector of this length turns the ranks of the
//! values, of length r, by arcsin(√(m n² + n m²) / r) at most, and no angle changes by more.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use super::bucket::Bucket;
use super::counts::{Cost, SolverStatistics};
use super::distribution::Distribution;
use super::estimate::Estimate;

/// Spans that a correlation has an error from.
const FEWEST: f64 = 30.0;

impl SolverStatistics {
    /// The rank correlation of givens with `of` over all puzzles, whatever their set. `None`
    /// if one of the two is the same for all.
    ///
    /// Capped, what met a limit counts as it was measured.
    pub fn rank_correlation(
        &self,
        of: fn(&Cost) -> &Distribution,
        is_capped: bool,
    ) -> Option<Estimate> {
        // Attempts by givens and value; what met a limit is above all that did not.
        let (mut limited, mut spans) = (0, 0.0);
        let mut cells = BTreeMap::<(u16, Option<Bucket>), u64>::new();
        for (class, cost) in &self.by_class {
            spans += of(cost).spans();
            for (bucket, counts) in of(cost).values() {
                let bounds = if is_capped { 0 } else { counts.bounds() };
                limited += bounds;
                for (value, count) in [(Some(bucket), counts.all() - bounds), (None, bounds)] {
                    if count > 0 {
                        *cells.entry((class.clues, value)).or_default() += count;
                    }
                }
            }
        }
        let clues = ranks(cells.iter().map(|(&(clues, _), &count)| (clues, count)));
        let order = |value: Option<Bucket>| (value.is_none(), value);
        let values = ranks(cells.iter().map(|(&(_, value), &count)| (order(value), count)));
        let n = cells.values().sum::<u64>() as f64;
        let middle = (n + 1.0) / 2.0;
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for ((givens, value), &count) in &cells {
            let (x, y) = (clues[givens] - middle, values[&order(*value)] - middle);
            xx += count as f64 * x * x;
            xy += count as f64 * x * y;
            yy += count as f64 * y * y;
        }
        // If all met the limit, no rank is known.
        let is_open = limited > 0 && yy == 0.0 && xx > 0.0;
        let value = if is_open { 0.0 } else { xy / (xx * yy).sqrt() };
        // A span of puzzles of several classes is a sum of its parts.
        let spans = spans.round();
        let error = match spans < FEWEST {
            true => f64::INFINITY,
            false => (1.0 - value * value) * ((1.0 + value * value / 2.0) / (spans - 3.0)).sqrt(),
        };
        // An angle of the range is an angle of its cosine only from 0 to π.
        let m = limited as f64;
        let share = ((m * n * n + n * m * m) / yy).sqrt();
        let turn = if share < 1.0 { share.asin() } else { PI };
        let angle = value.clamp(-1.0, 1.0).acos();
        let (least, most) = match limited {
            0 => (value, value),
            _ => ((angle + turn).min(PI).cos(), (angle - turn).max(0.0).cos()),
        };
        let exactly = Estimate::exactly(value);
        value.is_finite().then_some(Estimate { error, least, most, ..exactly })
    }
}

/// The mean rank of each value, from 1.
fn ranks<T: Ord>(counts: impl Iterator<Item = (T, u64)>) -> BTreeMap<T, f64> {
    let mut totals = BTreeMap::<T, u64>::new();
    counts.for_each(|(value, count)| *totals.entry(value).or_default() += count);
    let mut below = 0;
    let rank = |(value, count): (T, u64)| {
        below += count;
        (value, (below - count) as f64 + (count + 1) as f64 / 2.0)
    };
    totals.into_iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::super::attempt::Class;
    use super::super::distribution::AttemptEnd;
    use super::*;

    fn correlation(puzzles: &[(u16, u64, AttemptEnd)]) -> Option<Estimate> {
        let mut solver = SolverStatistics::default();
        for &(clues, checks, end) in puzzles {
            let cost = solver.by_class.entry(Class { order: 9, clues }).or_default();
            cost.checks.add(Bucket::of(checks), end, false, 1, 1);
        }
        let capped = solver.rank_correlation(|cost| &cost.checks, true);
        assert!(capped.is_none_or(|capped| capped.least == capped.most));
        solver.rank_correlation(|cost| &cost.checks, false)
    }

    #[test]
    fn ranks_are_correlated() {
        use AttemptEnd::{Answered, Limit};
        let falling = [(20, 9, Answered), (21, 7, Answered), (22, 5, Answered), (23, 3, Answered)];
        let estimate = correlation(&falling).unwrap();
        assert_eq!((estimate.value, estimate.error), (-1.0, f64::INFINITY));
        // By hand: ranks of givens 1.5, 1.5, 3.5, 3.5 and of checks 4, 2, 3, 1.
        let tied = [(20, 9, Answered), (20, 5, Answered), (22, 7, Answered), (22, 3, Answered)];
        let by_hand = -2.0 / (4.0_f64 * 5.0).sqrt();
        assert!((correlation(&tied).unwrap().value - by_hand).abs() < 1e-12);
        // A limit is above every answer, however low the value.
        let limited = [(20, 1, Limit), (21, 7, Answered), (22, 5, Answered), (23, 3, Answered)];
        let limited = correlation(&limited).unwrap();
        assert_eq!((limited.value, limited.least, limited.most), (-1.0, -1.0, 1.0));
        let all = [20, 20, 21, 22].map(|clues| (clues, 5, Limit));
        let all = correlation(&all).unwrap();
        assert_eq!((all.least, all.most), (-1.0, 1.0));
        // One of many moves it a little, and less than it is said to.
        let many = |first: (u16, u64, AttemptEnd)| {
            let others = (1..4000).map(|n| (20 + n % 50, 100 + u64::from(n % 50), Answered));
            correlation(&[first].into_iter().chain(others).collect::<Vec<_>>()).unwrap()
        };
        let (one, truth) = (many((69, 100, Limit)), many((20, 900, Answered)));
        assert!(one.least < truth.value && truth.value < one.most && one.least > 0.9);
        assert_eq!(truth.least, truth.most);
        assert!(truth.error < 0.02);
        assert_eq!(correlation(&falling[..3]).unwrap().error, f64::INFINITY);
        assert_eq!(correlation(&[(20, 1, Answered); 5]), None);
    }
    /// The times of two spans of many puzzles each say nothing, however many puzzles there are.
    #[test]
    fn spans_are_what_an_error_counts() {
        let of = |batch| {
            let mut solver = SolverStatistics::default();
            for (clues, mean) in [(20, 9), (30, 5)] {
                let cost = solver.by_class.entry(Class { order: 9, clues }).or_default();
                cost.time.add(Bucket::of(mean), AttemptEnd::Answered, false, 100, batch);
            }
            solver.rank_correlation(|cost| &cost.time, false).unwrap().error
        };
        assert_eq!((of(100), of(1)), (f64::INFINITY, 0.0));
    }
}
