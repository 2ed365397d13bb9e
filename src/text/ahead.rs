//! Lines of a drawing that only the lines after them tell.
//!
//! What a spreadsheet writes for an empty row, `,,,,,,,,`, is a row of a puzzle, or stands between
//! puzzles or bands as a blank line does. How many stand where is the [`Layout`] of the text: the
//! one with the fewest mistakes in the lines from the first empty one on. A comment among the rows of
//! a puzzle is a remark; or it is the heading of the next one, if the rows on both sides make no
//! whole puzzles.

use std::collections::VecDeque;

use super::heading::is_heading;
use super::rows::{Line, Rows};
use super::symbol::is_comment;
use super::{Dialect, parse_line, row, separated};
use crate::grid;

/// Lines that are looked at.
const LINES: usize = 128;

/// Empty lines in a row of which a puzzle has none: the end of a sheet.
const MANY: usize = 3;

/// Where in a text empty rows stand that belong to no puzzle.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// Whether one stands between bands.
    bands: bool,
    /// How many stand after a puzzle.
    after: usize,
    /// How many stand before a puzzle that does not follow another one: the first, or one below a
    /// title.
    before: usize,
}

/// What a line of a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Row,
    /// An empty row between bands.
    Gap,
}

/// What a line may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Row,
    Empty,
    Other,
}

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

/// What is known of a text's empty rows, and where in a puzzle the next line stands.
#[derive(Clone, Default, Debug)]
pub struct Ahead {
    layout: Option<Layout>,
    /// Whether lines were told by the layout; before that, a puzzle may have begun.
    is_begun: bool,
    /// The cells of a row, once known.
    order: usize,
    /// The next lines of a puzzle.
    parts: VecDeque<Part>,
    /// Whether a puzzle came last, and how many empty lines after that.
    is_after: bool,
    empty: usize,
    /// Empty lines that the layout has and the text has not, and puzzles that do not end where they
    /// should.
    mistakes: usize,
}

impl Ahead {
    /// Whether the lines after it may tell what a line is that follows these rows.
    pub fn is_asked(&self, rows: &Rows, line: &[u8]) -> bool {
        if self.layout.is_some_and(|layout| !layout.is_plain()) {
            return true;
        }
        match line.first() {
            Some(b',' | b';' | b'\t' | b' ' | b'"') if separated::empty(line).is_some() => true,
            Some(b'#' | b' ' | b'\t') => rows.is_open() && is_comment(line),
            _ => false,
        }
    }

    /// As what the first of these lines is to be taken, which follows these rows; nothing while
    /// more lines are wanted.
    pub fn tell(&mut self, rows: &mut Rows, lines: &[&[u8]], after: After) -> Option<Vec<u8>> {
        let (first, rest) = lines.split_first()?;
        let cells = separated::empty(first);
        match rows.order() {
            0 => self.order = self.order.max(cells.unwrap_or_default()),
            order => self.order = order,
        }
        let order = self.order;
        if let Some(part) = self.parts.pop_front() {
            return Some(self.part(part, first, order));
        }
        let layout = match self.layout {
            Some(layout) => layout,
            None if cells.is_none() => {
                let ends = is_end_of(rows, rest, after)?;
                return Some(if ends { Vec::new() } else { first.to_vec() });
            }
            None if cells != Some(order) || grid::Layout::of_order(order).is_none() => {
                return Some(Vec::new());
            }
            None if lines.len() < LINES && after == After::More => return None,
            None => {
                self.is_after = rows.is_after_last();
                *self.layout.insert(Layout::of(self, rows, lines, after))
            }
        };
        let kind = Kind::of(first, order);
        if layout.is_plain() {
            return match kind {
                Kind::Empty if rows.is_open() => Some(row_of(first, order)),
                Kind::Empty if rest.is_empty() && after == After::More => None,
                Kind::Empty => {
                    let is_row =
                        rest.first().is_some_and(|next| Kind::of(next, order) == Kind::Row);
                    Some(if is_row { row_of(first, order) } else { Vec::new() })
                }
                _ => Some(match is_end_of(rows, rest, after)? {
                    true => Vec::new(),
                    false => first.to_vec(),
                }),
            };
        }
        let told = self.begin(layout, order, kind, rows, lines, after)?;
        self.is_begun = true;
        Some(told)
    }

    /// The same where a puzzle may begin, or goes on as the first of the text.
    fn begin(
        &mut self,
        layout: Layout,
        order: usize,
        kind: Kind,
        rows: &mut Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Vec<u8>> {
        let begun = if self.is_begun { 0 } else { rows.begun() };
        let wanted = if self.is_after { layout.after } else { layout.before };
        let missing = wanted.saturating_sub(self.empty);
        if kind == Kind::Other {
            self.mistakes += if self.is_after { missing } else { 0 };
            (self.is_after, self.empty) = (false, 0);
            return Some(lines[0].to_vec());
        }
        let is_free = kind == Kind::Empty && begun == 0;
        if is_free && (missing > 0 || rows.blank() >= MANY) {
            self.empty += 1;
            return Some(Vec::new());
        }
        if layout.fits(order, begun, lines, after)? {
            self.mistakes += if begun == 0 { missing } else { 0 };
            self.parts.extend(&layout.parts(order)[begun..]);
        } else if is_free {
            self.empty += 1;
            let is_last = lines.iter().all(|line| Kind::of(line, order) == Kind::Empty);
            // Worse than a puzzle that is damaged: what is read may be another one.
            self.mistakes += if is_last { 0 } else { 2 };
            return Some(Vec::new());
        } else if lines.len() < LINES && after == After::More {
            return None;
        } else {
            // So many rows that are no puzzle.
            let (count, is_whole) = layout.damaged(order, lines, after);
            let part = |line: &&[u8]| match Kind::of(line, order) {
                Kind::Empty if layout.bands => Part::Gap,
                _ => Part::Row,
            };
            if count == 0 {
                (self.is_after, self.empty) = (true, 1);
                return Some(Vec::new());
            }
            self.parts.extend(lines[..count].iter().map(part));
            self.mistakes += if is_whole { 0 } else { count.div_ceil(order) };
            if !is_whole {
                rows.expect_no_end();
            }
        }
        let part = self.parts.pop_front().expect("a puzzle has lines");
        Some(self.part(part, lines[0], order))
    }

    fn part(&mut self, part: Part, line: &[u8], order: usize) -> Vec<u8> {
        if self.parts.is_empty() {
            (self.is_after, self.empty) = (true, 0);
        }
        match part {
            Part::Row => row_of(line, order),
            // Nothing ends there.
            Part::Gap => b"#".to_vec(),
        }
    }
}

impl After {
    /// Whether a puzzle is whole of which there are no more lines, if that can be told.
    fn is_whole(self, at_end: bool) -> Option<bool> {
        match self {
            After::More => None,
            After::Unknown => Some(true),
            After::End => Some(at_end),
        }
    }
}

impl Layout {
    /// No empty row stands anywhere but in a puzzle.
    const PLAIN: Layout = Layout { bands: false, after: 0, before: 0 };

    fn is_plain(self) -> bool {
        !self.bands && self.after == 0 && self.before == 0
    }

    /// The one with the fewest mistakes; of several, one with empty rows after puzzles, which many
    /// puzzles in a text do not have there by chance.
    fn of(ahead: &Ahead, rows: &Rows, lines: &[&[u8]], after: After) -> Layout {
        let mut best = (usize::MAX, Layout::PLAIN);
        for bands in [true, false] {
            for behind in [2, 1, 0] {
                for before in [0, 1, 2] {
                    let layout = Layout { bands, after: behind, before };
                    let mistakes = layout.mistakes(ahead, rows, lines, after);
                    if mistakes < best.0 {
                        best = (mistakes, layout);
                    }
                }
            }
        }
        best.1
    }

    fn mistakes(self, ahead: &Ahead, rows: &Rows, lines: &[&[u8]], after: After) -> usize {
        let mut rows = rows.clone();
        let mut ahead = Ahead { layout: Some(self), ..ahead.clone() };
        let mut mistakes = 0;
        for (place, line) in lines.iter().enumerate() {
            let told = match ahead.is_asked(&rows, line) {
                // What comes after the lines is not known, and no mistake.
                true => {
                    let after = if after == After::End { after } else { After::Unknown };
                    ahead.tell(&mut rows, &lines[place..], after).unwrap_or_default()
                }
                false => line.to_vec(),
            };
            let (cut, line) = rows.take(&told);
            let is_wrong = |joined: &[u8]| parse_line(joined, Dialect::Rows).is_err();
            mistakes += usize::from(cut.is_some());
            mistakes += usize::from(matches!(line, Line::Last(joined) if is_wrong(&joined)));
        }
        mistakes + ahead.mistakes + usize::from(after == After::End && rows.finish().is_some())
    }

    /// The lines of a puzzle.
    fn parts(self, order: usize) -> Vec<Part> {
        let height = grid::Layout::of_order(order).map_or(order, grid::Layout::box_rows);
        let gap = |row: usize| self.bands && row > 0 && row.is_multiple_of(height);
        let parts = (0..order).flat_map(|row| [gap(row).then_some(Part::Gap), Some(Part::Row)]);
        parts.flatten().collect()
    }

    /// Whether a puzzle of which so many rows have begun goes on and ends in these lines, and what
    /// should follow does. No two rows of a band are empty: they could be exchanged.
    fn fits(self, order: usize, begun: usize, lines: &[&[u8]], after: After) -> Option<bool> {
        let height = grid::Layout::of_order(order).map_or(order, grid::Layout::box_rows);
        let parts = self.parts(order);
        let parts = &parts[begun.min(parts.len())..];
        if self.bands && begun > height {
            return Some(false);
        }
        let mut row = begun;
        let mut was_empty = false;
        for (place, part) in parts.iter().enumerate() {
            let Some(line) = lines.get(place) else { return after.is_whole(false) };
            let kind = Kind::of(line, order);
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
            match Kind::of(line, order) {
                Kind::Empty => {}
                Kind::Row => return Some(false),
                // The row before it is one of those that should follow.
                Kind::Other => return Some(!was_empty || place > parts.len()),
            }
        }
        Some(true)
    }

    /// How many of these lines are of a puzzle that does not end where it should, up to where
    /// the next one does; and whether it may be whole after all.
    fn damaged(self, order: usize, lines: &[&[u8]], after: After) -> (usize, bool) {
        let end = if after == After::End { after } else { After::Unknown };
        let kinds: Vec<Kind> = lines.iter().map(|line| Kind::of(line, order)).collect();
        let is_next = |&next: &usize| {
            kinds[next - 1] != Kind::Row
                && kinds[next] != Kind::Other
                && self.fits(order, 0, &lines[next..], end) == Some(true)
        };
        let other = kinds.iter().position(|&kind| kind == Kind::Other);
        let most = 2 * self.parts(order).len();
        let next =
            (1..lines.len().min(most)).find(is_next).filter(|&next| other.is_none_or(|o| next < o));
        if let Some(next) = next {
            let empty = kinds[..next].iter().rev().take(self.after.max(1));
            return (next - empty.take_while(|&&kind| kind == Kind::Empty).count(), false);
        }
        let empty = || kinds.iter().skip(1).position(|&kind| kind == Kind::Empty).map(|at| at + 1);
        match (other, after == After::End) {
            (Some(other), _) => (other, false),
            (None, true) => (lines.len(), false),
            (None, false) => match empty() {
                Some(empty) => (empty, false),
                None => (order.min(lines.len()), true),
            },
        }
    }
}

impl Kind {
    fn of(line: &[u8], order: usize) -> Kind {
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

/// Whether a line may be a row of a puzzle with no given, of which nothing is seen.
pub fn is_empty_row(line: &[u8]) -> bool {
    separated::empty(line).and_then(grid::Layout::of_order).is_some()
}

/// A row, however it is written.
fn row_of(line: &[u8], order: usize) -> Vec<u8> {
    match separated::empty(line) {
        Some(_) => b". ".repeat(order),
        None => separated::row(line, Some(order)).unwrap_or_else(|| line.to_vec()),
    }
}

/// Whether a comment after these rows is the heading of the next puzzle.
fn is_end_of(rows: &Rows, rest: &[&[u8]], after: After) -> Option<bool> {
    let order = rows.order();
    let is_border = |line: &&&[u8]| row::is_border(line.trim_ascii());
    let is_passed = |line: &&&[u8]| is_comment(line) || is_border(line);
    let mut below = rest.iter().skip_while(is_passed).filter(|line| !is_border(line));
    let count = below.by_ref().take_while(|line| Kind::of(line, order) != Kind::Other).count();
    let is_told = after == After::End || below.next().is_some();
    let all = rows.begun() + count;
    match is_told {
        true => Some(all > order && !all.is_multiple_of(order)),
        false if rest.len() < LINES && after == After::More => None,
        false => Some(false),
    }
}
