//! Results: named columns that Arrow's consumers take as they lie in memory.

use polars_arrow::array::{Array as Values, BooleanArray, PrimitiveArray, StructArray, Utf8Array};
use polars_arrow::bitmap::{Bitmap, MutableBitmap};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, export_array_to_c, export_field_to_c, export_iterator};
use polars_arrow::offset::OffsetsBuffer;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};

/// A column that is being filled.
pub struct Column {
    cells: Cells,
    /// Which cells are not null.
    known: MutableBitmap,
}

enum Cells {
    Text { ends: Vec<i64>, bytes: Vec<u8> },
    Number(Vec<i64>),
    Bool(MutableBitmap),
}

/// What a column holds.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Texts.
    Text,
    /// Whole numbers of 64 bits.
    Number,
    /// Yes or no.
    Bool,
}

/// The names of columns, and what they hold.
pub type Schema = &'static [(&'static str, Kind)];

impl Column {
    /// An empty column.
    pub fn new(kind: Kind) -> Column {
        let cells = match kind {
            Kind::Text => Cells::Text { ends: vec![0], bytes: Vec::new() },
            Kind::Number => Cells::Number(Vec::new()),
            Kind::Bool => Cells::Bool(MutableBitmap::new()),
        };
        Column { cells, known: MutableBitmap::new() }
    }

    /// Appends a text that `write` appends, or a null if it says so.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>) -> bool) {
        let Cells::Text { ends, bytes } = &mut self.cells else { unreachable!("no text") };
        self.known.push(write(bytes));
        ends.push(bytes.len() as i64);
    }

    /// Appends a text, or a null.
    pub fn push_text(&mut self, text: Option<impl AsRef<[u8]>>) {
        self.push_with(|bytes| {
            text.iter().for_each(|text| bytes.extend(text.as_ref()));
            text.is_some()
        });
    }

    /// Appends a number, or a null.
    pub fn push_number(&mut self, number: Option<impl TryInto<i64>>) {
        let Cells::Number(numbers) = &mut self.cells else { unreachable!("no number") };
        let number = number.map(|number| number.try_into().unwrap_or(i64::MAX));
        self.known.push(number.is_some());
        numbers.push(number.unwrap_or(0));
    }

    /// Appends a yes or no, or a null.
    pub fn push_bool(&mut self, value: Option<bool>) {
        let Cells::Bool(values) = &mut self.cells else { unreachable!("no yes or no") };
        self.known.push(value.is_some());
        values.push(value.unwrap_or(false));
    }

    /// Appends a null.
    pub fn push_null(&mut self) {
        match &self.cells {
            Cells::Text { .. } => self.push_with(|_| false),
            Cells::Number(_) => self.push_number(None::<i64>),
            Cells::Bool(_) => self.push_bool(None),
        }
    }

    /// Appends the cells of another column of the same kind.
    fn append(&mut self, other: Column) {
        self.known.extend_from_bitmap(&other.known.into());
        match (&mut self.cells, other.cells) {
            (Cells::Text { ends, bytes }, Cells::Text { ends: more_ends, bytes: more }) => {
                let before = bytes.len() as i64;
                bytes.extend(more);
                ends.extend(more_ends[1..].iter().map(|end| end + before));
            }
            (Cells::Number(numbers), Cells::Number(more)) => numbers.extend(more),
            (Cells::Bool(values), Cells::Bool(more)) => values.extend_from_bitmap(&more.into()),
            _ => unreachable!("columns of one kind"),
        }
    }

    fn finish(self) -> Box<dyn Values> {
        let known = Bitmap::from(self.known);
        let known = Some(known).filter(|known| known.unset_bits() > 0);
        match self.cells {
            Cells::Text { ends, bytes } => {
                let ends = OffsetsBuffer::try_from(ends).expect("ends rise");
                let array = Utf8Array::try_new(ArrowDataType::LargeUtf8, ends, bytes.into(), known);
                array.expect("what is written is UTF-8").boxed()
            }
            Cells::Number(numbers) => {
                PrimitiveArray::new(ArrowDataType::Int64, numbers.into(), known).boxed()
            }
            Cells::Bool(values) => {
                BooleanArray::new(ArrowDataType::Boolean, values.into(), known).boxed()
            }
        }
    }
}

/// Rows that are being filled.
pub struct Rows {
    /// The columns, in the order of the schema.
    pub columns: Vec<Column>,
}

impl Rows {
    /// No row.
    pub fn new(schema: Schema) -> Rows {
        Rows { columns: schema.iter().map(|(_, kind)| Column::new(*kind)).collect() }
    }

    /// Appends a row of nulls but for some columns at the end, which are texts.
    pub fn push_reject<const N: usize>(&mut self, last: [&str; N]) {
        let (nulls, texts) = {
            let at = self.columns.len() - N;
            self.columns.split_at_mut(at)
        };
        nulls.iter_mut().for_each(Column::push_null);
        texts.iter_mut().zip(last).for_each(|(column, text)| column.push_text(Some(text)));
    }

    /// Appends a row of the number of the input's row, nulls, and the reason for that.
    pub fn push_none(&mut self, row: usize, reason: &str) {
        let last = self.columns.len() - 1;
        self.columns[0].push_number(Some(row));
        self.columns[1..last].iter_mut().for_each(Column::push_null);
        self.columns[last].push_text(Some(reason));
    }

    /// Appends the rows of others of the same schema.
    pub fn append(&mut self, others: Rows) {
        if self.columns.first().is_some_and(|column| column.known.is_empty()) {
            self.columns = others.columns;
            return;
        }
        self.columns.iter_mut().zip(others.columns).for_each(|(all, more)| all.append(more));
    }

    /// As a table.
    pub fn finish(self, schema: Schema) -> Table {
        let names = schema.iter().map(|(name, _)| (*name).to_owned()).collect();
        Table { names, columns: self.columns.into_iter().map(Column::finish).collect() }
    }
}

/// A table of results. It speaks Arrow's PyCapsule protocol, so that polars, pandas and pyarrow
/// take it without a copy of its texts and numbers.
#[pyclass(frozen, module = "sudoku_lab")]
pub struct Table {
    names: Vec<String>,
    columns: Vec<Box<dyn Values>>,
}

/// A column of a table.
#[pyclass(frozen, module = "sudoku_lab")]
pub struct Array {
    name: String,
    values: Box<dyn Values>,
}

impl Table {
    fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.len())
    }

    fn fields(&self) -> Vec<Field> {
        let field = |place: usize| {
            Field::new(self.names[place].as_str().into(), self.columns[place].dtype().clone(), true)
        };
        (0..self.names.len()).map(field).collect()
    }

    fn array(&self, place: usize) -> Array {
        Array { name: self.names[place].clone(), values: self.columns[place].clone() }
    }

    fn place(&self, name: &str) -> PyResult<usize> {
        let unknown =
            || PyKeyError::new_err(format!("no column `{name}`: {}", self.names.join(", ")));
        self.names.iter().position(|known| known == name).ok_or_else(unknown)
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.rows()
    }

    fn __len__(&self) -> usize {
        self.rows()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Array> {
        Ok(self.array(self.place(name)?))
    }

    /// A row as a dict; a negative number counts from the end.
    fn row<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyDict>> {
        let rows = self.rows();
        let row = place_of(row, rows)?;
        let dict = PyDict::new(py);
        for (name, column) in self.names.iter().zip(&self.columns) {
            dict.set_item(name, value(py, column.as_ref(), row)?)?;
        }
        Ok(dict)
    }

    /// The columns as lists, by name.
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for place in 0..self.names.len() {
            dict.set_item(&self.names[place], self.array(place).to_pylist(py)?)?;
        }
        Ok(dict)
    }

    /// The same with these columns alone.
    fn select(&self, names: Vec<String>) -> PyResult<Table> {
        let places = names.iter().map(|name| self.place(name)).collect::<PyResult<Vec<_>>>()?;
        let columns = places.into_iter().map(|place| self.columns[place].clone()).collect();
        Ok(Table { names, columns })
    }

    /// As a polars DataFrame.
    fn to_polars<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("polars")?.call_method1("DataFrame", (this,))
    }

    /// As a pandas DataFrame.
    fn to_pandas<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Table::to_pyarrow(this)?.call_method0("to_pandas")
    }

    /// As a pyarrow Table.
    fn to_pyarrow<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("pyarrow")?.call_method1("table", (this,))
    }

    fn __repr__(&self) -> String {
        format!("<sudoku_lab.Table of {} rows: {}>", self.rows(), self.names.join(", "))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may leave a wish for other types unfulfilled.
        drop(requested_schema);
        let kind = ArrowDataType::Struct(self.fields());
        let all = StructArray::try_new(kind.clone(), self.rows(), self.columns.clone(), None);
        let all = all.map_err(|error| PyValueError::new_err(error.to_string()))?;
        stream(py, kind, Box::new(all))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let kind = ArrowDataType::Struct(self.fields());
        let schema = export_field_to_c(&Field::new("".into(), kind, false));
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

#[pymethods]
impl Array {
    /// The name of the column.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __len__(&self) -> usize {
        self.values.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        value(py, self.values.as_ref(), place_of(row, self.values.len())?)
    }

    /// The values as a list.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let values = (0..self.values.len()).map(|row| value(py, self.values.as_ref(), row));
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    fn __repr__(&self) -> String {
        format!("<sudoku_lab.Array {} of {} values>", self.name, self.values.len())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        drop(requested_schema);
        let field = Field::new(self.name.as_str().into(), self.values.dtype().clone(), true);
        let schema = PyCapsule::new_with_value(py, export_field_to_c(&field), c"arrow_schema")?;
        let array = export_array_to_c(self.values.clone());
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, self.values.dtype().clone(), self.values.clone())
    }
}

/// A stream of one array.
fn stream<'py>(
    py: Python<'py>,
    kind: ArrowDataType,
    array: Box<dyn Values>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let field = Field::new("".into(), kind, false);
    let stream: ArrowArrayStream = export_iterator(Box::new([Ok(array)].into_iter()), field);
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

fn place_of(row: isize, rows: usize) -> PyResult<usize> {
    let from_end = if row < 0 { row + rows as isize } else { row };
    let place = usize::try_from(from_end).ok().filter(|&place| place < rows);
    place.ok_or_else(|| PyIndexError::new_err(format!("no row {row} of {rows}")))
}

/// A value as a Python object.
fn value<'py>(py: Python<'py>, array: &dyn Values, row: usize) -> PyResult<Bound<'py, PyAny>> {
    let any = array.as_any();
    if array.is_null(row) {
        Ok(py.None().into_bound(py))
    } else if let Some(texts) = any.downcast_ref::<Utf8Array<i64>>() {
        Ok(texts.value(row).into_pyobject(py)?.into_any())
    } else if let Some(numbers) = any.downcast_ref::<PrimitiveArray<i64>>() {
        Ok(numbers.value(row).into_pyobject(py)?.into_any())
    } else {
        let values = any.downcast_ref::<BooleanArray>().expect("there are three kinds");
        Ok(values.value(row).into_pyobject(py)?.to_owned().into_any())
    }
}
