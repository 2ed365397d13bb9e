//! The canonical form: one puzzle that stands for all equivalent ones.
//!
//! Of all the images of a puzzle under the [symmetries](Symmetry) of its size, the
//! canonical form is the *minlex* one: written as n² values row by row, 0 for an
//! empty cell, it comes first in lexicographic order. Two puzzles are equivalent
//! exactly when their canonical forms are equal.
//!
//! The search builds the image row by row and keeps, of all partial symmetries,
//! those whose rows so far are the smallest possible:
//!
//! ```text
//!            18 starts: 9 rows, 9 columns
//!  row 1     ████████ . . . . . . .          keep the smallest image, drop the rest
//!  row 2     ×2 rows left of the band ─▶     keep the smallest …
//!  row 3     ×1
//!  row 4     ×6 rows of the other bands ─▶   … hardly ever more than one is left here
//! ```
//!
//! What makes it fast is what a partial symmetry leaves open:
//! - *Columns without a digit so far* are alike. The empty cell is the smallest
//!   value, so they stand leftmost in their stack, and stacks without a digit
//!   leftmost in the grid. A column gets its place with its first digit.
//! - *Digits not met so far* are alike too; the next one met takes the next label,
//!   larger than all before it.
//!
//! So the smallest image of the next row is a matter of sorting: the open columns
//! of each stack by empty, label, new digit; then the open stacks by what they
//! hold. Only where several new digits stand in alike places does the order matter
//! to later rows and not to this one; then every order is kept.
//!
//! The search does not deduce or solve. It is meant for puzzles: a full grid starts
//! with thousands of ties at 9×9, and with more than can be kept above.

use std::ops::Range;

use super::symmetry::can_transpose;
use super::{Grid, Layout, MAX_ORDER, Puzzle, Symmetry};

/// Partial symmetries kept before a grid is given up. A full 9×9 grid, the worst
/// of its size, starts with 18 · 6⁴ = 23,328 and has fewer later.
const MOST_TIES: usize = 1 << 16;

/// The most stacks a grid has.
const MAX_STACKS: usize = 5;

/// The key of a digit without a label: larger than any label.
const NEW: u8 = 31;

/// The smallest of all the puzzles equivalent to this one, row by row, 0 for an
/// empty cell. Nothing when too many symmetries tie, which happens to full grids
/// above 9×9 and to half full ones at 25×25.
///
/// ```
/// use sudoku_lab::grid::{Symmetry, canonical};
/// use sudoku_lab::text::{parse_cells, to_line};
/// let puzzle = parse_cells(b"1...2.3.....4..2").unwrap();
/// let form = canonical(&puzzle).unwrap();
/// assert_eq!(to_line(form.grid()), ".....1.2...34..1");
/// let image = Symmetry::random(puzzle.layout(), 7).apply(&puzzle);
/// assert_eq!(canonical(&image), Some(form));
/// ```
pub fn canonical(puzzle: &Puzzle) -> Option<Puzzle> {
    canonical_symmetry(puzzle).map(|symmetry| symmetry.apply(puzzle))
}

/// A symmetry that takes the puzzle to its canonical form; there may be several.
/// Nothing where [`canonical`] is nothing.
pub fn canonical_symmetry(puzzle: &Puzzle) -> Option<Symmetry> {
    let layout = puzzle.layout();
    let sides = Side::both(puzzle.grid());
    let mut ties: Vec<Partial> =
        (0..sides.len()).map(|side| Partial::start(layout, side)).collect();
    let mut next = Vec::new();
    for depth in 0..layout.order() {
        let mut smallest = u128::MAX;
        for partial in &ties {
            let side = &sides[partial.side];
            for row in side.choices(layout, partial, depth) {
                let (image, columns) = partial.arrange(layout, &side.rows[row]);
                if image < smallest {
                    smallest = image;
                    next.clear();
                }
                if image == smallest {
                    let mut longer = Partial { columns, ..*partial };
                    longer.rows[depth] = row as u8;
                    longer.used |= 1 << row;
                    longer.push_orders(layout, &side.rows[row], &mut next);
                    if next.len() > MOST_TIES {
                        return None;
                    }
                }
            }
        }
        std::mem::swap(&mut ties, &mut next);
        next.clear();
    }
    ties.first().map(|partial| partial.complete(layout))
}

/// The grid as it is, or transposed.
struct Side {
    rows: Vec<[u8; MAX_ORDER]>,
    /// Bit r is set when row r is empty.
    empty: u32,
}

impl Side {
    /// The grid, and where boxes are square its transposition.
    fn both(grid: &Grid) -> Vec<Side> {
        let (layout, order) = (grid.layout(), grid.layout().order());
        let side = |transposed: bool| {
            let mut side = Side { rows: vec![[0; MAX_ORDER]; order], empty: 0 };
            for (cell, &value) in layout.cells().iter().zip(grid.values()) {
                let (row, column) = (cell.row(), cell.column());
                let (row, column) = if transposed { (column, row) } else { (row, column) };
                side.rows[row][column] = value;
            }
            let empty = |row: &usize| side.rows[*row].iter().all(|&value| value == 0);
            side.empty = (0..order).filter(empty).fold(0, |bits, row| bits | 1 << row);
            side
        };
        if can_transpose(layout) { vec![side(false), side(true)] } else { vec![side(false)] }
    }

    /// The rows that may stand next in the image: those left of the band begun, or
    /// those of the bands not begun. Of rows that are alike because they are
    /// empty, only one.
    fn choices<'a>(
        &'a self,
        layout: &Layout,
        partial: &Partial,
        depth: usize,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let (order, height) = (layout.order(), layout.box_rows());
        let band = move |row: usize| ((1u32 << height) - 1) << (row / height * height);
        let mut open = !partial.used & ((1 << order) - 1);
        if !depth.is_multiple_of(height) {
            open &= band(usize::from(partial.rows[depth - 1]));
        }
        let (mut empty_bands, empty) = (0, self.empty);
        (0..order).filter(move |&row| {
            let mut allowed = open >> row & 1 == 1;
            if allowed && empty >> row & 1 == 1 {
                open &= !(empty & band(row));
                if empty & band(row) == band(row) {
                    empty_bands += 1;
                    allowed = empty_bands == 1;
                }
            }
            allowed
        })
    }
}

/// A symmetry as far as the first rows of its image determine it.
#[derive(Clone, Copy)]
struct Partial {
    /// Which of the sides its rows are taken from.
    side: usize,
    /// By row of the image, the row it comes from.
    rows: [u8; MAX_ORDER],
    /// The rows taken, as bits.
    used: u32,
    /// By column of the image, the column it comes from; among blank ones, any.
    columns: [u8; MAX_ORDER],
    /// So many stacks of the image, the leftmost, hold no digit yet.
    blank_stacks: usize,
    /// By stack of the image: so many of its columns, the leftmost, hold none.
    blank_columns: [u8; MAX_STACKS],
    /// By value its label, [`NEW`] for a digit not met yet.
    labels: [u8; MAX_ORDER + 1],
    /// The largest label given.
    labelled: u8,
}

impl Partial {
    fn start(layout: &Layout, side: usize) -> Partial {
        let mut labels = [NEW; MAX_ORDER + 1];
        labels[0] = 0;
        Partial {
            side,
            rows: [0; MAX_ORDER],
            used: 0,
            columns: std::array::from_fn(|column| column as u8),
            blank_stacks: layout.box_rows(),
            blank_columns: [layout.box_columns() as u8; MAX_STACKS],
            labels,
            labelled: 0,
        }
    }

    /// The sorting key of a column in the next row.
    #[inline]
    fn key(&self, row: &[u8; MAX_ORDER], column: u8) -> u8 {
        self.labels[usize::from(row[usize::from(column)])]
    }

    /// The smallest image of the next row, five bits a cell, and an order of the
    /// columns that gives it.
    fn arrange(&self, layout: &Layout, row: &[u8; MAX_ORDER]) -> (u128, [u8; MAX_ORDER]) {
        let (order, width) = (layout.order(), layout.box_columns());
        let mut columns = self.columns;
        let mut keys = [0; MAX_ORDER];
        for (key, &column) in keys.iter_mut().zip(&columns[..order]) {
            *key = self.key(row, column);
        }
        for stack in 0..order / width {
            let start = stack * width;
            let blank = start..start + usize::from(self.blank_columns[stack]);
            insertion_sort(&mut keys[blank.clone()], &mut columns[blank]);
        }
        for end in 1..self.blank_stacks {
            for stack in (1..=end).rev() {
                let (left, right) =
                    keys[(stack - 1) * width..(stack + 1) * width].split_at_mut(width);
                if left <= right {
                    break;
                }
                left.swap_with_slice(right);
                swap_blocks(&mut columns, stack - 1, stack, width);
            }
        }
        let mut label = self.labelled;
        let image = keys[..order].iter().fold(0, |image, &key| {
            label += u8::from(key == NEW);
            image << 5 | u128::from(if key == NEW { label } else { key })
        });
        (image, columns)
    }

    /// Takes the row in, its columns arranged, and adds to the list what comes of
    /// it: one partial symmetry for each order of new digits that makes the same
    /// image.
    fn push_orders(mut self, layout: &Layout, row: &[u8; MAX_ORDER], list: &mut Vec<Partial>) {
        let (order, width) = (layout.order(), layout.box_columns());
        let first = list.len();
        let keys = self.columns.map(|column| self.key(row, column));
        let keys_of = |stack: usize| &keys[stack * width..(stack + 1) * width];
        let (blank_stacks, blank_columns) = (self.blank_stacks, self.blank_columns);
        let is_blank = |&stack: &usize| keys_of(stack).iter().all(|&key| key == 0);
        self.blank_stacks = (0..blank_stacks).take_while(is_blank).count();
        for (stack, blank) in self.blank_columns[..order / width].iter_mut().enumerate() {
            *blank =
                keys_of(stack)[..usize::from(*blank)].iter().filter(|&&key| key == 0).count() as u8;
        }
        list.push(self);
        for (stack, &blank) in blank_columns[..order / width].iter().enumerate() {
            let known = keys_of(stack)[..usize::from(blank)].iter().filter(|&&key| key != NEW);
            let start = stack * width;
            push_permutations(list, first, start + known.count()..start + usize::from(blank), 1);
        }
        let mut stack = self.blank_stacks;
        while stack < blank_stacks {
            let is_alike = |&other: &usize| keys_of(other) == keys_of(stack);
            let alike = (stack..blank_stacks).take_while(is_alike).count();
            push_permutations(list, first, stack..stack + alike, width);
            stack += alike;
        }
        list[first..].iter_mut().for_each(|partial| partial.label(row, order));
    }

    /// Gives the next labels to the new digits of a row, from left to right.
    fn label(&mut self, row: &[u8; MAX_ORDER], order: usize) {
        for &column in &self.columns[..order] {
            let label = &mut self.labels[usize::from(row[usize::from(column)])];
            if *label == NEW {
                self.labelled += 1;
                *label = self.labelled;
            }
        }
    }

    /// The symmetry; digits that the puzzle does not hold take what labels are
    /// left, in rising order.
    fn complete(&self, layout: &'static Layout) -> Symmetry {
        let order = layout.order();
        let mut labels = self.labels;
        let unmet = labels[..=order].iter_mut().filter(|label| **label == NEW);
        unmet.zip(self.labelled + 1..).for_each(|(label, next)| *label = next);
        Symmetry {
            layout,
            transposed: self.side == 1,
            rows: self.rows[..order].into(),
            columns: self.columns[..order].into(),
            labels: labels[..=order].into(),
        }
    }
}

/// Sorts a few keys, and the columns they belong to with them.
#[inline]
fn insertion_sort(keys: &mut [u8], columns: &mut [u8]) {
    for end in 1..keys.len() {
        for place in (1..=end).rev() {
            if keys[place - 1] <= keys[place] {
                break;
            }
            keys.swap(place - 1, place);
            columns.swap(place - 1, place);
        }
    }
}

/// Swaps two blocks of so many columns.
fn swap_blocks(columns: &mut [u8; MAX_ORDER], a: usize, b: usize, width: usize) {
    (0..width).for_each(|column| columns.swap(a * width + column, b * width + column));
}

/// Adds to the list, for each entry from `first` on, the entries with these blocks
/// of columns in every other order; stops early when there are too many.
fn push_permutations(list: &mut Vec<Partial>, first: usize, blocks: Range<usize>, width: usize) {
    for block in blocks.clone() {
        if list.len() > MOST_TIES {
            return;
        }
        for entry in first..list.len() {
            for other in block + 1..blocks.end {
                let mut swapped = list[entry];
                swap_blocks(&mut swapped.columns, block, other, width);
                list.push(swapped);
            }
        }
    }
}
