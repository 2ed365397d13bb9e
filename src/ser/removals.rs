//! Candidates that a hint removes.

use super::board::Board;
use super::tables::{bits, members};

/// Candidates to be removed, by digit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Removals(pub [u128; 9]);

impl Removals {
    /// Whether nothing is removed.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 9]
    }

    /// Adds the candidates of these digits that these cells have.
    pub fn add(&mut self, board: &Board, cells: u128, digits: u16) {
        for digit in members(digits) {
            self.0[digit] |= cells & board.digits[digit];
        }
    }

    /// The candidates of these digits in these cells.
    pub fn of(board: &Board, cells: u128, digits: u16) -> Removals {
        let mut removals = Removals::default();
        removals.add(board, cells, digits);
        removals
    }

    /// Cell by cell, and in a cell digit by digit.
    pub fn candidates(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cells = self.0.iter().fold(0, |all, one| all | one);
        bits(cells).flat_map(move |cell| {
            (0..9).filter(move |&digit| self.0[digit] >> cell & 1 == 1).map(move |d| (cell, d))
        })
    }
}
