//! Where empty rows stand in a text of drawn puzzles.

use std::ops::RangeInclusive;

use super::heading::is_heading;
use super::symbol::value_of;
use super::{row, separated};
use crate::grid::Layout;

/// Where in a text empty rows stand that belong to no puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    /// Whether one stands between bands.
    pub(super) bands: bool,
    /// How many stand after a puzzle.
    pub(super) after: usize,
    /// How many stand before the first puzzle; and before one that does not follow another one, as one
    /// below a title.
    pub(super) first: usize,
    pub(super) before: usize,
}

/// What a line of a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Row,
    /// An empty row between bands.
    Gap,
}

/// What a line may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Row,
    Empty,
    Other,
}

/// Lines that are waited for before something is told by fewer.
const LINES: usize = 128;

/// What comes after the lines that are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// Perhaps more, which can be waited for.
    More,
    /// Perhaps more, which is not.
    Unknown,
    /// The end of the text.
    End,
}

impl After {
    /// Whether more lines than these are to be waited for.
    pub(super) fn wants_more(self, lines: &[&[u8]]) -> bool {
        self == After::More && lines.len() < LINES
    }

    /// Whether a puzzle is whole of which there are no more lines, if that can be told.
    fn is_whole(self, at_end: bool) -> Option<bool> {
        match self {
            After::More => None,
            After::Unknown => Some(true),
            After::End => Some(at_end),
        }
    }
}

impl Spacing {
    /// No empty row stands anywhere but in a puzzle.
    pub(super) const PLAIN: Spacing = Spacing { bands: false, after: 0, first: 0, before: 0 };

    /// Those that puzzles have among themselves, so many empty rows after each.
    pub(super) fn all(after: RangeInclusive<usize>) -> impl Iterator<Item = Spacing> {
        let with = |after| [false, true].map(|bands| Spacing { bands, after, ..Spacing::PLAIN });
        after.flat_map(with)
    }

    pub(super) fn is_plain(self) -> bool {
        !self.bands && self.after == 0 && self.first == 0 && self.before == 0
    }

    /// The lines of a puzzle.
    pub(super) fn parts(self, order: usize) -> Vec<Part> {
        let height = Layout::of_order(order).map_or(order, Layout::box_rows);
        let gap = |row: usize| self.bands && row > 0 && row.is_multiple_of(height);
        let parts = (0..order).flat_map(|row| [gap(row).then_some(Part::Gap), Some(Part::Row)]);
        parts.flatten().collect()
    }

    /// The rows of each whole puzzle that stands so in these lines.
    pub(super) fn puzzles<'a, 'b>(
        self,
        order: usize,
        lines: &'a [&'b [u8]],
    ) -> impl Iterator<Item = Vec<&'b [u8]>> + 'a {
        let parts = self.parts(order);
        let length = parts.len();
        let whole = lines.chunks(self.period(order)).filter(move |all| all.len() >= length);
        whole.map(move |all| {
            let rows = all.iter().zip(&parts).filter(|(_, part)| **part == Part::Row);
            rows.map(|(line, _)| *line).collect()
        })
    }

    /// The lines from one puzzle to the next one.
    pub(super) fn period(self, order: usize) -> usize {
        self.parts(order).len() + self.after
    }

    /// Whether a puzzle of which so many rows have begun goes on and ends in these lines, and what
    /// should follow does. No two rows of a band are empty: they could be exchanged.
    pub(super) fn fits(
        self,
        order: usize,
        begun: usize,
        lines: &[&[u8]],
        after: After,
    ) -> Option<bool> {
        let height = Layout::of_order(order).map_or(order, Layout::box_rows);
        let parts = self.parts(order);
        let parts = &parts[begun.min(parts.len())..];
        if self.bands && begun > height {
            return Some(false);
        }
        let mut row = begun;
        let mut was_empty = false;
        for (place, part) in parts.iter().enumerate() {
            let Some(line) = lines.get(place) else { return after.is_whole(false) };
            let kind = Kind::in_sheet(line, order);
            let is_empty = kind == Kind::Empty;
            match part {
                Part::Gap if is_empty => was_empty = false,
                Part::Row if kind == Kind::Other => return Some(false),
                Part::Row if is_empty && was_empty && !row.is_multiple_of(height) => {
                    return Some(false);
                }
                Part::Row => (row, was_empty) = (row + 1, is_empty),
                Part::Gap => return Some(false),
            }
        }
        for place in parts.len()..parts.len() + self.after {
            let Some(line) = lines.get(place) else { return after.is_whole(true) };
            match Kind::in_sheet(line, order) {
                Kind::Empty => {}
                Kind::Row => return Some(false),
                // The row before it is one of those that should follow.
                Kind::Other => return Some(!was_empty || place > parts.len()),
            }
        }
        Some(true)
    }

    /// Whether puzzles stand in all these lines up to the last row.
    pub(super) fn fills(self, order: usize, lines: &[&[u8]], after: After) -> bool {
        let last = lines.iter().rposition(|line| Kind::in_sheet(line, order) == Kind::Row);
        let mut places = (0..=last.unwrap_or(0)).step_by(self.period(order));
        last.is_some() && places.all(|at| self.fits(order, 0, &lines[at..], after) == Some(true))
    }

    /// The one that puzzles have which stand apart in all these lines, after which no more are of their
    /// block, where so many rows have begun, if they cannot stand so without empty rows between them.
    pub(super) fn apart(
        order: usize,
        begun: usize,
        block: &[&[u8]],
        end: After,
    ) -> Option<Spacing> {
        let is_row = |line: &&[u8]| Kind::in_sheet(line, order) == Kind::Row;
        let last = block.iter().rposition(is_row)? + 1;
        if end != After::End || [last, block.len()].map(|rows| (begun + rows) % order).contains(&0)
        {
            return None;
        }
        let mut fitting = Spacing::all(1..=2).filter(|spacing| {
            let next = match begun {
                0 => spacing.after,
                _ => spacing.period(order).saturating_sub(begun),
            };
            let is_end = begun == 0 || spacing.fits(order, begun, block, end) == Some(true);
            let empty = next.checked_sub(spacing.after).and_then(|from| block.get(from..next));
            let is_gap = |line: &&[u8]| Kind::in_sheet(line, order) == Kind::Empty;
            is_end
                && empty.is_some_and(|lines| lines.iter().all(is_gap))
                && next < last
                && spacing.fills(order, &block[next..], end)
        });
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// Whether puzzles may stand apart in these lines, all of a block, where so many rows have begun.
    pub(super) fn is_any(order: usize, begun: usize, block: &[&[u8]]) -> bool {
        Spacing::all(0..=2).filter(|spacing| !spacing.is_plain()).any(|spacing| {
            let next = spacing.period(order).saturating_sub(begun).min(block.len());
            spacing.fits(order, begun, block, After::End) == Some(true)
                && (next == block.len() || spacing.fills(order, &block[next..], After::End))
        })
    }

    /// At which of these lines puzzles go on after one that does not end where it should, or after more
    /// empty rows than elsewhere: all up to the next blank line or text fit from there on, and from
    /// no other line of the next puzzle.
    pub(super) fn goes_on(self, order: usize, lines: &[&[u8]], after: After) -> Option<usize> {
        let is_text = |line: &[u8]| Kind::in_sheet(line, order) == Kind::Other;
        let (lines, end) = up_to(lines, after, is_text);
        let period = self.period(order);
        let is_next = |&next: &usize| {
            Kind::in_sheet(lines[next - 1], order) == Kind::Empty
                && self.fills(order, &lines[next..], end)
        };
        // Where bands stand apart as puzzles do, the one that has a row more or less is as long as
        // others.
        let only = |places: std::ops::Range<usize>| {
            let mut all = places.filter(is_next);
            let next = all.next()?;
            all.next().is_none_or(|other| other >= next + period).then_some(next)
        };
        let most = lines.len().min(3 * period);
        only(period - 1..most.min(period + 2)).or_else(|| only(1..most))
    }
}

/// The lines of the grid without an empty cell that begins with the first of these, if one does.
pub(super) fn full_grid(order: usize, lines: &[&[u8]], after: After) -> Option<Vec<Part>> {
    let is_filled = |line: &[u8]| row::cells(line).all(|cell| value_of(cell) > Some(0));
    let height = Layout::of_order(order).map_or(order, Layout::box_rows);
    let (mut parts, mut rows) = (Vec::new(), 0_usize);
    for line in lines {
        match Kind::in_sheet(line, order) {
            Kind::Row if is_filled(&cells_of(line, order)) => rows += 1,
            Kind::Empty if parts.last() == Some(&Part::Row) && rows.is_multiple_of(height) => {
                parts.push(Part::Gap);
                continue;
            }
            _ => return Some(Vec::new()),
        }
        parts.push(Part::Row);
        if rows == order {
            return Some(parts);
        }
    }
    (!after.wants_more(lines)).then(Vec::new)
}

/// The lines up to the next that is text, as a blank line is, and what comes after them.
pub(super) fn up_to<'a, 'b>(
    lines: &'a [&'b [u8]],
    after: After,
    is_text: impl Fn(&[u8]) -> bool,
) -> (&'a [&'b [u8]], After) {
    match lines.iter().position(|line| is_text(line)) {
        Some(block) => (&lines[..block], After::End),
        None => (lines, if after == After::End { after } else { After::Unknown }),
    }
}

impl Kind {
    /// The same in a sheet whose empty cells have no signs: a line of them stands between puzzles.
    pub(super) fn in_sheet(line: &[u8], order: usize) -> Kind {
        if row::is_of_signs(line, order) { Kind::Other } else { Kind::of(line, order) }
    }

    pub(super) fn of(line: &[u8], order: usize) -> Kind {
        let content = line.trim_ascii();
        if separated::empty(line) == Some(order) {
            return Kind::Empty;
        }
        let is_row = || {
            separated::row(line, Some(order)).is_some()
                || row::cells(content).count() == order && row::is_mostly_cells(content, order)
        };
        if !is_heading(content) && is_row() { Kind::Row } else { Kind::Other }
    }
}

/// A row, however it is written, with nothing around its cells.
pub(super) fn cells_of(line: &[u8], order: usize) -> Vec<u8> {
    match separated::empty(line) {
        Some(_) => b". ".repeat(order),
        None => separated::row(line, Some(order)).unwrap_or_else(|| line.to_vec()),
    }
}

/// A row as one that is known whatever stands above it: what stands around its cells is kept, if
/// it was known before.
pub(super) fn row_of(line: &[u8], order: usize) -> Vec<u8> {
    let is_known = separated::empty(line).is_none() && separated::row(line, None).is_some();
    if is_known { line.to_vec() } else { cells_of(line, order) }
}
