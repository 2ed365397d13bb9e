//! Puzzles, or the models that a SAT solver found, from one format into another.
//!
//! [`Conversion::run`] reads inputs and writes a stream, or files of one formula each.
//! What cannot be converted is told and counted, and the rest goes on.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cnf::Encoding;
use crate::cnf::dimacs::{Reply, grid_of_model, parse_reply};
use crate::grid::{Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::pipeline::RunError;
use crate::source::{Block, Input, InputError, Place, read_all};
use crate::stream::Stream;
use crate::text::{FormatError, Reader, Writer, to_line};
use crate::whole_file::{OutError, WholeFile};

/// Lines per block of a stream.
const LINES: usize = 256;

/// What is converted into what.
pub struct Conversion<'a> {
    /// What is read.
    pub from: Reader,
    /// What is written.
    pub to: Writer,
    /// How formulas encode a puzzle.
    pub encoding: &'static Encoding,
    /// The size of the grid of a model that does not name every variable.
    pub size: Option<&'static Layout>,
    /// The file to write, instead of the output; for formulas a folder, with a file for
    /// each puzzle, unless it ends in `.cnf`.
    pub out: Option<&'a Path>,
    /// Whether files that are there are replaced.
    pub force: bool,
    /// How many puzzles are read at most.
    pub limit: Option<u64>,
    /// How many threads convert.
    pub threads: usize,
}

/// A conversion that cannot go on.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file or folder cannot be written.
    #[error("{}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// The output cannot be written.
    #[error("cannot write")]
    Output(#[from] io::Error),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] RunError),
    /// A file must not be written.
    #[error(transparent)]
    Out(#[from] OutError),
    /// There is more than one puzzle for one file.
    #[error("several puzzles make several formulas: name a folder with --out")]
    Several,
}

/// What became of the grids of a block, or of a model.
#[derive(Default)]
struct Converted {
    /// The grids as written, one after another.
    text: Vec<u8>,
    /// Of each grid its line, and where its text ends.
    grids: Vec<(Option<u64>, usize)>,
    /// What could not be converted, and why.
    failures: Vec<String>,
    /// What is told, and no failure.
    remark: Option<String>,
}

impl Conversion<'_> {
    /// Converts the inputs; what `out` does not take goes to `output`. What goes wrong with
    /// a grid is told to `warn`. Returns how many could not be converted.
    ///
    /// # Errors
    /// When an input cannot be read or a result not be written.
    pub fn run(
        &self,
        inputs: &[Input],
        output: &mut dyn Write,
        interrupt: &Interrupt,
        warn: &dyn Fn(&str),
    ) -> Result<u64, ConvertError> {
        let mut target = self.target(inputs, output)?;
        let mut failures = 0;
        let mut take = |input: &Input, converted: Converted| {
            failures += converted.failures.len() as u64;
            converted.failures.iter().chain(&converted.remark).for_each(|message| warn(message));
            target.take(input, &converted)
        };
        match self.from {
            Reader::Puzzles => {
                let block_lines = if let Writer::Stream { .. } = self.to { LINES } else { 1 };
                let Conversion { limit, threads, .. } = *self;
                let stream = Stream { inputs, block_lines, limit, threads, interrupt };
                let worker = || |input: &Input, block| self.convert_block(input, &block, interrupt);
                stream.answer(worker, take)?;
            }
            Reader::Reply => {
                for input in inputs {
                    let text = read_all(input, interrupt)
                        .map_err(|error| InputError::Unreadable(input.name.clone(), error))?;
                    if interrupt.is_set() {
                        break;
                    }
                    take(input, self.convert_reply(input, &text))?;
                }
            }
        }
        // Half a file is none.
        if !interrupt.is_set() || self.out.is_none() {
            target.finish()?;
        }
        Ok(failures)
    }

    fn target<'o>(
        &self,
        inputs: &[Input],
        output: &'o mut dyn Write,
    ) -> Result<Target<'o>, ConvertError> {
        let Some(path) = self.out else {
            return Target::new(self.to, Sink::Output(output));
        };
        let files = inputs.iter().filter_map(|input| match &input.place {
            Place::File(file) => Some(file.clone()),
            Place::Stdin => None,
        });
        let files: Vec<PathBuf> = files.collect();
        let is_folder = path.is_dir() || path.extension().is_none_or(|ending| ending != "cnf");
        if matches!(self.to, Writer::Formula(_)) && is_folder {
            fs::create_dir_all(path).map_err(|error| ConvertError::Write(path.into(), error))?;
            let (path, names) = (path.into(), file_names(inputs));
            return Ok(Target::Folder { path, names, force: self.force, inputs: files });
        }
        let file = WholeFile::named(path, self.force, &files)?;
        Target::new(self.to, Sink::File(path.into(), BufWriter::with_capacity(1 << 20, file)))
    }

    /// Converts the puzzles of a block; when interrupted, the first of them.
    fn convert_block(&self, input: &Input, block: &Block, interrupt: &Interrupt) -> Converted {
        let mut converted = Converted::default();
        for line in block.puzzles().take_while(|_| !interrupt.is_set()) {
            let place = format_args!("{}, line {}", input.name, line.number).to_string();
            match line.puzzle {
                Ok(puzzle) => {
                    self.push(&mut converted, &place, Some(line.number), puzzle.grid());
                }
                Err(kind) => converted.failures.push(format!("{place}: {kind}")),
            }
        }
        converted
    }

    /// Converts the model in a SAT solver's reply.
    fn convert_reply(&self, input: &Input, reply: &[u8]) -> Converted {
        let place = &input.name;
        let mut converted = Converted::default();
        let grid = match parse_reply(&String::from_utf8_lossy(reply)) {
            Ok(Reply::Model(model)) => grid_of_model(&model, self.size),
            Ok(Reply::Unsatisfiable) => {
                let message = format!("{place}: unsatisfiable: the formula has no model");
                converted.remark = Some(message);
                return converted;
            }
            Ok(Reply::Unknown) => {
                converted.failures.push(format!("{place}: the solver gave up"));
                return converted;
            }
            Err(error) => Err(error),
        };
        match grid {
            Ok(grid) => {
                // The formula may be another's, with rules left out.
                if let Some(conflict) = grid.conflict() {
                    let message = format!("{place}: the model is no solution: {conflict}");
                    converted.failures.push(message);
                }
                self.push(&mut converted, place, None, &grid);
            }
            Err(error) => converted.failures.push(format!("{place}: {error}")),
        }
        converted
    }

    fn push(&self, converted: &mut Converted, place: &str, line: Option<u64>, grid: &Grid) {
        let Converted { text, grids, failures, .. } = converted;
        let before = text.len();
        let pushed = match self.to {
            Writer::Stream { push, .. } => push(text, grid),
            Writer::Formula(push) => match Puzzle::new(grid.clone()) {
                Ok(puzzle) => {
                    let comments = [place, &to_line(grid), self.encoding.name];
                    push(text, &puzzle, self.encoding, &comments);
                    Ok(())
                }
                Err(conflict) => Err(FormatError::from(conflict)),
            },
        };
        match pushed {
            Ok(()) => grids.push((line, text.len())),
            Err(error) => {
                text.truncate(before);
                failures.push(format!("{place}: {error}"));
            }
        }
    }
}

/// Where bytes go.
enum Sink<'a> {
    Output(&'a mut dyn Write),
    File(PathBuf, BufWriter<WholeFile>),
}

/// Where converted grids go.
enum Target<'a> {
    /// All into one stream.
    Stream(Sink<'a>),
    /// Each into a file of this folder; `names` says by the input's name how the file's begins.
    Folder { path: PathBuf, names: HashMap<String, String>, force: bool, inputs: Vec<PathBuf> },
    /// The only one, once it is known to be that.
    Single(Sink<'a>, Option<Vec<u8>>),
}

impl<'a> Target<'a> {
    fn new(to: Writer, mut sink: Sink<'a>) -> Result<Target<'a>, ConvertError> {
        match to {
            Writer::Stream { heading, .. } => {
                sink.write(heading.as_bytes())?;
                Ok(Target::Stream(sink))
            }
            Writer::Formula(_) => Ok(Target::Single(sink, None)),
        }
    }

    fn take(&mut self, input: &Input, converted: &Converted) -> Result<(), ConvertError> {
        match self {
            Target::Stream(sink) => sink.write(&converted.text),
            Target::Folder { path: folder, names, force, inputs } => {
                let mut start = 0;
                for &(line, end) in &converted.grids {
                    let name = &names[&input.name];
                    let number = line.map_or(String::new(), |line| format!("-{line:06}"));
                    let path = folder.join(format!("{name}{number}.cnf"));
                    let text = &converted.text[start..end];
                    let mut file = WholeFile::named(&path, *force, inputs)?;
                    let written = file.write_all(text).and_then(|()| file.finish());
                    written.map_err(|error| ConvertError::Write(path, error))?;
                    start = end;
                }
                Ok(())
            }
            Target::Single(..) if converted.grids.is_empty() => Ok(()),
            Target::Single(_, held @ None) if converted.grids.len() == 1 => {
                *held = Some(converted.text.clone());
                Ok(())
            }
            Target::Single(..) => Err(ConvertError::Several),
        }
    }

    fn finish(self) -> Result<(), ConvertError> {
        match self {
            Target::Stream(sink) => sink.finish(),
            Target::Single(mut sink, Some(text)) => {
                sink.write(&text)?;
                sink.finish()
            }
            Target::Folder { .. } | Target::Single(_, None) => Ok(()),
        }
    }
}

impl Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), ConvertError> {
        match self {
            // What is answered is handed over at once.
            Sink::Output(output) => Ok(output.write_all(bytes).and_then(|()| output.flush())?),
            Sink::File(path, file) => {
                file.write_all(bytes).map_err(|error| ConvertError::Write(path.clone(), error))
            }
        }
    }

    fn finish(self) -> Result<(), ConvertError> {
        let Sink::File(path, file) = self else { return Ok(()) };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error);
        file.and_then(WholeFile::finish).map_err(|error| ConvertError::Write(path, error))
    }
}

/// By name of the input, how the names of its formulas' files begin: letters, digits, dots
/// and dashes, no two alike.
fn file_names(inputs: &[Input]) -> HashMap<String, String> {
    let mut taken = HashSet::new();
    let mut name = |input: &Input| {
        let name = if input.place == Place::Stdin { "stdin" } else { &input.name };
        let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let plain: String = name.chars().map(plain).collect();
        let numbered = (2..).map(|number| format!("{plain}.{number}"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let free = names.find(|name| taken.insert(name.clone()));
        (input.name.clone(), free.expect("there are more numbers than inputs"))
    };
    inputs.iter().map(&mut name).collect()
}
