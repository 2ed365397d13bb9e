//! BUG+1: one candidate away from a grid of pairs.
//!
//! A *bivalue universal grave* is a grid whose empty cells all have two candidates,
//! each digit twice in every house where it is missing. Choosing the other
//! candidate everywhere turns any solution of it into another, so a puzzle with one
//! solution never comes to such a grid. When a single further candidate, the third
//! of its cell, stands in the way, it must be true, and the cell's other two
//! candidates are not.
//!
//! ```text
//! every other empty cell {x,y};  R4C5 {2,6,9}, with 6 three times in row 4, in
//! column 5 and in box 5, and every other digit twice: R4C5 is not 2 and not 9
//! ```
//!
//! Sound only for puzzles with one solution. Larger graves (BUG+2, …) are not
//! found here. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{Digit, DigitSet};

pub(super) const BUG_PLUS_ONE: Strategy = Strategy {
    name: "bug-plus-one",
    title: "Bivalue Universal Grave + 1",
    source: "",
    level: Level::Hard,
    score: 100,
    uniqueness: true,
    codes: &["0610"],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let bivalue = grid.bivalue_cells();
    if grid.empty_cells() != bivalue.len() + 1 {
        return ControlFlow::Continue(());
    }
    let open =
        |cell: &&crate::grid::Cell| grid.digit(**cell).is_none() && !bivalue.contains(**cell);
    let Some(&cell) = layout.cells().iter().find(open) else { return ControlFlow::Continue(()) };
    if grid.candidates(cell).len() != 3 {
        return ControlFlow::Continue(());
    }
    let houses = layout.houses_at(cell);
    let count = |house, digit| grid.positions(house, digit).count_ones();
    let third = |&digit: &Digit| houses.iter().all(|&house| count(house, digit) == 3);
    let mut thirds = grid.candidates(cell).filter(third);
    let (Some(digit), None) = (thirds.next(), thirds.next()) else {
        return ControlFlow::Continue(());
    };
    let all_paired = layout.houses().iter().all(|&house| {
        Digit::all(grid.order()).all(|other| match count(house, other) {
            0 | 2 => true,
            3 => other == digit && houses.contains(&house),
            _ => false,
        })
    });
    if !all_paired {
        return ControlFlow::Continue(());
    }
    let others = grid.candidates(cell) - DigitSet::only(digit);
    let pattern = Pattern::new(DigitSet::only(digit), vec![cell], houses.to_vec());
    let deductions = others.map(|other| Deduction::Eliminate(cell, other)).collect();
    found(Step { pattern, deductions })
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, .. } = &step.pattern;
    format!(
        "Without {digit} in {cell} every empty cell would have two candidates and every house two \
         places for each digit it lacks: two solutions or none. So {cell} holds {digit}.",
        digit = words::list(*digits),
        cell = words::list(cells),
    )
}
