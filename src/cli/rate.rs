//! `rate`: how hard puzzles are, line by line.

use std::io::Write as _;

use clap::Args;

use super::explain::order_by_name;
use super::stream::{self, StreamArguments};
use crate::rate::{Rater, Rating};
use crate::source::{Block, Input};
use crate::strategy::Order;
use crate::text::push_line;

/// The columns, tab-separated.
const HEADER: &str = "puzzle\tsolved\tte_depth\tlevel\tscore\thardest\tsteps\t\
                      easy\tmedium\thard\tunfair\textreme\tuniqueness";

/// Rate puzzles: T&E depth, level, score, hardest strategy and number of steps, in a table
/// with a header
///
/// Puzzles without exactly one solution are not rated: `solved` is false, and there is a `-`
/// where there is nothing to say. The T&E depth is that of 9×9 puzzles: 0 if singles solve it,
/// k if trials nested k deep are needed. The level is HoDoKu's in every order: that of the
/// hardest step, or a higher one that the score asks for; easy to extreme count the steps of
/// each level.
#[derive(Args)]
pub struct Arguments {
    /// Rate with the strategies and scores of this order alone: `hodoku` adds scores up; `se`
    /// takes the highest, in tenths of Sudoku Explainer's scale, near its rating but not equal
    /// [default: hodoku, and the ladder where it stalls]
    #[arg(long, value_parser = order_by_name)]
    order: Option<&'static Order>,
    #[command(flatten)]
    stream: StreamArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    writeln!(std::io::stdout(), "{HEADER}")?;
    stream::for_each_block(&arguments.stream, stream::FEW, || {
        let mut rater = arguments.order.map_or_else(Rater::default, Rater::new);
        move |_: &Input, block| rate_block(&mut rater, &block)
    })
}

fn rate_block(rater: &mut Rater, block: &Block) -> Vec<u8> {
    let mut text = Vec::new();
    for line in block.puzzles() {
        match line.puzzle {
            Ok(puzzle) => {
                push_line(&mut text, puzzle.grid());
                push_rating(&mut text, &rater.rate(&puzzle))
            }
            Err(kind) => writeln!(text, "# line {}: {kind}", line.number),
        }
        .expect("a vector takes any text");
    }
    text
}

fn push_rating(text: &mut Vec<u8>, rating: &Rating) -> std::io::Result<()> {
    let depth = rating.te_depth.map_or("-".into(), |depth| depth.to_string());
    let level = if rating.solved { rating.level.name() } else { "-" };
    let hardest = rating.hardest().map_or("-", |strategy| strategy.name);
    let steps: u32 = rating.steps.iter().sum();
    write!(text, "\t{}\t{depth}\t{level}\t{}\t{hardest}", rating.solved, rating.score)?;
    write!(text, "\t{steps}")?;
    rating.steps.iter().try_for_each(|steps| write!(text, "\t{steps}"))?;
    writeln!(text, "\t{}", rating.used_uniqueness())
}
