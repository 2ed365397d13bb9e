//! Why tables cannot be read.

use std::path::Path;

use polars::prelude::PolarsError;
use thiserror::Error;

/// A folder whose tables cannot be summarised.
#[derive(Debug, Error)]
#[error("cannot summarise {folder}: {reason}")]
pub struct SummaryError {
    folder: String,
    reason: String,
}

impl SummaryError {
    /// What is wrong with a run's folder.
    pub(super) fn new(folder: &Path, error: &PolarsError) -> SummaryError {
        SummaryError { folder: folder.display().to_string(), reason: error.to_string() }
    }
}
