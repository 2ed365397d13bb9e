//! Forcing nets: what follows whichever way a choice falls.
//!
//! A cell holds one of its candidates, and a house has one of a digit's places. Assume each
//! in turn and place singles until nothing changes. What is ruled out under all of them is
//! ruled out (a *verity*); an assumption that meets a contradiction does not count.
//!
//! ```text
//! R3C5 {2,7}    R3C5 = 2: …, R4C4 is not 3
//!               R3C5 = 7: …, R4C4 is not 3     so R4C4 is not 3
//! ```
//!
//! The consequences are not a single chain: several may be needed together for the next
//! one. The work is done on the [lanes](crate::lanes), 9×9 only. That an assumption alone
//! meets a contradiction is [refutation](super::refute).
//!
//! Source: HoDoKu's documentation, Forcing Nets; Sudoku Explainer's Cell and Region
//! Forcing Chains.

use std::ops::ControlFlow;

use super::choice::{Choice, in_cells, in_houses};
use super::course::Course;
use super::{Mark, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{Cell, Digit};

pub(super) fn cells(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    try_all(grid, in_cells(grid), steps)
}

pub(super) fn houses(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    try_all(grid, in_houses(grid), steps)
}

fn try_all(
    grid: &Studied<'_>,
    choices: impl Iterator<Item = Choice>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let outcomes = grid.outcomes();
    for (house, choice) in choices {
        grid.poll()?;
        steps.add_once(outcomes.common(grid, &choice), || {
            let mut cells: Vec<Cell> = choice.iter().map(|&(cell, _)| cell).collect();
            cells.dedup();
            let marks = choice.iter().zip(0..).map(|(&(cell, digit), number)| Mark {
                cell,
                digit,
                role: Role::Set(number),
            });
            Pattern::new(choice.iter().map(|&(_, digit)| digit), cells, house).marked(marks)
        })?;
    }
    ControlFlow::Continue(())
}

pub(super) fn explain_cell(step: &Step, grid: &Studied<'_>) -> String {
    let choice = format!("Whatever {} holds", step.pattern.cells[0]);
    explain(step, grid, &choice, |mark| mark.digit.to_string())
}

pub(super) fn explain_house(step: &Step, grid: &Studied<'_>) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    let choice = format!("Wherever the {} of {} is", words::list(*digits), houses[0]);
    explain(step, grid, &choice, |mark| format!("in {}", mark.cell))
}

fn explain(step: &Step, grid: &Studied<'_>, choice: &str, branch: fn(&Mark) -> String) -> String {
    let gone: Vec<(Cell, Digit)> =
        step.deductions.iter().map(|deduction| (deduction.cell(), deduction.digit())).collect();
    let branches = step.pattern.marks.iter().map(|mark| {
        let course = Course::of(grid, (mark.cell, mark.digit), 0);
        let end = match (course.tell(&gone), course.fails()) {
            (nothing, _) if nothing.is_empty() => "at once".to_owned(),
            (what, false) => format!("singles {what}"),
            (what, true) => format!("singles {what}, a contradiction"),
        };
        format!("if {}, {end}", branch(mark))
    });
    let branches = branches.collect::<Vec<_>>().join("; ");
    format!("{choice}, the same follows: {branches}.")
}
