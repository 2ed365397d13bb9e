//! Parquet files outside a run: columns that stand beside those of another file, and columns of
//! text.

use std::collections::VecDeque;
use std::path::Path;

use super::encode::{FileSchema, RowGroup};
use super::part::Part;
use super::row_buffer::RowBuffer;
use super::schema::{Column, Kind, Table, column};
use crate::store::WriteError;

/// Rows of text that are encoded at once.
const ROWS: usize = 1 << 14;

/// The columns of a file, which live as long as the program.
pub struct Layout {
    table: &'static Table,
    schema: FileSchema,
}

impl Layout {
    /// A file of these columns, of texts and numbers; `row` says what a row is.
    pub fn new(row: &'static str, columns: Vec<Column>) -> Layout {
        let table: &'static Table = Box::leak(Box::new(Table { name: "rows", row, columns }));
        let schema = FileSchema::of(table).expect("texts and numbers have no categories");
        Layout { table, schema }
    }

    /// A file of columns of text.
    pub fn of_text(names: &[String]) -> Layout {
        let columns = names.iter().map(|name| column(name, Kind::Text, "", "")).collect();
        Layout::new("a row", columns)
    }

    /// The names of its columns.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.table.columns.iter().map(|column| column.name.as_str())
    }

    /// No rows yet.
    pub fn rows(&self) -> RowBuffer {
        RowBuffer::with_room(self.table, 0)
    }

    /// Encodes rows, on any thread.
    ///
    /// # Errors
    /// When a row was not complete.
    pub fn encode(&self, rows: RowBuffer) -> Result<RowGroup, WriteError> {
        let encoded = RowGroup::encode_plain(&self.schema, rows);
        encoded.map_err(|error| WriteError::new("a row group", error))
    }
}

/// A file whose row groups have as many rows as those of another.
pub struct Beside {
    part: Part,
    /// The rows of the row groups that are to come.
    groups: VecDeque<u64>,
    open: RowGroup,
}

impl Beside {
    /// Makes the file, with row groups of so many rows, each more than none.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create(path: &Path, layout: &Layout, groups: Vec<u64>) -> Result<Beside, WriteError> {
        let part = Part::create(layout.table, &layout.schema, path.into())?;
        let open = RowGroup { rows: 0, columns: Vec::new() };
        Ok(Beside { part, groups: groups.into(), open })
    }

    /// Appends rows, which belong to one row group.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, rows: RowGroup) -> Result<(), WriteError> {
        self.open.append(rows);
        if self.groups.front() == Some(&(self.open.rows as u64)) {
            self.groups.pop_front();
            self.part.append(&self.open)?;
            self.open = RowGroup { rows: 0, columns: Vec::new() };
        }
        Ok(())
    }

    /// Finishes the file. Returns whether it has all rows.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(self) -> Result<bool, WriteError> {
        let is_whole = self.groups.is_empty() && self.open.rows == 0;
        self.part.finish(String::new()).map(|_| is_whole)
    }
}

/// A file of columns of text.
pub struct TextFile {
    part: Part,
    layout: Layout,
    rows: RowBuffer,
}

impl TextFile {
    /// Makes the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create(path: &Path, names: &[String]) -> Result<TextFile, WriteError> {
        let layout = Layout::of_text(names);
        let part = Part::create(layout.table, &layout.schema, path.into())?;
        Ok(TextFile { part, rows: layout.rows(), layout })
    }

    /// Appends a row, with a text for each column.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn push<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) -> Result<(), WriteError> {
        texts.into_iter().fold(self.rows.row(), |row, text| row.text(text));
        if self.rows.rows() == ROWS { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), WriteError> {
        let rows = std::mem::replace(&mut self.rows, self.layout.rows());
        if rows.rows() > 0 { self.part.append(&self.layout.encode(rows)?) } else { Ok(()) }
    }

    /// Finishes the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(mut self) -> Result<(), WriteError> {
        self.write()?;
        self.part.finish(String::new()).map(|_| ())
    }
}
