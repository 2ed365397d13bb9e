//! Sets of puzzles that share puzzles up to symmetry: how much, without repetition, and cut into
//! parts that share nothing.
//!
//! Two lines are *alike* at a [`Level`] when they have the same key there. [`Audit`] counts what
//! is alike within sets and between them, [`Dedup`] keeps the first of lines that are alike,
//! [`Split`] keeps lines that are alike in one part. Keys are sorted on disk, so that
//! memory does not grow with them; `docs/SETS.md` says how much is used.

mod assign;
mod audit;
mod audit_text;
mod dedup;
mod error;
mod keyed;
mod level;
mod output;
mod output_format;
mod parts;
mod sort;
mod split;
mod strata;
mod walk;

pub use audit::{Audit, AuditSet, Audited, Counts, LevelCounts, Overlap};
pub use audit_text::AuditFormat;
pub use dedup::{Dedup, Deduplicated};
pub use error::SetsError;
pub use level::Level;
pub use output_format::RowFormat;
pub use split::{PartCounts, Parts, Split};

use std::path::PathBuf;

/// How much memory is used, and where on disk keys are sorted.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// A folder for temporary files; they have no names there.
    pub folder: PathBuf,
    /// Bytes of memory for keys.
    pub memory: usize,
    /// How many threads find keys.
    pub threads: usize,
}
