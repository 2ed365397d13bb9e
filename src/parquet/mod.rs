//! Columns of text in Parquet files, read row group by row group.
//!
//! A file says at its end what it holds. Of the column that is asked for, one row group's pages
//! are in memory as they are stored, and the values of some thousand rows. What the texts mean,
//! the module does not know; nested columns it does not read as text.
//! [Whole rows](Rows) are read and written with all columns as they are.

mod join;
mod rows;

use std::fs::File;
use std::io::{self, Cursor, Read as _, Seek as _, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};

use polars_arrow::array::BinaryViewArray;
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_parquet::read::{
    BasicDecompressor, ColumnChunkMetadata, FileMetadata, Filter, PageReader, PhysicalType,
    column_iter_to_arrays, read_metadata,
};

pub use join::{Sides, join};
pub use rows::{RowWriter, Rows, Schema};

/// Rows whose values are in memory at once.
const ROWS: usize = 1 << 16;

/// Bytes of a row group's pages of one column, as they are stored, at most; and of a page.
const MOST_BYTES: usize = 1 << 30;
const MOST_PAGE_BYTES: usize = 1 << 28;

/// A column of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its values are, in a word or two.
    pub kind: &'static str,
    /// Whether they are texts.
    pub is_text: bool,
    /// Whether they are numbers.
    pub is_number: bool,
    /// Its place among the columns as they are stored.
    place: usize,
}

/// An open file.
pub struct Parquet {
    file: File,
    metadata: FileMetadata,
}

/// Runs what may panic on damaged files.
fn guarded<T>(read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "this is Parquet, and damaged");
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(damaged()))
}

/// An error of the format, not of the machine.
fn damaged(error: impl std::fmt::Display) -> io::Error {
    let message = format!("this is Parquet, and damaged: {error}");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl Parquet {
    /// Reads what a file holds.
    ///
    /// # Errors
    /// When it cannot be read, or is damaged.
    pub fn open(mut file: File) -> io::Result<Parquet> {
        guarded(|| {
            let metadata = read_metadata(&mut file).map_err(damaged)?;
            Ok(Parquet { file, metadata })
        })
    }

    /// The rows of the row groups that have any.
    pub fn group_rows(&self) -> Vec<u64> {
        let rows = self.metadata.row_groups.iter().map(|group| group.num_rows() as u64);
        rows.filter(|&rows| rows > 0).collect()
    }

    /// The columns that are not nested, in the order of the file; of nested ones, the name.
    pub fn columns(&self) -> Vec<Column> {
        let all = self.metadata.schema_descr.columns().iter().enumerate();
        let column = all.map(|(place, column)| {
            let (kind, is_text, is_number) = match column.descriptor.primitive_type.physical_type {
                _ if column.path_in_schema.len() > 1 || column.descriptor.max_rep_level > 0 => {
                    ("nested", false, false)
                }
                PhysicalType::ByteArray => ("text", true, false),
                PhysicalType::FixedLenByteArray(_) => ("bytes", false, false),
                PhysicalType::Boolean => ("true or false", false, false),
                _ => ("numbers", false, true),
            };
            let name = column.path_in_schema[0].to_string();
            Column { name, kind, is_text, is_number, place }
        });
        let mut columns: Vec<Column> = column.collect();
        columns.dedup_by(|next, last| next.name == last.name);
        columns
    }

    /// Hands the values of some rows of a column of text to `take`, from this one of this row
    /// group on; nothing for what is missing. Returns the row group and row that follow, or
    /// nothing at the end.
    ///
    /// # Errors
    /// When they cannot be read, or are damaged.
    pub fn read(
        &mut self,
        column: &Column,
        (group, row): (usize, usize),
        most: usize,
        take: &mut dyn FnMut(Option<&[u8]>),
    ) -> io::Result<Option<(usize, usize)>> {
        let Some(facts) = self.metadata.row_groups.get(group) else { return Ok(None) };
        let rows = facts.num_rows();
        if row >= rows {
            return Ok(Some((group + 1, 0)));
        }
        let end = rows.min(row.saturating_add(most.min(ROWS)));
        let chunk = facts.parquet_columns().get(column.place);
        let chunk = chunk.ok_or_else(|| damaged("a column is missing"))?;
        let bytes = read_pages(&mut self.file, chunk)?;
        let mut read = 0;
        guarded(|| {
            let mut values = |value: Option<&[u8]>| {
                read += 1;
                take(value);
            };
            decode(chunk, bytes, row..end, &mut values)
        })?;
        if read != end - row {
            return Err(damaged("rows are missing"));
        }
        Ok(Some((group, end)))
    }
}

/// The pages of a column in a row group, as they are stored.
fn read_pages(file: &mut File, chunk: &ColumnChunkMetadata) -> io::Result<Vec<u8>> {
    let range = guarded(|| Ok(chunk.byte_range()))?;
    let length = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(usize::MAX);
    if length > MOST_BYTES {
        let message = format!("a row group of the column has more than {MOST_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    file.seek(SeekFrom::Start(range.start))?;
    let mut bytes = Vec::new();
    file.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(damaged("it breaks off"));
    }
    Ok(bytes)
}

/// The values of some rows.
fn decode(
    chunk: &ColumnChunkMetadata,
    bytes: Vec<u8>,
    rows: std::ops::Range<usize>,
    take: &mut dyn FnMut(Option<&[u8]>),
) -> io::Result<()> {
    let pages = PageReader::new(Cursor::new(bytes.into()), chunk, Vec::new(), MOST_PAGE_BYTES);
    let kind = &chunk.descriptor().descriptor.primitive_type;
    let is_optional = chunk.descriptor().descriptor.max_def_level > 0;
    let field = Field::new("".into(), ArrowDataType::BinaryView, is_optional);
    let filter = Some(Filter::new_ranged(rows.start, rows.end));
    let pages = vec![BasicDecompressor::new(pages, Vec::new())];
    let (arrays, _) = column_iter_to_arrays(pages, vec![kind], field, filter).map_err(damaged)?;
    for array in arrays {
        let array = array.as_any().downcast_ref::<BinaryViewArray>();
        array.ok_or_else(|| damaged("a column is no text"))?.iter().for_each(&mut *take);
    }
    Ok(())
}
