//! What cannot be written, and why.

use thiserror::Error;

/// Results that cannot be written.
#[derive(Debug, Error)]
#[error("cannot write {what}: {reason}")]
pub struct WriteError {
    /// The file or folder.
    pub what: String,
    /// What the system says.
    pub reason: String,
}

impl WriteError {
    /// The error of writing to a path.
    pub fn new(what: impl std::fmt::Display, reason: impl std::fmt::Display) -> WriteError {
        WriteError { what: what.to_string(), reason: reason.to_string() }
    }
}
