//! Columns: parts of a run's tables read back as plain arrays.
//!
//! Only the columns that are asked for are read, one part at a time, so that memory is
//! bounded by a part and not by the run.

use std::fs;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use polars::prelude::{
    DataFrame, DataType, ParallelStrategy, ParquetReader, PolarsError, PolarsResult, SerReader,
};

use super::schema::{self, Table};
use super::solver_names;
use crate::parquet::expect_sound;
use crate::store::{Folder, is_finished};

/// Some columns of one part.
pub struct Columns(DataFrame);

impl Columns {
    /// Reads these columns of a part; those that it does not have are left out.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read<N: AsRef<str>>(part: &Path, names: &[N]) -> PolarsResult<Columns> {
        let read = || {
            // The reader maps a file into memory, and panics when that fails.
            let mut bytes = Cursor::new(fs::read(part)?);
            expect_sound(&mut bytes)?;
            let mut reader = ParquetReader::new(bytes).read_parallel(ParallelStrategy::None);
            let there = reader.schema()?;
            let names = names.iter().map(N::as_ref).filter(|&name| there.contains(name));
            let names = names.map(str::to_owned).collect();
            reader.with_columns(Some(names)).finish()
        };
        // It panics on some damaged files, too.
        let damaged = |_| Err(PolarsError::ComputeError("it is damaged".into()));
        let frame = catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(damaged);
        Ok(Columns(frame.map_err(|error| error.wrap_msg(|text| at(part, text)))?))
    }

    /// A column of whole numbers, of any width.
    ///
    /// # Errors
    /// When there is no such column.
    pub fn numbers(&self, name: &str) -> PolarsResult<Vec<u64>> {
        let column = self.0.column(name)?;
        Ok(match column.dtype() {
            DataType::UInt8 => column.u8()?.iter().map(|n| n.unwrap_or_default().into()).collect(),
            DataType::UInt16 => {
                column.u16()?.iter().map(|n| n.unwrap_or_default().into()).collect()
            }
            DataType::UInt32 => {
                column.u32()?.iter().map(|n| n.unwrap_or_default().into()).collect()
            }
            _ => column.u64()?.iter().map(Option::unwrap_or_default).collect(),
        })
    }

    /// A column of floating point numbers.
    ///
    /// # Errors
    /// When there is no such column.
    pub fn floats(&self, name: &str) -> PolarsResult<Vec<f64>> {
        let values = self.0.column(name)?.f32()?.iter();
        Ok(values.map(|value| value.unwrap_or_default().into()).collect())
    }

    /// A column of what is true or false.
    ///
    /// # Errors
    /// When there is no such column.
    pub fn flags(&self, name: &str) -> PolarsResult<Vec<bool>> {
        Ok(self.0.column(name)?.bool()?.iter().map(Option::unwrap_or_default).collect())
    }

    /// A column of text.
    ///
    /// # Errors
    /// When there is no such column.
    pub fn texts(&self, name: &str) -> PolarsResult<Vec<&str>> {
        Ok(self.0.column(name)?.str()?.iter().map(Option::unwrap_or_default).collect())
    }

    /// A column of names as their places in a list. The file's own codes are translated,
    /// so that no name is compared more than once.
    ///
    /// # Errors
    /// When there is no such column, or a name is not in the list: it comes from a later
    /// version of the schema.
    pub fn places(&self, name: &str, list: &[&str]) -> PolarsResult<Vec<usize>> {
        self.numbered(name, |value| list.iter().position(|&known| known == value))
    }

    /// A column of solvers' names as [their numbers](solver_names).
    ///
    /// # Errors
    /// When there is no such column, or what it has can be no name of a solver.
    pub fn solvers(&self) -> PolarsResult<Vec<usize>> {
        self.numbered("solver", solver_names::number)
    }

    fn numbered(
        &self,
        name: &str,
        number: impl Fn(&str) -> Option<usize>,
    ) -> PolarsResult<Vec<usize>> {
        let column = self.0.column(name)?.cat8()?;
        let named = |code: u8| column.get_mapping().cat_to_str(code.into());
        let place = |code| named(code).and_then(&number);
        let places: Vec<Option<usize>> = (0..=u8::MAX).map(place).collect();
        let known = |code: Option<u8>| {
            let code = code.unwrap_or_default();
            places[usize::from(code)].ok_or_else(|| {
                let value = named(code).unwrap_or_default();
                PolarsError::SchemaMismatch(format!("`{value}` is no {name}").into())
            })
        };
        column.physical().iter().map(known).collect()
    }
}

/// The parts of a table, in the order of their names; none if the run has no row.
///
/// # Errors
/// When the table's folder cannot be read.
pub fn parts(run: &Path, table: &Table) -> PolarsResult<Vec<PathBuf>> {
    let folder = run.join(table.name);
    if !folder.exists() && Folder::holds_run(run) {
        return Ok(Vec::new());
    }
    let files = || -> std::io::Result<Vec<PathBuf>> {
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect()
    };
    let files =
        files().map_err(|error| PolarsError::from(error).wrap_msg(|text| at(&folder, text)));
    let mut parts = files?;
    parts.retain(|path| path.extension().is_some_and(|extension| extension == "parquet"));
    if Folder::holds_run(run) && !is_finished(run) {
        // Of a unit that is being done, the others are on their way.
        let is_whole =
            |part: &PathBuf| schema::all().iter().all(|table| beside(run, part, table).exists());
        parts.retain(is_whole);
    }
    parts.sort();
    Ok(parts)
}

/// The part of another table that the same unit wrote.
pub fn beside(run: &Path, part: &Path, table: &Table) -> PathBuf {
    run.join(table.name).join(part.file_name().unwrap_or_default())
}

fn at(path: &Path, text: &str) -> String {
    format!("{}: {text}", path.display())
}
