//! The data card: a README for a run's folder, made from the schema.

use std::fmt::Write as _;

use super::schema::{self, Column, Kind};

/// The card of a run, in Markdown.
pub fn data_card(title: &str, facts: &[(&str, String)]) -> String {
    let mut card = format!("# {title}\n\nMade by sudoku-lab; `manifest.json` has the details.\n\n");
    let mut line = |text: String| writeln!(card, "{text}").expect("a string takes any text");
    line("| | |\n|---|---|".into());
    for (name, value) in facts {
        line(format!("| {name} | {} |", cell(value)));
    }
    line(
        "\nThe first four tables are folders of Parquet files; read a folder as one table:\n"
            .into(),
    );
    line(
        "```python\nimport polars as pl\nsolves = pl.read_parquet(\"solves/*.parquet\")\n```"
            .into(),
    );
    let tables = schema::all().iter().map(|table| (table, table.name.to_owned()));
    let files = |name| format!("summary/{name}.parquet` and `summary/{name}.csv");
    let summaries = schema::summaries().iter().map(|table| (table, files(table.name)));
    for (table, name) in tables.chain(summaries) {
        line(format!("\n## `{name}`: one row is {}\n", table.row));
        line("| column | type | unit | meaning |\n|---|---|---|---|".into());
        for column in &table.columns {
            let (kind, unit) = (type_name(column), column.unit);
            line(format!("| `{}` | {kind} | {unit} | {} |", column.name, cell(&column.meaning)));
        }
    }
    let timed = schema::all().iter().flat_map(|table| &table.columns).filter(|c| c.timed);
    let timed: Vec<String> = timed.map(|column| format!("`{}`", column.name)).collect();
    line(format!(
        "\nTwo runs of the same input, configuration and seed differ in nothing but {}; with a \
         time limit, also in what became of puzzles that come near it.",
        timed.join(", ")
    ));
    card
}

/// Text that cannot break out of a table cell, or into markup.
fn cell(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|").replace('\n', " ")
}

fn type_name(column: &Column) -> &'static str {
    match column.kind {
        Kind::U8 => "u8",
        Kind::U16 => "u16",
        Kind::U32 => "u32",
        Kind::U64 => "u64",
        Kind::F32 => "f32",
        Kind::Bool => "bool",
        Kind::Text | Kind::Name => "text",
        Kind::Enum(_) => "enum",
    }
}
