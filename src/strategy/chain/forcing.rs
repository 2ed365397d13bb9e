//! Forcing chains: what follows whichever way a choice falls, each way by one chain.
//!
//! A cell holds one of its candidates and a house has one of a digit's places: a *choice*.
//!
//! - **Verity**: chains lead from each candidate of a choice, assumed to be on, to the same
//!   conclusion. So it holds.
//! - **Contradiction**: chains lead from one premise to every candidate of a choice being
//!   off. So the premise is false.
//!
//! ```text
//! R3C5 = 2 ── R3C1 ══ R8C1 ── R8C6          R8C6 is not 2, by cell R3C5:
//! R3C5 = 7 ── … ══ … ── R8C6                read backwards, a contradiction in R3C5
//! ```
//!
//! Every link holds backwards as well, so both find the same: they are two ways to put an
//! argument. That a premise leads to its own contrary is a
//! [discontinuous loop](super::discontinuous) and is no choice's matter. Where several
//! consequences are needed together for the next one, it is a
//! [net](crate::strategy::forcing_net).
//!
//! Nodes are single and grouped candidates. Source: HoDoKu's documentation, Forcing Chains.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::assumed::{Assumed, common};
use super::path::choice_in_words;
use crate::grid::{Cell, Digit};
use crate::strategy::choice::{Choice, in_cells, in_houses};
use crate::strategy::{Deduction, Pattern, Step, Steps, Studied, words};

pub fn cell_verities(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    find(grid, in_cells(grid), Assumed::add_paths, steps)
}

pub fn house_verities(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    find(grid, in_houses(grid), Assumed::add_paths, steps)
}

pub fn contradictions(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    find(grid, in_cells(grid).chain(in_houses(grid)), Assumed::add_refutation, steps)
}

/// Adds to a pattern the chains between a choice and a conclusion, that it is on or off.
type AddPaths<'a> = fn(&mut Assumed<'a>, &mut Pattern, &[(Cell, Digit)], (Cell, Digit), bool);

/// Reports what chains from some choice conclude, each conclusion with its first choice;
/// `add` adds the chains to the pattern.
fn find<'a>(
    grid: &'a Studied<'_>,
    choices: impl Iterator<Item = Choice>,
    add: AddPaths<'a>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let mut assumed = Assumed::new(grid)?;
    let mut known = HashSet::new();
    for (house, choice) in choices {
        grid.poll()?;
        for on in [false, true] {
            let nodes = common(choice.iter().map(|&candidate| {
                let consequences = assumed.of(candidate);
                if on { &consequences.on } else { &consequences.off }
            }));
            for conclusion in assumed.candidates(&nodes) {
                if !known.insert((conclusion, on)) || assumed.refutes_itself(conclusion, !on) {
                    continue;
                }
                let deduction = if on { Deduction::Place } else { Deduction::Eliminate };
                steps.add([deduction(conclusion.0, conclusion.1)], || {
                    let cell = choice.first().filter(|_| house.is_none()).map(|&(cell, _)| cell);
                    let mut pattern = Pattern::new([], cell, house);
                    add(&mut assumed, &mut pattern, &choice, conclusion, on);
                    pattern
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub fn explain_verity(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { houses, cells, marks, .. } = &step.pattern;
    let chains = choice_in_words(marks, true);
    let choice = match (&houses[..], &marks[..], &cells[..]) {
        ([house, ..], [mark, ..], _) => format!("Wherever in {house} {} is", mark.digit),
        (_, _, [cell, ..]) => format!("Whatever {cell} holds"),
        _ => String::new(),
    };
    format!("{choice}: {chains}. So {}.", words::list(&step.deductions))
}

pub fn explain_contradiction(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { houses, cells, marks, .. } = &step.pattern;
    let chains = choice_in_words(marks, false);
    let choice = match (&houses[..], &marks[..], &cells[..]) {
        ([house, ..], [.., mark], _) => format!("{} would have no place in {house}", mark.digit),
        (_, _, [cell, ..]) => format!("{cell} would have no digit"),
        _ => String::new(),
    };
    format!("Otherwise {choice}: {chains}. So {}.", words::list(&step.deductions))
}
