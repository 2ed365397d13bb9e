//! The four tables: names, types, units and meanings of their columns.

use std::sync::LazyLock;

use polars::prelude::{DataType, FrozenCategories, PolarsResult};

use super::names::own_statuses;
pub use super::names::{reasons, solvers, statuses, strategies};
use crate::strategy::STRATEGIES;

/// Changes whenever a reader of the tables has to.
pub const SCHEMA_VERSION: u32 = 1;

/// The name of the table of steps, which a run has if it is asked for.
pub const STEPS: &str = "steps";

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Unsigned, 8 bits.
    U8,
    /// Unsigned, 16 bits.
    U16,
    /// Unsigned, 32 bits.
    U32,
    /// Unsigned, 64 bits.
    U64,
    /// Floating point, 32 bits.
    F32,
    /// True or false.
    Bool,
    /// UTF-8 text.
    Text,
    /// UTF-8 text that many rows share.
    Name,
    /// One of a closed set of names.
    Enum(&'static [&'static str]),
}

/// The polars type of a column.
///
/// # Errors
/// When an Enum names a category twice.
pub(super) fn polars_type(kind: Kind) -> PolarsResult<DataType> {
    Ok(match kind {
        Kind::U8 => DataType::UInt8,
        Kind::U16 => DataType::UInt16,
        Kind::U32 => DataType::UInt32,
        Kind::U64 => DataType::UInt64,
        Kind::F32 => DataType::Float32,
        Kind::Bool => DataType::Boolean,
        Kind::Text | Kind::Name => DataType::String,
        Kind::Enum(names) => {
            DataType::from_frozen_categories(FrozenCategories::new(names.iter().copied())?)
        }
    })
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// What it counts or is measured in; empty for text and identifiers.
    pub unit: &'static str,
    /// What it means.
    pub meaning: String,
    /// Whether two runs of the same input may differ in it: it depends on time.
    pub timed: bool,
    /// Whether it counts the run's puzzles from 0.
    pub is_position: bool,
}

/// A table of a run.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name, which is its folder's.
    pub name: &'static str,
    /// What one row is.
    pub row: &'static str,
    /// Its columns in order.
    pub columns: Vec<Column>,
}

/// The column that counts applications of a strategy.
pub fn usage_column(strategy: &str) -> String {
    format!("n_{}", strategy.replace('-', "_"))
}

/// One row per puzzle.
pub fn puzzles() -> &'static Table {
    &TABLES[0]
}

/// One row per puzzle and solver.
pub fn solves() -> &'static Table {
    &TABLES[1]
}

/// One row per puzzle and solver that uses strategies.
pub fn usages() -> &'static Table {
    &TABLES[2]
}

/// One row per line that is no puzzle.
pub fn rejects() -> &'static Table {
    &TABLES[3]
}

/// All tables of a run, as every run has them; the summaries made of them are not among them.
pub fn all() -> &'static [Table; 4] {
    &TABLES
}

/// A column that does not depend on time.
pub(super) fn column(name: &str, kind: Kind, unit: &'static str, meaning: &str) -> Column {
    let (name, meaning) = (name.into(), meaning.into());
    Column { name, kind, unit, meaning, timed: false, is_position: false }
}

fn timed(name: &str, kind: Kind, unit: &'static str, meaning: &str) -> Column {
    Column { timed: true, ..column(name, kind, unit, meaning) }
}

static TABLES: LazyLock<[Table; 4]> = LazyLock::new(|| {
    let puzzle_id = || Column {
        is_position: true,
        ..column("puzzle_id", Kind::U64, "", "position among the run's puzzles, from 0")
    };
    let set = || column("set", Kind::Name, "", "name of the input");
    let clues = || {
        column(
            "clues",
            Kind::U16,
            "cells",
            "givens; of a pencilmark puzzle the cells that may take one digit only",
        )
    };
    let solver = || column("solver", Kind::Enum(solvers()), "", "name of the solver");
    let line = || column("line", Kind::U64, "", "line in the input, from 1");
    let puzzles = Table {
        name: "puzzles",
        row: "a puzzle",
        columns: vec![
            puzzle_id(),
            set(),
            line(),
            column("size", Kind::U8, "cells", "rows, columns and boxes: n of an n × n grid"),
            column("box_rows", Kind::U8, "cells", "rows of a box"),
            column("box_cols", Kind::U8, "cells", "columns of a box"),
            column(
                "puzzle",
                Kind::Text,
                "",
                "the cells row by row, `.` for an empty one; of a pencilmark puzzle n characters a \
                 cell: the digits it may take in their places, `.` in the others",
            ),
            clues(),
            column(
                "n_solutions",
                Kind::U8,
                "",
                "0, 1, 2 = two or more, 255 = undecided; found by the reference solver outside \
                 all timed spans, whatever `--count` is",
            ),
            column("solution", Kind::Text, "", "the solution, or empty unless n_solutions is 1"),
            column(
                "candidates_per_cell",
                Kind::F32,
                "candidates",
                "mean number of digits the rules, and marks, allow in an empty cell at the start (AW15)",
            ),
            column(
                "singles_at_start",
                Kind::U16,
                "cells",
                "naked singles that follow one another from the givens (AW15)",
            ),
        ],
    };
    let mut solves = Table {
        name: "solves",
        row: "a solver's attempt at a puzzle",
        columns: vec![
            puzzle_id(),
            set(),
            clues(),
            solver(),
            column(
                "status",
                Kind::Enum(own_statuses()),
                "",
                "unique: one solution, proved; first: one solution found, uniqueness not tested; \
                 multiple: two or more found; none: no solution, proved; stalled: no deduction \
                 left; limit: effort or time limit reached; unsupported: the solver does not take this size, or pencilmark puzzles; panic: the \
                 solver failed",
            ),
            timed("elapsed_ns", Kind::U64, "ns", "wall time of one solve, mean over repeats"),
            timed("cpu_ns", Kind::U64, "ns", "CPU time of the thread, mean over repeats"),
            timed("repeats", Kind::U32, "", "solves in the timed span"),
            column(
                "batch",
                Kind::U32,
                "puzzles",
                "puzzles that shared the timed span: the times are the span's mean, no puzzle's own; \
                 the effort counts each puzzle's own",
            ),
            column("checks", Kind::U64, "checks", "the solver's own unit of work"),
            column("guesses", Kind::U64, "", "assumptions tried"),
            column("backtracks", Kind::U64, "", "assumptions taken back"),
            column("placements", Kind::U64, "cells", "digits placed by deduction"),
            column("eliminations", Kind::U64, "candidates", "candidates removed by deduction"),
            column("conflicts", Kind::U64, "", "conflicts of a SAT solver"),
            column("decisions", Kind::U64, "", "decisions of a SAT solver"),
            column("propagations", Kind::U64, "literals", "propagations of a SAT solver"),
            column(
                "hardest",
                Kind::Enum(strategies()),
                "",
                "strategy used that has the highest level, then score, or empty",
            ),
            column(
                "hardest_in_order",
                Kind::Enum(strategies()),
                "",
                "strategy used that the solver tries last, or empty: without it and those after \
                 it the solver would have got no further",
            ),
            column(
                "used_uniqueness",
                Kind::Bool,
                "",
                "whether a strategy was used that presumes a unique solution",
            ),
            column(
                "solution_ok",
                Kind::Bool,
                "",
                "whether a solution was given and independent code accepts it",
            ),
        ],
    };
    let columns = solves.columns.iter_mut().skip_while(|column| column.name != "elapsed_ns");
    let measured = columns.take_while(|column| column.name != "hardest");
    for column in measured.filter(|column| column.name != "batch") {
        column.meaning += "; 0 and without meaning where `status` is unsupported or panic";
    }
    let counts = STRATEGIES.iter().map(|strategy| {
        let meaning = format!(
            "times {} was applied; {MOST_APPLICATIONS} stands for as many or more",
            strategy.title
        );
        column(&usage_column(strategy.name), Kind::U16, "", &meaning)
    });
    let usages = Table {
        name: "strategies",
        row: "a strategy-using solver's attempt at a puzzle",
        columns: [puzzle_id(), set(), clues(), solver()].into_iter().chain(counts).collect(),
    };
    let rejects = Table {
        name: "rejects",
        row: "a line that is no puzzle",
        columns: vec![
            set(),
            line(),
            column("reason", Kind::Enum(reasons()), "", "why, in a word"),
            column("detail", Kind::Text, "", "why, in a sentence"),
            column("text", Kind::Text, "", "the line's first 200 characters, escaped without loss"),
        ],
    };
    [puzzles, solves, usages, rejects]
});

/// The most applications of a strategy to a puzzle that are counted.
pub(super) const MOST_APPLICATIONS: u64 = u16::MAX as u64;

/// The summaries: one with a row per solver, one with a row per solver and strategy it used.
pub fn summaries() -> &'static [Table; 2] {
    &SUMMARIES
}

/// A column of a summary that counts the puzzles with a status.
pub(super) fn status_count(status: &str) -> Column {
    column(status, Kind::U64, "puzzles", &format!("puzzles with the status {status}"))
}

/// The column of a summary that counts the puzzles of which the solver claimed what is not so.
pub(super) fn refuted_count() -> Column {
    let meaning = "puzzles of which it claimed another number of solutions than there are; they count under the \
                   status claimed, too";
    column("refuted", Kind::U64, "puzzles", meaning)
}

static SUMMARIES: LazyLock<[Table; 2]> = LazyLock::new(|| {
    let solver = || column("solver", Kind::Enum(solvers()), "", "name of the solver");
    let puzzles = |meaning| column("puzzles", Kind::U64, "puzzles", meaning);
    let counts = own_statuses().iter().map(|status| status_count(status));
    let is_bound = |name, of: &str| {
        let meaning = format!("whether {of} is a lower bound: limits hide how much more it is");
        timed(name, Kind::Bool, "", &meaning)
    };
    let effort = [
        timed(
            "median_ns",
            Kind::U64,
            "ns",
            "median CPU time of a puzzle, to three digits: of an even number the lower of the two \
             middle values; a lower bound is rounded down; of spans' means where `batch` is above 1; \
             without puzzles whose status is unsupported, panic or wrong, or whose number of \
             solutions it claimed falsely, and 0 where all are",
        ),
        timed("p95_ns", Kind::U64, "ns", "95th percentile of CPU time, likewise"),
        timed(
            "first_limit_ns",
            Kind::U64,
            "ns",
            "least CPU time of a puzzle that reached its limit, rounded down to three digits: a median or \
             percentile below it is exact; 0 where no puzzle did",
        ),
        timed(
            "total_ns",
            Kind::U64,
            "ns",
            "CPU time of the puzzles, likewise; one that reached its limit counts with the time it \
             took, which is a lower bound",
        ),
        column("checks", Kind::U64, "checks", "the solver's own units of work, likewise"),
        is_bound("median_is_lower_bound", "`median_ns`"),
        is_bound("p95_is_lower_bound", "`p95_ns`"),
        column(
            "batch",
            Kind::U64,
            "puzzles",
            "the most puzzles that shared a timed span; above 1 a puzzle's own time is not known, \
             and the median and percentile are of the means of spans, each counted once for every \
             puzzle in it; the total is not touched by that",
        ),
    ];
    let solvers = Table {
        name: "solvers",
        row: "a solver",
        columns: [solver(), puzzles("all puzzles of the run, also those that it does not take")]
            .into_iter()
            .chain(counts)
            .chain(effort)
            .collect(),
    };
    let strategies = Table {
        name: "strategies",
        row: "a strategy that a solver used",
        columns: vec![
            solver(),
            column("strategy", Kind::Enum(self::strategies()), "", "name of the strategy"),
            puzzles("puzzles it was used on"),
            column("share", Kind::F32, "", "share of the solver's puzzles it was used on"),
            column(
                "applications",
                Kind::U64,
                "",
                "times it was applied, of a puzzle up to the most that the table `strategies` counts",
            ),
            is_bound("puzzles_is_lower_bound", "`puzzles` (and `share`)"),
            timed(
                "applications_is_lower_bound",
                Kind::Bool,
                "",
                "whether `applications` is a lower bound: limits hide how much more it is, or a \
                 puzzle has more than are counted",
            ),
        ],
    };
    [solvers, strategies]
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_every_column_is_explained() {
        for table in TABLES.iter().chain(&*SUMMARIES) {
            let mut names = HashSet::new();
            for column in &table.columns {
                assert!(names.insert(&column.name), "{} twice in {}", column.name, table.name);
                assert!(!column.meaning.is_empty(), "{}", column.name);
            }
        }
    }

    #[test]
    fn enum_columns_fit_their_codes() {
        for names in [statuses(), solvers(), strategies(), reasons()] {
            assert!(names.len() < 256);
        }
    }
}
