//! `run`: every solver on every puzzle, into Parquet.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, SystemTime};

use clap::Args;
use serde_json::{Value, json};

use super::exit::{self, Usage};
use super::solve::solver_by_name;
use super::{progress, stream};
use crate::run::folder::Folder;
use crate::run::{Config, Interrupt, Outcome, Progress, run};
use crate::solver::{SOLVERS, SolverRow};
use crate::source::{Place, expand};
use crate::table::schema::SCHEMA_VERSION;
use crate::table::{ParquetSink, Summary, data_card};
use crate::version;

/// Run every solver on every puzzle and write what happened to Parquet
#[derive(Args)]
pub struct Arguments {
    /// Files, folders, globs, or `-` for standard input; .gz and .zst too
    #[arg(required = true)]
    inputs: Vec<String>,
    /// The folder to make
    #[arg(long)]
    out: PathBuf,
    /// Solvers, separated by commas, or `all` for one of each kind
    #[arg(long, default_value = "all")]
    solvers: String,
    /// 1: stop at the first solution; 2: prove that it is the only one
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=2))]
    count: u64,
    /// Worker threads [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
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
    /// Exit with 65 if any line was rejected
    #[arg(long)]
    strict: bool,
    /// Show no progress and no summary
    #[arg(long)]
    quiet: bool,
}

/// A limit that may be `none`.
#[derive(Clone, Copy)]
struct Bound<T>(Option<T>);

fn checks(text: &str) -> Result<Bound<u64>, std::num::ParseIntError> {
    if text == "none" { Ok(Bound(None)) } else { text.parse().map(|n| Bound(Some(n))) }
}

fn time(text: &str) -> Result<Bound<Duration>, humantime::DurationError> {
    if text == "none" {
        Ok(Bound(None))
    } else {
        humantime::parse_duration(text).map(|t| Bound(Some(t)))
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let config = config(arguments)?;
    let folder = Folder::create(&arguments.out)?;
    let interrupt = Interrupt::catch_signals()?;
    let started = SystemTime::now();
    let outcome = run_visibly(arguments, &config, &folder, &interrupt);
    let outcome = outcome.inspect_err(|_| folder.clean_up())?;
    if let Some(signal) = outcome.signal {
        folder.clean_up();
        let parts = outcome.parts.len();
        eprintln!("sudoku-lab: stopped by a signal; {parts} finished parts are kept");
        return Ok(exit::of_signal(signal));
    }
    let finish = || -> anyhow::Result<Summary> {
        let mut summary = Summary::of_run(&arguments.out)?;
        summary.write(&folder)?;
        let manifest = manifest(&config, &outcome, started);
        folder.write("manifest.json", &serde_json::to_vec_pretty(&manifest)?)?;
        folder.write("README.md", card(&arguments.out, &config, &outcome).as_bytes())?;
        folder.finish()?;
        Ok(summary)
    };
    let summary = finish().inspect_err(|_| folder.clean_up())?;
    if !arguments.quiet {
        print!("{}", summary.to_text());
        println!(
            "{} puzzles and {} rejects from {} lines in {}",
            outcome.puzzles,
            outcome.rejects,
            outcome.lines,
            arguments.out.display()
        );
    }
    Ok(verdict(arguments, &outcome))
}

fn config(arguments: &Arguments) -> anyhow::Result<Config> {
    let solvers = solvers(&arguments.solvers)?;
    // A batch solver wants full lanes; the others want to be spread evenly.
    let all_batch = solvers.iter().all(|row| row.batches);
    let block_lines = if all_batch { 4096 } else { 64 };
    Ok(Config {
        inputs: expand(&arguments.inputs)?,
        solvers,
        count: arguments.count,
        threads: stream::threads(arguments.threads),
        max_checks: arguments.max_checks.0,
        time_limit: arguments.time_limit.0,
        min_span: arguments.min_span,
        limit: arguments.limit,
        seed: arguments.seed,
        block_lines,
        unit_lines: if all_batch { 1 << 17 } else { 1 << 14 },
    })
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

fn run_visibly(
    arguments: &Arguments,
    config: &Config,
    folder: &Folder,
    interrupt: &Interrupt,
) -> anyhow::Result<Outcome> {
    let progress = Progress::new(config.solvers.len());
    let mut sink = ParquetSink::new(folder.clone());
    let (done, until) = mpsc::channel::<()>();
    thread::scope(|scope| {
        if !arguments.quiet {
            let (progress, solvers) = (&progress, &config.solvers);
            scope.spawn(move || progress::show(progress, solvers, total_bytes(config), &until));
        }
        let outcome = run(config, &mut sink, &progress, interrupt);
        drop(done);
        Ok(outcome?)
    })
}

/// The size of all inputs, if all are files.
fn total_bytes(config: &Config) -> Option<u64> {
    let size = |place: &Place| match place {
        Place::File(path) => path.metadata().ok().filter(|facts| facts.is_file()).map(|f| f.len()),
        Place::Stdin => None,
    };
    config.inputs.iter().map(|input| size(&input.place)).sum()
}

fn verdict(arguments: &Arguments, outcome: &Outcome) -> u8 {
    if outcome.disagreement_count > 0 {
        for disagreement in &outcome.disagreements {
            eprintln!("sudoku-lab: DISAGREEMENT: {disagreement}");
        }
        eprintln!("sudoku-lab: {} disagreements", outcome.disagreement_count);
        return exit::INTERNAL;
    }
    if arguments.strict && outcome.rejects > 0 {
        eprintln!("sudoku-lab: {} lines rejected, see the table `rejects`", outcome.rejects);
        return exit::DATA;
    }
    exit::DONE
}

fn manifest(config: &Config, outcome: &Outcome, started: SystemTime) -> Value {
    let time = |time| humantime::format_rfc3339_seconds(time).to_string();
    json!({
        "tool": "sudoku-lab",
        "version": version::VERSION,
        "commit": version::COMMIT,
        "schema_version": SCHEMA_VERSION,
        "cpu": cpu_model(),
        "simd": crate::lanes::Backend::best().name(),
        "started": time(started),
        "finished": time(SystemTime::now()),
        "config": {
            "solvers": config.solvers.iter().map(|row| row.name).collect::<Vec<_>>(),
            "count": config.count,
            "threads": config.threads,
            "max_checks": config.max_checks,
            "time_limit_ns": config.time_limit.map(|limit| limit.as_nanos() as u64),
            "min_span_ns": config.min_span.as_nanos() as u64,
            "limit": config.limit,
            "seed": config.seed,
            "block_lines": config.block_lines,
            "unit_lines": config.unit_lines,
        },
        "lines": outcome.lines,
        "puzzles": outcome.puzzles,
        "rejects": outcome.rejects,
        "disagreements": outcome.disagreement_count,
        "inputs": outcome.inputs,
        "parts": outcome.parts,
    })
}

/// The machine's processor.
pub(super) fn cpu_model() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown", |(_, model)| model).to_owned()
}

fn card(out: &Path, config: &Config, outcome: &Outcome) -> String {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let solvers: Vec<&str> = config.solvers.iter().map(|row| row.name).collect();
    let inputs: Vec<&str> = outcome.inputs.iter().take(20).map(|i| i.name.as_str()).collect();
    let facts = [
        ("puzzles", outcome.puzzles.to_string()),
        ("rejected lines", outcome.rejects.to_string()),
        ("inputs", format!("{} ({})", outcome.inputs.len(), inputs.join(", "))),
        ("solvers", solvers.join(", ")),
        ("solutions looked for", config.count.to_string()),
        ("version", version::LONG.to_owned()),
        ("CPU", cpu_model()),
    ];
    data_card(&name, &facts)
}
