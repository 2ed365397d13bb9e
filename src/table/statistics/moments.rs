//! Moments: the sums that means, their errors and what they have in common are told from.
//!
//! Puzzles that shared a timed span have one time between them: the error of a mean time is
//! told from the number of spans, and that of a single span is not known.

use super::estimate::{Estimate, Joint, spread};

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
    /// Sum of their cubes.
    pub cubes: f64,
}

/// Sums of products of two values over the same puzzles.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Products {
    /// Of both.
    pub both: f64,
    /// Of the square of the first and the second.
    pub first_twice: f64,
    /// Of the first and the square of the second.
    pub second_twice: f64,
}

impl Products {
    /// Adds those of a puzzle.
    pub fn add(&mut self, first: f64, second: f64) {
        self.both += first * second;
        self.first_twice += first * first * second;
        self.second_twice += first * second * second;
    }

    /// The same, the second value first.
    pub fn turned(self) -> Products {
        let Products { both, first_twice, second_twice } = self;
        Products { both, first_twice: second_twice, second_twice: first_twice }
    }
}

impl Moments {
    /// Adds a value of a span of so many puzzles; 1 for a puzzle's own.
    pub fn add(&mut self, value: f64, batch: u32) {
        self.count += 1;
        self.spans += 1.0 / f64::from(batch.max(1));
        self.sum += value;
        self.squares += value * value;
        self.cubes += value * value * value;
    }

    /// Adds the values of others.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.spans += other.spans;
        self.sum += other.sum;
        self.squares += other.squares;
        self.cubes += other.cubes;
    }

    /// The mean; the error of a single span is not known. `None` without values.
    pub fn mean(&self) -> Option<Estimate> {
        let n = self.count as f64;
        let mean = self.sum / n;
        let squares = spread(self.squares - n * mean * mean, self.squares);
        let error = if self.is_single() {
            f64::INFINITY
        } else {
            (squares / n / (self.spans - 1.0)).sqrt()
        };
        let freedom = self.spans - 1.0;
        let cubes = self.cubes - 3.0 * mean * self.squares + 2.0 * n * mean.powi(3);
        let skewness = match squares > 0.0 {
            true => cubes / n / (squares / n).powf(1.5) / self.spans.sqrt(),
            false => 0.0,
        };
        let mean = Estimate { error, freedom, skewness, ..Estimate::exactly(mean) };
        (self.count > 0).then_some(mean)
    }

    /// Whether fewer than two values were measured apart; sums of thirds are not exact.
    fn is_single(&self) -> bool {
        self.spans < 2.0 - 1e-6
    }

    /// How two means over the same puzzles vary together, from the sums of the products
    /// of their values; not at all if they are not over the same.
    pub fn with(&self, other: &Moments, products: Products) -> Joint {
        if self.count != other.count || self.is_single() || other.is_single() {
            return Joint::NONE;
        }
        let n = self.count as f64;
        let means = [self.sum / n, other.sum / n];
        let covariance = (products.both - self.sum * other.sum / n) / n;
        let third = |twice: f64, squares: f64, [one, other]: [f64; 2]| {
            let sum = twice - other * squares - 2.0 * one * products.both;
            (sum + 2.0 * n * one * one * other) / n
        };
        let thirds = [
            third(products.first_twice, self.squares, means),
            third(products.second_twice, other.squares, [means[1], means[0]]),
        ];
        let spans = self.spans.min(other.spans);
        // As that of one mean, whose error is told from one value less.
        let scale = spans.sqrt() * (spans - 1.0).powf(1.5);
        Joint {
            covariance: covariance / (spans - 1.0),
            thirds: (self.spans == other.spans).then(|| thirds.map(|third| third / scale)),
        }
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

    fn products(first: &[f64], second: &[f64]) -> Products {
        let mut products = Products::default();
        first.iter().zip(second).for_each(|(&one, &other)| products.add(one, other));
        products
    }

    /// Hall's interval by hand: of 0, 0, 0 and 4 the skewness is 2/√3, that of the mean half of it.
    #[test]
    fn a_mean_of_skewed_values_may_be_too_low() {
        let one = moments(&[0.0, 0.0, 0.0, 4.0]).mean().unwrap();
        let skewness = 1.0 / 3.0_f64.sqrt();
        assert!((one.skewness - skewness).abs() < 1e-12, "{one:?}");
        let many = Estimate { freedom: f64::INFINITY, ..one };
        let below = 3.0 / skewness * (1.0 - (1.0 - skewness * (2.0 + skewness / 6.0)).cbrt());
        assert!(!many.is_below(1.0 + 0.999 * below) && many.is_below(1.0 + 1.001 * below));
        assert!(below > 5.0 && !many.is_above(-0.999) && many.is_above(-1.001));
        // As far above as below, and of many no more than without.
        let even = moments(&[0.0, 1.0, 2.0, 3.0]).mean().unwrap();
        assert!(even.skewness.abs() < 1e-12);
        let values: Vec<f64> = (0..100_000).map(|at| f64::from(at % 4 / 3 * 4)).collect();
        let large = moments(&values).mean().unwrap();
        assert!(large.is_below(1.0 + 2.01 * large.error));
    }

    /// The sums of two values over the same puzzles tell what those of their differences do.
    #[test]
    fn a_difference_has_the_skewness_of_the_differences() {
        let (first, second) = ([9.0, 1.0, 2.0, 4.0, 1.0], [1.0, 1.0, 3.0, 1.0, 7.0]);
        for times in [1.0, 0.25, 3.0] {
            let values: Vec<f64> =
                first.iter().zip(second).map(|(one, other)| one - times * other).collect();
            let known = moments(&values).mean().unwrap();
            let (one, other) = (moments(&first), moments(&second));
            let joint = one.with(&other, products(&first, &second));
            let (one, other) = (one.mean().unwrap(), other.mean().unwrap());
            let found = one.minus_times(other, times, joint);
            assert!((found.skewness - known.skewness).abs() < 1e-9, "{found:?} {known:?}");
            assert!((found.error - known.error).abs() < 1e-9);
            let turned = other.minus(one.per(times), joint.turned().per(1.0, times));
            assert!((turned.skewness + known.skewness).abs() < 1e-9, "{turned:?}");
            assert!((found.abs().skewness.abs() - known.skewness.abs()).abs() < 1e-9);
            let ratio = one.over(other, joint).unwrap();
            let least = one.minus_times(other, ratio.value, joint);
            assert_eq!(ratio.skewness, least.skewness);
        }
    }

    #[test]
    fn means_have_their_standard_errors() {
        // Variance 5/3, standard error √(5/12).
        let estimate = moments(&[1.0, 2.0, 3.0, 4.0]).mean().unwrap();
        assert_eq!(estimate.value, 2.5);
        assert!((estimate.error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Estimate::of_share(1, 0, 4).unwrap().value, 25.0);
        assert_eq!((Moments::default().mean(), Estimate::of_share(0, 0, 0)), (None, None));
    }

    #[test]
    fn a_mean_of_few_is_not_sure() {
        let spread = |values: &[f64]| moments(values).mean().unwrap();
        // 3.65 ± 0.04 and 3.84 ± 0.05, each of two puzzles.
        let (low, high) = (spread(&[3.61, 3.69]), spread(&[3.79, 3.89]));
        assert!(!high.exceeds(low) && !low.is_below(3.84) && low.is_below(9.0));
        let many = |mean: f64| {
            let values: Vec<f64> =
                (0..400).map(|at| mean + if at % 2 == 0 { 0.8 } else { -0.8 }).collect();
            spread(&values)
        };
        assert!(many(3.84).exceeds(many(3.65)));
        // What is known without an error takes nothing from the freedom of the other.
        assert!(many(3.84).minus(spread(&[1.0, 1.0]), Joint::NONE).is_above(2.7));
    }

    #[test]
    fn a_span_is_one_measurement() {
        let mut spans = Moments::default();
        [1.0, 1.0, 3.0, 3.0, 5.0, 5.0].iter().for_each(|&value| spans.add(value, 2));
        // That of 1, 3 and 5, whose variance is 4.
        assert!((spans.mean().unwrap().error - (4.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn what_was_measured_once_has_no_error() {
        let mut span = Moments::default();
        (0..3).for_each(|_| span.add(2.0, 3));
        for one in [span, moments(&[2.0])] {
            let time = one.mean().unwrap();
            assert!(!time.has_error() && !time.is_below(9.0) && !time.is_above(0.0));
            assert_eq!((time.value, time.to_string()), (2.0, "2.00".into()));
            let known = Estimate::exactly(4.0);
            let joint = one.with(&one, Products::default());
            for ratio in [time.over(known, joint), known.over(time, joint)] {
                assert!(!ratio.unwrap().has_error());
            }
            assert!(!Estimate::exactly(0.0).over(time, Joint::NONE).unwrap().has_error());
            assert!(!known.exceeds(time) && !time.exceeds(Estimate::exactly(0.0)));
        }
    }

    /// What is rounded does not look like a spread.
    #[test]
    fn what_does_not_vary_has_no_spread() {
        let same = moments(&[0.1; 1000]);
        assert_eq!(same.mean().unwrap().error, 0.0);
        let (one, third) = (moments(&[0.1, 0.2, 0.7]), moments(&[0.3, 0.6, 2.1]));
        let joint = one.with(&third, products(&[0.1, 0.2, 0.7], &[0.3, 0.6, 2.1]));
        let (one, third) = (one.mean().unwrap(), third.mean().unwrap());
        assert_eq!(third.over(one, joint.turned()).unwrap().error, 0.0);
        let covariance = one.error.powi(2) * (1.0 - 1e-15);
        assert_eq!(one.minus(one, Joint { covariance, ..Joint::NONE }).error, 0.0);
        assert!(moments(&[1e6, 1e6, 1e6 + 9.0]).mean().unwrap().error > 1.0);
    }

    #[test]
    fn what_rises_together_has_a_sure_ratio() {
        // 1, 2, 3 and twice that: the covariance of the means is 2 · 1 / 3.
        let (one, two) = (moments(&[1.0, 2.0, 3.0]), moments(&[2.0, 4.0, 6.0]));
        let joint = one.with(&two, products(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]));
        let (one, two) = (one.mean().unwrap(), two.mean().unwrap());
        assert!((joint.covariance - 2.0 / 3.0).abs() < 1e-12);
        let error = |joint: Joint| two.over(one, joint.turned()).unwrap().error;
        assert!(error(joint) < 1e-6 && error(Joint::NONE) > 0.5);
        assert_eq!(one.over(Estimate::exactly(0.0), Joint::NONE), None);
    }
}
