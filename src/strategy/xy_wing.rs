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
//! Source: B09, section 4.11 (Y-Wing).

use std::ops::ControlFlow;

use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet};

pub(super) const XY_WING: Strategy = Strategy {
    name: "xy-wing",
    title: "XY-Wing",
    source: "B09 4.11, Y-Wing",
    level: Level::Hard,
    score: 160,
    uniqueness: false,
    codes: &["0800"],
    sizes: Sizes::All,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
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
                if grid.candidates(right) == bc {
                    report(grid, [pivot, left, right], c, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(grid: &CandidateGrid, cells: [Cell; 3], c: Digit, found: Found<'_>) -> ControlFlow<()> {
    let [pivot, left, right] = cells;
    let layout = grid.layout();
    let deductions: Vec<Deduction> = layout
        .peers(left)
        .iter()
        .filter(|&&cell| grid.candidates(cell).contains(c) && layout.sees(cell, right))
        .map(|&cell| Deduction::Eliminate(cell, c))
        .collect();
    if deductions.is_empty() {
        return ControlFlow::Continue(());
    }
    let digits = grid.candidates(pivot) | DigitSet::only(c);
    found(Step { pattern: Pattern::new(digits, cells.to_vec(), Vec::new()), deductions })
}

fn explain(step: &Step) -> String {
    let [pivot, left, right] = step.pattern.cells[..] else { return String::new() };
    let c: DigitSet = step.deductions.iter().map(Deduction::digit).collect();
    format!(
        "Whichever of {} {pivot} holds, {left} or {right} is left with {c}, \
         so no cell that sees both holds {c}.",
        words::list(step.pattern.digits - c),
        c = words::list(c),
    )
}
