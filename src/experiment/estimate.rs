//! Estimates: means of samples, with what is known of their error.
//!
//! The error is the standard error of the mean. Two estimates are told apart when
//! the difference is more than twice its standard error, about 95 % confidence. The
//! error of a ratio takes into account that both solvers saw the same puzzles (the
//! ratio estimator of W. G. Cochran, Sampling Techniques, 1977, chapter 6).

/// Standard errors that a difference must exceed.
const CONFIDENCE: f64 = 2.0;

/// A mean and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// Its standard error; 0 for an exact value.
    pub error: f64,
    /// Whether it is a lower bound: some puzzles met the solver's limit.
    pub is_bound: bool,
}

impl Estimate {
    /// The mean of a sample, from the sums of its values and of their squares.
    pub fn of_sums(count: u64, sum: f64, squares: f64) -> Estimate {
        let n = count.max(1) as f64;
        let mean = sum / n;
        let variance = if count > 1 { (squares - n * mean * mean) / (n - 1.0) } else { 0.0 };
        Estimate { value: mean, error: (variance.max(0.0) / n).sqrt(), is_bound: false }
    }

    /// The covariance of two means over the same sample, from the sums of either's
    /// values and the sum of their products.
    pub fn covariance(count: u64, sums: [f64; 2], products: f64) -> f64 {
        let n = count as f64;
        if count > 1 { (products - sums[0] * sums[1] / n) / (n - 1.0) / n } else { 0.0 }
    }

    /// A share in percent.
    pub fn of_share(part: u64, whole: u64) -> Estimate {
        let n = whole.max(1) as f64;
        let share = part as f64 / n;
        let error = (share * (1.0 - share) / n).sqrt();
        Estimate { value: 100.0 * share, error: 100.0 * error, is_bound: false }
    }

    /// This estimate divided by another; their covariance is 0 if they come of samples
    /// that have nothing in common. Only what is divided can make it a bound from below;
    /// ask [`Estimate::is_bound`] of the divisor too.
    pub fn over(self, other: Estimate, covariance: f64) -> Estimate {
        let value = self.value / other.value;
        let of_both = self.error.powi(2) + (value * other.error).powi(2);
        let variance = (of_both - 2.0 * value * covariance) / other.value.powi(2);
        let error = if variance.is_finite() { variance.max(0.0).sqrt() } else { 0.0 };
        Estimate { value, error, is_bound: self.is_bound }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_their_standard_errors() {
        // 1, 2, 3, 4: variance 5/3, standard error √(5/12).
        let estimate = Estimate::of_sums(4, 10.0, 30.0);
        assert_eq!(estimate.value, 2.5);
        assert!((estimate.error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Estimate::of_sums(1, 7.0, 49.0).error, 0.0);
        assert_eq!(Estimate::of_share(1, 4).value, 25.0);
    }

    #[test]
    fn ratios_carry_the_errors_of_both() {
        let a = Estimate { value: 10.0, error: 0.3, is_bound: true };
        let b = Estimate { value: 5.0, error: 0.2, is_bound: false };
        let ratio = a.over(b, 0.0);
        assert!((ratio.error - 2.0 * 0.03_f64.hypot(0.04)).abs() < 1e-12);
        assert!(ratio.is_bound && !b.over(a, 0.0).is_bound);
        assert!(ratio.is_above(1.5) && ratio.is_below(2.5) && !ratio.is_above(1.95));
        assert!(a.exceeds(b) && !b.exceeds(a));
    }

    #[test]
    fn what_rises_together_has_a_sure_ratio() {
        // 1, 2, 3 and twice that: the covariance of the means is 2 · 1 / 3.
        let (one, two) = (Estimate::of_sums(3, 6.0, 14.0), Estimate::of_sums(3, 12.0, 56.0));
        let covariance = Estimate::covariance(3, [6.0, 12.0], 28.0);
        assert!((covariance - 2.0 / 3.0).abs() < 1e-12);
        assert!(two.over(one, covariance).error < 1e-6 && two.over(one, 0.0).error > 0.5);
    }
}
