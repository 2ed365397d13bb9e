//! Parts of a grid that a strategy searches one after the other.

use crate::grid::{House, HouseKind, Layout};

/// What the parts are, and so which candidates a search of one depends on.
#[derive(Clone, Copy)]
pub(super) enum Scope {
    /// Digits: the places of that digit.
    Digit,
    /// Houses: the candidates of the house's cells.
    House,
    /// Houses: the candidates of the cells of a line and of the boxes that cross it, or of a box
    /// and of the lines that do.
    Surroundings,
    /// Crossings: the candidates of a line's and a box's cells.
    Crossing,
}

impl Scope {
    /// How many there are.
    pub(super) const COUNT: usize = Scope::Crossing as usize + 1;
}

/// Every line with every box that it crosses, lines first.
pub(super) fn crossings(layout: &'static Layout) -> impl Iterator<Item = [House; 2]> {
    let lines = [HouseKind::Row, HouseKind::Column].map(|kind| layout.houses_of(kind));
    let boxes = layout.houses_of(HouseKind::Box);
    let lines = lines.into_iter().flatten();
    let pairs = lines.flat_map(move |&line| boxes.iter().map(move |&house| [line, house]));
    pairs.filter(|&[line, house]| layout.house_set(line).meets(layout.house_set(house)))
}
