//! The arguments that say what a run is: shared by `run` and `plan`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::exit::Usage;
use super::log::LogArguments;
use super::stream::Selection;
use super::threads::Threads;
use crate::external::{Declaration, External, ExternalError};
use crate::pipeline::{Config, any_solvers};
use crate::run::{Run, plannable};
use crate::solver::{SolverRow, find_solver};

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
    #[command(flatten)]
    externals: Externals,
    /// 1: stop at the first solution; 2: prove that it is the only one
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=2))]
    count: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    limits: Limits,
    /// Repeat a solve that takes less until the time measured is this long
    #[arg(long, default_value = "20us", value_parser = humantime::parse_duration)]
    min_span: Duration,
    /// Rate 9×9 puzzles, too: ser is Sudoku Explainer's rating, in columns of `puzzles`; a limit
    /// that cuts it short leaves a lower bound in `ser_at_least`
    #[arg(long, value_enum)]
    rate: Option<Rate>,
    /// Rate the canonical form, too; in columns `ser_invariant…`
    #[arg(long, requires = "rate")]
    invariant: bool,
    /// Name puzzles, too: keys that do not change under symmetry, in columns of `puzzles`
    #[arg(long)]
    keys: bool,
    /// Write a table `steps`, too: the steps of this solver, each compared with the solution; one
    /// that only deduces, `logic` if none is named
    #[arg(long, value_name = "SOLVER", num_args = 0..=1, require_equals = true,
        default_missing_value = "logic", value_parser = solver_by_name)]
    steps: Option<&'static SolverRow>,
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

/// Programs that are solvers.
#[derive(Args)]
pub struct Externals {
    /// A program that is a solver: NAME[:batch][:count][:marks][:threads][:SIZE…]=COMMAND, run
    /// without a shell; docs/EXTERNAL.md has the protocol
    #[arg(long = "external", value_name = "NAME=COMMAND", value_parser = Declaration::of_option)]
    declared: Vec<Declaration>,
    /// Such programs from a TOML file of tables `[[external]]`
    #[arg(long = "externals", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Externals {
    /// The solvers they stand for.
    pub fn solvers(&self) -> Result<Vec<&'static External>, ExternalError> {
        External::all(&self.declared, &self.files)
    }
}

/// When a puzzle is given up.
#[derive(Args)]
pub struct Limits {
    /// Effort limit per puzzle and solver, in the solver's own checks, or `none`; `list
    /// solvers` says what a check is [default: 100000000 in a run, else none]
    #[arg(long, value_parser = checks)]
    pub max_checks: Option<Bound<u64>>,
    /// CPU-time limit per puzzle and solver, like 2s, or `none`; `fast` works on thousands
    /// at a time, in smaller batches where one takes longer than an eighth of it
    #[arg(long, default_value = "none", value_parser = time)]
    pub time_limit: Bound<Duration>,
}

/// A limit that may be `none`.
#[derive(Clone, Copy)]
pub struct Bound<T>(pub Option<T>);

/// A limit as `parse` reads it, or `none`.
fn bound<T, E>(text: &str, parse: impl Fn(&str) -> Result<T, E>) -> Result<Bound<T>, E> {
    Ok(Bound(if text == "none" { None } else { Some(parse(text)?) }))
}

/// A number of checks, or `none`.
pub fn checks(text: &str) -> Result<Bound<u64>, std::num::ParseIntError> {
    bound(text, str::parse)
}

/// A time like `2s`, or `none`.
pub fn time(text: &str) -> Result<Bound<Duration>, humantime::DurationError> {
    bound(text, humantime::parse_duration)
}

/// A number from 1 on.
pub fn positive(text: &str) -> Result<u64, Usage> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Usage(format!("`{text}` is no number from 1 on")))
}

/// The row of a solver.
pub fn solver_by_name(name: &str) -> Result<&'static SolverRow, Usage> {
    find_solver(name).ok_or_else(|| Usage(format!("no solver `{name}`; see `list solvers`")))
}

impl ConfigArguments {
    /// The configuration they stand for.
    fn config(&self, log: &LogArguments) -> anyhow::Result<Config> {
        let found = self.endings.expand(&self.inputs, &|line| log.warn("left_out", line))?;
        let solvers = any_solvers(&self.solvers, &self.externals.solvers()?).map_err(Usage)?;
        let mut config = Config::new(found.inputs, solvers);
        let left_out = found.left_out.iter().flat_map(|(_, all)| all);
        config.left_out = left_out.map(|one| format!("{}: {}", one.path, one.reason)).collect();
        config.declared_in.clone_from(&self.externals.files);
        config.count = self.count;
        config.threads = self.threads.number();
        config.max_checks = self.limits.max_checks.map_or(config.max_checks, |bound| bound.0);
        config.time_limit = self.limits.time_limit.0;
        config.min_span = self.min_span;
        config.keys = self.keys;
        config.ser = self.rate == Some(Rate::Ser);
        config.invariant = self.invariant;
        config.set_steps(self.steps).map_err(Usage)?;
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
        let mut config = self.config(log)?;
        config.for_plan = is_planned;
        if is_planned {
            plannable(&config)?;
        }
        Ok(match self.resume {
            true => Run::resume(config, &self.out)?,
            false => Run::begin(config, &self.out)?,
        })
    }
}
