//! Rows without a given at the edges of puzzles, which may as well stand between puzzles.
//!
//! Where lines of nothing stand between the puzzles of a sheet, or lines of `-`, `_` or `*` between drawn ones, a
//! puzzle that lacks a row may have such a line in its place.

use std::mem::replace;

use super::rows::Line;
use super::separated;

/// What of a line tells whether it stands between puzzles, as it is in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bare {
    /// Marks between the fields of the line.
    marks: usize,
    /// Whether there is nothing between them.
    is_empty: bool,
    /// How long it is, if it is one sign again and again.
    rule: Option<usize>,
    /// Whether a line of nothing stands below it, or no line at all.
    is_above_empty: bool,
    is_end: bool,
    /// Whether lines of nothing stand below puzzles of the text.
    stand_apart: bool,
}

/// What a line tells of the puzzle that it is a row of, or that stands above it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Edge {
    /// Whether a line of nothing above it may have been a row that lost a mark.
    pub(super) may_lack_row: bool,
    /// Whether it ends a puzzle whose first or last row may stand between puzzles; and whether it does, as it
    /// does elsewhere.
    pub(super) is_bare: bool,
    pub(super) is_taken: bool,
    /// Whether it stands between puzzles, and one above has such a line for its first or last row.
    pub(super) shows_bare: bool,
}

/// The edges of the puzzles so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Edges {
    /// The marks in each line of nothing since the last puzzle.
    marks_of_empty: Vec<usize>,
    above: Above,
    /// Whether a line of nothing stood above all puzzles; none before the first.
    are_below_empty: Option<bool>,
    /// What stands above the open puzzle, if its first row may stand between puzzles; none if none is open.
    begun: Option<Begun>,
    /// Whether a line of nothing stood below a puzzle; and how long a rule was that did.
    has_empty: bool,
    rule: Option<usize>,
    /// How long a rule is that a puzzle has for a row; and whether one has a line of nothing for its first one,
    /// directly below another.
    row_of_rule: Option<usize>,
    has_row_of_nothing: bool,
}

/// What the last line was.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Above {
    /// The last row of a puzzle.
    Puzzle,
    /// A line of nothing that is no row.
    Empty,
    /// A rule that is no row, or may yet be one; and whether one as long stood below a puzzle before.
    Rule { length: usize, is_known: bool },
    #[default]
    Other,
}

/// How a puzzle begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begun {
    /// With a row that stands between puzzles, as elsewhere.
    Taken,
    /// With a row that may do so.
    Bare,
    /// Below a rule, which may be its first row; and whether one as long stood below a puzzle before.
    BelowRule {
        length: usize,
        is_known: bool,
    },
    Other,
}

impl Bare {
    /// A line and the next one, which is known of a line of nothing; and whether lines of nothing stand below
    /// puzzles of the text.
    pub(super) fn of(line: &[u8], next: Option<&[u8]>, stand_apart: bool) -> Bare {
        let is_empty = |line| separated::empty(line).is_some();
        let content = line.trim_ascii();
        let is_rule = match content {
            [sign @ (b'-' | b'_' | b'*'), others @ ..] => others.iter().all(|other| other == sign),
            _ => false,
        };
        Bare {
            marks: line.iter().filter(|byte| b",;\t".contains(byte)).count(),
            is_empty: is_empty(line),
            rule: is_rule.then_some(content.len()),
            is_above_empty: next.is_some_and(is_empty),
            is_end: next.is_none(),
            stand_apart,
        }
    }

    /// Whether it is a line of nothing.
    pub(super) fn is_empty(self) -> bool {
        self.is_empty
    }

    /// Whether it has fields.
    pub(super) fn has_marks(self) -> bool {
        self.marks > 0
    }

    /// Whether it is one as stand between puzzles of the text.
    fn may_stand_between(self) -> bool {
        self.is_empty && self.stand_apart
    }
}

impl Edges {
    /// Takes a line, and as what it is taken; before it a puzzle may have been cut short.
    pub(super) fn take(&mut self, bare: Bare, line: &Line, is_cut: bool) -> Edge {
        if is_cut {
            self.begun = None;
        }
        let above = replace(&mut self.above, Above::Other);
        match line {
            Line::Row => {
                self.take_row(bare, above);
                Edge { may_lack_row: self.may_lack_row(bare), ..Edge::default() }
            }
            Line::Last(joined) => {
                self.take_row(bare, above);
                let may_lack_row = self.may_lack_row(bare);
                let is_last = (bare.stand_apart || self.has_empty) && !bare.is_above_empty;
                let is_taken = bare.is_empty && is_last;
                let ends_bare = is_taken || bare.may_stand_between() || self.is_as_rule(bare);
                let begun = self.begun.take();
                let may_begin_bare = match begun {
                    Some(Begun::Bare) => true,
                    Some(Begun::BelowRule { length, is_known }) if begins_with(joined, length) => {
                        self.row_of_rule = Some(length);
                        is_known
                    }
                    Some(Begun::BelowRule { .. } | Begun::Taken | Begun::Other) | None => false,
                };
                self.marks_of_empty.clear();
                self.above = Above::Puzzle;
                Edge {
                    may_lack_row,
                    is_bare: may_begin_bare || ends_bare,
                    // The last line of a text may be left out.
                    is_taken: begun == Some(Begun::Taken) || is_taken && !bare.is_end,
                    shows_bare: false,
                }
            }
            Line::Other | Line::Itself => self.take_between(bare, above),
        }
    }

    fn take_row(&mut self, bare: Bare, above: Above) {
        self.row_of_rule = bare.rule.or(self.row_of_rule);
        if self.begun.is_some() {
            return;
        }
        self.has_row_of_nothing |= bare.is_empty && above == Above::Puzzle;
        let is_below_empty = above == Above::Empty;
        let others = self.are_below_empty;
        self.are_below_empty = Some(is_below_empty && others.unwrap_or(true));
        let is_bare = bare.is_empty && !is_below_empty && others == Some(true);
        self.begun = Some(match above {
            _ if is_bare => Begun::Taken,
            _ if bare.may_stand_between() || self.is_as_rule(bare) => Begun::Bare,
            Above::Rule { length, is_known } => Begun::BelowRule { length, is_known },
            _ => Begun::Other,
        });
    }

    fn take_between(&mut self, bare: Bare, above: Above) -> Edge {
        if bare.is_empty && !self.marks_of_empty.contains(&bare.marks) {
            self.marks_of_empty.push(bare.marks);
        }
        let is_below = above == Above::Puzzle;
        self.has_empty |= bare.is_empty && is_below;
        let is_known = self.is_as_rule(bare);
        self.rule = bare.rule.filter(|_| is_below).or(self.rule);
        self.above = match bare {
            Bare { is_empty: true, .. } => Above::Empty,
            Bare { rule: Some(length), .. } => Above::Rule { length, is_known },
            _ => Above::Other,
        };
        let has_row = bare.rule.is_some() && bare.rule == self.row_of_rule
            || bare.is_empty && self.has_row_of_nothing;
        Edge { shows_bare: is_below && has_row, ..Edge::default() }
    }

    /// Whether it is as a rule that stood below a puzzle.
    fn is_as_rule(&self, bare: Bare) -> bool {
        bare.rule.is_some() && bare.rule == self.rule
    }

    /// Whether a line of nothing above this row has one mark more or less.
    fn may_lack_row(&self, row: Bare) -> bool {
        let is_near = |other: &usize| row.marks.abs_diff(*other) == 1;
        row.marks > 0 && self.marks_of_empty.iter().any(is_near)
    }

    /// Whether a puzzle is open below the last line.
    pub(super) fn is_open(&self) -> bool {
        self.begun.is_some()
    }

    /// Begins a block, in which no puzzle stands yet.
    pub(super) fn begin_block(&mut self) {
        (self.row_of_rule, self.has_row_of_nothing) = (None, false);
    }

    /// Takes a line that tells where a puzzle begins.
    pub(super) fn take_apart(&mut self) {
        self.marks_of_empty.clear();
    }
}

/// Whether a puzzle, joined, has so many cells in its first row, and none is a given.
fn begins_with(joined: &[u8], empty: usize) -> bool {
    let first = joined.split(|&byte| byte == b'|').next().unwrap_or_default();
    first.len() == empty && first.iter().all(|&cell| cell == b'.')
}
