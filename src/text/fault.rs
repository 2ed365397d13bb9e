//! In which of the puzzles that stand directly below one another a row is too many, or missing: their rows
//! are one more or one fewer than those of whole puzzles.
//!
//! The puzzles above the fault are read from the first row on, those below it up to the last one. Where that
//! leaves the fewest mistakes, the fault is; the puzzles in which it may be are one reject.

use super::first_row::is_puzzle;
use super::mistakes::mistakes_of;
use super::rows::Rows;
use super::spacing::{After, Kind};
use super::{row, rulers};

/// Where a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// The lines of the text above that of which it is known: its puzzle's first one, or one of that.
    pub(super) taken: usize,
    /// The rows of its puzzle.
    pub(super) rows: usize,
}

/// Whether the next row is the last but one of the first puzzle of those directly below one another.
pub(super) fn is_asked(rows: &Rows) -> bool {
    rows.is_open() && rows.begun() + 2 == rows.order() && rows.together() == rows.begun()
}

/// The fault, if there is one, where the first of these lines is that row; nothing while more lines are
/// wanted.
pub(super) fn fault(rows: &Rows, lines: &[&[u8]], after: After) -> Option<Option<Fault>> {
    // Mostly a blank line stands below the last row.
    match lines.get(2) {
        Some(below) if !below.trim_ascii().is_empty() => {}
        None if after.wants_more(lines) => return None,
        _ => return Some(None),
    }
    let order = rows.order();
    let sign = |line: &[u8]| rulers::sign(line.trim_ascii(), order);
    let is_row = |line: &&&[u8]| {
        Kind::of(line, order) == Kind::Row
            && sign(line).is_none()
            && !row::is_border(line.trim_ascii())
    };
    let below = lines.iter().take_while(is_row).count();
    // What may be a row.
    let is_unclear = |line: &[u8]| {
        Kind::of(line, order) == Kind::Empty || sign(line).is_some_and(|sign| rows.has_cell(sign))
    };
    match lines.get(below) {
        None if after.wants_more(lines) => return None,
        None if after != After::End => return Some(None),
        Some(line) if is_unclear(line) => return Some(None),
        _ => {}
    }
    let begun = order - 2;
    let count = begun + below;
    let (puzzles, shift) = match count % order {
        1 => (count / order, 1),
        rest if rest + 1 == order && count > order => (count / order + 1, -1),
        _ => return Some(None),
    };
    let is_wrong_from = |row: usize| {
        let rows = &lines[row - begun..];
        usize::from(!is_puzzle(order, rows.iter().take(order).copied()))
    };
    let is_wrong = |puzzle: usize| match puzzle {
        0 => {
            let mut rows = rows.clone();
            rows.take(lines[0]);
            mistakes_of(None, &rows.take(lines[1]).1)
        }
        _ => is_wrong_from(puzzle * order),
    };
    let is_wrong_below = |puzzle: usize| is_wrong_from((puzzle * order).strict_add_signed(shift));
    let mut mistakes: usize = (1..puzzles).map(is_wrong_below).sum();
    let mut all = vec![mistakes];
    for puzzle in 1..puzzles {
        mistakes = mistakes + is_wrong(puzzle - 1) - is_wrong_below(puzzle);
        all.push(mistakes);
    }
    let fewest = all.iter().min();
    let is_here = |mistakes: &usize| Some(mistakes) == fewest;
    let (first, last) = (all.iter().position(is_here)?, all.iter().rposition(is_here)?);
    let count = ((last + 1 - first) * order).strict_add_signed(shift);
    // The first puzzle is open.
    let taken = rows.taken() + (first * order + 2).saturating_sub(order);
    Some(Some(Fault { taken, rows: count }))
}
