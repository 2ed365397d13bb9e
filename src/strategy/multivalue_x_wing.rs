//! Multivalue X-Wing: a rectangle of two candidates per corner, with a different
//! digit going round in each of two lines.
//!
//! In one row the digit A has only two places, in another row the digit B has
//! only two, and both lie in the same two columns. The four corners have two
//! candidates each: in the one column A or X and B or X, in the other A or Y and
//! B or Y. A and B are not in the same column, or the two corners of the other
//! column would both be left with the same digit. So they are in opposite
//! corners, and the other two corners hold X and Y: X leaves the rest of its
//! column, and Y of its own. Likewise with rows and columns exchanged.
//!
//! ```text
//!         c1            c9
//! row 2   {1,6} ======= {6,9}     6 has two places in row 2
//! row 5   -1            -9
//! row 8   {1,5} ======= {5,9}     5 has two places in row 8
//! ```
//!
//! Source: B09, section 4.10 and figure 11.

use std::ops::ControlFlow;

use super::turbot::{StrongLink, strong_links};
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, CellSet, Digit, DigitSet, HouseKind};

pub(super) const MULTIVALUE_X_WING: Strategy = Strategy {
    name: "multivalue-x-wing",
    title: "Multivalue X-Wing",
    source: "B09 4.10",
    level: Level::Hard,
    score: 200,
    uniqueness: false,
    codes: &[],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let bivalue = grid.bivalue_cells();
    let side = |link: &StrongLink| {
        link.house.kind() != HouseKind::Box && link.ends.iter().all(|&cell| bivalue.contains(cell))
    };
    let sides: Vec<(Digit, StrongLink)> = Digit::all(grid.order())
        .flat_map(|digit| strong_links(grid, digit).filter(side).map(move |link| (digit, link)))
        .collect();
    for (i, &first) in sides.iter().enumerate() {
        for &second in sides[i + 1..].iter().filter(|second| second.0 != first.0) {
            rectangle(grid, [first, second], found)?;
        }
    }
    ControlFlow::Continue(())
}

fn rectangle(
    grid: &CandidateGrid,
    [(a, first), (b, second)]: [(Digit, StrongLink); 2],
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let kind = first.house.kind();
    let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row } as usize;
    let aligned = |i: usize| {
        layout.houses_at(first.ends[i])[across] == layout.houses_at(second.ends[i])[across]
    };
    let rest = |i: usize| {
        let x = (grid.candidates(first.ends[i]) - DigitSet::only(a)).single();
        x.filter(|&x| grid.candidates(second.ends[i]) == [b, x].into_iter().collect())
    };
    if second.house.kind() != kind || first.house == second.house || !aligned(0) || !aligned(1) {
        return ControlFlow::Continue(());
    }
    let (Some(x), Some(y)) = (rest(0), rest(1)) else { return ControlFlow::Continue(()) };
    // Were X the other row's digit, a corner would have one candidate.
    debug_assert!(x != b && y != b && x != a && y != a);
    let deductions: Vec<Deduction> = [(0, x), (1, y)]
        .into_iter()
        .flat_map(|(i, digit)| {
            let column: CellSet = [first.ends[i], second.ends[i]].into_iter().collect();
            Deduction::eliminate(layout.common_peers(column), digit, grid)
        })
        .collect();
    if deductions.is_empty() {
        return ControlFlow::Continue(());
    }
    let digits = [a, b, x, y].into_iter().collect();
    let cells = [first.ends, second.ends].concat();
    let houses = vec![first.house, second.house];
    found(Step { pattern: Pattern::new(digits, cells, houses), deductions })
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let [a, b, c, d] = cells[..] else { return String::new() };
    format!(
        "The corners {a}, {b}, {c} and {d} share {}; each of {} holds one of its digits of two \
         places at opposite corners, so the remaining digits fill the other two corners.",
        words::list(*digits),
        words::houses(houses),
    )
}
