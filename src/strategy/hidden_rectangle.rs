//! Hidden rectangle: a [deadly rectangle](super::rectangle) completed by strong
//! links.
//!
//! One corner has the digits A and B only. The row and the column of the opposite
//! corner have A only in corners of the rectangle. Were the opposite corner B, its
//! two neighbours would be A, and the first corner B: deadly. So it is not B.
//!
//! ```text
//!         c1      c4
//! row 1   {A,B}   A…              row 3 and column 4 have A only in the corners:
//! row 3   A…      A, -B, …        R3C4 is not B
//! ```
//!
//! Sound only for puzzles with one solution. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::rectangle::dangers;
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::House;

pub(super) const HIDDEN_RECTANGLE: Strategy = Strategy {
    name: "hidden-rectangle",
    title: "Hidden Rectangle",
    source: "",
    level: Level::Hard,
    score: 100,
    uniqueness: true,
    codes: &["0606"],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    for danger in dangers(grid) {
        for floor in (0..4).filter(|&corner| !danger.roof[corner]) {
            let opposite = danger.corners[(floor + 2) % 4];
            for a in danger.digits {
                let Some(b) = danger.other(a) else { continue };
                let [row, column, _] = layout.houses_at(opposite);
                let only = |house: House| {
                    (grid.places(a) & layout.house_set(house)).is_subset(danger.cells())
                };
                if grid.candidates(opposite).contains(b) && only(row) && only(column) {
                    let mut cells = danger.corners.to_vec();
                    cells.rotate_left(floor);
                    found(Step {
                        pattern: Pattern::new(danger.digits, cells, vec![row, column]),
                        deductions: vec![Deduction::Eliminate(opposite, b)],
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let &[floor, left, opposite, right] = &cells[..] else { return String::new() };
    let Some(b) = step.deductions.first().map(Deduction::digit) else { return String::new() };
    let a = words::list(digits.filter(|&digit| digit != b));
    format!(
        "If {opposite} held {b}, the only other places for {a} in {}, {left} and {right}, would \
         hold it, and {floor} would hold {b}: four cells that could be exchanged.",
        words::list(houses),
    )
}
