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
/// use sudoku_lab::grid::{Layout, Puzzle, Symmetry};
/// let puzzle = Puzzle::empty(Layout::nine());
/// assert_eq!(Symmetry::random(Layout::nine(), 1).apply(&puzzle), puzzle);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    pub(super) layout: &'static Layout,
    /// Whether the grid is transposed before its lines are permuted.
    pub(super) transposed: bool,
    /// By row of the image, the row it comes from.
    pub(super) rows: Vec<u8>,
    /// By column of the image, the column it comes from.
    pub(super) columns: Vec<u8>,
    /// By value, its label; 0, the empty cell, stays 0.
    pub(super) labels: Vec<u8>,
}

impl Symmetry {
    /// A symmetry drawn evenly from all of them, the same for the same seed.
    pub fn random(layout: &'static Layout, seed: u64) -> Symmetry {
        let mut random = Random(seed);
        let order = layout.order() as u8;
        let mut symmetry = Symmetry {
            layout,
            transposed: can_transpose(layout) && random.below(2) == 1,
            rows: (0..order).collect(),
            columns: (0..order).collect(),
            labels: (0..=order).collect(),
        };
        random.shuffle_lines(&mut symmetry.rows, layout.box_rows());
        random.shuffle_lines(&mut symmetry.columns, layout.box_columns());
        random.shuffle(&mut symmetry.labels[1..]);
        symmetry
    }

    /// The symmetry that a seed draws for the puzzle of a line: each line's own.
    pub fn of_line(layout: &'static Layout, seed: u64, line: u64) -> Symmetry {
        Symmetry::random(layout, mix(mix(seed).wrapping_add(line)))
    }

    /// The image of a puzzle.
    ///
    /// # Panics
    /// When the puzzle has another size.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        assert_eq!(puzzle.layout(), self.layout, "the symmetry is of another size");
        let order = self.layout.order();
        let mut image = Vec::with_capacity(order * order);
        for &row in &self.rows {
            image.extend(self.columns.iter().map(|&column| {
                let (row, column) = if self.transposed { (column, row) } else { (row, column) };
                let value = puzzle.values()[usize::from(row) * order + usize::from(column)];
                self.labels[usize::from(value)]
            }));
        }
        Puzzle::new(Grid::new(self.layout, &image)).expect("a symmetry makes no conflict")
    }
}

/// Whether the transposed grid has boxes of the same shape.
pub(super) fn can_transpose(layout: &Layout) -> bool {
    layout.box_rows() == layout.box_columns()
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014): small, and the same everywhere.
struct Random(u64);

/// The last step of SplitMix64: no two numbers give the same.
fn mix(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

impl Random {
    /// A number below the bound; the bias of the remainder is beyond notice.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mix(self.0) % bound as u64) as usize
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
    use crate::grid::check::{is_solution, tests::shifted};

    #[test]
    fn symmetries_take_solutions_to_solutions() {
        for layout in Layout::all() {
            let puzzle = Puzzle::new(shifted(layout)).unwrap();
            for seed in 0..50 {
                let symmetry = Symmetry::random(layout, seed);
                let image = symmetry.apply(&puzzle);
                assert!(is_solution(image.grid(), &image), "{layout:?}, seed {seed}");
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
