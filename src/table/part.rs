//! A part: a Parquet file of one table, written row group by row group.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use polars::prelude::{PolarsError, PolarsResult};
use polars_parquet::read::fallible_streaming_iterator::convert;
use polars_parquet::write::{
    DynIter, DynStreamingIterator, FileWriter, KeyValue, schema_to_metadata_key,
};
use sha2::{Digest, Sha256};

use super::encode::{FileSchema, RowGroup, options};
use super::row_buffer::RowBuffer;
use super::schema::{SCHEMA_VERSION, Table};
use crate::store::{PartFacts, WriteError, hex};
use crate::version;

/// A part that is being written.
pub(super) struct Part {
    path: PathBuf,
    writer: FileWriter<Output>,
    arrow_schema: KeyValue,
    table: &'static Table,
    rows: u64,
}

/// A file, and the digest of all that was written to it.
struct Output {
    file: BufWriter<File>,
    digest: Sha256,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Part {
    /// Makes the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn create(
        table: &'static Table,
        schema: &FileSchema,
        path: PathBuf,
    ) -> Result<Part, WriteError> {
        let open = || -> PolarsResult<_> {
            let file = BufWriter::with_capacity(1 << 16, File::create(&path)?);
            let output = Output { file, digest: Sha256::new() };
            FileWriter::try_new(output, schema.arrow.clone(), options())
        };
        let writer = open().map_err(|error| write_error(&path, error))?;
        let arrow_schema = schema_to_metadata_key(&schema.arrow);
        Ok(Part { path, writer, arrow_schema, table, rows: 0 })
    }

    /// Appends rows.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn append(&mut self, group: &RowGroup) -> Result<(), WriteError> {
        if group.rows == 0 {
            return Ok(());
        }
        self.rows += group.rows as u64;
        append(&mut self.writer, group).map_err(|error| write_error(&self.path, error))
    }

    /// Writes the footer and syncs the file, which will get this path in the run's folder.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn finish(mut self, path: String) -> Result<PartFacts, WriteError> {
        let facts = [
            ("sudoku-lab.schema_version", SCHEMA_VERSION.to_string()),
            ("sudoku-lab.version", version::VERSION.into()),
            ("sudoku-lab.commit", version::COMMIT.into()),
            ("sudoku-lab.table", self.table.name.into()),
        ];
        let facts = facts.map(|(key, value)| KeyValue { key: key.into(), value: Some(value) });
        let facts = [self.arrow_schema].into_iter().chain(facts).collect();
        let ended = self.writer.end(Some(facts));
        let bytes = ended.map_err(|error| write_error(&self.path, error))?;
        let Output { file, digest } = self.writer.into_inner();
        let synced = file.into_inner().map_err(io::IntoInnerError::into_error);
        let synced = synced.and_then(|file| file.sync_all());
        synced.map_err(|error| WriteError::new(self.path.display(), error))?;
        Ok(PartFacts { path, rows: self.rows, bytes, sha256: hex(&digest.finalize()) })
    }
}

fn append<W: Write>(writer: &mut FileWriter<W>, group: &RowGroup) -> PolarsResult<()> {
    let columns = group.columns.iter().map(|pages| {
        let pages = convert(pages.iter().map(PolarsResult::Ok));
        Ok(DynStreamingIterator::new(pages))
    });
    writer.write(group.rows as u64, DynIter::new(columns))
}

/// Rows as a whole file.
///
/// # Errors
/// When a row was not complete.
pub(super) fn to_parquet(rows: RowBuffer) -> PolarsResult<Vec<u8>> {
    let schema = FileSchema::of(rows.table)?;
    let mut writer = FileWriter::try_new(Vec::new(), schema.arrow.clone(), options())?;
    append(&mut writer, &RowGroup::encode(&schema, rows)?)?;
    writer.end(None)?;
    Ok(writer.into_inner())
}

/// What the system says, without polars' wrapping.
fn write_error(path: &std::path::Path, error: PolarsError) -> WriteError {
    let reason = match error {
        PolarsError::IO { error, .. } => error.to_string(),
        other => other.to_string(),
    };
    // Parquet's writer takes what the system says for a fault of the file.
    let reason = reason.split("underlying IO error: ").last().unwrap_or_default();
    WriteError::new(path.display(), reason)
}
