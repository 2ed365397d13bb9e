//! What is held by exactly one solution of a puzzle, and what by several.
//!
//! A digit that stands in a cell in exactly one solution makes that one the only
//! solution, if it is added as a given. This is how the steps of
//! [`LowClues`](super::LowClues) know what to add.

/// By cell, row by row, digits as bits: bit `d - 1` for digit `d`.
pub type Digits = [u16; 81];

/// The digits that the solutions counted so far hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// Those of exactly one solution.
    pub lone: Digits,
    /// Those of two or more.
    pub several: Digits,
}

impl Census {
    /// The census of one solution.
    pub fn of(solution: Digits) -> Census {
        Census { lone: solution, several: [0; 81] }
    }

    /// Counts one more.
    pub fn add(&mut self, solution: &Digits) {
        for ((lone, several), digit) in self.lone.iter_mut().zip(&mut self.several).zip(solution) {
            *several |= *lone & digit;
            *lone = (*lone | digit) & !*several;
        }
    }

    /// The census of all solutions that one of two has counted; both have counted this
    /// one, and no other.
    pub fn union(&self, other: &Census, common: &Digits) -> Census {
        let mut union = self.clone();
        for (cell, common) in common.iter().enumerate() {
            let (one, two) = (self.lone[cell], other.lone[cell]);
            union.several[cell] |= other.several[cell] | (one & two & !common);
            union.lone[cell] = (one | two) & !union.several[cell];
        }
        union
    }

    /// The cells and digits, from 1, of exactly one solution.
    pub fn additions(&self) -> impl Iterator<Item = (usize, u8)> {
        self.lone.iter().enumerate().flat_map(|(cell, &lone)| {
            (1..=9)
                .filter(move |digit| lone >> (digit - 1) & 1 == 1)
                .map(move |digit| (cell, digit))
        })
    }
}
