//! Digests: a run's tables boiled down part by part, so that memory does not grow
//! with the run.
//!
//! Each part is scanned lazily and grouped by polars; the small frames that come of
//! it are added up here. Times are grouped by three significant digits, which is
//! what lets quantiles be found without sorting every row.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use polars::prelude::{
    DataFrame, DataType, Expr, LazyFrame, PlRefPath, PolarsError, PolarsResult, ScanArgsParquet,
    col, len, lit,
};

use super::schema::{self, Table};
use crate::pipeline::record::Status;
use crate::store::Folder;
use crate::strategy::STRATEGIES;

/// Significant digits that times are grouped by.
const DIGITS: i32 = 3;

/// What the `solves` table says of one solver.
#[derive(Clone, Default)]
pub struct SolverDigest {
    /// Puzzles by [`Status::code`].
    pub by_status: [u64; Status::ALL.len()],
    /// Attempted puzzles by CPU time in ns, to three digits; those that met a limit
    /// by the time they took.
    by_time: BTreeMap<u64, u64>,
    /// The least CPU time in ns, to three digits, of a puzzle that met its limit.
    pub first_limit: Option<u64>,
    /// CPU time of all puzzles, in ns.
    pub total_ns: u64,
    /// The solver's own units of work.
    pub checks: u64,
}

impl SolverDigest {
    /// Puzzles tried.
    pub fn puzzles(&self) -> u64 {
        self.by_status.iter().sum()
    }

    /// The CPU time in ns, to three digits, that a share of the attempted puzzles did not
    /// exceed; from the first limit on a lower bound.
    pub fn quantile(&self, share: f64) -> u64 {
        let tried: u64 = self.by_time.values().sum();
        let rank = (share * tried as f64).ceil() as u64;
        let mut seen = 0;
        let reached = self.by_time.iter().find(|&(_, count)| {
            seen += count;
            seen >= rank
        });
        reached.map_or(0, |(&time, _)| time)
    }
}

/// What the `strategies` table says of one solver.
#[derive(Clone)]
pub struct UsageDigest {
    /// Puzzles tried.
    pub puzzles: u64,
    /// By strategy: puzzles it was used on, and applications.
    pub by_strategy: Vec<(u64, u64)>,
}

/// The digest of every solver in the `solves` table, by place in
/// [`schema::solvers`].
///
/// # Errors
/// When the table cannot be read.
pub fn solvers(run: &Path) -> PolarsResult<BTreeMap<usize, SolverDigest>> {
    let mut digests = BTreeMap::<usize, SolverDigest>::new();
    // A cast cuts off, and what is rounded may come out a little too small.
    let time = col("cpu_ns").cast(DataType::Float64).round_sig_figs(DIGITS) + lit(0.5);
    let keys = [col("solver"), col("status"), time.cast(DataType::UInt64).alias("time")];
    let sums = [
        len().cast(DataType::UInt64).alias("puzzles"),
        col("cpu_ns").sum().alias("total_ns"),
        col("checks").sum(),
    ];
    for part in parts(run, schema::solves())? {
        let frame = scan(&part)?.group_by(&keys).agg(&sums).collect()?;
        let solvers = places(&frame, "solver", &schema::solvers())?;
        let statuses = places(&frame, "status", &schema::statuses())?;
        let [times, puzzles, total_ns, checks] =
            ["time", "puzzles", "total_ns", "checks"].map(|name| counts(&frame, name));
        let (times, puzzles, total_ns, checks) = (times?, puzzles?, total_ns?, checks?);
        for row in 0..frame.height() {
            let digest = digests.entry(solvers[row]).or_default();
            let status = Status::ALL[statuses[row]];
            digest.by_status[statuses[row]] += puzzles[row];
            if status.is_limit() {
                let first = digest.first_limit.unwrap_or(u64::MAX).min(times[row]);
                digest.first_limit = Some(first);
            }
            // What was not attempted took no time.
            if matches!(status, Status::Verdict(_)) {
                *digest.by_time.entry(times[row]).or_default() += puzzles[row];
            }
            digest.total_ns += total_ns[row];
            digest.checks += checks[row];
        }
    }
    Ok(digests)
}

/// The digest of every solver in the `strategies` table, by place in
/// [`schema::solvers`].
///
/// # Errors
/// When the table cannot be read.
pub fn usages(run: &Path) -> PolarsResult<BTreeMap<usize, UsageDigest>> {
    let mut digests = BTreeMap::new();
    let names: Vec<String> =
        STRATEGIES.iter().map(|strategy| schema::usage_column(strategy.name)).collect();
    let used = |name: &String| format!("used_{name}");
    let mut sums = vec![len().cast(DataType::UInt64).alias("puzzles")];
    sums.extend(names.iter().flat_map(|name| -> [Expr; 2] {
        let count = col(name.as_str());
        let puzzles = count.clone().gt(lit(0u16)).sum().cast(DataType::UInt64);
        [puzzles.alias(used(name)), count.cast(DataType::UInt64).sum()]
    }));
    for part in parts(run, schema::usages())? {
        let usages = scan_usages(&part, &names)?;
        let frame = usages.group_by([col("solver")]).agg(&sums).collect()?;
        let solvers = places(&frame, "solver", &schema::solvers())?;
        let puzzles = counts(&frame, "puzzles")?;
        for (row, &solver) in solvers.iter().enumerate() {
            let digest = digests.entry(solver).or_insert_with(|| UsageDigest {
                puzzles: 0,
                by_strategy: vec![(0, 0); STRATEGIES.len()],
            });
            digest.puzzles += puzzles[row];
        }
        for (strategy, name) in names.iter().enumerate() {
            let (used, applied) = (counts(&frame, &used(name))?, counts(&frame, name)?);
            for (row, solver) in solvers.iter().enumerate() {
                let digest = digests.get_mut(solver).expect("entered above");
                digest.by_strategy[strategy].0 += used[row];
                digest.by_strategy[strategy].1 += applied[row];
            }
        }
    }
    Ok(digests)
}

/// The files of a table, in order.
pub(super) fn parts(run: &Path, table: &Table) -> PolarsResult<Vec<PathBuf>> {
    let folder = run.join(table.name);
    let named = |error: std::io::Error| {
        let text = format!("{}: {error}", folder.display());
        PolarsError::from(std::io::Error::new(error.kind(), text))
    };
    let mut parts = Vec::new();
    if !folder.exists() && Folder::holds_run(run) {
        // A run without a row.
        return Ok(parts);
    }
    for entry in folder.read_dir().map_err(named)? {
        parts.push(entry.map_err(named)?.path());
    }
    parts.retain(|path| path.extension().is_some_and(|extension| extension == "parquet"));
    parts.sort();
    Ok(parts)
}

pub(super) fn scan(part: &Path) -> PolarsResult<LazyFrame> {
    // A folder's name may hold what looks like a pattern.
    let exactly = ScanArgsParquet { glob: false, ..ScanArgsParquet::default() };
    LazyFrame::scan_parquet(PlRefPath::new(&*part.to_string_lossy()), exactly)
}

/// A part of the strategies table with these columns of counts. A version that did not
/// have a strategy yet never used it.
pub(super) fn scan_usages(part: &Path, columns: &[String]) -> PolarsResult<LazyFrame> {
    let mut frame = scan(part)?;
    let there = frame.collect_schema()?;
    let later = columns.iter().filter(|name| !there.contains(name));
    let later: Vec<Expr> = later.map(|name| lit(0u16).alias(name.as_str())).collect();
    Ok(frame.with_columns(later))
}

/// A column of names as places in a list; a name that is not there, from a later
/// version of the schema, is an error.
pub(super) fn places(frame: &DataFrame, column: &str, names: &[&str]) -> PolarsResult<Vec<usize>> {
    let values = frame.column(column)?.cast(&DataType::String)?;
    let place = |value: Option<&str>| {
        let known = names.iter().position(|&name| Some(name) == value);
        known.ok_or_else(|| {
            let value = value.unwrap_or_default();
            PolarsError::SchemaMismatch(format!("`{value}` is no {column}").into())
        })
    };
    values.str()?.iter().map(place).collect()
}

pub(super) fn counts(frame: &DataFrame, column: &str) -> PolarsResult<Vec<u64>> {
    Ok(frame.column(column)?.u64()?.iter().map(Option::unwrap_or_default).collect())
}

pub(super) fn floats(frame: &DataFrame, column: &str) -> PolarsResult<Vec<f64>> {
    Ok(frame.column(column)?.f64()?.iter().map(Option::unwrap_or_default).collect())
}

#[cfg(test)]
mod tests {
    use polars::prelude::{Column, ParquetWriter};

    use super::*;

    #[test]
    fn quantiles_are_values_that_occur() {
        let by_time = BTreeMap::from([(10, 50), (20, 45), (30, 5)]);
        let mut digest = SolverDigest { by_time, ..SolverDigest::default() };
        digest.by_status[0] = 100;
        assert_eq!([0.5, 0.51, 0.95, 0.96, 1.0].map(|q| digest.quantile(q)), [10, 20, 20, 30, 30]);
        assert_eq!(SolverDigest::default().quantile(0.5), 0);
    }

    #[test]
    fn times_have_three_digits() {
        let run = tempfile::tempdir().unwrap();
        let part = run.path().join("solves/part-000000.parquet");
        std::fs::create_dir(run.path().join("solves")).unwrap();
        let times: Vec<u64> =
            (0..1_000).map(|i| 30_000_001 + 40_017 * i).chain([0, 7, 2_995]).collect();
        let rows = times.len();
        let columns = vec![
            Column::new("solver".into(), vec!["fast"; rows]),
            Column::new("status".into(), vec!["unique"; rows]),
            Column::new("cpu_ns".into(), &times),
            Column::new("checks".into(), vec![0u64; rows]),
        ];
        let mut frame = DataFrame::new(rows, columns).unwrap();
        ParquetWriter::new(std::fs::File::create(part).unwrap()).finish(&mut frame).unwrap();
        let digests = solvers(run.path()).unwrap();
        let by_time = &digests.values().next().unwrap().by_time;
        assert!(by_time.keys().all(|&time| time < 1_000 || time % 10 == 0), "{by_time:?}");
        assert!(by_time.range(30_000_000..).all(|(&time, _)| time % 100_000 == 0));
        assert_eq!(by_time.values().sum::<u64>(), rows as u64);
        assert!([0, 7, 3_000].iter().all(|time| by_time.contains_key(time)), "{by_time:?}");
    }

    #[test]
    fn strategies_may_be_newer_than_a_run() {
        let run = tempfile::tempdir().unwrap();
        let part = run.path().join("strategies/part-000000.parquet");
        std::fs::create_dir(run.path().join("strategies")).unwrap();
        let solver = Column::new("solver".into(), ["human", "human"]);
        let singles = Column::new(schema::usage_column("naked-single").into(), [0u16, 7]);
        let mut frame = DataFrame::new(2, vec![solver, singles]).unwrap();
        ParquetWriter::new(std::fs::File::create(part).unwrap()).finish(&mut frame).unwrap();
        let digests = usages(run.path()).unwrap();
        let digest = digests.values().next().unwrap();
        let used = digest.by_strategy.iter().filter(|&&used| used != (0, 0));
        assert_eq!((digests.len(), digest.puzzles), (1, 2));
        assert_eq!(used.collect::<Vec<_>>(), [&(1, 7)]);
    }
}
