//! `rate`: how hard puzzles are, line by line.

use std::io::{self, Write as _};

use clap::Args;

use super::explain::order_by_name;
use super::stream::StreamArguments;
use crate::interrupt::Interrupt;
use crate::rate::Rater;
use crate::source::{Block, Input};
use crate::strategy::Order;
use crate::stream::FEW;
use crate::stream::rate::{HEADER, rate_block};

/// Rate puzzles: T&E depth, level, score, hardest strategy and number of steps, in a table
/// with a header
///
/// A line that holds no puzzle is a row of the status `invalid: reason`. Puzzles without exactly
/// one solution are not rated: `solved` is false, and there is a `-` where there is nothing to
/// say. The T&E depth is that of 9×9 puzzles: 0 if singles solve it,
/// k if trials nested k deep are needed. The level is HoDoKu's in every order: that of the
/// hardest step, or a higher one that the score asks for; easy to extreme count the steps of
/// each level.
#[derive(Args)]
pub struct Arguments {
    /// The strategies of this order, tried in this order; `hodoku` adds their scores up, `se`
    /// takes the highest, in tenths of Sudoku Explainer's scale, near its rating but not equal
    /// [default: hodoku, and the ladder where it stalls]
    #[arg(long, value_parser = order_by_name)]
    order: Option<&'static Order>,
    #[command(flatten)]
    stream: StreamArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let interrupt = Interrupt::catch_signals()?;
    io::stdout().write_all(HEADER.as_bytes())?;
    arguments.stream.answer(FEW, false, &interrupt, || {
        let mut rater = arguments.order.map_or_else(Rater::default, Rater::new);
        let interrupt = &interrupt;
        move |input: &Input, block: Block| rate_block(&mut rater, &input.name, &block, interrupt)
    })
}
