//! What follows from a candidate that is on or off, directly.
//!
//! Nodes are numbered: candidates that are on, candidates that are off, then groups, each on and
//! off. A group is two or three places of a digit where a line and a box cross.

use super::board::Board;
use super::tables::{HOUSE_SETS, HOUSES_OF, PEERS, bits, common_peers, first, members};

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
    /// Of a candidate that is on only the groups, which come after other candidates: those of its
    /// cell, then those of its digit in row, column and box.
    pub next: Vec<Vec<u16>>,
    pub groups: Vec<Group>,
    /// By digit: the candidates from which something follows if they are off.
    leading: [u128; 9],
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
        self.note_leading();
    }

    fn note_leading(&mut self) {
        self.leading = [0; 9];
        for (candidate, next) in self.next[CANDIDATES..GROUPS].iter().enumerate() {
            self.leading[candidate % 9] |= u128::from(!next.is_empty()) << (candidate / 9);
        }
    }

    fn fill_candidate(&mut self, board: &Board, cell: usize, digit: usize) {
        let others = board.cells[cell] & !(1 << digit);
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
        self.note_leading();
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
    if node < GROUPS { node < CANDIDATES } else { (node - GROUPS).is_multiple_of(2) }
}

/// What follows from one node, nearest first.
#[derive(Default)]
pub struct Tree {
    /// The nodes as they are reached, the root first, without candidates that are off from which
    /// nothing follows, unless they are in the root's cell.
    pub order: Vec<u16>,
    /// By node: the one it follows from directly.
    parent: Vec<u16>,
    /// By digit: the candidates that are reached, on and off.
    pub on: [u128; 9],
    pub off: [u128; 9],
    /// By group: whether it is reached, on and off.
    groups: Vec<bool>,
    /// Where in `order` those that do not follow directly begin.
    pub indirect: usize,
}

impl Tree {
    /// A table holds this many nodes at most.
    const MOST: usize = 1000;

    /// Grows the tree of a root.
    pub fn grow(&mut self, board: &Board, links: &Links, root: usize) {
        self.order.clear();
        (self.on, self.off) = ([0; 9], [0; 9]);
        self.groups.clear();
        self.groups.resize(links.next.len() - GROUPS, false);
        self.parent.resize(links.next.len(), 0);
        let mut pushed = links.leading;
        if root < GROUPS {
            pushed.iter_mut().for_each(|set| *set |= 1 << (root % CANDIDATES / 9));
        }
        self.reach(root, 0, &pushed);
        let mut at = 0;
        while at < self.order.len() && self.order.len() < Tree::MOST {
            let from = usize::from(self.order[at]);
            if from < CANDIDATES {
                self.put_out(board, from, &pushed);
            }
            for &next in &links.next[from] {
                self.reach(next.into(), from, &pushed);
            }
            if at == 0 {
                self.indirect = self.order.len();
            }
            at += 1;
        }
    }

    fn reach(&mut self, node: usize, from: usize, pushed: &[u128; 9]) {
        let new = if node < GROUPS {
            let (candidate, sets) = match node.checked_sub(CANDIDATES) {
                None => (node, &mut self.on),
                Some(candidate) => (candidate, &mut self.off),
            };
            let (set, cell) = (&mut sets[candidate % 9], 1 << (candidate / 9));
            let new = *set & cell == 0 && (node < CANDIDATES || pushed[candidate % 9] & cell != 0);
            *set |= cell;
            new
        } else {
            !std::mem::replace(&mut self.groups[node - GROUPS], true)
        };
        if new {
            self.parent[node] = from as u16;
            self.order.push(node as u16);
        }
    }

    /// The candidates that are off because this one is on.
    fn put_out(&mut self, board: &Board, from: usize, pushed: &[u128; 9]) {
        let (cell, digit) = (from / 9, from % 9);
        for other in members(board.cells[cell] & !(1 << digit)) {
            self.reach(node(cell, other, false), from, pushed);
        }
        let seen = PEERS[cell] & board.places[digit];
        let new = seen & !self.off[digit] & pushed[digit];
        self.off[digit] |= seen;
        if new == 0 {
            return;
        }
        let [row, column, _] = HOUSES_OF[cell].map(|house| HOUSE_SETS[usize::from(house)]);
        let lines = bits(new & row).chain(bits(new & column));
        for place in lines.chain(bits(new & !row & !column)) {
            let off = node(place, digit, false);
            self.parent[off] = from as u16;
            self.order.push(off as u16);
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
