//! Nice loops and alternating inference chains, with groups or without.

use super::board::Board;
use super::choice::Best;
use super::links::{CANDIDATES, GROUPS, Links, Tree, is_on, node};
use super::step::{Removals, Step};
use super::tables::{PEERS, bits, common_peers, members};

/// What a search needs, kept from one to the next.
#[derive(Default)]
pub struct Trees {
    pub links: Links,
    pub tree: Tree,
    way: Vec<u16>,
}

/// The best loop or chain without groups.
pub fn plain(board: &Board, trees: &mut Trees) -> Option<Step> {
    trees.links.fill(board);
    find(board, trees)
}

/// The best loop or chain with groups.
pub fn grouped(board: &Board, trees: &mut Trees) -> Option<Step> {
    trees.links.fill(board);
    trees.links.fill_groups(board);
    find(board, trees)
}

/// The candidates in the order of the tables: those that are on, then those that are off.
pub fn roots(board: &Board, on: bool) -> impl Iterator<Item = usize> + '_ {
    bits(board.empty)
        .flat_map(move |cell| members(board.cells[cell]).map(move |digit| node(cell, digit, on)))
}

fn find(board: &Board, trees: &mut Trees) -> Option<Step> {
    let Trees { links, tree, way } = trees;
    let mut search = Search { board, links, tree, way, best: Best::default() };
    let mut chains = Best::default();
    for on in [true, false] {
        for root in roots(board, on) {
            search.tree.grow(board, search.links, root);
            search.loops(root);
            if !on {
                std::mem::swap(&mut search.best, &mut chains);
                search.chains(root);
                std::mem::swap(&mut search.best, &mut chains);
            }
        }
    }
    // All loops come before all chains.
    if let Some(chain) = chains.take() {
        search.best.offer(chain);
    }
    search.best.take()
}

struct Search<'a> {
    board: &'a Board,
    links: &'a Links,
    tree: &'a mut Tree,
    way: &'a mut Vec<u16>,
    best: Best,
}

impl Search<'_> {
    /// Loops: ways that come back to the root's cell.
    fn loops(&mut self, root: usize) {
        let cell = root % CANDIDATES / 9;
        for index in self.tree.indirect..self.tree.order.len() {
            let end = usize::from(self.tree.order[index]);
            if end < GROUPS && end % CANDIDATES / 9 == cell {
                self.close(root, end);
            }
        }
    }

    fn close(&mut self, root: usize, end: usize) {
        let cell = root % CANDIDATES / 9;
        let (start, last) = (root % 9, end % 9);
        let candidates = self.board.cells[cell];
        // The first link is weak from a candidate that is on.
        let mut removals = Removals::default();
        let continuous = match (!is_on(root), is_on(end), start == last) {
            (false, false, true) => {
                removals.push(cell, start);
                false
            }
            (true, true, true) => {
                removals.digits(cell, candidates & !(1 << start));
                false
            }
            (false, true, false) => {
                removals.push(cell, start);
                false
            }
            (true, false, false) => {
                removals.push(cell, last);
                false
            }
            (false, false, false) if candidates.count_ones() != 2 => return,
            _ => true,
        };
        if !continuous && !self.best.beats(&removals.0) {
            return;
        }
        self.tree.way(end, self.way);
        let length = self.way.len();
        let at = |index: usize| self.links.cell(self.way[index].into());
        if at(length - 1) == at(length - 2) || self.crosses(false) || at(0) == at(1) {
            return;
        }
        if continuous {
            self.around(root, end, &mut removals);
        }
        removals.sort();
        if !removals.0.is_empty() && self.best.beats(&removals.0) {
            let grouped = self.way.iter().any(|&node| usize::from(node) >= GROUPS);
            let kind = match (grouped, continuous) {
                (false, false) => "discontinuous-nice-loop",
                (false, true) => "continuous-nice-loop",
                (true, false) => "grouped-discontinuous-nice-loop",
                (true, true) => "grouped-continuous-nice-loop",
            };
            self.best.offer(removals.step(kind).expect("it removes something"));
        }
    }

    /// Whether the way comes back to a cell it has left. A loop may come back to its start.
    fn crosses(&self, open: bool) -> bool {
        let mut passed = 0u128;
        let mut before: Option<usize> = None;
        let start = self.links.cell(self.way[0].into());
        for &node in self.way.iter() {
            let cell = self.links.cell(node.into());
            if passed >> cell & 1 == 1 {
                return true;
            }
            let left = before.filter(|&before| open || self.links.cell(before) != start);
            passed |= left.map_or(0, |before| self.links.cells(before));
            before = Some(node.into());
        }
        false
    }

    /// What a continuous loop removes.
    fn around(&self, root: usize, end: usize, removals: &mut Removals) {
        let way: Vec<usize> = self.way.iter().map(|&node| usize::from(node)).collect();
        let cells: Vec<usize> = way.iter().map(|&node| self.links.cell(node)).collect();
        let on: Vec<bool> = way.iter().map(|&node| is_on(node)).collect();
        let last = way.len() - 1;
        let passed = way[..last].iter().fold(0, |set, &node| set | self.links.cells(node));
        let start = cells[0];
        for i in 0..=last {
            let entered = i == 0 && !is_on(root) && is_on(end);
            let inside = i > 0
                && on[i]
                && i + 2 <= last
                && cells[i - 1] != cells[i]
                && !on[i + 1]
                && cells[i] == cells[i + 1]
                && on[i + 2]
                && cells[i + 1] != cells[i + 2];
            if entered || inside {
                let (one, two) = match i {
                    0 => (root % 9, end % 9),
                    _ => (self.links.digit(way[i]), self.links.digit(way[i + 2])),
                };
                removals.digits(cells[i], self.board.cells[cells[i]] & !(1 << one | 1 << two));
            }
            if i > 0 && !on[i] && cells[i - 1] != cells[i] {
                let digit = self.links.digit(way[i]);
                let both = self.links.cells(way[i - 1]) | self.links.cells(way[i]);
                let seen = common_peers(both) & !passed & !(1 << start);
                removals.cells(seen & self.board.places[digit], digit);
            }
        }
    }

    /// Chains: from a candidate that is off to one that is on.
    fn chains(&mut self, root: usize) {
        let (cell, digit) = (root % CANDIDATES / 9, root % 9);
        for index in self.tree.indirect..self.tree.order.len() {
            let end = usize::from(self.tree.order[index]);
            let (other, last) = (end / 9, end % 9);
            if end >= CANDIDATES || other == cell {
                continue;
            }
            let mut removals = Removals::default();
            if last == digit {
                let seen = PEERS[cell] & PEERS[other] & self.board.places[digit];
                if seen.count_ones() < 2 {
                    continue;
                }
                removals.cells(seen, digit);
            } else {
                if PEERS[cell] >> other & 1 == 0
                    || !self.board.has(other, digit)
                    || !self.board.has(cell, last)
                {
                    continue;
                }
                removals.push(cell, last);
                removals.push(other, digit);
            }
            removals.sort();
            if !self.best.beats(&removals.0) {
                continue;
            }
            self.tree.way(end, self.way);
            if self.crosses(true) {
                continue;
            }
            let grouped = self.way.iter().any(|&node| usize::from(node) >= GROUPS);
            let kind = if grouped { "grouped-aic" } else { "aic" };
            self.best.offer(removals.step(kind).expect("it removes something"));
        }
    }
}
