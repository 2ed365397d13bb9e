//! Encoding: rows of one table as a compressed row group of a Parquet file.
//!
//! A row group needs nothing of the file it will be part of, so any thread can encode it.
//! RowBuffer are plain or, where they have few different values or count up, in a shorter form;
//! every form is one that all readers know.

use std::collections::HashMap;
use std::hash::Hash;

use polars::prelude::{CompatLevel, PolarsResult};
use polars_arrow::array::{
    Array, BinaryArray, BooleanArray, DictionaryArray, PrimitiveArray, Utf8ViewArray,
};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema};
use polars_arrow::offset::OffsetsBuffer;
use polars_arrow::types::NativeType;
use polars_parquet::write::{
    CompressedPage, CompressionOptions, Encoding, ParquetType, StatisticsOptions, Version,
    WriteOptions, ZstdLevel, array_to_columns, compress, to_parquet_type,
};

use super::row_buffer::{RowBuffer, Values};
use super::schema::{Column, Kind, Table, polars_type};

/// How hard Zstandard tries: the cells of puzzles have little to find.
const ZSTD_LEVEL: i32 = 1;

/// Different values that a column may have to be stored as places in their list.
const MOST_NAMED: usize = 1 << 8;

/// What a file of a table needs to know of its columns.
pub(super) struct FileSchema {
    pub(super) arrow: ArrowSchema,
    parquet: Vec<ParquetType>,
}

/// Rows of one table, compressed column by column.
pub struct RowGroup {
    pub(super) rows: usize,
    pub(super) columns: Vec<Vec<CompressedPage>>,
}

impl FileSchema {
    /// The schema of the files of a table.
    ///
    /// # Errors
    /// When an Enum names a category twice.
    pub(super) fn of(table: &Table) -> PolarsResult<FileSchema> {
        let field = |column: &Column| {
            let kind = polars_type(column.kind)?;
            let field = kind.to_arrow_field(column.name.as_str().into(), CompatLevel::newest());
            Ok((field.name.clone(), field))
        };
        let arrow: ArrowSchema = table.columns.iter().map(field).collect::<PolarsResult<_>>()?;
        let parquet = arrow.iter_values().map(to_parquet_type).collect::<PolarsResult<_>>()?;
        Ok(FileSchema { arrow, parquet })
    }
}

/// How files are written.
pub(super) fn options() -> WriteOptions {
    WriteOptions {
        statistics: StatisticsOptions::default(),
        version: Version::V1,
        compression: CompressionOptions::Zstd(ZstdLevel::try_new(ZSTD_LEVEL).ok()),
        data_page_size: None,
    }
}

impl RowGroup {
    /// Encodes rows.
    ///
    /// # Errors
    /// When a row was not complete.
    pub(super) fn encode(schema: &FileSchema, rows: RowBuffer) -> PolarsResult<RowGroup> {
        RowGroup::encode_as(schema, rows, to_array)
    }

    /// Encodes rows of texts and numbers so that others can be [appended](Self::append): without
    /// the lists of values of which a column has one at most.
    ///
    /// # Errors
    /// When a row was not complete.
    pub(super) fn encode_plain(schema: &FileSchema, rows: RowBuffer) -> PolarsResult<RowGroup> {
        RowGroup::encode_as(schema, rows, |values, _| to_plain(values))
    }

    /// Adds rows after these, both encoded plainly.
    pub(super) fn append(&mut self, more: RowGroup) {
        self.rows += more.rows;
        self.columns.resize_with(more.columns.len(), Vec::new);
        for (pages, more) in self.columns.iter_mut().zip(more.columns) {
            pages.extend(more);
        }
    }

    fn encode_as(
        schema: &FileSchema,
        rows: RowBuffer,
        to_array: impl Fn(Values, &Column) -> PolarsResult<Encoded>,
    ) -> PolarsResult<RowGroup> {
        let count = rows.rows();
        let columns = rows.table.columns.iter().zip(rows.values).zip(&schema.parquet);
        let columns = columns.map(|((column, values), kind)| {
            let (array, encoding) = to_array(values, column)?;
            let pages = array_to_columns(array, kind.clone(), options(), &[encoding])?;
            let compressed = |page| Ok(compress(page?, Vec::new(), options().compression)?);
            pages.into_iter().flatten().map(compressed).collect()
        });
        Ok(RowGroup { rows: count, columns: columns.collect::<PolarsResult<_>>()? })
    }
}

/// The values of a column, and the form they take in the file.
type Encoded = (Box<dyn Array>, Encoding);

/// The values of a column as they are.
fn to_plain(values: Values) -> PolarsResult<Encoded> {
    let array = match values {
        Values::U8(values) => PrimitiveArray::from_vec(values).boxed(),
        Values::U16(values) => PrimitiveArray::from_vec(values).boxed(),
        Values::U32(values) => PrimitiveArray::from_vec(values).boxed(),
        Values::U64(values) => PrimitiveArray::from_vec(values).boxed(),
        Values::F32(values) => PrimitiveArray::from_vec(values).boxed(),
        Values::Bool(values) => BooleanArray::from_slice(values).boxed(),
        Values::Text(bytes, ends) => {
            let offsets: Vec<i64> = [0].into_iter().chain(ends).collect();
            let offsets = OffsetsBuffer::try_from(offsets)?;
            BinaryArray::new(ArrowDataType::LargeBinary, offsets, bytes.into(), None).boxed()
        }
        Values::Name(_) | Values::Enum(_) => unreachable!("names are encoded by their places"),
    };
    Ok((array, Encoding::Plain))
}

/// The values of a column as an array, and the form it takes in the file.
fn to_array(values: Values, column: &Column) -> PolarsResult<Encoded> {
    Ok(match values {
        Values::U8(values) => whole_numbers(values)?,
        Values::U16(values) => whole_numbers(values)?,
        Values::U32(values) => whole_numbers(values)?,
        Values::U64(values) => whole_numbers(values)?,
        plain @ (Values::F32(_) | Values::Bool(_) | Values::Text(..)) => to_plain(plain)?,
        Values::Name(names) => {
            let mut keys: Vec<u32> = Vec::new();
            for (place, (_, count)) in (0..).zip(&names) {
                keys.resize(keys.len() + count, place);
            }
            let names = names.iter().map(|(name, _)| Some(&**name));
            let names = Utf8ViewArray::from_slice(names.collect::<Vec<_>>());
            named(keys, names.boxed())?
        }
        Values::Enum(codes) => {
            let Kind::Enum(names) = column.kind else { unreachable!("the column is an Enum") };
            let names: Vec<Option<&str>> = names.iter().copied().map(Some).collect();
            named(codes, Utf8ViewArray::from_slice(names).boxed())?
        }
    })
}

/// Numbers that count up as differences, few different ones by name, others as they are.
fn whole_numbers<T: NativeType + Ord + Hash>(values: Vec<T>) -> PolarsResult<Encoded> {
    if let Some((keys, names)) = few(&values) {
        return named(keys, PrimitiveArray::from_vec(names).boxed());
    }
    let counts_up = values.is_sorted();
    let encoding = if counts_up { Encoding::DeltaBinaryPacked } else { Encoding::Plain };
    Ok((PrimitiveArray::from_vec(values).boxed(), encoding))
}

/// The different values, if they are few, and the place of each value among them.
fn few<T: Copy + Eq + Hash>(values: &[T]) -> Option<(Vec<u8>, Vec<T>)> {
    let mut places = HashMap::new();
    let (mut names, mut keys) = (Vec::new(), Vec::with_capacity(values.len()));
    // Neighbours are often equal.
    let mut last = None;
    for &value in values {
        let key = match last {
            Some((known, key)) if known == value => key,
            _ => *places.entry(value).or_insert_with(|| {
                names.push(value);
                (names.len() - 1) as u8
            }),
        };
        if names.len() > MOST_NAMED {
            return None;
        }
        last = Some((value, key));
        keys.push(key);
    }
    Some((keys, names))
}

/// Values by their places in a list.
fn named<K>(keys: Vec<K>, names: Box<dyn Array>) -> PolarsResult<Encoded>
where
    K: polars_arrow::array::DictionaryKey,
{
    let keys = PrimitiveArray::from_vec(keys);
    Ok((DictionaryArray::try_from_keys(keys, names, false)?.boxed(), Encoding::RleDictionary))
}
