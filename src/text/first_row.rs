//! Whether the first row of a drawing is one of a puzzle, or stands above it: a row of nothing, the numbers
//! of columns, the number of the puzzle. The rows below it tell.

use super::mistakes::mistakes;
use super::opening::small_row;
use super::row::LARGE;
use super::rows::{Rows, is_numbers};
use super::spacing::{After, Kind, Part, Spacing, cells_of, up_to};
use super::symbol::is_comment;
use super::{frame, parse_cells, row, rulers, separated};
use crate::grid::Layout;

/// The cells of a row that may be a head: nothing stands in it, or the numbers of columns, or it is
/// a number, unless the rows below it tell that it is their first.
pub(super) fn head(line: &[u8]) -> Option<usize> {
    let content = line.trim_ascii();
    let is_empty = || row::cells(content).all(|cell| cell == b'.');
    let is_head = match content.first()? {
        b'|' => is_empty() || is_numbers(content),
        b'0' | b'1' if let Some(row) = separated::row(line, None).filter(|row| is_numbers(row)) => {
            return Some(row::cells(&row).count());
        }
        _ => is_numbers(content) || row::has_each_digit(content),
    };
    is_head.then(|| Layout::of_order(row::cells(content).count())).flatten().map(Layout::order)
}

/// How many rows stand in these lines, with borders or without, up to one more than a puzzle has; or to
/// where the head above them stands again, below as many.
pub(super) fn rows_below(
    order: usize,
    head: &[u8],
    lines: &[&[u8]],
    after: After,
) -> Option<usize> {
    let is_of_dashes = is_of_dashes(order, lines);
    let is_border = |line: &&[u8]| row::is_border(line.trim_ascii()) && !is_of_dashes(line);
    let is_of_block =
        |line: &&&[u8]| row::is_border(line.trim_ascii()) || Kind::of(line, order) != Kind::Other;
    let block = lines.iter().take_while(is_of_block).count();
    let mut rows = lines[..block].iter().filter(|line| !is_border(line));
    let count = rows.by_ref().take(order).count();
    let Some(next) = rows.next() else {
        let may_come = block == lines.len() && after.wants_more(lines);
        return (!may_come).then_some(count);
    };
    Some(if *next == head { count } else { count + 1 })
}

/// How many columns the Markdown table has that begins with the first of these lines, and how many rows below
/// its delimiter row, `|---|---|`; the header of the next table, directly below it, is none. Nothing within
/// where no such row follows.
pub(super) fn rows_of_table(lines: &[&[u8]], after: After) -> Option<Option<(usize, usize)>> {
    let [_, second, rows @ ..] = lines else {
        return (!after.wants_more(lines)).then_some(None);
    };
    // Of single dashes it may be a row.
    let layout = frame::delimiter(second).and_then(Layout::of_order);
    let Some(layout) = layout.filter(|_| !rulers::has_dashes_for_cells(lines)) else {
        return Some(None);
    };
    let order = layout.order();
    let is_delimiter = |line: &&&[u8]| frame::delimiter(line) == Some(order);
    let is_row = |line: &&&[u8]| !is_delimiter(line) && Kind::of(line, order) != Kind::Other;
    let count = rows.iter().take_while(is_row).count();
    if count == rows.len() && after.wants_more(lines) {
        return None;
    }
    let is_next = count > 0 && rows.get(count).is_some_and(|line| is_delimiter(&line));
    Some(Some((order, count - usize::from(is_next))))
}

/// Whether a line of nothing but dashes is a row, as these lines tell.
fn is_of_dashes(order: usize, lines: &[&[u8]]) -> impl Fn(&[u8]) -> bool {
    let is_dashed = rulers::has_dashes_for_cells(lines);
    move |line| is_dashed && separated::dashes(line) == Some(order)
}

/// How many of these lines, up to the next blank line or text, are of whole puzzles among which nothing
/// stands empty: however others of the text are spaced, these are not. Nothing while more are wanted.
pub(super) fn unspaced(order: usize, lines: &[&[u8]], after: After) -> Option<usize> {
    let is_of_dashes = is_of_dashes(order, lines);
    let is_row = |line: &&&[u8]| Kind::of(line, order) == Kind::Row || is_of_dashes(line);
    let is_part = |line: &&&[u8]| is_row(line) || row::is_border(line.trim_ascii());
    let block = lines.iter().take_while(is_part).count();
    let rows = lines[..block].iter().filter(is_row).count();
    let next = lines.get(block).map(|line| Kind::of(line, order));
    Some(match next {
        None if after.wants_more(lines) => return None,
        // As many as are whole.
        None if after != After::End => {
            let ends = (0..block).filter(|&place| is_row(&&lines[place]));
            ends.take(rows - rows % order).last().map_or(0, |last| last + 1)
        }
        Some(Kind::Empty) => 0,
        _ if rows.is_multiple_of(order) => block,
        _ => 0,
    })
}

/// Whether the first of these lines, a head, stands above several puzzles: with fewer mistakes than if it
/// is their first row.
pub(super) fn is_above_many(rows: &Rows, lines: &[&[u8]], after: After) -> Option<bool> {
    let (block, is_end) = block_of(lines, after)?;
    Some(mistakes(rows, &block[1..], is_end) < mistakes(rows, block, is_end))
}

/// Whether the first of these lines is a row of puzzles that are all right.
pub(super) fn is_row_of_whole(rows: &Rows, lines: &[&[u8]], after: After) -> Option<bool> {
    block_of(lines, after).map(|(block, is_end)| mistakes(rows, block, is_end) == 0)
}

/// These lines up to the next blank line or comment, and whether a puzzle has to end with them; nothing
/// while more lines are wanted.
fn block_of<'a, 'b>(lines: &'a [&'b [u8]], after: After) -> Option<(&'a [&'b [u8]], bool)> {
    let is_text = |line: &&[u8]| line.trim_ascii().is_empty() || is_comment(line);
    let block = lines.iter().position(is_text).unwrap_or(lines.len());
    let is_cut = block == lines.len() && after != After::End;
    let is_more = is_cut && after.wants_more(lines);
    (!is_more).then_some((&lines[..block], !is_cut))
}

/// Whether the numbers of columns, the first of these lines, stand above a puzzle as above the next ones, up to
/// a blank line or text: below each are no more rows than a puzzle has, and below one as many, of which the
/// last has givens. Where they stood above others, this one tells.
pub(super) fn are_above_each(
    order: usize,
    were_above: bool,
    lines: &[&[u8]],
    after: After,
) -> Option<bool> {
    let (block, end) = up_to(lines, after, |line| Kind::of(line, order) == Kind::Other);
    if end != After::End && after.wants_more(lines) {
        return None;
    }
    let rows = |lines: &[&[u8]]| {
        lines.iter().rposition(|line| Kind::of(line, order) == Kind::Row).map_or(0, |last| last + 1)
    };
    let mut all = block.split(|line| *line == lines[0]).skip(1).map(rows);
    let first = all.next()?;
    let rest: Vec<usize> = all.collect();
    let is_each = || {
        let whole = [first].iter().chain(&rest).take(rest.len()).any(|&rows| rows == order);
        whole && first <= order && rest.iter().all(|&rows| rows <= order)
    };
    Some(if were_above { (1..=order + 1).contains(&first) } else { is_each() })
}

/// Whether a head has the rows of a puzzle below it with a line of nothing between bands.
pub(super) fn is_above_bands(
    order: usize,
    head: &[u8],
    lines: &[&[u8]],
    after: After,
) -> Option<bool> {
    let parts = Spacing { bands: true, ..Spacing::PLAIN }.parts(order);
    let mut was_empty = false;
    for (place, part) in parts.iter().enumerate() {
        let Some(line) = lines.get(place) else {
            return if after == After::More { None } else { Some(false) };
        };
        let kind = Kind::of(line, order);
        let is_empty = kind == Kind::Empty;
        let is_fit = match part {
            Part::Gap => is_empty || line.trim_ascii().is_empty(),
            // No two rows of a band are empty.
            Part::Row => kind != Kind::Other && !(is_empty && was_empty),
        };
        if !is_fit {
            return Some(false);
        }
        was_empty = is_empty && *part == Part::Row;
    }
    match lines.get(parts.len()) {
        None if after == After::More => None,
        next => Some(next.is_none_or(|next| *next == head || Kind::of(next, order) != Kind::Row)),
    }
}

/// Whether what may be a 4×4 puzzle is the first row of a 16×16 grid, as these lines below it tell: a
/// quarter of its rows have digits above 4, more than one. A single one may be a mistake in a puzzle.
pub(super) fn is_first_of_large(below: &[&[u8]], after: After) -> Option<bool> {
    let rows = &below[..below.len().min(LARGE - 1)];
    let is_end = |line: &&[u8]| Kind::of(line, LARGE) == Kind::Other;
    let end = rows.iter().position(is_end);
    if end.is_none() && rows.len() < LARGE - 1 && after == After::More {
        return None;
    }
    let rows = &rows[..end.unwrap_or(rows.len())];
    let is_large = |line: &&&[u8]| {
        let content = line.trim_ascii();
        small_row(line).is_none()
            && (row::is_plainly_row(content) || separated::row(line, None).is_some())
    };
    let large = rows.iter().filter(is_large).count();
    Some(large > 1 && 4 * large > rows.len())
}

/// Whether a row is a number, but not those of columns.
pub(super) fn is_number(line: &[u8]) -> bool {
    row::has_each_digit(line.trim_ascii()) && !is_numbers(line.trim_ascii())
}

/// Whether a row of each digit and the rows below it make a puzzle: it is no head.
pub(super) fn is_first_row(numbers: &[u8], order: usize, rest: &[&[u8]]) -> bool {
    let rows = rest.iter().filter(|line| Kind::of(line, order) == Kind::Row).copied();
    row::has_each_digit(numbers.trim_ascii())
        && is_puzzle(order, [numbers].into_iter().chain(rows).take(order))
}

/// Whether the puzzles that stand so in these lines are some: no two givens of a house are alike.
pub(super) fn are_puzzles(spacing: Spacing, order: usize, lines: &[&[u8]]) -> bool {
    spacing.puzzles(order, lines).all(|rows| is_puzzle(order, rows.into_iter()))
}

/// Whether these rows are a puzzle.
pub(super) fn is_puzzle<'a>(order: usize, rows: impl Iterator<Item = &'a [u8]>) -> bool {
    let all: Vec<Vec<u8>> = rows.map(|line| cells_of(line, order)).collect();
    let is_cell = |byte: &u8| !byte.is_ascii_whitespace();
    let cells: Vec<u8> = all.concat().into_iter().filter(is_cell).collect();
    all.len() == order && parse_cells(&cells).is_ok()
}
