//! HR12's S4 as its listing prints it: a search that cannot find anything.
//!
//! The text looks for two cells of a house that hold the same two candidates, a
//! naked pair. The listing (appendix B.3, `rule_three`) looks for two *digits* with
//! the same two places in a row or column, a hidden pair, and then takes these
//! digits from the *other* cells of the line, where they cannot be:
//!
//! ```text
//! row 3   {1,2,5}  4  {5,7}  |  {1,2,7}  9  {5,7,8}  |  ...
//!           ^ 1,2 only here       ^             -1,-2: there is none to take
//! ```
//!
//! It does not look at boxes, and it reports no success even where it would have
//! removed something. So it costs its search and changes nothing, which is what
//! HR12's table A.3 shows: with S4 or without it the times are nearly the same.

use crate::grid::{CandidateGrid, Digit, House};

/// Searches every row and column, as the listing does. Returns how many candidates
/// were removed: always 0.
pub fn bound_pairs_as_printed(grid: &mut CandidateGrid) -> u64 {
    let order = grid.order();
    let (rows, columns) = grid.layout().houses().split_at(order);
    let mut removed = 0;
    for (&row, &column) in rows.iter().zip(columns) {
        for first in Digit::all(order) {
            for second in Digit::all(order).filter(|&second| second > first) {
                removed += strike(grid, row, first, second) + strike(grid, column, first, second);
            }
        }
    }
    removed
}

/// If both digits have the same two places in the line, takes them from its other
/// cells.
fn strike(grid: &mut CandidateGrid, line: House, first: Digit, second: Digit) -> u64 {
    let places = grid.positions(line, first);
    if places.count_ones() != 2 || grid.positions(line, second) != places {
        return 0;
    }
    let mut removed = 0;
    for (position, &cell) in grid.layout().house_cells(line).iter().enumerate() {
        if places >> position & 1 == 0 {
            let struck = grid.eliminate(cell, first) || grid.eliminate(cell, second);
            removed += u64::from(struck);
        }
    }
    removed
}
