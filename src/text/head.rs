//! What stands above the lines of puzzles: headers, titles and counts.

use super::Dialect;
use super::dialect::is_known_name;
use super::heading::{is_date, is_heading};
use super::record::{fields, is_quoted, unquoted};
use super::several::{self, at_end};
use crate::grid::Layout;

/// Cells that no header or title has: those of a 4×4 puzzle, one of them mistyped.
const MOST_CELLS: usize = 15;

/// The letters and signs of a word that is a part of a large grid, if half of them are those of cells.
const LONG: usize = 24;

/// What stands between columns, in the order in which it is looked for.
pub(super) const DELIMITERS: [u8; 3] = *b",\t;";

/// How many columns a header has that calls them by numbers, from 0 or 1 on, as a data frame without
/// names does; if they may be a row of a grid.
pub(super) fn numbers(line: &[u8]) -> Option<usize> {
    let delimiter = DELIMITERS.into_iter().find(|mark| line.contains(mark))?;
    let number = |field: &[u8]| str::from_utf8(field).ok()?.parse::<usize>().ok();
    let columns: Vec<usize> = fields(line, delimiter).map(number).collect::<Option<_>>()?;
    let first = *columns.first().filter(|&&first| first < 2)?;
    let is_counted = columns.iter().enumerate().all(|(place, &column)| column == first + place);
    Layout::of_order(columns.len()).filter(|_| is_counted).map(Layout::order)
}

/// What stands between the columns of a header; what would, if it is one column in quotes.
pub(super) fn delimiter_of(header: &[u8]) -> Option<u8> {
    DELIMITERS
        .into_iter()
        .find(|mark| header.contains(mark))
        .or_else(|| is_quoted(header).then_some(b','))
}

/// How many columns a header has that may name the cells of a puzzle: at least as many as there are.
pub fn columns_of_cells(header: &[u8]) -> Option<usize> {
    let columns = fields(header, delimiter_of(header)?).count();
    (columns > MOST_CELLS).then_some(columns)
}

/// Whether a first line is the name of a column of puzzles, and nothing else.
pub(super) fn is_lone(line: &[u8]) -> bool {
    is_known_name(filled(line).trim_ascii())
}

/// A line without its empty last cells: a spreadsheet writes them after a title, too.
pub(super) fn filled(line: &[u8]) -> &[u8] {
    let last = line.iter().rposition(|byte| !b",; \t".contains(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// Whether more than one column of a line is filled.
pub(super) fn has_columns(line: &[u8]) -> bool {
    let is_filled = |field: &&[u8]| !field.is_empty();
    DELIMITERS.into_iter().any(|delimiter| fields(line, delimiter).filter(is_filled).count() > 1)
}

/// Whether a line above columns is a title, not a header.
pub fn is_title_row(line: &[u8]) -> bool {
    is_title(line) && !has_columns(line) && !is_lone(line)
}

/// Whether a line is a title: of several words, or a heading.
pub(super) fn is_title(line: &[u8]) -> bool {
    let line = unquoted(filled(line));
    let is_word = |word: &&[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_alphabetic);
    let has_words = fields(line, b' ').filter(is_word).count() >= 2;
    let is_of_words = has_words && fields(line, b' ').all(|word| word.len() < 16);
    is_of_words && !holds_cells(line) || is_heading(line)
}

/// Whether a line holds as many cells as a puzzle: it may be one with a mistake.
fn holds_cells(line: &[u8]) -> bool {
    // Of a record that has run into a header, it may be the end of a word.
    if several::words(line).any(|word| at_end(word).is_some()) {
        return true;
    }
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b".*_-".contains(byte);
    let words = line.split(|byte| b" ,;\t|[](){}\"'".contains(byte));
    let mut cells = 0;
    words.filter(|word| !is_date(word)).any(|word| {
        let signs = word.iter().filter(|byte| is_cell(byte)).count();
        cells += if signs == word.len() { signs } else { 0 };
        // In large grids letters are digits, too.
        cells >= MOST_CELLS || word.len() >= LONG && 2 * signs >= word.len()
    })
}

/// Whether the first line is what such lines have above them: a header with a name for the
/// column, or, just before a puzzle, a count or a title of several words.
pub(super) fn is_head(first: &[u8], dialect: Dialect, is_next: bool) -> bool {
    let is_name = |field: &[u8]| {
        field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && field.len() <= 64
            && !field.contains(&b'.')
    };
    let is_count = first.len() <= 12 && first.iter().all(u8::is_ascii_digit);
    match dialect {
        _ if holds_cells(first) => false,
        Dialect::Column { index, delimiter } => {
            fields(first, delimiter).nth(index).is_some_and(is_name)
        }
        _ => {
            let delimiter = delimiter_of(first);
            let mut columns = delimiter.into_iter().flat_map(|delimiter| fields(first, delimiter));
            columns.next().is_some_and(is_name) || is_next && (is_count || is_title(first))
        }
    }
}
