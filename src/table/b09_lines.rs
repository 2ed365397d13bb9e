//! B09's lines on every puzzle: its grid, solved or not, and the strategies used (its chapter
//! 7.2, figure 21), one for each solver that counts strategies and takes the puzzle's size. B09's
//! strategies come first, in its order.
//!
//! B09 prints an unsolved puzzle as far as it came; a run does not keep that, and the puzzle
//! stands there as it was given.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use polars::prelude::PolarsResult;

use super::columns::{Columns, beside, parts};
use super::error::SummaryError;
use super::schema;
use super::solver_names;
use crate::pipeline::record::Status;
use crate::strategy::{B09, STRATEGIES};

/// Hands out the lines of a run, some at a time, in the order of the puzzles.
///
/// # Errors
/// When its tables cannot be read, and the sink's first error.
pub fn b09_lines<E: From<SummaryError>>(
    run: &Path,
    mut sink: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error| SummaryError::new(run, &error);
    for usages in parts(run, schema::usages()).map_err(failed)? {
        sink(&lines_of_part(run, &usages).map_err(failed)?)?;
    }
    Ok(())
}

/// The lines of a unit.
fn lines_of_part(run: &Path, usages: &Path) -> PolarsResult<String> {
    let puzzles = beside(run, usages, schema::puzzles());
    let puzzles = Columns::read(&puzzles, &["puzzle_id", "puzzle", "solution"])?;
    let (givens, solutions) = (puzzles.texts("puzzle")?, puzzles.texts("solution")?);
    let rows: HashMap<u64, usize> = puzzles.numbers("puzzle_id")?.into_iter().zip(0..).collect();
    let solves = beside(run, usages, schema::solves());
    let solves = Columns::read(&solves, &["puzzle_id", "solver", "status"])?;
    let attempts = solves.numbers("puzzle_id")?.into_iter();
    let attempts = attempts.zip(solves.solvers()?);
    let statuses = solves.places("status", schema::statuses())?;
    let statuses = statuses.into_iter().map(|place| Status::ALL[place]);
    let statuses: HashMap<(u64, usize), Status> = attempts.zip(statuses).collect();

    let names = STRATEGIES.iter().map(|strategy| schema::usage_column(strategy.name));
    let names: Vec<String> = names.collect();
    let others = ["puzzle_id", "solver"].into_iter().chain(names.iter().map(String::as_str));
    let usages = Columns::read(usages, &others.collect::<Vec<_>>())?;
    let solvers = usages.solvers()?;
    let mut used = vec![String::new(); solvers.len()];
    let others = (0..STRATEGIES.len()).filter(|place| !B09.strategies.contains(place));
    for place in B09.strategies.iter().copied().chain(others) {
        let (strategy, name) = (&STRATEGIES[place], &names[place]);
        // A version that did not have the strategy yet never used it.
        let Ok(counts) = usages.numbers(name) else { continue };
        for (used, _) in used.iter_mut().zip(counts).filter(|&(_, count)| count > 0) {
            let comma = if used.is_empty() { "" } else { ", " };
            write!(used, "{comma}{}", strategy.title).expect("a string takes any text");
        }
    }
    let mut text = String::new();
    for ((id, solver), used) in usages.numbers("puzzle_id")?.into_iter().zip(solvers).zip(used) {
        let status = statuses.get(&(id, solver));
        if status == Some(&Status::Unsupported) {
            continue;
        }
        let solved = status.is_some_and(|status| status.solved());
        let limited = status.is_some_and(|status| status.is_limit());
        let solution = rows.get(&id).map_or("", |&row| if solved { solutions[row] } else { "" });
        let grid = match solution {
            "" => rows.get(&id).map_or("", |&row| givens[row]),
            solution => solution,
        };
        let state = match (solved, limited) {
            (true, _) => "solved",
            (_, true) => "unsolved at the limit",
            _ => "unsolved",
        };
        let solver = solver_names::name(solver);
        writeln!(text, "{grid}:{state}; {solver}; strategies used: {used}")
            .expect("a string takes any text");
    }
    Ok(text)
}
