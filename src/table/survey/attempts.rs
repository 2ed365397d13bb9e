//! Attempts: the rows of the `solves` table, read part by part.
//!
//! A part is scanned for the few columns that a survey needs, so that memory is
//! bounded by a part and not by the run. Rows of a puzzle stand together, in the
//! order of the run's solvers.

use std::path::{Path, PathBuf};

use polars::prelude::{DataFrame, DataType, PolarsError, PolarsResult, col};

use super::bucket::Bucket;
use super::tally::End;
use crate::pipeline::record::Status;
use crate::table::digest::{counts, parts, scan};
use crate::table::schema;

/// One row of `solves`, with the size of its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// The puzzle.
    pub puzzle: u64,
    /// The puzzle's size: rows, columns and boxes.
    pub order: u8,
    /// Its givens.
    pub clues: u16,
    /// The solver, by place in [`schema::solvers`].
    pub solver: usize,
    /// What became of it.
    pub status: Status,
    /// CPU time in ns.
    pub time: u64,
    /// Effort in the solver's own checks.
    pub checks: u64,
}

impl Attempt {
    /// How it ended, unless nothing was attempted or nothing came of it.
    pub fn end(&self) -> Option<End> {
        End::of(self.status)
    }

    /// The CPU time to three digits.
    pub fn time_bucket(&self) -> Bucket {
        Bucket::of(self.time)
    }

    /// The effort to three digits.
    pub fn checks_bucket(&self) -> Bucket {
        Bucket::of(self.checks)
    }
}

/// The parts of the `solves` table of a run, in order.
///
/// # Errors
/// When its folder cannot be read.
pub fn solve_parts(run: &Path) -> PolarsResult<Vec<PathBuf>> {
    parts(run, schema::solves())
}

/// The attempts of one part, in its order.
///
/// # Errors
/// When the part, or the part of `puzzles` beside it, cannot be read.
pub fn read(run: &Path, part: &Path) -> PolarsResult<Vec<Attempt>> {
    let orders = orders(run, part)?;
    let wanted = ["puzzle_id", "clues", "solver", "status", "cpu_ns", "checks"];
    let frame = scan(part)?.select(wanted.map(col)).collect()?;
    let [puzzles, times, checks] = ["puzzle_id", "cpu_ns", "checks"].map(|n| counts(&frame, n));
    let (puzzles, times, checks) = (puzzles?, times?, checks?);
    let clues: Vec<u16> = frame.column("clues")?.u16()?.iter().flatten().collect();
    let solvers = places(&frame, "solver", &schema::solvers())?;
    let statuses = places(&frame, "status", &schema::statuses())?;
    let attempt = |row: usize| -> PolarsResult<Attempt> {
        let puzzle = puzzles[row];
        let order = orders.binary_search_by_key(&puzzle, |&(id, _)| id).map_err(|_| {
            let text = format!("puzzle {puzzle} of {} is not in `puzzles`", part.display());
            PolarsError::ComputeError(text.into())
        })?;
        Ok(Attempt {
            puzzle,
            order: orders[order].1,
            clues: clues[row],
            solver: solvers[row],
            status: Status::ALL[statuses[row]],
            time: times[row],
            checks: checks[row],
        })
    };
    (0..frame.height()).map(attempt).collect()
}

/// The size of each puzzle of a part: the part of `puzzles` with the same name,
/// since a unit writes both, in rising order of puzzles.
fn orders(run: &Path, part: &Path) -> PolarsResult<Vec<(u64, u8)>> {
    let name = part.file_name().unwrap_or_default();
    let puzzles = run.join(schema::puzzles().name).join(name);
    let columns = [col("puzzle_id"), col("size").cast(DataType::UInt64)];
    let frame = scan(&puzzles)?.select(columns).collect()?;
    let (ids, sizes) = (counts(&frame, "puzzle_id")?, counts(&frame, "size")?);
    Ok(ids.into_iter().zip(sizes.into_iter().map(|size| size as u8)).collect())
}

/// A column of names as places in a list. The file's own codes are translated, so
/// that no name is compared more than once.
fn places(frame: &DataFrame, column: &str, names: &[&str]) -> PolarsResult<Vec<usize>> {
    let values = frame.column(column)?.cat8()?;
    let name = |code: u8| values.get_mapping().cat_to_str(code.into());
    let known = |code| names.iter().position(|&known| Some(known) == name(code));
    let table: Vec<Option<usize>> = (0..=u8::MAX).map(known).collect();
    let place = |code: Option<u8>| {
        let code = code.unwrap_or_default();
        table[usize::from(code)].ok_or_else(|| {
            let name = name(code).unwrap_or_default();
            PolarsError::SchemaMismatch(format!("`{name}` is no {column}").into())
        })
    };
    values.physical().iter().map(place).collect()
}
