//! Fish: a digit has places in as many lines across as there are base lines.

use std::ops::ControlFlow;

use super::board::Board;
use super::hint::Hint;
use super::removals::Removals;
use super::tables::{COLUMN, ROW, members, of_nine};

/// Base lines and cover lines, numbered 0–8, and the digit.
#[derive(Clone, Copy)]
pub struct Fish {
    pub base_kind: usize,
    pub base: u16,
    pub cover: u16,
    pub digit: usize,
}

/// Calls `visit` for each fish of this size until that breaks: columns first, lines before
/// digits.
pub fn each<T>(
    board: &Board,
    size: usize,
    mut visit: impl FnMut(Fish) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for base_kind in [COLUMN, ROW] {
        let mut usable = [0u16; 9];
        for line in 0..9 {
            for (digit, places) in board.places[9 * base_kind + line].iter().enumerate() {
                let count = places.count_ones() as usize;
                usable[digit] |= u16::from(count >= 2 && count <= size) << line;
            }
        }
        let open = |digit: &usize| {
            usize::from(board.placed[*digit]) + 2 * size <= 9
                && usable[*digit].count_ones() as usize >= size
        };
        let digits = (0..9).filter(open).fold(0, |digits, digit| digits | 1 << digit);
        if digits == 0 {
            continue;
        }
        for &base in of_nine(size) {
            for digit in members(digits) {
                if base & !usable[digit] == 0 {
                    let lines = members(base).map(|line| board.places[9 * base_kind + line][digit]);
                    let cover = lines.fold(0, |cover, places| cover | places);
                    if cover.count_ones() as usize == size {
                        visit(Fish { base_kind, base, cover, digit })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Fish {
    fn cover_kind(&self) -> usize {
        ROW + COLUMN - self.base_kind
    }

    /// What it removes: the digit from the other cells of the cover lines.
    pub fn removals(&self, board: &Board) -> Removals {
        let mut removals = Removals::default();
        for line in members(self.cover) {
            let cells = Board::cells_at(9 * self.cover_kind() + line, !self.base & 0x1ff);
            removals.add(board, cells, 1 << self.digit);
        }
        removals
    }
}

/// The first of this size that removes something.
pub fn find(board: &Board, size: usize) -> Option<Hint> {
    let rating = [3.2, 3.8, 5.2][size - 2];
    each(board, size, |fish| {
        let cells = members(fish.base)
            .fold(0, |cells, line| cells | Board::cells_at(9 * fish.base_kind + line, fish.cover))
            & board.digits[fish.digit];
        match Hint::remove(rating, fish.removals(board), cells, 1 << fish.digit) {
            Some(hint) => ControlFlow::Break(hint),
            None => ControlFlow::Continue(()),
        }
    })
    .break_value()
}
