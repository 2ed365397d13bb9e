//! Whole rows: all columns of a file as they are, nested ones, too, to be written to another.

use std::io::{self, Write};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use polars::prelude::{PolarsError, PolarsResult};
use polars_arrow::array::{Array, BinaryViewArray, BooleanArray, Utf8ViewArray};
use polars_arrow::compute::concatenate::concatenate_unchecked;
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, ArrowSchemaRef, Field, TimeUnit};
use polars_arrow::record_batch::RecordBatch;
use polars_compute::cast::cast_default;
use polars_compute::filter::filter;
use polars_parquet::read::{BasicDecompressor, Filter, column_iter_to_arrays, infer_schema};
use polars_parquet::write::{
    CompressionOptions, FileWriter, KeyValue, StatisticsOptions, Version, WriteOptions, ZstdLevel,
    get_dtype_encoding, row_group_iter, to_parquet_schema,
};

use super::damage::{damaged, guarded};
use super::pages::Pages;
use super::{Parquet, ROWS, read_pages, reader_of};

/// The columns of a file, and what it says of itself.
#[derive(Clone)]
pub struct Schema {
    arrow: ArrowSchemaRef,
    facts: Vec<KeyValue>,
}

/// Some rows.
pub struct Rows {
    columns: Vec<Box<dyn Array>>,
    count: usize,
}

/// An error of polars as one of the system or of the format.
fn failed(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        error => {
            let text = error.to_string();
            // What the system says is no fault of the format.
            match text.split_once("underlying IO error: ") {
                Some((_, reason)) => io::Error::other(reason),
                None => io::Error::new(io::ErrorKind::InvalidData, text),
            }
        }
    }
}

/// That a column is not fit for what is asked.
fn refusal(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a column is of a kind that {why}"))
}

impl Schema {
    /// Columns of text.
    pub fn of_texts(names: &[String]) -> Schema {
        let field = |name: &String| {
            let field = Field::new(name.as_str().into(), ArrowDataType::Utf8View, false);
            (field.name.clone(), field)
        };
        let arrow: ArrowSchema = names.iter().map(field).collect();
        Schema { arrow: arrow.into(), facts: Vec::new() }
    }

    /// The names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.arrow.iter_names().map(|name| name.as_str())
    }

    /// Whether the columns are the same, by name and kind.
    pub fn is_alike(&self, other: &Schema) -> bool {
        self.arrow == other.arrow
    }
}

impl Parquet {
    /// The columns, nested ones, too.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn schema(&self) -> io::Result<Schema> {
        let mut arrow = guarded(|| infer_schema(&self.metadata).map_err(damaged))?;
        for field in arrow.iter_values_mut() {
            // Places in a list of names are read as the names: what the file says of itself makes
            // a list of them again.
            if let ArrowDataType::Dictionary(_, names, _) = &field.dtype {
                field.dtype = (**names).clone();
            }
        }
        let facts = self.metadata.key_value_metadata().clone().unwrap_or_default();
        Ok(Schema { arrow: arrow.into(), facts })
    }

    /// Some rows from this one of this row group on, and the row group and row that follow;
    /// nothing at the end.
    ///
    /// # Errors
    /// When they cannot be read, or are damaged.
    pub fn read_rows(
        &mut self,
        schema: &Schema,
        (group, row): (usize, usize),
        most: usize,
    ) -> io::Result<Option<(Rows, (usize, usize))>> {
        let Some(facts) = self.metadata.row_groups.get(group) else { return Ok(None) };
        let all = facts.parquet_columns();
        if self.pages.0 != group {
            let mut pages = Vec::new();
            for chunk in all {
                let bytes = read_pages(&mut self.file, chunk)?;
                pages.push(guarded(|| Pages::of(&bytes, chunk))?);
            }
            self.pages = (group, pages);
        }
        let count = facts.num_rows();
        let mut end = count.min(row.saturating_add(most.min(ROWS)));
        for pages in self.pages.1.iter().filter(|_| row < count) {
            end = pages.end(row..end, count);
            if end == row {
                return Err(pages.error());
            }
        }
        let mut columns = Vec::new();
        for field in schema.arrow.iter_values() {
            let is_of_field = |path: &str| path == field.name.as_str();
            let chunks = all.iter();
            let chunks = chunks.filter(|c| is_of_field(&c.descriptor().path_in_schema[0]));
            let (mut pages, mut kinds) = (Vec::new(), Vec::new());
            for chunk in chunks {
                let bytes = read_pages(&mut self.file, chunk)?;
                pages.push(BasicDecompressor::new(reader_of(bytes, chunk), Vec::new()));
                kinds.push(&chunk.descriptor().descriptor.primitive_type);
            }
            let filter = Some(Filter::new_ranged(row, end));
            columns.push(guarded(|| {
                let read = column_iter_to_arrays(pages, kinds, field.clone(), filter);
                joined(read.map_err(damaged)?.0.iter()).map_err(damaged)
            })?);
        }
        if columns.iter().any(|column| column.len() != end - row) {
            return Err(damaged("rows are missing"));
        }
        let next = if end == count { (group + 1, 0) } else { (group, end) };
        Ok(Some((Rows { columns, count: end - row }, next)))
    }
}

/// Arrays as one.
fn joined<'a>(arrays: impl Iterator<Item = &'a Box<dyn Array>>) -> PolarsResult<Box<dyn Array>> {
    let arrays: Vec<&dyn Array> = arrays.map(|array| &**array).collect();
    concatenate_unchecked(&arrays)
}

impl Rows {
    /// Rows of columns of text.
    pub fn of_texts(columns: &[Vec<String>]) -> Rows {
        let count = columns.first().map_or(0, Vec::len);
        let array = |column: &Vec<String>| Utf8ViewArray::from_slice_values(column).boxed();
        Rows { columns: columns.iter().map(array).collect(), count }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Those rows that are to be kept.
    ///
    /// # Errors
    /// When a column is of a kind that cannot be kept in part.
    pub fn only(&self, keep: &[bool]) -> io::Result<Rows> {
        let mask = BooleanArray::from_slice(keep);
        let some_of = |column: &dyn Array| {
            let kept = filter(column, &mask);
            // A filter may leave bare numbers of decimals, dates and the like.
            let kept = if kept.dtype() == column.dtype() { kept } else { kept_of(column, keep)? };
            Ok(small(kept))
        };
        let columns = self.columns.iter().map(|column| some_of(&**column));
        let columns = columns.collect::<io::Result<_>>()?;
        Ok(Rows { columns, count: keep.iter().filter(|&&keep| keep).count() })
    }

    /// The values of the column at a place as text; nothing for what is missing.
    ///
    /// # Errors
    /// When the column is of a kind that has no text.
    pub fn texts(&self, place: usize) -> io::Result<Vec<Option<String>>> {
        guarded(|| {
            let texts = cast_default(&*self.columns[place], &ArrowDataType::Utf8View);
            let texts = texts.map_err(|_| refusal("has no text"))?;
            let texts = texts.as_any().downcast_ref::<Utf8ViewArray>();
            Ok(texts
                .ok_or_else(|| refusal("has no text"))?
                .iter()
                .map(|text| text.map(str::to_owned))
                .collect())
        })
    }
}

/// The rows of a column that are to be kept, run by run.
fn kept_of(column: &dyn Array, keep: &[bool]) -> io::Result<Box<dyn Array>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for run in keep.chunk_by(|one, next| one == next) {
        if run[0] {
            runs.push(column.sliced(start, run.len()));
        }
        start += run.len();
    }
    if runs.is_empty() {
        runs.push(column.sliced(0, 0));
    }
    let kept = guarded(|| joined(runs.iter()).map_err(damaged))?;
    if kept.dtype() == column.dtype() { Ok(kept) } else { Err(refusal("cannot be kept in part")) }
}

/// The same without the texts of the rows that it was made from.
fn small(array: Box<dyn Array>) -> Box<dyn Array> {
    let any = array.as_any();
    match (any.downcast_ref::<Utf8ViewArray>(), any.downcast_ref::<BinaryViewArray>()) {
        (Some(texts), _) => texts.clone().maybe_gc().boxed(),
        (_, Some(bytes)) => bytes.clone().maybe_gc().boxed(),
        _ => array,
    }
}

/// Whether a kind is, or holds, dates or times that the format has no kind for.
fn is_in_seconds(kind: &ArrowDataType) -> bool {
    match kind {
        ArrowDataType::Timestamp(TimeUnit::Second, _)
        | ArrowDataType::Time32(TimeUnit::Second)
        | ArrowDataType::Date64 => true,
        ArrowDataType::List(field)
        | ArrowDataType::LargeList(field)
        | ArrowDataType::FixedSizeList(field, _)
        | ArrowDataType::Map(field, _) => is_in_seconds(&field.dtype),
        ArrowDataType::Struct(fields) => fields.iter().any(|field| is_in_seconds(&field.dtype)),
        _ => false,
    }
}

/// Rows that make a row group, when they are written.
const GROUP: usize = 1 << 16;

/// Writes rows to a file.
pub struct RowWriter<W: Write> {
    writer: FileWriter<W>,
    schema: Schema,
    waiting: Vec<Rows>,
}

impl<W: Write> RowWriter<W> {
    /// Begins a file of these columns.
    ///
    /// # Errors
    /// When it cannot have them.
    pub fn new(output: W, schema: &Schema) -> io::Result<RowWriter<W>> {
        if let Some(field) = schema.arrow.iter_values().find(|field| is_in_seconds(&field.dtype)) {
            let why = format!(
                "the column `{}` has dates or times of a kind that would become bare numbers: \
                 cast it to milliseconds or days first",
                field.name
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let writer = FileWriter::try_new(output, (*schema.arrow).clone(), options());
        Ok(RowWriter {
            writer: writer.map_err(failed)?,
            schema: schema.clone(),
            waiting: Vec::new(),
        })
    }

    /// Appends rows of these columns.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn push(&mut self, rows: Rows) -> io::Result<()> {
        self.waiting.push(rows);
        match self.waiting.iter().map(Rows::len).sum::<usize>() {
            count if count >= GROUP => self.write(count),
            _ => Ok(()),
        }
    }

    /// Writes what waits as a row group.
    fn write(&mut self, count: usize) -> io::Result<()> {
        let waiting = mem::take(&mut self.waiting);
        let mut write = || {
            let columns = (0..self.schema.arrow.len())
                .map(|place| joined(waiting.iter().map(|rows| &rows.columns[place])));
            let columns = columns.collect::<PolarsResult<Vec<_>>>()?;
            let fields = to_parquet_schema(&self.schema.arrow)?.fields().to_vec();
            let kinds = self.schema.arrow.iter_values();
            let encodings: Vec<_> = kinds.map(|field| get_dtype_encoding(&field.dtype)).collect();
            let batch = RecordBatch::try_new(count, self.schema.arrow.clone(), columns)?;
            let group = row_group_iter(batch, encodings.into(), fields, options());
            self.writer.write(count as u64, group)
        };
        let refused = |_| Err(refusal("cannot be written"));
        catch_unwind(AssertUnwindSafe(|| write().map_err(failed))).unwrap_or_else(refused)
    }

    /// Ends the file. Returns what it was written to.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        let count = self.waiting.iter().map(Rows::len).sum();
        if count > 0 {
            self.write(count)?;
        }
        self.writer.end(Some(mem::take(&mut self.schema.facts))).map_err(failed)?;
        Ok(self.writer.into_inner())
    }
}

/// How files are written.
fn options() -> WriteOptions {
    WriteOptions {
        statistics: StatisticsOptions::default(),
        version: Version::V1,
        compression: CompressionOptions::Zstd(ZstdLevel::try_new(1).ok()),
        data_page_size: None,
    }
}

#[cfg(test)]
mod tests {
    use polars_arrow::array::PrimitiveArray;

    use super::*;

    #[test]
    fn rows_from_the_middle_keep_their_kind() {
        let decimals = |values: Vec<i128>| {
            PrimitiveArray::from_vec(values).to(ArrowDataType::Decimal(38, 1)).boxed()
        };
        let days =
            |values: Vec<i32>| PrimitiveArray::from_vec(values).to(ArrowDataType::Date32).boxed();
        let columns = vec![decimals(vec![42, 71, 5, 123]), days(vec![1, 2, 3, 4])];
        let rows = Rows { columns, count: 4 };
        let kept = rows.only(&[true, false, true, true]).unwrap();
        assert_eq!((kept.count, kept.columns.len()), (3, 2));
        assert_eq!(kept.columns[0], decimals(vec![42, 5, 123]));
        assert_eq!(kept.columns[1], days(vec![1, 3, 4]));
        assert_eq!(rows.only(&[false; 4]).unwrap().columns[0], decimals(vec![]));
    }

    #[test]
    fn times_in_seconds_are_refused_by_name() {
        let kind = ArrowDataType::Timestamp(TimeUnit::Second, None);
        let inner = Field::new("item".into(), kind, true);
        for kind in [ArrowDataType::Date64, ArrowDataType::LargeList(Box::new(inner))] {
            let field = Field::new("day".into(), kind, true);
            let arrow: ArrowSchema = [(field.name.clone(), field)].into_iter().collect();
            let schema = Schema { arrow: arrow.into(), facts: Vec::new() };
            let refused = RowWriter::new(Vec::new(), &schema).err().unwrap().to_string();
            assert!(refused.contains("`day`"), "{refused}");
        }
    }
}
