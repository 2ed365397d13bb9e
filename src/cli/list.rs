//! `list`: the tables of solvers, strategies, orders and formats.

use std::io::{self, Write as _};

use clap::{Args, ValueEnum};

use super::exit::DONE;
use crate::catalogue;
use crate::cnf::{ENCODINGS, Encoding};
use crate::rate::Way;
use crate::solver::{SOLVERS, SOURCES, SolverRow};
use crate::strategy::{STRATEGIES, Strategy};
use crate::text::{FORMATS, Format};

/// List solvers, strategies, orders of strategies, or formats
#[derive(Args)]
#[command(after_help = SOURCES)]
pub struct Arguments {
    what: What,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Solvers,
    Strategies,
    Orders,
    Formats,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let text = match (arguments.json, arguments.what) {
        (true, what) => {
            let rows = match what {
                What::Solvers => catalogue::solvers(),
                What::Strategies => catalogue::strategies(),
                What::Orders => catalogue::orders(),
                What::Formats => catalogue::formats(),
            };
            serde_json::to_string_pretty(&rows)? + "\n"
        }
        (false, What::Solvers) => solvers(),
        (false, What::Strategies) => strategies(),
        (false, What::Orders) => Way::all().map(order).collect(),
        (false, What::Formats) => formats(),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(DONE)
}

fn solvers() -> String {
    let width = SOLVERS.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let line = |row: &SolverRow| {
        let mark = if row.in_all { '*' } else { ' ' };
        let (name, title, source) = (row.name, row.title, row.source);
        let (sizes, check, indent) = (row.kinds(), row.check, width + 3);
        format!(
            "{mark} {name:<width$} {title} ({source})\n{:indent$}sizes: {sizes}; one check: {check}\n",
            ""
        )
    };
    SOLVERS.iter().map(line).collect::<String>() + "\n* is run by `--solvers all`\n\n" + SOURCES
}

fn strategies() -> String {
    let width =
        |of: fn(&Strategy) -> &str| STRATEGIES.iter().map(|row| of(row).len()).max().unwrap_or(0);
    let (names, titles) = (width(|row| row.name), width(|row| row.title));
    let line = |row: &Strategy| {
        let (name, title, level, score) = (row.name, row.title, row.level.name(), row.score);
        let sizes = row.sizes.name();
        format!("{name:<names$} {title:<titles$} {level:<7} {score:>5} {sizes}\n")
    };
    STRATEGIES.iter().map(line).collect::<String>() + "\nThe last column: the sizes it searches\n"
}

fn order(way: Way) -> String {
    let (name, rungs) = (way.name(), way.rungs());
    let [from, to] = [rungs.first(), rungs.last()].map(|rung| rung.map_or("", |rung| rung.0));
    format!("{name:<8} {:>3} strategies, {from} to {to} ({})\n", rungs.len(), way.source())
}

fn formats() -> String {
    let line = |row: &Format| {
        let read = if row.reader.is_some() { "in" } else { "" };
        let written = if row.writer.is_some() { "out" } else { "" };
        let example = row.example.replace('\n', &format!("\n{:21}", ""));
        format!("{:<13} {read:<2} {written:<3} {}\n{:21}{example}\n", row.name, row.title, "")
    };
    let encoding = |row: &Encoding| format!("{:<13} {}\n", row.name, row.title);
    let formats: String = FORMATS.iter().map(line).collect();
    formats + "\nEncodings of dimacs:\n" + &ENCODINGS.iter().map(encoding).collect::<String>()
}
