//! The tables of solvers, strategies, orders and formats as JSON, for programs.

use serde_json::{Value, json};

use crate::rate::Way;
use crate::solver::SOLVERS;
use crate::strategy::STRATEGIES;
use crate::text::FORMATS;

/// An object for each solver.
pub fn solvers() -> Vec<Value> {
    let rows = SOLVERS.iter().map(|row| {
        json!({
            "name": row.name, "title": row.title, "source": row.source, "check": row.check,
            "sizes": row.sizes.name(), "takes_marks": row.takes_marks, "in_all": row.in_all, "batches": row.batches,
        })
    });
    rows.collect()
}

/// An object for each strategy.
pub fn strategies() -> Vec<Value> {
    let rows = STRATEGIES.iter().map(|row| {
        json!({
            "name": row.name, "title": row.title, "source": row.source,
            "level": row.level.name(), "score": row.score, "uniqueness": row.uniqueness,
            "sizes": row.sizes.name(),
        })
    });
    rows.collect()
}

/// An object for each order, with its strategies and their scores.
pub fn orders() -> Vec<Value> {
    let rung = |(name, score)| json!({ "name": name, "score": score });
    let rows = Way::all().map(|way| {
        let strategies: Vec<Value> = way.rungs().into_iter().map(rung).collect();
        json!({ "name": way.name(), "source": way.source(), "strategies": strategies })
    });
    rows.collect()
}

/// An object for each format.
pub fn formats() -> Vec<Value> {
    let rows = FORMATS.iter().map(|row| {
        let (read, written) = (row.reader.is_some(), row.writer.is_some());
        json!({
            "name": row.name, "title": row.title, "read": read, "written": written,
            "example": row.example,
        })
    });
    rows.collect()
}
