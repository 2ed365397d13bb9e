//! Columns of text in Parquet files, read row group by row group.
//!
//! A file says at its end what it holds. Of the column that is asked for, one row group's pages
//! are in memory as they are stored, and the values of some pages of 16 MiB together, or of one page
//! of 256 MiB at most. What the texts mean, the module does not know; nested columns it does not
//! read as text.
//! [Whole rows](Rows) are read and written with all columns as they are.

mod damage;
mod footer;
mod join;
mod pages;
mod rows;
mod texts;

use std::fs::File;
use std::io::{self, Cursor, Read as _, Seek as _, SeekFrom};

use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_parquet::read::{
    BasicDecompressor, ColumnChunkMetadata, FileMetadata, Filter, PageReader, PhysicalType,
    column_iter_to_arrays, read_metadata,
};

use damage::{damaged, guarded};
pub use footer::expect_sound;
pub use join::{Sides, join};
use pages::{MOST_PAGE_BYTES, Pages};
pub use rows::{RowWriter, Rows, Schema};
pub use texts::Texts;

/// Rows whose values are in memory at once.
const ROWS: usize = 1 << 16;

/// Bytes of a row group's pages of one column, as they are stored, at most.
const MOST_BYTES: usize = 1 << 30;

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
    /// The column that was read last, of one row group.
    last: Option<Chunk>,
    /// The pages of the columns that rows were read of last, of one row group.
    pages: (usize, Vec<Pages>),
}

/// The pages of a column in a row group.
struct Chunk {
    group: usize,
    column: usize,
    pages: Pages,
    /// A reader of all of them as they are stored.
    reader: Box<dyn Fn(&ColumnChunkMetadata) -> PageReader + Send>,
}

impl Parquet {
    /// Reads what a file holds.
    ///
    /// # Errors
    /// When it cannot be read, or is damaged.
    pub fn open(mut file: File) -> io::Result<Parquet> {
        expect_sound(&mut file)?;
        guarded(|| {
            let metadata = read_metadata(&mut file).map_err(damaged)?;
            expect_one_number_of_rows(&metadata)?;
            Ok(Parquet { file, metadata, last: None, pages: (usize::MAX, Vec::new()) })
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

    /// The values of some rows of a column of text, from this one of this row group on, and the
    /// row group and row that follow; nothing at the end.
    ///
    /// # Errors
    /// When they cannot be read, or are damaged.
    pub fn read(
        &mut self,
        column: &Column,
        (group, row): (usize, usize),
        most: usize,
    ) -> io::Result<Option<(Texts, (usize, usize))>> {
        let Some(facts) = self.metadata.row_groups.get(group) else { return Ok(None) };
        let rows = facts.num_rows();
        if row >= rows {
            return Ok(Some((Texts::default(), (group + 1, 0))));
        }
        let chunk = facts.parquet_columns().get(column.place);
        let chunk = chunk.ok_or_else(|| damaged("a column is missing"))?;
        let is_last = |last: &Chunk| (last.group, last.column) == (group, column.place);
        let last = match self.last.take().filter(is_last) {
            Some(last) => last,
            None => {
                let bytes = read_pages(&mut self.file, chunk)?;
                let pages = guarded(|| Pages::of(&bytes, chunk))?;
                let (stored, _) = reader_of(bytes, chunk).into_inner();
                let reader = move |chunk: &ColumnChunkMetadata| {
                    PageReader::new(stored.clone(), chunk, Vec::new(), MOST_PAGE_BYTES)
                };
                Chunk { group, column: column.place, pages, reader: Box::new(reader) }
            }
        };
        let end = last.pages.end(row..rows.min(row.saturating_add(most.min(ROWS))), rows);
        if end == row {
            return Err(last.pages.error());
        }
        let texts = guarded(|| decode(chunk, (last.reader)(chunk), row..end))?;
        if texts.len() != end - row {
            return Err(damaged("rows are missing"));
        }
        self.last = Some(last);
        Ok(Some((texts, (group, end))))
    }

    /// Unpacks all pages of all columns, and holds them against their checksums; but not of a column with a
    /// row group or a page too large to be read.
    ///
    /// # Errors
    /// When one cannot be read, or is damaged.
    pub fn check(&mut self, stop: &dyn Fn() -> bool) -> io::Result<()> {
        for group in &self.metadata.row_groups {
            for chunk in group.parquet_columns() {
                let range = guarded(|| Ok(chunk.byte_range()))?;
                if range.end.saturating_sub(range.start) > MOST_BYTES as u64 {
                    continue;
                }
                let bytes = read_pages(&mut self.file, chunk)?;
                guarded(|| {
                    if Pages::of(&bytes, chunk)?.are_too_large() {
                        return Ok(());
                    }
                    let mut unpacked = BasicDecompressor::new(reader_of(bytes, chunk), Vec::new());
                    unpacked.read_dict_page().map_err(damaged)?;
                    while let Some(page) = unpacked.next() {
                        let page = page.and_then(|page| page.decompress(&mut unpacked));
                        unpacked.reuse_page_buffer(page.map_err(damaged)?);
                    }
                    Ok(())
                })?;
                if stop() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// What a file says of its rows is the same everywhere: else some would be left out.
fn expect_one_number_of_rows(metadata: &FileMetadata) -> io::Result<()> {
    let sum: usize = metadata.row_groups.iter().map(|group| group.num_rows()).sum();
    let is_flat = |chunk: &&ColumnChunkMetadata| chunk.descriptor().descriptor.max_rep_level == 0;
    let is_whole = metadata.row_groups.iter().all(|group| {
        let mut flat = group.parquet_columns().iter().filter(is_flat);
        flat.all(|chunk| usize::try_from(chunk.num_values()) == Ok(group.num_rows()))
    });
    match sum == metadata.num_rows && is_whole {
        true => Ok(()),
        false => Err(damaged("its numbers of rows contradict each other")),
    }
}

/// A reader of pages as they are stored.
fn reader_of(bytes: Vec<u8>, chunk: &ColumnChunkMetadata) -> PageReader {
    PageReader::new(Cursor::new(bytes.into()), chunk, Vec::new(), MOST_PAGE_BYTES)
}

/// The pages of a column in a row group, as they are stored.
fn read_pages(file: &mut File, chunk: &ColumnChunkMetadata) -> io::Result<Vec<u8>> {
    let range = guarded(|| Ok(chunk.byte_range()))?;
    let length = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(usize::MAX);
    if length > MOST_BYTES {
        let message = format!("a row group of the column has more than {MOST_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    // No seek goes further than a file can be long.
    if range.end > file.metadata()?.len() {
        return Err(damaged("it breaks off"));
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
    pages: PageReader,
    rows: std::ops::Range<usize>,
) -> io::Result<Texts> {
    let kind = &chunk.descriptor().descriptor.primitive_type;
    let is_optional = chunk.descriptor().descriptor.max_def_level > 0;
    let field = Field::new("".into(), ArrowDataType::BinaryView, is_optional);
    let filter = Some(Filter::new_ranged(rows.start, rows.end));
    let pages = vec![BasicDecompressor::new(pages, Vec::new())];
    let (arrays, _) = column_iter_to_arrays(pages, vec![kind], field, filter).map_err(damaged)?;
    Texts::of(arrays).ok_or_else(|| damaged("a column is no text"))
}
