//! Continuous nice loops: a chain that bites its tail.
//!
//! If a chain's last node is weakly linked to its first, the links run round in both
//! directions: either every second node is on and the others are off, or the other way
//! round. So each weak link is a strong one, too: one of its nodes is on, and whatever
//! is weakly linked to both is off. An almost locked set in the loop loses exactly one of
//! the two digits it is linked by, so it is locked on its other digits.
//!
//! Source: HoDoKu's documentation, Nice Loops.

use std::ops::ControlFlow;

use super::network::{Kind, Network, members};
use super::path::{in_words, pattern};
use super::search::search;
use crate::grid::{CandidateGrid, DigitSet};
use crate::strategy::seen::eliminate_seen;
use crate::strategy::{Deduction, Step, Steps, Studied};

pub fn find(grid: &Studied<'_>, kind: Kind, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let Some((network, mut reach, concluded)) = search(grid, kind)? else {
        return ControlFlow::Continue(());
    };
    let possible = members(&concluded.members).take_while(|&start| start < network.nodes.len());
    let is_member = |node: usize| concluded.members[node / 64] >> (node % 64) & 1 == 1;
    for start in possible {
        for &first in network.strong_to(start) {
            let first = usize::from(first);
            grid.poll()?;
            // A loop that concludes something has members alone.
            if !is_member(first) {
                continue;
            }
            reach.follow(network, start, Some(first));
            for end in members(network.weak.of(start)) {
                if end == first || !reach.is_on(end) || !is_member(end) {
                    continue;
                }
                let path = reach.path(end);
                let deductions = conclusions(grid, network, &path);
                steps.add_once(deductions, || {
                    pattern(grid, network, &[&path[..], &[start]].concat())
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What a loop rules out, in rising order.
fn conclusions(grid: &CandidateGrid, network: &Network, path: &[usize]) -> Vec<Deduction> {
    let mut out: Vec<Deduction> = Vec::new();
    for (place, &node) in path.iter().enumerate() {
        let next = path[(place + 1) % path.len()];
        if place % 2 == 1 {
            if network.any_seen_by_both(node, next) {
                out.extend(network.seen_by_both(node, next));
            }
        } else if let Some(set) = network.set_between(grid, node, next) {
            let ends = [node, next].map(|node| network.nodes[node].digit);
            for digit in set.digits - ends.into_iter().collect::<DigitSet>() {
                let places = (grid.places(digit) & set.cells).cells(grid.layout());
                out.extend(eliminate_seen(DigitSet::only(digit), places, grid));
            }
        }
    }
    Deduction::sorted(out)
}

pub fn explain(step: &Step, _: &Studied<'_>) -> String {
    format!(
        "{} That is back where it began, and it holds backwards, too. So of every two \
         neighbours in this loop exactly one is true, and what neither allows is false.",
        in_words(&step.pattern),
    )
}
