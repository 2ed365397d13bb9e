//! The cells of a grid as text, next to each other.

use super::symbol::{SEPARATOR, UNKNOWN, VALUES};
use super::{ParseErrorKind, escape, marks};
use crate::grid::{Grid, Layout, MAX_CELLS, Puzzle};

/// Reads n² cells, with or without Ericson's separators, or `|` after rows; or the n³ characters of
/// a pencilmark puzzle.
///
/// # Errors
/// When they are not the cells of a puzzle. Columns count from the first cell.
pub fn parse_cells(text: &[u8]) -> Result<Puzzle, ParseErrorKind> {
    let mut values = [0; MAX_CELLS];
    let mut cells = 0;
    let mut highest = 0;
    for &byte in text {
        let value = VALUES[usize::from(byte)];
        if value == SEPARATOR {
            continue;
        }
        if cells < MAX_CELLS {
            values[cells] = value;
        }
        highest = highest.max(value);
        cells += 1;
    }
    let layout = Layout::of_cells(cells).filter(|size| usize::from(highest) <= size.order());
    let Some(layout) = layout else {
        return marks::parse(text).unwrap_or_else(|| Err(mistake(text, cells)));
    };
    if usize::from(highest) < layout.order() && has_both_blanks(text) {
        return Err(ParseErrorKind::Blanks { order: layout.order() });
    }
    Puzzle::new(Grid::new(layout, &values[..cells])).map_err(ParseErrorKind::Conflict)
}

/// Why the text is no puzzle: its length, or a symbol that its size does not have.
fn mistake(text: &[u8], cells: usize) -> ParseErrorKind {
    let valid = match std::str::from_utf8(text) {
        Err(error) => return ParseErrorKind::Encoding { column: error.valid_up_to() + 1 },
        Ok(valid) => valid,
    };
    // A character may have several bytes.
    let beyond = text.iter().filter(|&&byte| byte & 0xc0 == 0x80).count();
    let cells = cells - beyond;
    let Some(layout) = Layout::of_cells(cells) else { return ParseErrorKind::Length { cells } };
    let order = layout.order();
    let bad = |&byte: &u8| {
        let value = VALUES[usize::from(byte)];
        value == UNKNOWN || value != SEPARATOR && usize::from(value) > order
    };
    let at = text.iter().position(bad).expect("some symbol is out of range");
    let symbol = valid[at..].chars().next().map(String::from).unwrap_or_default();
    ParseErrorKind::Symbol { symbol: escape(symbol.as_bytes(), 1), column: at + 1, order }
}

/// A mistake so many bytes further on.
pub(super) fn moved(kind: ParseErrorKind, by: usize) -> ParseErrorKind {
    match kind {
        ParseErrorKind::Symbol { symbol, column, order } => {
            ParseErrorKind::Symbol { symbol, column: column + by, order }
        }
        ParseErrorKind::Mark { symbol, column, digit } => {
            ParseErrorKind::Mark { symbol, column: column + by, digit }
        }
        ParseErrorKind::Encoding { column } => ParseErrorKind::Encoding { column: column + by },
        other => other,
    }
}

/// Whether a text has `0`, which may be a digit, as in the digits from 0 to F of 16×16 grids, and
/// another sign of an empty cell.
pub(super) fn has_both_blanks(text: &[u8]) -> bool {
    text.contains(&b'0') && text.iter().any(|byte| b"._*".contains(byte))
}

/// Appends the cells of a grid, `.` for an empty one, without a line end.
pub fn push_line(text: &mut Vec<u8>, grid: &Grid) {
    // Comparisons, not a table: these are done for many cells at once.
    let symbol = |value: u8| match value {
        0 => b'.',
        1..=9 => b'0' + value,
        _ => b'a' + (value - 10),
    };
    match <&[u8; 81]>::try_from(grid.values()) {
        Ok(nine) => text.extend_from_slice(&each(nine, symbol)),
        Err(_) => text.extend(grid.values().iter().copied().map(symbol)),
    }
}

/// The cells of a grid as text, `.` for an empty one.
///
/// ```
/// use sudoku_lab::text::{parse_cells, to_line};
/// let puzzle = parse_cells(b"12..4...*___0...").unwrap();
/// assert_eq!(to_line(puzzle.grid()), "12..4...........");
/// ```
pub fn to_line(grid: &Grid) -> String {
    let mut text = Vec::with_capacity(grid.values().len());
    push_line(&mut text, grid);
    String::from_utf8(text).expect("symbols are ASCII")
}

/// What a function makes of each cell; `array::map` does them one by one.
#[inline(always)]
pub(super) fn each(cells: &[u8; 81], of: impl Fn(u8) -> u8) -> [u8; 81] {
    let mut made = [0; 81];
    made.iter_mut().zip(cells).for_each(|(made, &cell)| *made = of(cell));
    made
}
