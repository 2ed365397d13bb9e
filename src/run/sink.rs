//! Where records go: the seam between the pipeline and the files.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::record::BlockRecord;
use super::unit::{UnitFacts, UnitRecord};

/// Takes the records of a run in order, unit by unit.
pub trait Sink {
    /// Takes a block's records. `first_id` is the `puzzle_id` of its first puzzle.
    ///
    /// # Errors
    /// When they cannot be written.
    fn record(&mut self, first_id: u64, record: &BlockRecord) -> Result<(), SinkError>;

    /// Makes everything recorded since the last commit durable and visible, as
    /// the parts of this unit. If another process has done so before, what it did
    /// counts, and its record is returned.
    ///
    /// # Errors
    /// When it cannot be written; then nothing of the unit is visible.
    fn commit(&mut self, unit: UnitFacts) -> Result<UnitRecord, SinkError>;
}

/// A finished file of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartFacts {
    /// Its path in the run's folder.
    pub path: String,
    /// Its rows.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its content.
    pub sha256: String,
}

/// Results that cannot be written.
#[derive(Debug, Error)]
#[error("cannot write {what}: {reason}")]
pub struct SinkError {
    /// The file or folder.
    pub what: String,
    /// What the system says.
    pub reason: String,
}

impl SinkError {
    /// The error of writing to a path.
    pub fn new(what: impl std::fmt::Display, reason: impl std::fmt::Display) -> SinkError {
        SinkError { what: what.to_string(), reason: reason.to_string() }
    }
}
