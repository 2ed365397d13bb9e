//! Which nodes are linked, and how.

use std::ops::ControlFlow;

use super::node::{Kind, Node};
use super::relation::{Relation, members};
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet};
use crate::strategy::stop::Stop;

/// The nodes of some digits, which are to be linked.
pub struct Links<'a> {
    grid: &'a CandidateGrid,
    digits: DigitSet,
    nodes: &'a [Node],
    candidates: usize,
    /// By cell and digit, the node of a single candidate.
    numbers: Vec<u16>,
}

impl<'a> Links<'a> {
    /// Of these nodes the first are the single `candidates`, all those of the digits.
    #[inline(always)]
    pub fn new(
        grid: &'a CandidateGrid,
        digits: DigitSet,
        nodes: &'a [Node],
        candidates: usize,
    ) -> Links<'a> {
        let (layout, order) = (grid.layout(), grid.order());
        let mut numbers = vec![0; layout.cells().len() * order];
        for (number, node) in nodes[..candidates].iter().enumerate() {
            if let Some(cell) = node.cells.first(layout) {
                numbers[cell.index() * order + node.digit.index()] = number as u16;
            }
        }
        Links { grid, digits, nodes, candidates, numbers }
    }

    /// The node of a single candidate.
    #[inline(always)]
    fn number(&self, cell: Cell, digit: Digit) -> usize {
        usize::from(self.numbers[cell.index() * self.grid.order() + digit.index()])
    }

    #[inline(always)]
    fn numbers(&self, cells: CellSet, digit: Digit) -> impl Iterator<Item = usize> + '_ {
        cells.cells(self.grid.layout()).map(move |cell| self.number(cell, digit))
    }

    /// Weak links of one digit: cells that all see each other.
    #[inline(always)]
    pub fn in_digits(&self, weak: &mut Relation, stop: &Stop<'_>) -> ControlFlow<()> {
        let layout = self.grid.layout();
        for (number, &Node { digit, cells }) in self.nodes[..self.candidates].iter().enumerate() {
            if let Some(cell) = cells.first(layout) {
                let seen = layout.peer_set(cell) & self.grid.places(digit);
                for single in self.numbers(seen, digit) {
                    weak.join(number, single);
                }
            }
        }
        // A node of several cells sees what all its cells see: at first single candidates, and
        // when these know of it, the other nodes of several cells, too.
        let mut common = Vec::new();
        let mut numbers = Vec::with_capacity(CellSet::MAX_ORDER);
        for is_second in [false, true] {
            for (number, node) in self.nodes.iter().enumerate().skip(self.candidates) {
                stop.poll()?;
                numbers.clear();
                for single in self.numbers(node.cells, node.digit) {
                    numbers.push(single);
                }
                weak.join_to_common(number, &numbers, &mut common);
            }
            if is_second {
                break;
            }
            for number in self.candidates..self.nodes.len() {
                common.clear();
                common.extend_from_slice(&weak.of(number)[..self.candidates.div_ceil(64)]);
                for single in members(&common) {
                    weak.join(number, single);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Strong links in houses: two nodes that are all places of a digit. Of the nodes of several
    /// cells these are the `groups`, all of them in a box and a line.
    #[inline(always)]
    pub fn in_houses(&self, groups: std::ops::Range<usize>, strong: &mut Relation) {
        let (grid, layout) = (self.grid, self.grid.layout());
        for digit in self.digits {
            for &house in layout.houses() {
                if grid.positions(house, digit).count_ones() == 2 {
                    let mut two = self.numbers(grid.places(digit) & layout.house_set(house), digit);
                    if let (Some(a), Some(b)) = (two.next(), two.next()) {
                        strong.join(a, b);
                    }
                }
            }
        }
        for group in groups.clone() {
            let Node { digit, cells } = self.nodes[group];
            let Some(first) = cells.first(layout) else { continue };
            for house in layout.houses_at(first) {
                let in_house = layout.house_set(house);
                let others = (grid.places(digit) & in_house) - cells;
                if !cells.is_subset(in_house) || others.is_empty() {
                    continue;
                }
                let node = Node { digit, cells: others };
                let other = match others.is_plural() {
                    false => self.numbers(others, digit).next(),
                    true => groups.clone().find(|&other| self.nodes[other] == node),
                };
                if let Some(other) = other {
                    strong.join(group, other);
                }
            }
        }
    }

    /// Links between the digits of a cell.
    #[inline(always)]
    pub fn in_cells(&self, kind: Kind, weak: &mut Relation, strong: &mut Relation) {
        for &cell in self.grid.layout().cells() {
            let digits = self.grid.candidates(cell) & self.digits;
            if digits.len() < 2 || kind < Kind::All && digits.len() != 2 {
                continue;
            }
            let mut rest = digits;
            while let Some(digit) = rest.next() {
                let a = self.number(cell, digit);
                for other in rest {
                    let b = self.number(cell, other);
                    if kind >= Kind::All {
                        weak.join(a, b);
                    }
                    if digits.len() == 2 {
                        strong.join(a, b);
                    }
                }
            }
        }
    }
}
