//! Measures batch solvers beside other solvers on the same puzzles, in one run.
//!
//! ```text
//! peers [--seed N] [--rounds N] [--limit N] [--max N] [--csv FILE]
//!       [--external NAME=COMMAND]… [--only NAME,…] FILE…
//! ```
//!
//! Every file's puzzles are shuffled and each is mapped by a random symmetry of the
//! grid (relabelled digits, permuted rows, columns, bands and stacks, transposition),
//! since file order flatters some solvers. Each round runs every solver once on all
//! puzzles; a figure is the median over the rounds of this thread's CPU time. The
//! answers are checked outside the timed span.
//!
//! An external solver is a command that is given the path of a file with one puzzle
//! per line and the solution limit, times itself, and prints one line
//! `cpu_ns N puzzles N solutions N guesses N`, where `solutions` is the sum over the
//! puzzles of the solutions found, at most the limit each.

/// The engine itself, without the rest of the package: no build of polars.
#[path = "../../../src/lanes/mod.rs"]
#[allow(dead_code, unused_imports, reason = "only the batch solver is measured here")]
mod lanes;
mod permute;
mod solvers;

use permute::Random;
use solvers::{Contender, contenders};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

type Puzzle = [u8; 81];

struct Options {
    seed: u64,
    rounds: usize,
    limit: u32,
    max: usize,
    csv: Option<PathBuf>,
    externals: Vec<(String, String)>,
    only: Option<Vec<String>>,
    files: Vec<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        seed: 1,
        rounds: 5,
        limit: 2,
        max: usize::MAX,
        csv: None,
        externals: Vec::new(),
        only: None,
        files: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || {
            let value = arguments.next();
            value.ok_or_else(|| format!("{argument} needs a value"))
        };
        let number = |text: String| {
            let parsed = text.parse::<u64>();
            parsed.map_err(|_| format!("`{text}` is not a number"))
        };
        match argument.as_str() {
            "--seed" => options.seed = number(value()?)?,
            "--rounds" => options.rounds = number(value()?)?.max(1) as usize,
            "--limit" => options.limit = number(value()?)?.max(1) as u32,
            "--max" => options.max = number(value()?)? as usize,
            "--csv" => options.csv = Some(value()?.into()),
            "--only" => options.only = Some(value()?.split(',').map(str::to_owned).collect()),
            "--external" => {
                let text = value()?;
                let (name, command) =
                    text.split_once('=').ok_or("--external wants NAME=COMMAND")?;
                options.externals.push((name.to_owned(), command.to_owned()));
            }
            flag if flag.starts_with("--") => return Err(format!("unknown option {flag}")),
            file => options.files.push(file.into()),
        }
    }
    if options.files.is_empty() {
        return Err("no puzzle files given".to_owned());
    }
    Ok(options)
}

fn main() {
    let result = options().and_then(|options| measure(&options));
    if let Err(message) = result {
        eprintln!("peers: {message}");
        std::process::exit(64);
    }
}

fn read(path: &Path) -> Result<Vec<Puzzle>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let puzzle = |line: &str| -> Option<Puzzle> {
        let cells: &[u8; 81] = line.as_bytes().first_chunk()?;
        let all = cells.iter().all(|c| c.is_ascii_digit() || *c == b'.');
        all.then(|| cells.map(|c| if c == b'.' { 0 } else { c - b'0' }))
    };
    Ok(text.lines().filter_map(puzzle).collect())
}

/// One solver's rounds on one file.
struct Row {
    name: String,
    times: Vec<u64>,
    guesses: Option<u64>,
}

fn measure(options: &Options) -> Result<(), String> {
    let mut csv = String::from("set,solver,puzzles,limit,seed,round,cpu_ns,solutions,guesses\n");
    for path in &options.files {
        let set = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        let mut random = Random::new(options.seed);
        let mut puzzles = read(path)?;
        random.shuffle(&mut puzzles);
        puzzles.truncate(options.max);
        for puzzle in &mut puzzles {
            random.permute(puzzle);
        }
        let mut contenders = contenders(&options.externals, &puzzles)?;
        if let Some(only) = &options.only {
            contenders.retain(|c| only.iter().any(|name| c.name().contains(name.as_str())));
        }
        let rows = race(options, &set, &puzzles, &mut contenders, &mut csv)?;
        print_table(&set, puzzles.len(), &rows);
    }
    if let Some(path) = &options.csv {
        std::fs::write(path, csv).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// All rounds of all solvers on one set, every answer checked against the first's.
fn race(
    options: &Options,
    set: &str,
    puzzles: &[Puzzle],
    contenders: &mut [Box<dyn Contender>],
    csv: &mut String,
) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for contender in contenders.iter() {
        rows.push(Row { name: contender.name().to_owned(), times: Vec::new(), guesses: None });
    }
    let mut expected = None;
    // Round 0 warms caches and clocks and is not counted.
    for round in 0..=options.rounds {
        for (contender, row) in contenders.iter_mut().zip(&mut rows) {
            let measured = contender.run(puzzles, options.limit)?;
            let solutions = *expected.get_or_insert(measured.solutions);
            if measured.solutions != solutions {
                return Err(format!(
                    "{set}: {} found {} solutions, others {solutions}",
                    row.name, measured.solutions
                ));
            }
            row.guesses = measured.guesses;
            if round > 0 {
                row.times.push(measured.cpu_ns);
                let guesses = measured.guesses.map_or_else(String::new, |g| g.to_string());
                let _ = writeln!(
                    csv,
                    "{set},{},{},{},{},{round},{},{},{guesses}",
                    row.name,
                    puzzles.len(),
                    options.limit,
                    options.seed,
                    measured.cpu_ns,
                    measured.solutions
                );
            }
        }
    }
    Ok(rows)
}

fn print_table(set: &str, puzzles: usize, rows: &[Row]) {
    println!("{set}: {puzzles} puzzles");
    println!(
        "{:<18} {:>12} {:>10} {:>8} {:>12}",
        "solver", "puzzles/s", "ns/puzzle", "spread", "guesses"
    );
    for row in rows {
        let mut times = row.times.clone();
        times.sort_unstable();
        let each = |ns: u64| ns as f64 / puzzles as f64;
        let median = each(times[times.len() / 2]);
        let spread = each(times[times.len() - 1] - times[0]) / median * 100.0;
        let guesses = row
            .guesses
            .map_or_else(|| "-".to_owned(), |g| format!("{:.3}", g as f64 / puzzles as f64));
        println!(
            "{:<18} {:>12.0} {median:>10.1} {spread:>7.1}% {guesses:>12}",
            row.name,
            1e9 / median
        );
    }
}
