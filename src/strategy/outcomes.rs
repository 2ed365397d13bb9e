//! What singles leave under each assumption, which forcing nets compare.

use super::Deduction;
use super::board::board;
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet};
use crate::lanes::{Board, Trials};

/// The boards that singles leave under each assumption that they do not refute.
pub(super) struct Outcomes {
    boards: Vec<Option<Board>>,
    before: Board,
}

impl Outcomes {
    /// Those of a 9×9 grid.
    pub(super) fn of(grid: &CandidateGrid, trials: &mut Trials) -> Outcomes {
        let before = board(grid);
        let mut boards = vec![None; 9 * grid.layout().cells().len()];
        trials.outcomes(&before, &mut |cell, digit, left| {
            boards[9 * cell + digit.trailing_zeros() as usize] = Some(*left);
        });
        Outcomes { boards, before }
    }

    /// What no assumption of a choice leaves.
    pub(super) fn common(&self, grid: &CandidateGrid, choice: &[(Cell, Digit)]) -> Vec<Deduction> {
        let assumed = choice.iter().map(|&(cell, digit)| 9 * cell.index() + digit.index());
        let mut boards =
            assumed.filter_map(|assumption| self.boards[assumption].as_ref()).peekable();
        // If none is left the grid has no solution; that is for others to find.
        if boards.peek().is_none() {
            return Vec::new();
        }
        let gone = self.before.without_any_of(boards);
        let mut out = Vec::new();
        for &cell in grid.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_none()) {
            let gone = DigitSet::from_bits(gone.candidates(cell.index()).into());
            out.extend(gone.map(|digit| Deduction::Eliminate(cell, digit)));
        }
        out
    }
}
