//! Times of one solver over the timed spans of another.

use super::attempt::Attempt;
use super::moments::Moments;

/// The CPU times, in ns, of a solver that was measured puzzle by puzzle, each as the mean over the
/// puzzles that shared a span of another solver. Errors and covariance of two mean times have to
/// come of the same units, or what is left of their difference may be less than nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct OverSpans {
    closed: Moments,
    /// The other solver's open span: its puzzles, and the time of each in ns.
    span: (u32, u64),
    /// Of the puzzles of it so far: how many, and the sum of their times.
    puzzles: u32,
    sum: u64,
}

impl OverSpans {
    /// Adds the attempts of both at the next puzzle.
    pub fn add(&mut self, one: &Attempt, spanned: &Attempt) {
        let span = (spanned.batch, spanned.cpu_ns);
        if span != self.span || self.puzzles >= span.0 {
            *self = OverSpans { closed: self.moments(), span, ..OverSpans::default() };
        }
        self.puzzles += 1;
        self.sum += one.cpu_ns;
    }

    /// The sums of the times.
    pub fn moments(&self) -> Moments {
        let mut moments = self.closed;
        let mean = self.sum as f64 / f64::from(self.puzzles.max(1));
        (0..self.puzzles).for_each(|_| moments.add(mean, self.span.0));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::super::moments::Products;
    use super::*;
    use crate::pipeline::record::Status;
    use crate::solver::Verdict;

    /// A solver whose spans took as long as the other's puzzles in them, by hand.
    #[test]
    fn a_ratio_over_spans_is_sure() {
        let attempt = |cpu_ns, batch| {
            let status = Status::Verdict(Verdict::Unique);
            Attempt {
                row: 0,
                solver: 0,
                status,
                is_refuted: false,
                cpu_ns,
                batch,
                checks: 0,
                guesses: 0,
            }
        };
        let (mut over_spans, mut alone, mut spanned) = <(OverSpans, Moments, Moments)>::default();
        let mut products = Products::default();
        for (cpu_ns, span, batch) in
            [(1, 1, 2), (3, 1, 2), (4, 2, 2), (4, 2, 2), (5, 3, 2), (7, 3, 2), (6, 3, 1)]
        {
            over_spans.add(&attempt(cpu_ns, 1), &attempt(span, batch));
            alone.add(cpu_ns as f64, 1);
            spanned.add(span as f64, batch);
            products.add(cpu_ns as f64, span as f64);
        }
        let over = over_spans.moments();
        assert_eq!((over.count, over.spans, over.sum), (7, 4.0, alone.sum));
        assert_eq!(over.squares, 2.0 * (4.0 + 16.0 + 36.0) + 36.0);
        let ratio = |times: Moments| {
            let joint = times.with(&spanned, products);
            times.mean()?.over(spanned.mean()?, joint).map(|ratio| ratio.error)
        };
        assert_eq!((ratio(over), ratio(alone).map(|error| error > 0.0)), (Some(0.0), Some(false)));
    }
}
