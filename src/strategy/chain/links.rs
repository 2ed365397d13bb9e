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

    /// Weak links of the single candidates of a digit, whose nodes begin at `start`; returns how
    /// many there are.
    #[inline(always)]
    fn between_candidates(&self, digit: Digit, start: usize, weak: &mut Relation) -> usize {
        let layout = self.grid.layout();
        // By house its candidates, a bit each.
        let mut in_house = [0_u128; 3 * CellSet::MAX_ORDER];
        let mut count = 0;
        for cell in self.grid.places(digit).cells(layout) {
            for house in layout.houses_at(cell) {
                in_house[house.index()] |= 1 << count;
            }
            count += 1;
        }
        for (number, cell) in self.grid.places(digit).cells(layout).enumerate() {
            let houses = layout.houses_at(cell).map(|house| in_house[house.index()]);
            let seen = (houses[0] | houses[1] | houses[2]) & !(1 << number);
            weak.point_to_all(start + number, start, seen);
        }
        count
    }

    /// Weak links of one digit: cells that all see each other.
    #[inline(always)]
    pub fn in_digits(&self, weak: &mut Relation, stop: &Stop<'_>) -> ControlFlow<()> {
        let mut start = 0;
        for digit in self.digits {
            start += self.between_candidates(digit, start, weak);
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
        let mut of_digit = groups.start..groups.start;
        for group in groups.clone() {
            let Node { digit, cells } = self.nodes[group];
            if group == of_digit.end {
                let others = &self.nodes[group..groups.end];
                of_digit = group..group + others.partition_point(|node| node.digit == digit);
            }
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
                    true => of_digit.clone().find(|&other| self.nodes[other] == node),
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

#[cfg(test)]
mod tests {
    use super::super::network::Network;
    use super::*;
    use crate::grid::{Layout, Puzzle};
    use crate::strategy::almost_locked;

    /// An 8×8 corner of candidates that leaves pairs, groups and almost locked sets.
    fn grid() -> CandidateGrid {
        let mut grid = CandidateGrid::new(&Puzzle::empty(Layout::nine()));
        for &cell in grid.layout().cells() {
            for digit in grid.candidates(cell) {
                let mixed = cell.row() * 31 + cell.column() * 17 + digit.index() * 7;
                if grid.candidates(cell).len() > 2 && (mixed * mixed + mixed / 3) % 5 > 1 {
                    grid.eliminate(cell, digit);
                }
            }
        }
        grid
    }

    #[test]
    fn links_are_what_their_definition_says() {
        let (grid, never) = (grid(), || false);
        let stop = Stop::new(&never);
        let (layout, all) = (grid.layout(), DigitSet::all(9));
        let mut counted = [0; 3];
        for kind in [Kind::Houses, Kind::Bivalue, Kind::All, Kind::Grouped, Kind::Sets] {
            let sets = almost_locked::find(&grid, &stop);
            let sets = if kind == Kind::Sets { &sets[..] } else { &[] };
            let network = Network::new(&grid, kind, all, sets, &stop);
            for (a, one) in network.nodes.iter().enumerate() {
                for (b, other) in network.nodes.iter().enumerate() {
                    let in_one_cell = a != b
                        && one.cells == other.cells
                        && !one.cells.is_plural()
                        && one.digit != other.digit;
                    let see = one.digit == other.digit
                        && one.cells.is_subset(layout.common_peers(other.cells));
                    let weak = see || in_one_cell && kind >= Kind::All;
                    let is_weak = network.weak.of(a)[b / 64] >> (b % 64) & 1 == 1;
                    assert_eq!(is_weak, weak, "{kind:?} {one:?} {other:?}");
                    let places = grid.places(one.digit);
                    let fills =
                        |&house: &_| places & layout.house_set(house) == (one.cells | other.cells);
                    let apart = one.digit == other.digit && !one.cells.meets(other.cells);
                    let in_house =
                        kind != Kind::Bivalue && apart && layout.houses().iter().any(fills);
                    let two = || {
                        let cell = one.cells.first(layout);
                        cell.is_some_and(|cell| grid.candidates(cell).len() == 2)
                    };
                    let in_cell = kind != Kind::Houses && in_one_cell && two();
                    let is_strong = network.strong_to(a).contains(&(b as u16));
                    // Almost locked sets link their nodes besides.
                    if kind != Kind::Sets {
                        assert_eq!(is_strong, in_house || in_cell, "{kind:?} {one:?} {other:?}");
                    }
                    let groups = one.cells.is_plural() && other.cells.is_plural();
                    let found = [weak && groups, in_house && one.cells.is_plural(), in_cell];
                    counted.iter_mut().zip(found).for_each(|(all, one)| *all += u32::from(one));
                }
            }
        }
        assert!(counted.iter().all(|&count| count > 20), "{counted:?}");
    }
}
