//! The report of a run: one HTML page that needs no other file, no network and no
//! script.
//!
//! [`table::survey`](crate::table::survey) reads the tables; this module shows what
//! it found. It knows nothing of Parquet and computes no statistics; it decides
//! only what stands where. Everything that came from an input is escaped in
//! [`html`](crate::html), where all markup is made.

mod axes;
mod board;
mod chart;
mod manifest;
mod names;
mod number;
mod page;
mod scale;
mod section;
mod sheet;

use std::path::Path;

use crate::table::SummaryError;
use crate::table::survey::{Lengths, Survey};
use manifest::Manifest;

/// How long the lists of a report are.
const LENGTHS: Lengths = Lengths { hardest: 9, rejects: 25 };

/// The page on a run, finished or not.
///
/// # Errors
/// When the run's tables are missing or cannot be read.
pub fn report(run: &Path, finished: bool) -> Result<String, SummaryError> {
    let survey = Survey::of_run(run, LENGTHS)?;
    let manifest = Manifest::read(run);
    // `.` and `a/..` have no name of their own.
    let named = run.canonicalize().unwrap_or_else(|_| run.into());
    let name = named.file_name().unwrap_or_default().to_string_lossy();
    let head = section::facts(&survey, &manifest, finished);
    Ok(page::page(&format!("Run {name}"), head, section::all(&survey, &manifest)))
}
