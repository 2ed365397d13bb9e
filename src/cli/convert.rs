//! `convert`: puzzles from one format into another.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use super::exit::{self, Usage};
use super::generate::size;
use super::stream;
use crate::cnf::dimacs::{Reply, grid_of_model, parse_reply};
use crate::cnf::{Encoding, find_encoding};
use crate::grid::{Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::source::{Input, InputError, Place, expand};
use crate::text::{Format, Reader, Writer, find_format, to_line};

/// Convert puzzles into another format; what cannot be converted is reported on stderr
#[derive(Args)]
pub struct Arguments {
    /// Files, folders or globs, or `-` for standard input; .gz and .zst too
    #[arg(default_value = "-")]
    inputs: Vec<String>,
    /// The format to write; see `list formats`
    #[arg(long, default_value = "line", value_parser = writable)]
    to: (&'static Format, Writer),
    /// The format to read, where it is not recognised: `dimacs-model`
    #[arg(long, default_value = "line", hide_default_value = true, value_parser = readable)]
    from: Reader,
    /// The encoding of formulas: complete, hr12 or hr12-listing
    #[arg(long, default_value = "complete", value_parser = encoding)]
    encoding: &'static Encoding,
    /// The size of the grid of a model that does not name every variable, like 9 or 3x4
    #[arg(long, value_parser = size)]
    size: Option<&'static Layout>,
    /// The file to write [default: standard output]; for formulas a folder, with a file for
    /// each puzzle, unless it ends in .cnf
    #[arg(long)]
    out: Option<PathBuf>,
    /// Exit with 65 if anything could not be converted
    #[arg(long)]
    strict: bool,
}

fn writable(name: &str) -> Result<(&'static Format, Writer), Usage> {
    let format = find_format(name).and_then(|format| Some((format, format.writer?)));
    format.ok_or_else(|| Usage(format!("no format `{name}` to write; see `list formats`")))
}

fn readable(name: &str) -> Result<Reader, Usage> {
    let reader = find_format(name).and_then(|format| format.reader);
    reader.ok_or_else(|| Usage(format!("no format `{name}` to read; see `list formats`")))
}

fn encoding(name: &str) -> Result<&'static Encoding, Usage> {
    find_encoding(name).ok_or_else(|| Usage(format!("no encoding `{name}`; see `list formats`")))
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let inputs = expand(&arguments.inputs)?;
    let there = arguments.out.as_ref().and_then(|out| out.canonicalize().ok());
    if let Some(out) = there.filter(|out| inputs.iter().any(|input| is_file(input, out))) {
        return Err(Usage(format!("{} is an input: it would be lost", out.display())).into());
    }
    let interrupt = Interrupt::catch_signals()?;
    let mut conversion = Conversion::begin(arguments)?;
    for input in inputs.iter().take_while(|_| !interrupt.is_set()) {
        match arguments.from {
            Reader::Puzzles => convert_lines(input, &interrupt, &mut conversion)?,
            Reader::Reply => convert_reply(input, arguments.size, &mut conversion)?,
        }
    }
    let failures = conversion.end()?;
    Ok(match interrupt.signal() {
        Some(signal) => exit::of_signal(signal),
        None if arguments.strict && failures > 0 => exit::DATA,
        None => exit::DONE,
    })
}

/// Converts the puzzles of an input.
fn convert_lines(
    input: &Input,
    interrupt: &Interrupt,
    conversion: &mut Conversion<'_>,
) -> anyhow::Result<()> {
    for (input, block) in
        stream::blocks(input, stream::BATCH, Some(interrupt)).take_while(|_| !interrupt.is_set())
    {
        let block = block.map_err(|error| InputError::Unreadable(input.name.clone(), error))?;
        for line in block.puzzles() {
            let origin = Origin { name: &input.name, line: Some(line.number) };
            match line.puzzle {
                Ok(puzzle) => conversion.write(&origin, puzzle.grid())?,
                Err(kind) => conversion.fail(&origin, &kind),
            }
        }
    }
    Ok(())
}

/// Converts the model that a SAT solver found.
fn convert_reply(
    input: &Input,
    layout: Option<&'static Layout>,
    conversion: &mut Conversion<'_>,
) -> anyhow::Result<()> {
    let mut text = Vec::new();
    let read = match &input.place {
        Place::Stdin => io::stdin().read_to_end(&mut text),
        Place::File(path) => File::open(path).and_then(|mut file| file.read_to_end(&mut text)),
    };
    read.map_err(|error| InputError::Unreadable(input.name.clone(), error))?;
    let origin = Origin { name: &input.name, line: None };
    let grid = match parse_reply(&String::from_utf8_lossy(&text)) {
        Ok(Reply::Model(model)) => grid_of_model(&model, layout),
        Ok(Reply::Unsatisfiable) => {
            eprintln!("sudoku-lab: {origin}: unsatisfiable: the formula has no model");
            return Ok(());
        }
        Ok(Reply::Unknown) => {
            conversion.fail(&origin, &"the solver gave up");
            return Ok(());
        }
        Err(error) => Err(error),
    };
    match grid {
        Ok(grid) => {
            // The formula may be another's, with rules left out.
            if let Some(conflict) = grid.conflict() {
                conversion.fail(&origin, &format_args!("the model is no solution: {conflict}"));
            }
            conversion.write(&origin, &grid)
        }
        Err(error) => {
            conversion.fail(&origin, &error);
            Ok(())
        }
    }
}

/// Where a grid comes from.
struct Origin<'a> {
    name: &'a str,
    line: Option<u64>,
}

impl Origin<'_> {
    /// The name of the file with this grid's formula: letters, digits, dots, dashes.
    fn file_name(&self) -> String {
        let name = if self.name == "-" { "stdin" } else { self.name };
        let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let name: String = name.chars().map(plain).collect();
        match self.line {
            Some(line) => format!("{name}-{line:06}.cnf"),
            None => format!("{name}.cnf"),
        }
    }
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}, line {line}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

/// What has been converted so far, and where it goes.
struct Conversion<'a> {
    arguments: &'a Arguments,
    output: Output,
    /// Memory for one grid.
    text: Vec<u8>,
    failures: u64,
}

/// Whether the input is the file of this canonical path, by whatever name.
fn is_file(input: &Input, path: &Path) -> bool {
    matches!(&input.place, Place::File(file) if file.canonicalize().is_ok_and(|file| file == path))
}

/// Where converted grids go.
enum Output {
    /// All into one stream.
    Stream(BufWriter<Box<dyn Write>>),
    /// Each into a file of this folder.
    Folder(PathBuf),
    /// The only one, once it is known to be that.
    Single(Option<Vec<u8>>),
}

impl<'a> Conversion<'a> {
    fn begin(arguments: &'a Arguments) -> anyhow::Result<Self> {
        let output = match (&arguments.to.1, &arguments.out) {
            (Writer::Stream { heading, .. }, out) => {
                let mut stream = BufWriter::with_capacity(1 << 20, open(out.as_deref())?);
                stream.write_all(heading.as_bytes())?;
                Output::Stream(stream)
            }
            (Writer::Formula(_), Some(path))
                if path.is_dir() || path.extension().is_none_or(|ending| ending != "cnf") =>
            {
                fs::create_dir_all(path).with_context(|| path.display().to_string())?;
                Output::Folder(path.clone())
            }
            (Writer::Formula(_), _) => Output::Single(None),
        };
        Ok(Conversion { arguments, output, text: Vec::new(), failures: 0 })
    }

    fn write(&mut self, origin: &Origin<'_>, grid: &Grid) -> anyhow::Result<()> {
        self.text.clear();
        let pushed = match self.arguments.to.1 {
            Writer::Stream { push, .. } => push(&mut self.text, grid),
            Writer::Formula(push) => Puzzle::new(grid.clone()).map_err(Into::into).map(|puzzle| {
                let encoding = self.arguments.encoding;
                let (place, line) = (origin.to_string(), to_line(grid));
                push(&mut self.text, &puzzle, encoding, &[&place, &line, encoding.name]);
            }),
        };
        if let Err(error) = pushed {
            self.fail(origin, &error);
            return Ok(());
        }
        match &mut self.output {
            Output::Stream(stream) => stream.write_all(&self.text)?,
            Output::Folder(folder) => {
                let path = folder.join(origin.file_name());
                fs::write(&path, &self.text).with_context(|| path.display().to_string())?;
            }
            Output::Single(held @ None) => *held = Some(std::mem::take(&mut self.text)),
            Output::Single(Some(_)) => {
                let message = "several puzzles make several formulas: name a folder with --out";
                return Err(Usage(message.into()).into());
            }
        }
        Ok(())
    }

    /// Says what could not be converted.
    fn fail(&mut self, origin: &Origin<'_>, reason: &dyn fmt::Display) {
        self.failures += 1;
        eprintln!("sudoku-lab: {origin}: {reason}");
    }

    /// Writes what is held back. Returns how much could not be converted.
    fn end(self) -> anyhow::Result<u64> {
        match self.output {
            Output::Stream(mut stream) => stream.flush()?,
            Output::Single(Some(text)) => {
                let mut file = open(self.arguments.out.as_deref())?;
                file.write_all(&text)?;
                file.flush()?;
            }
            Output::Folder(_) | Output::Single(None) => {}
        }
        Ok(self.failures)
    }
}

fn open(out: Option<&Path>) -> anyhow::Result<Box<dyn Write>> {
    Ok(match out {
        Some(path) => Box::new(File::create(path).with_context(|| path.display().to_string())?),
        None => Box::new(io::stdout().lock()),
    })
}
