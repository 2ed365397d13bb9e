//! Columns of puzzles answered on all threads, in order.

use std::convert::Infallible;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sudoku_lab::grid::Puzzle;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::pipeline::{RunError, ordered, thread_pool};

use crate::table::{Rows, Schema, Table};
use crate::texts::Texts;
use crate::wait::interruptible;

/// Some rows of a column.
pub struct Block {
    /// The place of the first, from 0.
    pub first: usize,
    /// What they hold, or why that is no puzzle.
    pub puzzles: Vec<Result<Puzzle, String>>,
}

impl Block {
    /// Those that hold puzzles.
    pub fn good(&self) -> impl Iterator<Item = &Puzzle> {
        self.puzzles.iter().filter_map(|puzzle| puzzle.as_ref().ok())
    }
}

/// The rows that workers, one per thread, make of blocks of `lines` rows, as a table.
///
/// # Errors
/// When threads cannot be started, and `KeyboardInterrupt`.
pub fn batch<W: FnMut(Block, &mut Rows)>(
    py: Python<'_>,
    interrupt: &Interrupt,
    texts: &Texts,
    (threads, lines): (usize, usize),
    schema: Schema,
    worker: impl Fn() -> W + Sync,
) -> PyResult<Table> {
    let done = interruptible(py, interrupt, || {
        let mut all = Rows::new(schema);
        let work = || {
            let mut worker = worker();
            move |first: usize| {
                let mut rows = Rows::new(schema);
                if !interrupt.is_set() {
                    let end = texts.len().min(first + lines);
                    let puzzles = (first..end).map(|row| texts.puzzle(row)).collect();
                    worker(Block { first, puzzles }, &mut rows);
                }
                rows
            }
        };
        let blocks = texts.len().div_ceil(lines);
        let threads = threads.min(blocks).max(1);
        let starts = (0..blocks).map(|block| block * lines).take_while(|_| !interrupt.is_set());
        let take = |rows| {
            all.append(rows);
            Ok::<_, Infallible>(())
        };
        let pool = thread_pool(threads)?;
        let Ok(()) = ordered(&pool, 4 * threads, interrupt, starts, work, take);
        Ok::<_, RunError>(all.finish(schema))
    })?;
    done.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
