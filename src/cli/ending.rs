//! What the ending of a file's name says that it holds.

use std::path::Path;

use super::exit::Usage;
use crate::sets::RowFormat;

/// Expects no ending of a format that is not written; one that says nothing may be any.
///
/// # Errors
/// When there is such an ending.
pub fn expect_ending(out: Option<&Path>, written: &[RowFormat]) -> Result<(), Usage> {
    let Some(out) = out else { return Ok(()) };
    let ending = out.extension().unwrap_or_default().to_ascii_lowercase();
    let why = match RowFormat::of_ending(out) {
        _ if ["json", "jsonl", "ndjson"].iter().any(|json| ending == *json) => {
            "no JSON is written here: name the file otherwise"
        }
        None => return Ok(()),
        Some(format) if written.contains(&format) => return Ok(()),
        Some(RowFormat::Parquet) => "no Parquet is written here: `annotate` and `dedup` do that",
        Some(_) => "only Parquet is written here: name the file otherwise",
    };
    Err(Usage(why.into()))
}
