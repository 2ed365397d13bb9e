//! `explain`: every step of a puzzle with its reason, as text, JSON or a page.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use clap::{Args, ValueEnum};

use super::exit::{DONE, Usage};
use super::stream::{self, blocks};
use super::threads::Threads;
use crate::explain::{Explainer, json, page, text};
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::pipeline::{ordered, thread_pool};
use crate::source::{Input, InputError, expand};
use crate::strategy::{LADDER, Order, STRATEGIES, find_order, select};
use crate::text::{Dialect, ParseErrorKind, parse_line};

/// Puzzles on a page, unless `--limit` says otherwise: about twenty megabytes.
const PAGE_LIMIT: u64 = 1_000;

/// Explain puzzles: every step with the cells, the reason and the candidates
#[derive(Args)]
pub struct Arguments {
    /// A puzzle; or files, folders or globs of puzzles, or `-` for standard input
    #[arg(value_name = "PUZZLE|FILE", required = true)]
    inputs: Vec<String>,
    /// Use only these strategies; see `list strategies`
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = strategy_by_name)]
    strategies: Option<Vec<usize>>,
    /// The strategies of this order, tried in this order [default: ladder]
    #[arg(long, value_parser = order_by_name)]
    order: Option<&'static Order>,
    /// How to write it: one JSON object per line, or one page for a browser
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Only the first puzzles [default: all, or 1000 on a page]
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Text without the grids before each step
    #[arg(long)]
    brief: bool,
    /// Colours in text; `auto` on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = When::Auto)]
    color: When,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Html,
}

#[derive(Clone, Copy, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

fn strategy_by_name(name: &str) -> Result<usize, Usage> {
    let place = STRATEGIES.iter().position(|strategy| strategy.name == name);
    place.ok_or_else(|| Usage(format!("no strategy `{name}`; see `list strategies`")))
}

pub(super) fn order_by_name(name: &str) -> Result<&'static Order, Usage> {
    find_order(name).ok_or_else(|| Usage(format!("no order `{name}`; see `list orders`")))
}

/// A line to explain, and where it stands.
struct Job {
    set: String,
    line: u64,
    puzzle: Result<Puzzle, ParseErrorKind>,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let strategies = chosen(arguments);
    if let [argument] = &arguments.inputs[..]
        && let Some(puzzle) = puzzle_of(argument)?
    {
        let job = Job { set: String::new(), line: 0, puzzle: Ok(puzzle) };
        return write(arguments, &strategies, "A puzzle", std::iter::once(Ok(job)));
    }
    let inputs = expand(&arguments.inputs)?;
    let title = match &inputs[..] {
        [input] => input.name.clone(),
        _ => arguments.inputs.join(" "),
    };
    write(arguments, &strategies, &title, jobs(&inputs))
}

/// The strategies to try: those named, or those of the order.
fn chosen(arguments: &Arguments) -> Vec<usize> {
    let order = arguments.order.unwrap_or(&LADDER);
    match &arguments.strategies {
        Some(named) => select(order, named),
        None => order.strategies.into(),
    }
}

/// The argument as a puzzle, if it is not the name of an input.
fn puzzle_of(argument: &str) -> Result<Option<Puzzle>, InputError> {
    if argument == "-" || Path::new(argument).exists() {
        return Ok(None);
    }
    match parse_line(argument.as_bytes(), Dialect::Plain) {
        Ok(puzzle) => Ok(puzzle),
        // Of no puzzle's length: more likely a name, and a wrong one.
        Err(ParseErrorKind::Length { .. } | ParseErrorKind::TooLong) if !is_drawn(argument) => {
            Ok(None)
        }
        Err(kind) => {
            let error = io::Error::new(io::ErrorKind::InvalidData, kind.to_string());
            Err(InputError::Unreadable("puzzle".into(), error))
        }
    }
}

/// Whether it is meant for a puzzle: nothing but digits and marks of empty cells.
fn is_drawn(argument: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() || b"._* ".contains(&byte);
    argument.len() >= 16 && argument.bytes().all(is_cell)
}

fn jobs(inputs: &[Input]) -> impl Iterator<Item = Result<Job, InputError>> + Send {
    inputs.iter().flat_map(|input| blocks(input, stream::FEW, None)).flat_map(|(input, block)| {
        let block = block.map_err(|error| InputError::Unreadable(input.name.clone(), error));
        let jobs: Vec<Result<Job, InputError>> = match block {
            Ok(block) => block
                .puzzles()
                .map(|line| {
                    Ok(Job { set: input.name.clone(), line: line.number, puzzle: line.puzzle })
                })
                .collect(),
            Err(error) => vec![Err(error)],
        };
        jobs
    })
}

fn write(
    arguments: &Arguments,
    strategies: &[usize],
    title: &str,
    jobs: impl Iterator<Item = Result<Job, InputError>> + Send,
) -> anyhow::Result<u8> {
    let threads = arguments.threads.number();
    let pool = thread_pool(threads)?;
    let mut output = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    if arguments.format == Format::Html {
        let limit = arguments.limit.unwrap_or(PAGE_LIMIT) as usize;
        let mut left_out = 0;
        let mut taken = Vec::new();
        for job in jobs {
            if taken.len() < limit { taken.push(job?) } else { left_out += u64::from(job.is_ok()) }
        }
        let budget = page::budget(taken.len());
        let mut sheets = Vec::with_capacity(taken.len());
        let work = || {
            let mut explainer = Explainer::new(strategies.to_vec());
            move |Job { set, line, puzzle }: Job| match puzzle {
                Ok(puzzle) => page::sheet(&explainer.explain(&puzzle), &set, line, budget),
                Err(kind) => page::rejected_sheet(&kind, &set, line),
            }
        };
        ordered(&pool, 4 * threads, &Interrupt::default(), taken.into_iter(), work, |sheet| {
            sheets.push(sheet);
            Ok::<_, io::Error>(())
        })?;
        if left_out > 0 {
            eprintln!("sudoku-lab: {left_out} puzzles are not on the page; see --limit");
        }
        output.write_all(page::write(title, strategies, &sheets, left_out).as_bytes())?;
    } else {
        let style = text::Style { colours: colours(arguments.color), grids: !arguments.brief };
        let work = || {
            let mut explainer = Explainer::new(strategies.to_vec());
            let format = arguments.format;
            move |job: Result<Job, InputError>| {
                Ok::<_, InputError>(explained(&mut explainer, &job?, format, style))
            }
        };
        let jobs = jobs.take(arguments.limit.unwrap_or(u64::MAX) as usize);
        ordered(&pool, 4 * threads, &Interrupt::default(), jobs, work, |text| {
            Ok::<_, anyhow::Error>(output.write_all(text?.as_bytes())?)
        })?;
    }
    output.flush()?;
    Ok(DONE)
}

/// One puzzle as text or JSON.
fn explained(explainer: &mut Explainer, job: &Job, format: Format, style: text::Style) -> String {
    let Job { set, line, puzzle } = job;
    match (puzzle, format) {
        (Ok(puzzle), Format::Json) => json::write(&explainer.explain(puzzle), set, *line) + "\n",
        (Err(kind), Format::Json) => json::write_rejected(kind, set, *line) + "\n",
        (Ok(puzzle), _) => text::write(&explainer.explain(puzzle), set, *line, style) + "\n",
        (Err(kind), _) => format!("# {set}, line {line}: {kind}\n\n"),
    }
}

/// Whether text is coloured.
fn colours(when: When) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && io::stdout().is_terminal()
        }
    }
}
