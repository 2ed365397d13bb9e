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

use super::seen::eliminate_seen;
use super::strong_link::StrongLink;
use super::{Pattern, Step, Steps, Studied, words};
use crate::grid::{Digit, DigitSet, HouseKind};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let bivalue = grid.bivalue_cells();
    let side = |link: &StrongLink| {
        link.house.kind() != HouseKind::Box && link.ends.iter().all(|&cell| bivalue.contains(cell))
    };
    let sides: Vec<(Digit, StrongLink)> = Digit::all(grid.order())
        .flat_map(|digit| {
            let sides = grid.strong_links(digit).iter().copied().filter(side);
            sides.map(move |link| (digit, link))
        })
        .collect();
    for (i, &first) in sides.iter().enumerate() {
        for &second in sides[i + 1..].iter().filter(|second| second.0 != first.0) {
            rectangle(grid, [first, second], steps)?;
        }
    }
    ControlFlow::Continue(())
}

fn rectangle(
    grid: &Studied<'_>,
    [(a, first), (b, second)]: [(Digit, StrongLink); 2],
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let kind = first.house.kind();
    let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row } as usize;
    let corners = |i: usize| [first.ends[i], second.ends[i]];
    let aligned = |i: usize| {
        let [one, other] = corners(i).map(|corner| layout.houses_at(corner)[across]);
        one == other
    };
    let rest = |i: usize| {
        let [x, other] = corners(i).map(|corner| grid.candidates(corner));
        let x = x - DigitSet::only(a);
        (other == x | DigitSet::only(b)).then_some(x)
    };
    if second.house.kind() != kind || first.house == second.house || !aligned(0) || !aligned(1) {
        return ControlFlow::Continue(());
    }
    let (Some(x), Some(y)) = (rest(0), rest(1)) else { return ControlFlow::Continue(()) };
    let mut eliminated = eliminate_seen(x, corners(0), grid);
    eliminated.extend(eliminate_seen(y, corners(1), grid));
    steps.add(eliminated, || {
        let cells = first.ends.into_iter().chain(second.ends);
        Pattern::new([a, b].into_iter().chain(x).chain(y), cells, [first.house, second.house])
    })
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let [a, b, c, d] = cells[..] else { return String::new() };
    format!(
        "The corners {a}, {b}, {c} and {d} share {}; each of {} holds one of its digits of two \
         places at opposite corners, so the remaining digits fill the other two corners.",
        words::list(*digits),
        words::houses(houses),
    )
}
