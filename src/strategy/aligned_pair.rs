//! Aligned pair exclusion: two cells, and every pair of digits they might hold.
//!
//! A pair is impossible when both cells would hold the same digit and see each other, or
//! when it takes both candidates of a cell that sees both. A candidate whose every pair is
//! impossible is false.
//!
//! ```text
//! row 1   {1,2,5}  {1,2}  .  |  {1,5}  {2,5}      R1C1 = 5 leaves R1C4 empty if R1C2 = 1, and
//!                            |                    R1C5 if R1C2 = 2: R1C1 is not 5
//! ```
//!
//! Larger almost locked sets that see both cells are not looked at, nor are three cells.
//! Source: Sudoku Explainer, Aligned Pair Exclusion.

use std::ops::ControlFlow;

use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Digit, DigitSet};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let (layout, bivalue) = (grid.layout(), grid.bivalue_cells());
    for &first in layout.cells() {
        for &second in layout.cells().iter().filter(|&&cell| grid.candidates(cell).len() > 1) {
            let seen = layout.peer_set(first) & layout.peer_set(second) & bivalue;
            let seen = seen.cells(layout);
            let takes_both =
                |pair: DigitSet| seen.clone().any(|cell| grid.candidates(cell) == pair);
            let impossible = |a: Digit, b: Digit| match a == b {
                true => layout.sees(first, second),
                false => takes_both([a, b].into_iter().collect()),
            };
            let [of_first, of_second] = [first, second].map(|cell| grid.candidates(cell));
            let excluded = of_first.filter(|&a| of_second.into_iter().all(|b| impossible(a, b)));
            steps.add(excluded.map(|digit| Deduction::Eliminate(first, digit)), || {
                Pattern::new(
                    of_first | of_second,
                    [first, second].into_iter().chain(seen.clone()),
                    [],
                )
            })?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let [first, second, ref seen @ ..] = step.pattern.cells[..] else { return String::new() };
    format!(
        "{first} and {second} hold digits of {}. With {} in {first}, whatever {second} holds, a \
         house would have a digit twice or {} would have no candidate.",
        words::list(step.pattern.digits),
        words::either(step.digits()),
        words::either(seen),
    )
}
