//! The symmetries of the grid: what changes a puzzle's look and nothing else.
//!
//! A symmetry relabels the digits, permutes the bands, the rows within each band,
//! the stacks and the columns within each stack, and may transpose the grid where
//! boxes are square. It takes solutions to solutions, so puzzles that one takes to
//! another are *equivalent*: as many clues and solutions, and the same steps to
//! solve them. At 9×9 there are 9! · 6⁸ · 2 symmetries (E. Russell and F. Jarvis,
//! *Mathematics of Sudoku II*, 2006). Which of the equivalent puzzles stands for
//! them all is [`canonical`](fn@super::canonical)'s matter.

use std::array::from_fn;
use std::fmt;
use std::str::FromStr;

use super::{Digit, DigitSet, Grid, Layout, MAX_ORDER, Puzzle};

/// A symmetry of the grids of one size.
///
/// ```
/// use sudoku_lab::grid::{Layout, Puzzle, Symmetry};
/// let puzzle = Puzzle::empty(Layout::nine());
/// let symmetry = Symmetry::random(Layout::nine(), 1);
/// assert_eq!(symmetry.apply(&puzzle), puzzle);
/// assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    pub(super) layout: &'static Layout,
    /// Whether the grid is transposed before its lines are permuted.
    pub(super) transposed: bool,
    /// By row of the image, the row it comes from; beyond the order, itself.
    pub(super) rows: [u8; MAX_ORDER],
    /// By column of the image, the column it comes from; likewise.
    pub(super) columns: [u8; MAX_ORDER],
    /// By value, its label; 0, the empty cell, stays 0; likewise.
    pub(super) labels: [u8; MAX_ORDER + 1],
}

impl Symmetry {
    /// A symmetry drawn evenly from all of them, the same for the same seed.
    pub fn random(layout: &'static Layout, seed: u64) -> Symmetry {
        let mut random = Random(seed);
        let order = layout.order();
        let mut symmetry = Symmetry {
            layout,
            transposed: can_transpose(layout) && random.below(2) == 1,
            rows: from_fn(|row| row as u8),
            columns: from_fn(|column| column as u8),
            labels: from_fn(|value| value as u8),
        };
        random.shuffle_lines(&mut symmetry.rows[..order], layout.box_rows());
        random.shuffle_lines(&mut symmetry.columns[..order], layout.box_columns());
        random.shuffle(&mut symmetry.labels[1..=order]);
        symmetry
    }

    /// The symmetry that a seed draws for the puzzle of a line: each line's own.
    pub fn of_line(layout: &'static Layout, seed: u64, line: u64) -> Symmetry {
        Symmetry::random(layout, mix(mix(seed).wrapping_add(line)))
    }

    /// The symmetry that a seed draws as one of several for the puzzle of a line.
    pub fn image_of_line(layout: &'static Layout, seed: u64, line: u64, image: u64) -> Symmetry {
        Symmetry::of_line(layout, mix(seed).wrapping_add(image), line)
    }

    /// The size of the grids it is of.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The image of a puzzle.
    ///
    /// # Panics
    /// When the puzzle has another size.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        assert_eq!(puzzle.layout(), self.layout, "the symmetry is of another size");
        if let Some(marks) = puzzle.marks() {
            let label = |digit: Digit| Digit::new(self.labels[usize::from(digit.value())]);
            let mut image = Vec::with_capacity(marks.len());
            self.map(marks, |digits: DigitSet| digits.map(label).collect(), &mut image);
            return Puzzle::of_marks(self.layout, &image).expect("a symmetry makes no conflict");
        }
        let mut image = Vec::with_capacity(puzzle.values().len());
        self.map(puzzle.values(), |value| self.labels[usize::from(value)], &mut image);
        Puzzle::new(Grid::new(self.layout, &image)).expect("a symmetry makes no conflict")
    }

    /// Appends what stands in the cells of a puzzle's image: by value of the image an item, 0
    /// of them for the empty cell.
    ///
    /// # Panics
    /// When there are fewer cells or items than the size has.
    pub fn append_image(&self, values: &[u8], items: &[u8; MAX_ORDER + 1], image: &mut Vec<u8>) {
        let labelled: [u8; MAX_ORDER + 1] = from_fn(|value| items[usize::from(self.labels[value])]);
        self.map(values, |value| labelled[usize::from(value)], image);
    }

    /// Appends the cells in their new order, each value translated.
    fn map<T: Copy>(&self, values: &[T], translate: impl Fn(T) -> T, image: &mut Vec<T>) {
        let order = self.layout.order();
        let (row_step, column_step) = if self.transposed { (1, order) } else { (order, 1) };
        let columns: [usize; MAX_ORDER] = self.columns.map(|c| usize::from(c) * column_step);
        for &row in &self.rows[..order] {
            let start = usize::from(row) * row_step;
            let cells = columns[..order].iter().map(|column| values[start + column]);
            image.extend(cells.map(&translate));
        }
    }

    /// The symmetry that takes every image back.
    pub fn inverse(&self) -> Symmetry {
        fn inverse<const N: usize>(permutation: &[u8; N]) -> [u8; N] {
            let mut inverse = [0; N];
            for (place, &item) in (0..).zip(permutation) {
                inverse[usize::from(item)] = place;
            }
            inverse
        }
        let (mut rows, mut columns) = (inverse(&self.rows), inverse(&self.columns));
        if self.transposed {
            std::mem::swap(&mut rows, &mut columns);
        }
        Symmetry { rows, columns, labels: inverse(&self.labels), ..*self }
    }
}

/// As text, `n:ROWS:COLUMNS:DIGITS`: `t` in place of `n` where the grid is transposed first;
/// by row of the image the row it comes from, counted from 1; the same of the columns; by
/// digit, what becomes of it. Numbers are written as digits of the size: 1 to 9, then a to p.
impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 3 * MAX_ORDER + 4];
        let mut length = 1;
        text[0] = if self.transposed { b't' } else { b'n' };
        let order = self.layout.order();
        let lists = [(&self.rows[..order], 1), (&self.columns[..order], 1)];
        for (list, first) in lists.into_iter().chain([(&self.labels[1..=order], 0)]) {
            text[length] = b':';
            for (place, &item) in text[length + 1..].iter_mut().zip(list) {
                *place = Digit::new(item + first).symbol() as u8;
            }
            length += order + 1;
        }
        f.write_str(str::from_utf8(&text[..length]).expect("symbols are ASCII"))
    }
}

/// A text that is no [`Symmetry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSymmetry;

impl fmt::Display for NoSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no symmetry: want n:ROWS:COLUMNS:DIGITS, or t:… for a transposed grid")
    }
}

impl std::error::Error for NoSymmetry {}

impl FromStr for Symmetry {
    type Err = NoSymmetry;

    fn from_str(text: &str) -> Result<Symmetry, NoSymmetry> {
        let parts: Vec<&str> = text.split(':').collect();
        let [kind @ ("n" | "t"), rows, columns, digits] = parts[..] else { return Err(NoSymmetry) };
        let layout = Layout::of_order(digits.len()).ok_or(NoSymmetry)?;
        let order = layout.order();
        let permutation = |text: &str, group: usize| {
            let value = |symbol| Digit::all(order).position(|digit| digit.symbol() == symbol);
            let places: Vec<usize> = text.chars().map_while(value).collect();
            let mut sorted = places.clone();
            sorted.sort_unstable();
            let keeps_groups =
                |lines: &[usize]| lines.iter().all(|l| l / group == lines[0] / group);
            let is_valid = sorted.iter().copied().eq(0..order)
                && text.len() == order
                && places.chunks(group).all(keeps_groups);
            is_valid.then_some(places).ok_or(NoSymmetry)
        };
        let transposed = kind == "t";
        if transposed && !can_transpose(layout) {
            return Err(NoSymmetry);
        }
        let rows = permutation(rows, layout.box_rows())?;
        let columns = permutation(columns, layout.box_columns())?;
        let digits = permutation(digits, order)?;
        let item = |list: &[usize], place: usize| list.get(place).map_or(place, |&item| item) as u8;
        Ok(Symmetry {
            layout,
            transposed,
            rows: from_fn(|row| item(&rows, row)),
            columns: from_fn(|column| item(&columns, column)),
            labels: from_fn(|value| {
                value.checked_sub(1).map_or(0, |digit| item(&digits, digit) + 1)
            }),
        })
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
        let count = lines.len() / group;
        let mut groups: [u8; MAX_ORDER] = from_fn(|number| number as u8);
        self.shuffle(&mut groups[..count]);
        for (lines, number) in lines.chunks_mut(group).zip(groups) {
            let first = number * group as u8;
            lines.iter_mut().zip(first..).for_each(|(line, number)| *line = number);
            self.shuffle(lines);
        }
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
