//! Continuous nice loops: a chain that bites its tail.
//!
//! If a chain's last node is weakly linked to its first, the links run round in both
//! directions: either every second node is on and the others are off, or the other way
//! round. So each weak link is a strong one, too: one of its nodes is on, and whatever
//! is weakly linked to both is off. An almost locked set in the loop loses exactly one of
//! the two digits it is linked by, so it is locked on its other digits.
//!
//! Source: HoDoKu's documentation, Nice Loops.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::network::{Kind, Network, members};
use super::path::{Reach, in_words, pattern};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet};
use crate::strategy::{Deduction, Found, Level, Sizes, Step, Strategy};

pub const NICE_LOOP: Strategy = Strategy {
    name: "continuous-nice-loop",
    title: "Continuous Nice Loop",
    source: "HoDoKu",
    level: Level::Unfair,
    score: 280,
    uniqueness: false,
    codes: &["0706"],
    sizes: Sizes::UpToNine,
    find: |grid, found| find(grid, grid.network(Kind::ALL), found),
    explain: |step, _| explain(step),
};

pub const GROUPED_LOOP: Strategy = Strategy {
    name: "grouped-continuous-nice-loop",
    title: "Grouped Continuous Nice Loop",
    score: 300,
    codes: &["0709"],
    find: |grid, found| find(grid, grid.network(Kind::GROUPED), found),
    ..NICE_LOOP
};

pub const ALS_LOOP: Strategy = Strategy {
    name: "als-continuous-nice-loop",
    title: "Continuous Nice Loop with Almost Locked Sets",
    score: 300,
    codes: &["0709-2"],
    find: |grid, found| find(grid, grid.network(Kind::SETS), found),
    ..NICE_LOOP
};

fn find(grid: &CandidateGrid, network: &Network, found: Found<'_>) -> ControlFlow<()> {
    let mut reach = Reach::new(network);
    if !network.concludes(&mut reach) {
        return ControlFlow::Continue(());
    }
    let mut known = HashSet::new();
    for start in 0..network.nodes.len() {
        for first in members(network.strong.of(start)) {
            reach.follow(network, start, Some(first));
            for end in members(network.weak.of(start)) {
                if end == first || !reach.is_on(end) {
                    continue;
                }
                let path = reach.path(end);
                let deductions = conclusions(grid, network, &path);
                if !deductions.is_empty() && known.insert(deductions.clone()) {
                    let closed = [&path[..], &[start]].concat();
                    found(Step { pattern: pattern(grid, network, &closed), deductions })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What a loop rules out, in rising order.
fn conclusions(grid: &CandidateGrid, network: &Network, path: &[usize]) -> Vec<Deduction> {
    let mut out: Vec<(Cell, Digit)> = Vec::new();
    for (place, &node) in path.iter().enumerate() {
        let next = path[(place + 1) % path.len()];
        if place % 2 == 1 {
            if network.any_seen_by_both(node, next) {
                out.extend(network.seen_by_both(node, next));
            }
        } else if let Some(set) = network.set_between(grid, node, next) {
            let ends = [node, next].map(|node| network.nodes[node].digit);
            for digit in set.digits - ends.into_iter().collect::<DigitSet>() {
                let places = grid.places(digit);
                let seen = grid.layout().common_peers(places & set.cells) & places;
                out.extend(seen.cells(grid.layout()).map(|cell| (cell, digit)));
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out.into_iter().map(|(cell, digit)| Deduction::Eliminate(cell, digit)).collect()
}

fn explain(step: &Step) -> String {
    format!(
        "{} That is back where it began, and it holds backwards, too. So of every two \
         neighbours in this loop exactly one is true, and what neither allows is false.",
        in_words(&step.pattern),
    )
}
