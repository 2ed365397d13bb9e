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

use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CellSet, DigitSet};

pub(super) const XYZ_WING: Strategy = Strategy {
    name: "xyz-wing",
    title: "XYZ-Wing",
    source: "",
    level: Level::Hard,
    score: 180,
    uniqueness: false,
    codes: &["0801"],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
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
                let Some(c) = (grid.candidates(left) & grid.candidates(right)).single() else {
                    continue;
                };
                let cells = [pivot, left, right];
                let all: CellSet = cells.into_iter().collect();
                let deductions: Vec<Deduction> =
                    Deduction::eliminate(layout.common_peers(all), c, grid).collect();
                if !deductions.is_empty() {
                    let pattern = Pattern::new(abc, cells.to_vec(), Vec::new());
                    found(Step { pattern, deductions })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step) -> String {
    let [pivot, left, right] = step.pattern.cells[..] else { return String::new() };
    let c: DigitSet = step.deductions.iter().map(Deduction::digit).collect();
    format!(
        "If {pivot} is not {c} but {}, {left} or {right} is left with {c}, \
         so no cell that sees all three holds {c}.",
        words::either(step.pattern.digits - c),
        c = words::list(c),
    )
}
