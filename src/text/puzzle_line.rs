//! A puzzle as a line: its cells, or n characters for each cell of a pencilmark puzzle.

use super::push_line;
use crate::grid::{DigitSet, Puzzle};

/// Appends what a puzzle is as a line, without its end: its cells, or [its marks](push_marks).
pub fn push_puzzle_line(text: &mut Vec<u8>, puzzle: &Puzzle) {
    match puzzle.has_marks() {
        false => push_line(text, puzzle.grid()),
        true => push_marks(text, puzzle),
    }
}

/// Appends the digits that each cell of a puzzle may take, n characters a cell: those of a
/// pencilmark puzzle; of another one a given alone, and in an empty cell all.
pub fn push_marks(text: &mut Vec<u8>, puzzle: &Puzzle) {
    let (layout, all) = (puzzle.layout(), DigitSet::all(puzzle.layout().order()));
    for &cell in layout.cells() {
        let marks = match puzzle.marks() {
            Some(marks) => marks[cell.index()],
            None => puzzle.given(cell).map_or(all, DigitSet::only),
        };
        let symbol = |digit| if marks.contains(digit) { digit.symbol() as u8 } else { b'.' };
        text.extend(all.map(symbol));
    }
}

/// A puzzle [as a line](push_puzzle_line).
///
/// ```
/// use sudoku_lab::text::{parse_cells, puzzle_line};
/// let line = format!("12..{}12.4", "1234".repeat(14));
/// let puzzle = parse_cells(line.as_bytes()).unwrap();
/// assert_eq!(puzzle_line(&puzzle), line);
/// ```
pub fn puzzle_line(puzzle: &Puzzle) -> String {
    let mut text = Vec::new();
    push_puzzle_line(&mut text, puzzle);
    String::from_utf8(text).expect("symbols are ASCII")
}
