//! The state of a puzzle while it is solved, with the singles that came up.
//!
//! Digits are 0–8 here.

use super::queue::Queue;
use super::tables::{ALL, HOUSE_SETS, HOUSES_OF, PEERS, bits, first, members};
use crate::grid::words::in_two;

/// Values, candidates and the two queues of singles.
#[derive(Clone)]
pub struct Board {
    /// By cell: its value 1–9, 0 for none.
    pub values: [u8; 81],
    /// By cell: its candidates, none where it has a value.
    pub cells: [u16; 81],
    /// By digit: the cells that have it as candidate.
    pub places: [u128; 9],
    /// By house and digit: how many places it counts. On a contradictory board the count may
    /// differ from that of `places`, as the last candidate of a cell is taken away uncounted.
    pub free: [[i8; 9]; 27],
    /// The cells that were given.
    pub given: u128,
    /// The cells without value.
    pub empty: u128,
    /// Cells in the order in which one candidate was left.
    pub naked: Queue,
    /// Cells in the order in which they became a digit's last place in a house.
    pub hidden: Queue,
}

impl Board {
    /// The board of these values, 1–9 or 0 for none, placed one by one.
    pub fn new(values: &[u8]) -> Board {
        let mut board = Board {
            values: [0; 81],
            cells: [0x1ff; 81],
            places: [ALL; 9],
            free: [[9; 9]; 27],
            given: 0,
            empty: ALL,
            naked: Queue::new(),
            hidden: Queue::new(),
        };
        for (cell, &value) in values.iter().enumerate() {
            if value > 0 {
                board.place(cell, usize::from(value) - 1);
                board.given |= 1 << cell;
            }
        }
        board
    }

    /// Whether the digit is a candidate of the cell.
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    /// How many candidates the cell has.
    pub fn count(&self, cell: usize) -> u32 {
        self.cells[cell].count_ones()
    }

    /// The digit's candidates in a house.
    pub fn in_house(&self, house: usize, digit: usize) -> u128 {
        HOUSE_SETS[house] & self.places[digit]
    }

    /// The cells with exactly two candidates.
    pub fn bivalue(&self) -> u128 {
        in_two(self.places)
    }

    /// By digit: the cells without value that see no cell with this value, whether it is still a
    /// candidate or not.
    pub fn allowed(&self) -> [u128; 9] {
        let mut allowed = [self.empty; 9];
        for cell in bits(ALL & !self.empty) {
            allowed[usize::from(self.values[cell]) - 1] &= !PEERS[cell];
        }
        allowed
    }

    fn note_hidden(&mut self, house: usize, digit: usize) {
        let places = self.in_house(house, digit);
        if places != 0 {
            self.hidden.push(first(places), digit);
        }
    }

    /// Takes a candidate away.
    pub fn remove(&mut self, cell: usize, digit: usize) {
        if !self.has(cell, digit) {
            return;
        }
        self.cells[cell] &= !(1 << digit);
        self.places[digit] &= !(1 << cell);
        let rest = self.cells[cell];
        if rest == 0 {
            return;
        }
        if rest.is_power_of_two() {
            self.naked.push(cell, rest.trailing_zeros() as usize);
        }
        for house in HOUSES_OF[cell].map(usize::from) {
            self.free[house][digit] -= 1;
            match self.free[house][digit] {
                1 => self.note_hidden(house, digit),
                0 => self.hidden.delete(house, digit),
                _ => {}
            }
        }
    }

    /// Gives a cell its value.
    pub fn place(&mut self, cell: usize, digit: usize) {
        if usize::from(self.values[cell]) == digit + 1 {
            return;
        }
        self.values[cell] = digit as u8 + 1;
        self.empty &= !(1 << cell);
        let candidates = std::mem::take(&mut self.cells[cell]);
        for other in members(candidates) {
            self.places[other] &= !(1 << cell);
        }
        for peer in bits(PEERS[cell] & self.places[digit]) {
            self.remove(peer, digit);
        }
        for other in members(candidates) {
            for house in HOUSES_OF[cell].map(usize::from) {
                self.free[house][other] -= 1;
                if self.free[house][other] == 1 && other != digit {
                    self.note_hidden(house, other);
                }
            }
        }
    }
}
