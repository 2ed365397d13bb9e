//! Literals: a variable, or its negation. Clauses of them, and the variables of candidates.

use std::ffi::c_int;
use std::ops::Not;

use crate::grid::{Cell, Digit};

/// Receives the clauses.
pub type Clauses<'a> = &'a mut dyn FnMut(&[Literal]);

/// The variable of a digit in a cell, from 0: one less than HR12's number.
#[inline]
pub fn variable(order: usize, cell: Cell, digit: Digit) -> usize {
    cell.index() * order + digit.index()
}

/// A variable, from 0, negated or not, as MiniSat numbers literals: twice the
/// variable, and one more when it is negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Literal(c_int);

impl Literal {
    /// The variable itself.
    #[inline]
    pub fn positive(variable: usize) -> Literal {
        Literal((variable as c_int) << 1)
    }

    /// The variable negated.
    #[inline]
    pub fn negative(variable: usize) -> Literal {
        Literal((variable as c_int) << 1 | 1)
    }

    /// The variable, from 0.
    #[inline]
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the variable itself.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The same literal of the variable that `numbers` gives for this one.
    #[inline]
    pub fn renumbered(self, numbers: &[u32]) -> Literal {
        Literal((numbers[self.variable()] as c_int) << 1 | self.0 & 1)
    }

    /// The literal as DIMACS writes it: variables from 1, negative when negated.
    #[inline]
    pub fn dimacs(self) -> i32 {
        let number = (self.0 >> 1) + 1;
        if self.is_positive() { number } else { -number }
    }
}

impl Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_print_as_dimacs() {
        for variable in [0, 728] {
            let number = variable as i32 + 1;
            assert_eq!(Literal::positive(variable).dimacs(), number);
            assert_eq!(Literal::negative(variable).dimacs(), -number);
            assert_eq!(Literal::negative(variable).variable(), variable);
            assert_eq!(!Literal::negative(variable), Literal::positive(variable));
            assert_eq!(!Literal::positive(variable), Literal::negative(variable));
        }
    }
}
