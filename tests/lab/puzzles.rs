//! Puzzles to test with, and a solver to test against.
//!
//! Nothing here uses the library's candidates, strategies or solvers: the rules
//! are written out once more with plain arithmetic, so the two can disagree. All
//! of it is deterministic.

use sudoku_lab::grid::{Cell, Digit, Grid, Layout, Puzzle};

/// Marsaglia's xorshift64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Up to `wanted` solutions of the values (0 for empty), by search in the cell
/// with the fewest digits left.
pub fn solutions(layout: &Layout, values: &[u8], wanted: usize) -> Vec<Vec<u8>> {
    let digits: Vec<u8> = (1..=layout.order() as u8).collect();
    let mut search = Search::new(layout, values, digits, wanted, u64::MAX);
    search.go();
    search.found
}

/// A puzzle with one solution: a random full grid, dug out cell by cell in random
/// order as long as the solution stays unique, down to `clues`.
pub fn puzzle(random: &mut Random, layout: &'static Layout, clues: usize) -> Puzzle {
    let mut values = full(random, layout);
    let mut cells: Vec<usize> = (0..values.len()).collect();
    random.shuffle(&mut cells);
    let mut left = values.len();
    for cell in cells {
        if left == clues {
            break;
        }
        let value = std::mem::replace(&mut values[cell], 0);
        if solutions(layout, &values, 2).len() == 1 {
            left -= 1;
        } else {
            values[cell] = value;
        }
    }
    Puzzle::new(Grid::new(layout, &values)).expect("part of a solution")
}

/// A relabelling of the digits together with the transposition of the grid, for
/// sizes with square boxes.
pub struct Mirror {
    layout: &'static Layout,
    labels: Vec<u8>,
}

impl Mirror {
    pub fn new(random: &mut Random, layout: &'static Layout) -> Mirror {
        assert_eq!(layout.box_rows(), layout.box_columns());
        let mut labels: Vec<u8> = (1..=layout.order() as u8).collect();
        random.shuffle(&mut labels);
        Mirror { layout, labels }
    }

    pub fn cell(&self, cell: Cell) -> Cell {
        self.layout.cell(cell.column(), cell.row())
    }

    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::new(self.labels[digit.index()])
    }

    pub fn grid(&self, grid: &Grid) -> Grid {
        let mut image = Grid::empty(self.layout);
        for &cell in self.layout.cells() {
            image.set(self.cell(cell), grid.digit(cell).map(|digit| self.digit(digit)));
        }
        image
    }
}

/// A random full grid: the search above with the digits in random order, started
/// over when it loses itself.
fn full(random: &mut Random, layout: &Layout) -> Vec<u8> {
    let mut digits: Vec<u8> = (1..=layout.order() as u8).collect();
    loop {
        let mut values = vec![0; layout.cells().len()];
        random.shuffle(&mut digits);
        values[..digits.len()].copy_from_slice(&digits);
        random.shuffle(&mut digits);
        let mut search = Search::new(layout, &values, digits.clone(), 1, 2_000);
        search.shuffle = Some(random);
        search.go();
        if let Some(solution) = search.found.pop() {
            return solution;
        }
    }
}

struct Search<'a> {
    n: usize,
    rows: usize,
    columns: usize,
    values: Vec<u8>,
    /// By row, column and box: bit d is set when the house holds d.
    used: Vec<u32>,
    digits: Vec<u8>,
    shuffle: Option<&'a mut Random>,
    wanted: usize,
    nodes: u64,
    found: Vec<Vec<u8>>,
}

impl Search<'_> {
    fn new(layout: &Layout, values: &[u8], digits: Vec<u8>, wanted: usize, nodes: u64) -> Self {
        let n = layout.order();
        let mut search = Search {
            n,
            rows: layout.box_rows(),
            columns: layout.box_columns(),
            values: vec![0; n * n],
            used: vec![0; 3 * n],
            digits,
            shuffle: None,
            wanted,
            nodes,
            found: Vec::new(),
        };
        for (cell, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0) {
            search.toggle(cell, value);
            search.values[cell] = value;
        }
        search
    }

    fn houses(&self, cell: usize) -> [usize; 3] {
        let (row, column) = (cell / self.n, cell % self.n);
        let number = row / self.rows * self.rows + column / self.columns;
        [row, self.n + column, 2 * self.n + number]
    }

    fn toggle(&mut self, cell: usize, value: u8) {
        for house in self.houses(cell) {
            self.used[house] ^= 1 << value;
        }
    }

    fn blocked(&self, cell: usize) -> u32 {
        self.houses(cell).into_iter().fold(0, |bits, house| bits | self.used[house])
    }

    fn go(&mut self) {
        if self.found.len() >= self.wanted || self.nodes == 0 {
            return;
        }
        self.nodes -= 1;
        let empty = (0..self.values.len()).filter(|&cell| self.values[cell] == 0);
        let Some(cell) = empty.max_by_key(|&cell| self.blocked(cell).count_ones()) else {
            self.found.push(self.values.clone());
            return;
        };
        let mut digits = self.digits.clone();
        if let Some(random) = &mut self.shuffle {
            random.shuffle(&mut digits);
        }
        for digit in digits {
            if self.blocked(cell) >> digit & 1 == 0 {
                self.values[cell] = digit;
                self.toggle(cell, digit);
                self.go();
                self.toggle(cell, digit);
                self.values[cell] = 0;
            }
        }
    }
}
