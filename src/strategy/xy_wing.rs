//! XY-Wing: three cells of two candidates each, over three digits.
//!
//! The *pivot* holds A or B. It sees two *pincers*, one with A and C, one with B
//! and C. Whichever digit the pivot takes, it robs one pincer of it, and that
//! pincer is C. So every cell that sees both pincers is not C.
//!
//! ```text
//!         c1       c5
//! row 1   {A,B} .. {A,C}     pivot R1C1, pincers R1C5 and R5C1
//!           :        :
//! row 5   {B,C} ..  -C
//! ```
//!
//! B09's program, as the section describes it, looks for pincers in the pivot's row and column
//! outside its box, and in its box outside its row and column, and takes two from different
//! houses. So it misses a pincer that shares a line and the box with the pivot, and two pincers
//! in one house of the pivot.
//!
//! Source: B09, section 4.11 (Y-Wing).

use std::ops::ControlFlow;

use super::seen::{eliminate_seen, shared_houses};
use super::{Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, DigitSet, HouseKind, Layout};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    search(grid, |_, _| true, steps)
}

pub(super) fn find_b09(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let taken = |pivot, pincers: [Cell; 2]| {
        let [left, right] = pincers.map(|pincer| only_house(layout, pivot, pincer));
        left.is_some() && right.is_some() && left != right
    };
    search(grid, taken, steps)
}

/// The kind of the house that two cells share, if it is one.
fn only_house(layout: &Layout, a: Cell, b: Cell) -> Option<HouseKind> {
    let mut shared = shared_houses(layout, [a, b].into_iter());
    shared.next().filter(|_| shared.next().is_none()).map(|house| house.kind())
}

/// The wings of a pivot and two pincers that are to be taken.
fn search(
    grid: &Studied<'_>,
    taken: impl Fn(Cell, [Cell; 2]) -> bool,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    for &pivot in grid.layout().cells() {
        let ab = grid.candidates(pivot);
        let Some(a) = ab.first().filter(|_| ab.len() == 2) else { continue };
        for &left in grid.layout().peers(pivot) {
            let ac = grid.candidates(left);
            let Some(c) = (ac - ab).single().filter(|_| ac.len() == 2 && ac.contains(a)) else {
                continue;
            };
            let bc = (ab | ac) - DigitSet::only(a);
            for &right in grid.layout().peers(pivot) {
                if grid.candidates(right) == bc && taken(pivot, [left, right]) {
                    steps.add(eliminate_seen(DigitSet::only(c), [left, right], grid), || {
                        Pattern::new(ab | ac, [pivot, left, right], [])
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
        "Whichever of {} {pivot} holds, {left} or {right} is left with {c}, \
         so no cell that sees both holds {c}.",
        words::list(step.pattern.digits - c),
        c = words::list(c),
    )
}
