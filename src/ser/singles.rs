//! Hidden singles, a digit with one place in a house, and naked singles, a cell with one
//! candidate.

use super::board::Board;
use super::hint::Hint;
use super::tables::{BOX, HOUSES, SET_ORDER, houses_of};

/// Houses with one empty cell first, then the others; boxes, columns, rows.
pub fn hidden(board: &Board) -> Option<Hint> {
    for last in [true, false] {
        for kind in SET_ORDER {
            for house in houses_of(kind) {
                let empties = board.empties[house];
                if empties == 0 || (empties == 1) != last {
                    continue;
                }
                let single = |places: &u16| places.is_power_of_two();
                if let Some(digit) = board.places[house].iter().position(single) {
                    let position = board.places[house][digit].trailing_zeros() as usize;
                    let cell = usize::from(HOUSES[house][position]);
                    let rating = match (last, kind) {
                        (true, _) => 1.0,
                        (false, BOX) => 1.2,
                        (false, _) => 1.5,
                    };
                    return Some(Hint::place(rating, cell, digit, 1 << cell, 1 << digit));
                }
            }
        }
    }
    None
}

/// The first cell with one candidate.
pub fn naked(board: &Board) -> Option<Hint> {
    let cell = board.cells.iter().position(|digits| digits.is_power_of_two())?;
    let digit = board.cells[cell].trailing_zeros() as usize;
    Some(Hint::place(2.3, cell, digit, 1 << cell, 1 << digit))
}
