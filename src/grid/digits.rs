//! Digits and sets of digits.
//!
//! A [`Digit`] is 1 to n; a [`DigitSet`] holds any of them in one machine word,
//! digit d in bit d − 1.

use std::fmt;

use super::bit_set::{bit_set, debug_as_display};

/// A digit, 1 to 25. Digits above 9 print as letters: 10 is `a`, 25 is `p`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The digit with this value, 1 to 25.
    ///
    /// # Panics
    /// In debug builds, when the value is out of range.
    #[inline]
    pub fn new(value: u8) -> Digit {
        debug_assert!((1..=25).contains(&value), "digit {value} is not 1 to 25");
        Digit(value)
    }

    /// The digit as a number, 1 to 25.
    #[inline]
    pub fn value(self) -> u8 {
        self.0
    }

    /// The digit as an array index, 0 to 24.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// All digits of a grid of this order, in rising order.
    pub fn all(order: usize) -> impl DoubleEndedIterator<Item = Digit> + Clone {
        (1..=order as u8).map(Digit)
    }

    /// The character the digit prints as: `1` to `9`, then `a` to `p`.
    pub fn symbol(self) -> char {
        char::from(match self.0 {
            value @ 0..=9 => b'0' + value,
            value => b'a' + value - 10,
        })
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// A set of digits.
///
/// ```
/// use sudoku_lab::grid::{Digit, DigitSet};
/// let pair: DigitSet = [3, 7].into_iter().map(Digit::new).collect();
/// assert_eq!(pair.len(), 2);
/// assert_eq!(pair.to_string(), "{3,7}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct DigitSet(u32);

bit_set!(DigitSet of Digit);
debug_as_display!(Digit, DigitSet);

impl DigitSet {
    /// All digits of a grid of this order.
    #[inline]
    pub fn all(order: usize) -> DigitSet {
        DigitSet((1 << order) - 1)
    }

    /// The set with digit d wherever bit d − 1 is set.
    #[inline]
    pub fn from_bits(bits: u32) -> DigitSet {
        DigitSet(bits)
    }

    /// Bit d − 1 is set when digit d is in the set.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The lowest digit.
    #[inline]
    pub fn first(self) -> Option<Digit> {
        (self.0 != 0).then(|| Digit(self.0.trailing_zeros() as u8 + 1))
    }

    /// The digit of a set that holds exactly one.
    #[inline]
    pub fn single(self) -> Option<Digit> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }
}

impl Iterator for DigitSet {
    type Item = Digit;

    /// Takes the lowest digit out of the set.
    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let digit = self.first()?;
        self.0 &= self.0 - 1;
        Some(digit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, digit) in self.enumerate() {
            write!(f, "{}{digit}", if i > 0 { "," } else { "" })?;
        }
        f.write_str("}")
    }
}
