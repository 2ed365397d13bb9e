//! Buckets: whole numbers to three significant digits, as small indices.
//!
//! A time or an effort is never needed to more digits than three in a summary, and
//! there are fewer than 33,000 such numbers in 64 bits, those that were rounded up and those that were
//! not apart: rows can be counted by them without being kept.

/// A whole number rounded to three significant digits, and whether it was rounded up; buckets are in
/// the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bucket(u16);

/// Numbers of three digits.
const PER_DECADE: u16 = 900;
/// The first number that is rounded.
const EXACT: u16 = 1000;

impl Bucket {
    /// The bucket of a number, halves away from zero.
    pub fn of(value: u64) -> Bucket {
        let (place, unit) = digits(value);
        Bucket(2 * place + u16::from(unit > 1 && value % unit >= unit / 2))
    }

    /// The bucket of a number rounded down.
    pub fn below(value: u64) -> Bucket {
        Bucket(2 * digits(value).0)
    }

    /// The bucket of a number rounded up.
    pub fn above(value: u64) -> Bucket {
        let (place, unit) = digits(value);
        Bucket(2 * place + u16::from(!value.is_multiple_of(unit)))
    }

    /// The largest number to three significant digits that no number of this bucket is below.
    pub fn least(self) -> u64 {
        number(self.0 / 2)
    }

    /// The number, to three significant digits.
    pub fn value(self) -> u64 {
        number(self.0.div_ceil(2))
    }
}

/// The place of the first three digits of a number among all of three digits, and what their last one
/// counts.
fn digits(value: u64) -> (u16, u64) {
    if value < u64::from(EXACT) {
        return (value as u16, 1);
    }
    let decade = value.ilog10() - 2;
    let unit = 10_u64.pow(decade);
    (EXACT + (decade as u16 - 1) * PER_DECADE + (value / unit) as u16 - 100, unit)
}

/// The number of three digits at a place.
fn number(place: u16) -> u64 {
    if place < EXACT {
        return u64::from(place);
    }
    let above = place - EXACT;
    let unit = 10_u64.pow(u32::from(above / PER_DECADE) + 1);
    u64::from(100 + above % PER_DECADE).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_three_digits() {
        let rounded = |value| Bucket::of(value).value();
        let given = [0, 1, 999, 1000, 1004, 1005, 9994, 9995, 123_456, u64::MAX];
        let to_three =
            [0, 1, 999, 1000, 1000, 1010, 9990, 10_000, 123_000, 18_400_000_000_000_000_000];
        assert_eq!(given.map(rounded), to_three);
        let given = [999, 1000, 1236, 9995, 10_751, 20_000];
        let below = [999, 1000, 1230, 9990, 10_700, 20_000];
        assert_eq!(given.map(|value| Bucket::below(value).value()), below);
        let above = [999, 1000, 1240, 10_000, 10_800, 20_000];
        assert_eq!(given.map(|value| Bucket::above(value).value()), above);
        assert!(Bucket::above(u64::MAX).value() == u64::MAX);
        assert_eq!(given.map(|value| Bucket::of(value).least()), below);
        assert_eq!(given.map(|value| Bucket::above(value).least()), below);
    }

    #[test]
    fn order_is_kept_and_rounding_is_stable() {
        let values = (0..20).flat_map(|power| {
            [1, 15, 99, 101, 949].map(|digits| 10_u64.saturating_pow(power).saturating_mul(digits))
        });
        let mut values: Vec<u64> = values.collect();
        values.sort_unstable();
        let buckets: Vec<Bucket> = values.iter().map(|&value| Bucket::of(value)).collect();
        assert!(buckets.is_sorted());
        let below_the_largest = |bucket: &&Bucket| bucket.value() < u64::MAX;
        for bucket in buckets.iter().filter(below_the_largest) {
            assert_eq!(Bucket::of(bucket.value()).value(), bucket.value());
        }
    }
}
