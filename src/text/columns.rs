//! Whether what stands between delimiters is columns, and which of them hold puzzles.

use std::cmp::Ordering;

use super::head::delimiter_of;
use super::record::fields;
use super::several::{among_words, at_end, declared, is_mistaken, of_word, words};
use super::symbol::{ends_word, first_word};
use super::{Dialect, ParseErrorKind, parse_line};
use crate::grid::Puzzle;

/// Another column of a record than the one that is read that holds a puzzle with empty cells, and
/// not the same one.
pub fn other_column(line: &[u8], dialect: Dialect) -> Option<usize> {
    let Dialect::Column { index, delimiter } = dialect else { return None };
    let puzzle = parse_line(line, dialect).ok()??;
    let mut others = fields(line, delimiter).enumerate().filter(|&(place, _)| place != index);
    // One of another size may be what is meant, too.
    let is_other = |field| of_field(field).is_some_and(|other| !other.is_full() && other != puzzle);
    others.find(|(_, field)| is_other(field) || holds_other(field, &puzzle)).map(|(place, _)| place)
}

/// The puzzle that a field of a record holds.
fn of_field(field: &[u8]) -> Option<Puzzle> {
    of_word(field).or_else(|| parse_line(field, Dialect::Cell).ok()?)
}

/// Whether a record or line has another puzzle of that size with empty cells than the one that is read, outside of
/// its column; in a record, perhaps at the end of a word.
pub fn has_second(record: &[u8], dialect: Dialect, puzzle: &Puzzle) -> bool {
    let cells = puzzle.layout().cells().len();
    if record.len() <= 2 * cells {
        return false;
    }
    let Dialect::Column { index, delimiter } = dialect else {
        let words = record.split(|byte| ends_word(*byte)).filter(|word| word.len() >= cells);
        return words.filter_map(of_word).any(|other| is_second(&other, puzzle));
    };
    let mut others = fields(record, delimiter).enumerate().filter(|&(place, _)| place != index);
    others.any(|(_, field)| holds_other(field, puzzle))
}

fn is_second(other: &Puzzle, puzzle: &Puzzle) -> bool {
    other.layout() == puzzle.layout() && !other.is_full() && other != puzzle
}

/// What the number of its fields tells against a record that holds a puzzle, where the first record, or a header
/// that names the cells, has so many. With more fields and another puzzle among them, two records have run together;
/// with fewer, a full grid may be the solution of a puzzle that is missing. Cells with marks between may lack one
/// where there are other columns.
pub fn fault_of(
    record: &[u8],
    dialect: Dialect,
    columns: usize,
    puzzle: &Puzzle,
) -> Option<ParseErrorKind> {
    let fields_of = |delimiter| fields(record, delimiter).count();
    let Dialect::Column { delimiter, .. } = dialect else {
        let found = delimiter_of(record).map(fields_of)?;
        let are_cells = found == puzzle.layout().cells().len();
        return (are_cells && found != columns)
            .then_some(ParseErrorKind::Fields { found, columns });
    };
    let marks = memchr::memchr_iter(delimiter, record).count();
    // There are as many fields, or fewer where marks stand within quotes.
    if delimiter == b' ' || marks + 1 == columns && !puzzle.is_full() {
        return None;
    }
    let found = fields_of(delimiter);
    match found.cmp(&columns) {
        Ordering::Less => puzzle.is_full().then_some(ParseErrorKind::Fields { found, columns }),
        Ordering::Equal => None,
        Ordering::Greater => {
            let cells = puzzle.layout().cells().len();
            has_second(record, dialect, puzzle).then_some(ParseErrorKind::Several { cells })
        }
    }
}

/// Whether a field holds another puzzle of that size with empty cells, perhaps at the end of a word.
fn holds_other(field: &[u8], puzzle: &Puzzle) -> bool {
    let is_other = |other: Puzzle| is_second(&other, puzzle);
    words(field).filter_map(at_end).any(is_other) || of_field(field).is_some_and(is_other)
}

/// Whether a puzzle stands among words in a line that has another one in this column: it is a list in
/// one line, as `puzzles = ['53..7…', '1.6..…']`, not columns. Or what is in the column is the solution
/// of a puzzle with a mistake.
pub(super) fn is_list(line: &[u8], dialect: Dialect) -> bool {
    let Dialect::Column { delimiter, .. } = dialect else { return false };
    let Ok(Some(read)) = parse_line(line, dialect) else { return false };
    // Words may follow a puzzle in its column.
    let cells = |field| if delimiter == b' ' { field } else { first_word(field) };
    let columns: Vec<Puzzle> =
        fields(line, delimiter).filter_map(|field| of_word(cells(field))).collect();
    let is_other = |puzzle: &Puzzle| {
        puzzle.layout() == read.layout() && *puzzle != read && !columns.contains(puzzle)
    };
    // A solution may stand anywhere, unless it may be what is read.
    among_words(line)
        .chain(declared(line))
        .any(|puzzle| is_other(&puzzle) && (!puzzle.is_full() || read.is_full()))
        || read.is_full() && words(line).any(is_mistaken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_one_line_is_no_record() {
        let puzzle = |digit: char| format!("{digit}{}", ".".repeat(80));
        let [a, b, c] = ['1', '2', '3'].map(puzzle);
        let full =
            "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
        let column = |index, delimiter| Dialect::Column { index, delimiter };
        for (line, dialect) in [
            (format!("puzzles = ['{a}', '{b}', '{c}']"), column(1, b',')),
            (format!("['{a}', '{b}', '{c}']"), column(1, b',')),
            (format!("Monday: {a}, Tuesday: {b}"), column(3, b' ')),
            (format!("see {a}, {b}, and {c}"), column(1, b',')),
            (format!("[\"{a}\", \"{full}\", 3],"), column(1, b',')),
            (format!("{} {full}", &a[1..]), column(1, b' ')),
            (format!("['{a}', '{b}', '{c}']").replace('.', "-"), column(1, b',')),
            (
                "['1.3..2.4....4..1', '4..1....1....2..', '..3.1..2241.....']".into(),
                column(1, b','),
            ),
        ] {
            assert!(is_list(line.as_bytes(), dialect), "{line}");
        }
        for (line, dialect) in [
            (format!("1,{a},https://sudoku.example/?bd={a}"), column(1, b',')),
            (format!("1,{a},https://sudoku.example/?solution={full}"), column(1, b',')),
            (format!("{a},{b}"), column(0, b',')),
            (format!("{a},k1,{b} # hard"), column(0, b',')),
            (format!("k1  {a}  {full}"), column(1, b' ')),
            (format!("k1 {full}"), column(1, b' ')),
            (format!("550e8400-e29b-41d4-a716-446655440000,{full}"), column(1, b',')),
        ] {
            assert!(!is_list(line.as_bytes(), dialect), "{line}");
        }
    }
}
