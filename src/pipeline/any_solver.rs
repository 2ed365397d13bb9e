//! A solver of a run: one of the table, or a program.

use crate::external::External;
use crate::grid::Puzzle;
use crate::solver::{SOLVERS, SolverRow, find_solver, find_solvers};

/// A solver of a run, and what callers ask of it.
#[derive(Clone, Copy)]
pub enum AnySolver {
    /// One of the table.
    Own(&'static SolverRow),
    /// A program.
    External(&'static External),
}

impl From<&'static SolverRow> for AnySolver {
    fn from(row: &'static SolverRow) -> AnySolver {
        AnySolver::Own(row)
    }
}

impl AnySolver {
    /// The name in all tables.
    pub fn name(self) -> &'static str {
        match self {
            AnySolver::Own(row) => row.name,
            AnySolver::External(external) => &external.name,
        }
    }

    /// Whether it takes puzzles of this size and kind.
    pub fn takes(self, puzzle: &Puzzle) -> bool {
        match self {
            AnySolver::Own(row) => row.takes(puzzle),
            AnySolver::External(external) => external.takes(puzzle),
        }
    }

    /// Whether it shares work, or a timed span, between puzzles.
    pub fn batches(self) -> bool {
        match self {
            AnySolver::Own(row) => row.batches,
            AnySolver::External(external) => external.batch,
        }
    }

    /// Whether its strategy counts fill the `strategies` table.
    pub fn counts_strategies(self) -> bool {
        self.row().is_some_and(|row| row.counts_strategies)
    }

    /// Its row, if it is one of the table.
    pub fn row(self) -> Option<&'static SolverRow> {
        match self {
            AnySolver::Own(row) => Some(row),
            AnySolver::External(_) => None,
        }
    }

    /// The program, if it is one.
    pub fn external(self) -> Option<&'static External> {
        match self {
            AnySolver::Own(_) => None,
            AnySolver::External(external) => Some(external),
        }
    }
}

/// The solvers of these names, separated by commas, as [`find_solvers`] finds them; a name may be
/// that of an external solver. Those that are not named follow.
///
/// # Errors
/// When there is none of a name, or one is named twice.
pub fn any_solvers(names: &str, externals: &[&'static External]) -> Result<Vec<AnySolver>, String> {
    let mut all: Vec<AnySolver> = Vec::new();
    let twice = |name: &str| Err(format!("the solver `{name}` is named twice"));
    for (place, external) in externals.iter().enumerate() {
        if externals[..place].iter().any(|known| known.name == external.name) {
            return twice(&external.name);
        }
    }
    for name in names.split(',').map(str::trim) {
        let named = externals.iter().find(|external| external.name == name);
        let found = match named {
            Some(external) => vec![AnySolver::External(external)],
            None => find_solvers(name)?.into_iter().map(AnySolver::Own).collect(),
        };
        for solver in found {
            if all.iter().any(|known| known.name() == solver.name()) {
                return twice(solver.name());
            }
            all.push(solver);
        }
    }
    let is_named = |external: &External| all.iter().any(|one| one.name() == external.name);
    let others: Vec<_> = externals.iter().filter(|external| !is_named(external)).collect();
    all.extend(others.into_iter().map(|external| AnySolver::External(external)));
    match all.len() + SOLVERS.len() {
        0..=255 => Ok(all),
        _ => Err("there are too many solvers".into()),
    }
}

/// The one solver that is named, or the only external one; none if nothing is said.
///
/// # Errors
/// When there is none of the name, or there are several and none is named.
pub fn one_solver(
    name: Option<&str>,
    externals: &[&'static External],
) -> Result<Option<AnySolver>, String> {
    match (name, externals) {
        (Some(name), _) => {
            let found = any_solver(name, externals);
            found.map(Some).ok_or_else(|| format!("no solver `{name}`; see `list solvers`"))
        }
        (None, []) => Ok(None),
        (None, [external]) => Ok(Some(AnySolver::External(external))),
        (None, _) => Err("several external solvers: name one with --solver".into()),
    }
}

/// The solver of a name.
pub(super) fn any_solver(name: &str, externals: &[&'static External]) -> Option<AnySolver> {
    let external = externals.iter().find(|external| external.name == name);
    let external = external.map(|&external| AnySolver::External(external));
    external.or_else(|| find_solver(name).map(AnySolver::Own))
}
