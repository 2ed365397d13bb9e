//! Empty rectangle: a box whose places for a digit lie in one row and one column.
//!
//! If the digit is in none of the box's cells in that column, it is in one of
//! those in the row, and the other way round. A strong link elsewhere uses it:
//! one end of it lies in the box's row, the other end in the row of a cell of the
//! box's column. Were that cell true, the box would need the digit in its row,
//! the link's near end would be false and its far end true, in the same row as
//! the cell. So the cell does not hold the digit. Likewise with rows and columns
//! exchanged.
//!
//! ```text
//!         c1 c2 c3 | c4 c5 c6 | c7
//! row 4   5? .  .  |          |
//! row 5   5? 5? 5? |          |  5?     row 5 and column 1 hold the box's 5s;
//! row 6   5? .  .  |          |  ‖      column 7 has 5 in two places
//! row 9   -5       |          |  5?
//! ```
//!
//! Two empty rectangles of the same box are reported once more as one step (a
//! *dual* one). A box with only two places counts too: that is a
//! [kite or turbot fish](super::turbot) as well. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::strong_link::StrongLink;
use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, CellSet, Digit, House, HouseKind};

/// What one empty rectangle and one strong link eliminate.
struct Linked {
    eliminated: CellSet,
    /// The ends of the link, the near one first.
    ends: [Cell; 2],
    /// The box, the line where the link begins, the line of the eliminated cells, the
    /// link's house.
    houses: [House; 4],
}

pub(super) fn find(grid: &Studied<'_>, digit: Digit, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let places = grid.places(digit);
    let links = grid.strong_links(digit);
    for &house in layout.houses_of(HouseKind::Box) {
        let inside = layout.house_set(house) & places;
        if !inside.is_plural() || links.is_empty() {
            continue;
        }
        let pattern = |linked: &Linked| {
            let cells = linked.ends.into_iter().chain(inside.cells(layout));
            Pattern::new([digit], cells, linked.houses)
        };
        let mut all: Vec<Linked> = Vec::new();
        for &hinge in layout.house_cells(house) {
            let [row, column, _] = layout.houses_at(hinge);
            let (in_row, in_column) = (layout.house_set(row), layout.house_set(column));
            if !inside.is_subset(in_row | in_column)
                || inside.is_subset(in_row)
                || inside.is_subset(in_column)
            {
                continue;
            }
            for [near, far] in [[row, column], [column, row]] {
                for one in linked(grid, places, [house, near, far], links) {
                    let eliminated = Deduction::eliminate(one.eliminated, digit, grid);
                    steps.add(eliminated, || pattern(&one))?;
                    all.push(one);
                }
            }
        }
        for (i, first) in all.iter().enumerate() {
            for second in all[i + 1..].iter().filter(|second| first.differs_from(second)) {
                let more = second.eliminated - first.eliminated;
                let first_ones = Deduction::eliminate(first.eliminated, digit, grid);
                let both = first_ones.chain(Deduction::eliminate(more, digit, grid));
                steps.add(both, || pattern(first).and(pattern(second)))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What an empty rectangle eliminates: the link begins in the `near` line, and what is
/// eliminated lies in the `far` line.
fn linked(
    grid: &Studied<'_>,
    places: CellSet,
    [house, near, far]: [House; 3],
    links: &[StrongLink],
) -> impl Iterator<Item = Linked> {
    let layout = grid.layout();
    let inside = layout.house_set(house);
    let starts = (layout.house_set(near) & places) - inside;
    let targets = (layout.house_set(far) & places) - inside;
    let useful = if targets.is_empty() { &[] } else { links };
    let ways = useful.iter().flat_map(|link| {
        let [a, b] = link.ends;
        [(link, [a, b]), (link, [b, a])]
    });
    ways.filter_map(move |(link, [start, end])| {
        let eliminated = (targets & layout.peer_set(end)) - [start, end].into_iter().collect();
        let fits = starts.contains(start) && !starts.contains(end) && !inside.contains(end);
        let houses = [house, near, far, link.house];
        (fits && !eliminated.is_empty()).then_some(Linked {
            eliminated,
            ends: [start, end],
            houses,
        })
    })
}

impl Linked {
    /// Whether each of the two eliminates something that the other does not.
    fn differs_from(&self, other: &Linked) -> bool {
        !other.eliminated.is_subset(self.eliminated) && !self.eliminated.is_subset(other.eliminated)
    }
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let digit = words::list(*digits);
    let half = cells.len() * 4 / houses.len();
    let rectangles = cells.chunks(half).zip(houses.chunks(4)).map(|(cells, houses)| {
        let [house, near, far, link] = houses else { return String::new() };
        format!(
            "{house} has {digit} only in {near} and {far}, and {link} only in {} and {}: \
             {2} or a cell of {house} in {far} holds it, and no cell of {far} that sees {2} does",
            cells[0], cells[1], cells[1],
        )
    });
    let rectangles = rectangles.collect::<Vec<_>>().join(". Besides, ");
    words::sentence(&format!("{rectangles}."))
}
