//! Some rows of a table, from one place on, as a reader turns its pages.

use std::ops::Range;
use std::path::PathBuf;

use polars::prelude::PolarsResult;
use serde::Serialize;

use super::columns::Columns;
use super::error::SummaryError;
use super::statistics::{Reject, rejects};

/// A part of a table and its number of rows.
pub type CountedPart = (PathBuf, u64);

/// A puzzle as the table of puzzles has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PuzzleRow {
    /// Its place among the puzzles of the run, from 0.
    pub puzzle_id: u64,
    /// The input's name.
    pub set: String,
    /// The line in the input.
    pub line: u64,
    /// The puzzle in a line.
    pub puzzle: String,
    /// Givens.
    pub clues: u64,
    /// As in the column of this name; none where that is not known.
    pub n_solutions: Option<u64>,
}

/// So many puzzles of these parts, from this row on.
///
/// # Errors
/// When a part cannot be read.
pub fn puzzle_rows(
    parts: &[CountedPart],
    from: u64,
    count: usize,
) -> Result<Vec<PuzzleRow>, SummaryError> {
    let columns = ["puzzle_id", "set", "line", "puzzle", "clues", "n_solutions"];
    rows(parts, from, count, &columns, |columns, rows| {
        let numbers =
            ["puzzle_id", "line", "clues", "n_solutions"].map(|name| columns.numbers(name));
        let [ids, lines, clues, solutions] = numbers;
        let (ids, lines, clues, solutions) = (ids?, lines?, clues?, solutions?);
        let (sets, puzzles) = (columns.texts("set")?, columns.texts("puzzle")?);
        let row = |row: usize| PuzzleRow {
            puzzle_id: ids[row],
            set: sets[row].to_owned(),
            line: lines[row],
            puzzle: puzzles[row].to_owned(),
            clues: clues[row],
            // 255 is no number of solutions.
            n_solutions: Some(solutions[row]).filter(|&solutions| solutions < 255),
        };
        Ok(rows.map(row).collect())
    })
}

/// So many rejected lines of these parts, from this row on.
///
/// # Errors
/// When a part cannot be read.
pub fn reject_rows(
    parts: &[CountedPart],
    from: u64,
    count: usize,
) -> Result<Vec<Reject>, SummaryError> {
    rows(parts, from, count, &rejects::COLUMNS, rejects::of_columns)
}

/// The rows of a part that `read` makes of its columns, part by part until there are enough.
fn rows<R>(
    parts: &[CountedPart],
    from: u64,
    count: usize,
    columns: &[&str],
    read: impl Fn(&Columns, Range<usize>) -> PolarsResult<Vec<R>>,
) -> Result<Vec<R>, SummaryError> {
    let (mut passed, mut found) = (0, Vec::new());
    for (path, rows) in parts {
        let first = from.saturating_sub(passed).min(*rows);
        let last = rows.min(&(first + (count - found.len()) as u64)).to_owned();
        passed += rows;
        if first < last {
            let part = Columns::read(path, columns);
            let rows = part.and_then(|part| read(&part, first as usize..last as usize));
            found.extend(rows.map_err(|error| SummaryError::new(path, &error))?);
        }
    }
    Ok(found)
}
