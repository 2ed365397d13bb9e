//! What follows from each candidate where four rounds of singles are gone through.

use super::board::Board;
use super::links::{GROUPS, Links, node};
use super::loops::roots;
use super::singles::is_hidden;
use super::tables::{HOUSE_SETS, HOUSES_OF, PEERS, bits, members};

/// Rounds of singles after the assumption.
const ROUNDS: usize = 4;

/// A table holds this many nodes at most.
const MOST: usize = 1000;

/// Parents of a node in its table: places in it, the latest first, 0 for none.
type Parents = [u16; 5];

/// What follows from one node.
#[derive(Default)]
pub struct Table {
    /// The nodes as they are noted, the root first.
    pub nodes: Vec<u16>,
    /// By place: where it follows from, or of an expanded node, the node whose table it is from.
    parents: Vec<Parents>,
    distances: Vec<u16>,
    /// How many were noted before the table was expanded.
    direct: usize,
    /// By node: its place in the table and one, or 0.
    places: Vec<u16>,
}

impl Table {
    fn contains(&self, node: usize) -> bool {
        self.places.get(node).is_some_and(|&place| place != 0)
    }

    /// The place of a node; 0, the root's, if it has none.
    fn place(&self, node: usize) -> u16 {
        self.places.get(node).map_or(0, |place| place.saturating_sub(1))
    }

    fn note(&mut self, node: usize, parents: Parents) {
        if self.contains(node) && node < GROUPS || self.nodes.len() >= MOST {
            return;
        }
        let before = self.distances.get(usize::from(parents[0])).copied().unwrap_or(0);
        self.push(node, latest_first(parents), before + 1);
    }

    fn clear(&mut self) {
        for node in self.nodes.drain(..) {
            self.places[usize::from(node)] = 0;
        }
        self.parents.clear();
        self.distances.clear();
    }

    fn push(&mut self, node: usize, parents: Parents, distance: u16) {
        if self.places.len() <= node {
            self.places.resize(node + 1, 0);
        }
        self.nodes.push(node as u16);
        self.places[node] = self.nodes.len() as u16;
        self.parents.push(parents);
        self.distances.push(distance);
    }
}

/// The latest parent comes first.
fn latest_first(mut parents: Parents) -> Parents {
    for index in 1..5 {
        if parents[index] > parents[0] {
            parents.swap(0, index);
        }
    }
    parents
}

/// The tables of all nodes. They are large: keep them from board to board.
#[derive(Default)]
pub struct Nets {
    pub tables: Vec<Table>,
}

impl Nets {
    /// Makes them those of a board.
    pub fn fill(&mut self, board: &Board, links: &mut Links) {
        links.fill(board);
        let plain: Vec<usize> = links.next.iter().map(Vec::len).collect();
        links.fill_groups(board);
        let tables = &mut self.tables;
        tables.iter_mut().for_each(Table::clear);
        tables.resize_with(links.next.len(), Table::default);
        for on in [true, false] {
            for root in roots(board, on) {
                let empty = std::mem::take(&mut tables[root]);
                tables[root] = Builder::table(board, empty, root, on);
            }
        }
        // What groups add comes last, and what follows from groups.
        for (root, table) in tables.iter_mut().enumerate() {
            let skipped = plain.get(root).copied().unwrap_or(0);
            if root >= GROUPS {
                table.note(root, [0; 5]);
            }
            for &next in links.next[root].iter().skip(skipped) {
                table.note(next.into(), [0; 5]);
            }
            table.direct = table.nodes.len();
        }
        for root in roots(board, true).chain(roots(board, false)) {
            let mut table = std::mem::take(&mut tables[root]);
            expand(&mut table, tables);
            tables[root] = table;
        }
    }

    /// Whether the way to a candidate in the table of a root has a link with several parents.
    pub fn branches(&self, root: usize, cell: usize, digit: usize, on: bool) -> bool {
        let table = &self.tables[root];
        let target = node(cell, digit, on);
        if !table.contains(target) {
            return false;
        }
        let mut place = usize::from(table.place(target));
        // A way that turns back on itself ends with the table's length.
        for _ in 0..MOST {
            if place == 0 {
                return false;
            }
            let (inner, mut at, home) = if place >= table.direct {
                let source = usize::from(table.parents[place][0]);
                let inner = &self.tables[source];
                (inner, usize::from(inner.place(table.nodes[place].into())), Some(source))
            } else {
                (table, place, None)
            };
            for _ in 0..MOST {
                let parents = inner.parents[at];
                if parents[1..].iter().any(|&parent| parent != 0) {
                    return true;
                }
                at = parents[0].into();
                if at == 0 {
                    break;
                }
            }
            match home {
                Some(source) => place = table.place(source).into(),
                None => return false,
            }
        }
        false
    }
}

/// Adds what follows from what follows, table by table, nearest first as they were noted. What
/// is reached again by a shorter way from then on follows from there.
fn expand(table: &mut Table, tables: &[Table]) {
    let mut at = 1;
    while at < table.nodes.len() && table.nodes.len() < MOST {
        let from = usize::from(table.nodes[at]);
        let (source, before) = (&tables[from], table.distances[at]);
        for index in 1..source.direct {
            let next = usize::from(source.nodes[index]);
            let distance = before + source.distances[index];
            if table.contains(next) {
                let place = usize::from(table.place(next));
                if place >= table.direct && table.distances[place] > distance {
                    table.parents[place] = [from as u16, 0, 0, 0, 0];
                    table.distances[place] = distance;
                }
            } else if table.nodes.len() < MOST {
                table.push(next, [from as u16, 0, 0, 0, 0], distance);
            }
        }
        at += 1;
    }
}

/// Goes through the singles after an assumption.
struct Builder<'a> {
    original: &'a Board,
    board: Board,
    table: Table,
}

impl Builder<'_> {
    fn table(original: &Board, empty: Table, root: usize, on: bool) -> Table {
        let mut builder = Builder { original, board: original.clone(), table: empty };
        let candidate = root % super::links::CANDIDATES;
        let (cell, digit) = (candidate / 9, candidate % 9);
        if on {
            builder.set(cell, digit, [0; 5]);
        } else {
            builder.board.remove(cell, digit);
            builder.table.note(node(cell, digit, false), [0; 5]);
            let rest = builder.board.cells[cell];
            if rest.is_power_of_two() {
                builder.set(cell, rest.trailing_zeros() as usize, [0; 5]);
            }
        }
        for _ in 0..ROUNDS {
            builder.round();
        }
        builder.table
    }

    fn round(&mut self) {
        let board = &self.board;
        let open = |&(cell, _): &(usize, usize)| board.values[cell] == 0;
        let naked: Vec<_> = board.naked.iter().filter(open).collect();
        let mut hidden: Vec<(usize, usize)> = Vec::new();
        for (cell, digit) in board.hidden.iter().filter(open) {
            let is_new = hidden.iter().all(|&(other, _)| other != cell);
            if is_new && is_hidden(board, cell, digit) {
                hidden.push((cell, digit));
            }
        }
        for (cell, digit) in naked {
            let others = members(self.original.cells[cell] & !(1 << digit));
            let parents = self.parents(others.map(|other| node(cell, other, false)));
            self.set(cell, digit, parents);
        }
        for (cell, digit) in hidden {
            let house = self.house(cell, digit);
            let others = self.original.places[digit] & HOUSE_SETS[house] & !(1 << cell);
            let parents = self.parents(bits(others).map(|other| node(other, digit, false)));
            self.set(cell, digit, parents);
        }
    }

    /// The first of row, column and box with the fewest places for the digit.
    fn house(&self, cell: usize, digit: usize) -> usize {
        let houses = HOUSES_OF[cell].map(usize::from);
        houses.into_iter().min_by_key(|&house| self.board.free[house][digit]).expect("three")
    }

    fn parents(&self, nodes: impl Iterator<Item = usize>) -> Parents {
        let mut parents = [0; 5];
        for (parent, node) in parents.iter_mut().zip(nodes) {
            *parent = self.table.place(node);
        }
        parents
    }

    fn set(&mut self, cell: usize, digit: usize, parents: Parents) {
        let others = self.board.cells[cell] & !(1 << digit);
        self.board.place(cell, digit);
        let parent = [self.table.nodes.len() as u16, 0, 0, 0, 0];
        self.table.note(node(cell, digit, true), parents);
        for place in bits(self.original.places[digit] & PEERS[cell]) {
            self.table.note(node(place, digit, false), parent);
        }
        for other in members(others) {
            self.table.note(node(cell, other, false), parent);
        }
    }
}
