//! `list`: the tables of solvers, strategies and formats.

use clap::{Args, ValueEnum};
use serde_json::json;

use super::exit::DONE;
use crate::cnf::ENCODINGS;
use crate::solver::{SOLVERS, Sizes};
use crate::strategy::STRATEGIES;
use crate::text::FORMATS;

/// List solvers, strategies or formats
#[derive(Args)]
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
    Formats,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    if arguments.json {
        let rows: Vec<_> = match arguments.what {
            What::Solvers => SOLVERS.iter().map(|row| json!({
                "name": row.name, "title": row.title, "source": row.source, "check": row.check,
                "sizes": sizes(row.sizes), "in_all": row.in_all, "batches": row.batches,
            })).collect(),
            What::Strategies => STRATEGIES.iter().map(|row| json!({
                "name": row.name, "title": row.title, "source": row.source,
                "level": format!("{:?}", row.level), "score": row.score,
                "uniqueness": row.uniqueness,
            })).collect(),
            What::Formats => FORMATS.iter().map(|row| json!({
                "name": row.name, "title": row.title,
                "read": row.reader.is_some(), "written": row.writer.is_some(),
            })).collect(),
        };
        println!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(DONE);
    }
    match arguments.what {
        What::Solvers => SOLVERS.iter().for_each(|row| {
            let mark = if row.in_all { '*' } else { ' ' };
            println!("{mark} {:<20} {} ({})", row.name, row.title, row.source);
            println!("{:23}sizes: {}; one check: {}", "", sizes(row.sizes), row.check);
        }),
        What::Strategies => STRATEGIES.iter().for_each(|row| {
            println!("{:<26} {:<29} {:?} {}", row.name, row.title, row.level, row.score);
        }),
        What::Formats => {
            FORMATS.iter().for_each(|row| {
                let read = if row.reader.is_some() { "in" } else { "" };
                let written = if row.writer.is_some() { "out" } else { "" };
                println!("{:<13} {read:<2} {written:<3} {}", row.name, row.title);
            });
            let encodings = ENCODINGS.iter().map(|row| (row.name, row.title));
            println!("\nEncodings of dimacs:");
            encodings.for_each(|(name, title)| println!("{name:<13} {title}"));
        }
    }
    Ok(DONE)
}

fn sizes(sizes: Sizes) -> &'static str {
    match sizes {
        Sizes::All => "all",
        Sizes::Nine => "9×9",
    }
}
