//! Lines of a drawing that only the lines after them tell.
//!
//! What a spreadsheet writes for an empty row, `,,,,,,,,`, is a row of a puzzle, or stands between
//! puzzles or bands as a blank line does. How many stand where is the [`Spacing`] of the text: the
//! one with the fewest mistakes in the lines from the first empty one on. A comment among the rows of
//! a puzzle is a remark; or it is the heading of the next one, if the rows on both sides make no
//! whole puzzles.

use std::collections::VecDeque;

use super::rows::{Line, Rows};
use super::spacing::{After, Kind, Part, Spacing, row_of};
use super::symbol::is_comment;
use super::{Dialect, parse_line, row, separated};
use crate::grid::Layout;

/// Lines that are looked at.
const LINES: usize = 128;

/// Empty lines in a row of which a puzzle has none: the end of a sheet.
const MANY: usize = 3;

/// What is known of a text's empty rows, and where in a puzzle the next line stands.
#[derive(Clone, Default, Debug)]
pub struct Ahead {
    spacing: Option<Spacing>,
    /// Whether lines were told by the spacing; before that, a puzzle may have begun.
    is_begun: bool,
    /// The cells of a row, once known.
    order: usize,
    /// The next lines of a puzzle.
    parts: VecDeque<Part>,
    /// Whether a puzzle came last, and how many empty lines after that.
    is_after: bool,
    empty: usize,
    /// Empty lines that the spacing has and the text has not, and puzzles that do not end where they
    /// should.
    mistakes: usize,
}

impl Ahead {
    /// Whether the lines after it may tell what a line is that follows these rows.
    pub fn is_asked(&self, rows: &Rows, line: &[u8]) -> bool {
        if self.spacing.is_some_and(|spacing| !spacing.is_plain()) {
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
        let spacing = match self.spacing {
            Some(spacing) => spacing,
            None if cells.is_none() => {
                let ends = is_end_of(rows, rest, after)?;
                return Some(if ends { Vec::new() } else { first.to_vec() });
            }
            None if cells != Some(order) || Layout::of_order(order).is_none() => {
                return Some(Vec::new());
            }
            None if lines.len() < LINES && after == After::More => return None,
            None => {
                self.is_after = rows.is_after_last();
                *self.spacing.insert(likely(self, rows, lines, after))
            }
        };
        let kind = Kind::of(first, order);
        if spacing.is_plain() {
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
        let told = self.begin(spacing, order, kind, rows, lines, after)?;
        self.is_begun = true;
        Some(told)
    }

    /// The same where a puzzle may begin, or goes on as the first of the text.
    fn begin(
        &mut self,
        spacing: Spacing,
        order: usize,
        kind: Kind,
        rows: &mut Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Vec<u8>> {
        let begun = if self.is_begun { 0 } else { rows.begun() };
        let wanted = if self.is_after { spacing.after } else { spacing.before };
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
        if spacing.fits(order, begun, lines, after)? {
            self.mistakes += if begun == 0 { missing } else { 0 };
            self.parts.extend(&spacing.parts(order)[begun..]);
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
            let (count, is_whole) = spacing.damaged(order, lines, after);
            let part = |line: &&[u8]| match Kind::of(line, order) {
                Kind::Empty if spacing.bands => Part::Gap,
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

/// Whether a line may be a row of a puzzle with no given, of which nothing is seen.
pub fn is_empty_row(line: &[u8]) -> bool {
    separated::empty(line).and_then(Layout::of_order).is_some()
}

/// The spacing with the fewest mistakes; of several, one with empty rows after puzzles, which many
/// puzzles in a text do not have there by chance.
fn likely(ahead: &Ahead, rows: &Rows, lines: &[&[u8]], after: After) -> Spacing {
    let mut best = (usize::MAX, Spacing::PLAIN);
    for bands in [true, false] {
        for behind in [2, 1, 0] {
            for before in [0, 1, 2] {
                let spacing = Spacing { bands, after: behind, before };
                let mistakes = mistakes(spacing, ahead, rows, lines, after);
                if mistakes < best.0 {
                    best = (mistakes, spacing);
                }
            }
        }
    }
    best.1
}

/// The mistakes in these lines if empty rows stand so.
fn mistakes(spacing: Spacing, ahead: &Ahead, rows: &Rows, lines: &[&[u8]], after: After) -> usize {
    let mut rows = rows.clone();
    let mut ahead = Ahead { spacing: Some(spacing), ..ahead.clone() };
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
