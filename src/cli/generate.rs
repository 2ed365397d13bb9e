//! `generate`: seeded puzzles.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::exit::{self, Usage};
use super::log::warn;
use super::threads::Threads;
use crate::generate::{ClueSymmetry, Recipe, Requirement, Series, clue_range};
use crate::grid::Layout;
use crate::interrupt::Interrupt;
use crate::text::push_line;
use crate::whole_file::WholeFile;

/// Generate puzzles, the same for the same seed, and none twice
#[derive(Args)]
pub struct Arguments {
    /// How many puzzles
    #[arg(long)]
    count: u64,
    /// The number of givens, or a range like 24..=30 [default with --minimal: what comes]
    #[arg(long, value_parser = clues, required_unless_present = "minimal")]
    clues: Option<RangeInclusive<usize>>,
    /// The seed of all puzzles: the same one makes the same puzzles
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
    /// The symmetry of the pattern of givens
    #[arg(long, default_value = "none", value_parser = PossibleValuesParser::from(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: String,
    /// Search for 9×9 puzzles with so few clues that emptying a grid does not get there:
    /// minimal, and no two equivalent
    #[arg(long, conflicts_with_all = ["any", "size", "symmetry"], requires = "clues")]
    low_clues: bool,
    /// The file to write [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    threads: Threads,
}

fn clues(text: &str) -> Result<RangeInclusive<usize>, Usage> {
    let unknown = || Usage(format!("`{text}` is no number of clues, and no range like 24..=30"));
    clue_range(text).ok_or_else(unknown)
}

/// The size of this name.
pub(super) fn size(text: &str) -> Result<&'static Layout, Usage> {
    let unknown = || Usage(format!("`{text}` is not a size: 4, 6, 9, 12, 16, 25, or 3x4"));
    Layout::named(text).ok_or_else(unknown)
}

impl Arguments {
    fn series(&self) -> Series {
        let symmetry = ClueSymmetry::ALL.into_iter().find(|known| known.name() == self.symmetry);
        let requirement = match (self.any, self.minimal) {
            (true, _) => Requirement::Any,
            (_, true) => Requirement::Minimal,
            _ => Requirement::Unique,
        };
        let recipe = Recipe {
            layout: self.size,
            clues: self.clues.clone().unwrap_or(0..=self.size.cells().len()),
            requirement,
            symmetry: symmetry.expect("clap lets only known names pass"),
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
    let series = arguments.series();
    series.check()?;
    let interrupt = Interrupt::catch_signals()?;
    let Some(path) = named(&arguments.out) else {
        write(&series, &interrupt, &mut io::stdout().lock())?;
        return Ok(exit::of_interrupt(&interrupt));
    };
    let context = || path.display().to_string();
    let mut file = WholeFile::named(path, arguments.force, &[])?;
    let end = write(&series, &interrupt, &mut file).with_context(context);
    if end.is_err() || interrupt.is_set() {
        // What was made before stays made, under another name.
        if let Some(part) = file.leave() {
            warn(&format!("not all puzzles were made; these are in {}", part.display()));
        }
    } else {
        file.finish().with_context(context)?;
    }
    end.map(|()| exit::of_interrupt(&interrupt))
}

fn write(series: &Series, interrupt: &Interrupt, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut text = Vec::new();
    series.make(interrupt, |puzzles| {
        text.clear();
        for puzzle in puzzles {
            push_line(&mut text, puzzle.grid());
            text.push(b'\n');
        }
        // A search may take minutes from one puzzle to the next.
        output.write_all(&text)?;
        anyhow::Ok(output.flush()?)
    })
}
