//! The links between the candidates of a board.

use crate::ser::board::Board;
use crate::ser::literal::{CELL, Cause};
use crate::ser::tables::{HOUSES, PLACES, members};

/// The candidates of a board, numbered cell by cell, with their links in the order in which
/// they are followed, and as rows of bits.
pub struct Links {
    /// The candidates by number.
    pub candidates: Vec<u16>,
    /// The numbers by candidate.
    pub numbers: [u16; 729],
    /// How many words a row has.
    pub words: usize,
    weak_ends: Vec<u32>,
    weak: Vec<(u16, Cause)>,
    strong_ends: Vec<u32>,
    strong: Vec<(u16, Cause)>,
    /// By number: what it makes off.
    pub weak_rows: Vec<u64>,
    /// By number: what those it makes off make on.
    pub next_rows: Vec<u64>,
}

impl Default for Links {
    fn default() -> Links {
        Links {
            candidates: Vec::new(),
            numbers: [0; 729],
            words: 0,
            weak_ends: Vec::new(),
            weak: Vec::new(),
            strong_ends: Vec::new(),
            strong: Vec::new(),
            weak_rows: Vec::new(),
            next_rows: Vec::new(),
        }
    }
}

/// Whether a row has a bit.
pub fn has(row: &[u64], number: usize) -> bool {
    row[number / 64] >> (number % 64) & 1 == 1
}

/// Sets a bit of a row; whether it was not set.
pub fn add(row: &mut [u64], number: usize) -> bool {
    let (word, bit) = (&mut row[number / 64], 1 << (number % 64));
    let new = *word & bit == 0;
    *word |= bit;
    new
}

/// The bits of a row.
pub fn numbers(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let least = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize);
            bits &= bits.wrapping_sub(1);
            least
        })
    })
}

impl Links {
    /// Makes this the links of a board.
    pub fn build(&mut self, board: &Board) {
        self.candidates.clear();
        for (cell, &digits) in board.cells.iter().enumerate() {
            for digit in members(digits) {
                self.numbers[9 * cell + digit] = self.candidates.len() as u16;
                self.candidates.push((9 * cell + digit) as u16);
            }
        }
        self.words = self.candidates.len().div_ceil(64).max(1);
        let size = self.candidates.len() * self.words;
        for rows in [&mut self.weak_rows, &mut self.next_rows] {
            rows.clear();
            rows.resize(size, 0);
        }
        self.weak_ends.clear();
        self.weak.clear();
        self.strong_ends.clear();
        self.strong.clear();
        for number in 0..self.candidates.len() {
            self.add_links(board, number);
        }
        for number in 0..self.candidates.len() {
            for at in self.weak_range(number) {
                let off = usize::from(self.weak[at].0);
                for at in self.strong_range(off) {
                    let on = usize::from(self.strong[at].0);
                    if on != number {
                        add(&mut self.next_rows[number * self.words..], on);
                    }
                }
            }
        }
    }

    fn add_links(&mut self, board: &Board, number: usize) {
        let (cell, digit) =
            (usize::from(self.candidates[number]) / 9, usize::from(self.candidates[number]) % 9);
        let row = &mut self.weak_rows[number * self.words..(number + 1) * self.words];
        let others = board.cells[cell] & !(1 << digit);
        let first_strong = self.strong.len();
        for other in members(others) {
            let other = self.numbers[9 * cell + other];
            add(row, usize::from(other));
            self.weak.push((other, CELL));
            if others.is_power_of_two() {
                self.strong.push((other, CELL));
            }
        }
        for (kind, &(house, position)) in PLACES[cell].iter().enumerate() {
            let house = usize::from(house);
            let others = board.places[house][digit] & !(1 << position);
            for other in members(others) {
                let other = self.numbers[9 * usize::from(HOUSES[house][other]) + digit];
                if add(row, usize::from(other)) {
                    self.weak.push((other, kind as Cause));
                }
                let known = self.strong[first_strong..].iter().any(|&(known, _)| known == other);
                if others.is_power_of_two() && !known {
                    self.strong.push((other, kind as Cause));
                }
            }
        }
        self.weak_ends.push(self.weak.len() as u32);
        self.strong_ends.push(self.strong.len() as u32);
    }

    fn weak_range(&self, number: usize) -> std::ops::Range<usize> {
        range(&self.weak_ends, number)
    }

    fn strong_range(&self, number: usize) -> std::ops::Range<usize> {
        range(&self.strong_ends, number)
    }

    /// What a candidate that is on makes off.
    pub fn weak(&self, number: usize) -> &[(u16, Cause)] {
        &self.weak[self.weak_range(number)]
    }

    /// What a candidate that is off makes on.
    pub fn strong(&self, number: usize) -> &[(u16, Cause)] {
        &self.strong[self.strong_range(number)]
    }

    /// The cell of a candidate.
    pub fn cell(&self, number: usize) -> usize {
        usize::from(self.candidates[number]) / 9
    }

    /// A row of bits.
    pub fn row<'a>(&self, rows: &'a [u64], number: usize) -> &'a [u64] {
        &rows[number * self.words..(number + 1) * self.words]
    }
}

fn range(ends: &[u32], number: usize) -> std::ops::Range<usize> {
    let start = if number == 0 { 0 } else { ends[number - 1] as usize };
    start..ends[number] as usize
}
