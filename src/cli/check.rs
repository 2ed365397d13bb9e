//! `check`: validity and number of solutions, line by line.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::config::Externals;
use super::exit;
use super::log::tell;
use super::stream::StreamArguments;
use super::stuck;
use crate::source::{Block, Input};
use crate::stream::{BATCH, FEW, check::CheckConfig};

/// Check puzzles: `line<TAB>verdict` for each, the verdict being `unique`, `multiple`,
/// `none` or `invalid: reason`
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
    #[command(flatten)]
    externals: Externals,
    /// Append set, line and the line's own text, tab-separated
    #[arg(long)]
    keep_input: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    // A file of declarations may be a pipe, which a signal ends now.
    let externals = arguments.externals.solvers()?;
    let asked = arguments.stream.look()?;
    let interrupt = stuck::catch_signals()?;
    let config = CheckConfig { externals, keep_input: arguments.keep_input };
    if let Some(code) = exit::unless_stopped(config.probe(&interrupt), &interrupt)? {
        return Ok(code);
    }
    let lines = if config.externals.iter().all(|one| one.batch) { BATCH } else { FEW };
    let is_contradicted = AtomicBool::new(false);
    let contradict = |what: &str| {
        is_contradicted.store(true, Ordering::Relaxed);
        tell(what);
    };
    let code = asked.answer(lines, !config.keep_input, "", &interrupt, || {
        let (config, interrupt, contradict) = (&config, &interrupt, &contradict);
        let mut worker = config.worker(interrupt);
        move |input: &Input, block: Block| {
            config.check_block(&mut worker, &input.name, &block, interrupt, &tell, contradict)
        }
    })?;
    let is_defect = code == exit::DONE && is_contradicted.into_inner();
    Ok(if is_defect { exit::INTERNAL } else { code })
}
