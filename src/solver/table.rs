//! The table of solvers: the one place where a solver is registered.

use super::Solver;
use crate::grid::Layout;

/// The sizes a solver takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// Every size.
    All,
    /// 9×9 only.
    Nine,
}

/// One solver: a row of [`SOLVERS`].
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
    /// Whether `all` includes it: one of each kind.
    pub in_all: bool,
    /// Whether its strategy counts fill the `strategies` table.
    pub counts_strategies: bool,
    /// Whether its batch method shares work between puzzles.
    pub batches: bool,
    /// Whether it may decide how many solutions a puzzle has: complete, and fast
    /// enough for any puzzle.
    pub may_refer: bool,
    /// Builds one, with its scratch memory, for one thread.
    pub build: fn() -> Box<dyn Solver>,
}

impl SolverRow {
    /// Whether the solver takes grids of this size.
    pub fn takes(&self, layout: &Layout) -> bool {
        self.sizes == Sizes::All || layout.order() == 9
    }
}

/// Every solver, in the order of lists and summaries.
pub const SOLVERS: &[SolverRow] = &[];

/// The solver of this name.
pub fn find_solver(name: &str) -> Option<&'static SolverRow> {
    SOLVERS.iter().find(|row| row.name == name)
}

/// The solver that decides how many solutions puzzles of this size have: one
/// that batches, if there is one.
pub fn reference(layout: &Layout) -> &'static SolverRow {
    let able = SOLVERS.iter().filter(|row| row.may_refer && row.takes(layout));
    able.max_by_key(|row| row.batches).expect("a complete solver takes every size")
}
