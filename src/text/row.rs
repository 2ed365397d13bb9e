//! What a line of a drawing is: a row, a border, or neither.

use super::symbol::value_of;
use crate::grid::Layout;

/// Cells of the longest row.
pub(super) const LONGEST: usize = 25;

/// Cells of a row of a 16×16 grid, and of a 4×4 puzzle.
pub(super) const LARGE: usize = 16;

/// What stands between the cells of a row, if anything does.
pub(super) const BETWEEN: [bool; 256] = {
    let (mut between, mut place) = ([false; 256], 0);
    while place < 7 {
        between[b" \t|,;{["[place] as usize] = true;
        place += 1;
    }
    between
};

pub(super) fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'|')
}

/// Whether a line that begins so can be neither a row nor a border: there are more cells next to
/// each other than a row has, one of them filled.
pub(super) fn is_plainly_no_row(beginning: &[u8; LONGEST + 7]) -> bool {
    // Without a jump per byte: these are compared many at a time.
    let all = |is: fn(u8) -> bool| beginning.iter().fold(true, |all, &byte| all & is(byte));
    all(|byte| byte.is_ascii_digit() | (byte == b'.')) && !all(|byte| byte < b'1')
}

/// Whether a line can be nothing but a row.
pub(super) fn is_plainly_row(content: &[u8]) -> bool {
    if is_bare_row(content) {
        return true;
    }
    let cells = cells(content).count();
    if !is_mostly_cells(content, cells) {
        return false;
    }
    let groups = || content.split(|&byte| is_gap(byte)).filter(|group| !group.is_empty());
    let width = groups().next().map_or(0, <[u8]>::len);
    Layout::of_order(cells).is_some_and(|layout| {
        (width == 1 || width == layout.box_columns()) && groups().all(|group| group.len() == width)
    }) && width < cells
}

/// Whether no more than a quarter of the cells are none of this order: those may be mistakes.
pub(super) fn is_mostly_cells(content: &[u8], order: usize) -> bool {
    let is_cell = |byte| value_of(byte).is_some_and(|value| usize::from(value) <= order);
    let wrong = cells(content).filter(|&byte| !is_cell(byte)).count();
    4 * wrong <= cells(content).count()
}

/// A row with nothing between its cells. It has to have an empty one, of one kind, if it is
/// short no 0, or it might be a number, a date or a word; a long one may have each digit instead,
/// but not in rising order, as columns are numbered. Of 16 cells it has a digit above 4, or it might be a 4×4 puzzle.
pub(super) fn is_bare_row(content: &[u8]) -> bool {
    let order = content.len();
    let values = || content.iter().map(|&byte| value_of(byte).map_or(usize::MAX, usize::from));
    let mut empty = content.iter().filter(|&&byte| value_of(byte) == Some(0));
    let first = empty.next();
    let is_full = || order > 6 && has_each_digit(content) && !values().is_sorted();
    Layout::of_order(order).is_some()
        && values().all(|value| value <= order)
        && first.map_or_else(is_full, |&first| order > 6 || first != b'0')
        && empty.all(|byte| Some(byte) == first)
        && (Layout::of_cells(order).is_none() || values().any(|value| value * value > order))
}

/// Whether a row has nothing between its cells, and each digit of its size: it may be a number.
pub(super) fn has_each_digit(content: &[u8]) -> bool {
    let is_digit =
        |digit| content.iter().any(|&byte| value_of(byte).map(usize::from) == Some(digit));
    Layout::of_order(content.len()).is_some_and(|layout| (1..=layout.order()).all(is_digit))
}

/// Whether a line is nothing but as many `_` or `*` as a row has cells.
pub(super) fn is_of_signs(line: &[u8], order: usize) -> bool {
    let content = line.trim_ascii();
    content.len() == order
        && (content.iter().all(|&byte| byte == b'_') || content.iter().all(|&byte| byte == b'*'))
}

/// A line between bands, its corners drawn with `+`, or with `.`, `:` and `'` as HoDoKu
/// draws them, or with `*` as Simple Sudoku does.
pub(super) fn is_border(content: &[u8]) -> bool {
    let is_line = |&byte: &u8| matches!(byte, b'-' | b'=');
    let (plain, corners) = (b"+".as_slice(), b"+.:'*".as_slice());
    let only = |corners: &[u8]| {
        content.iter().all(|byte| is_gap(*byte) || is_line(byte) || corners.contains(byte))
    };
    let is_long = || content.windows(3).any(|three| three.iter().all(is_line));
    only(plain) && content.iter().any(is_line) || only(corners) && is_long()
}

pub(super) fn cells(content: &[u8]) -> impl Iterator<Item = u8> + '_ {
    content.iter().copied().filter(|&byte| !is_gap(byte))
}
