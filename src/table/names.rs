//! The closed sets of names that columns have.

use std::sync::LazyLock;

use crate::pipeline::record::{Status, UNREADABLE};
use crate::solver::SOLVERS;
use crate::strategy::STRATEGIES;
use crate::text::ParseErrorKind;

/// Names that a column may have.
pub(super) type Names = LazyLock<Vec<&'static str>>;

/// The names of the statuses.
pub fn statuses() -> &'static [&'static str] {
    static NAMES: Names = LazyLock::new(|| Status::ALL.map(Status::name).to_vec());
    &NAMES
}

/// The names of the statuses that solvers of the table have: what runs without others know.
pub(super) fn own_statuses() -> &'static [&'static str] {
    let own = Status::ALL.iter().take_while(|status| !status.is_of_externals());
    &statuses()[..own.count()]
}

/// The names of the solvers of the table.
pub fn solvers() -> &'static [&'static str] {
    static NAMES: Names = LazyLock::new(|| SOLVERS.iter().map(|row| row.name).collect());
    &NAMES
}

/// No strategy, and the names of the strategies.
pub fn strategies() -> &'static [&'static str] {
    static NAMES: Names = LazyLock::new(|| {
        [""].into_iter().chain(STRATEGIES.iter().map(|strategy| strategy.name)).collect()
    });
    &NAMES
}

/// The reasons of rejects.
pub fn reasons() -> &'static [&'static str] {
    static NAMES: Names =
        LazyLock::new(|| ParseErrorKind::REASONS.iter().copied().chain([UNREADABLE]).collect());
    &NAMES
}
