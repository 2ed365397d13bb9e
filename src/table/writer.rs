//! The files of a unit: one part per table.

use std::path::Path;

use polars::prelude::PolarsResult;

use super::encode::{FileSchema, RowGroup};
use super::extra::{self, Extra};
use super::part::Part;
use super::row_buffer::RowBuffer;
use super::rows::{TableRows, rows};
use super::schema;
use crate::pipeline::Encoder;
use crate::pipeline::record::BlockRecord;
use crate::store::{PartFacts, WriteError, part_path};

/// Rows of one table that make a row group: bounds the memory of those that are gathered.
const GROUP_ROWS: usize = 1 << 16;
/// The same of steps, of which a puzzle has dozens.
const GROUP_STEPS: usize = 1 << 18;

fn schemas(extra: Extra) -> &'static [FileSchema] {
    &extra.layouts().schemas
}

/// Turns records into Parquet.
#[derive(Clone, Copy, Default)]
pub struct ParquetEncoder {
    /// The columns that were asked for.
    pub extra: Extra,
}

impl Encoder for ParquetEncoder {
    type Rows = TableRows;
    type Group = Vec<RowGroup>;

    fn rows(&self, record: &BlockRecord) -> TableRows {
        rows(record, self.extra)
    }

    fn is_group(&self, blocks: &[(u64, TableRows)]) -> bool {
        let rows = |table: usize| blocks.iter().map(|(_, rows)| rows[table].rows()).sum::<usize>();
        let own = schema::all().len();
        let most = |table: usize| if table < own { GROUP_ROWS } else { GROUP_STEPS };
        (0..schemas(self.extra).len()).any(|table| rows(table) >= most(table))
    }

    fn encode(&self, blocks: Vec<(u64, TableRows)>) -> Result<Vec<RowGroup>, WriteError> {
        let mut tables = schemas(self.extra).iter().map(|_| Vec::new()).collect::<Vec<_>>();
        for (first_id, rows) in blocks {
            for (table, rows) in tables.iter_mut().zip(rows) {
                table.push((first_id, rows));
            }
        }
        encode(tables, self.extra).map_err(|error| WriteError::new("a row group", error))
    }
}

/// Blocks of rows of each table, with the number of puzzles before each, as row groups.
pub(super) fn encode(
    tables: Vec<Vec<(u64, RowBuffer)>>,
    extra: Extra,
) -> PolarsResult<Vec<RowGroup>> {
    let encode = |(schema, blocks)| match RowBuffer::concatenate(blocks) {
        Some(rows) if rows.rows() > 0 => RowGroup::encode(schema, rows),
        _ => Ok(RowGroup { rows: 0, columns: Vec::new() }),
    };
    schemas(extra).iter().zip(tables).map(encode).collect()
}

/// The parts of a unit while they are written.
pub struct UnitParts(Vec<(&'static schema::Table, Part)>);

impl UnitParts {
    /// Makes the files in a folder, named like their tables.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create(folder: &Path, extra: Extra) -> Result<UnitParts, WriteError> {
        let create = |(table, layout): (&'static schema::Table, &FileSchema)| {
            Ok((table, Part::create(table, layout, folder.join(table.name))?))
        };
        let parts = extra::with(extra).iter().zip(schemas(extra)).map(create);
        parts.collect::<Result<_, _>>().map(UnitParts)
    }

    /// Appends rows.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, groups: &[RowGroup]) -> Result<(), WriteError> {
        self.0.iter_mut().zip(groups).try_for_each(|((_, part), group)| part.append(group))
    }

    /// Finishes and syncs the files.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(self, unit: u64) -> Result<Vec<PartFacts>, WriteError> {
        let finish =
            |(table, part): (&schema::Table, Part)| part.finish(part_path(table.name, unit));
        self.0.into_iter().map(finish).collect()
    }
}
