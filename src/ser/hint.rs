//! Hints: what a producer found.

use super::board::Board;
use super::chain::Chain;
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

/// One hint.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Sudoku Explainer's rating, before it is rounded to tenths.
    pub rating: f64,
    /// The candidates it removes.
    pub removals: Removals,
    /// The cell and digit it places.
    pub placement: Option<(usize, usize)>,
    /// The cells of the pattern; empty for chains.
    pub cells: u128,
    /// The digits of the pattern; none for chains.
    pub digits: u16,
    /// The chains that prove it, each from its conclusion back to the assumption.
    pub chains: Vec<Chain>,
}

impl Hint {
    /// A hint that places a digit.
    pub fn place(rating: f64, cell: usize, digit: usize, cells: u128, digits: u16) -> Hint {
        let removals = Removals::default();
        Hint { rating, removals, placement: Some((cell, digit)), cells, digits, chains: Vec::new() }
    }

    /// A hint that removes candidates; none if there are none.
    pub fn remove(rating: f64, removals: Removals, cells: u128, digits: u16) -> Option<Hint> {
        let hint = Hint { rating, removals, placement: None, cells, digits, chains: Vec::new() };
        (!removals.is_empty()).then_some(hint)
    }

    /// Does to the board what the hint says.
    pub fn apply(&self, board: &mut Board) {
        for (cell, digit) in self.removals.candidates() {
            board.remove(cell, digit);
        }
        if let Some((cell, digit)) = self.placement {
            board.place(cell, digit);
        }
    }
}
