//! In which of the puzzles that stand directly below one another a row is too many, or missing: their rows
//! are one more or one fewer than those of whole puzzles.
//!
//! The puzzles above the fault are read from the first row on, those below it up to the last one. Where that
//! leaves the fewest mistakes, the fault is; the puzzles in which it may be are one reject.

use super::first_row::is_puzzle;
use super::heading::is_heading;
use super::mistakes::mistakes;
use super::number::Number;
use super::rows::{Rows, is_numbers};
use super::spacing::{After, Kind, Spacing, cells_of};
use super::symbol::is_comment;
use super::{row, rulers, separated};

/// Where a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// The lines of the text above that of which it is known: its puzzle's first one, or one of that.
    pub(super) taken: usize,
    /// The rows of its puzzle.
    pub(super) rows: usize,
    /// The lines from that of which it is known on, all of them rows.
    pub(super) block: usize,
}

/// Whether a line may be the last but one of the first puzzle of those directly below one another; or, in a
/// sheet in which empty lines may be rows, an earlier one.
pub(super) fn is_asked(rows: &Rows, line: &[u8]) -> bool {
    let left = rows.order().saturating_sub(rows.begun());
    let is_first = rows.is_open() && rows.together() == rows.begun();
    is_first && (left == 2 || left > 2 && separated::empty(line) == Some(rows.order()))
}

/// The fault, if there is one, where the first of these lines is that line; nothing while more lines are
/// wanted. Where lines of nothing are among them, of which it is not told yet whether they are rows, they
/// have to be: no spacing fits, and all other puzzles are right.
pub(super) fn fault(
    rows: &Rows,
    is_told: bool,
    lines: &[&[u8]],
    after: After,
) -> Option<Option<Fault>> {
    let (order, begun) = (rows.order(), rows.begun());
    let Some(mut block) = block(rows, lines, after)? else { return Some(None) };
    let is_empty = |line: &&[u8]| Kind::of(line, order) == Kind::Empty;
    if (begun + block.len()).is_multiple_of(order) {
        return Some(None);
    }
    // What stands empty at the end may be no row.
    let last = block.iter().rposition(|line| !is_empty(line)).map_or(0, |last| last + 1);
    block = &block[..last];
    let is_unclear = !is_told && block.iter().any(is_empty);
    // No two rows of a band are empty where a puzzle has one solution.
    let stand_apart = || {
        block.windows(2).any(|two| two.iter().all(is_empty)) || Spacing::is_any(order, begun, block)
    };
    let is_head = |line: &&[u8]| is_numbers(&cells_of(line, order));
    if block.iter().any(is_head) || are_counted(block) || is_unclear && stand_apart() {
        return Some(None);
    }
    let found = place(rows, block).filter(|(_, mistakes)| !is_unclear || *mistakes == 0);
    Some(found.map(|(fault, _)| fault))
}

/// Whether numbers stand alone in these rows, each the next one: those of puzzles, and no rows.
fn are_counted(rows: &[&[u8]]) -> bool {
    let numbers: Vec<Number> = rows.iter().filter_map(|row| Number::of(row)).collect();
    numbers.windows(2).any(|two| two[0].is_before(two[1]))
}

/// These lines up to what ends the last puzzle, if all are rows; nothing within if they may be of something
/// else.
fn block<'a, 'b>(
    rows: &Rows,
    lines: &'a [&'b [u8]],
    after: After,
) -> Option<Option<&'a [&'b [u8]]>> {
    // In a list, brackets tell where puzzles end.
    if lines.first()?.iter().any(|byte| b"[](){}".contains(byte)) {
        return Some(None);
    }
    // Mostly a blank line stands below the last row.
    match lines.get(2) {
        Some(below) if !below.trim_ascii().is_empty() => {}
        None if after.wants_more(lines) => return None,
        _ => return Some(None),
    }
    let order = rows.order();
    let sign = |line: &[u8]| rulers::sign(line.trim_ascii(), order);
    let is_border = |line: &[u8]| sign(line).is_some() || row::is_border(line.trim_ascii());
    let is_row = |line: &&&[u8]| Kind::of(line, order) != Kind::Other && !is_border(line);
    let is_end = |line: &[u8]| {
        let content = line.trim_ascii();
        content.is_empty() || is_comment(content) || is_heading(content) || is_border(line)
    };
    let below = lines.iter().take_while(is_row).count();
    Some(match lines.get(below) {
        None if after.wants_more(lines) => return None,
        None if after != After::End => None,
        // It may be a row, or one with a mistake.
        Some(line) if sign(line).is_some_and(|sign| rows.has_cell(sign)) || !is_end(line) => None,
        _ => Some(&lines[..below]),
    })
}

/// Where in these rows, which go on in this block, the fault is, if they are one more or fewer than those of
/// whole puzzles; and the mistakes that it leaves.
fn place(rows: &Rows, block: &[&[u8]]) -> Option<(Fault, usize)> {
    let (order, begun) = (rows.order(), rows.begun());
    let count = begun + block.len();
    let (puzzles, shift) = match count % order {
        1 => (count / order, 1),
        rest if rest + 1 == order && count > order => (count / order + 1, -1),
        _ => return None,
    };
    let is_wrong_from = |row: usize| {
        let rows = &block[row - begun..];
        usize::from(!is_puzzle(order, rows.iter().take(order).copied()))
    };
    let is_wrong = |puzzle: usize| match puzzle {
        0 => mistakes(rows, &block[..order - begun], false),
        _ => is_wrong_from(puzzle * order),
    };
    let is_wrong_below = |puzzle: usize| is_wrong_from((puzzle * order).strict_add_signed(shift));
    let mut mistakes: usize = (1..puzzles).map(is_wrong_below).sum();
    let mut all = vec![mistakes];
    for puzzle in 1..puzzles {
        mistakes = mistakes + is_wrong(puzzle - 1) - is_wrong_below(puzzle);
        all.push(mistakes);
    }
    let fewest = *all.iter().min()?;
    let is_here = |mistakes: &usize| *mistakes == fewest;
    let (first, last) = (all.iter().position(is_here)?, all.iter().rposition(is_here)?);
    // The first puzzle may be open.
    let taken = rows.taken() + (first * order).saturating_sub(begun);
    let rows = ((last + 1 - first) * order).strict_add_signed(shift);
    Some((Fault { taken, rows, block: block.len() }, fewest))
}
