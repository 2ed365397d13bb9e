//! No puzzle twice.
//!
//! Puzzles are remembered by 128 bits each, FNV-1a of their values and marks (G. Fowler,
//! L. C. Noll, K.-P. Vo), some 30 bytes with the table's slack. Two different ones
//! with the same bits would cost one of them its place, and will not be met.

use std::collections::HashSet;

use crate::grid::{Puzzle, canonical};

/// What counts as the same puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equivalence {
    /// The same givens in the same cells.
    Identical,
    /// Puzzles that a symmetry of the grid takes to one another; where the
    /// [canonical form](canonical) takes too much, equal ones only.
    Equivalent,
}

/// The puzzles that were there before.
pub struct SeenPuzzles {
    equivalence: Equivalence,
    seen: HashSet<u128>,
}

impl SeenPuzzles {
    /// None yet.
    pub fn new(equivalence: Equivalence) -> SeenPuzzles {
        SeenPuzzles { equivalence, seen: HashSet::new() }
    }

    /// Whether the puzzle is a new one. From now on it is not.
    pub fn admit(&mut self, puzzle: &Puzzle) -> bool {
        let form = match self.equivalence {
            Equivalence::Identical => None,
            Equivalence::Equivalent => canonical(puzzle),
        };
        let puzzle = form.as_ref().unwrap_or(puzzle);
        let marks = puzzle.marks().unwrap_or_default().iter();
        let marks = marks.flat_map(|digits| digits.bits().to_le_bytes());
        self.seen.insert(digest(puzzle.values().iter().copied().chain(marks)))
    }

    /// How many puzzles were new.
    pub fn count(&self) -> u64 {
        self.seen.len() as u64
    }
}

/// FNV-1a in 128 bits.
fn digest(values: impl IntoIterator<Item = u8>) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = (1 << 88) | 0x13b;
    values.into_iter().fold(BASIS, |digest, value| (digest ^ u128::from(value)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Layout, Symmetry};
    use crate::text::parse_cells;

    #[test]
    fn the_digest_is_fnv_1a() {
        // The published value for the text "foobar".
        assert_eq!(digest(*b"foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }

    #[test]
    fn equal_or_equivalent() {
        let puzzle = parse_cells(b"1...2.3.....4..2").unwrap();
        let image = Symmetry::random(Layout::of_order(4).unwrap(), 7).apply(&puzzle);
        for (equivalence, new) in [(Equivalence::Identical, true), (Equivalence::Equivalent, false)]
        {
            let mut distinct = SeenPuzzles::new(equivalence);
            assert!(distinct.admit(&puzzle) && !distinct.admit(&puzzle));
            assert_eq!(distinct.admit(&image), new, "{equivalence:?}");
            assert_eq!(distinct.count(), 1 + u64::from(new));
        }
    }
}
