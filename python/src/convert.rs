//! `convert` and `augment`.

use pyo3::prelude::*;
use sudoku_lab::cnf::{ENCODINGS, find_encoding};
use sudoku_lab::convert::push_puzzle;
use sudoku_lab::grid::Symmetry;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::stream::BATCH;
use sudoku_lab::text::{Writer, find_format, push_puzzle_line};

use crate::batch::{Block, batch};
use crate::options::{threads as number, usage};
use crate::table::{Kind, Rows, Schema, Table};
use crate::texts::Texts;

/// Rows of a block, as of the command.
const LINES: usize = 256;

const CONVERTED: Schema = &[("text", Kind::Text), ("reason", Kind::Text)];

/// Puzzles in another format.
#[pyfunction]
#[pyo3(signature = (puzzles, to, encoding, rearrange, threads))]
pub fn convert(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    to: &str,
    encoding: Option<&str>,
    rearrange: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Table> {
    let writer = find_format(to).and_then(|format| format.writer);
    let writer = writer.filter(|writer| !matches!(writer, Writer::Stream { is_table: true, .. }));
    let writer = writer.ok_or_else(|| usage(format!("no format `{to}` to write texts in")))?;
    if encoding.is_some() && !matches!(writer, Writer::Formula(_)) {
        return Err(usage("an encoding is of formulas: it goes with the format `dimacs`"));
    }
    let encoding = match encoding {
        None => &ENCODINGS[0],
        Some(name) => find_encoding(name).ok_or_else(|| usage(format!("no encoding `{name}`")))?,
    };
    let (texts, interrupt) = (Texts::of(puzzles)?, Interrupt::default());
    batch(py, &interrupt, &texts, (number(threads)?, LINES), CONVERTED, || {
        let interrupt = &interrupt;
        move |block: Block, rows: &mut Rows| {
            for (row, puzzle) in (block.first..).zip(&block.puzzles) {
                if interrupt.is_set() {
                    return;
                }
                let mut text = Vec::new();
                let line = row as u64 + 1;
                let converted = puzzle.as_ref().map_err(Clone::clone).and_then(|puzzle| {
                    let layout = puzzle.layout();
                    let drawn = rearrange.map(|seed| Symmetry::of_line(layout, seed, line));
                    let image = drawn.map(|symmetry| symmetry.apply(puzzle));
                    let puzzle = image.as_ref().unwrap_or(puzzle);
                    let origin = format!("row {row}");
                    push_puzzle(&mut text, puzzle, writer, encoding, &origin, None)
                        .map_err(|error| error.to_string())
                });
                match converted {
                    Ok(()) => {
                        rows.columns[0].push_text(Some(text.strip_suffix(b"\n").unwrap_or(&text)));
                        rows.columns[1].push_null();
                    }
                    Err(reason) => rows.push_reject([reason.as_str()]),
                }
            }
        }
    })
}

const IMAGES: Schema = &[
    ("row", Kind::Number),
    ("image", Kind::Number),
    ("puzzle", Kind::Text),
    ("transformation", Kind::Text),
    ("reason", Kind::Text),
];

/// Images of puzzles under random symmetries.
#[pyfunction]
#[pyo3(signature = (puzzles, count, seed, first, threads))]
pub fn augment(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    count: u64,
    seed: u64,
    first: u64,
    threads: Option<usize>,
) -> PyResult<Table> {
    let (texts, interrupt) = (Texts::of(puzzles)?, Interrupt::default());
    let lines = (BATCH / usize::try_from(count).unwrap_or(BATCH).clamp(1, BATCH)).max(1);
    batch(py, &interrupt, &texts, (number(threads)?, lines), IMAGES, || {
        let interrupt = &interrupt;
        move |block: Block, rows: &mut Rows| {
            for (row, puzzle) in (block.first..).zip(&block.puzzles) {
                let puzzle = match puzzle {
                    Ok(puzzle) => puzzle,
                    Err(reason) => {
                        rows.push_none(row, reason);
                        continue;
                    }
                };
                for image in first..first.saturating_add(count) {
                    if interrupt.is_set() {
                        return;
                    }
                    let line = row as u64 + 1;
                    let symmetry = Symmetry::image_of_line(puzzle.layout(), seed, line, image);
                    rows.columns[0].push_number(Some(row));
                    rows.columns[1].push_number(Some(image));
                    rows.columns[2].push_with(|text| {
                        push_puzzle_line(text, &symmetry.apply(puzzle));
                        true
                    });
                    rows.columns[3].push_text(Some(symmetry.to_string()));
                    rows.columns[4].push_null();
                }
            }
        }
    })
}
