//! Literals, why one follows from another, and what the length of a chain adds to its rating.

/// Why a literal follows from its parents: the house of this kind, or one of the next two.
pub type Cause = u8;
/// The candidates of its cell.
pub const CELL: Cause = 3;
/// No cause: an assumption, or the conclusion of a nested proof.
pub const NONE: Cause = 4;

/// A candidate, `9 * cell + digit`, that is on or off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Literal(pub u16);

impl Literal {
    pub fn on(candidate: u16) -> Literal {
        Literal(2 * candidate + 1)
    }

    pub fn off(candidate: u16) -> Literal {
        Literal(2 * candidate)
    }

    pub fn candidate(self) -> u16 {
        self.0 / 2
    }

    pub fn cell(self) -> usize {
        usize::from(self.0 / 18)
    }

    pub fn digit(self) -> usize {
        usize::from(self.0 / 2 % 9)
    }

    pub fn is_on(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn negation(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

pub fn candidate(cell: usize, digit: usize) -> u16 {
    (9 * cell + digit) as u16
}

/// A rating: the base and what the length adds.
pub fn rating(base: f64, complexity: u32) -> f64 {
    let mut added = 0.0;
    let (mut step, mut bound) = (4, 4);
    // 4, 6, 8, 12, 16, 24, 32, …: powers of two, and halfway between them.
    while bound + 2 < complexity {
        added += 0.1;
        let next = if bound == step { step + step / 2 } else { 2 * step };
        if bound != step {
            step *= 2;
        }
        bound = next;
    }
    base + added
}

/// A rating in tenths, rounded as Sudoku Explainer prints it.
pub fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0).floor() as u16
}
