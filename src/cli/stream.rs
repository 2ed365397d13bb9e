//! The arguments of the commands that read puzzles and print answers, and the printing.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd;

use clap::Args;

use super::exit::{self, Usage};
use super::log::warn;
use super::threads::Threads;
use crate::interrupt::Interrupt;
use crate::source::{Block, FileId, Found, Input, Place, expand, file_id, puzzle_of};
use crate::stream::{BlockLines, Stream};

/// Where lines come from, and how they are worked on.
#[derive(Args)]
pub struct StreamArguments {
    /// Files, folders or globs, or `-` for standard input; .gz and .zst too; of `solve`,
    /// `check`, `rate` and `augment` also a puzzle
    #[arg(default_value = "-")]
    pub inputs: Vec<OsString>,
    #[command(flatten)]
    pub extent: Extent,
}

/// Which files of folders are read.
#[derive(Args)]
pub struct Endings {
    /// Of folders, read the files with these endings, like sdk,txt; without it, those whose
    /// ending or first lines are a puzzle file's
    #[arg(long, value_name = "ENDING,…", value_delimiter = ',')]
    ext: Vec<String>,
}

impl Endings {
    /// The inputs that the arguments name, none of which is standard output; tells what is left
    /// out.
    pub fn expand(&self, inputs: &[OsString], tell: &dyn Fn(&str)) -> anyhow::Result<Found> {
        let found = expand(inputs, &self.ext)?;
        found.news().for_each(|line| tell(&line));
        let output = file_of(&io::stdout());
        match found.inputs.iter().find(|input| output.is_some() && file_at(&input.place) == output)
        {
            None => Ok(found),
            Some(input) => Err(anyhow::Error::new(Usage(format!(
                "{}: standard output goes there, and what is written would be read",
                input.name
            )))),
        }
    }
}

/// Which file a place is.
fn file_at(place: &Place) -> Option<FileId> {
    match place {
        Place::Stdin => file_of(&io::stdin()),
        Place::File(path) => file_id(&path.metadata().ok()?),
    }
}

/// The same of an open file.
fn file_of(open: &impl AsFd) -> Option<FileId> {
    let file = File::from(open.as_fd().try_clone_to_owned().ok()?);
    file_id(&file.metadata().ok()?)
}

/// Which files of folders are read, and which column of tables.
#[derive(Args)]
pub struct Selection {
    #[command(flatten)]
    endings: Endings,
    /// Of Parquet, JSON and CSV, the column to read puzzles from, by its name, or of CSV by its
    /// number; without it, the one that is named `puzzle` or holds puzzles
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
}

impl Selection {
    /// The inputs that the arguments name; tells what is left out.
    pub fn expand(&self, inputs: &[OsString], tell: &dyn Fn(&str)) -> anyhow::Result<Found> {
        Ok(self.endings.expand(inputs, tell)?.of_column(self.column.as_deref()))
    }
}

/// How many puzzles are worked on, and on how many threads.
#[derive(Args)]
pub struct Extent {
    /// Stop after this many puzzles
    #[arg(long)]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub endings: Selection,
    #[command(flatten)]
    pub threads: Threads,
}

/// What there is to answer.
pub struct Asked<'a> {
    what: What<'a>,
    extent: &'a Extent,
}

enum What<'a> {
    /// The puzzle that stands for the inputs.
    Puzzle(&'a OsString),
    Inputs(Vec<Input>),
}

impl StreamArguments {
    /// Looks what there is to answer. A file of a folder may keep that waiting, so that signals are
    /// caught later.
    pub fn look(&self) -> anyhow::Result<Asked<'_>> {
        let what = match &self.inputs[..] {
            [argument] if puzzle_of(argument)?.is_some() => What::Puzzle(argument),
            inputs => What::Inputs(self.extent.endings.expand(inputs, &warn)?.inputs),
        };
        Ok(Asked { what, extent: &self.extent })
    }
}

impl Asked<'_> {
    /// Prints what a worker makes of every block of so many lines, in order and at once, or of
    /// the puzzle that stands for them; of several inputs, with a line `# NAME` before each if
    /// there are to be headings. `header` comes first, unless there is nothing to read.
    pub fn answer<W>(
        &self,
        block_lines: impl Into<BlockLines>,
        headings: bool,
        header: &str,
        interrupt: &Interrupt,
        worker: impl Fn() -> W + Sync,
    ) -> anyhow::Result<u8>
    where
        W: FnMut(&Input, Block) -> Vec<u8>,
    {
        let inputs = match &self.what {
            What::Puzzle(argument) => {
                let input = Input { name: "puzzle".into(), place: Place::Stdin, column: None };
                let answer = worker()(&input, Block::of_line(argument.as_encoded_bytes()));
                io::stdout().write_all(&[header.as_bytes(), &answer].concat())?;
                return Ok(exit::of_interrupt(interrupt));
            }
            What::Inputs(inputs) => inputs,
        };
        io::stdout().write_all(header.as_bytes())?;
        let mut last: Option<&Input> = None;
        let heading = |input| {
            // Line numbers say nothing if they may be of any file.
            let is_next = headings && inputs.len() > 1 && last.replace(input) != Some(input);
            if is_next { format!("# {}\n", input.name) } else { String::new() }
        };
        print(&self.extent.stream(inputs, block_lines, interrupt), worker, heading)
    }
}

impl Extent {
    /// The lines of these inputs, as far as they are wanted.
    pub fn stream<'a>(
        &self,
        inputs: &'a [Input],
        block_lines: impl Into<BlockLines>,
        interrupt: &'a Interrupt,
    ) -> Stream<'a> {
        let (limit, threads) = (self.limit, self.threads.number());
        let block_lines = block_lines.into();
        Stream { inputs, block_lines, limit, threads, interrupt, warn: &warn }
    }
}

/// Prints what a worker makes of the blocks of a stream, each after a heading.
pub fn print<'a, W>(
    stream: &Stream<'a>,
    worker: impl Fn() -> W + Sync,
    mut heading: impl FnMut(&'a Input) -> String,
) -> anyhow::Result<u8>
where
    W: FnMut(&Input, Block) -> Vec<u8>,
{
    let mut output = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let contents = stream.answer(worker, |input, text| {
        output.write_all(heading(input).as_bytes())?;
        output.write_all(&text)?;
        anyhow::Ok(output.flush()?)
    })?;
    Ok(exit::of_contents(&contents, stream.interrupt))
}
