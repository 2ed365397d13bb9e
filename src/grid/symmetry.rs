//! The symmetries of the grid: what changes a puzzle's look and nothing else.
//!
//! A symmetry relabels the digits, permutes the bands, the rows within each band,
//! the stacks and the columns within each stack, and may transpose the grid where
//! boxes are square. It takes solutions to solutions, so puzzles that one takes to
//! another are *equivalent*: as many clues and solutions, and the same steps to
//! solve them. At 9×9 there are 9! · 6⁸ · 2 symmetries (E. Russell and F. Jarvis,
//! *Mathematics of Sudoku II*, 2006). Which of the equivalent puzzles stands for
//! them all is [`canonical`](fn@super::canonical)'s matter.

use super::{Grid, Layout, Puzzle};

/// A symmetry of the grids of one size.
///
/// ```
/// use sudoku_lab::grid::{Layout, Symmetry};
/// let (one, other) = (Symmetry::random(Layout::nine(), 1), Symmetry::random(Layout::nine(), 2));
/// let both = one.then(&other);
/// assert_eq!(both.then(&other.inverse()), one);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    layout: &'static Layout,
    /// Whether the grid is transposed before its lines are permuted.
    transposed: bool,
    /// By row of the image, the row it comes from.
    rows: Vec<u8>,
    /// By column of the image, the column it comes from.
    columns: Vec<u8>,
    /// By value, its label; 0, the empty cell, stays 0.
    labels: Vec<u8>,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub fn identity(layout: &'static Layout) -> Symmetry {
        let order = layout.order() as u8;
        let lines: Vec<u8> = (0..order).collect();
        let labels = (0..=order).collect();
        Symmetry { layout, transposed: false, rows: lines.clone(), columns: lines, labels }
    }

    /// A symmetry drawn evenly from all of them, the same for the same seed.
    pub fn random(layout: &'static Layout, seed: u64) -> Symmetry {
        let mut random = Random(seed);
        let mut symmetry = Symmetry::identity(layout);
        symmetry.transposed = can_transpose(layout) && random.below(2) == 1;
        random.shuffle_lines(&mut symmetry.rows, layout.box_rows());
        random.shuffle_lines(&mut symmetry.columns, layout.box_columns());
        random.shuffle(&mut symmetry.labels[1..]);
        symmetry
    }

    /// The symmetry made of its parts. `rows` and `columns` say by line of the
    /// image which line of the grid, transposed first if asked, it comes from;
    /// `labels` what each value becomes, with 0 for 0.
    pub(super) fn of_parts(
        layout: &'static Layout,
        transposed: bool,
        rows: &[u8],
        columns: &[u8],
        labels: &[u8],
    ) -> Symmetry {
        let [rows, columns, labels] = [rows, columns, labels].map(<[u8]>::to_vec);
        Symmetry { layout, transposed, rows, columns, labels }
    }

    /// The image of a grid.
    ///
    /// # Panics
    /// When the grid has another size.
    pub fn apply_to_grid(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.layout(), self.layout, "the symmetry is of another size");
        let order = self.layout.order();
        let mut image = Vec::with_capacity(order * order);
        for &row in &self.rows {
            image.extend(self.columns.iter().map(|&column| {
                let (row, column) = if self.transposed { (column, row) } else { (row, column) };
                let value = grid.values()[usize::from(row) * order + usize::from(column)];
                self.labels[usize::from(value)]
            }));
        }
        Grid::new(self.layout, &image)
    }

    /// The image of a puzzle.
    ///
    /// # Panics
    /// When the puzzle has another size.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        Puzzle::new(self.apply_to_grid(puzzle.grid())).expect("a symmetry makes no conflict")
    }

    /// This symmetry and then another, as one.
    ///
    /// # Panics
    /// When the other is of another size.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        assert_eq!(next.layout, self.layout, "the symmetry is of another size");
        let (rows, columns) =
            if next.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Symmetry {
            layout: self.layout,
            transposed: self.transposed != next.transposed,
            rows: after(rows, &next.rows),
            columns: after(columns, &next.columns),
            labels: after(&next.labels, &self.labels),
        }
    }

    /// The symmetry that takes every image back.
    pub fn inverse(&self) -> Symmetry {
        let (rows, columns) =
            if self.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Symmetry {
            layout: self.layout,
            transposed: self.transposed,
            rows: inverted(rows),
            columns: inverted(columns),
            labels: inverted(&self.labels),
        }
    }
}

/// Whether the transposed grid has boxes of the same shape.
pub(super) fn can_transpose(layout: &Layout) -> bool {
    layout.box_rows() == layout.box_columns()
}

/// By place, `first` at the place that `second` has there.
fn after(first: &[u8], second: &[u8]) -> Vec<u8> {
    second.iter().map(|&place| first[usize::from(place)]).collect()
}

fn inverted(permutation: &[u8]) -> Vec<u8> {
    let mut inverse = vec![0; permutation.len()];
    for (place, &target) in permutation.iter().enumerate() {
        inverse[usize::from(target)] = place as u8;
    }
    inverse
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    /// A number below the bound; the bias of the remainder is beyond notice.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Shuffles lines that stand in groups of this many: the groups, and the
    /// lines of each.
    fn shuffle_lines(&mut self, lines: &mut [u8], group: usize) {
        let mut groups: Vec<Vec<u8>> = lines.chunks(group).map(<[u8]>::to_vec).collect();
        self.shuffle(&mut groups);
        groups.iter_mut().for_each(|group| self.shuffle(group));
        lines.copy_from_slice(&groups.concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::is_solution;

    /// A full grid of any size: each row is the one above shifted.
    fn full(layout: &'static Layout) -> Puzzle {
        let (n, r, c) = (layout.order(), layout.box_rows(), layout.box_columns());
        let value = |i: usize| ((i / n % r * c + i / n / r + i % n) % n + 1) as u8;
        Puzzle::new(Grid::new(layout, &(0..n * n).map(value).collect::<Vec<_>>())).unwrap()
    }

    #[test]
    fn symmetries_take_solutions_to_solutions_and_back() {
        for layout in Layout::all() {
            let puzzle = full(layout);
            for seed in 0..50 {
                let symmetry = Symmetry::random(layout, seed);
                let image = symmetry.apply(&puzzle);
                assert!(is_solution(image.grid(), &image), "{layout:?}, seed {seed}");
                assert_eq!(symmetry.inverse().apply(&image), puzzle, "{layout:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn then_is_one_after_the_other() {
        for layout in Layout::all() {
            let puzzle = full(layout);
            for seed in 0..50 {
                let (a, b) = (Symmetry::random(layout, seed), Symmetry::random(layout, seed + 50));
                assert_eq!(a.then(&b).apply(&puzzle), b.apply(&a.apply(&puzzle)));
                assert_eq!(a.then(&a.inverse()), Symmetry::identity(layout));
            }
        }
    }

    #[test]
    fn every_symmetry_of_order_4_is_drawn() {
        let layout = Layout::of_order(4).unwrap();
        let mut drawn: Vec<String> =
            (0..60_000).map(|seed| format!("{:?}", Symmetry::random(layout, seed))).collect();
        drawn.sort();
        drawn.dedup();
        assert_eq!(drawn.len(), 2 * 8 * 8 * 24);
    }
}
