//! `rate`: how hard puzzles are, as a table.

use std::io::Write as _;
use std::time::Duration;

use crate::grid::Puzzle;
use crate::hodoku::Grade;
use crate::interrupt::Interrupt;
use crate::pipeline::measure::cpu_time_is_up;
use crate::pipeline::record::Status;
use crate::rate::{Exact, ExactRater, Graded, HodokuRater, Rated, Rater, Rating, Way};
use crate::ser::{PRODUCERS, Ratings};
use crate::solver::Verdict;
use crate::source::Block;
use crate::text::escape;

/// The columns between the puzzle and [`ORIGIN`].
const COLUMNS: &str = "solved\tte_depth\tlevel\tscore\thardest\tsteps\t\
                       easy\tmedium\thard\tunfair\textreme\tuniqueness\thardest_in_order";

/// Those of the exact rating.
const EXACT_COLUMNS: &str = "ser\tser_pearl\tser_diamond\thardest\tsteps";

/// And with that of the canonical form.
const INVARIANT_COLUMNS: &str = "ser\tser_pearl\tser_diamond\tser_invariant\t\
                                 ser_invariant_pearl\tser_invariant_diamond\thardest\tsteps";

/// The last columns of every table.
const ORIGIN: &str = "set\tline\tstatus";

/// Characters of a line without a puzzle that are shown.
const SHOWN: usize = 200;

/// How puzzles are rated.
#[derive(Clone, Copy, Default)]
pub struct RateConfig {
    /// The order; without one, the default.
    pub order: Option<Way>,
    /// Whether the canonical form is rated, too; of the exact rating only.
    pub invariant: bool,
    /// Give up on a rating after so many checks.
    pub max_checks: Option<u64>,
    /// Give up on a puzzle after this much CPU time.
    pub time_limit: Option<Duration>,
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

impl RateConfig {
    /// The header of the table.
    pub fn header(&self) -> String {
        format!("puzzle\t{}\t{ORIGIN}\n", self.columns())
    }

    fn columns(&self) -> &'static str {
        match (self.order, self.invariant) {
            (Some(Way::Ser), false) => EXACT_COLUMNS,
            (Some(Way::Ser), true) => INVARIANT_COLUMNS,
            _ => COLUMNS,
        }
    }

    /// Who rates so; keep one per thread.
    pub fn rater(&self) -> AnyRater {
        match self.order {
            None => AnyRater::Strategies(Box::default()),
            Some(Way::Strategies(order)) => AnyRater::Strategies(Box::new(Rater::new(order))),
            Some(Way::Hodoku) => AnyRater::Hodoku(Box::default()),
            Some(Way::Ser) => AnyRater::Exact(Box::new(ExactRater::new(self.invariant))),
        }
    }

    /// A row for each puzzle of a block, as it stands there, and for what is none, of the status
    /// `invalid: reason`. When interrupted, only the first of them.
    pub fn rate_block(
        &self,
        rater: &mut AnyRater,
        set: &str,
        block: &Block,
        interrupt: &Interrupt,
    ) -> Vec<u8> {
        let mut text = Vec::new();
        for line in block.puzzles() {
            let (columns, status) = match &line.puzzle {
                Ok(puzzle) => {
                    let rated = self.rate(rater, puzzle, interrupt);
                    if interrupt.is_set() {
                        break;
                    }
                    text.extend(block.field(line.text));
                    rated
                }
                Err(kind) => {
                    text.extend(escape(block.field(line.text), SHOWN).into_bytes());
                    (self.nothing(), format!("invalid: {kind}"))
                }
            };
            writeln!(text, "\t{columns}\t{set}\t{}\t{status}", line.number)
                .expect("a vector takes any text");
        }
        text
    }

    /// The columns of a puzzle's rating, and its status.
    fn rate(
        &self,
        rater: &mut AnyRater,
        puzzle: &Puzzle,
        interrupt: &Interrupt,
    ) -> (String, String) {
        let is_late = cpu_time_is_up(self.time_limit);
        let stop = || interrupt.is_set() || is_late();
        let checks = self.max_checks.unwrap_or(u64::MAX);
        let (columns, status) = match rater {
            AnyRater::Strategies(rater) => {
                let rating = rater.rate(puzzle, checks, &stop);
                self.rated(&rating)
            }
            AnyRater::Hodoku(rater) => match rater.rate(puzzle, checks, &stop) {
                Graded::Near(rating) => self.rated(&rating),
                Graded::Exact(grade, depth) => {
                    let verdict = if grade.whole { Verdict::Unique } else { Verdict::Limit };
                    (Row::of_grade(&grade, depth).columns(), Status::Verdict(verdict))
                }
            },
            AnyRater::Exact(rater) => match rater.rate(puzzle, checks, &stop) {
                Exact::Rated(rated) => {
                    let verdict = if rated.is_whole() { Verdict::Unique } else { Verdict::Limit };
                    (exact_columns(&rated), Status::Verdict(verdict))
                }
                Exact::Unrated(verdict) => (self.nothing(), Status::Verdict(verdict)),
                Exact::OtherKind => (self.nothing(), Status::Unsupported),
            },
        };
        let status = if status == Status::Verdict(Verdict::Unique) { "ok" } else { status.name() };
        (columns, status.into())
    }

    /// The columns of a rating by strategies, and its status.
    fn rated(&self, rating: &Rating) -> (String, Status) {
        let columns = match rating.verdict {
            Verdict::Multiple | Verdict::None => self.nothing(),
            _ => Row::of(rating).columns(),
        };
        (columns, Status::Verdict(rating.verdict))
    }

    /// The columns of what is not rated.
    fn nothing(&self) -> String {
        let first = if matches!(self.order, Some(Way::Ser)) { "-" } else { "false" };
        let columns = self.columns().split('\t').count();
        [first].into_iter().chain(vec!["-"; columns - 1]).collect::<Vec<_>>().join("\t")
    }
}

/// The columns of an exact rating. Of one that was cut short the bounds are marked as such, and
/// what is the hardest is not known.
fn exact_columns(rated: &Rated) -> String {
    let three = |ratings: &Ratings| {
        let bound = if ratings.whole { "" } else { ">=" };
        let Ratings { ser, pearl, diamond, .. } = ratings;
        format!("{bound}{ser}\t{bound}{pearl}\t{bound}{diamond}\t")
    };
    let Rated { ratings, invariant } = rated;
    let last = match (ratings.whole, ratings.hardest) {
        (true, hardest) => {
            let hardest = hardest.map_or("-", |place| PRODUCERS[place].name);
            format!("{hardest}\t{}", ratings.steps)
        }
        (false, _) => format!("-\t>={}", ratings.steps),
    };
    three(ratings) + &invariant.as_ref().map_or(String::new(), three) + &last
}

/// What the columns say of a rating by strategies.
struct Row {
    /// Whether a limit cut it short: numbers are lower bounds, and what is the hardest is not known.
    is_cut: bool,
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
    fn of(rating: &Rating) -> Row {
        let hardest = [rating.hardest(), rating.usage.hardest_in_order()];
        Row {
            is_cut: rating.verdict == Verdict::Limit,
            solved: rating.solved,
            depth: rating.te_depth,
            level: if rating.solved { rating.level.name() } else { "-" },
            score: rating.score,
            hardest: hardest.map(|strategy| strategy.map(|strategy| strategy.name)),
            steps: rating.steps,
            uniqueness: rating.used_uniqueness(),
        }
    }

    /// Of HoDoKu's own rating.
    fn of_grade(grade: &Grade, depth: Option<u8>) -> Row {
        Row {
            is_cut: !grade.whole,
            solved: grade.whole,
            depth,
            level: if grade.whole { grade.level.name() } else { "-" },
            score: grade.score,
            hardest: [grade.hardest, grade.last],
            steps: grade.steps,
            uniqueness: grade.uniqueness,
        }
    }

    fn columns(&self) -> String {
        let bound = if self.is_cut { ">=" } else { "" };
        let depth = self.depth.map_or("-".into(), |depth| depth.to_string());
        let [hardest, last] = self.hardest.map(|name| name.filter(|_| !self.is_cut).unwrap_or("-"));
        let (solved, level, score) = (self.solved, self.level, self.score);
        let all: u32 = self.steps.iter().sum();
        let by_level: String = self.steps.iter().map(|steps| format!("\t{bound}{steps}")).collect();
        let uniqueness = match self.uniqueness {
            false if self.is_cut => "-".into(),
            used => used.to_string(),
        };
        format!(
            "{solved}\t{depth}\t{level}\t{bound}{score}\t{hardest}\t{bound}{all}{by_level}\t\
             {uniqueness}\t{last}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_rated_has_no_numbers() {
        let interrupt = Interrupt::default();
        for (line, status) in [(".".repeat(81), "multiple"), ("x".to_owned(), "invalid: ")] {
            let block = Block::of_line(line.as_bytes());
            let config = RateConfig::default();
            let row = config.rate_block(&mut config.rater(), "a", &block, &interrupt);
            let row = String::from_utf8(row).unwrap();
            let cells: Vec<&str> = row.trim_end().split('\t').collect();
            assert_eq!(cells.len(), config.header().split('\t').count(), "{row}");
            assert!(cells[1] == "false" && cells[2..14].iter().all(|&cell| cell == "-"), "{row}");
            assert!(cells[16].starts_with(status), "{row}");
        }
    }
}
