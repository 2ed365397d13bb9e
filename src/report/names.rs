//! The names of solvers, strategies and times on a page.

use crate::solver::SOLVERS;
use crate::strategy::STRATEGIES;
use crate::table::solver_names;
use crate::table::statistics::SolverStatistics;

/// The name of a solver by its number, as a statistics knows it.
pub fn solver(number: usize) -> &'static str {
    solver_names::name(number)
}

/// What a solver is, in a few words.
pub fn title(number: usize) -> &'static str {
    SOLVERS.get(number).map_or("an external solver", |row| row.title)
}

/// What one of its checks is.
pub fn check(number: usize) -> &'static str {
    SOLVERS.get(number).map_or("what the external solver counts", |row| row.check)
}

/// A solver's name, with a star if its times are means of batches.
pub fn starred(number: usize, of: &SolverStatistics) -> String {
    format!("{}{}", solver(number), if of.batch > 1 { "*" } else { "" })
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
