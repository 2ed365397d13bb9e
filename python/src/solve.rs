//! `solve` and `check`.

use std::ops::ControlFlow;
use std::sync::Mutex;

use pyo3::prelude::*;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::pipeline::one_solver;
use sudoku_lab::pipeline::record::Status;
use sudoku_lab::solver::{Limit, ReferenceSolver};
use sudoku_lab::stream::solve::{Answered, SolveConfig};
use sudoku_lab::stream::{BATCH, FEW, SOME};
use sudoku_lab::text::push_line;

use crate::batch::{Block, batch};
use crate::options::{threads as number, time, usage};
use crate::table::{Kind, Rows, Schema, Table};
use crate::texts::Texts;

const SOLVED: Schema = &[
    ("solution", Kind::Text),
    ("solutions", Kind::Number),
    ("checks", Kind::Number),
    ("guesses", Kind::Number),
    ("status", Kind::Text),
    ("reason", Kind::Text),
];

/// The answers of a solver.
#[pyfunction]
#[pyo3(signature = (puzzles, count, solver, max_checks, time_limit, threads))]
pub fn solve(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    count: u64,
    solver: Option<&str>,
    max_checks: Option<u64>,
    time_limit: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Table> {
    if count == 0 {
        return Err(usage("count: a number of solutions from 1 on"));
    }
    let threads = number(threads)?;
    let config = SolveConfig {
        solver: one_solver(solver, &[]).map_err(usage)?,
        count,
        max_checks,
        time_limit: time(time_limit)?,
        stats: false,
        keep_input: false,
        threads,
        divided: Mutex::default(),
    };
    let (texts, interrupt) = (Texts::of(puzzles)?, Interrupt::default());
    let lines = config.solver.map_or(SOME, |one| if one.batches() { BATCH } else { FEW });
    let config = &config;
    batch(py, &interrupt, &texts, (threads, lines), SOLVED, || {
        let (mut worker, interrupt) = (config.worker(&interrupt), &interrupt);
        move |block: Block, rows: &mut Rows| {
            let group = config.group(block.puzzles.into_iter());
            let visit = &mut |_: usize, answered: Answered<'_>| {
                let (status, answer) = match answered {
                    Ok(answered) => answered,
                    Err(wrong) => {
                        rows.push_reject([wrong.status, &wrong.reason]);
                        return ControlFlow::Continue(());
                    }
                };
                let [solution, solutions, checks, guesses, status_column, reason] =
                    &mut rows.columns[..]
                else {
                    unreachable!("six columns")
                };
                solution.push_with(|text| {
                    answer.solution.iter().for_each(|grid| push_line(text, grid));
                    answer.solution.is_some()
                });
                solutions.push_number(Some(answer.solutions));
                checks.push_number(Some(answer.effort.checks));
                guesses.push_number(Some(answer.effort.guesses));
                status_column.push_text(Some(status.name()));
                reason.push_null();
                ControlFlow::Continue(())
            };
            // The visitor never breaks.
            let _ = config.answers(&mut worker, &group, interrupt, &|_| (), visit);
        }
    })
}

const CHECKED: Schema = &[("verdict", Kind::Text), ("reason", Kind::Text)];

/// Whether puzzles have no solution, one or more.
#[pyfunction]
#[pyo3(signature = (puzzles, threads))]
pub fn check(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    threads: Option<usize>,
) -> PyResult<Table> {
    let (texts, interrupt) = (Texts::of(puzzles)?, Interrupt::default());
    batch(py, &interrupt, &texts, (number(threads)?, SOME), CHECKED, || {
        let (mut reference, interrupt) = (ReferenceSolver::default(), &interrupt);
        move |block: Block, rows: &mut Rows| {
            let good: Vec<_> = block.good().cloned().collect();
            let limit = Limit { stop: &|| interrupt.is_set(), ..Limit::solutions(2) };
            let mut answers = reference.decide(&good, &limit).into_iter();
            for puzzle in &block.puzzles {
                match puzzle {
                    Err(reason) => rows.push_reject(["invalid", reason]),
                    Ok(_) => {
                        let verdict = answers.next().expect("one per puzzle").verdict;
                        rows.columns[0].push_text(Some(Status::Verdict(verdict).name()));
                        rows.columns[1].push_null();
                    }
                }
            }
        }
    })
}
