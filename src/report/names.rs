//! The names of solvers, strategies and times on a page.

use crate::solver::{SOLVERS, SolverRow};
use crate::strategy::STRATEGIES;
use crate::table::statistics::SolverStatistics;

/// A solver by its place in the table, as a statistics knows it.
pub fn solver(place: usize) -> &'static SolverRow {
    &SOLVERS[place]
}

/// A solver's name, with a star if its times are means of batches.
pub fn starred(place: usize, of: &SolverStatistics) -> String {
    format!("{}{}", solver(place).name, if of.batch > 1 { "*" } else { "" })
}

/// A strategy's title by its place in the table.
pub fn strategy(place: usize) -> &'static str {
    STRATEGIES[place].title
}

/// What the times of a solver are: puzzles that it takes together have only a mean.
pub fn time(solver: &SolverStatistics) -> String {
    match solver.batch {
        0 | 1 => "CPU time".into(),
        batch => format!("CPU time, means of batches of up to {batch} puzzles"),
    }
}
