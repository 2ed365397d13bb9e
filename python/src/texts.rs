//! Puzzles from Python: Arrow data as it lies in memory, or the items of anything that iterates.

use polars_arrow::array::{
    Array, BinaryArray, BinaryViewArray, StructArray, Utf8Array, Utf8ViewArray,
};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{
    ArrowArray, ArrowArrayStream, ArrowArrayStreamReader, ArrowSchema, import_array_from_c,
    import_field_from_c,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyFloat, PyString, PyTuple};
use sudoku_lab::grid::Puzzle;
use sudoku_lab::source::puzzle_of_cell;
use sudoku_lab::text::is_known_name;

/// Items between two looks for signals.
const LOOK_EVERY: usize = 4096;

/// A column of texts that should be puzzles.
pub struct Texts {
    chunks: Vec<Chunk>,
    /// Where each chunk begins.
    starts: Vec<usize>,
    len: usize,
}

/// Some of them, by where they lie.
enum Chunk {
    Text32(Utf8Array<i32>),
    Text64(Utf8Array<i64>),
    TextView(Utf8ViewArray),
    Bytes32(BinaryArray<i32>),
    Bytes64(BinaryArray<i64>),
    BytesView(BinaryViewArray),
    /// No value at all.
    Null(usize),
    /// Rows of so many bytes each.
    Fixed(Vec<u8>, usize),
    Items(Vec<Item>),
}

/// An item of a Python sequence.
enum Item {
    Text(Box<[u8]>),
    Missing,
    /// Of a type that no puzzle has.
    Other(String),
}

impl Texts {
    /// What a Python object holds.
    ///
    /// # Errors
    /// When it is no column of texts. An item that is no text is no error.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Texts> {
        // Columns of Python objects, as pandas has them, may say no: they iterate.
        let capsule = |name: &str| {
            PyResult::Ok(object.getattr_opt(name)?.and_then(|export| export.call0().ok()))
        };
        let chunks = if let Some(stream) = capsule("__arrow_c_stream__")? {
            of_stream(&stream)?
        } else if let Some(array) = capsule("__arrow_c_array__")? {
            of_array(&array)?
        } else if let Ok((bytes, width)) = object.extract::<(Bound<'_, PyBytes>, usize)>() {
            let bytes = bytes.as_bytes();
            if width == 0 || !bytes.len().is_multiple_of(width) {
                return Err(PyValueError::new_err("rows of bytes have one width"));
            }
            vec![Chunk::Fixed(bytes.to_vec(), width)]
        } else {
            let items = object.try_iter()?.enumerate().map(|(number, item)| {
                // An iterator may have no end.
                if number % LOOK_EVERY == 0 {
                    object.py().check_signals()?;
                }
                Item::of(&item?)
            });
            vec![Chunk::Items(items.collect::<PyResult<_>>()?)]
        };
        let mut len = 0;
        let starts = chunks.iter().map(|chunk| {
            let start = len;
            len += chunk.len();
            start
        });
        let starts = starts.collect();
        Ok(Texts { chunks, starts, len })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The puzzle of a row, or why it is none.
    pub fn puzzle(&self, row: usize) -> Result<Puzzle, String> {
        puzzle_of_cell(self.text(row)?).map_err(|kind| kind.to_string())
    }

    /// The text of a row, if it is not missing.
    ///
    /// # Errors
    /// When it is no text.
    pub fn text(&self, row: usize) -> Result<Option<&[u8]>, String> {
        let chunk = self.starts.partition_point(|&start| start <= row) - 1;
        self.chunks[chunk].text(row - self.starts[chunk])
    }
}

impl Chunk {
    fn len(&self) -> usize {
        match self {
            Chunk::Text32(array) => array.len(),
            Chunk::Text64(array) => array.len(),
            Chunk::TextView(array) => array.len(),
            Chunk::Bytes32(array) => array.len(),
            Chunk::Bytes64(array) => array.len(),
            Chunk::BytesView(array) => array.len(),
            Chunk::Null(len) => *len,
            Chunk::Fixed(bytes, width) => bytes.len() / width,
            Chunk::Items(items) => items.len(),
        }
    }

    fn text(&self, row: usize) -> Result<Option<&[u8]>, String> {
        Ok(match self {
            Chunk::Text32(array) => array.get(row).map(str::as_bytes),
            Chunk::Text64(array) => array.get(row).map(str::as_bytes),
            Chunk::TextView(array) => array.get(row).map(str::as_bytes),
            Chunk::Bytes32(array) => array.get(row),
            Chunk::Bytes64(array) => array.get(row),
            Chunk::BytesView(array) => array.get(row),
            Chunk::Null(_) => None,
            Chunk::Fixed(bytes, width) => Some(&bytes[row * width..(row + 1) * width]),
            Chunk::Items(items) => match &items[row] {
                Item::Text(text) => Some(text),
                Item::Missing => None,
                Item::Other(kind) => return Err(format!("a value of type {kind}, no text")),
            },
        })
    }

    /// The texts of an Arrow array; of a table, those of its column of puzzles.
    fn of(array: Box<dyn Array>) -> PyResult<Chunk> {
        let any = array.as_any();
        macro_rules! is {
            ($kind:ty, $chunk:path) => {
                if let Some(array) = any.downcast_ref::<$kind>() {
                    return Ok($chunk(array.clone()));
                }
            };
        }
        is!(Utf8Array<i32>, Chunk::Text32);
        is!(Utf8Array<i64>, Chunk::Text64);
        is!(Utf8ViewArray, Chunk::TextView);
        is!(BinaryArray<i32>, Chunk::Bytes32);
        is!(BinaryArray<i64>, Chunk::Bytes64);
        is!(BinaryViewArray, Chunk::BytesView);
        match (array.dtype(), any.downcast_ref::<StructArray>()) {
            (ArrowDataType::Null, _) => Ok(Chunk::Null(array.len())),
            (_, Some(table)) => Chunk::of(table.values()[column(table.fields())?].clone()),
            (kind, None) => Err(no_text(kind)),
        }
    }
}

/// The place of the column of puzzles in a table: the one so named, or the only one of texts.
fn column(fields: &[Field]) -> PyResult<usize> {
    let named = fields.iter().position(|field| is_known_name(field.name.as_bytes()));
    let texts: Vec<usize> =
        (0..fields.len()).filter(|&place| is_text(&fields[place].dtype)).collect();
    match (named, &texts[..]) {
        (Some(place), _) | (None, &[place]) => Ok(place),
        _ => {
            let names: Vec<String> = fields.iter().map(|field| field.name.to_string()).collect();
            let names = names.join(", ");
            Err(PyTypeError::new_err(format!(
                "no column of this table is named `puzzle`: give one of its columns, {names}"
            )))
        }
    }
}

fn is_text(kind: &ArrowDataType) -> bool {
    use ArrowDataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(kind, Binary | BinaryView | LargeBinary | LargeUtf8 | Utf8 | Utf8View)
}

fn no_text(kind: &ArrowDataType) -> PyErr {
    PyTypeError::new_err(format!(
        "an array of {kind:?} holds no puzzles: they are text, and other arrays have to be cast to it"
    ))
}

fn broken(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow data cannot be read: {error}"))
}

impl Item {
    fn of(item: &Bound<'_, PyAny>) -> PyResult<Item> {
        Ok(if let Ok(text) = item.cast::<PyString>() {
            // A lone surrogate is no UTF-8, nor is it a cell.
            match text.to_str() {
                Ok(text) => Item::Text(text.as_bytes().into()),
                Err(_) => Item::Text(text.to_string_lossy().as_bytes().into()),
            }
        } else if let Ok(bytes) = item.cast::<PyBytes>() {
            Item::Text(bytes.as_bytes().into())
        } else if item.is_none() || item.cast::<PyFloat>().is_ok_and(|x| x.value().is_nan()) {
            Item::Missing
        } else {
            match item.get_type().name()?.to_string_lossy().as_ref() {
                "NAType" | "NaTType" => Item::Missing,
                kind => Item::Other(kind.into()),
            }
        })
    }
}

/// The chunks of the stream in a capsule.
fn of_stream(capsule: &Bound<'_, PyAny>) -> PyResult<Vec<Chunk>> {
    let capsule = capsule.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast();
    // SAFETY: a capsule of this name holds a stream, which is moved out of it, as its protocol
    // wants; nothing is what stays.
    let stream: ArrowArrayStream =
        unsafe { std::ptr::replace(pointer.as_ptr(), ArrowArrayStream::empty()) };
    // SAFETY: the producer promises that it is valid.
    let mut reader =
        unsafe { ArrowArrayStreamReader::try_new(Box::new(stream)) }.map_err(broken)?;
    let mut chunks = Vec::new();
    // SAFETY: as before.
    while let Some(array) = unsafe { reader.next() } {
        chunks.push(Chunk::of(array.map_err(broken)?)?);
    }
    if chunks.is_empty() && !matches!(reader.field().dtype, ArrowDataType::Struct(_)) {
        let kind = &reader.field().dtype;
        if !is_text(kind) && *kind != ArrowDataType::Null {
            return Err(no_text(kind));
        }
    }
    Ok(chunks)
}

/// The one chunk of the array in a pair of capsules.
fn of_array(capsules: &Bound<'_, PyAny>) -> PyResult<Vec<Chunk>> {
    let capsules = capsules.cast::<PyTuple>()?;
    let (schema, array) = (capsules.get_item(0)?, capsules.get_item(1)?);
    let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_schema"))?;
    let array = array.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_array"))?;
    // SAFETY: a capsule of this name holds a schema, and the producer promises that it is valid.
    let field = unsafe { import_field_from_c(schema.cast::<ArrowSchema>().as_ref()) };
    let kind = field.map_err(broken)?.dtype;
    // SAFETY: a capsule of this name holds an array, which is moved out of it; nothing is what stays.
    let array =
        unsafe { std::ptr::replace(array.cast::<ArrowArray>().as_ptr(), ArrowArray::empty()) };
    // SAFETY: the producer promises that the array is valid and of this kind.
    let array = unsafe { import_array_from_c(array, kind) }.map_err(broken)?;
    Ok(vec![Chunk::of(array)?])
}
