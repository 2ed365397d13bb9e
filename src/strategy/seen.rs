//! What cells have in common: the houses that hold all of them, the cells that see all of
//! them. Most patterns end with *one of these cells holds the digit, so no cell that sees
//! all of them does*.

use super::Deduction;
use crate::grid::{CandidateGrid, Cell, CellSet, DigitSet, House, Layout};

/// Takes the digits from every cell that sees all of these.
pub(super) fn eliminate_seen(
    digits: DigitSet,
    by: impl IntoIterator<Item = Cell>,
    grid: &CandidateGrid,
) -> Vec<Deduction> {
    let layout = grid.layout();
    let mut by = by.into_iter();
    let of = |cell: Cell| {
        (grid.candidates(cell) & digits).map(move |digit| Deduction::Eliminate(cell, digit))
    };
    if layout.has_cell_sets() {
        let seen = by.map(|cell| layout.peer_set(cell)).reduce(|all, peers| all & peers);
        let places = digits.fold(CellSet::EMPTY, |all, digit| all | grid.places(digit));
        return (seen.unwrap_or_default() & places).cells(layout).flat_map(of).collect();
    }
    let Some(first) = by.next() else { return Vec::new() };
    let others: Vec<Cell> = by.collect();
    let peers = layout.peers(first).iter().copied();
    peers.filter(|&peer| others.iter().all(|&cell| layout.sees(peer, cell))).flat_map(of).collect()
}

/// The cells that see at least one of these.
pub(super) fn seen_by_any(layout: &Layout, cells: CellSet) -> CellSet {
    cells.cells(layout).fold(CellSet::EMPTY, |seen, cell| seen | layout.peer_set(cell))
}

/// The houses that hold all of these cells: row, column, box.
pub(super) fn shared_houses(
    layout: &Layout,
    mut cells: impl Iterator<Item = Cell> + Clone,
) -> impl Iterator<Item = House> + Clone {
    let first = cells.next();
    first.into_iter().flat_map(|first| layout.houses_at(first)).filter(move |house| {
        cells.clone().all(|cell| layout.houses_at(cell)[house.kind() as usize] == *house)
    })
}

/// The cells of these houses together.
pub(super) fn cells_of(layout: &Layout, houses: impl IntoIterator<Item = House>) -> CellSet {
    houses.into_iter().fold(CellSet::EMPTY, |all, house| all | layout.house_set(house))
}
