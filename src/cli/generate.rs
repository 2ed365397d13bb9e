//! `generate`: seeded puzzles.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::exit::{DONE, Usage};
use super::threads::Threads;
use crate::generate::{
    Distinct, GenerateError, Generator, LowClues, Pattern, Promise, Recipe, Sameness,
};
use crate::grid::{Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::pipeline::{ordered, thread_pool};
use crate::text::push_line;

/// Puzzles that a thread makes at a time, at most: enough to keep the lanes full.
const MOST_AT_ONCE: u64 = 512;

/// Puzzles in a row that were known already, after which there seem to be no more: at
/// least so many, and so many times those that were found.
const LEAST_KNOWN: u64 = 1_000;
const TIMES_KNOWN: u64 = 4;

/// Generate puzzles, the same for the same seed, and none twice
#[derive(Args)]
pub struct Arguments {
    /// How many
    #[arg(long)]
    count: u64,
    /// The number of givens, or a range like 24..=30 [default with --minimal: what comes]
    #[arg(long, value_parser = clue_range, required_unless_present = "minimal")]
    clues: Option<RangeInclusive<usize>>,
    /// The seed
    #[arg(long)]
    seed: u64,
    /// The size: 4, 6, 9, 12, 16 or 25, or rows and columns of a box, like 3x4
    #[arg(long, default_value = "9", value_parser = size)]
    size: &'static Layout,
    /// Do not look at the number of solutions (HR12's method)
    #[arg(long, conflicts_with_all = ["unique", "minimal"])]
    any: bool,
    /// Exactly one solution [default]
    #[arg(long)]
    unique: bool,
    /// Exactly one solution, and not without any one of the givens
    #[arg(long)]
    minimal: bool,
    /// The pattern of the givens
    #[arg(long, default_value = "none", value_parser = pattern_names())]
    symmetry: String,
    /// Search for 9×9 puzzles with so few clues that emptying a grid does not get there:
    /// minimal, and no two equivalent
    #[arg(long, conflicts_with_all = ["any", "size", "symmetry"], requires = "clues")]
    low_clues: bool,
    /// The file to write [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

fn clue_range(text: &str) -> Result<RangeInclusive<usize>, Usage> {
    let (low, high) = text.split_once("..=").unwrap_or((text, text));
    let number = |text: &str| {
        text.parse().map_err(|_| {
            Usage(format!("`{text}` is not a number of clues, and no range like 24..=30"))
        })
    };
    let range = number(low)?..=number(high)?;
    if range.is_empty() {
        return Err(Usage(format!("{text} is an empty range")));
    }
    Ok(range)
}

/// The size of this name: the order, or rows and columns of a box.
pub(super) fn size(text: &str) -> Result<&'static Layout, Usage> {
    let boxes = |layout: &Layout| format!("{}x{}", layout.box_rows(), layout.box_columns());
    let is_meant = |layout: &&Layout| text == layout.order().to_string() || text == boxes(layout);
    let layout = Layout::all().iter().find(is_meant);
    layout.ok_or_else(|| Usage(format!("`{text}` is not a size: 4, 6, 9, 12, 16, 25, or 3x4")))
}

fn pattern_names() -> PossibleValuesParser {
    Pattern::ALL.map(Pattern::name).into()
}

/// Makes the puzzles of a range of indices.
type Maker = Box<dyn FnMut(Range<u64>) -> Vec<Result<Puzzle, GenerateError>>>;

impl Arguments {
    fn recipe(&self) -> Recipe {
        let pattern = Pattern::ALL.into_iter().find(|pattern| pattern.name() == self.symmetry);
        let promise = match (self.any, self.minimal) {
            (true, _) => Promise::Any,
            (_, true) => Promise::Minimal,
            _ => Promise::Unique,
        };
        Recipe {
            layout: self.size,
            clues: self.clues.clone().unwrap_or(0..=self.size.cells().len()),
            promise,
            pattern: pattern.expect("clap lets only known names pass"),
            seed: self.seed,
        }
    }

    fn maker(&self) -> Result<Maker, GenerateError> {
        let recipe = self.recipe();
        if self.low_clues {
            let mut walks = LowClues::new(recipe.clues, recipe.seed)?;
            return Ok(Box::new(move |indices| walks.puzzles(indices)));
        }
        let mut generator = Generator::new(recipe)?;
        Ok(Box::new(move |indices| generator.puzzles(indices)))
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    drop(arguments.maker()?);
    let output: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(File::create(path).with_context(|| path.display().to_string())?),
        None => Box::new(io::stdout().lock()),
    };
    let mut output = BufWriter::new(output);
    let end = write(arguments, &mut output);
    // What was made before an error stays made.
    output.flush()?;
    end.map(|()| DONE)
}

fn write(arguments: &Arguments, output: &mut impl Write) -> anyhow::Result<()> {
    let threads = arguments.threads.number();
    let pool = thread_pool(threads)?;
    let sameness = if arguments.low_clues { Sameness::Equivalent } else { Sameness::Equal };
    let mut distinct = Distinct::new(sameness);
    let (mut next, mut known) = (0, 0);
    // As many more as turn out to be known already.
    while distinct.count() < arguments.count {
        let end = next + (arguments.count - distinct.count());
        let at_once = ((end - next) / (4 * threads as u64)).clamp(1, MOST_AT_ONCE);
        let at_once = if arguments.low_clues { 1 } else { at_once };
        let ranges = (next..end).step_by(at_once as usize);
        let ranges = ranges.map(|start| start..end.min(start + at_once));
        let maker = || arguments.maker().expect("it was tried before");
        ordered(&pool, 4 * threads, &Interrupt::default(), ranges, maker, |puzzles| {
            for puzzle in puzzles {
                let puzzle = puzzle?;
                known += 1;
                if distinct.admit(&puzzle) {
                    known = 0;
                    let mut line = Vec::new();
                    push_line(&mut line, puzzle.grid());
                    line.push(b'\n');
                    output.write_all(&line)?;
                } else if known > LEAST_KNOWN + TIMES_KNOWN * distinct.count() {
                    return Err(GenerateError::NoMore { found: distinct.count() }.into());
                }
            }
            // A search may take minutes from one puzzle to the next.
            if arguments.low_clues { Ok(output.flush()?) } else { Ok::<_, anyhow::Error>(()) }
        })?;
        next = end;
    }
    Ok(())
}
