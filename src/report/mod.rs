//! The report of a run: one HTML page that needs no other file, no network and no
//! script.
//!
//! [`table::statistics`](crate::table::statistics) reads the tables; this module shows what
//! it found. It knows nothing of Parquet and computes no statistics; it decides
//! only what stands where. All markup is made by [`maud`]'s templates, which are checked
//! when the program is compiled and escape whatever goes into them.

mod axes;
mod board;
mod chart;
mod manifest;
mod names;
mod page;
mod scale;
mod section;
mod sheet;

use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use crate::readable::escape;
use crate::store::is_finished;
use crate::table::statistics::{Statistics, Wanted};
use manifest::Manifest;
pub use page::page_policy;

/// What a report shows beside sets and solvers.
pub const WANTED: Wanted = Wanted { pairs: true, standings: true, hardest: 9, rejects: 25 };

/// The page on a run, finished or not, whose tables say this, as [`WANTED`].
pub fn report(run: &Path, statistics: &Statistics) -> String {
    let manifest = Manifest::read(run);
    // `.` and `a/..` have no name of their own.
    let named = run.canonicalize().unwrap_or_else(|_| run.into());
    let name: String = escape(named.file_name().unwrap_or_default().as_bytes()).collect();
    let head = section::facts(statistics, &manifest, is_finished(run));
    page::page(&format!("Run {name}"), &head, &section::all(statistics, &manifest))
}
