//! `rate`: how hard puzzles are, as a table.

use std::io::{self, Write as _};

use crate::interrupt::Interrupt;
use crate::rate::{Rater, Rating};
use crate::source::Block;
use crate::text::push_line;

/// The columns, tab-separated.
pub const HEADER: &str = "puzzle\tsolved\tte_depth\tlevel\tscore\thardest\t\
                          hardest_in_order\tsteps\teasy\tmedium\thard\tunfair\textreme\t\
                          uniqueness\n";

/// A row for each puzzle of a block, `# line N: reason` for what is none. When interrupted,
/// only the first of them.
pub fn rate_block(rater: &mut Rater, block: &Block, interrupt: &Interrupt) -> Vec<u8> {
    let mut text = Vec::new();
    for line in block.puzzles() {
        match line.puzzle {
            Ok(puzzle) => {
                let Some(rating) = rater.rate(&puzzle, &|| interrupt.is_set()) else { break };
                push_line(&mut text, puzzle.grid());
                push_rating(&mut text, &rating)
            }
            Err(kind) => writeln!(text, "# line {}: {kind}", line.number),
        }
        .expect("a vector takes any text");
    }
    text
}

fn push_rating(text: &mut Vec<u8>, rating: &Rating) -> io::Result<()> {
    let depth = rating.te_depth.map_or("-".into(), |depth| depth.to_string());
    let level = if rating.solved { rating.level.name() } else { "-" };
    let [hardest, last] = [rating.hardest(), rating.usage.hardest_in_order()]
        .map(|strategy| strategy.map_or("-", |strategy| strategy.name));
    let steps: u32 = rating.steps.iter().sum();
    write!(text, "\t{}\t{depth}\t{level}\t{}\t{hardest}\t{last}", rating.solved, rating.score)?;
    write!(text, "\t{steps}")?;
    rating.steps.iter().try_for_each(|steps| write!(text, "\t{steps}"))?;
    writeln!(text, "\t{}", rating.used_uniqueness())
}
