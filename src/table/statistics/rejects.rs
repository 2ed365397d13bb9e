//! Rejects: how many lines were no puzzles, why, and what the first looked like.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use polars::prelude::PolarsResult;
use serde::Serialize;

use crate::table::columns::{Columns, parts};
use crate::table::schema;

/// A rejected line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reject {
    /// The input's name.
    pub set: String,
    /// The line in the input.
    pub line: u64,
    /// Why, in a word.
    pub reason: String,
    /// Why, in a sentence.
    pub detail: String,
    /// Its start.
    pub text: String,
}

/// The rejected lines of a run.
#[derive(Clone, Debug, Default)]
pub struct Rejects {
    /// Lines by reason.
    pub by_reason: BTreeMap<String, u64>,
    /// The first of them.
    pub first: Vec<Reject>,
}

/// The columns that a [`Reject`] is made of.
pub const COLUMNS: [&str; 5] = ["set", "line", "reason", "detail", "text"];

/// The rejected lines of these rows of a part.
///
/// # Errors
/// When a column is missing or of a later version of the schema.
pub fn of_columns(columns: &Columns, rows: Range<usize>) -> PolarsResult<Vec<Reject>> {
    let names = schema::reasons();
    let (lines, reasons) = (columns.numbers("line")?, columns.places("reason", names)?);
    let [sets, details, texts] = ["set", "detail", "text"].map(|name| columns.texts(name));
    let (sets, details, texts) = (sets?, details?, texts?);
    let reject = |row: usize| Reject {
        set: sets[row].to_owned(),
        line: lines[row],
        reason: names[reasons[row]].to_owned(),
        detail: details[row].to_owned(),
        text: texts[row].to_owned(),
    };
    Ok(rows.map(reject).collect())
}

/// Counts the rejected lines, and keeps the first `wanted`.
///
/// # Errors
/// When the table cannot be read.
pub fn read(run: &Path, wanted: usize) -> PolarsResult<Rejects> {
    let names = schema::reasons();
    let mut rejects = Rejects::default();
    for part in parts(run, schema::rejects())? {
        let reasons = Columns::read(&part, &["reason"])?.places("reason", names)?;
        for &reason in &reasons {
            *rejects.by_reason.entry(names[reason].to_owned()).or_default() += 1;
        }
        let missing = (wanted - rejects.first.len()).min(reasons.len());
        if missing > 0 {
            rejects.first.extend(of_columns(&Columns::read(&part, &COLUMNS)?, 0..missing)?);
        }
    }
    Ok(rejects)
}
