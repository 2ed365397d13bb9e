//! Puzzles, or the models that a SAT solver found, from one format into another.
//!
//! [`Conversion::run`] reads inputs and writes a stream, or files of one formula each.
//! What cannot be converted is told and counted, and the rest goes on.

mod converted;
mod error;
mod target;

use std::borrow::Cow;
use std::fmt;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::slice::from_ref;

use crate::cnf::dimacs::{Reply, grid_of_model, parse_reply};
use crate::cnf::{ENCODINGS, Encoding};
use crate::grid::{Grid, Layout, Puzzle, Symmetry};
use crate::interrupt::Interrupt;
use crate::keys::{Keyer, Keys};
use crate::solver::Limit;
use crate::source::{Block, Input, InputError, Place, read_all};
use crate::stream::{Contents, Stream};
use crate::text::{FormatError, MAX_LINE, Reader, Writer, escape, puzzle_line};
use crate::whole_file::{MadeFolder, WholeFile};
use converted::{Converted, Origin, push_field, push_place};
use target::{Sink, Target, file_names, formulas};

pub use error::ConvertError;

/// Lines per block of a stream.
const LINES: usize = 256;

/// Characters of a line without a puzzle that a table shows.
const SHOWN: usize = 200;

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
    /// Rearranges each puzzle by [a symmetry](Symmetry::of_line) drawn from this seed and the
    /// number of its line.
    pub rearrange: Option<u64>,
    /// The file to write, instead of the output; for formulas a folder, with a file for
    /// each puzzle, unless it ends in `.cnf`.
    pub out: Option<&'a Path>,
    /// Whether files that are there are replaced.
    pub force: bool,
    /// How many puzzles are read at most.
    pub limit: Option<u64>,
    /// How many threads convert.
    pub threads: usize,
    /// Whether each grid comes with its set, its line, and what stands there.
    pub keep_input: bool,
}

/// What is converted.
enum Content<'a> {
    Puzzle(&'a Puzzle),
    /// A grid, which may be no solution.
    Model(&'a Grid),
}

impl<'a> Content<'a> {
    fn puzzle(&self) -> Result<Cow<'a, Puzzle>, FormatError> {
        Ok(match self {
            Content::Puzzle(puzzle) => Cow::Borrowed(puzzle),
            Content::Model(grid) => Cow::Owned(Puzzle::new((*grid).clone())?),
        })
    }
}

/// Appends a puzzle in a format, with the end of its last line; a formula with a comment on where it
/// comes from.
///
/// # Errors
/// When the format cannot hold it.
pub fn push_puzzle(
    text: &mut Vec<u8>,
    puzzle: &Puzzle,
    to: Writer,
    encoding: &Encoding,
    origin: &dyn fmt::Display,
    keys: Option<Keys>,
) -> Result<(), FormatError> {
    match to {
        Writer::Stream { .. } if puzzle.has_marks() => return Err(FormatError::Marks),
        Writer::Stream { push, .. } => push(text, puzzle.grid())?,
        Writer::Puzzles(push) => {
            let start = text.len();
            push(text, puzzle);
            if text.len() - start > MAX_LINE + 1 {
                text.truncate(start);
                return Err(FormatError::TooLong);
            }
        }
        Writer::Formula(push) => {
            let comments = [&origin.to_string(), &puzzle_line(puzzle), encoding.name];
            push(text, puzzle, encoding, &comments);
        }
        Writer::Keys => {
            let alone = || Keyer::default().solve(from_ref(puzzle), &Limit::solutions(2))[0];
            let keys = keys.unwrap_or_else(alone);
            writeln!(text, "{keys}").expect("a vector takes any text");
        }
    }
    Ok(())
}

/// A puzzle alone as the whole text of a format; of a table with its heading, and of the columns
/// for where it comes from with nothing in them.
///
/// # Errors
/// When the format cannot hold it.
pub fn whole_text(puzzle: &Puzzle, to: Writer) -> Result<Vec<u8>, FormatError> {
    let mut text = Vec::new();
    let is_table = match to {
        Writer::Stream { heading, is_table: true, .. } => {
            text.extend([heading.as_bytes(), b"\n"].concat());
            true
        }
        _ => false,
    };
    push_puzzle(&mut text, puzzle, to, &ENCODINGS[0], &"a puzzle", None)?;
    if is_table {
        text.pop();
        text.extend(b",,,ok\n");
    }
    Ok(text)
}

impl Conversion<'_> {
    /// Converts the inputs; what `out` does not take goes to `output`. What goes wrong with
    /// a grid is told to `warn`. Returns how many could not be converted, and what the inputs
    /// held.
    ///
    /// # Errors
    /// When a result cannot be written.
    pub fn run(
        &self,
        inputs: &[Input],
        output: &mut dyn Write,
        interrupt: &Interrupt,
        warn: &dyn Fn(&str),
    ) -> Result<(u64, Contents), ConvertError> {
        let mut target = self.target(inputs, output, interrupt)?;
        let mut failures = 0;
        let mut take = |input: &Input, converted: Converted| {
            failures += converted.failures.len() as u64;
            converted.failures.iter().for_each(|message| warn(message));
            target.take(input, &converted)
        };
        let Conversion { limit, threads, .. } = *self;
        let contents = match self.from {
            Reader::Puzzles => {
                let block_lines = if let Writer::Formula(_) = self.to { 1 } else { LINES };
                let block_lines = block_lines.into();
                let stream = Stream { inputs, block_lines, limit, threads, interrupt, warn };
                let worker = || {
                    let mut keyer = matches!(self.to, Writer::Keys).then(Keyer::default);
                    move |input: &Input, block| {
                        self.convert_block(keyer.as_mut(), input, &block, interrupt)
                    }
                };
                stream.answer(worker, take)?
            }
            Reader::Reply => {
                let (mut contents, mut models) = (Contents::default(), 0);
                for input in inputs {
                    if limit.is_some_and(|limit| models >= limit) {
                        break;
                    }
                    let text = read_all(input, interrupt);
                    if interrupt.is_set() {
                        break;
                    }
                    match text {
                        Ok(text) => {
                            let converted = self.convert_reply(input, &text);
                            models += converted.grids.len() as u64;
                            contents.puzzles |= !converted.grids.is_empty();
                            contents.rejects |= !converted.failures.is_empty();
                            take(input, converted)?;
                        }
                        Err(error) => {
                            let error = InputError::Unreadable(input.name.clone(), error);
                            contents.add_error(&error, warn);
                        }
                    }
                }
                contents
            }
        };
        // Half a file is none.
        if !interrupt.is_set() || self.out.is_none() {
            target.finish(warn)?;
        }
        Ok((failures, contents))
    }

    fn target<'o>(
        &self,
        inputs: &[Input],
        output: &'o mut dyn Write,
        interrupt: &Interrupt,
    ) -> Result<Target<'o>, ConvertError> {
        let Some(path) = self.out else {
            return self.stream_or_single(Sink::Output(output));
        };
        let files = inputs.iter().filter_map(|input| match &input.place {
            Place::File(file) => Some(file.clone()),
            Place::Stdin => None,
        });
        let input_files: Vec<PathBuf> = files.collect();
        let is_folder = path.is_dir() || path.extension().is_none_or(|ending| ending != "cnf");
        if matches!(self.to, Writer::Formula(_)) && is_folder {
            let folder = MadeFolder::make(path);
            let folder = folder.map_err(|error| ConvertError::Write(path.into(), error))?;
            let (names, force, interrupt) = (file_names(inputs), self.force, interrupt.clone());
            let (inputs, others) = (input_files, formulas(folder.path()));
            return Ok(Target::Folder { folder, others, names, force, inputs, interrupt });
        }
        let file = WholeFile::named(path, self.force, &input_files, interrupt)?;
        self.stream_or_single(Sink::File(path.into(), BufWriter::with_capacity(1 << 20, file)))
    }

    fn stream_or_single<'o>(&self, mut sink: Sink<'o>) -> Result<Target<'o>, ConvertError> {
        match self.to {
            Writer::Formula(_) => return Ok(Target::Single(sink, None)),
            Writer::Stream { heading, is_table: true, .. } => {
                let input = if self.keep_input { ",input" } else { "" };
                sink.write(format!("{heading}{input}\n").as_bytes())?;
            }
            Writer::Stream { .. } | Writer::Puzzles(_) | Writer::Keys => {}
        }
        Ok(Target::Stream(sink))
    }

    /// Converts the puzzles of a block; when interrupted, the first of them.
    fn convert_block(
        &self,
        keyer: Option<&mut Keyer>,
        input: &Input,
        block: &Block,
        interrupt: &Interrupt,
    ) -> Converted {
        let mut converted = Converted::default();
        let keys = keyer.map(|keyer| {
            let puzzles: Vec<Puzzle> =
                block.puzzles().filter_map(|line| line.puzzle.ok()).collect();
            let limit = Limit { stop: &|| interrupt.is_set(), ..Limit::solutions(2) };
            keyer.solve(&puzzles, &limit)
        });
        let mut keys = keys.into_iter().flatten();
        for line in block.puzzles().take_while(|_| !interrupt.is_set()) {
            let (set, field) = (&input.name, block.field(line.text));
            let origin = Origin { set, line: Some((line.number, line.text)), field };
            match line.puzzle {
                Ok(puzzle) => {
                    let drawn = |seed| Symmetry::of_line(puzzle.layout(), seed, line.number);
                    let puzzle = match self.rearrange.map(drawn) {
                        Some(symmetry) => symmetry.apply(&puzzle),
                        None => puzzle,
                    };
                    self.push(&mut converted, origin, Content::Puzzle(&puzzle), keys.next());
                }
                Err(kind) => self.push_failure(&mut converted, origin, &kind),
            }
        }
        converted
    }

    /// Converts the model in a SAT solver's reply.
    fn convert_reply(&self, input: &Input, reply: &[u8]) -> Converted {
        let place = &input.name;
        let origin = Origin { set: place, line: None, field: b"" };
        let mut converted = Converted::default();
        let grid = match parse_reply(&String::from_utf8_lossy(reply)) {
            Ok(Reply::Model(model)) => grid_of_model(&model, self.size),
            Ok(Reply::Unsatisfiable) => {
                self.push_failure(
                    &mut converted,
                    origin,
                    &"unsatisfiable: the formula has no model",
                );
                return converted;
            }
            Ok(Reply::Unknown) => {
                self.push_failure(&mut converted, origin, &"the solver gave up");
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
                self.push(&mut converted, origin, Content::Model(&grid), None);
            }
            Err(error) => self.push_failure(&mut converted, origin, &error),
        }
        converted
    }

    fn push(
        &self,
        converted: &mut Converted,
        origin: Origin<'_>,
        content: Content<'_>,
        keys: Option<Keys>,
    ) {
        let text = &mut converted.text;
        let before = text.len();
        let pushed = match (&content, self.to) {
            (Content::Model(grid), Writer::Stream { push, .. }) => push(text, grid),
            (_, to) => content
                .puzzle()
                .and_then(|puzzle| push_puzzle(text, &puzzle, to, self.encoding, &origin, keys)),
        };
        if let Err(error) = pushed {
            text.truncate(before);
            return self.push_failure(converted, origin, &error);
        }
        match self.to {
            Writer::Stream { is_table: true, .. } => self.push_columns(text, origin, "ok"),
            Writer::Stream { .. } | Writer::Puzzles(_) | Writer::Keys if self.keep_input => {
                let is_line = text[before..].iter().filter(|&&byte| byte == b'\n').count() == 1;
                if is_line {
                    text.pop();
                    push_place(text, origin);
                    text.push(b'\n');
                } else {
                    let grid = text.split_off(before);
                    text.push(b'#');
                    push_place(text, origin);
                    text.push(b'\n');
                    text.extend(grid);
                }
            }
            _ => {}
        }
        converted.grids.push((origin.line.map(|(number, _)| number), text.len()));
    }

    /// Notes what is no grid; in a stream it has a row of its own, a comment if that is no
    /// table.
    fn push_failure(&self, converted: &mut Converted, origin: Origin<'_>, why: &dyn fmt::Display) {
        converted.failures.push(format!("{origin}: {why}"));
        let text = &mut converted.text;
        match self.to {
            Writer::Stream { is_table: true, .. } => {
                push_field(text, &escape(origin.field, SHOWN));
                text.extend(b",,\n");
                self.push_columns(text, origin, &format!("invalid: {why}"));
            }
            Writer::Stream { .. } | Writer::Puzzles(_) | Writer::Keys => {
                match origin.line {
                    Some((number, _)) => write!(text, "# line {number}: {why}"),
                    None => write!(text, "# {origin}: {why}"),
                }
                .expect("a vector takes any text");
                if self.keep_input {
                    push_place(text, origin);
                }
                text.push(b'\n');
            }
            Writer::Formula(_) => {}
        }
    }

    /// Appends a table's last columns to the row that stands there.
    fn push_columns(&self, text: &mut Vec<u8>, origin: Origin<'_>, status: &str) {
        text.pop();
        let (number, line) = origin.line.unzip();
        let number = number.map_or(String::new(), |number| number.to_string());
        let line = escape(line.unwrap_or_default(), usize::MAX);
        let input = self.keep_input.then_some(line.as_str());
        for field in [origin.set, &number, status].into_iter().chain(input) {
            text.push(b',');
            push_field(text, field);
        }
        text.push(b'\n');
    }
}
