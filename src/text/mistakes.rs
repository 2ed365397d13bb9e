//! The mistakes in lines that are taken as rows: of several ways to take them, the one with the fewest
//! is right.

use super::rows::{Cut, Line, Rows};
use super::spacing::{Kind, row_of};
use super::{Dialect, parse_line};

/// The mistakes in these lines after these rows, where nothing but rows is unclear; and whether a puzzle
/// has to end with them.
pub(super) fn mistakes(rows: &Rows, lines: &[impl AsRef<[u8]>], is_end: bool) -> usize {
    let mut rows = rows.clone();
    let order = rows.order();
    let taken = lines.iter().map(AsRef::as_ref).map(|line| {
        let (cut, taken) = match Kind::of(line, order) {
            Kind::Empty => rows.take(&row_of(line, order)),
            _ => rows.take(line),
        };
        mistakes_of(cut.as_ref(), &taken)
    });
    let taken = taken.sum::<usize>();
    taken + usize::from(is_end && rows.finish().is_some())
}

/// The mistakes in what came of a line.
pub(super) fn mistakes_of(cut: Option<&Cut>, line: &Line) -> usize {
    let is_wrong = |joined: &[u8]| parse_line(joined, Dialect::Rows).is_err();
    usize::from(cut.is_some()) + usize::from(matches!(line, Line::Last(joined) if is_wrong(joined)))
}
