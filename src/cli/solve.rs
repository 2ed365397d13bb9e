//! `solve`: one line in, one line out.

use std::sync::Mutex;

use clap::Args;

use super::config::{Externals, Limits, positive};
use super::exit::{self, Usage};
use super::log::tell;
use super::stream::StreamArguments;
use super::stuck;
use crate::pipeline::one_solver;
use crate::source::{Block, Input};
use crate::stream::{BATCH, BlockLines, FEW, SOME, solve::SolveConfig};

/// Solve puzzles: the solution of each line, or `# line N: reason`
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
    /// The solver; see `list solvers` [default: an external one, or fast for 9×9, sat for other
    /// sizes]
    #[arg(long)]
    solver: Option<String>,
    #[command(flatten)]
    externals: Externals,
    /// Look for up to this many solutions
    #[arg(long, default_value_t = 1, value_parser = positive)]
    count: u64,
    /// Append the status and the effort, tab-separated, as key=value
    #[arg(long)]
    stats: bool,
    /// Append set, line and the line's own text, tab-separated
    #[arg(long)]
    keep_input: bool,
    #[command(flatten)]
    limits: Limits,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    // A file of declarations may be a pipe, which a signal ends now.
    let externals = arguments.externals.solvers()?;
    let asked = arguments.stream.look()?;
    let interrupt = stuck::catch_signals()?;
    let config = SolveConfig {
        solver: one_solver(arguments.solver.as_deref(), &externals).map_err(Usage)?,
        count: arguments.count,
        max_checks: arguments.limits.max_checks.and_then(|bound| bound.0),
        time_limit: arguments.limits.time_limit.0,
        stats: arguments.stats,
        keep_input: arguments.keep_input,
        threads: arguments.stream.extent.threads.number(),
        divided: Mutex::default(),
    };
    if let Some(code) = exit::unless_stopped(config.probe(&interrupt), &interrupt)? {
        return Ok(code);
    }
    let lines = match config.solver {
        // Other sizes take their time.
        None => BlockLines { any: SOME, nine: BATCH },
        Some(solver) => if solver.batches() { BATCH } else { FEW }.into(),
    };
    asked.answer(lines, !config.keep_input, "", &interrupt, || {
        let (config, interrupt) = (&config, &interrupt);
        let mut solvers = config.worker(interrupt);
        move |input: &Input, block: Block| {
            config.solve_block(&mut solvers, &input.name, &block, interrupt, &tell)
        }
    })
}
