//! Hidden sets, as many digits as they have places in a house, and naked sets, as many cells
//! of a house as they have candidates.

use std::ops::ControlFlow;

use super::board::Board;
use super::hint::Hint;
use super::removals::Removals;
use super::tables::{HOUSES, SET_ORDER, houses_of, members, of_nine};

/// A house, positions in it, and as many digits.
#[derive(Clone, Copy)]
pub struct Set {
    pub house: usize,
    pub positions: u16,
    pub digits: u16,
}

impl Set {
    /// The cells of the set.
    pub fn cells(&self) -> u128 {
        Board::cells_at(self.house, self.positions)
    }

    /// What a hidden set removes: the other digits of its cells.
    pub fn hidden_removals(&self, board: &Board) -> Removals {
        Removals::of(board, self.cells(), !self.digits & 0x1ff)
    }

    /// What a naked set removes: its digits from the other cells of this house.
    pub fn naked_removals(&self, board: &Board) -> Removals {
        let others = Board::cells_at(self.house, !self.positions & 0x1ff);
        Removals::of(board, others, self.digits)
    }
}

/// Calls `visit` for each hidden set of this size, in houses with more than `least` empty
/// cells, until that breaks.
pub fn each_hidden<T>(
    board: &Board,
    size: usize,
    least: usize,
    mut visit: impl FnMut(Set) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for house in houses(board, least + 1) {
        let places = &board.places[house];
        each_set(places, size, |digits, positions| visit(Set { house, positions, digits }))?;
    }
    ControlFlow::Continue(())
}

/// Calls `visit` for each naked set of this size until that breaks.
pub fn each_naked<T>(
    board: &Board,
    size: usize,
    mut visit: impl FnMut(Set) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for house in houses(board, 2 * size) {
        let cells = HOUSES[house].map(|cell| board.cells[usize::from(cell)]);
        each_set(&cells, size, |positions, digits| visit(Set { house, positions, digits }))?;
    }
    ControlFlow::Continue(())
}

/// The houses with at least so many empty cells.
fn houses(board: &Board, empties: usize) -> impl Iterator<Item = usize> + '_ {
    let all = SET_ORDER.into_iter().flat_map(houses_of);
    all.filter(move |&house| usize::from(board.empties[house]) >= empties)
}

/// Subsets of so many of the nine, each of two or more elements, whose union is as large.
pub fn each_set<T>(
    nine: &[u16; 9],
    size: usize,
    mut visit: impl FnMut(u16, u16) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let mut usable = 0u16;
    for (index, one) in nine.iter().enumerate() {
        let count = one.count_ones() as usize;
        usable |= u16::from(count >= 2 && count <= size) << index;
    }
    if (usable.count_ones() as usize) < size {
        return ControlFlow::Continue(());
    }
    for &subset in of_nine(size) {
        if subset & !usable == 0 {
            let union = members(subset).fold(0, |union, index| union | nine[index]);
            if union.count_ones() as usize == size {
                visit(subset, union)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn first(hint: Option<Hint>) -> ControlFlow<Hint> {
    hint.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

/// The first hidden set of this size that removes something.
pub fn hidden(board: &Board, size: usize) -> Option<Hint> {
    let rating = [3.4, 4.0, 5.4][size - 2];
    each_hidden(board, size, 2 * size, |set| {
        first(Hint::remove(rating, set.hidden_removals(board), set.cells(), set.digits))
    })
    .break_value()
}

/// The first hidden set that leaves another digit a single place in its house; the removals
/// themselves are not made.
pub fn direct(board: &Board, size: usize) -> Option<Hint> {
    each_hidden(board, size, size, |set| {
        let places = &board.places[set.house];
        let single = |&digit: &usize| {
            set.digits >> digit & 1 == 0
                && places[digit].count_ones() >= 2
                && (places[digit] & !set.positions).is_power_of_two()
        };
        first((0..9).find(single).map(|digit| {
            let position = (places[digit] & !set.positions).trailing_zeros() as usize;
            let cell = usize::from(HOUSES[set.house][position]);
            Hint::place([2.0, 2.5][size - 2], cell, digit, set.cells(), set.digits)
        }))
    })
    .break_value()
}

/// The first naked set of this size that removes something.
pub fn naked(board: &Board, size: usize) -> Option<Hint> {
    let rating = [3.0, 3.6, 5.0][size - 2];
    each_naked(board, size, |set| {
        first(Hint::remove(rating, set.naked_removals(board), set.cells(), set.digits))
    })
    .break_value()
}
