//! The arguments that say what a run is: shared by `run` and `plan`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::Args;

use super::exit::Usage;
use super::log::LogArguments;
use super::progress::Extent;
use super::solve::solver_by_name;
use super::threads::Threads;
use crate::pipeline::Config;
use crate::solver::{SOLVERS, SolverRow};
use crate::source::{Place, expand};
use crate::store::RunFile;
use crate::table::schema::SCHEMA_VERSION;
use crate::version;

/// What is run on what, and into which folder.
#[derive(Args)]
pub struct ConfigArguments {
    /// Files, folders, globs, or `-` for standard input; .gz and .zst too
    #[arg(required = true)]
    inputs: Vec<String>,
    /// The folder to make
    #[arg(long)]
    pub out: PathBuf,
    /// Solvers, separated by commas, or `all` for one of each kind
    #[arg(long, default_value = "all")]
    solvers: String,
    /// 1: stop at the first solution; 2: prove that it is the only one
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=2))]
    count: u64,
    #[command(flatten)]
    threads: Threads,
    /// Effort limit per puzzle and solver, in the solver's own checks, or `none`
    #[arg(long, default_value = "100000000", value_parser = checks)]
    max_checks: Bound<u64>,
    /// CPU-time limit per puzzle and solver, like 2s, or `none`
    #[arg(long, default_value = "none", value_parser = time)]
    time_limit: Bound<Duration>,
    /// Repeat shorter solves until the timed span is this long
    #[arg(long, default_value = "20us", value_parser = humantime::parse_duration)]
    min_span: Duration,
    /// Stop after this many puzzles
    #[arg(long)]
    limit: Option<u64>,
    /// Seeds the order in which the solvers take turns
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Lines per unit, the part that is done at once or not at all, rounded up to blocks of
    /// 64 [default: 16384; blocks of 4096 and 131072 if all solvers work in batches]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    unit_lines: Option<u64>,
    /// Go on with the unfinished run in the folder; begin one if there is none
    #[arg(long)]
    pub resume: bool,
}

/// A limit that may be `none`.
#[derive(Clone, Copy)]
pub struct Bound<T>(pub Option<T>);

/// A number of checks, or `none`.
pub fn checks(text: &str) -> Result<Bound<u64>, std::num::ParseIntError> {
    if text == "none" { Ok(Bound(None)) } else { text.parse().map(|n| Bound(Some(n))) }
}

/// A time like `2s`, or `none`.
pub fn time(text: &str) -> Result<Bound<Duration>, humantime::DurationError> {
    if text == "none" {
        Ok(Bound(None))
    } else {
        humantime::parse_duration(text).map(|t| Bound(Some(t)))
    }
}

impl ConfigArguments {
    /// The configuration they stand for.
    pub fn config(&self) -> anyhow::Result<Config> {
        let solvers = solvers(&self.solvers)?;
        // A batch solver wants full lanes; the others want to be spread evenly.
        let all_batch = solvers.iter().all(|row| row.batches);
        let (block_lines, usual) = if all_batch { (4096, 1 << 17) } else { (64, 1 << 14) };
        let unit_lines = self.unit_lines.unwrap_or(usual);
        Ok(Config {
            inputs: expand(&self.inputs)?,
            solvers,
            count: self.count,
            threads: self.threads.number(),
            max_checks: self.max_checks.0,
            time_limit: self.time_limit.0,
            min_span: self.min_span,
            limit: self.limit,
            seed: self.seed,
            block_lines: block_lines as usize,
            unit_lines: unit_lines.saturating_add(block_lines - 1) / block_lines * block_lines,
        })
    }
}

/// What a run of this configuration is, if it begins now.
pub fn run_file(config: &Config) -> RunFile {
    let identity = config.identity(version::LONG, SCHEMA_VERSION);
    let started = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    config.run_file(identity, started)
}

fn solvers(names: &str) -> Result<Vec<&'static SolverRow>, Usage> {
    let mut rows: Vec<&'static SolverRow> = Vec::new();
    for name in names.split(',').map(str::trim) {
        let named: Vec<_> = match name {
            "all" => SOLVERS.iter().filter(|row| row.in_all).collect(),
            name => vec![solver_by_name(name)?],
        };
        for row in named {
            if rows.iter().all(|known| known.name != row.name) {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// Warns of each input that is a file named before: its puzzles count once more.
pub fn warn_of_repeats(config: &Config, log: &LogArguments) {
    let mut names: HashMap<PathBuf, &str> = HashMap::new();
    for input in &config.inputs {
        let Place::File(path) = &input.place else { continue };
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        match names.entry(path) {
            Entry::Occupied(first) => {
                let (name, first) = (&input.name, first.get());
                let message = format!("{name} is the file {first} again: its puzzles count again");
                log.warn("repeated_input", &message);
            }
            Entry::Vacant(place) => {
                place.insert(&input.name);
            }
        }
    }
}

/// How much the inputs hold: their size, if all are files, and no more puzzles than
/// are wanted.
pub fn extent(config: &Config) -> Extent {
    let size = |place: &Place| match place {
        Place::File(path) => path.metadata().ok().filter(|facts| facts.is_file()).map(|f| f.len()),
        Place::Stdin => None,
    };
    let bytes = config.inputs.iter().map(|input| size(&input.place)).sum();
    Extent { bytes, puzzles: config.limit }
}
