//! Rejects: how many lines were no puzzles, why, and what the first looked like.

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::{DataType, PolarsResult, col, len};

use crate::table::digest::{counts, parts, scan};
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
pub struct RejectSurvey {
    /// Lines by reason.
    pub by_reason: BTreeMap<String, u64>,
    /// The first of them.
    pub first: Vec<Reject>,
}

/// Counts the rejected lines, and keeps the first `wanted`.
///
/// # Errors
/// When the table cannot be read.
pub fn survey(run: &Path, wanted: usize) -> PolarsResult<RejectSurvey> {
    let mut survey = RejectSurvey::default();
    for part in parts(run, schema::rejects())? {
        let reason = col("reason").cast(DataType::String);
        let lines = len().cast(DataType::UInt64).alias("lines");
        let frame = scan(&part)?.group_by([reason.clone()]).agg([lines]).collect()?;
        let lines = counts(&frame, "lines")?;
        for (reason, lines) in frame.column("reason")?.str()?.iter().zip(lines) {
            *survey.by_reason.entry(reason.unwrap_or_default().to_owned()).or_default() += lines;
        }
        let missing = wanted - survey.first.len();
        if missing > 0 && frame.height() > 0 {
            let frame = scan(&part)?.with_columns([reason]).limit(missing as u32).collect()?;
            let lines = counts(&frame, "line")?;
            let text = |name: &str, row: usize| -> PolarsResult<String> {
                Ok(frame.column(name)?.str()?.get(row).unwrap_or_default().to_owned())
            };
            for (row, &line) in lines.iter().enumerate() {
                survey.first.push(Reject {
                    set: text("set", row)?,
                    line,
                    reason: text("reason", row)?,
                    detail: text("detail", row)?,
                    text: text("text", row)?,
                });
            }
        }
    }
    Ok(survey)
}
