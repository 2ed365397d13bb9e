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

use super::rectangle::rectangles;
use super::{Deduction, Pattern, Step, Steps, Studied, words};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for rectangle in rectangles(grid) {
        for floor in (0..4).filter(|&corner| !rectangle.roof[corner]) {
            let mut cells = rectangle.corners;
            cells.rotate_left(floor);
            let opposite = cells[2];
            let [row, column, _] = grid.layout().houses_at(opposite);
            for a in rectangle.digits {
                let Some(b) = rectangle.other(a) else { continue };
                if rectangle.holds_all(grid, a, row) && rectangle.holds_all(grid, a, column) {
                    steps.add([Deduction::Eliminate(opposite, b)], || {
                        Pattern::new(rectangle.digits, cells, [row, column])
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let &[floor, left, opposite, right] = &cells[..] else { return String::new() };
    let b = step.digits();
    format!(
        "If {opposite} held {b}, the only other places for {a} in {}, {left} and {right}, would \
         hold it, and {floor} would hold {b}: four cells that could be exchanged.",
        words::list(houses),
        a = words::list(*digits - b),
        b = words::list(b),
    )
}
