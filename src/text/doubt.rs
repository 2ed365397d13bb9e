//! Puzzles beside a fault in a drawing, as a missing row: the rows of one may be those of two puzzles, or what
//! stands between them.
//!
//! Such a one hardly ever has exactly one solution. So a puzzle is rejected that does not have it, if no line
//! between it and the fault tells where a puzzle begins; or if a row at its [edge](super::edge) may stand between
//! puzzles.

use std::mem::{replace, take};

use super::edge::{Bare, Edge, Edges};
use super::heading::is_heading;
use super::rows::{DOUBTED, Line, Rows};
use super::solvable::may_have_one_solution;
use super::symbol::is_comment;
use super::unmarked::Unmarked;
use super::{Dialect, ParseErrorKind, parse_line, row};

/// The cells of a row of which blank lines between bands tell little.
const NINE: usize = 9;

/// What is known of where the puzzles of a drawing begin.
#[derive(Clone, Default, Debug)]
pub struct Doubt {
    /// Whether a fault stands above, and since then no puzzle with exactly one solution, and no line that tells
    /// where one begins.
    is_after_fault: bool,
    /// Where in the block the puzzles end that stand so before a fault that may come.
    ends: Vec<usize>,
    is_after_border: bool,
    edges: Edges,
    /// What is known of the first and last row of the last puzzle.
    edge: Edge,
    /// Whether a blank line stands in the open puzzle; or, before it, in the last one; and was the last line.
    is_banded: bool,
    was_banded: bool,
    is_after_blank: bool,
    /// Whether the last line was one in the middle of a puzzle, and cut it short.
    is_within: bool,
    /// Whether the last line stood below a fault; and whether the last puzzle did, and was none.
    was_below: bool,
    was_rejected: bool,
    unmarked: Unmarked,
}

/// A line as it is in the text, whatever it is taken for.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    between: Between,
    bare: Bare,
}

/// What a line is that may stand between puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Between {
    /// Nothing at all; what a spreadsheet writes for an empty row may be a row.
    Blank,
    /// A comment, or what is taken for one.
    Title,
    /// A border.
    Border,
    /// What has letters: a title, or a row with a mistake.
    Text,
    /// Something else, mostly a row.
    Other,
}

impl Seen {
    /// A line and as what it is taken; the next one, which is known of a line of nothing; and whether lines of
    /// nothing stand below puzzles of the text.
    pub fn of(line: &[u8], taken: &[u8], next: Option<&[u8]>, stand_apart: bool) -> Seen {
        let bare = Bare::of(line, next, stand_apart);
        let between = if bare.is_empty() { Between::Other } else { Between::of(line, taken) };
        Seen { between, bare }
    }

    /// Whether it is a line of nothing, or a number in one, whatever it is taken for.
    fn may_be_row(self) -> bool {
        self.bare.is_empty() || self.between == Between::Title && self.bare.has_marks()
    }
}

impl Between {
    fn of(line: &[u8], taken: &[u8]) -> Between {
        let content = line.trim_ascii();
        match content.first() {
            None => Between::Blank,
            // As the number of a puzzle, or those of its columns.
            Some(_) if is_comment(taken) => Between::Title,
            Some(_) if row::is_border(content) => Between::Border,
            Some(_) if is_heading(content) || content.iter().any(is_letter) => Between::Text,
            Some(_) => Between::Other,
        }
    }
}

impl Doubt {
    /// Begins a block, in which no puzzle stands yet.
    pub fn begin_block(&mut self) {
        self.ends.clear();
        self.unmarked.begin_block();
        self.edges.begin_block();
    }

    /// Takes what came of a line, before it is written: of the puzzle that it cuts short, if it does, the rows and
    /// how many such a one has; what it is, and whether a puzzle is open below it. Rejects those puzzles in the block that are in doubt then, by as
    /// many bytes more as it returns.
    pub fn take(
        &mut self,
        bytes: &mut Vec<u8>,
        seen: Seen,
        cut: Option<(usize, usize)>,
        line: &Line,
        is_open: bool,
        is_broken: bool,
    ) -> usize {
        let is_wrong = match line {
            Line::Last(joined) => is_misplaced(joined),
            Line::Itself => is_broken,
            Line::Row | Line::Other => false,
        };
        let (was_open, is_empty) = (self.edges.is_open(), seen.bare.is_empty());
        self.unmarked.take(seen.may_be_row(), is_empty, line, was_open, cut.is_some());
        let is_border = seen.between == Between::Border;
        let is_after_border = replace(&mut self.is_after_border, is_border);
        let is_blank = seen.between == Between::Blank;
        let is_after_blank = replace(&mut self.is_after_blank, is_blank);
        // One row may be a number above a puzzle, but for what is left of a small band.
        let is_rest = |(rows, order)| rows + 1 < order && (rows > 1 || order < NINE);
        let is_within = cut.is_some_and(is_rest);
        let was_within = replace(&mut self.is_within, is_within);
        let is_apart = match seen.between {
            // Between bands, or in the middle of a puzzle, rows below it are of that one.
            Between::Blank if is_open => {
                (self.is_banded, self.was_banded) = (true, true);
                false
            }
            // Below rows of two puzzles, too; two such lines stand between puzzles only.
            Between::Blank if self.was_rejected && self.is_after_fault => is_after_blank,
            Between::Blank => !is_within && !was_within,
            Between::Title => true,
            Between::Border => is_after_border,
            Between::Text => *line == Line::Itself && !is_wrong,
            Between::Other => false,
        };
        let is_fault = cut.is_some() || is_wrong;
        // Where blank lines stand between bands, a single one tells nothing of where a puzzle begins.
        let ends_doubt = is_apart && !(is_blank && !is_after_blank && self.was_banded);
        self.was_below = self.is_after_fault && !ends_doubt;
        let edge = self.edges.take(seen.bare, line, cut.is_some());
        let rejected = if is_fault || edge.shows_bare { self.reject(bytes) } else { 0 };
        self.is_after_fault = !ends_doubt && (is_fault || self.is_after_fault);
        if is_apart {
            self.ends.clear();
            self.edges.take_apart();
        }
        self.is_after_fault |= edge.may_lack_row;
        self.edge = edge;
        rejected
    }

    /// Takes the puzzle with which the block ends; it is joined, and may be a reject. It is known whether its empty
    /// cells have signs, if they are those of a sheet.
    pub fn take_puzzle(&mut self, bytes: &mut Vec<u8>, joined: &[u8], are_signed: Option<bool>) {
        if let Some(first) = self.unmarked.first_in_doubt(are_signed) {
            self.ends.retain(|&end| end != first);
            let more = reject_ends(bytes, &[first], |joined| !may_have_one_solution(joined));
            if more > 0 {
                self.unmarked.take_wrong();
            }
            self.ends.iter_mut().filter(|end| **end > first).for_each(|end| *end += more);
        }
        let end = bytes.len();
        let is_fault = self.unmarked.take_puzzle(end, joined, are_signed);
        self.is_after_fault |= is_fault;
        let Edge { is_bare, is_taken, .. } = self.edge;
        self.was_banded = replace(&mut self.is_banded, false);
        self.was_rejected = self.was_below;
        if is_fault
            || is_taken
            || self.is_after_fault && (is_bare || is_small(joined))
            || is_bare && !may_have_one_solution(joined)
        {
            self.unmarked.forget(&[end]);
            bytes.extend(DOUBTED);
            return;
        }
        self.ends.push(end);
        // A reject tells nothing of where the next one begins.
        if self.is_after_fault && self.reject(bytes) == 0 && !is_misplaced(joined) {
            (self.is_after_fault, self.was_rejected) = (false, false);
        }
    }

    /// Rejects the puzzles of the block, above a fault, that are small or have other than exactly one solution.
    /// Returns how many bytes that takes.
    pub fn reject(&mut self, bytes: &mut Vec<u8>) -> usize {
        let ends = take(&mut self.ends);
        self.unmarked.forget(&ends);
        reject_ends(bytes, &ends, |joined| is_small(joined) || !may_have_one_solution(joined))
    }
}

/// Rejects those of the puzzles that end there, in rising order, that are so. Returns how many bytes that takes.
fn reject_ends(bytes: &mut Vec<u8>, ends: &[usize], is_so: impl Fn(&[u8]) -> bool) -> usize {
    let mut more = 0;
    for end in ends {
        let end = end + more;
        let begin = memchr::memrchr(b'\n', &bytes[..end]).map_or(0, |before| before + 1);
        if is_so(&bytes[begin..end]) {
            bytes.splice(end..end, DOUBTED.iter().copied());
            more += DOUBTED.len();
        }
    }
    more
}

/// Whether a line that follows these rows, and is none of them, is one with a mistake.
pub fn is_broken_row(rows: &Rows, line: &[u8]) -> bool {
    rows.is_like_row(line) && parse_line(line, Dialect::Rows).is_err()
}

/// Whether the rows of a puzzle, joined, may not be its own.
fn is_misplaced(joined: &[u8]) -> bool {
    let parsed = parse_line(joined, Dialect::Rows);
    matches!(parsed, Err(ParseErrorKind::Shape { .. } | ParseErrorKind::Conflict(_)))
}

/// Whether a puzzle, joined, is so small that rows of two often have exactly one solution. Of one that is wrong, that
/// is told.
fn is_small(joined: &[u8]) -> bool {
    let cells = joined.iter().position(|&byte| byte == b'|');
    cells.is_some_and(|cells| cells < NINE) && !is_misplaced(joined)
}

/// Whether it is a letter of a title, in whatever language.
fn is_letter(byte: &u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}
