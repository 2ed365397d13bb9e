//! Parquet: the tables a run writes, and the summaries read back from them.
//!
//! Parts are encoded by [`ParquetEncoder`]; [`statistics`] reads them back in one pass, which
//! summaries, reports and experiments share.
//!
//! [`schema`] is the one home of table and column names, types and units; the
//! writer, the data card and the summaries follow it. Four rules keep the files
//! readable everywhere: no nulls, no nested types, no durations (times are
//! integers in nanoseconds), and closed sets as Enum with the same categories in
//! every file.
//!
//! Beside `parquet`, which reads the tables of others, this is the only module that uses polars.
//! Records of the
//! [`pipeline`](crate::pipeline) are encoded on its workers; nothing here starts threads.

pub mod annotation;
mod b09;
mod b09_lines;
pub mod beside;
mod card;
mod columns;
mod copy;
mod encode;
mod error;
mod extra;
mod names;
pub mod page;
mod part;
mod row_buffer;
mod rows;
pub mod schema;
pub mod solver_names;
pub mod statistics;
mod steps;
mod summary;
mod summary_table;
mod text;
mod writer;

pub use b09::b09_text;
pub use b09_lines::b09_lines;
pub use card::{data_card, is_data_card, literal};
pub use copy::rows_of_unit;
pub use encode::RowGroup;
pub use error::SummaryError;
pub use extra::Extra;
pub use row_buffer::RowBuffer;
pub use summary::Summary;
pub use summary_table::csv_text;
pub use writer::{ParquetEncoder, UnitParts};
