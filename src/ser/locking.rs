//! Locked candidates: all places of a digit in one house, the base, are also in another, the
//! cover, so it has no other place in the cover. Pointing if the base is a box, claiming if
//! it is a line.

use std::ops::ControlFlow;

use super::board::Board;
use super::hint::Hint;
use super::removals::Removals;
use super::tables::{BOX, COLUMN, CROSSINGS, HOUSES, ROW, houses_of};

/// Base, cover and digit.
#[derive(Clone, Copy)]
pub struct Locked {
    pub base: usize,
    pub cover: usize,
    pub digit: usize,
}

const KINDS: [(usize, usize); 4] = [(BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)];

/// Calls `visit` for each, whether or not it removes something, until that breaks.
pub fn each<T>(board: &Board, mut visit: impl FnMut(Locked) -> ControlFlow<T>) -> ControlFlow<T> {
    for (base_kind, cover_kind) in KINDS {
        for base in houses_of(base_kind) {
            for cover in houses_of(cover_kind) {
                let inside = CROSSINGS[base][cover];
                if inside == 0 {
                    continue;
                }
                for (digit, &places) in board.places[base].iter().enumerate() {
                    if places & !inside == 0 && places & places.wrapping_sub(1) != 0 {
                        visit(Locked { base, cover, digit })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Locked {
    /// What it removes.
    pub fn removals(&self, board: &Board) -> Removals {
        let outside = board.places[self.cover][self.digit] & !CROSSINGS[self.cover][self.base];
        Removals::of(board, Board::cells_at(self.cover, outside), 1 << self.digit)
    }

    fn pattern(&self, board: &Board) -> u128 {
        Board::cells_at(self.base, board.places[self.base][self.digit])
    }

    fn rating(&self, pointing: f64, claiming: f64) -> f64 {
        if self.base < 9 { pointing } else { claiming }
    }
}

/// The first that removes something.
pub fn find(board: &Board) -> Option<Hint> {
    each(board, |locked| {
        let (rating, cells) = (locked.rating(2.6, 2.8), locked.pattern(board));
        match Hint::remove(rating, locked.removals(board), cells, 1 << locked.digit) {
            Some(hint) => ControlFlow::Break(hint),
            None => ControlFlow::Continue(()),
        }
    })
    .break_value()
}

/// The first that leaves the digit a single place in another house of the base's kind, which
/// crosses the cover; the removals themselves are not made.
pub fn direct(board: &Board) -> Option<Hint> {
    each(board, |locked| {
        let Locked { base, cover, digit } = locked;
        for other in houses_of(base / 9).filter(|&other| other != base) {
            let places = board.places[other][digit];
            let outside = places & !CROSSINGS[other][cover];
            if CROSSINGS[other][cover] != 0 && places.count_ones() >= 2 && outside.is_power_of_two()
            {
                let cell = usize::from(HOUSES[other][outside.trailing_zeros() as usize]);
                let (rating, cells) = (locked.rating(1.7, 1.9), locked.pattern(board));
                return ControlFlow::Break(Hint::place(rating, cell, digit, cells, 1 << digit));
            }
        }
        ControlFlow::Continue(())
    })
    .break_value()
}
