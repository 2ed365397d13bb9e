//! Summary frames as text for a terminal.

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, Table, TableComponent};
use polars::prelude::{AnyValue, DataFrame};

/// A column that is not shown, but tells which others are lower bounds.
const FIRST_LIMIT: &str = "first_limit_ns";

/// A frame as text: times in ns as readable durations, zero counts left out, and a `≥`
/// before what a limit makes a lower bound.
pub fn to_text(frame: &DataFrame) -> String {
    let shown = |name: &str| {
        let column = frame.column(name).ok();
        column.is_some_and(|c| {
            (0..c.len()).any(|row| c.get(row).is_ok_and(|v| !show(name, &v).is_empty()))
        })
    };
    let names: Vec<&str> = frame.columns().iter().map(|column| column.name().as_str()).collect();
    let is_shown = |name: &&str| *name != FIRST_LIMIT && shown(name);
    let names: Vec<&str> = names.into_iter().filter(is_shown).collect();
    let mut table = Table::new();
    table.load_preset(UTF8_HORIZONTAL_ONLY);
    table.remove_style(TableComponent::HorizontalLines);
    table.set_header(names.iter().map(|name| name.trim_end_matches("_ns")));
    for row in 0..frame.height() {
        let value = |name: &&str| {
            let column = frame.column(name).ok()?;
            let value = column.get(row).ok()?;
            let mark = if is_bound(frame, row, name) { "≥ " } else { "" };
            Some(format!("{mark}{}", show(name, &value)))
        };
        table.add_row(names.iter().map(|name| value(name).unwrap_or_default()));
    }
    for (place, name) in names.iter().enumerate() {
        if !["solver", "strategy"].contains(name)
            && let Some(column) = table.column_mut(place)
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{table}\n")
}

/// Whether a limit hides part of a value.
fn is_bound(frame: &DataFrame, row: usize, name: &str) -> bool {
    let number = |name: &str| match frame.column(name).and_then(|column| column.get(row)) {
        Ok(AnyValue::UInt64(number)) => number,
        _ => 0,
    };
    let first_limit = number(FIRST_LIMIT);
    match name {
        "median_ns" | "p95_ns" => first_limit > 0 && number(name) >= first_limit,
        "total_ns" | "checks" => first_limit > 0,
        _ => false,
    }
}

fn show(name: &str, value: &AnyValue<'_>) -> String {
    match value {
        AnyValue::UInt64(0) => String::new(),
        AnyValue::UInt64(ns) if name.ends_with("_ns") => duration(*ns),
        AnyValue::Float32(share) => format!("{:.1} %", 100.0 * share),
        other => other.str_value().into_owned(),
    }
}

/// Nanoseconds with three digits and a unit.
fn duration(ns: u64) -> String {
    let ns = ns as f64;
    match ns {
        ..1e3 => format!("{ns:.0} ns"),
        ..1e6 => format!("{:.1} µs", ns / 1e3),
        ..1e9 => format!("{:.1} ms", ns / 1e6),
        _ => format!("{:.2} s", ns / 1e9),
    }
}
