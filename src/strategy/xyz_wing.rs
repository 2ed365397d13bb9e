//! XYZ-Wing: an XY-Wing whose pivot may be the third digit itself.
//!
//! The *pivot* holds A, B or C; it sees one *pincer* with A and C and one with B
//! and C. Whatever the pivot holds, one of the three cells is C: the pivot, or the
//! pincer it robs of its other digit. So every cell that sees all three is not C.
//!
//! ```text
//!         c1        c2       c3   | c7
//! row 1   {A,B,C}   -C       -C   | {A,C}     pivot R1C1, pincers R1C7 and R2C2
//! row 2             {B,C}         |
//! ```
//!
//! Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::seen::eliminate_seen;
use super::{Pattern, Step, Steps, Studied, words};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let bivalue = grid.bivalue_cells();
    for &pivot in layout.cells() {
        let abc = grid.candidates(pivot);
        let seen = layout.peer_set(pivot) & bivalue;
        if abc.len() != 3 || !seen.is_plural() {
            continue;
        }
        let pincers = seen.cells(layout).filter(|&cell| grid.candidates(cell).is_subset(abc));
        for (i, left) in pincers.clone().enumerate() {
            for right in pincers.clone().skip(i + 1) {
                let c = grid.candidates(left) & grid.candidates(right);
                if c.len() == 1 {
                    steps.add(eliminate_seen(c, [pivot, left, right], grid), || {
                        Pattern::new(abc, [pivot, left, right], [])
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let [pivot, left, right] = step.pattern.cells[..] else { return String::new() };
    let c = step.digits();
    format!(
        "If {pivot} is not {c} but {}, {left} or {right} is left with {c}, \
         so no cell that sees all three holds {c}.",
        words::either(step.pattern.digits - c),
        c = words::list(c),
    )
}
