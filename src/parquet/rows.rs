//! Whole rows: all columns of a file as they are, nested ones, too, to be written to another.

use std::cell::RefCell;
use std::io::{self, Write};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use polars::prelude::{PolarsError, PolarsResult};
use polars_arrow::array::{Array, BinaryViewArray, BooleanArray, Utf8ViewArray};
use polars_arrow::compute::concatenate::concatenate_unchecked;
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, ArrowSchemaRef, Field, TimeUnit};
use polars_arrow::record_batch::RecordBatch;
use polars_compute::cast::cast_default;
use polars_compute::filter::filter;
use polars_parquet::read::schema::parquet_to_arrow_schema;
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
    arrow: ArrowSchemaRef,
    columns: Vec<Box<dyn Array>>,
    count: usize,
}

/// That a column is not fit for what is asked.
fn refusal(name: &str, why: &str) -> io::Error {
    let message = format!("the column `{name}` is of a kind that {why}");
    io::Error::new(io::ErrorKind::InvalidData, message)
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
        let stored = guarded(|| Ok(parquet_to_arrow_schema(self.metadata.schema().fields())))?;
        for field in arrow.iter_values_mut() {
            // Read as they are stored, some become again what the file says of itself: places in a
            // list of names, and dates and times that the format has no kind for.
            if let ArrowDataType::Dictionary(_, names, _) = &field.dtype {
                field.dtype = (**names).clone();
            } else if has_no_kind(&field.dtype) {
                let stored = stored.get(field.name.as_str()).map(|stored| stored.dtype.clone());
                field.dtype = stored.unwrap_or_else(|| field.dtype.clone());
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
        let arrow = schema.arrow.clone();
        Ok(Some((Rows { arrow, columns, count: end - row }, next)))
    }
}

/// Arrays as one.
fn joined<'a>(arrays: impl Iterator<Item = &'a Box<dyn Array>>) -> PolarsResult<Box<dyn Array>> {
    let arrays: Vec<&dyn Array> = arrays.map(|array| &**array).collect();
    concatenate_unchecked(&arrays)
}

impl Rows {
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
        let columns = self.columns.iter().zip(self.arrow.iter_names());
        let columns = columns.map(|(column, name)| {
            let refused = || refusal(name, "cannot be kept in part");
            unless_panic(|| some_of(&**column, keep)).flatten().ok_or_else(refused)
        });
        let columns = columns.collect::<io::Result<_>>()?;
        let count = keep.iter().filter(|&&keep| keep).count();
        Ok(Rows { arrow: self.arrow.clone(), columns, count })
    }

    /// The values of the column at a place as text; nothing for what is missing.
    ///
    /// # Errors
    /// When the column is of a kind that has no text.
    pub fn texts(&self, place: usize) -> io::Result<Vec<Option<String>>> {
        let texts = unless_panic(|| {
            let texts = cast_default(&*self.columns[place], &ArrowDataType::Utf8View).ok()?;
            let texts = texts.as_any().downcast_ref::<Utf8ViewArray>()?;
            Some(texts.iter().map(|text| text.map(str::to_owned)).collect())
        });
        let names: Vec<&str> = self.arrow.iter_names().map(|name| name.as_str()).collect();
        texts.flatten().ok_or_else(|| refusal(names[place], "has no text"))
    }
}

/// What a function returns, unless it panics, as polars does where something is not implemented.
fn unless_panic<T>(function: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(function)).ok()
}

/// Some rows of a column; nothing if they are not of its kind.
fn some_of(column: &dyn Array, keep: &[bool]) -> Option<Box<dyn Array>> {
    let kept = filter(column, &BooleanArray::from_slice(keep));
    // A filter may leave bare numbers of decimals, dates and the like.
    let kept = if kept.dtype() == column.dtype() { kept } else { runs_of(column, keep)? };
    (kept.dtype() == column.dtype()).then(|| small(kept))
}

/// The rows of a column that are to be kept, run by run.
fn runs_of(column: &dyn Array, keep: &[bool]) -> Option<Box<dyn Array>> {
    let mut runs = vec![column.sliced(0, 0)];
    let mut start = 0;
    for run in keep.chunk_by(|one, next| one == next) {
        if run[0] {
            runs.push(column.sliced(start, run.len()));
        }
        start += run.len();
    }
    joined(runs.iter()).ok()
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
fn has_no_kind(kind: &ArrowDataType) -> bool {
    let is_one = |kind: &ArrowDataType| {
        matches!(
            kind,
            ArrowDataType::Timestamp(TimeUnit::Second, _)
                | ArrowDataType::Time32(TimeUnit::Second)
                | ArrowDataType::Date64
        )
    };
    is_or_holds(kind, &is_one)
}

/// Whether a kind that cannot be written is one, or is in it.
fn is_unwritable(kind: &ArrowDataType) -> bool {
    let in_others = |kind: &ArrowDataType| {
        matches!(kind, ArrowDataType::FixedSizeBinary(_) | ArrowDataType::Dictionary(..))
    };
    let is_flat = in_others(kind);
    is_or_holds(kind, &|kind| matches!(kind, ArrowDataType::Decimal256(..)))
        || !is_flat && is_or_holds(kind, &in_others)
}

/// Whether a kind is one of some, or one of them is in it.
fn is_or_holds(kind: &ArrowDataType, is_one: &dyn Fn(&ArrowDataType) -> bool) -> bool {
    is_one(kind)
        || match kind {
            ArrowDataType::List(field)
            | ArrowDataType::LargeList(field)
            | ArrowDataType::FixedSizeList(field, _)
            | ArrowDataType::Map(field, _) => is_or_holds(&field.dtype, is_one),
            ArrowDataType::Struct(fields) => {
                fields.iter().any(|field| is_or_holds(&field.dtype, is_one))
            }
            _ => false,
        }
}

/// Rows that make a row group, when they are written.
const GROUP: usize = 1 << 16;

/// An output that keeps what the system says of it, which polars takes for a fault of the format.
struct Watched<W> {
    output: W,
    said: Said,
}

/// What the system says.
type Said = Rc<RefCell<Option<io::Error>>>;

impl<W> Watched<W> {
    fn keep<T>(&mut self, done: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        done(&mut self.output).map_err(|error| {
            let kind = error.kind();
            self.said.borrow_mut().get_or_insert(error);
            kind.into()
        })
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.keep(|output| output.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.keep(W::flush)
    }
}

/// Writes rows to a file.
pub struct RowWriter<W: Write> {
    writer: FileWriter<Watched<W>>,
    said: Said,
    schema: Schema,
    waiting: Vec<Rows>,
}

impl<W: Write> RowWriter<W> {
    /// Begins a file of these columns.
    ///
    /// # Errors
    /// When it cannot have them.
    pub fn new(output: W, schema: &Schema) -> io::Result<RowWriter<W>> {
        if let Some(field) = schema.arrow.iter_values().find(|field| is_unwritable(&field.dtype)) {
            return Err(refusal(&field.name, "cannot be written to Parquet here"));
        }
        let said = Said::default();
        let output = Watched { output, said: said.clone() };
        let writer = FileWriter::try_new(output, (*schema.arrow).clone(), options());
        let writer = writer.map_err(|error| failed(&said, error))?;
        Ok(RowWriter { writer, said, schema: schema.clone(), waiting: Vec::new() })
    }

    /// Appends rows of columns of text.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn push_texts(&mut self, columns: &[Vec<String>]) -> io::Result<()> {
        let count = columns.first().map_or(0, Vec::len);
        let array = |column: &Vec<String>| Utf8ViewArray::from_slice_values(column).boxed();
        let columns = columns.iter().map(array).collect();
        self.push(Rows { arrow: self.schema.arrow.clone(), columns, count })
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
        let written = unless_panic(|| write().map_err(|error| failed(&self.said, error)));
        written.unwrap_or_else(|| {
            let why = "a column is of a kind that cannot be written to Parquet here";
            Err(io::Error::new(io::ErrorKind::InvalidData, why))
        })
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
        let ended = self.writer.end(Some(mem::take(&mut self.schema.facts)));
        ended.map_err(|error| failed(&self.said, error))?;
        Ok(self.writer.into_inner().output)
    }
}

/// What the system said, or else an error of the format.
fn failed(said: &Said, error: PolarsError) -> io::Error {
    let of_format = || io::Error::new(io::ErrorKind::InvalidData, error.to_string());
    said.take().unwrap_or_else(of_format)
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

    /// Columns `x1`, `x2` and so on of these kinds.
    fn schema<'a>(kinds: impl IntoIterator<Item = &'a ArrowDataType>) -> Schema {
        let field = |(place, kind): (usize, &ArrowDataType)| {
            let field = Field::new(format!("x{}", place + 1).into(), kind.clone(), true);
            (field.name.clone(), field)
        };
        let arrow: ArrowSchema = kinds.into_iter().enumerate().map(field).collect();
        Schema { arrow: arrow.into(), facts: Vec::new() }
    }

    #[test]
    fn rows_from_the_middle_keep_their_kind() {
        let decimals = |values: Vec<i128>| {
            PrimitiveArray::from_vec(values).to(ArrowDataType::Decimal(38, 1)).boxed()
        };
        let days =
            |values: Vec<i32>| PrimitiveArray::from_vec(values).to(ArrowDataType::Date32).boxed();
        let columns = vec![decimals(vec![42, 71, 5, 123]), days(vec![1, 2, 3, 4])];
        let arrow = schema(columns.iter().map(|column| column.dtype())).arrow;
        let rows = Rows { arrow, columns, count: 4 };
        let kept = rows.only(&[true, false, true, true]).unwrap();
        assert_eq!((kept.count, kept.columns.len()), (3, 2));
        assert_eq!(kept.columns[0], decimals(vec![42, 5, 123]));
        assert_eq!(kept.columns[1], days(vec![1, 3, 4]));
        assert_eq!(rows.only(&[false; 4]).unwrap().columns[0], decimals(vec![]));
        let refused = rows.texts(1).unwrap_err().to_string();
        assert_eq!(refused, "the column `x2` is of a kind that has no text");
    }

    #[test]
    fn what_the_system_says_is_told() {
        /// A disk with room for so many bytes.
        struct Disk(usize);
        impl Write for Disk {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let count = bytes.len().min(self.0);
                self.0 -= count;
                if count > 0 { Ok(count) } else { Err(io::ErrorKind::StorageFull.into()) }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let full = |room: usize| {
            let schema = Schema::of_texts(&["a".into()]);
            let mut writer = RowWriter::new(Disk(room), &schema)?;
            writer.push_texts(&[vec!["text".into(); 9]])?;
            writer.finish().map(drop)
        };
        assert!(full(4_000).is_ok());
        for room in 0..200 {
            assert_eq!(full(room).unwrap_err().kind(), io::ErrorKind::StorageFull, "{room}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_refused_by_name() {
        let list = |kind| ArrowDataType::LargeList(Box::new(Field::new("item".into(), kind, true)));
        let begin = |kind| RowWriter::new(Vec::new(), &schema([&ArrowDataType::Int8, &kind])).err();
        for kind in [ArrowDataType::Decimal256(50, 1), list(ArrowDataType::FixedSizeBinary(3))] {
            let refused = begin(kind).unwrap().to_string();
            assert!(refused.contains("`x2`"), "{refused}");
        }
        for kind in [ArrowDataType::FixedSizeBinary(3), list(ArrowDataType::Date32)] {
            assert!(begin(kind).is_none());
        }
    }
}
