//! `augment`: images of puzzles under random symmetries.

use clap::Args;

use super::stream::StreamArguments;
use super::stuck;
use crate::source::{Block, Input};
use crate::stream::{BATCH, augment::Augment};

/// Make images of puzzles under symmetries drawn evenly from all: digits relabelled, bands,
/// stacks, rows and columns permuted, transposed or not; the same for the same seed and line
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
    /// Images of each puzzle, up to 100000; for more, take several seeds
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
    /// The seed of the symmetries
    #[arg(long)]
    seed: u64,
    /// Append each image's symmetry, tab-separated: n or t (transposed), the rows, the columns and
    /// the digits
    #[arg(long)]
    transformation: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let asked = arguments.stream.look()?;
    let interrupt = stuck::catch_signals()?;
    let &Arguments { count, seed, transformation, .. } = arguments;
    let augment = Augment { count, seed, transformation };
    let lines = (BATCH / usize::try_from(count).unwrap_or(BATCH).min(BATCH)).max(1);
    asked.answer(lines, true, "", &interrupt, || {
        |_: &Input, block: Block| augment.block(&block, &interrupt)
    })
}
