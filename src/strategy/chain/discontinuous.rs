//! Discontinuous nice loops: a chain that returns to one cell.
//!
//! - Both ends are weakly linked to one candidate: it is off, for otherwise both ends
//!   were. A loop that is broken at this candidate.
//! - Both ends are in one cell. If they are one candidate, it is on, for being off
//!   would make it on; if two, one of them is. Either way the cell's other candidates
//!   are off.
//!
//! Source: HoDoKu's documentation, Nice Loops.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::network::{Kind, Network};
use super::path::{Reach, in_words, pattern};
use crate::grid::CandidateGrid;
use crate::strategy::{Deduction, Found, Level, Mark, Role, Sizes, Step, Strategy};

pub const DISCONTINUOUS: Strategy = Strategy {
    name: "discontinuous-nice-loop",
    title: "Discontinuous Nice Loop",
    source: "HoDoKu",
    level: Level::Unfair,
    score: 280,
    uniqueness: false,
    codes: &["0707"],
    sizes: Sizes::UpToNine,
    find: |grid, found| find(grid, grid.network(Kind::ALL), found),
    explain: |step, _| explain(step),
};

pub const GROUPED_DISCONTINUOUS: Strategy = Strategy {
    name: "grouped-discontinuous-nice-loop",
    title: "Grouped Discontinuous Nice Loop",
    score: 300,
    codes: &["0710"],
    find: |grid, found| find(grid, grid.network(Kind::GROUPED), found),
    ..DISCONTINUOUS
};

pub const ALS_DISCONTINUOUS: Strategy = Strategy {
    name: "als-discontinuous-nice-loop",
    title: "Discontinuous Nice Loop with Almost Locked Sets",
    score: 300,
    codes: &["0710-3", "0710-4"],
    find: |grid, found| find(grid, grid.network(Kind::SETS), found),
    ..DISCONTINUOUS
};

fn find(grid: &CandidateGrid, network: &Network, found: Found<'_>) -> ControlFlow<()> {
    let mut reach = Reach::new(network);
    if !network.concludes(&mut reach) {
        return ControlFlow::Continue(());
    }
    let mut known = HashSet::new();
    for start in 0..network.nodes.len() {
        reach.follow(network, start, None);
        for &end in reach.queue.iter().filter(|&&end| end >= start) {
            if start != end && !network.any_seen_by_both(start, end) {
                continue;
            }
            let same_cell = network.nodes[start].cells == network.nodes[end].cells;
            let mut report = |deductions: Vec<Deduction>| {
                if deductions.is_empty() || !known.insert(deductions.clone()) {
                    return ControlFlow::Continue(());
                }
                found(Step { pattern: pattern(grid, network, &reach.path(end)), deductions })
            };
            if same_cell && start < network.candidates {
                let cell = network.nodes[start].cells.first(grid.layout());
                let ends = [start, end].map(|node| network.nodes[node].digit);
                report(
                    cell.into_iter()
                        .flat_map(|cell| grid.candidates(cell).map(move |digit| (cell, digit)))
                        .filter(|(_, digit)| !ends.contains(digit))
                        .map(|(cell, digit)| Deduction::Eliminate(cell, digit))
                        .collect(),
                )?;
            } else if start != end {
                for (cell, digit) in network.seen_by_both(start, end) {
                    report(vec![Deduction::Eliminate(cell, digit)])?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step) -> String {
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
