//! Estimates: means of samples, with what is known of their error.
//!
//! The error is the standard error of the mean. Two estimates are told apart when
//! the difference is more than twice its standard error, about 95 % confidence. The
//! error of a ratio takes into account that both solvers saw the same puzzles (the
//! ratio estimator of W. G. Cochran, *Sampling Techniques*, 1977, chapter 6). Puzzles
//! that shared a timed span have one time between them: the error of a mean time is
//! told from the number of spans.

use std::fmt;

use crate::readable::bounded;

/// Standard errors that a difference must exceed.
const CONFIDENCE: f64 = 2.0;

/// The sums that a mean and its error are made of.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    /// Values.
    pub count: u64,
    /// Values that were measured apart: `count` over the puzzles per span.
    pub spans: f64,
    /// Sum of the values.
    pub sum: f64,
    /// Sum of their squares.
    pub squares: f64,
}

impl Moments {
    /// Adds a value of a span of so many puzzles; 1 for a puzzle's own.
    pub fn add(&mut self, value: f64, batch: u32) {
        self.count += 1;
        self.spans += 1.0 / f64::from(batch.max(1));
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean, with its error; `None` without values.
    pub fn mean(&self) -> Option<Estimate> {
        let n = self.count as f64;
        let mean = self.sum / n;
        let squares = (self.squares - n * mean * mean).max(0.0);
        let variance = if self.count > 1 { squares / (n - 1.0) } else { 0.0 };
        let error = (variance / self.spans).sqrt();
        (self.count > 0).then_some(Estimate { value: mean, error, is_lower_bound: false })
    }

    /// The covariance of two means over the same puzzles, from the sum of the products
    /// of their values; 0 if they are not over the same.
    pub fn covariance(&self, other: &Moments, products: f64) -> f64 {
        let n = self.count as f64;
        let of_values = (products - self.sum * other.sum / n) / (n - 1.0);
        if self.count > 1 && self.count == other.count {
            of_values / self.spans.min(other.spans)
        } else {
            0.0
        }
    }
}

/// A mean and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// Its standard error; 0 for an exact value.
    pub error: f64,
    /// Whether it is a lower bound: some values are censored.
    pub is_lower_bound: bool,
}

impl Estimate {
    /// A value without an error.
    pub fn exactly(value: f64) -> Estimate {
        Estimate { value, error: 0.0, is_lower_bound: false }
    }

    /// A share in percent; `None` of nothing.
    pub fn of_share(part: u64, whole: u64) -> Option<Estimate> {
        let n = whole as f64;
        let share = part as f64 / n;
        let error = 100.0 * (share * (1.0 - share) / n).sqrt();
        (whole > 0).then_some(Estimate { value: 100.0 * share, error, is_lower_bound: false })
    }

    /// The same in a larger unit.
    pub fn per(self, unit: f64) -> Estimate {
        Estimate { value: self.value / unit, error: self.error / unit, ..self }
    }

    /// This estimate divided by another; their covariance is 0 if they come of samples
    /// that have nothing in common. Only what is divided can make it a bound from below;
    /// ask [`Estimate::is_lower_bound`] of the divisor too. Nothing over 0.
    pub fn over(self, other: Estimate, covariance: f64) -> Option<Estimate> {
        let value = self.value / other.value;
        let of_both = self.error.powi(2) + (value * other.error).powi(2);
        let variance = (of_both - 2.0 * value * covariance) / other.value.powi(2);
        let ratio = Estimate { value, error: variance.max(0.0).sqrt(), ..self };
        (other.value != 0.0).then_some(ratio)
    }

    /// Whether it is clearly below a number.
    pub fn is_below(self, number: f64) -> bool {
        self.value + CONFIDENCE * self.error < number
    }

    /// Whether it is clearly above a number.
    pub fn is_above(self, number: f64) -> bool {
        self.value - CONFIDENCE * self.error > number
    }

    /// Whether it is clearly above another.
    pub fn exceeds(self, other: Estimate) -> bool {
        self.value - other.value > CONFIDENCE * self.error.hypot(other.error)
    }
}

/// With three significant digits or so, and the error with as many decimals.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { value, error, is_lower_bound } = self;
        let digits = match value.abs() {
            ..1.0 => 3,
            ..10.0 => 2,
            ..100.0 => 1,
            _ => 0,
        };
        f.write_str(&bounded(&format!("{value:.digits$}"), *is_lower_bound))?;
        if *error == 0.0 { Ok(()) } else { write!(f, " ± {error:.digits$}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value, 1));
        moments
    }

    #[test]
    fn means_have_their_standard_errors() {
        // Variance 5/3, standard error √(5/12).
        let estimate = moments(&[1.0, 2.0, 3.0, 4.0]).mean().unwrap();
        assert_eq!(estimate.value, 2.5);
        assert!((estimate.error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(moments(&[7.0]).mean(), Some(Estimate::exactly(7.0)));
        assert_eq!(Estimate::of_share(1, 4).unwrap().value, 25.0);
        assert_eq!((Moments::default().mean(), Estimate::of_share(0, 0)), (None, None));
    }

    #[test]
    fn a_span_is_one_measurement() {
        let mut spans = Moments::default();
        [1.0, 1.0, 3.0, 3.0, 5.0, 5.0].iter().for_each(|&value| spans.add(value, 2));
        // The variance of the values is 16/5.
        assert!((spans.mean().unwrap().error - (16.0_f64 / 15.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn ratios_carry_the_errors_of_both() {
        let a = Estimate { value: 10.0, error: 0.3, is_lower_bound: true };
        let b = Estimate { value: 5.0, error: 0.2, is_lower_bound: false };
        let ratio = a.over(b, 0.0).unwrap();
        assert!((ratio.error - 2.0 * 0.03_f64.hypot(0.04)).abs() < 1e-12);
        assert!(ratio.is_lower_bound && !b.over(a, 0.0).unwrap().is_lower_bound);
        assert!(ratio.is_above(1.5) && ratio.is_below(2.5) && !ratio.is_above(1.95));
        assert!(a.exceeds(b) && !b.exceeds(a));
    }

    #[test]
    fn what_rises_together_has_a_sure_ratio() {
        // 1, 2, 3 and twice that: the covariance of the means is 2 · 1 / 3.
        let (one, two) = (moments(&[1.0, 2.0, 3.0]), moments(&[2.0, 4.0, 6.0]));
        let covariance = one.covariance(&two, 28.0);
        let (one, two) = (one.mean().unwrap(), two.mean().unwrap());
        assert!((covariance - 2.0 / 3.0).abs() < 1e-12);
        let error = |covariance| two.over(one, covariance).unwrap().error;
        assert!(error(covariance) < 1e-6 && error(0.0) > 0.5);
        assert_eq!(one.over(Estimate::exactly(0.0), 0.0), None);
    }
}
