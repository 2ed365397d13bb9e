//! What each candidate's being on or off implies, link by link.

use std::ops::ControlFlow;

use super::network::{Kind, Network, members};
use super::path::{Reach, add};
use crate::grid::{Cell, Digit};
use crate::strategy::{Pattern, Role, Studied};

/// Nodes as bits, those that are off and those that are on.
pub struct Consequences {
    pub on: Vec<u64>,
    pub off: Vec<u64>,
}

/// The consequences of every candidate's being on.
pub struct Assumed<'a> {
    network: &'a Network,
    reach: Reach,
    /// By candidate.
    by_node: Vec<Consequences>,
    /// By cell and digit, the candidate's node.
    index: Vec<usize>,
    order: usize,
}

impl<'a> Assumed<'a> {
    /// Follows each candidate through links of single and grouped candidates. Breaks if
    /// the search is stopped.
    pub fn new(grid: &'a Studied<'_>) -> ControlFlow<(), Assumed<'a>> {
        let network = grid.network(Kind::Grouped);
        let (layout, order) = (grid.layout(), grid.order());
        let mut reach = Reach::new(network);
        let mut index = vec![0; layout.cells().len() * order];
        let mut by_node = Vec::with_capacity(network.candidates);
        for node in 0..network.candidates {
            grid.poll()?;
            if let Some((cell, digit)) = network.candidate(node) {
                index[cell.index() * order + digit.index()] = node;
            }
            reach.assume(network, node, true);
            by_node.push(Consequences { on: reach.on.clone(), off: reach.off.clone() });
        }
        ControlFlow::Continue(Assumed { network, reach, by_node, index, order })
    }

    /// What follows if the cell holds the digit.
    pub fn of(&self, (cell, digit): (Cell, Digit)) -> &Consequences {
        &self.by_node[self.node((cell, digit))]
    }

    /// The candidates among some nodes.
    pub fn candidates(&self, nodes: &[u64]) -> Vec<(Cell, Digit)> {
        let single = members(nodes).take_while(|&node| node < self.network.candidates);
        single.filter_map(|node| self.network.candidate(node)).collect()
    }

    /// Adds the paths from each candidate of a choice, on, to a conclusion, on or off.
    pub fn add_paths(
        &mut self,
        pattern: &mut Pattern,
        choice: &[(Cell, Digit)],
        conclusion: (Cell, Digit),
        on: bool,
    ) {
        let end = self.node(conclusion);
        for (number, &start) in choice.iter().enumerate() {
            let start = self.node(start);
            self.reach.assume(self.network, start, true);
            let first = pattern.marks.len();
            add(pattern, self.network, &self.reach.path_to(end, on), true);
            pattern.marks[first].role = Role::Set(number as u8);
        }
    }

    /// Adds the paths from the contrary of a conclusion to each candidate of a choice, off.
    pub fn add_refutation(
        &mut self,
        pattern: &mut Pattern,
        choice: &[(Cell, Digit)],
        conclusion: (Cell, Digit),
        on: bool,
    ) {
        self.reach.assume(self.network, self.node(conclusion), !on);
        for (number, &end) in choice.iter().enumerate() {
            let path = self.reach.path_to(self.node(end), false);
            add(pattern, self.network, &path, !on);
            if let Some(last) = pattern.marks.last_mut() {
                last.role = Role::Set(number as u8);
            }
        }
    }

    /// Whether a candidate's being on, or off, leads to the contrary.
    pub fn refutes_itself(&mut self, candidate: (Cell, Digit), on: bool) -> bool {
        let node = self.node(candidate);
        self.reach.assume(self.network, node, on);
        let contrary = if on { &self.reach.off } else { &self.reach.on };
        contrary[node / 64] >> (node % 64) & 1 == 1
    }

    fn node(&self, (cell, digit): (Cell, Digit)) -> usize {
        self.index[cell.index() * self.order + digit.index()]
    }
}

/// What several assumptions agree on.
pub fn common<'a>(mut nodes: impl Iterator<Item = &'a Vec<u64>>) -> Vec<u64> {
    let mut all = nodes.next().cloned().unwrap_or_default();
    for nodes in nodes {
        all.iter_mut().zip(nodes).for_each(|(all, nodes)| *all &= nodes);
    }
    all
}
