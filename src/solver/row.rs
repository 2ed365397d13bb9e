//! What the table says of a solver.

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
    /// Whether its search can be [divided](super::divide), and then how many checks it makes of
    /// each given that it passes.
    pub given_checks: Option<u64>,
    /// Builds one, with its scratch memory, for one thread.
    pub build: fn() -> Box<dyn Solver>,
}

impl SolverRow {
    /// Whether the solver takes grids of this size.
    pub fn takes(&self, layout: &Layout) -> bool {
        self.sizes == Sizes::All || layout.order() == 9
    }
}
