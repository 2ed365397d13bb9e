//! `dedup`: puzzles without repetition up to symmetry.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use clap::Args;

use super::ending::expect_ending;
use super::exit;
use super::generate::named;
use super::log::{tell, warn};
use super::sets::{SetsArguments, row_format};
use super::stuck;
use crate::sets::{Dedup, Level, RowFormat};

/// Keep the first of puzzles that have a key in common, in the order of the input, lines and
/// columns as they are; what holds no puzzle is left out, and told
#[derive(Args)]
pub struct Arguments {
    /// Files, folders or globs; .gz and .zst too; they are read twice
    #[arg(required = true)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    sets: SetsArguments,
    /// What puzzles must have in common: exact, puzzle, core, grid; the one level
    #[arg(long, value_name = "LEVEL", default_value = "puzzle", value_parser = super::sets::level)]
    by: Level,
    /// The file to write [default: standard output]; it is CSV or Parquet if its name ends so
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
    /// How to write puzzles: lines, csv, parquet [default: as the file's name ends, or else as the inputs are]
    #[arg(long, value_parser = row_format)]
    format: Option<RowFormat>,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = named(&arguments.out);
    if arguments.format.is_none() {
        expect_ending(out, &RowFormat::ALL)?;
    }
    let inputs = arguments.sets.selection.expand(&arguments.inputs, &warn)?.inputs;
    let workspace = arguments.sets.workspace(out.and_then(|out| out.parent()));
    let (level, force, format) = (arguments.by, arguments.force, arguments.format);
    let dedup = Dedup { inputs: &inputs, level, out, force, format, workspace: &workspace };
    let interrupt = stuck::catch_signals()?;
    let (result, contents) = dedup.run(&mut io::stdout().lock(), &interrupt, &warn)?;
    if let Some(result) = result {
        tell(&result.to_string());
    }
    Ok(exit::of_contents(&contents, &interrupt))
}
