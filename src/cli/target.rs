//! The options that say what is wanted of generated puzzles, and the making of such.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::exit::{self, Usage};
use super::log::{tell, warn};
use crate::generate::{Series, SeriesError};
use crate::interrupt::Interrupt;
use crate::readable::{count, duration};
use crate::source::expand;
use crate::strategy::Level;
use crate::targets::{self, Made, Order, OrderError, Pattern, Tally, Target, Told, Wanted};
use crate::text::to_line;

const LINE_EVERY: Duration = Duration::from_secs(10);

/// What is wanted of the puzzles.
#[derive(Args)]
pub struct TargetArguments {
    /// Sudoku Explainer's rating, like 4.2..=4.6 or 8.. (9×9)
    #[arg(long, value_name = "RANGE", value_parser = rating, help_heading = TARGET)]
    rating: Option<RangeInclusive<u16>>,
    /// HoDoKu's level; of other sizes than 9×9, that of `rate`
    #[arg(long, help_heading = TARGET, value_parser = PossibleValuesParser::from(Level::ALL.map(Level::name)))]
    level: Option<String>,
    /// The depth of trial and error with singles, 0 to 3 (9×9)
    #[arg(long, value_name = "DEPTH", help_heading = TARGET, value_parser = clap::value_parser!(u8).range(0..=3))]
    te_depth: Option<u8>,
    /// Nothing harder is needed: the ladder up to this strategy solves it
    #[arg(long, value_name = "STRATEGY", value_parser = rung, help_heading = TARGET)]
    max_strategy: Option<usize>,
    /// The ladder up to this strategy solves it, and stalls without this strategy
    #[arg(long, value_name = "STRATEGY", value_parser = rung, help_heading = TARGET)]
    needs: Option<usize>,
    /// The number of steps of the path that the level is of, like 60..
    #[arg(long, value_name = "RANGE", value_parser = numbers, help_heading = TARGET)]
    steps: Option<RangeInclusive<u32>>,
    /// The score of that path, like 800..=1000
    #[arg(long, value_name = "RANGE", value_parser = numbers, help_heading = TARGET)]
    score: Option<RangeInclusive<u32>>,
    /// Givens in these cells alone: 81 characters, `x` or a digit where one is given, else `.` (9×9)
    #[arg(long, value_name = "MASK", value_parser = pattern, help_heading = TARGET, conflicts_with_all = ["clues", "minimal", "symmetry", "size", "fill"])]
    givens_from: Option<Pattern>,
    /// No puzzle equivalent to one of these files, and no two equivalent
    #[arg(long, value_name = "FILE", help_heading = TARGET)]
    unlike: Vec<OsString>,
    /// Look about the puzzles that come nearest, and about those found: for what few puzzles have
    /// (9×9, minimal). With --out, the file grows as they are found, and FILE.journal beside it
    #[arg(long, help_heading = TARGET, conflicts_with_all = ["size", "symmetry", "fill", "givens_from"])]
    hunt: bool,
    /// The puzzles that the hunt begins with [default: generated ones]
    #[arg(long, value_name = "FILE", help_heading = TARGET, requires = "hunt")]
    seeds: Vec<OsString>,
    /// Let the file grow as puzzles are found, and go on where its journal says, if there is one;
    /// all other options as before
    #[arg(long, help_heading = TARGET, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// Write the steps of each puzzle as well, an object a line as `explain --format json` has
    /// it: with --out beside FILE, with the ending .steps.jsonl; else in place of the puzzles
    #[arg(long, value_name = "FORMAT", help_heading = TARGET, value_parser = ["jsonl"])]
    explain: Option<String>,
}

const TARGET: &str = "Puzzles made to order";

fn rating(text: &str) -> Result<RangeInclusive<u16>, Usage> {
    targets::rating_range(text).map_err(Usage)
}

fn numbers(text: &str) -> Result<RangeInclusive<u32>, Usage> {
    targets::number_range(text).map_err(Usage)
}

fn pattern(text: &str) -> Result<Pattern, Usage> {
    Pattern::parse(text).map_err(Usage)
}

fn rung(name: &str) -> Result<usize, Usage> {
    targets::rung(name).map_err(Usage)
}

impl TargetArguments {
    /// Whether it is said which puzzles are wanted.
    pub fn says_which(&self) -> bool {
        let is_target = !self.target().is_any() || self.givens_from.is_some();
        is_target || !self.unlike.is_empty() || self.hunt
    }

    /// Whether anything is wanted, of the puzzles or of the file.
    pub fn is_any(&self) -> bool {
        self.says_which() || self.resume || self.explain.is_some()
    }

    fn target(&self) -> Target {
        Target {
            rating: self.rating.clone(),
            level: self.level.as_deref().and_then(Level::find),
            te_depth: self.te_depth,
            most: self.max_strategy,
            needs: self.needs,
            steps: self.steps.clone(),
            score: self.score.clone(),
        }
    }

    /// Whether the file grows as puzzles are found, with a journal.
    pub fn grows(&self) -> bool {
        self.hunt || self.resume
    }

    /// Whether it goes on where a journal says.
    pub fn resumes(&self) -> bool {
        self.resume
    }

    /// The name of the file of steps, if one is wanted.
    pub fn steps_beside(&self, path: &Path) -> Option<PathBuf> {
        self.explain.is_some().then(|| Order::steps_beside(path))
    }

    /// The puzzles of a series that are wanted.
    pub fn of(&self, series: Series, out: Option<&Path>) -> anyhow::Result<Order> {
        let (pattern, hunt) = (self.givens_from.clone(), self.hunt.then(Vec::new));
        let Series { recipe, count, threads, .. } = series;
        let wanted = Wanted { recipe, target: self.target(), pattern, hunt, count, threads };
        wanted.target.check(wanted.recipe.layout).map_err(Usage)?;
        wanted.check()?;
        let inputs = |names: &[OsString]| -> anyhow::Result<_> {
            Ok(if names.is_empty() { Vec::new() } else { expand(names, &[])?.inputs })
        };
        let (unlike, seeds) = (inputs(&self.unlike)?, inputs(&self.seeds)?);
        let set = out.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        Ok(Order { wanted, unlike, seeds, steps: self.explain.is_some(), set })
    }

    /// Makes puzzles by `write`, which is told how to tell how far it has come, and tells what
    /// came of it; of a file that `grows` also how to go on. Returns the exit code.
    pub fn make(
        &self,
        order: &Order,
        interrupt: &Interrupt,
        grows: bool,
        write: impl FnOnce(&dyn Fn(Told<'_>)) -> Result<Made, OrderError>,
    ) -> anyhow::Result<u8> {
        let wanted = &order.wanted;
        // What earlier sessions made took their time, not this one's.
        let (start, told) = (OnceLock::new(), Mutex::new(Instant::now()));
        let begun = |tally: &Tally| *start.get_or_init(|| (Instant::now(), *tally));
        let progress = |told_now: Told<'_>| {
            let tally = match told_now {
                Told::Tally(tally) => tally,
                Told::Warning(message) => return warn(message),
            };
            let (begun, mut told) = (begun(tally), told.lock().expect("no holder panics"));
            if told.elapsed() >= LINE_EVERY && tally.made < wanted.count {
                tell(&sentence(tally, wanted.count, begun));
                *told = Instant::now();
            }
        };
        let Made { tally, nearest, short } = write(&progress)?;
        // A stop that comes after the last puzzle stops nothing.
        let Some(why) = short else {
            let is_whole = tally.made == wanted.count;
            if !is_whole && grows {
                warn("stopped by a signal: the same command goes on, with --resume");
            }
            return Ok(if is_whole { exit::DONE } else { exit::of_interrupt(interrupt) });
        };
        warn(&format!("{}: {why}", sentence(&tally, wanted.count, begun(&tally))));
        if let Some(nearest) = nearest {
            let (line, is) = (to_line(nearest.grid()), wanted.target.describe(&nearest));
            warn(&format!("of those that are not as wanted, the nearest is {line}: {is}"));
        }
        match tally.made {
            0 => Err(SeriesError::Generate(why).into()),
            _ => Ok(exit::UNFINISHED),
        }
    }
}

/// How far it has come, and how long the rest will take at the pace since this time, when it had
/// come so far.
fn sentence(tally: &Tally, wanted: u64, (since, before): (Instant, Tally)) -> String {
    let Tally { made, tried, .. } = *tally;
    let time = since.elapsed();
    let rate = ((tried - before.tried) as f64 / time.as_secs_f64().max(1e-3)) as u64;
    let left = match made - before.made {
        0 => String::new(),
        made_since => {
            let each = time.as_nanos() as u64 / made_since;
            format!(", about {} left", duration(each.saturating_mul(wanted - made)))
        }
    };
    let [made, wanted, tried, rate] = [made, wanted, tried, rate].map(count);
    format!("{made} of {wanted} puzzles made, {tried} tried, {rate} a second{left}")
}
