//! Rejects: how many lines were no puzzles, why, and what the first looked like.

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::PolarsResult;

use crate::table::columns::{Columns, parts};
use crate::table::schema;

/// A rejected line.
#[derive(Clone, PartialEq, Eq, Debug)]
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
            let columns = Columns::read(&part, &["set", "line", "detail", "text"])?;
            let [sets, details, texts] = ["set", "detail", "text"].map(|name| columns.texts(name));
            let (sets, details, texts) = (sets?, details?, texts?);
            let lines = columns.numbers("line")?;
            rejects.first.extend((0..missing).map(|row| Reject {
                set: sets[row].to_owned(),
                line: lines[row],
                reason: names[reasons[row]].to_owned(),
                detail: details[row].to_owned(),
                text: texts[row].to_owned(),
            }));
        }
    }
    Ok(rejects)
}
