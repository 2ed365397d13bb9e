//! `explain`: every step of a puzzle with its reason, as text, JSON or a page.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};

use clap::{Args, ValueEnum};

use super::exit::{self, Usage};
use super::log::warn;
use super::stream::{Extent, print};
use super::stuck;
use crate::explain::text;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::rate::Way;
use crate::source::{Block, Input, puzzle_of};
use crate::strategy::{LADDER, STRATEGIES, select};
use crate::stream::explain::{Form, LINES, Page, Teller, explain, explain_block};
use crate::stream::{FEW, Stream};

/// Explain puzzles: every step with the cells, the reason and the candidates
#[derive(Args)]
pub struct Arguments {
    /// A puzzle; or files, folders or globs, or `-` for standard input; .gz and .zst too
    #[arg(value_name = "PUZZLE|INPUTS", required = true)]
    inputs: Vec<OsString>,
    /// Use only these strategies; see `list strategies`
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = strategy_by_name)]
    strategies: Option<Vec<usize>>,
    /// The strategies of this order, tried in this order; `hodoku` (9×9, without --strategies) and
    /// `ser` are the paths of HoDoKu and Sudoku Explainer themselves [default: ladder]
    #[arg(long, value_parser = order_by_name)]
    order: Option<Way>,
    /// How to print it; json is one object per line, html one page for a browser, which
    /// holds 1000 puzzles unless --limit says otherwise
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Text without the grids before each step
    #[arg(long)]
    brief: bool,
    /// Colours in text; `auto` on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = When::Auto)]
    color: When,
    #[command(flatten)]
    extent: Extent,
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

pub(super) fn order_by_name(name: &str) -> Result<Way, Usage> {
    Way::find(name).ok_or_else(|| Usage(format!("no order `{name}`; see `list orders`")))
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let strategies = chosen(arguments)?;
    let puzzle = match &arguments.inputs[..] {
        [argument] => puzzle_of(argument)?,
        _ => None,
    };
    let inputs = match puzzle {
        Some(_) => Vec::new(),
        None => arguments.extent.endings.expand(&arguments.inputs, &warn)?.inputs,
    };
    let interrupt = stuck::catch_signals()?;
    if arguments.format == Format::Html {
        return write_page(arguments, &strategies, puzzle, &inputs, &interrupt);
    }
    let form = match arguments.format {
        Format::Json => Form::Json,
        _ => {
            let (colours, grids) = (colours(arguments.color), !arguments.brief);
            Form::Text(text::Style { colours, grids })
        }
    };
    let exact = arguments.order.filter(|_| arguments.strategies.is_none());
    let explainer = || Teller::new(exact, &strategies);
    if let Some(puzzle) = puzzle {
        let text = explain(&mut explainer(), "", 0, &Ok(puzzle), form, &interrupt);
        io::stdout().write_all(text.unwrap_or_default().as_bytes())?;
        return Ok(exit::of_interrupt(&interrupt));
    }
    let worker = || {
        let (mut explainer, interrupt) = (explainer(), &interrupt);
        move |input: &Input, block: Block| {
            explain_block(&mut explainer, &input.name, &block, form, interrupt).into()
        }
    };
    print(&arguments.extent.stream(&inputs, LINES, &interrupt), worker, |_| String::new())
}

fn write_page(
    arguments: &Arguments,
    strategies: &[usize],
    puzzle: Option<Puzzle>,
    inputs: &[Input],
    interrupt: &Interrupt,
) -> anyhow::Result<u8> {
    let extent = &arguments.extent;
    let page = if let Some(puzzle) = puzzle {
        Page::of_puzzle(puzzle)
    } else {
        let stream = Stream { limit: None, ..extent.stream(inputs, FEW, interrupt) };
        Page::of_stream(&stream, extent.limit.unwrap_or(Page::PUZZLES))
    };
    let (more, contents) = (page.more, page.contents);
    if let Some(page) = page.explain(strategies, extent.threads.number(), interrupt)? {
        io::stdout().write_all(page.as_bytes())?;
        if more > 0 {
            warn(&format!("{more} puzzles are not on the page; see --limit"));
        }
    }
    Ok(exit::of_contents(&contents, interrupt))
}

/// The strategies to try: those named, or those of the order.
fn chosen(arguments: &Arguments) -> Result<Vec<usize>, Usage> {
    let order = match arguments.order.map_or(Some(&LADDER), Way::strategies) {
        Some(order) => order,
        None if arguments.strategies.is_some() || arguments.format == Format::Html => {
            let why = "`--order ser` has its own steps: no --strategies, and no --format html";
            return Err(Usage(why.into()));
        }
        None => return Ok(Vec::new()),
    };
    Ok(match &arguments.strategies {
        Some(named) => select(order, named),
        None => order.strategies.into(),
    })
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
