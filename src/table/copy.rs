//! The rows of a unit's parts read back, to be written again in another run.

use std::path::Path;
use std::sync::Arc;

use polars::prelude::PolarsResult;

use super::columns::Columns;
use super::encode::RowGroup;
use super::error::SummaryError;
use super::extra::{self, Extra};
use super::row_buffer::{RowBuffer, Values};
use super::schema::{Column, Kind, Table};
use super::writer::encode;
use crate::store::UnitRecord;

/// The rows of a unit of the run in a folder, as they are in a run that has so many puzzles
/// before it.
///
/// # Errors
/// When they cannot be read.
pub fn rows_of_unit(
    run: &Path,
    record: &UnitRecord,
    puzzles_before: u64,
    extra: Extra,
) -> Result<Vec<RowGroup>, SummaryError> {
    let table_of =
        |path: &str| extra::with(extra).iter().find(|table| path.starts_with(table.name));
    let read = || {
        let mut tables = extra::with(extra).iter().map(|_| Vec::new()).collect::<Vec<_>>();
        for (part, rows) in record.parts.iter().zip(&mut tables) {
            if let Some(table) = table_of(&part.path) {
                rows.push((puzzles_before, read(table, &run.join(&part.path), part.rows)?));
            }
        }
        encode(tables, extra)
    };
    read().map_err(|error| SummaryError::new(run, &error))
}

/// The rows of one part.
fn read(table: &'static Table, part: &Path, rows: u64) -> PolarsResult<RowBuffer> {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let columns = Columns::read(part, &names)?;
    let values = table.columns.iter().map(|column| values(column, &columns));
    Ok(RowBuffer::of_values(table, values.collect::<PolarsResult<_>>()?, rows as usize))
}

fn values(column: &Column, columns: &Columns) -> PolarsResult<Values> {
    let name = column.name.as_str();
    let numbers = || columns.numbers(name);
    Ok(match column.kind {
        Kind::U8 => Values::U8(numbers()?.into_iter().map(|number| number as u8).collect()),
        Kind::U16 => Values::U16(numbers()?.into_iter().map(|number| number as u16).collect()),
        Kind::U32 => Values::U32(numbers()?.into_iter().map(|number| number as u32).collect()),
        Kind::U64 => Values::U64(numbers()?),
        Kind::F32 => Values::F32(columns.floats(name)?.into_iter().map(|f| f as f32).collect()),
        Kind::Bool => Values::Bool(columns.flags(name)?),
        Kind::Text => {
            let (mut bytes, mut ends) = (Vec::new(), Vec::new());
            for text in columns.texts(name)? {
                bytes.extend_from_slice(text.as_bytes());
                ends.push(bytes.len() as i64);
            }
            Values::Text(bytes, ends)
        }
        Kind::Name => {
            let texts = columns.texts(name)?;
            let equal = texts.chunk_by(|one, next| one == next);
            Values::Name(equal.map(|run| (Arc::from(run[0]), run.len())).collect())
        }
        Kind::Enum(names) => {
            let places = columns.places(name, names)?;
            Values::Enum(places.into_iter().map(|place| place as u8).collect())
        }
    })
}
