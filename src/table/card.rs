//! The data card: a README for a run's folder, made from the schema.

use std::fmt::Write as _;

use super::extra::{self, Extra};
use super::schema::{self, Column, Kind};
use crate::readable::printable;

/// What every card says below its title.
const MADE: &str = "Made by sudoku-lab; `manifest.json` has the details.";

/// Whether a text is a card of a run.
pub fn is_data_card(text: &str) -> bool {
    text.lines().nth(2) == Some(MADE)
}

/// The card of a run, in Markdown. Title and facts are Markdown; see [`literal`].
pub fn data_card(title: &str, facts: &[(&str, String)], extra: Extra) -> String {
    let mut card = format!("# {title}\n\n{MADE}\n\n");
    let mut line = |text: String| writeln!(card, "{text}").expect("a string takes any text");
    line("| | |\n|---|---|".into());
    for (name, value) in facts {
        line(format!("| {name} | {value} |"));
    }
    line(
        "\nThe tables are folders of Parquet files, the summaries files; read a folder as one \
         table:\n"
            .into(),
    );
    line(
        "```python\nimport polars as pl\nsolves = pl.read_parquet(\"solves/*.parquet\")\n```"
            .into(),
    );
    let tables = extra::with(extra).iter().map(|table| (table, table.name.to_owned()));
    let files = |name| format!("summary/{name}.parquet` and `summary/{name}.csv");
    let summaries = extra::summaries(extra.externals).map(|table| (table, files(table.name)));
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
    let externals = match extra.externals {
        [] => "",
        _ => " External solvers have their timeouts, too, and answer as their programs do.",
    };
    line(format!(
        "\nTwo runs of the same input, configuration and seed differ in nothing but {}; with a \
         time limit, also in what became of puzzles that come near it, and in `batch`.{externals}",
        timed.join(", ")
    ));
    card
}

/// Text from outside as Markdown in which it is only text: in a code span nothing is markup or
/// a link, and what would end the span or a table's cell is escaped.
pub fn literal(text: &str) -> String {
    let text = printable(text, &[]).replace('`', "\\x60").replace('|', "\\x7c");
    if text.trim().is_empty() { text } else { format!("`{text}`") }
}

/// Text that cannot break out of a table cell, or into markup; in code, everything stands as it is.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('\n', " ");
    let parts = text.split('`').enumerate().map(|(place, part)| match place % 2 {
        0 => part.replace('&', "&amp;").replace('<', "&lt;"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stands_in_cells_as_it_is() {
        assert_eq!(cell("a < b | `R1C1<>4`\n&"), "a &lt; b \\| `R1C1<>4` &amp;");
    }

    #[test]
    fn what_comes_from_outside_is_no_markup() {
        let names = ["a`b|c", "[x](http://x.org)", "<img src=x>", "\u{1b}[2J\n# x", ""];
        let shown = names.map(literal);
        let expected =
            ["`a\\x60b\\x7cc`", "`[x](http://x.org)`", "`<img src=x>`", "`\\x1b[2J\\x0a# x`", ""];
        assert_eq!(shown, expected);
    }
}
