//! Almost locked sets: cells of a house with one candidate more than cells.

use std::collections::HashSet;

use super::board::Board;
use super::tables::{HOUSES, common_peers, members};

/// An almost locked set.
pub struct Als {
    pub cells: u128,
    pub digits: u16,
    /// By digit: the cells that have it.
    pub with: [u128; 9],
    /// By digit: the candidates that see all cells that have it.
    pub seeing: [u128; 9],
}

/// The sets of a board, and their restricted commons.
#[derive(Default)]
pub struct Sets {
    pub all: Vec<Als>,
    pub commons: Vec<Common>,
}

impl Sets {
    /// Those of a board.
    pub fn of(board: &Board) -> Sets {
        let all = all(board);
        let commons = restricted(&all);
        Sets { all, commons }
    }
}

/// All of a board, of rows, columns and boxes, each once.
fn all(board: &Board) -> Vec<Als> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for house in &HOUSES {
        let cells: Vec<usize> = house.iter().map(|&cell| usize::from(cell)).collect();
        let open: Vec<usize> = cells.into_iter().filter(|&cell| board.values[cell] == 0).collect();
        grow(board, &open, 0, 0, &mut |cells, digits| {
            if seen.insert(cells) {
                found.push((cells, digits));
            }
        });
    }
    found.into_iter().map(|(cells, digits)| Als::new(board, cells, digits)).collect()
}

/// Sets of up to eight of these cells, each before those that contain it.
fn grow(board: &Board, cells: &[usize], set: u128, digits: u16, found: &mut impl FnMut(u128, u16)) {
    if set.count_ones() >= 8 {
        return;
    }
    for (index, &cell) in cells.iter().enumerate() {
        let (set, digits) = (set | 1 << cell, digits | board.cells[cell]);
        if digits.count_ones() == set.count_ones() + 1 {
            found(set, digits);
        }
        grow(board, &cells[index + 1..], set, digits, found);
    }
}

impl Als {
    fn new(board: &Board, cells: u128, digits: u16) -> Als {
        let mut als = Als { cells, digits, with: [0; 9], seeing: [0; 9] };
        for digit in members(digits) {
            als.with[digit] = cells & board.places[digit];
            als.seeing[digit] = common_peers(als.with[digit]) & !cells & board.places[digit];
        }
        als
    }
}

/// Digits that two sets have in common, all of whose cells in both see each other: the first and
/// the last of them.
pub struct Common {
    pub one: usize,
    pub two: usize,
    pub digits: [Option<usize>; 2],
}

/// Of all pairs of sets without common cell, the first set first.
fn restricted(sets: &[Als]) -> Vec<Common> {
    let mut found = Vec::new();
    for (one, a) in sets.iter().enumerate() {
        for (two, b) in sets.iter().enumerate().skip(one + 1) {
            if a.cells & b.cells != 0 {
                continue;
            }
            let sees = |&digit: &usize| {
                a.with[digit] & !b.seeing[digit] == 0 && b.with[digit] & !a.seeing[digit] == 0
            };
            let mut digits = members(a.digits & b.digits).filter(sees);
            if let Some(least) = digits.next() {
                found.push(Common { one, two, digits: [Some(least), digits.last()] });
            }
        }
    }
    found
}

/// The candidates of digits in both sets, but for some, that see them in both.
pub fn seen_by_both(a: &Als, b: &Als, without: u16) -> impl Iterator<Item = (usize, u128)> {
    let digits = a.digits & b.digits & !without;
    let seen = members(digits).map(|digit| (digit, a.seeing[digit] & b.seeing[digit]));
    seen.filter(|(_, cells)| *cells != 0)
}

/// The digits as a set.
pub fn mask(digits: &[Option<usize>]) -> u16 {
    digits.iter().flatten().fold(0, |mask, digit| mask | 1 << digit)
}
