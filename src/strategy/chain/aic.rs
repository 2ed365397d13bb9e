//! Alternating inference chains: of the two ends one is on.
//!
//! A chain that begins and ends with a strong link has at least one of its ends on, so
//! a candidate weakly linked to both ends is off. If the ends are the same digit, that
//! is every cell that sees both (type 1); if they are different digits in two cells
//! that see each other, the first cell is not the second's digit, nor the other way
//! round (type 2).
//!
//! ```text
//! R1C1=5 ══ R1C7=5 ── R1C7=8 ══ R4C7=8 ── R4C2=8 ══ R4C2=5     ══ strong, ── weak
//! if R1C1 is not 5, R4C2 is 5: what sees both is not 5
//! ```
//!
//! - **X-Chain**: a chain of one digit, strongly linked where a house has only two places for
//!   it. The shortest are Skyscraper, 2-String Kite and Turbot Fish.
//! - **XY-Chain**: a chain through cells of two candidates, its ends the same digit:
//!   `{5,8} ─8─ {8,2} ─2─ {2,5}`, one of the ends is 5. B09's Y-Wing is the shortest.
//!
//! Chains with one conclusion, or with both ends in one cell, are
//! [discontinuous loops](super::discontinuous). Source: HoDoKu's documentation, AIC, X-Chain,
//! XY-Chain.

use std::ops::ControlFlow;

use super::network::{Concluded, Kind, Network, members};
use super::path::{Reach, in_words, pattern};
use super::search::{search, search_of, suspects};
use crate::grid::{Digit, DigitSet};
use crate::strategy::{Step, Steps, Studied};

pub fn find(grid: &Studied<'_>, kind: Kind, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let Some((network, reach, concluded)) = search(grid, kind)? else {
        return ControlFlow::Continue(());
    };
    let one_cell = |a: usize, b: usize| network.nodes[a].cells == network.nodes[b].cells;
    visit_ends(grid, (network, reach, concluded), |a, b| !one_cell(a, b), steps)
}

pub fn x_chains(grid: &Studied<'_>, digit: Digit, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let suspects = suspects(grid, Kind::Houses)?;
    if !suspects.has_digit(digit) {
        return ControlFlow::Continue(());
    }
    let network = grid.network_of(Kind::Houses, DigitSet::only(digit));
    match search_of(&network, grid, suspects)? {
        Some((reach, concluded)) => {
            visit_ends(grid, (&network, reach, concluded), |_, _| true, steps)
        }
        None => ControlFlow::Continue(()),
    }
}

pub fn xy_chains(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let Some((network, reach, concluded)) = search(grid, Kind::Bivalue)? else {
        return ControlFlow::Continue(());
    };
    let one_digit = |a: usize, b: usize| network.nodes[a].digit == network.nodes[b].digit;
    visit_ends(grid, (network, reach, concluded), one_digit, steps)
}

/// Visits every chain whose ends `fit` and that concludes something new.
fn visit_ends(
    grid: &Studied<'_>,
    (network, mut reach, concluded): (&Network, Reach, &Concluded),
    fit: impl Fn(usize, usize) -> bool,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let possible = members(&concluded.ends).take_while(|&start| start < network.nodes.len());
    for start in possible {
        grid.poll()?;
        reach.follow(network, start, None);
        for &end in reach.queue.iter().filter(|&&end| end > start && fit(start, end)) {
            if !network.any_seen_by_both(start, end) {
                continue;
            }
            let deductions = network.seen_by_both(start, end);
            steps.add_once(deductions, || pattern(grid, network, &reach.path(end)))?;
        }
    }
    ControlFlow::Continue(())
}

pub fn explain(step: &Step, _: &Studied<'_>) -> String {
    format!(
        "{} So the first or the last of these candidates is true, and what neither \
         allows is false.",
        in_words(&step.pattern),
    )
}
