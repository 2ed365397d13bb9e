//! What is added to tables, and where.

use std::path::Path;
use std::time::Duration;

use crate::table::annotation::Added;

/// What is added to tables, and where that goes.
pub struct Annotate<'a> {
    /// The columns that are added.
    pub added: Added,
    /// What their names begin with.
    pub prefix: &'a str,
    /// Whether the tables' own columns are left out.
    pub only_added: bool,
    /// The file to write.
    pub out: &'a Path,
    /// Whether it may replace another.
    pub force: bool,
    /// Worker threads.
    pub threads: usize,
    /// Effort limit of each rating of a puzzle.
    pub max_checks: Option<u64>,
    /// CPU-time limit of each rating of a puzzle.
    pub time_limit: Option<Duration>,
}

/// Where the row groups of a table end.
pub(super) struct Bounds {
    /// Rows of the tables before.
    pub(super) rows_before: u64,
    /// The numbers of the last rows of the row groups, from 1.
    pub(super) ends: Vec<u64>,
}
