//! The files of a unit: one part per table.

use std::path::Path;
use std::sync::LazyLock;

use polars::prelude::PolarsResult;

use super::encode::{FileSchema, RowGroup};
use super::extra::{self, Extra};
use super::part::Part;
use super::row_buffer::RowBuffer;
use super::rows::{TableRows, rows};
use super::schema;
use crate::pipeline::Encoder;
use crate::pipeline::record::BlockRecord;
use crate::store::{PartFacts, WriteError};

/// Rows of one table that make a row group: bounds the memory of those that are gathered.
const GROUP_ROWS: usize = 1 << 16;

/// The schemas of the files of a run by [`Extra::place`].
static SCHEMAS: LazyLock<[[FileSchema; 4]; 4]> = LazyLock::new(|| {
    Extra::ALL.map(|extra| {
        let tables = extra::with(extra).each_ref();
        tables.map(|table| FileSchema::of(table).expect("each category is named once"))
    })
});

fn schemas(extra: Extra) -> &'static [FileSchema; 4] {
    &SCHEMAS[extra.place()]
}

/// Turns records into Parquet.
#[derive(Clone, Copy, Default)]
pub struct ParquetEncoder {
    /// The columns that were asked for.
    pub extra: Extra,
}

impl Encoder for ParquetEncoder {
    type Rows = TableRows;
    type Group = [RowGroup; 4];

    fn rows(&self, record: &BlockRecord) -> TableRows {
        rows(record, self.extra)
    }

    fn is_group(&self, blocks: &[(u64, TableRows)]) -> bool {
        let rows = |table: usize| blocks.iter().map(|(_, rows)| rows[table].rows()).sum::<usize>();
        (0..schema::all().len()).any(|table| rows(table) >= GROUP_ROWS)
    }

    fn encode(&self, blocks: Vec<(u64, TableRows)>) -> Result<[RowGroup; 4], WriteError> {
        let mut tables: [Vec<(u64, RowBuffer)>; 4] = Default::default();
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
    tables: [Vec<(u64, RowBuffer)>; 4],
    extra: Extra,
) -> PolarsResult<[RowGroup; 4]> {
    let encode = |(schema, blocks)| match RowBuffer::concatenate(blocks) {
        Some(rows) if rows.rows() > 0 => RowGroup::encode(schema, rows),
        _ => Ok(RowGroup { rows: 0, columns: Vec::new() }),
    };
    let groups = schemas(extra).iter().zip(tables).map(encode).collect::<PolarsResult<Vec<_>>>()?;
    Ok(groups.try_into().unwrap_or_else(|_| unreachable!("one group for each table")))
}

/// The parts of a unit while they are written.
pub struct UnitParts([Part; 4]);

impl UnitParts {
    /// Makes the files in a folder, named like their tables.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create(folder: &Path, extra: Extra) -> Result<UnitParts, WriteError> {
        let create = |(table, layout): (&'static schema::Table, &FileSchema)| {
            Part::create(table, layout, folder.join(table.name))
        };
        let parts = extra::with(extra).iter().zip(schemas(extra)).map(create);
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        Ok(UnitParts(parts.try_into().unwrap_or_else(|_| unreachable!("one for each table"))))
    }

    /// Appends rows.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, groups: &[RowGroup; 4]) -> Result<(), WriteError> {
        self.0.iter_mut().zip(groups).try_for_each(|(part, group)| part.append(group))
    }

    /// Finishes and syncs the files.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(self, unit: u64) -> Result<Vec<PartFacts>, WriteError> {
        let parts = schema::all().iter().zip(self.0);
        parts
            .map(|(table, part)| part.finish(format!("{}/part-{unit:06}.parquet", table.name)))
            .collect()
    }
}
