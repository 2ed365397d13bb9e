//! W-Wing: two equal cells of two candidates, tied by a strong link.
//!
//! Two cells hold A or B and do not see each other. In some house A has only two
//! places, and each of the two cells sees one of them. The cells cannot both be
//! A, or the house would have no place for it; so one of them is B, and a cell
//! that sees both is not B.
//!
//! ```text
//!         c1      c4     c8
//! row 1   {A,B}   A?     .         column 4 has A only in R1C4 and R6C4; R1C1
//! row 6   .       A?     {A,B}     sees one, R6C8 the other
//! row 6   -B ...........           and no cell that sees both is B
//! ```
//!
//! Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::seen::eliminate_seen;
use super::strong_link::StrongLink;
use super::{Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, DigitSet};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let bivalue = grid.bivalue_cells();
    for (i, left) in bivalue.cells(layout).enumerate() {
        let both = grid.candidates(left);
        for right in bivalue.cells(layout).skip(i + 1) {
            if grid.candidates(right) != both || layout.sees(left, right) {
                continue;
            }
            for a in both {
                let b = both - DigitSet::only(a);
                let eliminated = eliminate_seen(b, [left, right], grid);
                if eliminated.is_empty() {
                    continue;
                }
                for &StrongLink { house, ends: [p, q] } in grid.strong_links(a) {
                    let tie = |&[near, far]: &[Cell; 2]| {
                        layout.sees(left, near) && layout.sees(right, far)
                    };
                    if let Some([near, far]) = [[p, q], [q, p]].into_iter().find(tie) {
                        steps.add(eliminated.iter().copied(), || {
                            Pattern::new(both, [left, right, near, far], [house])
                        })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let [left, right, near, far] = cells[..] else { return String::new() };
    let b = step.digits();
    words::sentence(&format!(
        "{} has {a} only in {near} and {far}, so {left} and {right} are not both {a}: one is {b}, \
         and no cell that sees both holds {b}.",
        words::list(houses),
        a = words::list(*digits - b),
        b = words::list(b),
    ))
}
