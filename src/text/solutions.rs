//! Full grids that are the solutions of puzzles above them, as a heading says: `Solution`, or
//! `Solutions` with headings of their own, `Puzzle 1`, below it.

use super::heading::is_solution_heading;
use super::opening::opening;
use super::{Dialect, parse_line};

/// The cells of the smallest puzzle in a line.
const FEWEST: usize = 16;

/// Whether full grids that come next are solutions, as the lines so far tell.
#[derive(Clone, Default, Debug)]
pub struct Solutions {
    /// Whether a puzzle with empty cells stands above.
    is_any_open: bool,
    /// From a heading on, up to the next puzzle with empty cells.
    follow: bool,
}

impl Solutions {
    /// Whether full grids that come next are solutions.
    pub fn follow(&self) -> bool {
        self.follow
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
    }

    /// Takes a line of its own. Returns whether it is a solution.
    pub fn take_line(&mut self, line: &[u8], dialect: Dialect) -> bool {
        self.take_heading(line);
        if line.len() < FEWEST || !self.follow && (self.is_any_open || !has_empty(line)) {
            return false;
        }
        let Ok(Some(puzzle)) = parse_line(line, dialect) else { return false };
        self.take(!puzzle.is_full())
    }

    /// Takes a drawn puzzle, its rows joined. Returns whether it is a solution.
    pub fn take_drawn(&mut self, joined: &[u8]) -> bool {
        self.take(has_empty(joined))
    }

    /// Takes a puzzle that has empty cells or not.
    fn take(&mut self, is_open: bool) -> bool {
        self.is_any_open |= is_open;
        self.follow &= !is_open;
        self.follow
    }
}

/// Whether a text has a sign of an empty cell.
fn has_empty(text: &[u8]) -> bool {
    text.iter().any(|byte| b".0_*-".contains(byte))
}
