//! Parquet: the tables a run writes, and the summaries read back from them.
//!
//! [`schema`] is the one home of table and column names, types and units; the
//! writer, the data card and the summaries follow it. Four rules keep the files
//! readable everywhere: no nulls, no nested types, no durations (times are
//! integers in nanoseconds), and closed sets as Enum with the same categories in
//! every file.
//!
//! This is the only module that uses polars. It takes records from
//! [`run`](crate::run) on the writer's thread, which is no thread of a rayon pool.

mod b09;
mod card;
mod columns;
mod digest;
mod encode;
mod pairs;
mod part;
mod rows;
pub mod schema;
mod sets;
mod summary;
pub mod survey;
mod text;
mod writer;

pub use b09::b09_text;
pub use card::data_card;
pub use encode::RowGroup;
pub use pairs::{Pairs, Products, pairs};
pub use sets::{SetDigest, SolverInSet, Sums, by_set};
pub use summary::{Summary, SummaryError};
pub use writer::{ParquetEncoder, UnitParts};
