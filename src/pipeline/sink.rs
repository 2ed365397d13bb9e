//! Where records go: the seams between the pipeline and the files.

use super::record::BlockRecord;
use crate::store::{UnitFacts, UnitRecord, WriteError};

/// Turns records into what is stored, on the workers' threads.
pub trait Encoder: Sync {
    /// The rows of one block.
    type Rows: Send;
    /// The rows of some blocks, as they are stored.
    type Group: Send;

    /// The rows of a block, whose puzzles are numbered from 0.
    fn rows(&self, record: &BlockRecord) -> Self::Rows;

    /// Whether these rows are enough to be stored together.
    fn is_group(&self, blocks: &[(u64, Self::Rows)]) -> bool;

    /// Encodes the rows of blocks that follow one another, each with the `puzzle_id` of its
    /// first puzzle.
    ///
    /// # Errors
    /// When they are not what the tables take.
    fn encode(&self, blocks: Vec<(u64, Self::Rows)>) -> Result<Self::Group, WriteError>;
}

/// Takes what is stored in order, unit by unit, on the caller's thread.
pub trait Sink<Group> {
    /// Appends to a unit.
    ///
    /// # Errors
    /// When it cannot be written.
    fn append(&mut self, unit: u64, group: Group) -> Result<(), WriteError>;

    /// Makes everything appended since the last commit durable and visible, as
    /// the parts of this unit. If another process has done so before, what it did
    /// counts, and its record is returned.
    ///
    /// # Errors
    /// When it cannot be written; then nothing of the unit is visible.
    fn commit(&mut self, unit: UnitFacts) -> Result<UnitRecord, WriteError>;
}
