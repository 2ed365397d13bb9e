//! Where in a line the puzzle stands.
//!
//! Most files hold the puzzle first on each line. A CSV or TSV file with a header
//! names its puzzle column instead; a sudoku-exchange record puts a 12-digit
//! hexadecimal hash before the puzzle. A file may also draw puzzles over
//! several lines, which the reader joins.

use super::Rows;
use super::record::{MOST_COLUMNS, fields, unquoted};
use super::several::{at_end, words};
use super::symbol::first_word;

/// The names a header gives the puzzle column.
const PUZZLE_COLUMNS: [&[u8]; 3] = [b"puzzle", b"quizzes", b"question"];

/// How the lines of one file are laid out; found from its first content line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The puzzle is the first word of the line.
    #[default]
    Plain,
    /// The puzzle is one of several delimited columns.
    Column {
        /// Which, from 0.
        index: usize,
        /// What stands between columns; a blank for blanks and tabs in any number.
        delimiter: u8,
    },
    /// The whole line is what a cell of a table holds: there are no comments, no blank lines and
    /// no headers; only [`NO_ROW`] stands for a line that is none of the table's.
    Cell,
    /// Puzzles are drawn, each row a line, to be joined by [`Rows`] before they are parsed;
    /// or stand first on a line.
    Rows,
}

/// A line that holds no row, where the lines are [cells](Dialect::Cell).
pub const NO_ROW: &[u8] = b"\x0c";

impl Dialect {
    /// The dialect that a file's first content line announces.
    pub fn of_first_line(line: &[u8]) -> Dialect {
        for delimiter in *b",\t;" {
            let found = fields(line, delimiter).take(MOST_COLUMNS).position(is_known_name);
            if let Some(index) = found.filter(|&index| index > 0 || line.contains(&delimiter)) {
                return Dialect::Column { index, delimiter };
            }
        }
        if is_known_name(unquoted(line)) {
            return Dialect::Column { index: 0, delimiter: b',' };
        }
        if Rows::begin_with(line) { Dialect::Rows } else { Dialect::Plain }
    }

    /// Whether lines are text, in which a puzzle stands first, and no columns.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Dialect::Plain | Dialect::Rows)
    }

    /// A line without blanks around it; a tab is one where it does not stand between columns.
    pub(super) fn content(self, line: &[u8]) -> &[u8] {
        match self {
            Dialect::Column { delimiter: b'\t', .. } => without_blanks(line),
            _ => line.trim_ascii(),
        }
    }

    /// The part of a content line that holds the puzzle, or nothing when the
    /// line is the header.
    pub fn puzzle_field(self, line: &[u8]) -> Option<&[u8]> {
        match self {
            Dialect::Rows if Rows::is_joined(line) => Some(line),
            Dialect::Plain => Some(first_word(line)),
            Dialect::Rows => Some(string(first_word(line))),
            Dialect::Cell => Some(line),
            Dialect::Column { index, delimiter } => {
                let field = fields(line, delimiter).nth(index).unwrap_or_default();
                // A header with which its first record has run together is none.
                (!is_known_name(field) || words(line).any(|word| at_end(word).is_some()))
                    .then_some(field)
            }
        }
    }
}

/// A word without the quotes and marks around it that a string of a list has.
fn string(word: &[u8]) -> &[u8] {
    let [b'"' | b'\'', rest @ ..] = word else { return word };
    let end = rest.iter().rposition(|byte| !b"\"',;".contains(byte));
    &rest[..end.map_or(0, |last| last + 1)]
}

/// A line without blanks around it, but with its tabs: the first column may be empty.
pub(super) fn without_blanks(line: &[u8]) -> &[u8] {
    let is_content = |byte: &u8| *byte == b'\t' || !byte.is_ascii_whitespace();
    let start = line.iter().position(is_content).unwrap_or(line.len());
    let end = line.iter().rposition(is_content).map_or(start, |last| last + 1);
    &line[start..end]
}

/// Whether a header calls the column of puzzles so.
pub fn is_known_name(field: &[u8]) -> bool {
    PUZZLE_COLUMNS.iter().any(|name| field.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_the_puzzle_column() {
        let column = |index, delimiter| Dialect::Column { index, delimiter };
        assert_eq!(Dialect::of_first_line(b"puzzle"), column(0, b','));
        assert_eq!(Dialect::of_first_line(b"quizzes,solutions"), column(0, b','));
        assert_eq!(Dialect::of_first_line(b"id\tPuzzle\tser"), column(1, b'\t'));
        assert_eq!(Dialect::of_first_line(b"source,\"question\",answer"), column(1, b','));
        assert_eq!(Dialect::of_first_line(b"1234..,12"), Dialect::Plain);
        assert_eq!(Dialect::of_first_line(b". 1 | 2 ."), Dialect::Rows);
    }

    #[test]
    fn the_puzzle_is_found_in_its_column() {
        let csv = Dialect::Column { index: 1, delimiter: b',' };
        assert_eq!(csv.puzzle_field(b"7, \"12..\" ,x"), Some(&b"12.."[..]));
        assert_eq!(csv.puzzle_field(b"source,question,answer"), None);
        assert_eq!(csv.puzzle_field(b"no second column"), Some(&b""[..]));
    }

    #[test]
    fn exchange_records_skip_their_hash() {
        let cells = "1".repeat(81);
        let record = format!("0000183b305c {cells}  1.2");
        assert_eq!(Dialect::Plain.puzzle_field(record.as_bytes()), Some(cells.as_bytes()));
    }
}
