//! Discontinuous nice loops: a chain that returns to one cell.
//!
//! - Both ends are weakly linked to one candidate: it is off, for otherwise both ends
//!   were. A loop that is broken at this candidate.
//! - Both ends are in one cell. If they are one candidate, it is on, for being off
//!   would make it on; if two, one of them is. Either way the cell's other candidates
//!   are off.
//!
//! Source: HoDoKu's documentation, Nice Loops.

use std::ops::ControlFlow;

use super::network::{Kind, members};
use super::path::{in_words, pattern};
use super::search::search;
use crate::strategy::{Deduction, Mark, Role, Step, Steps, Studied};

pub fn find(grid: &Studied<'_>, kind: Kind, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let Some((network, mut reach, concluded)) = search(grid, kind)? else {
        return ControlFlow::Continue(());
    };
    let possible = members(&concluded.ends).take_while(|&start| start < network.nodes.len());
    for start in possible {
        grid.poll()?;
        reach.follow(network, start, None);
        for &end in reach.queue.iter().filter(|&&end| end >= start) {
            if start != end && !network.any_seen_by_both(start, end) {
                continue;
            }
            let mut add = |deductions: Vec<Deduction>| {
                steps.add_once(deductions, || pattern(grid, network, &reach.path(end)))
            };
            let [one, other] = [start, end].map(|node| network.nodes[node]);
            if one.cells == other.cells && start < network.candidates {
                let cell = network.candidate(start).map(|(cell, _)| cell);
                let others = cell.into_iter().flat_map(|cell| {
                    let digits = grid.candidates(cell);
                    let others = digits.filter(|digit| ![one.digit, other.digit].contains(digit));
                    others.map(move |digit| Deduction::Eliminate(cell, digit))
                });
                add(others.collect())?;
            } else if start != end {
                for deduction in network.seen_by_both(start, end) {
                    add(vec![deduction])?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub fn explain(step: &Step, _: &Studied<'_>) -> String {
    let candidate = |mark: Option<&Mark>| mark.map(|mark| (mark.cell, mark.digit));
    let links = step.pattern.marks.iter().filter(|mark| !matches!(mark.role, Role::Set(_)));
    let (first, last) = (links.clone().next(), links.clone().next_back());
    let (cell, digit) = (step.deductions[0].cell(), step.deductions[0].digit());
    let chain = in_words(&step.pattern);
    // A group that contains the first candidate is another end, and rules out others.
    if candidate(first) == candidate(last) && first.is_some_and(|first| first.cell == cell) {
        return format!("{chain} That contradicts the beginning, so it is, and nothing else.");
    }
    format!("{chain} So one of the ends is true, and {cell} is not {digit}.")
}
