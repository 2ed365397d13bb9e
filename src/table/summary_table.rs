//! One summary table: few rows, as Parquet and as CSV.

use polars::prelude::PolarsResult;

use super::part::to_parquet;
use super::row_buffer::RowBuffer;
use super::schema::{Column, Kind, Table};

/// One summary table.
pub struct SummaryTable {
    pub table: &'static Table,
    pub rows: Vec<Vec<Field>>,
    /// What the sign of lower bounds means in it.
    pub bounds: Vec<&'static str>,
}

/// A value of a summary.
#[derive(Clone, Copy)]
pub enum Field {
    /// The place of a name in the column's Enum.
    Name(u8),
    Number(u64),
    Share(f32),
    Flag(bool),
}

impl SummaryTable {
    pub fn to_parquet(&self) -> PolarsResult<Vec<u8>> {
        let mut rows = RowBuffer::with_room(self.table, self.rows.len());
        for fields in &self.rows {
            fields.iter().fold(rows.row(), |row, &field| match field {
                Field::Name(place) => row.code(place),
                Field::Number(number) => row.u64(number),
                Field::Share(share) => row.f32(share),
                Field::Flag(flag) => row.bool(flag),
            });
        }
        to_parquet(rows)
    }

    pub fn to_csv(&self) -> String {
        let names = self.table.columns.iter().map(|column| column.name.clone());
        let rows = self.rows.iter().map(|fields| {
            fields
                .iter()
                .zip(&self.table.columns)
                .map(|(field, column)| field.to_text(column))
                .collect()
        });
        csv_text([names.collect::<Vec<_>>()].into_iter().chain(rows))
    }
}

/// Records of equally many fields as CSV.
pub fn csv_text(records: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.write_record(record).expect("every record has as many fields");
    }
    let bytes = writer.into_inner().expect("memory takes any bytes");
    String::from_utf8(bytes).expect("text was written")
}

impl Field {
    /// The value as a program reads it.
    pub fn to_text(self, column: &Column) -> String {
        match (self, column.kind) {
            (Field::Name(place), Kind::Enum(names)) => names[usize::from(place)].to_owned(),
            (Field::Name(place), _) => place.to_string(),
            (Field::Number(number), _) => number.to_string(),
            (Field::Share(share), _) => format!("{share:?}"),
            (Field::Flag(flag), _) => flag.to_string(),
        }
    }
}
