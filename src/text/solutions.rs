//! What belongs to a puzzle above it, as a heading says, and is no other puzzle: full grids below
//! `Solution`, or below `Solutions` with headings of their own, `Puzzle 1`; and the grid below `[State]`
//! and the rows below `[PencilMarks]`, as SudoCue writes a game.

use super::heading::{is_heading, is_solution_heading};
use super::opening::opening;
use super::row::is_border;
use super::{Dialect, ParseErrorKind, Rows, parse_line};
use crate::grid::Layout;

/// The cells of the smallest puzzle in a line.
const FEWEST: usize = 16;

/// Whether grids that come next belong to the puzzle above, as the lines so far tell.
#[derive(Clone, Default, Debug)]
pub struct Solutions {
    /// Whether a puzzle with empty cells stands above.
    is_any_open: bool,
    /// Whether full grids that come next, or ones that lack few digits, are solutions: from a heading on, up to the
    /// next puzzle with empty cells.
    follow: bool,
    section: Option<Section>,
}

/// A part of a game below its puzzle.
#[derive(Clone, Copy, Debug)]
enum Section {
    /// A grid, partly solved.
    State,
    /// The candidates of each cell: so many rows more, all of them if none was read.
    Marks { left: Option<usize> },
}

impl Solutions {
    /// Whether what comes next may belong to a puzzle above.
    pub fn may_follow(&self) -> bool {
        self.follow || self.section.is_some()
    }

    /// Takes a line that may be a heading, or the beginning of a drawn list.
    pub fn take_heading(&mut self, line: &[u8]) {
        let content = line.trim_ascii();
        if !content
            .first()
            .is_some_and(|&first| first.is_ascii_alphabetic() || b"[#".contains(&first))
        {
            return;
        }
        let is_solution = match opening(content) {
            Some((is_solution, _)) => is_solution,
            None => is_solution_heading(content),
        };
        self.follow |= self.is_any_open && is_solution;
        if let Some(section) = Section::of(content) {
            self.section = Some(section).filter(|_| self.is_any_open);
        } else if content.starts_with(b"#") || is_heading(content) {
            self.section = None;
        }
    }

    /// Takes a line that may be of pencil marks. Returns whether it is, or is drawn between them.
    pub fn take_marks(&mut self, line: &[u8]) -> bool {
        let Some(Section::Marks { left }) = self.section else { return false };
        let content = line.trim_ascii();
        if content.is_empty() {
            return false;
        }
        if is_border(content) {
            return true;
        }
        let cells = marked_cells(content);
        let left = match left {
            _ if Layout::of_order(cells).is_some() => Some(left.unwrap_or(cells) - 1),
            None if Layout::of_cells(cells).is_some() => Some(0),
            _ => None,
        };
        self.section = left.filter(|left| *left > 0).map(|_| Section::Marks { left });
        left.is_some()
    }

    /// Takes a line of its own. Returns whether it is a solution.
    pub fn take_line(&mut self, line: &[u8], dialect: Dialect) -> bool {
        self.take_heading(line);
        if matches!(self.section, Some(Section::State)) && line.len() >= FEWEST {
            let parsed = parse_line(line, dialect);
            if matches!(parsed, Ok(Some(_)) | Err(ParseErrorKind::Conflict(_))) {
                self.section = None;
                return true;
            }
        }
        if line.len() < FEWEST || !self.follow && (self.is_any_open || !has_empty(line)) {
            return false;
        }
        let Ok(Some(puzzle)) = parse_line(line, dialect) else { return false };
        let layout = puzzle.layout();
        self.take(layout.cells().len() - puzzle.clues(), layout.order())
    }

    /// Takes a drawn puzzle, its rows joined. Returns whether it is a solution.
    pub fn take_drawn(&mut self, joined: &[u8]) -> bool {
        let is_state = self.section.take().is_some();
        is_state || self.take(empty_cells(joined).count(), Rows::shape(joined).0)
    }

    /// Takes a drawn puzzle that is cut short.
    pub fn take_cut(&mut self, joined: &[u8]) {
        self.section = None;
        self.is_any_open |= has_empty(joined);
    }

    /// Takes a puzzle of this order that has so many empty cells.
    fn take(&mut self, empty: usize, order: usize) -> bool {
        // Below the heading, a solution may lack a digit or two.
        let is_open = empty > if self.follow { order / 4 } else { 0 };
        self.is_any_open |= is_open;
        self.follow &= !is_open;
        self.follow
    }
}

impl Section {
    /// What begins with this line.
    fn of(heading: &[u8]) -> Option<Section> {
        let is = |name: &[u8]| heading.eq_ignore_ascii_case(name);
        if is(b"[state]") {
            return Some(Section::State);
        }
        is(b"[pencilmarks]").then_some(Section::Marks { left: None })
    }
}

/// The cells of a line of pencil marks: nothing else stands in it.
fn marked_cells(content: &[u8]) -> usize {
    let is_mark = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.';
    let is_gap = |byte: u8| b", \t;|".contains(&byte);
    if !content.iter().all(|&byte| is_mark(byte) || is_gap(byte)) {
        return 0;
    }
    match content.contains(&b',') {
        true => content.strip_suffix(b",").unwrap_or(content).split(|&byte| byte == b',').count(),
        false => content.split(|&byte| is_gap(byte)).filter(|cell| !cell.is_empty()).count(),
    }
}

/// Whether a text has a sign of an empty cell.
fn has_empty(text: &[u8]) -> bool {
    empty_cells(text).next().is_some()
}

/// The signs of empty cells in a text.
fn empty_cells(text: &[u8]) -> impl Iterator<Item = &u8> {
    text.iter().filter(|byte| b".0_*-".contains(byte))
}
