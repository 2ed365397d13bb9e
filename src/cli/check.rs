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
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let interrupt = Interrupt::catch_signals()?;
    arguments.stream.answer(BATCH, &interrupt, || {
        let mut reference = ReferenceSolver::default();
        let interrupt = &interrupt;
        move |_: &Input, block: Block| check_block(&mut reference, &block, interrupt)
    })
}
