//! Dancing links: the sparse matrix of an exact cover problem.
//!
//! Each row covers four columns; a solution is a set of rows that covers every
//! column once. Knuth's links (*Dancing Links*, 2000) take a column and the rows
//! that conflict with it out of the matrix, and put them back in reverse order.
//! The four nodes of a row lie side by side, so its links to the left and right
//! are index arithmetic. Nothing here searches or knows of Sudoku.

use crate::grid::MAX_ORDER;

/// Nodes are numbered by `u16`, so arrays of this length need no bounds checks.
const CAPACITY: usize = 1 << 16;
const _: () = assert!(4 * MAX_ORDER * MAX_ORDER * (MAX_ORDER + 1) + 4 <= CAPACITY);

/// Added to the count of a column while it is covered.
const COVERED: u16 = 1 << 15;

/// The root of the list of headers.
const ROOT: u16 = 0;

/// A node of a row, or the header of a column.
#[derive(Clone, Copy, Default)]
struct Node {
    up: u16,
    down: u16,
    /// The header of the node's column; a header's own number.
    column: u16,
    /// Of a header: the rows in its column.
    count: u16,
}

/// The neighbours of a header in the list of open columns.
#[derive(Clone, Copy, Default)]
struct Neighbours {
    left: u16,
    right: u16,
}

/// Which column to cover next.
pub enum Choice {
    /// No column is left: the rows chosen are a solution.
    Solved,
    /// Some column has no row left.
    Dead,
    /// This column has one row, so the row is forced.
    Forced(u16),
    /// This column is among those with the fewest rows, at least two.
    Smallest(u16),
}

/// How much was known to be short at some point of a search.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    /// Entries of `short` dealt with.
    seen: usize,
    /// Entries of `short` there were.
    length: usize,
}

/// Columns, and the rows in them.
pub struct Links {
    nodes: Box<[Node; CAPACITY]>,
    headers: Vec<Neighbours>,
    /// The number of the next node.
    next: u16,
    /// Columns that came down to one row or none, in the order in which they did,
    /// so that forced rows are found without walking the list of columns.
    short: Vec<u16>,
    seen: usize,
}

impl Default for Links {
    fn default() -> Links {
        let nodes = vec![Node::default(); CAPACITY].into_boxed_slice();
        Links {
            nodes: nodes.try_into().ok().expect("as many nodes as asked for"),
            headers: Vec::new(),
            next: 0,
            short: Vec::new(),
            seen: 0,
        }
    }
}

impl Links {
    /// Starts over with these columns, in rising order and from 1; numbers up to
    /// `largest` may be used.
    pub fn start(&mut self, largest: u16, columns: impl Iterator<Item = u16>) {
        self.headers.clear();
        self.headers.resize(usize::from(largest) + 1, Neighbours::default());
        let mut left = ROOT;
        for column in columns {
            self.nodes[usize::from(column)] = Node { up: column, down: column, column, count: 0 };
            self.headers[usize::from(column)].left = left;
            self.headers[usize::from(left)].right = column;
            left = column;
        }
        self.headers[usize::from(left)].right = ROOT;
        self.headers[usize::from(ROOT)].left = left;
        self.next = (largest + 1).next_multiple_of(4);
    }

    /// Adds a row at the bottom of these columns.
    #[inline(always)]
    pub fn add_row(&mut self, columns: [u16; 4]) {
        for column in columns {
            let node = self.next;
            let up = self.node(column).up;
            self.nodes[usize::from(node)] = Node { up, down: column, column, count: 0 };
            self.nodes[usize::from(up)].down = node;
            self.nodes[usize::from(column)].up = node;
            self.nodes[usize::from(column)].count += 1;
            self.next += 1;
        }
    }

    /// Notes which columns are short, once all rows are there.
    pub fn finish(&mut self) {
        self.short.clear();
        self.seen = 0;
        let mut header = self.headers[usize::from(ROOT)].right;
        while header != ROOT {
            if self.node(header).count <= 1 {
                self.short.push(header);
            }
            header = self.headers[usize::from(header)].right;
        }
    }

    /// The columns of the row that a node belongs to, in the order given.
    pub fn row(&self, node: u16) -> [u16; 4] {
        let first = node & !3;
        [first, first + 1, first + 2, first + 3].map(|node| self.node(node).column)
    }

    #[inline(always)]
    fn node(&self, node: u16) -> Node {
        self.nodes[usize::from(node)]
    }

    /// The node below, within the column.
    #[inline(always)]
    pub fn below(&self, node: u16) -> u16 {
        self.node(node).down
    }

    /// Chooses a column with as few rows as any.
    pub fn choose(&mut self) -> Choice {
        let mut forced = None;
        let mut entry = self.seen;
        while let Some(&header) = self.short.get(entry) {
            match self.node(header).count {
                0 => return Choice::Dead,
                1 if forced.is_none() => forced = Some(header),
                _ if forced.is_none() => self.seen = entry + 1,
                _ => {}
            }
            entry += 1;
        }
        forced.map_or_else(|| self.smallest(), Choice::Forced)
    }

    /// The first of the columns with the fewest rows, where all have two or more.
    fn smallest(&self) -> Choice {
        let (mut smallest, mut fewest) = (ROOT, u16::MAX);
        let mut header = self.headers[usize::from(ROOT)].right;
        while header != ROOT && fewest > 2 {
            let count = self.node(header).count;
            if count < fewest {
                (smallest, fewest) = (header, count);
            }
            header = self.headers[usize::from(header)].right;
        }
        if smallest == ROOT { Choice::Solved } else { Choice::Smallest(smallest) }
    }

    /// Where the list of short columns stands, before a row is chosen.
    pub fn mark(&self) -> Mark {
        Mark { seen: self.seen, length: self.short.len() }
    }

    /// Forgets the short columns noted since the mark.
    pub fn forget(&mut self, mark: Mark) {
        self.seen = mark.seen;
        self.short.truncate(mark.length);
    }

    /// Takes out a column and, from all other columns, its rows.
    pub fn cover(&mut self, header: u16) {
        let Neighbours { left, right } = self.headers[usize::from(header)];
        self.headers[usize::from(left)].right = right;
        self.headers[usize::from(right)].left = left;
        self.nodes[usize::from(header)].count += COVERED;
        let mut node = self.node(header).down;
        while node != header {
            for sibling in [node ^ 1, node ^ 2, node ^ 3] {
                let Node { up, down, column, .. } = self.node(sibling);
                self.nodes[usize::from(up)].down = down;
                self.nodes[usize::from(down)].up = up;
                let count = &mut self.nodes[usize::from(column)].count;
                *count -= 1;
                if *count <= 1 {
                    self.short.push(column);
                }
            }
            node = self.node(node).down;
        }
    }

    /// Puts back a column and its rows: [`cover`](Links::cover) undone.
    pub fn uncover(&mut self, header: u16) {
        let mut node = self.node(header).up;
        while node != header {
            for sibling in [node ^ 3, node ^ 2, node ^ 1] {
                let Node { up, down, column, .. } = self.node(sibling);
                self.nodes[usize::from(up)].down = sibling;
                self.nodes[usize::from(down)].up = sibling;
                self.nodes[usize::from(column)].count += 1;
            }
            node = self.node(node).up;
        }
        self.nodes[usize::from(header)].count -= COVERED;
        let Neighbours { left, right } = self.headers[usize::from(header)];
        self.headers[usize::from(left)].right = header;
        self.headers[usize::from(right)].left = header;
    }

    /// Covers the columns of a row but the node's own.
    pub fn cover_others(&mut self, node: u16) {
        for sibling in [node ^ 1, node ^ 2, node ^ 3] {
            self.cover(self.node(sibling).column);
        }
    }

    /// [`cover_others`](Links::cover_others) undone.
    pub fn uncover_others(&mut self, node: u16) {
        for sibling in [node ^ 3, node ^ 2, node ^ 1] {
            self.uncover(self.node(sibling).column);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that covering changes.
    fn state(links: &Links) -> (Vec<[u16; 4]>, Vec<[u16; 2]>) {
        let nodes = links.nodes.iter().map(|n| [n.up, n.down, n.column, n.count]);
        (nodes.collect(), links.headers.iter().map(|h| [h.left, h.right]).collect())
    }

    #[test]
    fn uncover_undoes_cover() {
        let mut links = Links::default();
        links.start(6, 1..=6);
        let rows = [[1, 2, 3, 4], [1, 3, 5, 6], [2, 4, 5, 6]];
        rows.into_iter().for_each(|columns| links.add_row(columns));
        links.finish();
        let (before, node) = (state(&links), links.below(1));
        assert_eq!(links.row(node), rows[0]);
        links.cover(1);
        links.cover_others(node);
        assert!(matches!(links.choose(), Choice::Dead), "no row is left for 5 and 6");
        links.uncover_others(node);
        links.uncover(1);
        assert_eq!(state(&links), before);
    }

    #[test]
    fn the_smallest_column_is_chosen() {
        let mut links = Links::default();
        links.start(6, 1..=6);
        let rows = [[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 6]];
        rows.into_iter().for_each(|columns| links.add_row(columns));
        links.finish();
        assert!(matches!(links.choose(), Choice::Forced(4)));
    }
}
