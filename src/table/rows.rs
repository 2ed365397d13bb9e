//! The rows of a block: its records, as the tables have them.

use std::io::Write as _;
use std::sync::Arc;

use super::extra::{self, Extra};
use super::row_buffer::{Row, RowBuffer};
use super::{schema, steps};
use crate::keys::{Key, Keys};
use crate::pipeline::AnySolver;
use crate::pipeline::record::{BlockRecord, PuzzleRecord, RejectRecord, SolveRecord};
use crate::ser::Ratings;
use crate::solver::SOLVERS;
use crate::strategy::{STRATEGIES, Strategy};
use crate::text::{push_line, push_puzzle_line};

/// Rows of the tables, in the order of [`extra::with`].
pub type TableRows = Vec<RowBuffer>;

/// The rows of a block, whose puzzles are numbered from 0.
pub fn rows(record: &BlockRecord, extra: Extra) -> TableRows {
    let counting = record.solves.iter().filter(|solve| solve.solver.counts_strategies()).count();
    let steps = record.puzzles.iter().map(|puzzle| puzzle.steps.len()).sum();
    let room = [record.puzzles.len(), record.solves.len(), counting, record.rejects.len(), steps];
    let tables = extra::with(extra).iter().zip(room);
    let mut tables: TableRows =
        tables.map(|(table, room)| RowBuffer::with_room(table, room)).collect();
    let [puzzles, solves, usages, rejects, steps @ ..] = &mut tables[..] else {
        unreachable!("every run has four tables");
    };
    for (id, (puzzle, attempts)) in (0..).zip(record.attempts()) {
        push_puzzle(puzzles, id, &record.set, puzzle, extra);
        if let [steps] = steps {
            steps::push(steps, id, &record.set, &puzzle.steps);
        }
        for solve in attempts {
            push_solve(solves, id, &record.set, puzzle, solve, extra);
            if solve.solver.counts_strategies() {
                push_usage(usages, id, &record.set, puzzle, solve, extra);
            }
        }
    }
    record.rejects.iter().for_each(|reject| push_reject(rejects, &record.set, reject));
    tables
}

fn push_puzzle(
    table: &mut RowBuffer,
    id: u64,
    set: &Arc<str>,
    record: &PuzzleRecord,
    extra: Extra,
) {
    let layout = record.puzzle.layout();
    let mut row = table
        .row()
        .u64(id)
        .name(set)
        .u64(record.line)
        .u8(layout.order() as u8)
        .u8(layout.box_rows() as u8)
        .u8(layout.box_columns() as u8)
        .push_text(|text| push_puzzle_line(text, &record.puzzle))
        .u16(record.puzzle.clues() as u16)
        .u8(record.count.code())
        .push_text(|text| {
            if let Some(solution) = &record.solution {
                push_line(text, solution);
            }
        })
        .f32(record.start.candidates_per_cell)
        .u16(record.start.singles);
    let rated = record.ratings;
    if extra.ser {
        row = push_ratings(row, rated.map(|rated| rated.ratings));
    }
    if extra.invariant {
        row = push_ratings(row, rated.and_then(|rated| rated.invariant));
    }
    if let Some(keys) = record.keys.filter(|_| extra.keys) {
        push_keys(row, &keys);
    }
}

/// The three keys and the number of automorphisms.
pub(super) fn push_keys<'a>(row: Row<'a>, keys: &Keys) -> Row<'a> {
    let push =
        |text: &mut Vec<u8>, key: &Key| write!(text, "{key}").expect("a vector takes any text");
    let row = [keys.puzzle, keys.core, keys.grid]
        .iter()
        .fold(row, |row, key| row.push_text(|text| key.iter().for_each(|key| push(text, key))));
    row.u64(keys.automorphisms)
}

/// The three ratings and the bound of one that was cut short.
pub(super) fn push_ratings(row: Row<'_>, ratings: Option<Ratings>) -> Row<'_> {
    let (whole, bound) = match ratings {
        Some(ratings) if ratings.whole => (Some(ratings), 0),
        ratings => (None, ratings.map_or(0, |ratings| ratings.ser)),
    };
    let ratings = whole.map_or([0; 3], |whole| [whole.ser, whole.pearl, whole.diamond]);
    ratings.into_iter().fold(row, |row, rating| row.u16(rating)).u16(bound)
}

fn push_solve(
    table: &mut RowBuffer,
    id: u64,
    set: &Arc<str>,
    puzzle: &PuzzleRecord,
    record: &SolveRecord,
    extra: Extra,
) {
    let effort = &record.effort;
    table
        .row()
        .u64(id)
        .name(set)
        .u16(puzzle.puzzle.clues() as u16)
        .code(solver_code(record, extra))
        .code(record.status.code())
        .u64(record.timing.elapsed_ns)
        .u64(record.timing.cpu_ns)
        .u32(record.timing.repeats)
        .u32(record.batch)
        .u64(effort.checks)
        .u64(effort.guesses)
        .u64(effort.backtracks)
        .u64(effort.placements)
        .u64(effort.eliminations)
        .u64(effort.conflicts)
        .u64(effort.decisions)
        .u64(effort.propagations)
        .code(strategy_code(record.usage.hardest()))
        .code(strategy_code(record.usage.hardest_in_order()))
        .bool(record.usage.used_uniqueness())
        .bool(record.solution_ok);
}

fn push_usage(
    table: &mut RowBuffer,
    id: u64,
    set: &Arc<str>,
    puzzle: &PuzzleRecord,
    record: &SolveRecord,
    extra: Extra,
) {
    let clues = puzzle.puzzle.clues() as u16;
    let row = table.row().u64(id).name(set).u16(clues).code(solver_code(record, extra));
    record.usage.counts().iter().fold(row, |row, &count| row.u16(count));
}

fn push_reject(table: &mut RowBuffer, set: &Arc<str>, record: &RejectRecord) {
    let reason = schema::reasons().iter().position(|&reason| reason == record.reason);
    table
        .row()
        .name(set)
        .u64(record.line)
        .code(reason.expect("every reason is listed") as u8)
        .text(&record.detail)
        .text(&record.text);
}

/// The place of the record's solver in the Enum of solvers.
fn solver_code(record: &SolveRecord, extra: Extra) -> u8 {
    let name = record.solver.name();
    let place = match record.solver {
        AnySolver::Own(_) => SOLVERS.iter().position(|row| row.name == name),
        AnySolver::External(_) => {
            extra.externals.iter().position(|&known| known == name).map(|at| SOLVERS.len() + at)
        }
    };
    place.expect("a run's solvers are in its tables") as u8
}

/// The place in the Enum of strategies, whose first name is empty.
fn strategy_code(strategy: Option<&Strategy>) -> u8 {
    let place = |wanted: &Strategy| STRATEGIES.iter().position(|s| s.name == wanted.name);
    strategy.and_then(place).map_or(0, |place| place as u8 + 1)
}
