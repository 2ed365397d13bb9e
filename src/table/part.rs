//! One part: a Parquet file of one table, from first row group to footer.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use polars::io::parquet::write::BatchedWriter;
use polars::polars_utils::compression::ZstdLevel;
use polars::prelude::{
    KeyValueMetadata, ParquetCompression, ParquetWriter, PolarsError, PolarsResult,
};

use super::buffer::{Buffer, Row, frame_schema};
use super::schema::{SCHEMA_VERSION, Table};
use crate::store::{PartFacts, WriteError, sha256};
use crate::version;

/// Rows per row group: bounds the memory of a part that is being written.
const GROUP_ROWS: usize = 1 << 16;

/// How hard Zstandard tries: the cells of puzzles have little to find.
const LEVEL: i32 = 1;

/// A part that is being written to a scratch file.
pub struct Part {
    scratch: PathBuf,
    writer: BatchedWriter<BufWriter<File>>,
    buffer: Buffer,
    rows: u64,
}

impl Part {
    /// Opens a part.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(table: &'static Table, scratch: PathBuf) -> Result<Part, WriteError> {
        let open = || {
            let file = BufWriter::with_capacity(1 << 20, File::create(&scratch)?);
            let facts = [
                ("sudoku-lab.schema_version", SCHEMA_VERSION.to_string()),
                ("sudoku-lab.version", version::VERSION.into()),
                ("sudoku-lab.commit", version::COMMIT.into()),
                ("sudoku-lab.table", table.name.into()),
            ];
            let level = ZstdLevel::try_new(LEVEL)?;
            let facts = facts.map(|(key, value)| (key.to_owned(), value)).to_vec();
            ParquetWriter::new(file)
                .with_compression(ParquetCompression::Zstd(Some(level)))
                .with_key_value_metadata(Some(KeyValueMetadata::from_static(facts)))
                // The workers have the cores; one thread writes.
                .set_parallel(false)
                .batched(&frame_schema(table)?)
        };
        let opened: PolarsResult<_> = open();
        let writer = opened.map_err(|error| WriteError::new(scratch.display(), reason(error)))?;
        Ok(Part { scratch, writer, buffer: Buffer::new(table), rows: 0 })
    }

    /// Begins a row.
    pub fn row(&mut self) -> Row<'_> {
        self.buffer.row()
    }

    /// Writes full row groups; to be called now and then between rows.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        // As many are likely to follow.
        let rows = self.buffer.rows();
        if rows >= GROUP_ROWS { self.write_group(rows) } else { Ok(()) }
    }

    /// Writes the rows held and makes room for those that follow.
    fn write_group(&mut self, room: usize) -> Result<(), WriteError> {
        let group = self.buffer.take(room);
        self.rows += group.rows() as u64;
        let written = group.into_frame().and_then(|frame| self.writer.write_batch(&frame));
        written.map_err(|error| WriteError::new(self.scratch.display(), reason(error)))
    }

    /// Writes what is left and the footer, and syncs the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(mut self, path: String) -> Result<PartFacts, WriteError> {
        if self.buffer.rows() > 0 {
            self.write_group(0)?;
        }
        let finish = || {
            let bytes = self.writer.finish()?;
            File::open(&self.scratch)?.sync_all()?;
            Ok((bytes, sha256(&self.scratch)?))
        };
        let finished: PolarsResult<(u64, String)> = finish();
        let (bytes, sha256) =
            finished.map_err(|error| WriteError::new(self.scratch.display(), reason(error)))?;
        Ok(PartFacts { path, rows: self.rows, bytes, sha256 })
    }
}

/// What the system says, without polars' wrapping.
fn reason(error: PolarsError) -> String {
    match error {
        PolarsError::IO { error, .. } => error.to_string(),
        other => other.to_string(),
    }
}
