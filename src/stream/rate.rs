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
                    let (rated, status) = self.rate(rater, puzzle, interrupt);
                    if interrupt.is_set() {
                        break;
                    }
                    text.extend(block.field(line.text));
                    (self.in_columns(&rated), status.to_owned())
                }
                Err(kind) => {
                    text.extend(escape(block.field(line.text), SHOWN).into_bytes());
                    (self.in_columns(&AnyRating::None), format!("invalid: {kind}"))
                }
            };
            writeln!(text, "\t{columns}\t{set}\t{}\t{status}", line.number)
                .expect("a vector takes any text");
        }
        text
    }

    /// A puzzle's rating, and its status: `ok`, or why it is not known, or not all of it.
    pub fn rate(
        &self,
        rater: &mut AnyRater,
        puzzle: &Puzzle,
        interrupt: &Interrupt,
    ) -> (AnyRating, &'static str) {
        let is_late = cpu_time_is_up(self.time_limit);
        let stop = || interrupt.is_set() || is_late();
        let checks = self.max_checks.unwrap_or(u64::MAX);
        let of_end =
            |is_whole| Status::Verdict(if is_whole { Verdict::Unique } else { Verdict::Limit });
        let (rating, status) = match rater {
            AnyRater::Strategies(rater) => AnyRating::of(&rater.rate(puzzle, checks, &stop)),
            AnyRater::Hodoku(rater) => match rater.rate(puzzle, checks, &stop) {
                Graded::Near(rating) => AnyRating::of(&rating),
                Graded::Exact(grade, depth) => {
                    let row = StrategyRating::of_grade(&grade, depth);
                    (AnyRating::Strategies(row), of_end(grade.whole))
                }
            },
            AnyRater::Exact(rater) => match rater.rate(puzzle, checks, &stop) {
                Exact::Rated(rated) => {
                    let is_whole = rated.is_whole();
                    (AnyRating::Exact(rated), of_end(is_whole))
                }
                Exact::Unrated(verdict) => (AnyRating::None, Status::Verdict(verdict)),
                Exact::OtherKind => (AnyRating::None, Status::Unsupported),
            },
        };
        (rating, if status == Status::Verdict(Verdict::Unique) { "ok" } else { status.name() })
    }

    /// What the columns say of a rating.
    fn in_columns(&self, rating: &AnyRating) -> String {
        match rating {
            AnyRating::Strategies(rating) => rating.columns(),
            AnyRating::Exact(rated) => exact_columns(rated),
            AnyRating::None => {
                let first = if matches!(self.order, Some(Way::Ser)) { "-" } else { "false" };
                let columns = self.columns().split('\t').count();
                [first].into_iter().chain(vec!["-"; columns - 1]).collect::<Vec<_>>().join("\t")
            }
        }
    }
}

/// A rating in any order.
pub enum AnyRating {
    /// By strategies, or HoDoKu's own.
    Strategies(StrategyRating),
    /// Sudoku Explainer's.
    Exact(Rated),
    /// Of a puzzle that is not rated.
    None,
}

impl AnyRating {
    /// A rating by strategies, and its status.
    fn of(rating: &Rating) -> (AnyRating, Status) {
        let own = match rating.verdict {
            Verdict::Multiple | Verdict::None => AnyRating::None,
            _ => AnyRating::Strategies(StrategyRating::of(rating)),
        };
        (own, Status::Verdict(rating.verdict))
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

/// A rating by strategies, or HoDoKu's own.
pub struct StrategyRating {
    /// Whether a limit cut it short: numbers are lower bounds, and what is the hardest is not known.
    pub is_cut: bool,
    /// Whether the strategies solve the puzzle.
    pub solved: bool,
    /// The depth of trial and error with singles, if it is known.
    pub te_depth: Option<u8>,
    /// The level, if the puzzle is solved.
    pub level: Option<&'static str>,
    /// The sum of the scores of the steps.
    pub score: u32,
    /// The hardest strategy by level and score, and the last one of the order; nothing where
    /// the rating is cut.
    pub hardest: [Option<&'static str>; 2],
    /// The number of steps of each level.
    pub steps: [u32; 5],
    /// Whether a step presumed that there is one solution; nothing where that is not known.
    pub uniqueness: Option<bool>,
}

impl StrategyRating {
    fn of(rating: &Rating) -> StrategyRating {
        let is_cut = rating.verdict == Verdict::Limit;
        let hardest = [rating.hardest(), rating.usage.hardest_in_order()];
        StrategyRating {
            is_cut,
            solved: rating.solved,
            te_depth: rating.te_depth,
            level: rating.solved.then(|| rating.level.name()),
            score: rating.score,
            hardest: hardest.map(|one| one.filter(|_| !is_cut).map(|strategy| strategy.name)),
            steps: rating.steps,
            uniqueness: Some(rating.used_uniqueness()).filter(|&used| used || !is_cut),
        }
    }

    fn of_grade(grade: &Grade, te_depth: Option<u8>) -> StrategyRating {
        let is_cut = !grade.whole;
        StrategyRating {
            is_cut,
            solved: grade.whole,
            te_depth,
            level: grade.whole.then(|| grade.level.name()),
            score: grade.score,
            hardest: [grade.hardest, grade.last].map(|name| name.filter(|_| !is_cut)),
            steps: grade.steps,
            uniqueness: Some(grade.uniqueness).filter(|&used| used || !is_cut),
        }
    }

    fn columns(&self) -> String {
        let StrategyRating { solved, score, steps, .. } = self;
        let bound = if self.is_cut { ">=" } else { "" };
        let depth = self.te_depth.map_or("-".into(), |depth| depth.to_string());
        let level = self.level.unwrap_or("-");
        let [hardest, last] = self.hardest.map(|name| name.unwrap_or("-"));
        let all: u32 = steps.iter().sum();
        let by_level: String = steps.iter().map(|steps| format!("\t{bound}{steps}")).collect();
        let uniqueness = self.uniqueness.map_or("-".into(), |used| used.to_string());
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
