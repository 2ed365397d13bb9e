//! `keys`.

use pyo3::prelude::*;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::keys::{Key, Keyer};
use sudoku_lab::solver::Limit;

use crate::batch::{Block, batch};
use crate::options::threads as number;
use crate::table::{Kind, Rows, Schema, Table};
use crate::texts::Texts;

/// Rows of a block: as many as `convert --to keys` takes.
const LINES: usize = 256;

const KEYS: Schema = &[
    ("puzzle_key", Kind::Text),
    ("core_key", Kind::Text),
    ("grid_key", Kind::Text),
    ("automorphisms", Kind::Number),
    ("reason", Kind::Text),
];

/// Names of puzzles, cores and solutions.
#[pyfunction]
#[pyo3(signature = (puzzles, threads))]
pub fn keys(py: Python<'_>, puzzles: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Table> {
    let (texts, interrupt) = (Texts::of(puzzles)?, Interrupt::default());
    batch(py, &interrupt, &texts, (number(threads)?, LINES), KEYS, || {
        let (mut keyer, interrupt) = (Keyer::default(), &interrupt);
        move |block: Block, rows: &mut Rows| {
            // Few at a time, as a search for symmetries does not look at the interrupt.
            for some in block.puzzles.chunks(32) {
                if interrupt.is_set() {
                    return;
                }
                let good: Vec<_> =
                    some.iter().filter_map(|one| one.as_ref().ok().cloned()).collect();
                let limit = Limit { stop: &|| interrupt.is_set(), ..Limit::solutions(2) };
                let mut all = keyer.solve(&good, &limit).into_iter();
                for puzzle in some {
                    match puzzle {
                        Err(reason) => rows.push_reject([reason.as_str()]),
                        Ok(_) => {
                            let keys = all.next().expect("one per puzzle");
                            let text = |key: Option<Key>| key.map(|key| key.to_string());
                            rows.columns[0].push_text(text(keys.puzzle));
                            rows.columns[1].push_text(text(keys.core));
                            rows.columns[2].push_text(text(keys.grid));
                            rows.columns[3].push_number(Some(keys.automorphisms));
                            rows.columns[4].push_null();
                        }
                    }
                }
            }
        }
    })
}
