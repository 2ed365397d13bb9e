//! Puzzles in a sheet among lines of nothing, and numbers alone in one. Where empty cells have no sign, such a line
//! may be a row, and a row such a line: a puzzle that lacks a row may have one in its place. It hardly ever has
//! exactly one solution then.

use std::mem::replace;

use super::rows::Line;
use super::solvable::may_have_one_solution;

/// The rows of the largest grid of which it is known soon how many solutions it has.
const LARGEST: usize = 9;

/// What is known of the puzzles of a text so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Unmarked {
    /// Whether such a line stood in the text as no row, or as the first one, or is a row of a puzzle without exactly
    /// one solution; and whether one of nothing is a row of the open puzzle.
    has_other: bool,
    has_row: bool,
    puzzles: usize,
    /// Whether one is a row of the first.
    first_has_row: bool,
    /// Where in the block the first one ends, until it is judged.
    first: Option<usize>,
}

impl Unmarked {
    /// Begins a block, in which no puzzle stands yet.
    pub(super) fn begin_block(&mut self) {
        self.first = None;
    }

    /// Takes a line, and as what it is taken: it may be one of these, or of nothing; and whether a puzzle was open
    /// above it, or was cut short there.
    pub(super) fn take(
        &mut self,
        is_one: bool,
        is_empty: bool,
        line: &Line,
        was_open: bool,
        is_cut: bool,
    ) {
        let is_row = matches!(line, Line::Row | Line::Last(_));
        // The first line of nothing may be a row, or stand above it.
        let is_within = is_row && (was_open && !is_cut || self.puzzles > 0);
        self.has_other |= is_one && !is_within;
        self.has_row = (self.has_row && !is_cut) || is_empty && is_row;
    }

    /// Forgets the first puzzle if it is one of those that end there in the block: they are judged.
    pub(super) fn forget(&mut self, ends: &[usize]) {
        self.first = self.first.filter(|first| !ends.contains(first));
    }

    /// Where in the block the first puzzle ends, once another one stands below that shows that it is in doubt, or
    /// if a row of it may be no row.
    pub(super) fn first_in_doubt(&mut self, are_signed: Option<bool>) -> Option<usize> {
        let is_asked = are_signed == Some(false) && (self.has_other || self.first_has_row);
        if is_asked { self.first.take() } else { None }
    }

    /// Takes the first puzzle that was in doubt, if it has other than exactly one solution.
    pub(super) fn take_wrong(&mut self) {
        self.has_other = true;
    }

    /// Takes a puzzle, joined, that ends there in the block; it is known whether its empty cells have signs, if they
    /// are those of a sheet. Returns whether a row of it may be no row, or one may lack.
    pub(super) fn take_puzzle(
        &mut self,
        at: usize,
        joined: &[u8],
        are_signed: Option<bool>,
    ) -> bool {
        let has_row = replace(&mut self.has_row, false);
        let is_large = joined.iter().position(|&byte| byte == b'|') > Some(LARGEST);
        if are_signed != Some(false) || is_large {
            return has_row && are_signed == Some(true);
        }
        self.puzzles += 1;
        if self.puzzles == 1 {
            (self.first, self.first_has_row) = (Some(at), has_row);
            return false;
        }
        let is_wrong = (self.has_other || has_row) && !may_have_one_solution(joined);
        self.has_other |= is_wrong;
        is_wrong
    }
}
