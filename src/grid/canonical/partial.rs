//! Partial symmetries: what the first rows of an image determine, and what they leave open.

use std::array::from_fn;

use crate::grid::{Layout, Symmetry};

/// Room for the rows, columns or values of any size: as long as a power of two, so that a
/// masked index needs no check.
pub(super) const ROOM: usize = 32;

/// A row of a grid.
pub(super) type Row = [u8; ROOM];

/// The label of a digit that has none: larger than any.
pub(super) const NEW: u8 = TIED - 1;

/// Labels from here on: the digit is tied to the column of this number.
pub(super) const TIED: u8 = ROOM as u8;

/// In how many orders so many things stand.
pub(super) fn factorial(number: u32) -> u128 {
    (1..=u128::from(number)).product()
}

/// The index of a row, column, value, or what a label is tied to.
#[inline(always)]
fn index(number: u8) -> usize {
    usize::from(number) % ROOM
}

/// A symmetry as far as the first rows of its image determine it.
#[derive(Clone, Copy)]
pub(super) struct Partial {
    /// Which of the sides its rows are taken from.
    pub(super) side: usize,
    /// By row of the image, the row it comes from.
    pub(super) rows: Row,
    /// The rows taken, as bits.
    pub(super) used: u32,
    /// By column of the image, the column it comes from; within a run, any.
    pub(super) columns: Row,
    /// By column, its column of the image.
    pub(super) places: Row,
    /// Bit c is set when a run begins at column c of the image; the last bit is its end.
    pub(super) cuts: u32,
    /// So many stacks of the image, the leftmost, hold no digit yet.
    pub(super) blank_stacks: usize,
    /// By value its label, [`NEW`], or [`TIED`] and the column where it was met first.
    pub(super) labels: Row,
    /// By value that is tied: its label less the place of its column.
    pub(super) shifts: Row,
    /// The largest label given.
    pub(super) labelled: u8,
    /// Whether every column has its place and every digit its label.
    pub(super) is_rigid: bool,
}

impl Partial {
    pub(super) fn start(layout: &Layout, side: usize) -> Partial {
        let mut labels = [NEW; ROOM];
        labels[0] = 0;
        let runs = (0..=layout.order()).step_by(layout.box_columns());
        Partial {
            side,
            rows: [0; ROOM],
            used: 0,
            columns: from_fn(|column| column as u8),
            places: from_fn(|column| column as u8),
            cuts: runs.fold(0, |cuts, place| cuts | 1 << place),
            blank_stacks: layout.box_rows(),
            labels,
            shifts: [0; ROOM],
            labelled: 0,
            is_rigid: false,
        }
    }

    /// Where the run of a place begins.
    #[inline(always)]
    pub(super) fn run_start(&self, place: usize) -> usize {
        (self.cuts & ((2 << place) - 1)).ilog2() as usize
    }

    /// The place after the last of the run that begins here.
    #[inline(always)]
    pub(super) fn run_end(&self, start: usize) -> usize {
        start + 1 + (self.cuts >> (start + 1)).trailing_zeros() as usize
    }

    /// The value of a row at a place.
    #[inline(always)]
    pub(super) fn value(&self, row: &Row, place: usize) -> usize {
        index(row[index(self.columns[place % ROOM])])
    }

    /// The empty cells of a row in a stack of the image.
    pub(super) fn zeros(&self, row: &Row, stack: usize, width: usize) -> usize {
        let places = stack * width..(stack + 1) * width;
        places.filter(|&place| self.value(row, place) == 0).count()
    }

    #[inline(always)]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        let (a, b) = (a % ROOM, b % ROOM);
        self.columns.swap(a, b);
        self.places[index(self.columns[a])] = a as u8;
        self.places[index(self.columns[b])] = b as u8;
    }

    pub(super) fn swap_stacks(&mut self, a: usize, b: usize, width: usize) {
        if a != b {
            (0..width).for_each(|column| self.swap(a * width + column, b * width + column));
        }
    }

    /// The smallest label that a value can have when another column takes the place `taken`,
    /// where its run begins.
    #[inline(always)]
    pub(super) fn least_label(&self, value: usize, taken: usize) -> u8 {
        match self.labels[value] {
            tied @ TIED.. => {
                let start = self.run_start(usize::from(self.places[index(tied)]));
                (start as u8 + u8::from(start == taken)).wrapping_add(self.shifts[value])
            }
            label => label,
        }
    }

    /// Puts the column at a place where its run begins, and nowhere else.
    #[inline(always)]
    pub(super) fn fix(&mut self, place: usize, start: usize) {
        if place != start {
            self.swap(place, start);
        }
        self.cuts |= 2 << start;
    }

    /// The label of a value in a cell whose column has its place: what is open becomes the
    /// smallest possible.
    #[inline(always)]
    pub(super) fn settle(&mut self, value: usize) -> u8 {
        match self.labels[value] {
            NEW => {
                self.labelled += 1;
                self.labels[value] = self.labelled;
            }
            tied @ TIED.. => {
                let place = usize::from(self.places[index(tied)]);
                let start = self.run_start(place);
                self.fix(place, start);
                self.labels[value] = (start as u8).wrapping_add(self.shifts[value]);
            }
            _ => {}
        }
        self.labels[value]
    }

    /// Notes whether nothing is open.
    pub(super) fn close(&mut self, order: usize) {
        let all = (2 << order) - 1;
        self.is_rigid = self.cuts == all && self.labels[..=order].iter().all(|&label| label < NEW);
    }

    /// The orders of columns that are alike to the end, and of stacks without a digit.
    pub(super) fn orders_of_columns(&self, order: usize) -> u128 {
        let starts = (0..order).filter(|place| self.cuts >> place & 1 == 1);
        let runs = starts.map(|start| factorial((self.run_end(start) - start) as u32));
        runs.product::<u128>() * factorial(self.blank_stacks as u32)
    }

    /// The symmetry, with every run as it stands; digits that the puzzle does not hold take
    /// what labels are left, in rising order.
    pub(super) fn complete(&self, layout: &'static Layout) -> Symmetry {
        let order = layout.order();
        let label = |value: usize| match value <= order {
            true if self.labels[value] >= TIED => {
                self.places[index(self.labels[value])].wrapping_add(self.shifts[value])
            }
            true => self.labels[value],
            false => value as u8,
        };
        let mut labels = from_fn(label);
        let unmet = labels[..=order].iter_mut().filter(|label| **label == NEW);
        unmet.zip(self.labelled + 1..).for_each(|(label, next)| *label = next);
        let line = |list: &Row, line: usize| if line < order { list[line] } else { line as u8 };
        let (rows, columns) =
            (from_fn(|row| line(&self.rows, row)), from_fn(|column| line(&self.columns, column)));
        Symmetry { layout, transposed: self.side == 1, rows, columns, labels }
    }
}
