//! `rate`: how hard puzzles are, line by line.

use clap::Args;

use super::config::Limits;
use super::exit::Usage;
use super::explain::order_by_name;
use super::stream::StreamArguments;
use super::stuck;
use crate::rate::Way;
use crate::source::{Block, Input};
use crate::stream::FEW;
use crate::stream::rate::RateConfig;

/// Rate puzzles: T&E depth, level, score, hardest strategy and number of steps, in a
/// tab-separated table with a header
///
/// `status` is `ok`; `stalled` where the strategies do not solve the puzzle, and its score is that
/// of the steps found; `multiple` or `none` where it has not exactly one solution, and is not
/// rated; or `invalid: reason` where the line holds no puzzle. A `-` stands where there is nothing
/// to say. Beyond 9×9 few strategies search: see `list strategies`. `te_depth` (T&E: trial and error) is known for 9×9: 0 if singles solve the puzzle, k if
/// assumptions have to be tried that are nested k deep. `level` is of HoDoKu's kind in every order: the
/// hardest step's level, raised if the score is high; with `--order hodoku` it is HoDoKu's own for
/// 9×9. For other sizes, what counts as high grows with the number of cells. `hardest` is the strategy used that has
/// the highest level, then score (with `--order se`, the highest score); `hardest_in_order` the
/// one that comes last in the order in which they are tried, so that the puzzle needs it or one
/// after it. `steps` counts all steps, easy to extreme those of each level; `uniqueness` says
/// whether one presumed that there is only one solution.
///
/// `--order ser` gives Sudoku Explainer's own rating of 9×9 puzzles, in tenths: `ser` (ER) is
/// that of the hardest step, `ser_pearl` (EP) of the hardest up to the first that places a digit,
/// `ser_diamond` (ED) of the first step. Where a limit cuts a rating short, the status is `limit`,
/// and `>=` stands before what can only grow.
#[derive(Args)]
pub struct Arguments {
    /// The strategies of this order, tried in this order; `se` takes the highest score, in tenths
    /// of Sudoku Explainer's scale, near its rating but not equal; `hodoku` and `ser` are the
    /// paths and ratings of HoDoKu and Sudoku Explainer themselves
    /// [default: our strategies in HoDoKu's order, then ladder where they find nothing more]
    #[arg(long, value_parser = order_by_name)]
    order: Option<Way>,
    /// Rate the canonical form, too; in columns `ser_invariant…`
    #[arg(long, requires = "order")]
    invariant: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    stream: StreamArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let asked = arguments.stream.look()?;
    let interrupt = stuck::catch_signals()?;
    let config = RateConfig {
        order: arguments.order,
        invariant: arguments.invariant,
        max_checks: arguments.limits.max_checks.and_then(|bound| bound.0),
        time_limit: arguments.limits.time_limit.0,
    };
    if config.invariant && !matches!(config.order, Some(Way::Ser)) {
        return Err(Usage("only `--order ser` has a rating of the canonical form".into()).into());
    }
    asked.answer(FEW, false, &config.header(), &interrupt, || {
        let (mut rater, interrupt) = (config.rater(), &interrupt);
        move |input: &Input, block: Block| {
            config.rate_block(&mut rater, &input.name, &block, interrupt)
        }
    })
}
