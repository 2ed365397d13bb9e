//! `rate`: how hard puzzles are, as a table.

use std::io::{self, Write as _};

use crate::interrupt::Interrupt;
use crate::pipeline::record::Status;
use crate::rate::{Exact, ExactRater, Rater, Rating, Way};
use crate::ser::{PRODUCERS, Ratings};
use crate::solver::Verdict;
use crate::source::Block;
use crate::text::escape;

/// The columns, tab-separated.
const HEADER: &str = "puzzle\tsolved\tte_depth\tlevel\tscore\thardest\tsteps\t\
                          easy\tmedium\thard\tunfair\textreme\tuniqueness\t\
                          hardest_in_order\tset\tline\tstatus\n";

/// The columns of the exact rating, tab-separated.
const EXACT_HEADER: &str =
    "puzzle\tser\tser_pearl\tser_diamond\thardest\tsteps\tset\tline\tstatus\n";

/// Characters of a line without a puzzle that are shown.
const SHOWN: usize = 200;

/// The header of the table of an order, or of the default.
pub fn header(order: Option<Way>) -> &'static str {
    if matches!(order, Some(Way::Ser)) { EXACT_HEADER } else { HEADER }
}

/// Rates in any order.
pub enum AnyRater {
    /// By strategies.
    Strategies(Box<Rater>),
    /// By Sudoku Explainer's producers.
    Exact(Box<ExactRater>),
}

impl AnyRater {
    /// A rater of an order, or of the default.
    pub fn new(order: Option<Way>) -> AnyRater {
        match order {
            None => AnyRater::Strategies(Box::default()),
            Some(Way::Strategies(order)) => AnyRater::Strategies(Box::new(Rater::new(order))),
            Some(Way::Ser) => AnyRater::Exact(Box::default()),
        }
    }

    /// A row for each puzzle of a block, as it stands there, and for what is none, of the status
    /// `invalid: reason`. When interrupted, only the first of them.
    pub fn rate_block(&mut self, set: &str, block: &Block, interrupt: &Interrupt) -> Vec<u8> {
        match self {
            AnyRater::Strategies(rater) => rate_block(rater, set, block, interrupt),
            AnyRater::Exact(rater) => rate_block_exactly(rater, set, block, interrupt),
        }
    }
}

/// The rows of a block by strategies.
fn rate_block(rater: &mut Rater, set: &str, block: &Block, interrupt: &Interrupt) -> Vec<u8> {
    let mut text = Vec::new();
    for line in block.puzzles() {
        let number = line.number;
        match line.puzzle {
            Ok(puzzle) => {
                let Some(rating) = rater.rate(&puzzle, &|| interrupt.is_set()) else { break };
                text.extend(block.field(line.text));
                match rating.verdict {
                    Verdict::Multiple | Verdict::None => text.extend(nothing().into_bytes()),
                    _ => push_rating(&mut text, &rating).expect("a vector takes any text"),
                }
                writeln!(text, "\t{set}\t{number}\t{}", status(&rating))
            }
            Err(kind) => {
                let cells = escape(block.field(line.text), SHOWN);
                writeln!(text, "{cells}{}\t{set}\t{number}\tinvalid: {kind}", nothing())
            }
        }
        .expect("a vector takes any text");
    }
    text
}

/// The columns from `solved` to `hardest_in_order` of what is not rated.
fn nothing() -> String {
    format!("\tfalse{}", "\t-".repeat(HEADER.split('\t').count() - 5))
}

/// The same with Sudoku Explainer's rating.
fn rate_block_exactly(
    rater: &mut ExactRater,
    set: &str,
    block: &Block,
    interrupt: &Interrupt,
) -> Vec<u8> {
    let mut text = Vec::new();
    let nothing = "-\t-\t-\t-\t-";
    for line in block.puzzles() {
        let (ratings, status) = match &line.puzzle {
            Ok(puzzle) => {
                let exact = rater.rate(puzzle, u64::MAX, &|| interrupt.is_set());
                if interrupt.is_set() {
                    break;
                }
                match exact {
                    Exact::Rated(ratings) if ratings.whole => {
                        (exact_columns(&ratings), "ok".into())
                    }
                    Exact::Rated(ratings) => {
                        let limit = Status::Verdict(Verdict::Limit).name();
                        (exact_columns(&ratings), limit.into())
                    }
                    Exact::Unrated(verdict) => {
                        (nothing.into(), Status::Verdict(verdict).name().into())
                    }
                    Exact::OtherSize => (nothing.into(), Status::Unsupported.name().into()),
                }
            }
            Err(kind) => (nothing.into(), format!("invalid: {kind}")),
        };
        match line.puzzle {
            Ok(_) => text.extend(block.field(line.text)),
            Err(_) => text.extend(escape(block.field(line.text), SHOWN).into_bytes()),
        }
        writeln!(text, "\t{ratings}\t{set}\t{}\t{status}", line.number)
            .expect("a vector takes any text");
    }
    text
}

fn exact_columns(ratings: &Ratings) -> String {
    let bound = if ratings.whole { "" } else { ">=" };
    let hardest = ratings.hardest.map_or("-", |place| PRODUCERS[place].name);
    let Ratings { ser, pearl, diamond, steps, .. } = ratings;
    format!("{bound}{ser}\t{bound}{pearl}\t{bound}{diamond}\t{hardest}\t{steps}")
}

/// `ok`; `stalled` where the strategies do not solve it; `multiple` or `none`, its solutions.
fn status(rating: &Rating) -> &'static str {
    match rating.verdict {
        Verdict::Unique => "ok",
        verdict => Status::Verdict(verdict).name(),
    }
}

fn push_rating(text: &mut Vec<u8>, rating: &Rating) -> io::Result<()> {
    let depth = rating.te_depth.map_or("-".into(), |depth| depth.to_string());
    let level = if rating.solved { rating.level.name() } else { "-" };
    let [hardest, last] = [rating.hardest(), rating.usage.hardest_in_order()]
        .map(|strategy| strategy.map_or("-", |strategy| strategy.name));
    let steps: u32 = rating.steps.iter().sum();
    write!(text, "\t{}\t{depth}\t{level}\t{}\t{hardest}", rating.solved, rating.score)?;
    write!(text, "\t{steps}")?;
    rating.steps.iter().try_for_each(|steps| write!(text, "\t{steps}"))?;
    write!(text, "\t{}\t{last}", rating.used_uniqueness())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_rated_has_no_numbers() {
        let interrupt = Interrupt::default();
        for (line, status) in [(".".repeat(81), "multiple"), ("x".to_owned(), "invalid: ")] {
            let block = Block::of_line(line.as_bytes());
            let row = AnyRater::new(None).rate_block("a", &block, &interrupt);
            let row = String::from_utf8(row).unwrap();
            let cells: Vec<&str> = row.trim_end().split('\t').collect();
            assert_eq!(cells.len(), HEADER.split('\t').count(), "{row}");
            assert!(cells[1] == "false" && cells[2..14].iter().all(|&cell| cell == "-"), "{row}");
            assert!(cells[16].starts_with(status), "{row}");
        }
    }
}
