//! `rate`.

use pyo3::prelude::*;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::rate::Way;
use sudoku_lab::ser::{PRODUCERS, Ratings};
use sudoku_lab::stream::FEW;
use sudoku_lab::stream::rate::{AnyRating, RateConfig, StrategyRating};

use crate::batch::{Block, batch};
use crate::options::{order as order_of, threads as number, time, usage};
use crate::table::{Kind, Rows, Schema, Table};
use crate::texts::Texts;

const STRATEGIES: Schema = &[
    ("solved", Kind::Bool),
    ("te_depth", Kind::Number),
    ("level", Kind::Text),
    ("score", Kind::Number),
    ("hardest", Kind::Text),
    ("steps", Kind::Number),
    ("easy", Kind::Number),
    ("medium", Kind::Number),
    ("hard", Kind::Number),
    ("unfair", Kind::Number),
    ("extreme", Kind::Number),
    ("uniqueness", Kind::Bool),
    ("hardest_in_order", Kind::Text),
    ("status", Kind::Text),
    ("reason", Kind::Text),
];

const EXACT: Schema = &[
    ("ser", Kind::Number),
    ("ser_pearl", Kind::Number),
    ("ser_diamond", Kind::Number),
    ("hardest", Kind::Text),
    ("steps", Kind::Number),
    ("status", Kind::Text),
    ("reason", Kind::Text),
];

const INVARIANT: Schema = &[
    ("ser", Kind::Number),
    ("ser_pearl", Kind::Number),
    ("ser_diamond", Kind::Number),
    ("ser_invariant", Kind::Number),
    ("ser_invariant_pearl", Kind::Number),
    ("ser_invariant_diamond", Kind::Number),
    ("hardest", Kind::Text),
    ("steps", Kind::Number),
    ("status", Kind::Text),
    ("reason", Kind::Text),
];

/// How hard puzzles are.
#[pyfunction]
#[pyo3(signature = (puzzles, order, invariant, max_checks, time_limit, threads))]
pub fn rate(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    order: Option<&str>,
    invariant: bool,
    max_checks: Option<u64>,
    time_limit: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Table> {
    let (order, time_limit) = (order_of(order)?, time(time_limit)?);
    let schema = match (order, invariant) {
        (Some(Way::Ser), false) => EXACT,
        (Some(Way::Ser), true) => INVARIANT,
        (_, false) => STRATEGIES,
        (_, true) => {
            return Err(usage("only the order `ser` has a rating of the canonical form"));
        }
    };
    let config = RateConfig { order, invariant, max_checks, time_limit };
    let (texts, interrupt) = (Texts::of(puzzles)?, Interrupt::default());
    batch(py, &interrupt, &texts, (number(threads)?, FEW), schema, || {
        let (mut rater, interrupt) = (config.rater(), &interrupt);
        move |block: Block, rows: &mut Rows| {
            for puzzle in &block.puzzles {
                if interrupt.is_set() {
                    return;
                }
                match puzzle {
                    Err(reason) => rows.push_reject(["invalid", reason]),
                    Ok(puzzle) => {
                        let (rating, status) = config.rate(&mut rater, puzzle, interrupt);
                        push(rows, &rating, status);
                    }
                }
            }
        }
    })
}

fn push(rows: &mut Rows, rating: &AnyRating, status: &str) {
    let last = rows.columns.len() - 2;
    let (values, ends) = rows.columns.split_at_mut(last);
    ends[0].push_text(Some(status));
    ends[1].push_null();
    let mut columns = values.iter_mut();
    let mut next = || columns.next().expect("the schema has it");
    match rating {
        AnyRating::None => values.iter_mut().for_each(crate::table::Column::push_null),
        AnyRating::Strategies(rating) => {
            let StrategyRating { solved, te_depth, level, score, hardest, steps, .. } = rating;
            next().push_bool(Some(*solved));
            next().push_number(*te_depth);
            next().push_text(*level);
            next().push_number(Some(*score));
            next().push_text(hardest[0]);
            next().push_number(Some(steps.iter().sum::<u32>()));
            steps.iter().for_each(|&steps| next().push_number(Some(steps)));
            next().push_bool(rating.uniqueness);
            next().push_text(hardest[1]);
        }
        AnyRating::Exact(rated) => {
            for Ratings { ser, pearl, diamond, .. } in
                [Some(&rated.ratings), rated.invariant.as_ref()].into_iter().flatten()
            {
                [ser, pearl, diamond]
                    .into_iter()
                    .for_each(|&rating| next().push_number(Some(rating)));
            }
            let ratings = &rated.ratings;
            let hardest = ratings.hardest.filter(|_| ratings.whole);
            next().push_text(hardest.map(|place| PRODUCERS[place].name));
            next().push_number(Some(ratings.steps));
        }
    }
}
