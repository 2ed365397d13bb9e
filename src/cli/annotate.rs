//! `annotate`: a table with what is known of its puzzles beside its own columns.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::config::Limits;
use super::ending::expect_ending;
use super::exit::{self, Usage};
use super::log::warn;
use super::stream::Selection;
use super::threads::Threads;
use crate::annotate::Annotate;
use crate::interrupt::Interrupt;
use crate::sets::RowFormat;
use crate::table::annotation::Added;

/// Write tables as Parquet with what is known of their puzzles beside their own columns, which stay
/// as they are; a row stays a row, and says in `reject` why it holds no puzzle
#[derive(Args)]
pub struct Arguments {
    /// Parquet, CSV or JSON-lines files with the same columns; .gz and .zst too
    #[arg(required = true)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    selection: Selection,
    /// The Parquet file to write
    #[arg(long)]
    out: PathBuf,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
    /// What is added, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "keys,solutions")]
    columns: Vec<Columns>,
    /// The ratings that are added: ser is Sudoku Explainer's, hodoku HoDoKu's level and score
    #[arg(long, value_enum, value_delimiter = ',')]
    rate: Vec<Rate>,
    /// What the names of the added columns begin with
    #[arg(long, default_value = "", hide_default_value = true)]
    prefix: String,
    /// Leave the tables' own columns out, so that nothing tells the puzzles: the rows' numbers and
    /// what is added
    #[arg(long)]
    only_keys: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Columns {
    Keys,
    Solutions,
    Solution,
    Ratings,
    #[value(name = "te_depth")]
    TeDepth,
    Strategies,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rate {
    Ser,
    Hodoku,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let has = |column| arguments.columns.contains(&column);
    let rates = |rate| arguments.rate.contains(&rate);
    if has(Columns::Ratings) && arguments.rate.is_empty() {
        return Err(Usage("which ratings? --rate ser,hodoku says so".into()).into());
    }
    if arguments.only_keys && has(Columns::Solution) {
        return Err(Usage("a solution tells the puzzle's grid: not with --only-keys".into()).into());
    }
    expect_ending(Some(&arguments.out), &[RowFormat::Parquet])?;
    let inputs = arguments.selection.expand(&arguments.inputs, &warn)?.inputs;
    let interrupt = Interrupt::catch_signals()?;
    let annotate = Annotate {
        added: Added {
            row: arguments.only_keys,
            keys: has(Columns::Keys),
            solutions: has(Columns::Solutions),
            solution: has(Columns::Solution),
            ser: rates(Rate::Ser),
            hodoku: rates(Rate::Hodoku),
            te_depth: has(Columns::TeDepth),
            strategies: has(Columns::Strategies),
        },
        prefix: &arguments.prefix,
        only_added: arguments.only_keys,
        out: &arguments.out,
        force: arguments.force,
        threads: arguments.threads.number(),
        max_checks: arguments.limits.max_checks.map_or(Some(100_000_000), |bound| bound.0),
        time_limit: arguments.limits.time_limit.0,
    };
    let contents = annotate.run(&inputs, &interrupt, &warn)?;
    Ok(exit::of_contents(&contents, &interrupt))
}
