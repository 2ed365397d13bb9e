//! Where records go: the seam between the pipeline and the files.

use super::record::BlockRecord;
use crate::store::{UnitFacts, UnitRecord, WriteError};

/// Takes the records of a run in order, unit by unit.
pub trait Sink {
    /// Takes a block's records. `first_id` is the `puzzle_id` of its first puzzle.
    ///
    /// # Errors
    /// When they cannot be written.
    fn record(&mut self, first_id: u64, record: &BlockRecord) -> Result<(), WriteError>;

    /// Makes everything recorded since the last commit durable and visible, as
    /// the parts of this unit. If another process has done so before, what it did
    /// counts, and its record is returned.
    ///
    /// # Errors
    /// When it cannot be written; then nothing of the unit is visible.
    fn commit(&mut self, unit: UnitFacts) -> Result<UnitRecord, WriteError>;
}
