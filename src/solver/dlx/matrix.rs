//! The matrix of an exact cover problem, in dancing links.
//!
//! A Sudoku is an exact cover: each *row*, a digit in a cell, covers four
//! *columns*: the cell is filled, and the digit stands in its row, column and
//! box. A solution is a set of rows that covers every column once. Knuth's
//! links (*Dancing Links*, 2000) take a column and the rows that conflict with
//! it out of the matrix, and put them back in reverse order.
//!
//! Only what is open after the givens is linked: covering the columns of each
//! given on the whole matrix would leave the same, spread over more memory.
//! The four nodes of a row lie side by side, so its links left and right are
//! index arithmetic. The matrix knows nothing of searching.

use crate::grid::{Cell, Digit, DigitSet, Layout, MAX_ORDER, Puzzle};

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

/// The open rows and columns of a puzzle.
pub struct Matrix {
    layout: &'static Layout,
    nodes: Box<[Node; CAPACITY]>,
    headers: Vec<Neighbours>,
    /// Columns that came down to one row or none, in the order in which they did,
    /// so that forced rows are found without walking the list of columns.
    short: Vec<u16>,
    seen: usize,
}

impl Matrix {
    /// A matrix without rows.
    pub fn new() -> Matrix {
        let nodes = vec![Node::default(); CAPACITY].into_boxed_slice();
        Matrix {
            layout: Layout::nine(),
            nodes: nodes.try_into().ok().expect("as many nodes as asked for"),
            headers: Vec::new(),
            short: Vec::new(),
            seen: 0,
        }
    }

    /// Builds the matrix of what a puzzle leaves open. The rows of a column are
    /// tried in the order in which `rows` lists them; rows that conflict with a
    /// given are left out.
    pub fn load(&mut self, puzzle: &Puzzle, rows: impl Iterator<Item = (Cell, DigitSet)>) {
        self.layout = puzzle.layout();
        let (cells, order) = (self.layout.cells().len(), self.layout.order());
        let mut open = [DigitSet::all(order); 3 * MAX_ORDER];
        for &cell in self.layout.cells() {
            if let Some(digit) = puzzle.given(cell) {
                for house in self.layout.houses_at(cell) {
                    open[house.index()].remove(digit);
                }
            }
        }
        self.link_headers(puzzle, &open);
        let mut node = self.headers.len().next_multiple_of(4) as u16;
        for (cell, digits) in rows {
            if puzzle.given(cell).is_some() {
                continue;
            }
            let houses = self.layout.houses_at(cell).map(|house| house.index());
            let candidates = houses.iter().fold(digits, |digits, &house| digits & open[house]);
            let columns = houses.map(|house| 1 + cells + house * order);
            for digit in candidates {
                let [row, column, number] = columns.map(|first| (first + digit.index()) as u16);
                for header in [1 + cell.index() as u16, row, column, number] {
                    let up = self.node(header).up;
                    self.nodes[usize::from(node)] =
                        Node { up, down: header, column: header, count: 0 };
                    self.nodes[usize::from(up)].down = node;
                    self.nodes[usize::from(header)].up = node;
                    self.nodes[usize::from(header)].count += 1;
                    node += 1;
                }
            }
        }
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

    /// Lists the headers of the empty cells and of the digits that houses lack.
    fn link_headers(&mut self, puzzle: &Puzzle, open: &[DigitSet]) {
        let (cells, order) = (self.layout.cells(), self.layout.order());
        self.headers.clear();
        self.headers.resize(1 + 4 * cells.len(), Neighbours::default());
        let empty = cells.iter().filter(|&&cell| puzzle.given(cell).is_none());
        let lacking = self.layout.houses().iter().flat_map(|house| {
            let first = 1 + cells.len() + house.index() * order;
            open[house.index()].map(move |digit| first + digit.index())
        });
        let mut left = ROOT;
        for header in empty.map(|cell| 1 + cell.index()).chain(lacking) {
            let number = header as u16;
            self.nodes[header] = Node { up: number, down: number, column: number, count: 0 };
            self.headers[header].left = left;
            self.headers[usize::from(left)].right = number;
            left = number;
        }
        self.headers[usize::from(left)].right = ROOT;
        self.headers[usize::from(ROOT)].left = left;
    }

    /// The cell and digit of the row that a node belongs to.
    pub fn row(&self, node: u16) -> (Cell, Digit) {
        let (cells, order) = (self.layout.cells(), self.layout.order());
        let first = node & !3;
        let cell = cells[usize::from(self.node(first).column) - 1];
        let digit = (usize::from(self.node(first + 1).column) - 1 - cells.len()) % order;
        (cell, Digit::new(digit as u8 + 1))
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

    /// Puts back a column and its rows: [`cover`](Matrix::cover) undone.
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

    /// [`cover_others`](Matrix::cover_others) undone.
    pub fn uncover_others(&mut self, node: u16) {
        for sibling in [node ^ 3, node ^ 2, node ^ 1] {
            self.uncover(self.node(sibling).column);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn uncover_undoes_cover() {
        for layout in Layout::all() {
            let empty = Puzzle::new(Grid::empty(layout)).unwrap();
            let digits = DigitSet::all(layout.order());
            let mut matrix = Matrix::new();
            matrix.load(&empty, layout.cells().iter().map(|&cell| (cell, digits)));
            let links = |matrix: &Matrix| {
                let nodes = matrix.nodes.iter().map(|n| (n.up, n.down, n.column, n.count));
                let headers = matrix.headers.iter().map(|h| (h.left, h.right));
                (nodes.collect::<Vec<_>>(), headers.collect::<Vec<_>>())
            };
            let before = links(&matrix);
            let node = matrix.below(1);
            assert_eq!(matrix.row(node), (layout.cells()[0], Digit::new(1)));
            matrix.cover(1);
            matrix.cover_others(node);
            assert_ne!(links(&matrix), before);
            matrix.uncover_others(node);
            matrix.uncover(1);
            assert_eq!(links(&matrix), before, "{layout:?}");
        }
    }

    #[test]
    fn a_full_grid_leaves_no_column() {
        let layout = Layout::of_order(4).unwrap();
        let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let mut matrix = Matrix::new();
        let puzzle = Puzzle::new(Grid::new(layout, &full)).unwrap();
        matrix.load(&puzzle, layout.cells().iter().map(|&cell| (cell, DigitSet::all(4))));
        assert!(matches!(matrix.choose(), Choice::Solved));
    }
}
