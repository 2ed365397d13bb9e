//! What the table says of a solver, and the rows that others differ from as their rows say.

use super::Solver;
use super::human::{self, Human};
use super::logic::Logic;
use super::singles::{self, Singles};
use crate::grid::{Layout, Puzzle};
use crate::strategy;

/// The sizes a solver takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// Every size.
    All,
    /// 9×9 only.
    Nine,
}

impl Sizes {
    /// As lists and tables show them.
    pub fn name(self) -> &'static str {
        match self {
            Sizes::All => "all",
            Sizes::Nine => "9×9",
        }
    }
}

/// One solver: a row of [`SOLVERS`](super::SOLVERS).
#[derive(Clone, Copy)]
pub struct SolverRow {
    /// The name on the command line and in the `solver` column.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Where it comes from: document and section, paper, or author.
    pub source: &'static str,
    /// What one of its `checks` is.
    pub check: &'static str,
    /// The sizes it takes.
    pub sizes: Sizes,
    /// Whether it takes pencilmark puzzles, of these sizes.
    pub takes_marks: bool,
    /// Whether `all` includes it: one of each kind.
    pub in_all: bool,
    /// Whether its strategy counts fill the `strategies` table.
    pub counts_strategies: bool,
    /// Whether it only deduces: each of its steps follows from the givens alone.
    pub only_deduces: bool,
    /// Whether its batch method shares work between puzzles.
    pub batches: bool,
    /// Whether it may decide how many solutions a puzzle has: complete, and fast
    /// enough for any puzzle.
    pub may_refer: bool,
    /// Whether its search can be [divided](super::divide), and then how many checks it makes of
    /// each given that it passes.
    pub given_checks: Option<u64>,
    /// Builds one, with its scratch memory, for one thread.
    pub build: fn() -> Box<dyn Solver>,
}

impl SolverRow {
    /// Whether the solver takes grids of this size.
    pub fn takes_size(&self, layout: &Layout) -> bool {
        self.sizes == Sizes::All || layout.order() == 9
    }

    /// What it takes, in words.
    pub fn kinds(&self) -> String {
        self.sizes.name().to_owned()
            + if self.takes_marks { ", pencilmark puzzles too" } else { "" }
    }

    /// Whether the solver takes puzzles of this size and kind.
    pub fn takes(&self, puzzle: &Puzzle) -> bool {
        self.takes_size(puzzle.layout()) && (self.takes_marks || !puzzle.has_marks())
    }
}

/// The human solvers differ from this one as their rows say.
pub const HUMAN: SolverRow = SolverRow {
    name: "human",
    title: "HR12's human method: S1 to S4, then a guess in the first empty cell",
    source: "HR12 4.2",
    check: "one search of the grid for a strategy, or one guess tried",
    sizes: Sizes::All,
    takes_marks: false,
    in_all: true,
    counts_strategies: true,
    only_deduces: false,
    batches: false,
    may_refer: false,
    given_checks: None,
    build: || Box::new(Human::new(human::S1234, human::first_empty)),
};

/// HR12's listing with some of its rules.
pub const HUMAN_LISTING: SolverRow =
    SolverRow { source: "HR12 B.3, 5.1, A.3", in_all: false, ..HUMAN };

/// The singles solvers differ from this one as their rows say.
pub const SINGLES: SolverRow = SolverRow {
    name: "singles",
    title: "AW15's method: singles once, then backtracking over their candidates",
    source: "AW15 4.3",
    check: "one search of the grid for a strategy, or one candidate tried; givens are not counted",
    build: || Box::new(Singles::new(singles::TEXT)),
    ..HUMAN
};

/// The logic solvers differ from this one as their rows say.
pub const LOGIC: SolverRow = SolverRow {
    name: "logic-b09",
    title: "B09's eight strategies, no guesses",
    source: "B09 chapter 4",
    check: "one search of the grid for a strategy",
    takes_marks: true,
    only_deduces: true,
    build: || Box::new(Logic::new(&strategy::B09)),
    ..HUMAN
};

pub const BRUTE_FORCE_CHECK: &str = "one call of PHP16's Verify: a digit tried in a cell, or a given passed, and compared with its houses";

/// A solver that measures what one part of a source's method saves. Those that differ in the
/// form of their sets only (`-scan` or not) have the same counts.
pub const fn control(
    name: &'static str,
    title: &'static str,
    source: &'static str,
    build: fn() -> Box<dyn Solver>,
) -> SolverRow {
    SolverRow {
        name,
        title,
        source,
        check: "one digit tried in an empty cell; givens and strategies are not counted",
        sizes: Sizes::All,
        takes_marks: false,
        in_all: false,
        counts_strategies: false,
        only_deduces: false,
        batches: false,
        may_refer: false,
        given_checks: None,
        build,
    }
}

/// The rows of these lists, one list after the other: `N` in all.
pub const fn joined<const N: usize>(lists: &[&[SolverRow]]) -> [SolverRow; N] {
    let mut rows = [HUMAN; N];
    let (mut list, mut row, mut count) = (0, 0, 0);
    while list < lists.len() {
        if row < lists[list].len() {
            rows[count] = lists[list][row];
            (row, count) = (row + 1, count + 1);
        } else {
            (list, row) = (list + 1, 0);
        }
    }
    assert!(count == N);
    rows
}
