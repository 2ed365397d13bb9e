//! Hints: what a producer found.

use super::board::Board;
use super::literal::tenths;
use super::proof::Chain;
use super::removals::Removals;

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

    /// The rating in tenths, rounded as Sudoku Explainer prints it.
    pub fn tenths(&self) -> u16 {
        tenths(self.rating)
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
