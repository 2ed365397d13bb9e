//! The state of a puzzle while it is rated: candidates by cell, by house and by digit.
//!
//! Digits are 0–8 here.

use super::tables::{HOUSES, PEER_SETS, PLACES, bits, members};
use crate::grid::words::in_two;

/// Candidates, and which cells have no value.
#[derive(Clone)]
pub struct Board {
    /// By cell: its candidates, none where it has a value.
    pub cells: [u16; 81],
    /// By house and digit: the positions that have it as candidate.
    pub places: [[u16; 9]; 27],
    /// By digit: the cells that have it as candidate.
    pub digits: [u128; 9],
    /// The cells without value.
    pub empty: u128,
    /// By house: how many cells have no value.
    pub empties: [u8; 27],
    /// By digit: how many cells have it as value.
    pub placed: [u8; 9],
}

impl Board {
    /// The board of these values, 1–9 or 0 for none: in each cell without value all digits
    /// that no peer has.
    pub fn new(values: &[u8]) -> Board {
        let mut board = Board {
            cells: [0; 81],
            places: [[0; 9]; 27],
            digits: [0; 9],
            empty: 0,
            empties: [0; 27],
            placed: [0; 9],
        };
        for (cell, &value) in values.iter().enumerate() {
            if value > 0 {
                board.placed[usize::from(value) - 1] += 1;
                continue;
            }
            board.empty |= 1 << cell;
            let seen = bits(PEER_SETS[cell]).map(|peer| 1 << values[peer]);
            let seen: u16 = seen.fold(0, |seen, one: u16| seen | one);
            board.cells[cell] = !(seen >> 1) & 0x1ff;
            for (house, position) in PLACES[cell] {
                board.empties[usize::from(house)] += 1;
                for digit in members(board.cells[cell]) {
                    board.places[usize::from(house)][digit] |= 1 << position;
                }
            }
            for digit in members(board.cells[cell]) {
                board.digits[digit] |= 1 << cell;
            }
        }
        board
    }

    /// Whether the digit is a candidate of the cell.
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    /// Takes a candidate away.
    pub fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        self.digits[digit] &= !(1 << cell);
        for (house, position) in PLACES[cell] {
            self.places[usize::from(house)][digit] &= !(1 << position);
        }
    }

    /// Gives a cell its value.
    pub fn place(&mut self, cell: usize, digit: usize) {
        for other in members(self.cells[cell]) {
            self.remove(cell, other);
        }
        for peer in bits(PEER_SETS[cell] & self.digits[digit]) {
            self.remove(peer, digit);
        }
        self.empty &= !(1 << cell);
        self.placed[digit] += 1;
        for (house, _) in PLACES[cell] {
            self.empties[usize::from(house)] -= 1;
        }
    }

    /// The cells at these positions of a house.
    pub fn cells_at(house: usize, positions: u16) -> u128 {
        members(positions).fold(0, |set, position| set | 1 << HOUSES[house][position])
    }

    /// The cells with exactly two candidates.
    pub fn bivalue(&self) -> u128 {
        in_two(self.digits)
    }
}
