//! The canonical form of a full 9×9 grid.
//!
//! The first row of the image is 123456789, whatever row it comes from. What the second can be,
//! the boxes of two rows of a band decide:
//! - *Each box of the second row holds the digits of another box of the first*: the second row is
//!   456 789 and then 1, 2, 3 in some order. The order of the columns of one stack decides all
//!   others.
//! - *Else each box holds two digits of one box and one of the other*: the second row begins with
//!   4 5 7, and at most two orders of the columns can be smallest.
//!
//! So no more than a few hundred symmetries are written down as far as the second row, and few
//! of them make the smallest one. Of those each is completed: the other rows are sorted.

use std::array::from_fn;

use crate::grid::{Layout, Symmetry};

const ORDER: usize = 9;

type Line = [u8; ORDER];

/// The rows of a grid, or of its transposition.
struct Rows {
    cells: [Line; ORDER],
    /// By row and digit: its column.
    places: [[u8; ORDER + 1]; ORDER],
    /// By row and stack: the digits as bits.
    sets: [[u16; 3]; ORDER],
}

impl Rows {
    fn new(values: &[u8], transposed: bool) -> Rows {
        let at = |row: usize, column: usize| match transposed {
            true => values[column * ORDER + row],
            false => values[row * ORDER + column],
        };
        let cells: [Line; ORDER] = from_fn(|row| from_fn(|column| at(row, column)));
        let mut rows = Rows { cells, places: [[0; ORDER + 1]; ORDER], sets: [[0; 3]; ORDER] };
        for (row, line) in cells.iter().enumerate() {
            for (column, &digit) in line.iter().enumerate() {
                rows.places[row][usize::from(digit)] = column as u8;
                rows.sets[row][column / 3] |= 1 << digit;
            }
        }
        rows
    }

    /// The digit of a row below or above another digit of its band.
    fn beside(&self, row: usize, of: usize, digit: u8) -> u8 {
        self.cells[row][self.place(of, digit)]
    }

    fn place(&self, row: usize, digit: u8) -> usize {
        self.places[row][usize::from(digit)].into()
    }
}

/// A symmetry as far as its first two rows: the rest follows.
struct Start {
    side: usize,
    first: usize,
    second: usize,
    /// The digits of the first row in their new order: the one at place p gets the label p + 1.
    digits: Line,
}

/// The symmetries that make the smallest second row so far.
#[derive(Default)]
struct Starts {
    smallest: u64,
    found: Vec<Start>,
}

impl Starts {
    fn offer(&mut self, rows: &Rows, start: Start) {
        let labels = labels(&start.digits);
        let label = |&digit: &u8| {
            u64::from(labels[usize::from(rows.beside(start.second, start.first, digit))])
        };
        let image = start.digits.iter().map(label).fold(0, |image, label| image << 4 | label);
        if self.found.is_empty() || image < self.smallest {
            self.smallest = image;
            self.found.clear();
        }
        if image == self.smallest {
            self.found.push(start);
        }
    }
}

fn labels(digits: &Line) -> [u8; ORDER + 1] {
    let mut labels = [0; ORDER + 1];
    for (label, &digit) in (1..).zip(digits) {
        labels[usize::from(digit)] = label;
    }
    labels
}

fn only(set: u16) -> u8 {
    set.trailing_zeros() as u8
}

/// The smallest image of a solution, 81 values row by row, a symmetry that makes it, and how many
/// do.
pub(super) fn smallest(values: &[u8]) -> (Vec<u8>, Symmetry, u64) {
    let sides = [Rows::new(values, false), Rows::new(values, true)];
    let mut starts = Starts::default();
    for (side, rows) in sides.iter().enumerate() {
        for (first, second, stack) in pairs() {
            let start = |digits: Line| Start { side, first, second, digits };
            let sets = &rows.sets[first];
            let (next, last) = ((stack + 1) % 3, (stack + 2) % 3);
            let below = rows.sets[second][stack];
            match (below & sets[next]).count_ones() {
                0 | 3 => pure(rows, first, second, stack, |digits| {
                    starts.offer(rows, start(digits));
                }),
                2 => mixed(rows, first, second, [stack, next, last], |digits| {
                    starts.offer(rows, start(digits));
                }),
                _ => mixed(rows, first, second, [stack, last, next], |digits| {
                    starts.offer(rows, start(digits));
                }),
            }
        }
    }
    let images = starts.found.iter().map(|start| complete(&sides[start.side], start));
    let mut count = 0;
    let (values, symmetry) = images
        .reduce(|best, image| {
            if image.0 <= best.0 {
                count = if image.0 < best.0 { 0 } else { count + 1 };
            }
            if image.0 < best.0 { image } else { best }
        })
        .expect("each grid has an image");
    (values, symmetry, count + 1)
}

/// Two rows of a band, in both orders, and a stack.
fn pairs() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..ORDER).flat_map(|first| {
        let band = first / 3 * 3;
        let others = (band..band + 3).filter(move |&row| row != first);
        others.flat_map(move |second| (0..3).map(move |stack| (first, second, stack)))
    })
}

/// Where the boxes of the second row hold the digits of boxes of the first: the columns of the
/// first stack are in any order, and each next box has its digits in the order of those below.
fn pure(rows: &Rows, first: usize, second: usize, stack: usize, mut take: impl FnMut(Line)) {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for order in ORDERS {
        let mut digits = [0; ORDER];
        for (place, column) in order.into_iter().enumerate() {
            digits[place] = rows.cells[first][3 * stack + column];
            digits[place + 3] = rows.beside(second, first, digits[place]);
            digits[place + 6] = rows.beside(second, first, digits[place + 3]);
        }
        take(digits);
    }
}

/// Where the first box of the second row has two digits, 4 and 5, of the first row's second box
/// and one, 7, of its third: its second box has one digit of the first and two, 8 and 9, of the
/// third. That one is best below 4, and else as it comes.
fn mixed(rows: &Rows, first: usize, second: usize, stacks: [usize; 3], mut take: impl FnMut(Line)) {
    let sets = stacks.map(|stack| rows.sets[first][stack]);
    let below = stacks.map(|stack| rows.sets[second][stack]);
    let two = below[0] & sets[1];
    let (seven, six) = (only(below[0] & sets[2]), only(sets[1] & !two));
    let one = only(below[1] & sets[0]);
    let above = rows.beside(first, second, one);
    let (least, greatest) = (only(two), (15 - two.leading_zeros()) as u8);
    let other = |digit: u8| least + greatest - digit;
    let mut with = |four: u8| {
        let box_two = [four, other(four), six];
        let mut rest = box_two.map(|digit| rows.beside(second, first, digit)).into_iter();
        let mut next = || rest.find(|&digit| digit != one).expect("two of three");
        let (eight, nine) = (next(), next());
        let over = |digit: u8| rows.beside(first, second, digit);
        let box_one = [over(four), over(other(four)), over(seven)];
        let [a, b, c] = box_one;
        take([a, b, c, four, other(four), six, seven, eight, nine]);
    };
    if above == six {
        with(least);
        with(greatest);
    } else {
        with(above);
    }
}

/// The image of a grid, and the symmetry that makes it: the third row is the one left of the
/// band, the other rows are sorted.
fn complete(rows: &Rows, start: &Start) -> (Vec<u8>, Symmetry) {
    let labels = labels(&start.digits);
    let columns: Line = start.digits.map(|digit| rows.place(start.first, digit) as u8);
    let label = |row: usize, column: u8| labels[usize::from(rows.cells[row][usize::from(column)])];
    let band = start.first / 3;
    let third = 9 * band + 3 - start.first - start.second;
    let sorted = |band: usize| {
        let mut rows: [usize; 3] = from_fn(|row| 3 * band + row);
        rows.sort_unstable_by_key(|&row| label(row, columns[0]));
        rows
    };
    let (mut two, mut three) = (sorted((band + 1) % 3), sorted((band + 2) % 3));
    if label(three[0], columns[0]) < label(two[0], columns[0]) {
        std::mem::swap(&mut two, &mut three);
    }
    let mut order = [start.first, start.second, third, 0, 0, 0, 0, 0, 0];
    order[3..6].copy_from_slice(&two);
    order[6..].copy_from_slice(&three);
    let values = order.iter().flat_map(|&row| columns.map(|column| label(row, column))).collect();
    let layout = Layout::nine();
    let symmetry = Symmetry {
        layout,
        transposed: start.side == 1,
        rows: from_fn(|row| order.get(row).map_or(row, |&row| row) as u8),
        columns: from_fn(|column| columns.get(column).map_or(column as u8, |&column| column)),
        labels: from_fn(|value| labels.get(value).map_or(value as u8, |&label| label)),
    };
    (values, symmetry)
}
