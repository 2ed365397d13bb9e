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
//! Chains with one conclusion, or with both ends in one cell, are
//! [discontinuous loops](super::discontinuous). Source: HoDoKu's documentation, AIC.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::network::{Kind, Network};
use super::path::{Reach, in_words, pattern};
use crate::grid::CandidateGrid;
use crate::strategy::{Deduction, Found, Level, Sizes, Step, Strategy};

pub const AIC: Strategy = Strategy {
    name: "aic",
    title: "Alternating Inference Chain",
    source: "HoDoKu",
    level: Level::Unfair,
    score: 280,
    uniqueness: false,
    codes: &["0708"],
    sizes: Sizes::UpToNine,
    find: |grid, found| find(grid, grid.network(Kind::ALL), found),
    explain: |step, _| explain(step),
};

pub const GROUPED_AIC: Strategy = Strategy {
    name: "grouped-aic",
    title: "Grouped Alternating Inference Chain",
    score: 300,
    codes: &["0711"],
    find: |grid, found| find(grid, grid.network(Kind::GROUPED), found),
    ..AIC
};

pub const ALS_AIC: Strategy = Strategy {
    name: "als-aic",
    title: "Alternating Inference Chain with Almost Locked Sets",
    score: 300,
    codes: &["0711-3", "0711-4"],
    find: |grid, found| find(grid, grid.network(Kind::SETS), found),
    ..AIC
};

fn find(grid: &CandidateGrid, network: &Network, found: Found<'_>) -> ControlFlow<()> {
    let one_cell = |a: usize, b: usize| network.nodes[a].cells == network.nodes[b].cells;
    visit_ends(grid, network, |a, b| !one_cell(a, b), found)
}

/// Visits every chain whose ends `fit` and that concludes something new.
pub fn visit_ends(
    grid: &CandidateGrid,
    network: &Network,
    fit: impl Fn(usize, usize) -> bool,
    found: Found<'_>,
) -> ControlFlow<()> {
    let mut reach = Reach::new(network);
    if !network.concludes(&mut reach) {
        return ControlFlow::Continue(());
    }
    let mut known = HashSet::new();
    for start in 0..network.nodes.len() {
        reach.follow(network, start, None);
        for &end in reach.queue.iter().filter(|&&end| end > start && fit(start, end)) {
            if !network.any_seen_by_both(start, end) {
                continue;
            }
            let deductions: Vec<Deduction> = network
                .seen_by_both(start, end)
                .map(|(cell, digit)| Deduction::Eliminate(cell, digit))
                .collect();
            if known.insert(deductions.clone()) {
                found(Step { pattern: pattern(grid, network, &reach.path(end)), deductions })?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub fn explain(step: &Step) -> String {
    format!(
        "{} So the first or the last of these candidates is true, and what neither \
         allows is false.",
        in_words(&step.pattern),
    )
}
