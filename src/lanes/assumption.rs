//! A candidate assumed, and what comes of it.

use super::board::Board;

/// What has become of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// One candidate in every cell, and no contradiction.
    Solved,
    /// Contradictory.
    Refuted,
    /// Neither.
    Open,
}

/// A candidate assumed, and how many candidates singles leave under it.
#[derive(Clone, Copy, Default)]
pub struct Assumption {
    /// 0 to 80, row by row.
    pub cell: usize,
    /// As a set of one: bit `d - 1` for digit `d`.
    pub digit: u16,
    /// What singles leave, once they have been tried.
    pub left: u32,
}

impl Assumption {
    /// Whether the board has this candidate.
    pub fn is_on(&self, board: &Board) -> bool {
        board.0[self.cell] & self.digit != 0
    }

    /// The board with the assumption made.
    pub fn on(&self, board: &Board) -> Board {
        let mut under = *board;
        under.0[self.cell] = self.digit;
        under
    }
}

/// The candidates of the cells that have several, those of cells with fewest first.
pub fn assumptions(board: &Board) -> Vec<Assumption> {
    // The cells by their number of candidates.
    let mut cells = [0_u128; 10];
    for (cell, candidates) in board.cells().iter().enumerate() {
        cells[candidates.count_ones() as usize] |= 1 << cell;
    }
    let mut open = Vec::with_capacity(256);
    for mut cells in cells.into_iter().skip(2) {
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let mut digits = board.0[cell];
            while digits != 0 {
                let digit = digits & digits.wrapping_neg();
                digits &= !digit;
                open.push(Assumption { cell, digit, left: 0 });
            }
        }
    }
    open
}
