//! `split`: puzzles in parts that share no key.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::exit::{self, Usage};
use super::log::{tell, warn};
use super::sets::{SetsArguments, row_format};
use crate::interrupt::Interrupt;
use crate::sets::{Level, RowFormat, Split};

/// Cut puzzles into parts, train and test, that have no key in common; lines and columns as they
/// are; what holds no puzzle is left out, and told
#[derive(Args)]
pub struct Arguments {
    /// Files, folders or globs; .gz and .zst too; they are read twice
    #[arg(required = true)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    sets: SetsArguments,
    /// What puzzles must have in common: exact, puzzle, core, grid; the one level
    #[arg(long, value_name = "LEVEL", value_parser = super::sets::level)]
    by: Level,
    /// The share of the part `train`
    #[arg(long, value_name = "SHARE", default_value_t = 0.9)]
    train: f64,
    /// The share of a part `validation`; the rest is `test`
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    validation: f64,
    /// Let each part have its share of the puzzles of each value of this column, or of `clues`,
    /// the number of givens
    #[arg(long, value_name = "COLUMN")]
    stratify: Option<String>,
    /// The seed of the parts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder to write to
    #[arg(long)]
    out: PathBuf,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
    /// How to write puzzles: lines, csv, parquet [default: as the inputs are]
    #[arg(long, value_parser = row_format)]
    format: Option<RowFormat>,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let shares = [arguments.train, arguments.validation];
    Split::check_shares(shares).map_err(|why| Usage(why.into()))?;
    let inputs = arguments.sets.selection.expand(&arguments.inputs, &warn)?.inputs;
    let (level, seed, force, out) =
        (arguments.by, arguments.seed, arguments.force, arguments.out.as_path());
    let (stratify, format) = (arguments.stratify.as_deref(), arguments.format);
    let workspace = &arguments.sets.workspace(Some(out));
    let split =
        Split { inputs: &inputs, level, shares, stratify, seed, out, force, format, workspace };
    let interrupt = Interrupt::catch_signals()?;
    let (parts, contents) = split.run(&interrupt, &warn)?;
    if let Some(parts) = parts {
        parts.to_lines().for_each(|line| tell(&line));
    }
    Ok(exit::of_contents(&contents, &interrupt))
}
