//! The names of solvers and strategies on a page.

use crate::solver::{SOLVERS, SolverRow};
use crate::strategy::STRATEGIES;

/// A solver by its place in the table, as a statistics knows it.
pub fn solver(place: usize) -> &'static SolverRow {
    &SOLVERS[place]
}

/// A strategy's title by its place in the table.
pub fn strategy(place: usize) -> &'static str {
    STRATEGIES[place].title
}
