//! `solve`: one line in, one line out.

use std::sync::Mutex;

use clap::Args;

use super::config::{Limits, positive, solver_by_name};
use super::log::tell;
use super::stream::StreamArguments;
use crate::interrupt::Interrupt;
use crate::solver::{SolverRow, Solvers};
use crate::source::{Block, Input};
use crate::stream::{BATCH, FEW, SOME, solve::SolveConfig};

/// Solve puzzles: the solution of each line, or `# line N: reason`
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
    /// The solver; see `list solvers` [default: fast for 9×9, sat for other sizes]
    #[arg(long, value_parser = solver_by_name)]
    solver: Option<&'static SolverRow>,
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
    let interrupt = Interrupt::catch_signals()?;
    let config = SolveConfig {
        solver: arguments.solver,
        count: arguments.count,
        max_checks: arguments.limits.max_checks.and_then(|bound| bound.0),
        time_limit: arguments.limits.time_limit.0,
        stats: arguments.stats,
        keep_input: arguments.keep_input,
        threads: arguments.stream.extent.threads.number(),
        divided: Mutex::default(),
    };
    let lines = config.solver.map_or(SOME, |row| if row.batches { BATCH } else { FEW });
    arguments.stream.answer(lines, !config.keep_input, "", &interrupt, || {
        let mut solvers = Solvers::default();
        let (config, interrupt) = (&config, &interrupt);
        move |input: &Input, block: Block| {
            config.solve_block(&mut solvers, &input.name, &block, interrupt, &tell)
        }
    })
}
