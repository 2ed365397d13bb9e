//! Choices that are still open: the candidates of a cell, a digit's places in a house.

use crate::grid::{CandidateGrid, Cell, CellSet, Digit, House};

/// Candidates of which one is true, and the house of those that are in a house.
pub(super) type Choice = (Option<House>, Vec<(Cell, Digit)>);

pub(super) fn in_cells(grid: &CandidateGrid) -> impl Iterator<Item = Choice> + '_ {
    let cells = grid.layout().cells().iter().filter(|&&cell| grid.candidates(cell).len() > 1);
    cells.map(|&cell| (None, grid.candidates(cell).map(|digit| (cell, digit)).collect()))
}

pub(super) fn in_houses(grid: &CandidateGrid) -> impl Iterator<Item = Choice> + '_ {
    let layout = grid.layout();
    layout.houses().iter().flat_map(move |&house| {
        let places = move |digit| -> CellSet { grid.places(digit) & layout.house_set(house) };
        let open = Digit::all(grid.order()).filter(move |&digit| places(digit).is_plural());
        let choice = move |digit| places(digit).cells(layout).map(|c| (c, digit)).collect();
        open.map(move |digit| (Some(house), choice(digit)))
    })
}
