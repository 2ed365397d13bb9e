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

use super::turbot::{StrongLink, strong_links};
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, CellSet, Digit, DigitSet, House, HouseKind};

pub(super) const EMPTY_RECTANGLE: Strategy = Strategy {
    name: "empty-rectangle",
    title: "Empty Rectangle",
    source: "",
    level: Level::Hard,
    score: 120,
    uniqueness: false,
    codes: &["0402", "0402-1", "0405"],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let mut steps: Vec<Step> = Vec::new();
    for digit in Digit::all(grid.order()) {
        let places = grid.places(digit);
        let links: Vec<StrongLink> = strong_links(grid, digit).collect();
        for &house in layout.houses_of(HouseKind::Box) {
            let inside = layout.house_set(house) & places;
            if !inside.is_plural() || links.is_empty() {
                continue;
            }
            let first = layout.house_cells(house)[0];
            steps.clear();
            for row in 0..layout.box_rows() {
                for column in 0..layout.box_columns() {
                    let hinge = layout.cell(first.row() + row, first.column() + column);
                    let [row, column, _] = layout.houses_at(hinge);
                    let (in_row, in_column) = (layout.house_set(row), layout.house_set(column));
                    if !inside.is_subset(in_row | in_column)
                        || inside.is_subset(in_row)
                        || inside.is_subset(in_column)
                    {
                        continue;
                    }
                    for (near, far) in [(row, column), (column, row)] {
                        linked(grid, digit, [house, near, far], &links, &mut |step| {
                            steps.push(step.clone());
                            found(step)
                        })?;
                    }
                }
            }
            duals(&steps, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// The steps of one empty rectangle: the link begins in the `near` line, and what
/// is eliminated lies in the `far` line.
fn linked(
    grid: &CandidateGrid,
    digit: Digit,
    [house, near, far]: [House; 3],
    links: &[StrongLink],
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let inside = layout.house_set(house);
    let starts = (layout.house_set(near) & grid.places(digit)) - inside;
    let targets = (layout.house_set(far) & grid.places(digit)) - inside;
    if starts.is_empty() || targets.is_empty() {
        return ControlFlow::Continue(());
    }
    for link in links {
        let [a, b] = link.ends;
        for (start, end) in [(a, b), (b, a)] {
            let eliminated = targets & layout.peer_set(end);
            let ends = CellSet::only(start) | CellSet::only(end);
            if !starts.contains(start) || starts.contains(end) || inside.contains(end) {
                continue;
            }
            let deductions: Vec<Deduction> =
                Deduction::eliminate(eliminated - ends, digit, grid).collect();
            if !deductions.is_empty() {
                let mut cells = vec![start, end];
                cells.extend((inside & grid.places(digit)).cells(layout));
                let houses = vec![house, near, far, link.house];
                let pattern = Pattern::new(DigitSet::only(digit), cells, houses);
                found(Step { pattern, deductions })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every two steps of one box that conclude differently, as one.
fn duals(steps: &[Step], found: Found<'_>) -> ControlFlow<()> {
    for (i, first) in steps.iter().enumerate() {
        for second in &steps[i + 1..] {
            let new = |deduction: &&Deduction| !first.deductions.contains(deduction);
            let more: Vec<Deduction> = second.deductions.iter().filter(new).copied().collect();
            if more.is_empty() || first.deductions.len() + more.len() == second.deductions.len() {
                continue;
            }
            let mut both = first.clone();
            both.deductions.extend(more);
            both.pattern.cells.extend(&second.pattern.cells);
            both.pattern.houses.extend(&second.pattern.houses);
            found(both)?;
        }
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step) -> String {
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
