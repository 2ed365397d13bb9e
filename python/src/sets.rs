//! `dedup` and `split`: what the library does with files, done with a temporary file of the column.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::sets::{Dedup, Level, RowFormat, SetsError, Split, Workspace};
use sudoku_lab::source::{Input, Place};
use sudoku_lab::table::beside::TextFile;
use tempfile::TempDir;

use crate::options::{threads as number, usage};
use crate::table::{Kind, Rows, Schema, Table};
use crate::texts::Texts;
use crate::wait::interruptible;

/// The memory for keys, as of the commands.
const MEMORY: usize = 256 << 20;

/// Columns of puzzles as files in a folder that is removed with it.
pub struct Files {
    folder: TempDir,
    pub workspace: Workspace,
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

impl Files {
    /// A folder, and what the work may use.
    pub fn new(threads: Option<usize>) -> PyResult<Files> {
        let folder = tempfile::tempdir().map_err(PyErr::from)?;
        let workspace =
            Workspace { folder: folder.path().into(), memory: MEMORY, threads: number(threads)? };
        Ok(Files { folder, workspace })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a column, and another one beside it, as an input of this name. A row that holds no
    /// puzzle is an empty one.
    pub fn write(
        &self,
        name: &str,
        texts: &Texts,
        beside: Option<&Texts>,
        interrupt: &Interrupt,
    ) -> Result<Input, Failed> {
        let number = fs::read_dir(self.folder.path())?.count();
        let path = self.path(&format!("{number}.parquet"));
        let mut file = TextFile::create(&path, &["row", "puzzle", "stratum"].map(String::from))?;
        for row in (0..texts.len()).take_while(|_| !interrupt.is_set()) {
            let text = |texts: &Texts| {
                let text = texts.text(row).ok().flatten().unwrap_or_default();
                String::from_utf8_lossy(text).replace(['\n', '\r'], " ")
            };
            let puzzle = match texts.puzzle(row) {
                Ok(puzzle) => sudoku_lab::text::puzzle_line(&puzzle),
                Err(_) => String::new(),
            };
            let stratum = beside.map_or(String::new(), text);
            file.push([row.to_string().as_str(), &puzzle, &stratum])?;
        }
        file.finish()?;
        let column = Some("puzzle".into());
        Ok(Input { name: name.into(), place: Place::File(path), column })
    }
}

/// What went wrong, as Python knows it.
pub fn raised(error: Failed) -> PyErr {
    match error.downcast_ref::<SetsError>() {
        Some(SetsError::Strata(..) | SetsError::NoColumn { .. }) => usage(error),
        Some(SetsError::Temporary(..) | SetsError::Write(..)) => {
            PyOSError::new_err(error.to_string())
        }
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}

/// The level of this name.
pub fn level(name: &str) -> PyResult<Level> {
    Level::find(name)
        .ok_or_else(|| usage(format!("no level `{name}`: exact, puzzle, core or grid")))
}

/// The numbers of rows in a table that was written as CSV.
fn rows_of(csv: &[u8]) -> impl Iterator<Item = usize> {
    let lines = csv.split(|&byte| byte == b'\n').skip(1);
    lines.filter_map(|line| {
        let field = line.split(|&byte| byte == b',').next()?;
        str::from_utf8(field).ok()?.parse().ok()
    })
}

const KEPT: Schema = &[("row", Kind::Number), ("puzzle", Kind::Text)];

/// The first of puzzles that are alike.
#[pyfunction]
#[pyo3(signature = (puzzles, by, threads))]
pub fn dedup(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    by: &str,
    threads: Option<usize>,
) -> PyResult<Table> {
    let (level, texts, files) = (level(by)?, Texts::of(puzzles)?, Files::new(threads)?);
    let interrupt = &Interrupt::default();
    let done = interruptible(py, interrupt, || {
        let inputs = [files.write("puzzles", &texts, None, interrupt)?];
        let (format, workspace) = (Some(RowFormat::Csv), &files.workspace);
        let dedup = Dedup { inputs: &inputs, level, out: None, force: false, format, workspace };
        let mut kept = Vec::new();
        if (0..texts.len()).any(|row| texts.puzzle(row).is_ok()) {
            dedup.run(&mut kept, interrupt, &|_| ())?;
        }
        let mut rows = Rows::new(KEPT);
        for row in rows_of(&kept) {
            rows.columns[0].push_number(Some(row));
            rows.columns[1].push_text(texts.text(row).ok().flatten());
        }
        Ok::<_, Failed>(rows.finish(KEPT))
    })?;
    done.map_err(raised)
}

const PARTS: Schema = &[("part", Kind::Text), ("reason", Kind::Text)];

/// Parts that share nothing.
#[pyfunction]
#[pyo3(signature = (puzzles, by, train, validation, stratify, seed, threads))]
#[expect(clippy::too_many_arguments, reason = "they are the function's in Python")]
pub fn split(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    by: &str,
    train: f64,
    validation: f64,
    stratify: Option<&Bound<'_, PyAny>>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Table> {
    let shares = [train, validation];
    Split::check_shares(shares).map_err(usage)?;
    let (level, texts, files) = (level(by)?, Texts::of(puzzles)?, Files::new(threads)?);
    // `clues`, or a column of values.
    let is_clues = stratify.is_some_and(|one| one.extract::<&str>().is_ok_and(|it| it == "clues"));
    let beside = stratify.filter(|_| !is_clues).map(Texts::of).transpose()?;
    if beside.as_ref().is_some_and(|beside| beside.len() != texts.len()) {
        return Err(usage("stratify: `clues`, or a value for each puzzle"));
    }
    let stratify = match (is_clues, &beside) {
        (true, _) => Some("clues"),
        (false, beside) => beside.as_ref().map(|_| "stratum"),
    };
    let interrupt = &Interrupt::default();
    let done = interruptible(py, interrupt, || {
        let inputs = [files.write("puzzles", &texts, beside.as_ref(), interrupt)?];
        let out = files.path("parts");
        let (format, workspace, out) = (Some(RowFormat::Csv), &files.workspace, out.as_path());
        let split = Split {
            inputs: &inputs,
            level,
            shares,
            stratify,
            seed,
            out,
            force: false,
            format,
            workspace,
        };
        let rows = (0..texts.len()).take_while(|_| !interrupt.is_set());
        let puzzles: Vec<_> = rows.map(|row| texts.puzzle(row).err()).collect();
        let mut parts = HashMap::new();
        if puzzles.iter().any(Option::is_none) {
            let (counts, _) = split.run(interrupt, &|_| ())?;
            for part in counts.iter().flat_map(|all| &all.parts) {
                let csv = read(out, part.name)?;
                parts.extend(rows_of(&csv).map(|row| (row, part.name)));
            }
        }
        let mut rows = Rows::new(PARTS);
        for (row, reason) in puzzles.into_iter().enumerate() {
            rows.columns[0].push_text(parts.get(&row));
            rows.columns[1].push_text(reason);
        }
        Ok::<_, Failed>(rows.finish(PARTS))
    })?;
    done.map_err(raised)
}

fn read(folder: &Path, part: &str) -> std::io::Result<Vec<u8>> {
    fs::read(folder.join(format!("{part}.csv")))
}
