//! A run's folder: what the run is, which of its units are done, and how a unit becomes so.
//!
//! Knows no solver and no Parquet: parts are files that somebody else has written.

mod folder;
mod identity;
mod journal;
mod plan;
mod run_file;
mod session;
mod unit;
mod write_error;

pub use folder::{Folder, FolderError, SUCCESS};
pub use identity::{Identity, InputIdentity};
pub use journal::{Journal, Recovery, cpu_model, records, sha256, unit_times};
pub use plan::{InputFacts, Plan, PlannedUnit, Start};
pub use run_file::{RunFile, StoreError, is_finished, read_plan};
pub use session::{Known, Session};
pub use unit::{Hash, PartFacts, UnitDigest, UnitFacts, UnitRecord, block_digest, hex};
pub use write_error::WriteError;
