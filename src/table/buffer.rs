//! Rows on their way to a file: one growing array per column.

use polars::prelude::{
    BooleanChunked, Categorical8Type, CategoricalChunked, Column as FrameColumn, DataFrame,
    DataType, Field, FrozenCategories, IntoColumn, NewChunkedArray, PolarsResult, Schema,
    StringChunkedBuilder, UInt8Chunked,
};

use super::schema::{Column, Kind, Table};

/// Rows of one table, by column.
pub struct Buffer {
    table: &'static Table,
    columns: Vec<Values>,
    rows: usize,
}

enum Values {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    Text(StringChunkedBuilder),
    Enum(Vec<u8>),
}

impl Buffer {
    /// A buffer without rows.
    pub fn new(table: &'static Table) -> Buffer {
        Buffer::with_room(table, 0)
    }

    fn with_room(table: &'static Table, rows: usize) -> Buffer {
        let columns = table.columns.iter().map(|column| Values::new(column, rows)).collect();
        Buffer { table, columns, rows: 0 }
    }

    /// Takes the rows out and leaves room for so many.
    pub fn take(&mut self, room: usize) -> Buffer {
        let fresh = Buffer::with_room(self.table, room);
        std::mem::replace(self, fresh)
    }

    /// Rows held.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Begins a row: exactly one value per column has to follow, in the
    /// schema's order and types.
    pub fn row(&mut self) -> Row<'_> {
        self.rows += 1;
        Row { columns: self.columns.iter_mut() }
    }

    /// The rows as a data frame.
    ///
    /// # Errors
    /// When a row was not complete.
    pub fn into_frame(self) -> PolarsResult<DataFrame> {
        let columns = self.columns.into_iter().zip(&self.table.columns);
        let columns = columns.map(|(values, column)| values.finish(column));
        DataFrame::new(self.rows, columns.collect::<PolarsResult<_>>()?)
    }
}

/// A row being filled.
pub struct Row<'a> {
    columns: std::slice::IterMut<'a, Values>,
}

/// A method that fills the next column, which must be of this type.
macro_rules! fill {
    ($name:ident, $variant:ident, $value:ty) => {
        #[doc = concat!("Fills the next column, of type `", stringify!($variant), "`.")]
        pub fn $name(mut self, value: $value) -> Self {
            match self.columns.next() {
                Some(Values::$variant(values)) => values.push(value),
                _ => panic!("the next column is not {}", stringify!($variant)),
            }
            self
        }
    };
}

impl Row<'_> {
    fill!(u8, U8, u8);
    fill!(u16, U16, u16);
    fill!(u32, U32, u32);
    fill!(u64, U64, u64);
    fill!(f32, F32, f32);
    fill!(bool, Bool, bool);
    fill!(code, Enum, u8);

    /// Fills the next column, of type `Text`.
    pub fn text(mut self, value: &str) -> Self {
        match self.columns.next() {
            Some(Values::Text(values)) => values.append_value(value),
            _ => panic!("the next column is not Text"),
        }
        self
    }
}

impl Values {
    fn new(column: &Column, rows: usize) -> Values {
        match column.kind {
            Kind::U8 => Values::U8(Vec::with_capacity(rows)),
            Kind::U16 => Values::U16(Vec::with_capacity(rows)),
            Kind::U32 => Values::U32(Vec::with_capacity(rows)),
            Kind::U64 => Values::U64(Vec::with_capacity(rows)),
            Kind::F32 => Values::F32(Vec::with_capacity(rows)),
            Kind::Bool => Values::Bool(Vec::with_capacity(rows)),
            Kind::Text => {
                Values::Text(StringChunkedBuilder::new(column.name.as_str().into(), rows))
            }
            Kind::Enum(_) => Values::Enum(Vec::with_capacity(rows)),
        }
    }

    fn finish(self, column: &Column) -> PolarsResult<FrameColumn> {
        let name = column.name.as_str().into();
        Ok(match self {
            Values::U8(values) => FrameColumn::new(name, values),
            Values::U16(values) => FrameColumn::new(name, values),
            Values::U32(values) => FrameColumn::new(name, values),
            Values::U64(values) => FrameColumn::new(name, values),
            Values::F32(values) => FrameColumn::new(name, values),
            Values::Bool(values) => BooleanChunked::from_slice(name, &values).into_column(),
            Values::Text(values) => values.finish().into_column(),
            Values::Enum(codes) => {
                let codes = UInt8Chunked::from_vec(name, codes);
                let kind = data_type(column.kind)?;
                CategoricalChunked::<Categorical8Type>::from_cats_and_dtype(codes, kind)
                    .into_column()
            }
        })
    }
}

/// The polars schema of a table.
///
/// # Errors
/// When an Enum names a category twice.
pub fn frame_schema(table: &Table) -> PolarsResult<Schema> {
    let field =
        |column: &Column| Ok(Field::new(column.name.as_str().into(), data_type(column.kind)?));
    table.columns.iter().map(field).collect()
}

fn data_type(kind: Kind) -> PolarsResult<DataType> {
    Ok(match kind {
        Kind::U8 => DataType::UInt8,
        Kind::U16 => DataType::UInt16,
        Kind::U32 => DataType::UInt32,
        Kind::U64 => DataType::UInt64,
        Kind::F32 => DataType::Float32,
        Kind::Bool => DataType::Boolean,
        Kind::Text => DataType::String,
        Kind::Enum(names) => DataType::from_frozen_categories(FrozenCategories::new(names())?),
    })
}
