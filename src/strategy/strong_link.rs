//! Strong links: houses with two places for a digit, of which one is true.

use crate::grid::{CandidateGrid, Cell, Digit, House};

/// A house whose only places for a digit are two cells.
#[derive(Clone, Copy)]
pub(super) struct StrongLink {
    pub(super) house: House,
    pub(super) ends: [Cell; 2],
}

/// The strong links of a digit, by house.
pub(super) fn strong_links(grid: &CandidateGrid, digit: Digit) -> Vec<StrongLink> {
    let layout = grid.layout();
    let link = |house| {
        let places = grid.positions(house, digit);
        let rest = places & places.wrapping_sub(1);
        rest.is_power_of_two().then(|| {
            let cells = layout.house_cells(house);
            let ends = [places, rest].map(|places| cells[places.trailing_zeros() as usize]);
            StrongLink { house, ends }
        })
    };
    let mut links = Vec::with_capacity(layout.houses().len());
    links.extend(layout.houses().iter().copied().filter_map(link));
    links
}
