//! A plan: the units of a run, and where each begins, before any of them is done.

use serde::{Deserialize, Serialize};

use super::unit::UnitFacts;

/// A run cut into units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The inputs as they were read.
    pub inputs: Vec<InputFacts>,
    /// The units in order.
    pub units: Vec<PlannedUnit>,
}

/// A unit that is to be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlannedUnit {
    /// Where it begins.
    pub start: Start,
    /// What it is made of. Nothing is known yet of contradictions.
    pub facts: UnitFacts,
}

/// What was read of an input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputFacts {
    /// Its name in the `set` column.
    pub name: String,
    /// Lines read.
    pub lines: u64,
    /// Bytes read, as stored.
    pub bytes: u64,
    /// SHA-256 of these bytes.
    pub sha256: String,
    /// Whether it was read to its end.
    pub complete: bool,
}

/// Where in a run's inputs a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    /// The unit.
    pub unit: u64,
    /// The place of the input among the run's.
    pub input: usize,
    /// Its line, from 1.
    pub line: u64,
    /// Where that line begins in the text, in bytes.
    pub offset: u64,
    /// Whether puzzles are drawn there row by row, or a line above tells what stands there.
    pub drawn: bool,
    /// The number of the block among all of the run.
    pub block: u64,
}

impl Start {
    /// The beginning of a run.
    pub const RUN: Start = Start { unit: 0, input: 0, line: 1, offset: 0, drawn: false, block: 0 };
}
