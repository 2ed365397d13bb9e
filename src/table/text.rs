//! Summary frames as text for a terminal.

use comfy_table::TableComponent::{HeaderLines, MiddleHeaderIntersections};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
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
    table.load_preset(NOTHING).set_style(HeaderLines, '═');
    table.set_style(MiddleHeaderIntersections, '═');
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
    let gaps = (1..names.len()).map(|_| 2).chain([0]);
    for ((name, column), gap) in names.iter().zip(table.column_iter_mut()).zip(gaps) {
        column.set_padding((0, gap));
        if !["solver", "strategy"].contains(name) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n", table.trim_fmt())
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

#[cfg(test)]
mod tests {
    use polars::prelude::df;

    use super::*;

    #[test]
    fn a_rule_under_the_names_and_none_between_rows() {
        let frame = df!(
            "solver" => ["fast", "logic-b09"],
            "puzzles" => [503_u32, 503],
            "median_ns" => [406_u64, 13_800],
            "checks" => [707_u64, 26_235],
            "first_limit_ns" => [0_u64, 9_000],
        );
        let expected = "\
solver      puzzles      median    checks
═════════════════════════════════════════
fast            503      406 ns       707
logic-b09       503   ≥ 13.8 µs   ≥ 26235
";
        assert_eq!(to_text(&frame.unwrap()), expected);
    }
}
