//! `rate`: how hard puzzles are, as a table.

use std::io::Write as _;

use crate::grid::Puzzle;
use crate::hodoku::Grade;
use crate::interrupt::Interrupt;
use crate::pipeline::record::Status;
use crate::rate::{Exact, ExactRater, Graded, HodokuRater, Rater, Rating, Way};
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
    /// As HoDoKu does.
    Hodoku(Box<HodokuRater>),
    /// By Sudoku Explainer's producers.
    Exact(Box<ExactRater>),
}

impl AnyRater {
    /// A rater of an order, or of the default.
    pub fn new(order: Option<Way>) -> AnyRater {
        match order {
            None => AnyRater::Strategies(Box::default()),
            Some(Way::Strategies(order)) => AnyRater::Strategies(Box::new(Rater::new(order))),
            Some(Way::Hodoku) => AnyRater::Hodoku(Box::default()),
            Some(Way::Ser) => AnyRater::Exact(Box::default()),
        }
    }

    /// A row for each puzzle of a block, as it stands there, and for what is none, of the status
    /// `invalid: reason`. When interrupted, only the first of them.
    pub fn rate_block(&mut self, set: &str, block: &Block, interrupt: &Interrupt) -> Vec<u8> {
        match self {
            AnyRater::Strategies(rater) => {
                let rate = |puzzle: &Puzzle, stop: &dyn Fn() -> bool| {
                    Some(columns(&rater.rate(puzzle, stop)?))
                };
                rate_block(rate, set, block, interrupt)
            }
            AnyRater::Hodoku(rater) => {
                let rate = |puzzle: &Puzzle, stop: &dyn Fn() -> bool| {
                    Some(match rater.rate(puzzle, stop)? {
                        Graded::Exact(grade, depth) => (grade_columns(&grade, depth), "ok"),
                        Graded::Near(rating) => columns(&rating),
                    })
                };
                rate_block(rate, set, block, interrupt)
            }
            AnyRater::Exact(rater) => rate_block_exactly(rater, set, block, interrupt),
        }
    }
}

/// The rows of a block; `rate` gives the columns between the puzzle and its set, and the status.
fn rate_block(
    mut rate: impl FnMut(&Puzzle, &dyn Fn() -> bool) -> Option<(String, &'static str)>,
    set: &str,
    block: &Block,
    interrupt: &Interrupt,
) -> Vec<u8> {
    let mut text = Vec::new();
    for line in block.puzzles() {
        let number = line.number;
        match line.puzzle {
            Ok(puzzle) => {
                let rated = rate(&puzzle, &|| interrupt.is_set());
                let Some((columns, status)) = rated else { break };
                text.extend(block.field(line.text));
                writeln!(text, "{columns}\t{set}\t{number}\t{status}")
            }
            Err(kind) => {
                let nothing = "\t-".repeat(HEADER.split('\t').count() - 5);
                let cells = escape(block.field(line.text), SHOWN);
                writeln!(text, "{cells}\tfalse{nothing}\t{set}\t{number}\tinvalid: {kind}")
            }
        }
        .expect("a vector takes any text");
    }
    text
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

/// The columns of a rating, and its status: `ok`; `stalled` where the strategies do not solve it;
/// `multiple` or `none`, its solutions.
fn columns(rating: &Rating) -> (String, &'static str) {
    let status = match rating.verdict {
        Verdict::Unique => "ok",
        verdict => Status::Verdict(verdict).name(),
    };
    let [hardest, last] = [rating.hardest(), rating.usage.hardest_in_order()]
        .map(|strategy| strategy.map(|strategy| strategy.name));
    let level = if rating.solved { rating.level.name() } else { "-" };
    let row = Row {
        solved: rating.solved,
        depth: rating.te_depth,
        level,
        score: rating.score,
        hardest: [hardest, last],
        steps: rating.steps,
        uniqueness: rating.used_uniqueness(),
    };
    (row.columns(), status)
}

/// The columns of HoDoKu's own rating.
fn grade_columns(grade: &Grade, depth: Option<u8>) -> String {
    let row = Row {
        solved: true,
        depth,
        level: grade.level.name(),
        score: grade.score,
        hardest: [grade.hardest, grade.last],
        steps: grade.steps,
        uniqueness: grade.uniqueness,
    };
    row.columns()
}

/// What the columns say.
struct Row {
    solved: bool,
    depth: Option<u8>,
    level: &'static str,
    score: u32,
    /// By score, and in the order.
    hardest: [Option<&'static str>; 2],
    steps: [u32; 5],
    uniqueness: bool,
}

impl Row {
    fn columns(&self) -> String {
        let depth = self.depth.map_or("-".into(), |depth| depth.to_string());
        let [hardest, last] = self.hardest.map(|name| name.unwrap_or("-"));
        let (all, each) = (self.steps.iter().sum::<u32>(), self.steps.map(|n| n.to_string()));
        let (solved, level, score) = (self.solved, self.level, self.score);
        let (each, uniqueness) = (each.join("\t"), self.uniqueness);
        format!(
            "\t{solved}\t{depth}\t{level}\t{score}\t{hardest}\t{all}\t{each}\t{uniqueness}\t{last}"
        )
    }
}
