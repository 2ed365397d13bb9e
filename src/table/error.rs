//! Why tables cannot be read.

use std::io;
use std::path::Path;

use polars::prelude::PolarsError;
use thiserror::Error;

/// A folder whose tables cannot be summarised.
#[derive(Debug, Error)]
#[error("cannot summarise {folder}: {reason}")]
pub struct SummaryError {
    folder: String,
    reason: String,
    /// Whether there is nothing to read, rather than something that cannot be read.
    pub is_missing: bool,
}

impl SummaryError {
    /// What is wrong with a run's folder.
    pub(super) fn new(folder: &Path, error: &PolarsError) -> SummaryError {
        let mut cause = error;
        while let PolarsError::Context { error, .. } = cause {
            cause = error;
        }
        let is_missing = matches!(
            cause,
            PolarsError::IO { error, .. } if error.kind() == io::ErrorKind::NotFound
        );
        SummaryError { folder: folder.display().to_string(), reason: error.to_string(), is_missing }
    }
}
