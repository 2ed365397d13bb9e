//! Some rows of a table, from one place on, as a reader turns its pages.

use std::ops::Range;
use std::path::PathBuf;

use polars::prelude::PolarsResult;

use super::columns::Columns;
use super::error::SummaryError;
use super::schema;
use super::statistics::Reject;

/// A part of a table and its number of rows.
pub type CountedPart = (PathBuf, u64);

/// A puzzle as the table of puzzles has it.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// As in the column `n_solutions`.
    pub solutions: u64,
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
    rows(parts, from, count, |columns, rows| {
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
            solutions: solutions[row],
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
    let names = schema::reasons();
    rows(parts, from, count, |columns, rows| {
        let (lines, reasons) = (columns.numbers("line")?, columns.places("reason", names)?);
        let [sets, details, texts] = ["set", "detail", "text"].map(|name| columns.texts(name));
        let (sets, details, texts) = (sets?, details?, texts?);
        let row = |row: usize| Reject {
            set: sets[row].to_owned(),
            line: lines[row],
            reason: names[reasons[row]].to_owned(),
            detail: details[row].to_owned(),
            text: texts[row].to_owned(),
        };
        Ok(rows.map(row).collect())
    })
}

/// The rows of a part that `read` makes of its columns, part by part until there are enough.
fn rows<R>(
    parts: &[CountedPart],
    from: u64,
    count: usize,
    read: impl Fn(&Columns, Range<usize>) -> PolarsResult<Vec<R>>,
) -> Result<Vec<R>, SummaryError> {
    let columns =
        ["puzzle_id", "set", "line", "puzzle", "clues", "n_solutions", "reason", "detail", "text"];
    let (mut passed, mut found) = (0, Vec::new());
    for (path, rows) in parts {
        let first = from.saturating_sub(passed).min(*rows);
        let last = rows.min(&(first + (count - found.len()) as u64)).to_owned();
        passed += rows;
        if first < last {
            let part = Columns::read(path, &columns);
            let rows = part.and_then(|part| read(&part, first as usize..last as usize));
            found.extend(rows.map_err(|error| SummaryError::new(path, &error))?);
        }
    }
    Ok(found)
}
