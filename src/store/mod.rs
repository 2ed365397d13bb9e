//! A run's folder: what the run is, which of its units are done, and how a unit becomes so.
//!
//! Knows no solver and no Parquet: parts are files that somebody else has written.

mod folder;
mod folder_error;
mod identity;
mod journal;
mod lock;
mod part;
mod plan;
mod records;
mod run_file;
pub mod sealed;
mod session;
mod unit;
mod write_error;

pub use folder::{Folder, SUCCESS, read_file};
pub use folder_error::FolderError;
pub use identity::{Identity, InputIdentity};
pub use journal::{Journal, Recovery, cpu_model};
pub use part::{PartFacts, hex, part_path, sha256, sha256_of_first};
pub use plan::{InputFacts, Plan, PlannedUnit, Start};
pub use records::{apart, is_on_the_way, of_no_unit, records, records_and_damaged, strays};
pub use run_file::{PLAN, RunFile, StoreError, UNPLANNED, is_finished, read_plan};
pub use session::{Known, Session};
pub use unit::{Hash, UnitDigest, UnitFacts, UnitRecord, block_digest};
pub use write_error::WriteError;
