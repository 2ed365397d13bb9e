//! Explanations as JSON, one object per puzzle.
//!
//! The schema is documented in `docs/EXPLAIN.md`. [`VERSION`] grows when a field is
//! removed or changes its meaning; fields may be added without that, so readers
//! ignore what they do not know.

use serde_json::{Value, json};

use super::{Application, Ending, Explanation, Paint};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::strategy::{Deduction, Mark, Role, STRATEGIES, Step};
use crate::text::{ParseErrorKind, puzzle_line, to_line};
use crate::version;

/// The name of the schema.
pub const SCHEMA: &str = "sudoku-lab.explain";
/// The version of the schema.
pub const VERSION: u32 = 1;

/// The explanation of the puzzle in this line of a set, in one line without its end.
pub fn write(explanation: &Explanation, set: &str, line: u64) -> String {
    document(set, line, body(explanation))
}

/// What stands in place of an explanation for a line that is no puzzle.
pub fn write_rejected(kind: &ParseErrorKind, set: &str, line: u64) -> String {
    let rejected = json!({ "reason": kind.reason(), "detail": kind.to_string() });
    document(set, line, json!({ "rejected": rejected }))
}

/// The fields of every object, and then those of `body`.
pub(super) fn document(set: &str, line: u64, body: Value) -> String {
    let document = json!({
        "schema": SCHEMA, "version": VERSION, "tool": version::VERSION, "set": set, "line": line,
    });
    followed(document, body).to_string()
}

/// The fields of an object, and then those of another.
pub(super) fn followed(mut first: Value, mut then: Value) -> Value {
    if let (Value::Object(first), Value::Object(then)) = (&mut first, &mut then) {
        first.append(then);
    }
    first
}

fn body(explanation: &Explanation) -> Value {
    let layout = explanation.puzzle.layout();
    let names = |places: &[usize]| -> Vec<&str> {
        places.iter().map(|&place| STRATEGIES[place].name).collect()
    };
    let usage = explanation.usage();
    let used = usage.iter().map(|(row, steps)| json!({ "strategy": row.name, "steps": steps }));
    let mut grid = explanation.start.clone();
    let steps = (1..).zip(&explanation.steps).map(|(number, application)| {
        let body = step(number, application, &grid);
        application.step.apply(&mut grid);
        body
    });
    let steps: Vec<Value> = steps.collect();
    json!({
        "size": layout.order(),
        "box_rows": layout.box_rows(),
        "box_columns": layout.box_columns(),
        "puzzle": puzzle_line(&explanation.puzzle),
        "clues": explanation.puzzle.clues(),
        "solutions": explanation.solutions,
        "solution": explanation.solution.as_ref().map(to_line),
        "strategies": names(&explanation.strategies),
        "withheld": names(&explanation.withheld),
        "of_other_sizes": names(&explanation.of_other_sizes),
        "ending": explanation.ending.map(ending_name),
        "used": used.collect::<Vec<_>>(),
        "used_uniqueness": usage.iter().any(|(strategy, _)| strategy.uniqueness),
        "steps": steps,
        "last": state(&grid),
    })
}

/// What an ending is called.
pub fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Solved => "solved",
        Ending::Stalled => "stalled",
        Ending::Contradiction => "contradiction",
    }
}

/// A step with this number, found on the grid before.
pub fn step(number: usize, application: &Application, before: &CandidateGrid) -> Value {
    let row = application.row();
    let head = json!({
        "number": number,
        "strategy": row.name,
        "title": row.title,
        "level": row.level.name(),
        "score": row.score,
        "reason": application.reason,
    });
    step_body(head, &application.step, before)
}

/// A step's own fields, and then what was seen and what follows, on the grid before.
pub(super) fn step_body(head: Value, step: &Step, before: &CandidateGrid) -> Value {
    let pattern = &step.pattern;
    let (mut placements, mut eliminations) = (Vec::new(), Vec::new());
    for deduction in &step.deductions {
        match *deduction {
            Deduction::Place(cell, digit) => placements.push(candidate(cell, digit)),
            Deduction::Eliminate(cell, digit) => eliminations.push(candidate(cell, digit)),
        }
    }
    let body = json!({
        "conclusion": step.conclusion(),
        "pattern": {
            "digits": pattern.digits.map(Digit::value).collect::<Vec<_>>(),
            "cells": pattern.cells.iter().map(Cell::to_string).collect::<Vec<_>>(),
            "houses": pattern.houses.iter().map(|house| house.to_string()).collect::<Vec<_>>(),
            "marks": pattern.marks.iter().map(mark).collect::<Vec<_>>(),
        },
        "placements": placements,
        "eliminations": eliminations,
        "before": state(before),
    });
    followed(head, body)
}

fn mark(mark: &Mark) -> Value {
    let paint = Paint::Part(mark.role);
    let mut value = candidate(mark.cell, mark.digit);
    value["role"] = paint.name().into();
    if let Some(number) = paint.number() {
        value["number"] = number.into();
    }
    if let Role::Colour(_, side) = mark.role {
        value["side"] = side.into();
    }
    value
}

/// A candidate: its cell's name and its digit's value.
pub fn candidate(cell: Cell, digit: Digit) -> Value {
    json!({ "cell": cell.to_string(), "digit": digit.value() })
}

/// A grid: what is filled in, and the candidates of each cell as a string of symbols.
pub fn state(grid: &CandidateGrid) -> Value {
    let symbols = |&cell: &Cell| grid.candidates(cell).map(Digit::symbol).collect();
    let candidates: Vec<String> = grid.layout().cells().iter().map(symbols).collect();
    json!({ "values": to_line(grid.grid()), "candidates": candidates })
}
