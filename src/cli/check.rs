//! `check`: validity and number of solutions, line by line.

use clap::Args;

use super::stream::StreamArguments;
use crate::interrupt::Interrupt;
use crate::solver::ReferenceSolver;
use crate::source::{Block, Input};
use crate::stream::{BATCH, check::check_block};

/// Check puzzles: `line<TAB>verdict` for each, the verdict being `unique`, `multiple`,
/// `none` or `invalid: reason`
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
    /// Append set, line and the line's own text, tab-separated
    #[arg(long)]
    keep_input: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let interrupt = Interrupt::catch_signals()?;
    let keep_input = arguments.keep_input;
    arguments.stream.answer(BATCH, !keep_input, "", &interrupt, || {
        let mut reference = ReferenceSolver::default();
        let interrupt = &interrupt;
        move |input: &Input, block: Block| {
            let origin = keep_input.then_some(input.name.as_str());
            check_block(&mut reference, &block, origin, interrupt)
        }
    })
}
