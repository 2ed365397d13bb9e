//! What the ending of a file's name says that it holds.

use std::path::Path;

use super::exit::Usage;
use crate::sets::RowFormat;
use crate::whole_file::Packing;

/// The endings of formats that no command writes.
const UNWRITTEN: [&str; 12] = [
    "json", "jsonl", "ndjson", "sdk", "xls", "xlsx", "ods", "xml", "arrow", "feather", "zip", "pdf",
];

/// The endings of pages.
const PAGES: [&str; 2] = ["html", "htm"];

/// Expects no ending of a format that is not written; one that says nothing may be any.
///
/// # Errors
/// When there is such an ending.
pub fn expect_ending(out: Option<&Path>, written: &[RowFormat]) -> Result<(), Usage> {
    let Some(out) = out else { return Ok(()) };
    let why = match RowFormat::of_ending(out) {
        None => return expect_none_of(out, &PAGES),
        Some(format) if written.contains(&format) => return Ok(()),
        Some(RowFormat::Parquet) => "no Parquet is written here: `annotate` and `dedup` do that",
        Some(_) => "only Parquet is written here: name the file otherwise",
    };
    Err(Usage(why.into()))
}

/// Expects the name of a page, or one that says nothing.
///
/// # Errors
/// When it has the ending of another format.
pub fn expect_page(out: &Path) -> Result<(), Usage> {
    match RowFormat::of_ending(out) {
        None => expect_none_of(out, &[]),
        Some(_) => Err(Usage("a page is written here: name the file `….html`".into())),
    }
}

/// Expects an ending that is none of these, nor of a format that no command writes.
fn expect_none_of(out: &Path, others: &[&str]) -> Result<(), Usage> {
    if Packing::of_name(out).is_some() {
        return expect_none_of(&out.with_extension(""), others);
    }
    let ending = out.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match UNWRITTEN.iter().chain(others).any(|format| ending == *format) {
        true => Err(Usage(format!("no `.{ending}` is written here: name the file otherwise"))),
        false => Ok(()),
    }
}
