//! Sets: what a run's tables say of each of its inputs.
//!
//! One pass over each part gives, for every set, sums over its puzzles, and for
//! every set and solver, sums over its solves and the number of puzzles each strategy
//! was used on. Sums of squares go with the sums, so that errors of means can be told.

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::{DataFrame, DataType, Expr, IntoLazy, PolarsResult, col, len, lit};

use super::SummaryError;
use super::digest::{counts, floats, parts, places, scan, scan_usages};
use super::schema;
use crate::pipeline::record::Status;
use crate::solver::SOLVERS;
use crate::strategy::STRATEGIES;

/// A sum and the sum of squares.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sums {
    /// Of the values.
    pub sum: f64,
    /// Of their squares.
    pub squares: f64,
}

/// What the run says of one set.
#[derive(Clone, Default)]
pub struct SetDigest {
    /// Puzzles.
    pub puzzles: u64,
    /// Candidates per empty cell.
    pub candidates: Sums,
    /// Naked singles at the start.
    pub singles: Sums,
    /// The most of one puzzle.
    pub most_singles: u64,
    /// By name of solver.
    pub solvers: BTreeMap<&'static str, SolverInSet>,
}

/// What the run says of one solver in one set.
#[derive(Clone, Default)]
pub struct SolverInSet {
    /// Puzzles tried.
    pub puzzles: u64,
    /// Puzzles solved.
    pub solved: u64,
    /// Puzzles given up at a limit.
    pub limited: u64,
    /// CPU time in ns.
    pub cpu_ns: Sums,
    /// Its checks.
    pub checks: Sums,
    /// Its guesses.
    pub guesses: Sums,
    /// By strategy: the puzzles it was used on; empty for solvers that count none.
    pub used_on: Vec<u64>,
}

/// The digest of every set of a run, by name.
///
/// # Errors
/// When the run's tables are missing or cannot be read.
pub fn by_set(run: &Path) -> Result<BTreeMap<String, SetDigest>, SummaryError> {
    let mut sets = BTreeMap::new();
    let read = add_puzzles(run, &mut sets)
        .and_then(|()| add_solves(run, &mut sets))
        .and_then(|()| add_usages(run, &mut sets));
    read.map(|()| sets).map_err(|error| SummaryError::new(run, &error))
}

type Sets = BTreeMap<String, SetDigest>;

fn add_puzzles(run: &Path, sets: &mut Sets) -> PolarsResult<()> {
    let [candidates, singles] = ["candidates_per_cell", "singles_at_start"];
    let mut sums = vec![number("puzzles", len()), number("most", col(singles).max())];
    sums.extend(moments(candidates));
    sums.extend(moments(singles));
    for part in parts(run, schema::puzzles())? {
        let frame = scan(&part)?.group_by([col("set")]).agg(&sums).collect()?;
        let (puzzles, most) = (counts(&frame, "puzzles")?, counts(&frame, "most")?);
        let [of_candidates, of_singles] = [candidates, singles].map(|name| read(&frame, name));
        let (of_candidates, of_singles) = (of_candidates?, of_singles?);
        for (row, name) in names(&frame)?.into_iter().enumerate() {
            let set = sets.entry(name).or_default();
            set.puzzles += puzzles[row];
            set.most_singles = set.most_singles.max(most[row]);
            set.candidates.add(of_candidates[row]);
            set.singles.add(of_singles[row]);
        }
    }
    Ok(())
}

fn add_solves(run: &Path, sets: &mut Sets) -> PolarsResult<()> {
    let mut sums = vec![number("puzzles", len())];
    ["cpu_ns", "checks", "guesses"].iter().for_each(|name| sums.extend(moments(name)));
    for part in parts(run, schema::solves())? {
        let keys = [col("set"), col("solver"), col("status")];
        let frame = scan(&part)?.group_by(keys).agg(&sums).collect()?;
        // Groups come in any order; sums of floating point numbers depend on it.
        let frame = frame.lazy().sort(["set", "solver", "status"], Default::default()).collect()?;
        let solvers = places(&frame, "solver", &schema::solvers())?;
        let statuses = places(&frame, "status", &schema::statuses())?;
        let puzzles = counts(&frame, "puzzles")?;
        let [cpu_ns, checks, guesses] =
            ["cpu_ns", "checks", "guesses"].map(|name| read(&frame, name));
        let (cpu_ns, checks, guesses) = (cpu_ns?, checks?, guesses?);
        for (row, name) in names(&frame)?.into_iter().enumerate() {
            let set = sets.entry(name).or_default();
            let solver = set.solver(solvers[row]);
            let status = Status::ALL[statuses[row]];
            solver.puzzles += puzzles[row];
            solver.solved += if status.solved() { puzzles[row] } else { 0 };
            solver.limited += if status.is_limit() { puzzles[row] } else { 0 };
            solver.cpu_ns.add(cpu_ns[row]);
            solver.checks.add(checks[row]);
            solver.guesses.add(guesses[row]);
        }
    }
    Ok(())
}

fn add_usages(run: &Path, sets: &mut Sets) -> PolarsResult<()> {
    let columns: Vec<String> =
        STRATEGIES.iter().map(|strategy| schema::usage_column(strategy.name)).collect();
    let used = |name: &String| number(name, col(name.as_str()).gt(lit(0u16)).sum());
    let sums: Vec<Expr> = columns.iter().map(used).collect();
    for part in parts(run, schema::usages())? {
        let usages = scan_usages(&part, &columns)?;
        let frame = usages.group_by([col("set"), col("solver")]).agg(&sums).collect()?;
        let solvers = places(&frame, "solver", &schema::solvers())?;
        let names = names(&frame)?;
        for (strategy, column) in columns.iter().enumerate() {
            let used = counts(&frame, column)?;
            for (row, name) in names.iter().enumerate() {
                let solver = sets.entry(name.clone()).or_default().solver(solvers[row]);
                solver.used_on.resize(STRATEGIES.len(), 0);
                solver.used_on[strategy] += used[row];
            }
        }
    }
    Ok(())
}

impl SetDigest {
    /// Adds another set's puzzles.
    pub fn merge(&mut self, other: &SetDigest) {
        self.puzzles += other.puzzles;
        self.candidates.add(other.candidates);
        self.singles.add(other.singles);
        self.most_singles = self.most_singles.max(other.most_singles);
        for (&name, digest) in &other.solvers {
            let solver = self.solvers.entry(name).or_default();
            solver.puzzles += digest.puzzles;
            solver.solved += digest.solved;
            solver.limited += digest.limited;
            solver.cpu_ns.add(digest.cpu_ns);
            solver.checks.add(digest.checks);
            solver.guesses.add(digest.guesses);
            let strategies = solver.used_on.len().max(digest.used_on.len());
            solver.used_on.resize(strategies, 0);
            solver.used_on.iter_mut().zip(&digest.used_on).for_each(|(sum, used)| *sum += used);
        }
    }

    fn solver(&mut self, place: usize) -> &mut SolverInSet {
        self.solvers.entry(SOLVERS[place].name).or_default()
    }
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

fn number(name: &str, value: Expr) -> Expr {
    value.cast(DataType::UInt64).alias(name)
}

/// The sum of a column under its name, and the sum of its squares.
fn moments(name: &str) -> [Expr; 2] {
    let value = || col(name).cast(DataType::Float64);
    [value().sum().alias(name), (value() * value()).sum().alias(squares(name))]
}

fn squares(name: &str) -> String {
    format!("{name}_squares")
}

fn read(frame: &DataFrame, name: &str) -> PolarsResult<Vec<Sums>> {
    let sums = floats(frame, name)?.into_iter().zip(floats(frame, &squares(name))?);
    Ok(sums.map(|(sum, squares)| Sums { sum, squares }).collect())
}

pub(super) fn names(frame: &DataFrame) -> PolarsResult<Vec<String>> {
    let values = frame.column("set")?.str()?;
    Ok(values.iter().map(|name| name.unwrap_or_default().to_owned()).collect())
}
