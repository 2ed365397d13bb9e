//! Why sets cannot be compared, or written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::pipeline::RunError;

/// Work on sets that cannot go on.
#[derive(Debug, Error)]
pub enum SetsError {
    /// Keys cannot be sorted on disk.
    #[error("cannot use the folder {} for temporary files", .0.display())]
    Temporary(PathBuf, #[source] io::Error),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] RunError),
}
