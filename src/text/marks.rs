//! Pencilmark puzzles: n characters for each cell, in row-major order; or a table of candidates.
//!
//! Character d of a cell is the digit d where the cell may take it, and a sign of an empty cell
//! (`.` `0` `_` `*`) where it may not: 729 characters at 9×9, n³ at n × n. The form is that of
//! tdoku's pencilmark data sets and of the Sukaku of forums. A line of 25×25 would be longer than
//! a line may be, and is not read.
//!
//! A table has a row of a 9×9 grid per line, its cells separated by blanks or `|`, each cell the
//! digits it may take in rising order, as HoDoKu and others export a grid in progress:
//!
//! ```text
//! | 8    1    237 | 37   5    3   | 6    4    9   |
//! ```

use super::symbol::{VALUES, value_of};
use super::{ParseErrorKind, escape};
use crate::grid::{Contradiction, Digit, DigitSet, Layout, Puzzle};

/// Cells of a row of a table.
pub(super) const ROW: usize = 9;

/// The puzzle of n³ characters. None if there are not so many for any size, or most of what is no
/// empty sign does not stand where it would in such a puzzle.
pub(super) fn parse(text: &[u8]) -> Option<Result<Puzzle, ParseErrorKind>> {
    let layout = Layout::all().iter().find(|layout| length(layout) == text.len())?;
    let order = layout.order();
    let at = |place: usize| (place % order + 1) as u8;
    let is_wrong = |(place, &byte): (usize, &u8)| {
        let value = VALUES[usize::from(byte)];
        value != 0 && value != at(place)
    };
    let signs = text.iter().filter(|&&byte| value_of(byte) == Some(0)).count();
    let wrong = text.iter().enumerate().filter(|&one| is_wrong(one)).count();
    if 2 * wrong >= text.len() - signs {
        return None;
    }
    if let Some(place) = text.iter().enumerate().position(is_wrong) {
        let symbol = escape(&text[place..=place], 4);
        let (column, digit) = (place + 1, Digit::new(at(place)));
        return Some(Err(ParseErrorKind::Mark { symbol, column, digit }));
    }
    let marks = text.chunks_exact(order).map(|cell| {
        let digits = cell.iter().filter_map(|&byte| value_of(byte).filter(|&value| value > 0));
        digits.map(Digit::new).collect()
    });
    let marks: Vec<DigitSet> = marks.collect();
    Some(Puzzle::of_marks(layout, &marks).map_err(|contradiction| match contradiction {
        Contradiction::Conflict(conflict) => ParseErrorKind::Conflict(conflict),
        Contradiction::Empty(cell) => ParseErrorKind::Empty(cell),
    }))
}

/// The characters of a pencilmark puzzle of this size.
fn length(layout: &Layout) -> usize {
    layout.cells().len() * layout.order()
}

/// The characters of a puzzle in a line: n², or n³ of a pencilmark puzzle.
pub(super) fn line_length(puzzle: &Puzzle) -> usize {
    if puzzle.has_marks() { length(puzzle.layout()) } else { puzzle.values().len() }
}

/// A row of a table: its characters in a line, and the row of its givens.
pub(super) struct TableRow {
    marks: Vec<u8>,
    givens: Vec<u8>,
    /// Whether some cell has several digits, which no other row has.
    pub(super) has_several: bool,
}

/// The row of a table that a line is, if it is one; one of nine digits may be another puzzle's.
pub(super) fn table_row(line: &[u8]) -> Option<TableRow> {
    let is_between = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|' | b'\r');
    let mut row = TableRow { marks: Vec::new(), givens: Vec::new(), has_several: false };
    let cells = line.split(is_between).filter(|cell| !cell.is_empty());
    for (number, cell) in cells.enumerate() {
        let is_rising = cell.windows(2).all(|pair| pair[0] < pair[1]);
        if number == ROW || !is_rising || !cell.iter().all(|byte| (b'1'..=b'9').contains(byte)) {
            return None;
        }
        let mark = |digit: u8| if cell.contains(&digit) { digit } else { b'.' };
        row.marks.extend((b'1'..=b'9').map(mark));
        row.givens.extend([if cell.len() == 1 { cell[0] } else { b'.' }, b' ']);
        row.has_several |= cell.len() > 1;
    }
    (row.givens.len() == 2 * ROW).then_some(row)
}

/// The rows of what is drawn, as rows of a table as far as they are that.
#[derive(Clone, Default, Debug)]
pub(super) struct Table {
    /// Those that were joined, and whether some cell has several digits.
    rows: Vec<(Vec<u8>, bool)>,
    /// The line that was taken last, if it can be nothing else than a row of a table.
    next: Option<Vec<u8>>,
}

impl Table {
    /// Takes a line. Returns the row of its givens if it can be nothing else than a row of a table,
    /// and is no row of more cells, some of them empty.
    pub(super) fn begin_row(
        &mut self,
        line: &[u8],
        is_other: impl FnOnce() -> bool,
    ) -> Option<Vec<u8>> {
        let row = table_row(line).filter(|row| row.has_several && !is_other());
        let (marks, givens) = row.map(|row| (row.marks, row.givens)).unzip();
        self.next = marks;
        givens
    }

    /// Takes the last line, whose givens these are, for a row.
    pub(super) fn push_row(&mut self, givens: impl Iterator<Item = u8>) {
        let row = match self.next.take() {
            Some(marks) => (marks, true),
            None => {
                let givens: Vec<u8> = givens.collect();
                let apart: Vec<u8> = givens.iter().flat_map(|&given| [given, b' ']).collect();
                (table_row(&apart).map_or(givens, |row| row.marks), false)
            }
        };
        self.rows.push(row);
    }

    /// The last rows joined, if they are a table's. If some of them are none of a table, that is
    /// the line of no puzzle.
    pub(super) fn joined(&self, rows: usize) -> Option<Vec<u8>> {
        let last = &self.rows[self.rows.len().saturating_sub(rows)..];
        let is_table = last.iter().any(|(_, has_several)| *has_several);
        is_table.then(|| last.iter().flat_map(|(row, _)| row).copied().collect())
    }
}
