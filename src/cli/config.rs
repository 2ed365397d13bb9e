//! The arguments that say what a run is: shared by `run` and `plan`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::exit::Usage;
use super::log::LogArguments;
use super::stream::Selection;
use super::threads::Threads;
use crate::pipeline::Config;
use crate::run::{Run, plannable};
use crate::solver::{SolverRow, find_solver, find_solvers};

/// What is run on what, and into which folder.
#[derive(Args)]
pub struct ConfigArguments {
    /// Files, folders, globs, or `-` for standard input; .gz and .zst too
    #[arg(required = true)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    endings: Selection,
    /// The folder to make
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Solvers, separated by commas, or `all`: the nine solvers marked in `list solvers`
    #[arg(long, default_value = "all")]
    solvers: String,
    /// 1: stop at the first solution; 2: prove that it is the only one
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=2))]
    count: u64,
    #[command(flatten)]
    threads: Threads,
    /// Effort limit per puzzle and solver, in the solver's own checks, or `none`; `list
    /// solvers` says what a check is
    #[arg(long, default_value = "100000000", value_parser = checks)]
    max_checks: Bound<u64>,
    /// CPU-time limit per puzzle and solver, like 2s, or `none`
    #[arg(long, default_value = "none", value_parser = time)]
    time_limit: Bound<Duration>,
    /// Repeat a solve that takes less until the time measured is this long
    #[arg(long, default_value = "20us", value_parser = humantime::parse_duration)]
    min_span: Duration,
    /// Rate 9×9 puzzles, too: ser is Sudoku Explainer's rating, in columns of `puzzles`; a limit
    /// that cuts it short leaves a lower bound in `ser_at_least`
    #[arg(long, value_enum)]
    rate: Option<Rate>,
    /// Stop after this many puzzles
    #[arg(long)]
    limit: Option<u64>,
    /// Seeds the order in which the solvers take turns
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Lines per checkpoint: a unit of so many, or of a minute, is written whole or not at all;
    /// rounded up to blocks of 64 [default: 16384; blocks of 4096 and 131072 if all solvers work
    /// in batches]
    #[arg(long, value_parser = positive)]
    unit_lines: Option<u64>,
    /// Go on with the unfinished run in the folder; begin one if there is none
    #[arg(long)]
    resume: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Rate {
    Ser,
}

/// A limit that may be `none`.
#[derive(Clone, Copy)]
pub struct Bound<T>(pub Option<T>);

/// A number of checks, or `none`.
pub fn checks(text: &str) -> Result<Bound<u64>, std::num::ParseIntError> {
    if text == "none" { Ok(Bound(None)) } else { text.parse().map(|n| Bound(Some(n))) }
}

/// A number from 1 on.
pub fn positive(text: &str) -> Result<u64, Usage> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Usage(format!("`{text}` is no number from 1 on")))
}

/// A time like `2s`, or `none`.
pub fn time(text: &str) -> Result<Bound<Duration>, humantime::DurationError> {
    if text == "none" {
        Ok(Bound(None))
    } else {
        humantime::parse_duration(text).map(|t| Bound(Some(t)))
    }
}

/// The row of a solver.
pub fn solver_by_name(name: &str) -> Result<&'static SolverRow, Usage> {
    find_solver(name).ok_or_else(|| Usage(format!("no solver `{name}`; see `list solvers`")))
}

impl ConfigArguments {
    /// The configuration they stand for.
    fn config(&self, log: &LogArguments) -> anyhow::Result<Config> {
        let found = self.endings.expand(&self.inputs, &|line| log.warn("left_out", line))?;
        let mut config = Config::new(found.inputs, find_solvers(&self.solvers).map_err(Usage)?);
        let left_out = found.left_out.iter().flat_map(|(_, all)| all);
        config.left_out = left_out.map(|one| format!("{}: {}", one.path, one.reason)).collect();
        config.count = self.count;
        config.threads = self.threads.number();
        config.max_checks = self.max_checks.0;
        config.time_limit = self.time_limit.0;
        config.min_span = self.min_span;
        config.ser = self.rate == Some(Rate::Ser);
        config.limit = self.limit;
        config.seed = self.seed;
        if let Some(lines) = self.unit_lines {
            config.set_unit_lines(lines);
        }
        Ok(config)
    }

    /// Begins the run, or takes it up if that is asked for; nothing of one that is to be planned
    /// and cannot be.
    pub fn run(&self, log: &LogArguments, is_planned: bool) -> anyhow::Result<Run> {
        let config = self.config(log)?;
        if is_planned {
            plannable(&config)?;
        }
        Ok(match self.resume {
            true => Run::resume(config, &self.out)?,
            false => Run::begin(config, &self.out)?,
        })
    }
}
