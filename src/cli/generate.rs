//! `generate`: seeded puzzles.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::exit::{DONE, Usage};
use super::stream;
use crate::generate::{Generator, Promise, Recipe};
use crate::run::{pipeline, thread_pool};
use crate::text::push_line;

/// Generate 9×9 puzzles, the same for the same seed
#[derive(Args)]
pub struct Arguments {
    /// How many
    #[arg(long)]
    count: u64,
    /// The number of givens, or a range like 24..=30
    #[arg(long, value_parser = clue_range)]
    clues: RangeInclusive<usize>,
    /// The seed
    #[arg(long)]
    seed: u64,
    /// Do not look at the number of solutions (HR12's method)
    #[arg(long, conflicts_with = "unique")]
    any: bool,
    /// Exactly one solution [default]
    #[arg(long)]
    unique: bool,
    /// The file to write [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Worker threads [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
}

fn clue_range(text: &str) -> Result<RangeInclusive<usize>, Usage> {
    let (low, high) = text.split_once("..=").unwrap_or((text, text));
    let number = |text: &str| {
        let fits = text.parse().ok().filter(|clues| *clues <= 81);
        fits.ok_or_else(|| Usage(format!("`{text}` is not a number of clues, 0 to 81")))
    };
    let range = number(low)?..=number(high)?;
    if range.is_empty() {
        return Err(Usage(format!("{text} is an empty range")));
    }
    Ok(range)
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let promise = if arguments.any { Promise::Any } else { Promise::Unique };
    if promise == Promise::Unique && *arguments.clues.start() < 17 {
        return Err(Usage("no puzzle with fewer than 17 clues has one solution".into()).into());
    }
    let recipe = Recipe { clues: arguments.clues.clone(), promise, seed: arguments.seed };
    let output: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(File::create(path).with_context(|| path.display().to_string())?),
        None => Box::new(io::stdout().lock()),
    };
    let mut output = BufWriter::new(output);
    let threads = stream::threads(arguments.threads);
    let worker = || {
        let mut generator = Generator::new(recipe.clone());
        move |index| generator.puzzle(index)
    };
    let pool = thread_pool(threads)?;
    pipeline::ordered(&pool, 64 * threads, 0..arguments.count, worker, |puzzle| {
        let mut line = Vec::new();
        push_line(&mut line, puzzle?.grid());
        line.push(b'\n');
        Ok::<_, anyhow::Error>(output.write_all(&line)?)
    })?;
    output.flush()?;
    Ok(DONE)
}
