//! `generate`: seeded puzzles.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::ending::expect_ending;
use super::exit::{self, Usage};
use super::log::{tell, warn};
use super::stuck;
use super::target::TargetArguments;
use super::threads::Threads;
use crate::generate::{
    ClueSymmetry, Fill, Recipe, Requirement, Series, SeriesError, Written, clue_range,
};
use crate::grid::Layout;
use crate::interrupt::{Interrupt, Stop};
use crate::sets::RowFormat;
use crate::targets::Order;
use crate::whole_file::WholeFile;

/// Generate puzzles, one a line, the same for the same seed, and none twice
///
/// TARGET is any of the options under `Puzzles made to order`, all of which a puzzle then meets.
/// Where no more such puzzles are found, those that were are written, and the exit code is 75.
#[derive(Args)]
#[command(override_usage = "sudoku-lab generate [OPTIONS] --count <COUNT> --seed <SEED> \
                            <--clues <CLUES>|--minimal|TARGET>")]
pub struct Arguments {
    /// How many puzzles
    #[arg(long)]
    count: u64,
    /// The number of givens, or a range like 24..=30 [default with --minimal and for puzzles made
    /// to order: what comes]
    #[arg(long, value_parser = clues)]
    clues: Option<RangeInclusive<usize>>,
    /// The seed of all puzzles: the same one makes the same puzzles
    #[arg(long)]
    seed: u64,
    /// The size: 4, 6, 9, 12, 16 or 25, or rows and columns of a box, like 3x4; 4x3 means the
    /// same, as no box is higher than wide here
    #[arg(long, default_value = "9", value_parser = size)]
    size: &'static Layout,
    /// Do not look at the number of solutions: there may be many
    #[arg(long, conflicts_with_all = ["unique", "minimal"], conflicts_with_all = MADE_TO_ORDER)]
    any: bool,
    /// Exactly one solution [default]
    #[arg(long)]
    unique: bool,
    /// Exactly one solution, and not without any one of the givens; with --symmetry, minimal
    /// as a symmetric pattern: not without any set of givens that the symmetry maps onto one
    /// another, while single givens may be left that could go, and stderr says how many puzzles
    /// have none. Beyond 12×12 a given also stays where the proof that it can go takes too long
    #[arg(long)]
    minimal: bool,
    /// With --minimal: pencilmark puzzles up to 9×9, with one solution, and more with any one
    /// candidate more
    #[arg(long, requires = "minimal", conflicts_with_all = ["clues", "symmetry", "low_clues"])]
    marks: bool,
    /// The symmetry of the pattern of givens
    #[arg(long, default_value = "none", value_parser = PossibleValuesParser::from(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: String,
    /// How the full grid is filled whose digits are given: what is fast, or row by row with
    /// digits in random order, as HR12's generator does
    #[arg(long, default_value = "fast", value_parser = PossibleValuesParser::from(Fill::ALL.map(Fill::name)))]
    fill: String,
    /// Search for 9×9 puzzles with fewer givens than random removal reaches (below 21 or so);
    /// they are minimal, and no two are equivalent
    #[arg(long, conflicts_with_all = ["any", "size", "symmetry", "fill"], conflicts_with_all = MADE_TO_ORDER, requires = "clues")]
    low_clues: bool,
    /// The file to write [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
    /// Stop after this time, like 8h, with exit code 75; what was made by then is kept
    #[arg(long, value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    #[command(flatten)]
    target: TargetArguments,
    #[command(flatten)]
    threads: Threads,
}

/// The options of puzzles made to order.
const MADE_TO_ORDER: [&str; 10] = [
    "rating",
    "givens_from",
    "level",
    "te_depth",
    "max_strategy",
    "needs",
    "steps",
    "score",
    "unlike",
    "hunt",
];

fn clues(text: &str) -> Result<RangeInclusive<usize>, Usage> {
    clue_range(text).map_err(Usage)
}

/// The size of this name.
pub(super) fn size(text: &str) -> Result<&'static Layout, Usage> {
    let unknown =
        || Usage(format!("`{text}` is not a size: 4, 6, 9, 12, 16, 25, or a box like 3x4"));
    Layout::named(text).ok_or_else(unknown)
}

impl Arguments {
    fn series(&self) -> Series {
        let requirement = match (self.any, self.minimal) {
            _ if self.marks => Requirement::MinimalMarks,
            (true, _) => Requirement::Any,
            (_, true) => Requirement::Minimal,
            _ => Requirement::Unique,
        };
        let recipe = Recipe {
            layout: self.size,
            clues: self.clues.clone().unwrap_or(0..=self.size.cells().len()),
            requirement,
            symmetry: ClueSymmetry::find(&self.symmetry).expect("clap lets only known names pass"),
            fill: Fill::find(&self.fill).expect("clap lets only known names pass"),
            seed: self.seed,
        };
        let threads = self.threads.number();
        Series { recipe, low_clues: self.low_clues, count: self.count, threads }
    }
}

/// The file that is named, if it is not `-`, standard output.
pub fn named(out: &Option<PathBuf>) -> Option<&Path> {
    out.as_deref().filter(|path| path.as_os_str() != "-")
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let target = &arguments.target;
    if arguments.clues.is_none() && !arguments.minimal && !target.says_which() {
        let why = "say which puzzles: --clues, --minimal, or what is wanted of them (--rating, \
                   --level and others; see `generate --help`)";
        return Err(Usage(why.into()).into());
    }
    let series = arguments.series();
    let (out, force) = (named(&arguments.out), arguments.force);
    expect_ending(out, &[RowFormat::Lines, RowFormat::Csv])?;
    let order = target.is_any().then(|| target.of(series.clone(), out)).transpose()?;
    if order.is_none() {
        series.check()?;
    }
    let interrupt = stuck::catch_signals()?;
    if let Some(budget) = arguments.budget {
        interrupt.stop_after(budget);
    }
    if let (Some(order), Some(path), true) = (&order, out, target.grows()) {
        let how = [force, target.resumes()];
        return target
            .make(order, &interrupt, true, |tell| order.grow(path, how, &interrupt, tell));
    }
    let steps = out.and_then(|path| target.steps_beside(path));
    let inputs = order.as_ref().map_or(Vec::new(), Order::inputs);
    let steps = steps.map(|path| WholeFile::in_folder(&path, force, &inputs, &interrupt));
    let mut steps = steps.transpose()?;
    let mut write = |output: &mut dyn Write| match &order {
        Some(order) => target.make(order, &interrupt, false, |tell| {
            let steps = steps.as_mut().map(|file| file as &mut dyn Write);
            order.write(output, steps, &interrupt, tell)
        }),
        None => write(&series, &interrupt, output),
    };
    let Some(path) = out else {
        return write(&mut io::stdout().lock());
    };
    let context = || path.display().to_string();
    let mut file = WholeFile::named(path, force, &inputs, &interrupt)?;
    let end = write(&mut file);
    let nothing_made = end
        .as_ref()
        .is_err_and(|error| matches!(error.downcast_ref(), Some(SeriesError::Generate(_))));
    if let Ok(exit::DONE | exit::UNFINISHED) = end {
        file.finish().with_context(context)?;
        steps.map_or(Ok(()), WholeFile::finish).with_context(context)?;
    } else if !nothing_made && let Some(part) = file.leave() {
        warn(&format!("not all puzzles were made; these are in {}", part.display()));
    }
    end.with_context(context)
}

/// Writes the puzzles, and tells how many there are of what was asked for.
fn write(series: &Series, interrupt: &Interrupt, output: &mut dyn Write) -> anyhow::Result<u8> {
    let Written { puzzles, minimal, short } = series.write(interrupt, output)?;
    let code = match short {
        Some(why) if !matches!(interrupt.stop(), Some(Stop::Signal(_))) => {
            warn(&format!("{puzzles} of {} puzzles were made: {why}", series.count));
            exit::UNFINISHED
        }
        _ => exit::of_interrupt(interrupt),
    };
    if let (Some(minimal), exit::DONE | exit::UNFINISHED) = (minimal, code) {
        tell(&format!("{minimal} of {puzzles} puzzles are also minimal given by given"));
    }
    Ok(code)
}
