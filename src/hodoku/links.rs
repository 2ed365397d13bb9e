//! What follows from a candidate that is on or off, directly.
//!
//! Nodes are numbered: candidates that are on, candidates that are off, then groups, each on and
//! off. A group is two or three places of a digit where a line and a box cross.

use super::board::Board;
use super::tables::{HOUSE_SETS, HOUSES_OF, bits, common_peers, first, members};

/// Candidates: nine for each cell.
pub const CANDIDATES: usize = 729;

/// The first node of a group.
pub const GROUPS: usize = 2 * CANDIDATES;

/// The node of a candidate.
pub fn node(cell: usize, digit: usize, on: bool) -> usize {
    cell * 9 + digit + if on { 0 } else { CANDIDATES }
}

/// A group of places.
#[derive(Clone)]
pub struct Group {
    pub digit: usize,
    pub cells: u128,
    peers: u128,
    line: usize,
    block: usize,
}

/// The direct consequences of each node, in the order in which they are noted.
#[derive(Default)]
pub struct Links {
    pub next: Vec<Vec<u16>>,
    pub groups: Vec<Group>,
}

impl Links {
    /// Those of a board, without groups.
    pub fn fill(&mut self, board: &Board) {
        self.next.iter_mut().for_each(Vec::clear);
        self.next.resize(GROUPS, Vec::new());
        self.groups.clear();
        for cell in bits(board.empty) {
            for digit in members(board.cells[cell]) {
                self.fill_candidate(board, cell, digit);
            }
        }
    }

    fn fill_candidate(&mut self, board: &Board, cell: usize, digit: usize) {
        let others = board.cells[cell] & !(1 << digit);
        let on = &mut self.next[node(cell, digit, true)];
        on.extend(members(others).map(|other| node(cell, other, false) as u16));
        let mut noted = 1u128 << cell;
        for house in HOUSES_OF[cell].map(usize::from) {
            let places = board.in_house(house, digit) & !noted;
            on.extend(bits(places).map(|place| node(place, digit, false) as u16));
            noted |= places;
        }
        let off = &mut self.next[node(cell, digit, false)];
        if others.is_power_of_two() {
            off.push(node(cell, others.trailing_zeros() as usize, true) as u16);
        }
        for house in HOUSES_OF[cell].map(usize::from) {
            if board.free[house][digit] == 2 {
                let mate = first(board.in_house(house, digit) & !(1 << cell));
                let mate = node(mate, digit, true) as u16;
                if !off.contains(&mate) {
                    off.push(mate);
                }
            }
        }
    }

    /// Adds groups, of rows, then of columns.
    pub fn fill_groups(&mut self, board: &Board) {
        self.groups.clear();
        for line in 0..18 {
            for digit in 0..9 {
                let in_line = board.in_house(line, digit);
                for block in (18..27).filter(|_| in_line != 0) {
                    let cells = in_line & HOUSE_SETS[block];
                    if cells.count_ones() >= 2 {
                        let peers = common_peers(cells);
                        self.groups.push(Group { digit, cells, peers, line, block });
                    }
                }
            }
        }
        self.next.truncate(GROUPS + 2 * self.groups.len());
        self.next.iter_mut().skip(GROUPS).for_each(Vec::clear);
        self.next.resize(GROUPS + 2 * self.groups.len(), Vec::new());
        for index in 0..self.groups.len() {
            self.fill_group(board, index);
        }
    }

    fn fill_group(&mut self, board: &Board, index: usize) {
        let group = self.groups[index].clone();
        let (on, off) = (GROUPS + 2 * index, GROUPS + 2 * index + 1);
        let digit = group.digit;
        let seen = board.places[digit] & group.peers;
        for cell in bits(seen) {
            self.next[on].push(node(cell, digit, false) as u16);
            self.next[node(cell, digit, true)].push(off as u16);
        }
        for house in [group.block, group.line] {
            let rest = seen & HOUSE_SETS[house];
            if rest.is_power_of_two() {
                let cell = node(first(rest), digit, true) as u16;
                if !self.next[off].contains(&cell) {
                    self.next[off].push(cell);
                }
                self.next[node(first(rest), digit, false)].push(on as u16);
            }
        }
        // Whether it is a row, column or box: how many groups are in it, and the first of them.
        let mut shared = [(0, 0); 2];
        let houses = [group.line, group.block];
        for (other, two) in self.groups.iter().enumerate() {
            if other == index || two.digit != digit || two.cells & group.cells != 0 {
                continue;
            }
            let same = [two.line == group.line, two.block == group.block];
            for (kind, _) in same.iter().enumerate().filter(|(_, same)| **same) {
                if shared[kind].0 == 0 {
                    shared[kind].1 = other;
                }
                shared[kind].0 += 1;
                self.next[on].push((GROUPS + 2 * other + 1) as u16);
            }
        }
        for ((count, other), house) in shared.into_iter().zip(houses) {
            let covered = group.cells | self.groups[other].cells;
            if count == 1 && board.in_house(house, digit) & !covered == 0 {
                self.next[off].push((GROUPS + 2 * other) as u16);
            }
        }
    }

    /// The first cell of a node.
    pub fn cell(&self, node: usize) -> usize {
        if node < GROUPS { node % CANDIDATES / 9 } else { first(self.cells(node)) }
    }

    /// All cells of a node.
    pub fn cells(&self, node: usize) -> u128 {
        if node < GROUPS {
            1 << (node % CANDIDATES / 9)
        } else {
            self.groups[(node - GROUPS) / 2].cells
        }
    }

    /// The digit of a node.
    pub fn digit(&self, node: usize) -> usize {
        if node < GROUPS { node % 9 } else { self.groups[(node - GROUPS) / 2].digit }
    }
}

/// Whether a node is on.
pub fn is_on(node: usize) -> bool {
    if node < GROUPS { node < CANDIDATES } else { (node - GROUPS) % 2 == 0 }
}

/// What follows from one node, nearest first.
#[derive(Default)]
pub struct Tree {
    /// The nodes as they are reached, the root first.
    pub order: Vec<u16>,
    /// By node: the one it follows from directly.
    parent: Vec<u16>,
    reached: Vec<bool>,
    /// Where in `order` those that do not follow directly begin.
    pub indirect: usize,
}

impl Tree {
    /// A table holds this many nodes at most.
    const MOST: usize = 1000;

    /// Grows the tree of a root.
    pub fn grow(&mut self, links: &Links, root: usize) {
        self.order.clear();
        self.reached.clear();
        self.reached.resize(links.next.len(), false);
        self.parent.resize(links.next.len(), 0);
        self.order.push(root as u16);
        self.reached[root] = true;
        let mut at = 0;
        while at < self.order.len() && self.order.len() < Tree::MOST {
            let from = self.order[at];
            for &next in &links.next[usize::from(from)] {
                if !std::mem::replace(&mut self.reached[usize::from(next)], true) {
                    self.parent[usize::from(next)] = from;
                    self.order.push(next);
                }
            }
            if at == 0 {
                self.indirect = self.order.len();
            }
            at += 1;
        }
    }

    /// The way to a node, from the root on.
    pub fn way(&self, node: usize, way: &mut Vec<u16>) {
        way.clear();
        let (root, mut at) = (self.order[0], node as u16);
        while at != root {
            way.push(at);
            at = self.parent[usize::from(at)];
        }
        way.push(root);
        way.reverse();
    }
}
