//! `explain`: the steps of puzzles, as objects and as a table.

use pyo3::prelude::*;
use serde_json::Value;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::rate::Way;
use sudoku_lab::stream::explain::{Form, LINES, Teller, explain as told};

use crate::batch::{Block, batch};
use crate::options::{order as order_of, strategies as places, threads as number};
use crate::table::{Kind, Rows, Schema, Table};
use crate::texts::Texts;

const DOCUMENTS: Schema = &[("explanation", Kind::Text), ("reason", Kind::Text)];

/// The explanation of each puzzle as a JSON object, as `docs/EXPLAIN.md` describes it.
#[pyfunction]
#[pyo3(signature = (puzzles, order, strategies, threads))]
pub fn explain(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    order: Option<&str>,
    strategies: Option<Vec<String>>,
    threads: Option<usize>,
) -> PyResult<Table> {
    each(py, puzzles, (order, strategies, threads), DOCUMENTS, |_, document, rows| match document {
        Err(reason) => rows.push_reject([reason]),
        Ok(document) => {
            rows.columns[0].push_text(Some(document));
            rows.columns[1].push_null();
        }
    })
}

const STEPS: Schema = &[
    ("row", Kind::Number),
    ("step", Kind::Number),
    ("strategy", Kind::Text),
    ("title", Kind::Text),
    ("level", Kind::Text),
    ("score", Kind::Number),
    ("conclusion", Kind::Text),
    ("explanation", Kind::Text),
    ("reason", Kind::Text),
];

/// The steps of each puzzle, a row each.
#[pyfunction]
#[pyo3(signature = (puzzles, order, strategies, threads))]
pub fn steps(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    order: Option<&str>,
    strategies: Option<Vec<String>>,
    threads: Option<usize>,
) -> PyResult<Table> {
    each(py, puzzles, (order, strategies, threads), STEPS, |row, document, rows| {
        let document = match document {
            Err(reason) => return rows.push_none(row, reason),
            Ok(document) => document,
        };
        let document: Value = serde_json::from_str(document).unwrap_or_default();
        let text = |step: &Value, name: &str| step[name].as_str().map(str::to_owned);
        for step in document["steps"].as_array().into_iter().flatten() {
            let [place, number, strategy, title, level, score, conclusion, why, reject] =
                &mut rows.columns[..]
            else {
                unreachable!("nine columns")
            };
            place.push_number(Some(row));
            number.push_number(step["number"].as_u64());
            strategy.push_text(text(step, "strategy"));
            title.push_text(text(step, "title"));
            level.push_text(text(step, "level"));
            // Of Sudoku Explainer's steps, their rating.
            score.push_number(step["score"].as_u64().or(step["rating"].as_u64()));
            conclusion.push_text(text(step, "conclusion"));
            why.push_text(text(step, "reason"));
            reject.push_null();
        }
    })
}

/// What `push` makes of each row and its explanation, or the reason why there is none.
fn each(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    (order, strategies, threads): (Option<&str>, Option<Vec<String>>, Option<usize>),
    schema: Schema,
    push: impl Fn(usize, Result<&str, &str>, &mut Rows) + Sync,
) -> PyResult<Table> {
    let order: Option<Way> = order_of(order)?;
    let exact = order.filter(|_| strategies.is_none());
    let places = places(order, strategies)?;
    let (texts, interrupt) = (Texts::of(puzzles)?, Interrupt::default());
    let (places, push) = (&places, &push);
    batch(py, &interrupt, &texts, (number(threads)?, LINES), schema, || {
        let (mut teller, interrupt) = (Teller::new(exact, places), &interrupt);
        move |block: Block, rows: &mut Rows| {
            for (row, puzzle) in (block.first..).zip(block.puzzles) {
                match puzzle {
                    Err(reason) => push(row, Err(&reason), rows),
                    Ok(puzzle) => {
                        let line = row as u64 + 1;
                        let document =
                            told(&mut teller, "", line, &Ok(puzzle), Form::Json, interrupt);
                        let Some(document) = document else { return };
                        push(row, Ok(document.trim_end()), rows);
                    }
                }
            }
        }
    })
}
