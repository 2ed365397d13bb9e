//! The table of solvers: the one place where a solver is registered.

use super::Solver;
use super::brute_force::BruteForce;
use super::dlx::Dlx;
use super::sat::{Sat, SatHr12};
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
pub const SOLVERS: &[SolverRow] = &[
    SolverRow {
        name: "brute-force",
        title: "every digit in every empty cell, in reading order",
        source: "HR12 4.1; PHP16",
        check: "calls of PHP16's Verify",
        sizes: Sizes::All,
        in_all: true,
        counts_strategies: false,
        batches: false,
        build: || Box::<BruteForce>::default(),
    },
    SolverRow {
        name: "sat",
        title: "MiniSat on the complete encoding, trimmed to the candidates",
        source: "HR12 4.3, with the implied clauses; MiniSat 2",
        check: "conflicts",
        sizes: Sizes::All,
        in_all: true,
        counts_strategies: false,
        batches: false,
        build: || Box::<Sat>::default(),
    },
    SolverRow {
        name: "sat-hr12",
        title: "MiniSat on the five restrictions of HR12's text",
        source: "HR12 4.3; MiniSat 2",
        check: "conflicts",
        sizes: Sizes::All,
        in_all: false,
        counts_strategies: false,
        batches: false,
        build: || Box::new(SatHr12),
    },
    SolverRow {
        name: "dlx",
        title: "exact cover with dancing links, smallest column first",
        source: "Knuth, Dancing Links, 2000",
        check: "rows tried",
        sizes: Sizes::All,
        in_all: true,
        counts_strategies: false,
        batches: false,
        build: || Box::<Dlx>::default(),
    },
];

/// The solver of this name.
pub fn find_solver(name: &str) -> Option<&'static SolverRow> {
    SOLVERS.iter().find(|row| row.name == name)
}
