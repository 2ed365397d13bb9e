//! A 9×9 grid as the lanes hold it.

use crate::grid::{CandidateGrid, DigitSet};
use crate::lanes::Board;

/// The candidates of a 9×9 grid, a filled cell's digit among them.
pub(super) fn board(grid: &CandidateGrid) -> Board {
    let mut board = Board::EMPTY;
    for &cell in grid.layout().cells() {
        let candidates = grid.digit(cell).map_or(grid.candidates(cell), DigitSet::only);
        board.set_candidates(cell.index(), candidates.bits() as u16);
    }
    board
}
