//! Full houses, naked and hidden singles, from the queues.

use super::board::Board;
use super::step::Step;
use super::tables::{HOUSE_SETS, HOUSES_OF};

/// The first naked single in the queue, which keeps it, that is the last empty cell of a house.
pub fn full_house(board: &Board) -> Option<Step> {
    let last = |&(cell, _): &(usize, usize)| {
        let only = |&house: &u8| board.empty & HOUSE_SETS[usize::from(house)] == 1 << cell;
        board.values[cell] == 0 && HOUSES_OF[cell].iter().any(only)
    };
    board.naked.iter().find(last).map(|(cell, digit)| Step::place("full-house", cell, digit))
}

/// The first naked single in the queue, taken out with those before it.
pub fn naked(board: &mut Board) -> Option<Step> {
    loop {
        let (cell, digit) = board.naked.pop()?;
        if board.values[cell] == 0 {
            return Some(Step::place("naked-single", cell, digit));
        }
    }
}

/// The first of the other queue whose cell has no value yet, taken out with those before it. If
/// it is no hidden single any more, this search finds none, and the next goes on behind it.
pub fn hidden(board: &mut Board) -> Option<Step> {
    loop {
        let (cell, digit) = board.hidden.pop()?;
        if board.values[cell] == 0 {
            return is_hidden(board, cell, digit)
                .then(|| Step::place("hidden-single", cell, digit));
        }
    }
}

/// Whether the cell is the digit's only place in one of its houses.
pub fn is_hidden(board: &Board, cell: usize, digit: usize) -> bool {
    HOUSES_OF[cell].iter().any(|&house| board.free[usize::from(house)][digit] == 1)
}
