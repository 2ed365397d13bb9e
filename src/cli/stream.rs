//! Lines in, lines out: what the commands share that read puzzles and print answers.

use std::io::{self, BufWriter, Write};

use clap::Args;

use super::threads::Threads;
use crate::interrupt::Interrupt;
use crate::pipeline::{Stdin, ordered, thread_pool};
use crate::source::{Block, BlockReader, Input, InputError, Place, expand};

/// Lines per block: enough to fill the lanes of a solver that works in batches.
pub const BATCH: usize = 4096;
/// And few enough that those of a slow solver come soon.
pub const FEW: usize = 16;

/// Where lines come from, and how many threads work on them.
#[derive(Args)]
pub struct StreamArguments {
    /// Files, folders or globs, or `-` for standard input; .gz and .zst too
    #[arg(default_value = "-")]
    inputs: Vec<String>,
    #[command(flatten)]
    threads: Threads,
}

/// Passes every block of so many lines through a worker and prints what it returns, in
/// order and at once; of several inputs, after a line `# NAME` for each. A signal ends it
/// after the blocks that are worked on.
pub fn for_each_block<W>(
    arguments: &StreamArguments,
    lines: usize,
    worker: impl Fn() -> W + Sync,
) -> anyhow::Result<u8>
where
    W: FnMut(&Input, Block) -> Vec<u8>,
{
    let inputs = expand(&arguments.inputs)?;
    let interrupt = Interrupt::catch_signals()?;
    let threads = arguments.threads.number();
    let mut output = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let blocks = inputs.iter().flat_map(|input| blocks(input, lines, Some(&interrupt)));
    let blocks = blocks.take_while(|_| !interrupt.is_set());
    let work = || {
        let mut worker = worker();
        let interrupt = &interrupt;
        move |(input, block): (_, io::Result<Block>)| match block {
            Ok(_) if interrupt.is_set() => Ok((input, Vec::new())),
            Ok(block) => Ok((input, worker(input, block))),
            Err(error) => Err(InputError::Unreadable(input.name.clone(), error)),
        }
    };
    let mut last: Option<&Input> = None;
    let print = |answer: Result<(_, Vec<u8>), InputError>| {
        let (input, text) = answer?;
        // Line numbers say nothing if they may be of any file.
        if inputs.len() > 1 && last != Some(input) {
            writeln!(output, "# {}", input.name)?;
            last = Some(input);
        }
        output.write_all(&text)?;
        anyhow::Ok(output.flush()?)
    };
    ordered(&thread_pool(threads)?, 4 * threads, &interrupt, blocks, work, print)?;
    Ok(interrupt.signal().map_or(super::exit::DONE, super::exit::of_signal))
}

/// The blocks of one input; an error ends them, and so does an interrupt while standard
/// input is waited for.
pub fn blocks<'a>(
    input: &'a Input,
    lines: usize,
    interrupt: Option<&Interrupt>,
) -> impl Iterator<Item = (&'a Input, io::Result<Block>)> + Send + use<'a> {
    let mut reader = Some(match interrupt {
        Some(interrupt) if input.place == Place::Stdin => {
            BlockReader::over(Box::new(Stdin::until(interrupt)), lines, false)
        }
        _ => BlockReader::open(input, lines),
    });
    std::iter::from_fn(move || {
        let block = match reader.take()? {
            Ok(mut open) => {
                let block = open.next_block().transpose()?;
                reader = Some(Ok(open));
                block
            }
            Err(error) => Err(error),
        };
        if block.is_err() {
            reader = None;
        }
        Some((input, block))
    })
}
