//! `convert`: puzzles from one format into another.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::ending::expect_ending;
use super::exit::{self, Usage};
use super::generate::{named, size};
use super::log::warn;
use super::stream::StreamArguments;
use super::stuck;
use crate::cnf::{ENCODINGS, Encoding, find_encoding};
use crate::convert::Conversion;
use crate::grid::Layout;
use crate::sets::RowFormat;
use crate::text::{Reader, Writer, find_format};

/// Convert puzzles into another format; what cannot be converted is told on stderr, and is a
/// comment `# line N: reason` in its place, in CSV a row with its status
#[derive(Args)]
#[command(after_help = crate::solver::SOURCES)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
    /// The format to write; see `list formats` [default: line, and csv for a file of that ending]
    #[arg(long, value_parser = writable)]
    to: Option<Writer>,
    /// The format to read: `dimacs-model` has to be named, the others are recognised
    #[arg(long, default_value = "line", hide_default_value = true, value_parser = readable)]
    from: Reader,
    /// The encoding of formulas; see `list formats` [default: complete]
    #[arg(long, value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// The size: 4, 6, 9, 12, 16 or 25, or rows and columns of a box, like 3x4; of a model
    /// that does not name every variable
    #[arg(long, value_parser = size)]
    size: Option<&'static Layout>,
    /// The file to write [default: standard output]; for formulas a folder, with a file for
    /// each puzzle, unless it ends in .cnf
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
    /// Exit with 65 if anything could not be converted
    #[arg(long)]
    strict: bool,
    /// Append set, line and the line's own text, tab-separated; in CSV a column `input`, before a
    /// grid of several lines a comment
    #[arg(long)]
    keep_input: bool,
    /// Rearrange each puzzle: relabel its digits, permute bands, stacks, rows and columns, transpose,
    /// drawn evenly from all that keep the rules; the same for the same seed and line
    #[arg(long, value_name = "SEED")]
    rearrange: Option<u64>,
}

fn writable(name: &str) -> Result<Writer, Usage> {
    let writer = find_format(name).and_then(|format| format.writer);
    writer.ok_or_else(|| Usage(format!("no format `{name}` to write; see `list formats`")))
}

fn readable(name: &str) -> Result<Reader, Usage> {
    let reader = find_format(name).and_then(|format| format.reader);
    reader.ok_or_else(|| Usage(format!("no format `{name}` to read; see `list formats`")))
}

fn encoding(name: &str) -> Result<&'static Encoding, Usage> {
    find_encoding(name).ok_or_else(|| Usage(format!("no encoding `{name}`; see `list formats`")))
}

/// The format that is asked for, or that the name of the file says.
fn writer(arguments: &Arguments) -> Result<Writer, Usage> {
    let out = arguments.out.as_deref();
    expect_ending(out, &[RowFormat::Lines, RowFormat::Csv])?;
    if let Some(to) = arguments.to {
        return Ok(to);
    }
    match out.and_then(RowFormat::of_ending) {
        Some(RowFormat::Csv) => writable("csv"),
        _ => writable("line"),
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let stream = &arguments.stream;
    let to = writer(arguments)?;
    if arguments.encoding.is_some() && !matches!(to, Writer::Formula(_)) {
        return Err(Usage("--encoding is of formulas: it goes with --to dimacs".into()).into());
    }
    if arguments.size.is_some() && arguments.from == Reader::Puzzles {
        let why = "--size is of a model: it goes with --from dimacs-model";
        return Err(Usage(why.into()).into());
    }
    if arguments.rearrange.is_some() && arguments.from != Reader::Puzzles {
        return Err(Usage("--rearrange is of puzzles, not of a model".into()).into());
    }
    let inputs = stream.extent.endings.expand(&stream.inputs, &warn)?.inputs;
    let interrupt = stuck::catch_signals()?;
    let conversion = Conversion {
        from: arguments.from,
        to,
        encoding: arguments.encoding.unwrap_or(&ENCODINGS[0]),
        size: arguments.size,
        rearrange: arguments.rearrange,
        out: named(&arguments.out),
        force: arguments.force,
        limit: stream.extent.limit,
        threads: stream.extent.threads.number(),
        keep_input: arguments.keep_input,
    };
    let (failures, contents) =
        conversion.run(&inputs, &mut io::stdout().lock(), &interrupt, &warn)?;
    Ok(match exit::of_contents(&contents, &interrupt) {
        exit::DONE if arguments.strict && failures > 0 => exit::DATA,
        code => code,
    })
}
