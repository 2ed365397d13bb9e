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

use super::turbot::{StrongLink, strong_links};
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet};

pub(super) const W_WING: Strategy = Strategy {
    name: "w-wing",
    title: "W-Wing",
    source: "",
    level: Level::Hard,
    score: 150,
    uniqueness: false,
    codes: &["0803"],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let bivalue = grid.bivalue_cells();
    for (i, left) in bivalue.cells(layout).enumerate() {
        let both = grid.candidates(left);
        for right in bivalue.cells(layout).skip(i + 1) {
            if grid.candidates(right) != both || layout.sees(left, right) {
                continue;
            }
            for a in both {
                let Some(b) = (both - DigitSet::only(a)).single() else { continue };
                let seen = layout.peer_set(left) & layout.peer_set(right);
                if seen.meets(grid.places(b)) {
                    tied(grid, [left, right], [a, b], found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports the strong links of `a` that tie two cells together.
fn tied(
    grid: &CandidateGrid,
    [left, right]: [Cell; 2],
    [a, b]: [Digit; 2],
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    for StrongLink { house, ends } in strong_links(grid, a) {
        let tie = |[near, far]: [Cell; 2]| layout.sees(left, near) && layout.sees(right, far);
        let [near, far] = ends;
        let ends = if tie([near, far]) { [near, far] } else { [far, near] };
        if tie(ends) {
            let seen = layout.peer_set(left) & layout.peer_set(right);
            found(Step {
                pattern: Pattern::new(
                    [a, b].into_iter().collect(),
                    vec![left, right, ends[0], ends[1]],
                    vec![house],
                ),
                deductions: Deduction::eliminate(seen, b, grid).collect(),
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let b: DigitSet = step.deductions.iter().map(Deduction::digit).collect();
    words::sentence(&format!(
        "{} has {a} only in {} and {}, so {} and {} are not both {a}: one is {b}, \
         and no cell that sees both holds {b}.",
        words::list(houses),
        cells[2],
        cells[3],
        cells[0],
        cells[1],
        a = words::list(*digits - b),
        b = words::list(b),
    ))
}
