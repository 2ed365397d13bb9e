//! Why a line is not a puzzle.

use thiserror::Error;

use crate::grid::{Cell, Conflict, Digit, Layout};
use crate::readable;

/// The longest line, in bytes, that may hold a puzzle: a 25×25 grid with
/// Ericson's separators and room for a comment.
pub const MAX_LINE: usize = 4096;

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseErrorKind {
    /// The number of cells is not that of any size.
    #[error("{cells} cell{}, expected {}", if *cells == 1 { "" } else { "s" }, expected_lengths())]
    Length {
        /// The cells found.
        cells: usize,
    },
    /// A number, as a spreadsheet or a data frame writes it, that was a puzzle.
    #[error("{}", number(*digits))]
    Number {
        /// The digits it has left; none if it has an exponent.
        digits: Option<usize>,
    },
    /// The same with zeros for the digits that it has lost.
    #[error(
        "no digit after the 15th: a number whose other digits may be lost; the column has to be kept as text"
    )]
    Rounded,
    /// There is another puzzle after the first.
    #[error("more than one puzzle of {cells} cells in one line; --column reads one of several")]
    Several {
        /// The cells of each.
        cells: usize,
    },
    /// A puzzle has run into the last word of a comment.
    #[error("a puzzle of {cells} cells has run into a comment: put it into a line of its own")]
    Comment {
        /// Its cells.
        cells: usize,
    },
    /// A full grid stands where puzzles do, and a puzzle elsewhere in the record.
    #[error("a full grid in the place of a puzzle, which stands in column {column}")]
    Full {
        /// The column of the puzzle, from 1.
        column: usize,
    },
    /// A record, or a line of a puzzle and its solution, has fewer fields than the first one, and holds a full grid; or
    /// others, and is the cells of a puzzle.
    #[error(
        "{found} field{}, where the first record has {columns}: the puzzle, or a cell of it, may be missing",
        if *found == 1 { "" } else { "s" }
    )]
    Fields {
        /// The fields of the record.
        found: usize,
        /// Those of the first one.
        columns: usize,
    },
    /// The rows of a puzzle that is drawn make no square.
    #[error("{}", shape(*rows, *least, *most))]
    Shape {
        /// How many there are.
        rows: usize,
        /// The cells of the shortest.
        least: usize,
        /// The cells of the longest.
        most: usize,
    },
    /// Empty fields stand beside the cells of a puzzle, or between its boxes, or may do so; or some of its empty
    /// cells have a sign, and others have nothing.
    #[error(
        "empty fields, and nothing tells which of them are cells: leave out what stands beside the cells, and \
         write empty cells alike"
    )]
    Columns,
    /// A puzzle stands beside a fault in a drawing or sheet, or has a row that may stand between puzzles.
    #[error("a fault or an empty line stands beside it: one of its rows may not be its own")]
    Beside,
    /// A character is neither a digit of this size nor an empty cell.
    #[error(
        "`{symbol}` at column {column} is neither a digit of a {order}×{order} grid nor an empty cell"
    )]
    Symbol {
        /// The character, escaped if it does not print.
        symbol: String,
        /// Its column in the line, in bytes from 1.
        column: usize,
        /// The size its line has by length.
        order: usize,
    },
    /// The same in a puzzle that is drawn.
    #[error(
        "`{symbol}`, cell {cell} of row {row}, is neither a digit of a {order}×{order} grid nor an \
         empty cell"
    )]
    Drawn {
        /// The character, escaped if it does not print.
        symbol: String,
        /// Its row, from 1.
        row: usize,
        /// Its place in the row, from 1.
        cell: usize,
        /// The size of the puzzle by its shape.
        order: usize,
    },
    /// Both `0` and another sign of an empty cell, as `.` or nothing between commas, are in a puzzle
    /// without the highest digit: 0 may be a digit, as in 0 to F.
    #[error(
        "both `0` and another sign for empty cells are here and no {order}: write digits from 1 on, \
         or one sign for empty cells"
    )]
    Blanks {
        /// The size its line has by length.
        order: usize,
    },
    /// A character of a pencilmark puzzle is not the digit of its place.
    #[error("`{symbol}` at column {column} stands where a pencilmark puzzle has {digit} or `.`")]
    Mark {
        /// The character, escaped if it does not print.
        symbol: String,
        /// Its column in the line, in bytes from 1.
        column: usize,
        /// The digit that may stand there.
        digit: Digit,
    },
    /// A cell of a pencilmark puzzle may take no digit.
    #[error("{0} has no candidate")]
    Empty(Cell),
    /// The givens contradict one another.
    #[error("{0}")]
    Conflict(Conflict),
    /// The line is not UTF-8.
    #[error("not UTF-8 at column {column}")]
    Encoding {
        /// The column of the first bad byte, from 1.
        column: usize,
    },
    /// The line is longer than any puzzle line can be.
    #[error("longer than {MAX_LINE} bytes")]
    TooLong,
}

impl ParseErrorKind {
    /// Every [`reason`](Self::reason), in a fixed order.
    pub const REASONS: &'static [&'static str] =
        &["length", "symbol", "conflict", "encoding", "too_long"];

    /// The short name of the kind, as in the `rejects` table.
    pub fn reason(&self) -> &'static str {
        match self {
            ParseErrorKind::Length { .. }
            | ParseErrorKind::Number { .. }
            | ParseErrorKind::Rounded
            | ParseErrorKind::Several { .. }
            | ParseErrorKind::Full { .. }
            | ParseErrorKind::Comment { .. }
            | ParseErrorKind::Fields { .. }
            | ParseErrorKind::Shape { .. }
            | ParseErrorKind::Columns
            | ParseErrorKind::Beside => "length",
            ParseErrorKind::Symbol { .. }
            | ParseErrorKind::Drawn { .. }
            | ParseErrorKind::Blanks { .. }
            | ParseErrorKind::Mark { .. } => "symbol",
            ParseErrorKind::Conflict(_) | ParseErrorKind::Empty(_) => "conflict",
            ParseErrorKind::Encoding { .. } => "encoding",
            ParseErrorKind::TooLong => "too_long",
        }
    }
}

fn expected_lengths() -> String {
    let lengths: Vec<String> =
        Layout::all().iter().map(|layout| layout.cells().len().to_string()).collect();
    let (last, rest) = lengths.split_last().expect("there are sizes");
    format!("{} or {last}", rest.join(", "))
}

fn number(digits: Option<usize>) -> String {
    let what = match digits {
        None => "a number with an exponent, whose other digits are lost".into(),
        Some(digits) => format!("{digits} digits: a number that may have lost its leading zeros"),
    };
    format!("{what}; the column has to be kept as text")
}

fn shape(rows: usize, least: usize, most: usize) -> String {
    let s = if rows == 1 { "" } else { "s" };
    match least == most {
        true => format!("{rows} row{s} of {least} cells make no square"),
        false => format!("{rows} row{s} of {least} to {most} cells make no square"),
    }
}

/// The first `limit` characters of a line, printable and [without loss](readable::escape).
pub fn escape(line: &[u8], limit: usize) -> String {
    readable::escape(line).take(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_keeps_every_byte_and_counts_characters() {
        assert_eq!(escape(b"a\\b\x00\xffz", 99), "a\\\\b\\x00\\xffz");
        assert_eq!(escape("äöü".as_bytes(), 2), "äö");
    }

    #[test]
    fn a_message_names_every_length() {
        let error = ParseErrorKind::Length { cells: 80 };
        assert_eq!(error.to_string(), "80 cells, expected 16, 36, 81, 144, 256 or 625");
    }
}
