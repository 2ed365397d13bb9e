//! Estimates: means of samples, with what is known of their error.
//!
//! The error is the standard error of the mean. Two estimates are told apart when
//! the difference is more than twice its standard error, 95.4 % confidence; of few values as
//! many more as have that confidence by Student's t (*The Probable Error of a Mean*, 1908). The
//! degrees of freedom of two samples are those of the smaller one. Where a few values are
//! much larger than the others, as guesses are, a sample mostly has too few of them, and its mean may be
//! further below that of all than above it: by as many errors as the transformation of P. Hall has,
//! *On the Removal of Skewness by Transformation*, 1992, and never fewer than Student's t. The
//! error of a ratio takes into account that both solvers saw the same puzzles (the
//! ratio estimator of W. G. Cochran, *Sampling Techniques*, 1977, chapter 6). The error of a
//! share is half of the longer side of its interval by E. B. Wilson, *Probable Inference, the
//! Law of Succession, and Statistical Inference*, 1927: not nothing if all or none are so.
//!
//! Where limits hide part of the values, an estimate is a range as well: the least and the
//! most that its value may be, which go through every calculation (partial identification:
//! C. Manski, *Partial Identification of Probability Distributions*, 2003).

use std::fmt;

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::readable::decimals;

/// Standard errors that a difference must exceed, of a sample that is large.
const CONFIDENCE: f64 = 2.0;

/// How likely a normal value is not above so many.
const LIKELY: f64 = 0.977_249_868_051_820_8;

/// Degrees of freedom from which on a sample is large: less than 0.0002 standard errors are missing.
const LARGE: f64 = 1e5;

/// What a sum of squares keeps, as a share, where the squares cancel but for rounding.
const ROUNDING: f64 = 1e-12;

/// How two means vary together: not at all, if they come of samples that have nothing in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Joint {
    /// Their covariance.
    pub covariance: f64,
    /// Their third cumulants, of the first one twice and of the second one twice, if they are known.
    pub thirds: Option<[f64; 2]>,
}

impl Joint {
    /// Of two that have nothing in common.
    pub const NONE: Joint = Joint { covariance: 0.0, thirds: Some([0.0; 2]) };

    /// The same, each mean in a unit above 0.
    pub fn per(self, first: f64, second: f64) -> Joint {
        let third = |[one, other]: [f64; 2]| {
            [one / (first * first * second), other / (first * second * second)]
        };
        Joint { covariance: self.covariance / (first * second), thirds: self.thirds.map(third) }
    }

    /// The same, the second mean first.
    pub fn turned(self) -> Joint {
        Joint { thirds: self.thirds.map(|[one, other]| [other, one]), ..self }
    }
}

/// A mean and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean of what was measured.
    pub value: f64,
    /// Its standard error: 0 for an exact value, not finite where it is not known.
    pub error: f64,
    /// The degrees of freedom of the error: one less than the values that it is told from; infinite if it is
    /// not told from a sample.
    pub freedom: f64,
    /// The skewness of the mean, were the sample drawn again and again: that of the values over the root of their
    /// number; 0 where it is not known, or the error has a law of its own.
    pub skewness: f64,
    /// The least that the mean may be without limits: the value, if they cannot lower it.
    pub least: f64,
    /// The most, likewise; infinite if nothing is known of it.
    pub most: f64,
    /// What printing may have rounded: of two estimates the ends count, not the chance that both are
    /// far off.
    pub rounding: Rounding,
}

/// How far a value may be below and above what was printed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rounding {
    /// Below, 0 or more.
    pub below: f64,
    /// Above, 0 or more; infinite over what may be 0.
    pub above: f64,
}

/// Where the mean without limits may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value, or above it.
    Lower,
    /// The value, or below it.
    Upper,
    /// Above the value, or below it.
    Unknown,
}

impl Bound {
    /// The sign before the value.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
            Bound::Unknown => "? ",
        }
    }

    /// What kind of bound the value is, in a word; empty for none.
    pub fn name(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::Unknown => "unknown",
        }
    }
}

impl Rounding {
    const NONE: Rounding = Rounding { below: 0.0, above: 0.0 };

    /// Of a value between two.
    fn between(least: f64, value: f64, most: f64) -> Rounding {
        Rounding { below: value - least, above: most - value }
    }

    fn is_any(self) -> bool {
        self != Rounding::NONE
    }
}

impl Estimate {
    /// A value without an error.
    pub fn exactly(value: f64) -> Estimate {
        Estimate {
            value,
            error: 0.0,
            freedom: f64::INFINITY,
            skewness: 0.0,
            least: value,
            most: value,
            rounding: Rounding::NONE,
        }
    }

    /// A value that was printed, with half a unit of its last digit; exact with 0.
    pub fn printed(value: f64, half_a_unit: f64) -> Estimate {
        let rounding = Rounding { below: half_a_unit, above: half_a_unit };
        Estimate { rounding, ..Estimate::exactly(value) }
    }

    /// The same as a lower bound.
    pub fn or_more(self) -> Estimate {
        Estimate { most: f64::INFINITY, ..self }
    }

    /// What kind of bound the value is.
    pub fn bound(self) -> Bound {
        match (self.least < self.value, self.most > self.value) {
            (false, false) => Bound::Exact,
            (false, true) => Bound::Lower,
            (true, false) => Bound::Upper,
            (true, true) => Bound::Unknown,
        }
    }

    /// A share in percent, with so many more that limits leave open; `None` of nothing.
    pub fn of_share(part: u64, open: u64, whole: u64) -> Option<Estimate> {
        let n = whole as f64;
        let share = |part: u64| part as f64 / n;
        let error = |share: f64| 100.0 * error_of_share(share, n);
        let (least, most) = (share(part), share(part + open));
        let error = error(least).max(error(most));
        let share = Estimate { error, ..Estimate::exactly(100.0 * least) };
        (whole > 0).then_some(Estimate { most: 100.0 * most, ..share })
    }

    /// The same in a unit above 0.
    pub fn per(self, unit: f64) -> Estimate {
        let Estimate { value, error, freedom, skewness, least, most, rounding } = self;
        let Rounding { below, above } = rounding;
        Estimate {
            freedom,
            skewness,
            value: value / unit,
            error: error / unit,
            least: least / unit,
            most: most / unit,
            rounding: Rounding { below: below / unit, above: above / unit },
        }
    }

    /// This estimate divided by another, neither below 0. Nothing over 0.
    pub fn over(self, other: Estimate, joint: Joint) -> Option<Estimate> {
        let value = self.value / other.value;
        let of_both = self.error.powi(2) + (value * other.error).powi(2);
        let variance =
            spread(of_both - 2.0 * value * joint.covariance, of_both) / other.value.powi(2);
        let error = variance.sqrt();
        let (least, most) = (self.least / other.most, self.most / other.least);
        let rounding = match self.is_rounded_with(other) {
            true => {
                let ([low, high], [others_low, others_high]) = (self.ends(), other.ends());
                let most = if others_low > 0.0 { high / others_low } else { f64::INFINITY };
                Rounding::between(low / others_high, value, most)
            }
            false => Rounding::NONE,
        };
        let freedom = self.freedom_with(other);
        // As far as it is proportional to the first less so many times the other.
        let skewness = match value > 0.0 {
            true => self.minus_times(other, value, joint).skewness,
            false => 0.0,
        };
        let ratio = Estimate { value, error, freedom, skewness, least, most, rounding };
        (other.value != 0.0).then_some(ratio)
    }

    /// The least and the most that a printed value may be.
    fn ends(self) -> [f64; 2] {
        [self.value - self.rounding.below, self.value + self.rounding.above]
    }

    /// This estimate less another.
    pub fn minus(self, other: Estimate, joint: Joint) -> Estimate {
        let of_both = self.error.powi(2) + other.error.powi(2);
        let error = spread(of_both - 2.0 * joint.covariance, of_both).sqrt();
        let third = |[one, two]: [f64; 2]| self.third() - 3.0 * one + 3.0 * two - other.third();
        let is_varied = error > 0.0 && error.is_finite();
        let third = joint.thirds.filter(|_| is_varied).map(third);
        let skewness = third.map_or(0.0, |third| third / error.powi(3));
        let (least, most) = (self.least - other.most, self.most - other.least);
        let rounding = Rounding {
            below: self.rounding.below + other.rounding.above,
            above: self.rounding.above + other.rounding.below,
        };
        let (value, freedom) = (self.value - other.value, self.freedom_with(other));
        Estimate { value, error, freedom, skewness, least, most, rounding }
    }

    /// This estimate less so many times another, more than none.
    pub fn minus_times(self, other: Estimate, times: f64, joint: Joint) -> Estimate {
        self.minus(other.per(1.0 / times), joint.per(1.0, 1.0 / times))
    }

    /// The third cumulant of the mean.
    fn third(self) -> f64 {
        if self.skewness == 0.0 { 0.0 } else { self.skewness * self.error.powi(3) }
    }

    /// The degrees of freedom of an error that comes of both.
    fn freedom_with(self, other: Estimate) -> f64 {
        let of = |one: Estimate| if one.error == 0.0 { f64::INFINITY } else { one.freedom };
        of(self).min(of(other))
    }

    /// How far it is from 0.
    pub fn abs(self) -> Estimate {
        let of = |[least, most]: [f64; 2]| {
            let is_around_0 = least < 0.0 && most > 0.0;
            let (one, other) = (least.abs(), most.abs());
            [if is_around_0 { 0.0 } else { one.min(other) }, one.max(other)]
        };
        let ([least, most], [low, high]) = (of([self.least, self.most]), of(self.ends()));
        let value = self.value.abs();
        let skewness = if self.value < 0.0 { -self.skewness } else { self.skewness };
        let rounding = Rounding::between(low, value, high);
        Estimate { value, skewness, least, most, rounding, ..self }
    }

    /// Whether its error is known.
    pub fn has_error(self) -> bool {
        self.error.is_finite()
    }

    /// Whether it is clearly below a number, whatever limits hide.
    pub fn is_below(self, number: f64) -> bool {
        let turned = Estimate { skewness: -self.skewness, ..self };
        turned.clears(number - self.most, self.rounding.above)
    }

    /// Whether it is clearly above a number, whatever limits hide.
    pub fn is_above(self, number: f64) -> bool {
        self.clears(self.least - number, self.rounding.below)
    }

    /// Whether it is clearly above another, whatever limits hide.
    pub fn exceeds(self, other: Estimate) -> bool {
        self.is_over(other, self.least - other.most)
    }

    /// Whether it would be clearly above another with something that limits may hide.
    pub fn may_exceed(self, other: Estimate) -> bool {
        self.is_over(other, self.most - other.least)
    }

    /// Whether so much is clearly above 0 as a difference from an estimate that has nothing in common with
    /// this one.
    fn is_over(self, other: Estimate, difference: f64) -> bool {
        let both = self.minus(other, Joint::NONE);
        both.clears(difference, both.rounding.below)
    }

    /// Whether a difference is clearly above 0 for the error, or for what was rounded. Where one printed
    /// value is rounded down the next one is rounded up: 24 is below 25.
    fn clears(self, difference: f64, rounded: f64) -> bool {
        match self.rounding.is_any() {
            true => difference > rounded * (1.0 - ROUNDING),
            false if self.error == 0.0 => difference > 0.0,
            false => difference > self.errors_to_exceed() * self.error,
        }
    }

    /// How many standard errors a difference must exceed, so that the estimate is clearly above a number: as many
    /// as Student's t has, or as Hall's transformation makes of them, if that is more.
    fn errors_to_exceed(self) -> f64 {
        let of_few = match self.freedom >= LARGE {
            true => Some(CONFIDENCE),
            false => StudentsT::new(0.0, 1.0, self.freedom).ok().map(|few| few.inverse_cdf(LIKELY)),
        };
        let Some(errors) = of_few else { return f64::INFINITY };
        let Estimate { skewness, .. } = self;
        let transformed = (1.0 + skewness * (errors - skewness / 6.0)).cbrt();
        match skewness == 0.0 {
            true => errors,
            false => errors.max(3.0 / skewness * (transformed - 1.0)),
        }
    }

    fn is_rounded_with(self, other: Estimate) -> bool {
        self.rounding.is_any() || other.rounding.is_any()
    }
}

/// What is left of a sum of squares; nothing if that is only what was rounded.
pub(super) fn spread(left: f64, whole: f64) -> f64 {
    // What is no number stays so, as 0 times an error that is not known.
    if left <= ROUNDING * whole && whole.is_finite() { 0.0 } else { left }
}

/// Half of the longer side of Wilson's interval of a share of n.
fn error_of_share(share: f64, n: f64) -> f64 {
    let z = CONFIDENCE;
    let middle = (share + z * z / n / 2.0) / (1.0 + z * z / n);
    let variance = share * (1.0 - share) / n + (z / n / 2.0).powi(2);
    let half = z / (1.0 + z * z / n) * variance.sqrt();
    ((share - middle).abs() + half) / z
}

/// With three significant digits, and the error with as many decimals, or with one digit; what was rounded
/// with its ends.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { value, error, .. } = self;
        let digits = decimals(*value, 3);
        let unit = 10_f64.powi(digits as i32);
        // A bound is rounded away from what it bounds; what a division made a little less is meant whole.
        let rounded = match self.bound() {
            Bound::Lower => (value * unit + 1e-6).floor() / unit,
            Bound::Upper => (value * unit - 1e-6).ceil() / unit,
            Bound::Exact | Bound::Unknown => *value,
        };
        // No zero has a sign.
        write!(f, "{}{:.digits$}", self.bound().sign(), rounded + 0.0)?;
        if self.rounding.is_any() {
            let [low, high] = self.ends().map(|end| match end.is_finite() {
                true => format!("{end:.*}", decimals(end, 3)),
                false => "any".into(),
            });
            return write!(f, " ({low} to {high})");
        }
        if *error == 0.0 || !self.has_error() {
            return Ok(());
        }
        let digits = digits.max(decimals(*error, 1));
        write!(f, " ± {error:.digits$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles of Student's t by its closed forms for 1, 2 and 4 degrees of freedom.
    #[test]
    fn a_difference_of_few_must_be_larger() {
        let errors = |freedom| Estimate { freedom, ..Estimate::exactly(0.0) }.errors_to_exceed();
        let open = 2.0 * LIKELY - 1.0;
        let of_four = {
            let alpha: f64 = 1.0 - open * open;
            let share = ((alpha.sqrt().acos() / 3.0).cos() / alpha.sqrt() - 1.0).sqrt();
            2.0 * share
        };
        for (freedom, expected) in [
            (1.0, (std::f64::consts::FRAC_PI_2 * open).tan()),
            (2.0, open * (2.0 / (1.0 - open * open)).sqrt()),
            (4.0, of_four),
            (f64::INFINITY, 2.0),
        ] {
            assert!((errors(freedom) - expected).abs() < 1e-6 * expected, "{freedom}: {expected}");
        }
        assert!(errors(1e4) > 2.0 && errors(1e4) < 2.001 && errors(f64::NAN) == f64::INFINITY);
    }

    #[test]
    fn a_share_of_few_is_not_sure() {
        let share = |part, whole| Estimate::of_share(part, 0, whole).unwrap();
        // By hand: Wilson's interval of none of 3 ends at 4 / 7, that of half of 4 is 1/2 ± √2/4.
        assert!((share(0, 3).error - 100.0 * 2.0 / 7.0).abs() < 1e-9);
        assert_eq!(share(3, 3).error, share(0, 3).error);
        assert!((share(2, 4).error - 100.0 * 2.0_f64.sqrt() / 8.0).abs() < 1e-9);
        assert!(!share(0, 3).is_below(20.0) && share(0, 100).is_below(20.0));
        // Of many it is the standard error.
        assert!((share(3_000, 10_000).error - 100.0 * (0.21_f64 / 1e4).sqrt()).abs() < 0.01);
    }

    #[test]
    fn estimates_have_three_digits() {
        let shown = |value, error| Estimate { error, ..Estimate::exactly(value) }.to_string();
        assert_eq!(shown(0.002_134, 0.000_21), "0.00213 ± 0.00021");
        assert_eq!(shown(0.05, 0.0), "0.0500");
        assert_eq!(shown(9.996, 0.25), "10.0 ± 0.2");
        assert_eq!(shown(156_380.0, 0.04), "156380 ± 0.04");
        assert_eq!(shown(0.0, 0.0), "0.00");
    }

    #[test]
    fn ratios_carry_the_errors_of_both() {
        let a = Estimate { error: 0.3, ..Estimate::exactly(10.0) };
        let b = Estimate { error: 0.2, ..Estimate::exactly(5.0) };
        let ratio = a.over(b, Joint::NONE).unwrap();
        assert!((ratio.error - 2.0 * 0.03_f64.hypot(0.04)).abs() < 1e-12);
        assert!(ratio.is_above(1.5) && ratio.is_below(2.5) && !ratio.is_above(1.95));
        assert!(a.exceeds(b) && !b.exceeds(a));
    }

    /// By hand: 10 or more, 5, and 5 or more.
    #[test]
    fn limits_bound_what_is_calculated() {
        let (ten, five) = (Estimate::exactly(10.0).or_more(), Estimate::exactly(5.0));
        let five_or_more = five.or_more();
        let ratio = |a: Estimate, b| a.over(b, Joint::NONE).unwrap();
        let shown = |estimate: Estimate| estimate.to_string();
        assert_eq!(shown(ratio(ten, five)), "≥ 2.00");
        assert_eq!(shown(ratio(five, ten)), "≤ 0.500");
        assert_eq!(shown(ratio(ten, five_or_more)), "? 2.00");
        assert_eq!(shown(ten.minus(five, Joint::NONE)), "≥ 5.00");
        assert_eq!(shown(Estimate::exactly(142.51).or_more()), "≥ 142");
        assert_eq!(
            shown(five.minus(ten, Joint::NONE).over(Estimate::exactly(6.0), Joint::NONE).unwrap()),
            "≤ -0.833"
        );
        assert_eq!(
            shown(five.over(Estimate::exactly(7.0).or_more(), Joint::NONE).unwrap()),
            "≤ 0.715"
        );
        assert_eq!(shown(five.minus(five_or_more, Joint::NONE)), "≤ 0.00");
        assert_eq!(shown(five.minus(ten, Joint::NONE)), "≤ -5.00");
        assert_eq!(shown(ten.minus(five_or_more, Joint::NONE)), "? 5.00");
        assert_eq!(shown(five.minus(ten, Joint::NONE).abs()), "≥ 5.00");
        assert_eq!(
            (five_or_more.minus(ten, Joint::NONE).abs().least, ratio(five, ten).least),
            (0.0, 0.0)
        );
        assert!(ratio(ten, five).is_above(1.9) && !ratio(ten, five).is_below(9.0));
        assert!(ratio(five, ten).is_below(0.6) && !ratio(five, ten).is_above(0.1));
        assert!(ten.exceeds(five) && !ten.exceeds(five_or_more) && ten.may_exceed(five_or_more));
        let share = Estimate::of_share(1, 2, 4).unwrap();
        assert_eq!((share.least, share.value, share.most), (25.0, 25.0, 75.0));
        assert!(Estimate::of_share(1, 0, 4).unwrap().bound() == Bound::Exact);
        let names = [ten, ratio(five, ten), ratio(ten, five_or_more), five];
        let names = names.map(|estimate| estimate.bound().name());
        assert_eq!(names, ["lower", "upper", "unknown", ""]);
    }
}
