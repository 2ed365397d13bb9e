//! Singles in the order in which they came up.

use super::tables::HOUSE_SETS;

/// A first-in, first-out list of cells with digits.
#[derive(Clone)]
pub struct Queue {
    entries: [(u8, u8); Queue::ROOM],
    start: usize,
    end: usize,
}

impl Queue {
    /// Each cell can be a single once in each of its three houses.
    const ROOM: usize = 243;

    /// An empty one.
    pub fn new() -> Queue {
        Queue { entries: [(0, 0); Queue::ROOM], start: 0, end: 0 }
    }

    /// Adds one at the end.
    pub fn push(&mut self, cell: usize, digit: usize) {
        if self.end < Queue::ROOM {
            self.entries[self.end] = (cell as u8, digit as u8);
            self.end += 1;
        }
    }

    /// Takes the first.
    pub fn pop(&mut self) -> Option<(usize, usize)> {
        let (cell, digit) = *self.entries[..self.end].get(self.start)?;
        self.start += 1;
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
        Some((cell.into(), digit.into()))
    }

    /// All, first to last.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.entries[self.start..self.end].iter().map(|&(cell, digit)| (cell.into(), digit.into()))
    }

    /// Takes out the first with this digit in this house.
    pub fn delete(&mut self, house: usize, digit: usize) {
        let there =
            |(cell, other): (usize, usize)| other == digit && HOUSE_SETS[house] >> cell & 1 == 1;
        let found = self.iter().position(there);
        if let Some(place) = found {
            let place = self.start + place;
            self.entries.copy_within(place + 1..self.end, place);
            self.end -= 1;
        }
    }
}
