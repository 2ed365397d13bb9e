//! Pairs: how two solvers went together on the same puzzles of a set.
//!
//! Sums of products, beside the sums and squares of [`SetDigest`](super::SetDigest):
//! a puzzle that is hard for one solver is mostly hard for the other, so the ratio of
//! their means is known far better than from two samples that have nothing in common.

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::{DataType, PolarsResult, col};

use super::SummaryError;
use super::digest::{counts, floats, parts, places, scan};
use super::schema;
use super::sets::names;
use crate::solver::SOLVERS;

/// Sums over puzzles of one solver's value times the other's.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Products {
    /// Of CPU times, in ns².
    pub cpu_ns: f64,
    /// Of checks.
    pub checks: f64,
    /// Of guesses.
    pub guesses: f64,
}

/// By set and by the names of two solvers, in either order.
pub type Pairs = BTreeMap<(String, &'static str, &'static str), Products>;

/// The pairs of a run's solvers.
///
/// # Errors
/// When the run's tables are missing or cannot be read.
pub fn pairs(run: &Path) -> Result<Pairs, SummaryError> {
    let mut pairs = Pairs::new();
    let read = parts(run, schema::solves())
        .and_then(|parts| parts.iter().try_for_each(|part| add(part, &mut pairs)));
    read.map(|()| pairs).map_err(|error| SummaryError::new(run, &error))
}

fn add(part: &Path, pairs: &mut Pairs) -> PolarsResult<()> {
    let values = ["cpu_ns", "checks", "guesses"];
    let mut columns = vec![col("set"), col("solver"), col("puzzle_id").cast(DataType::UInt64)];
    columns.extend(values.map(|name| col(name).cast(DataType::Float64)));
    let frame = scan(part)?.select(columns).collect()?;
    let sets = names(&frame)?;
    let solvers = places(&frame, "solver", &schema::solvers())?;
    let ids = counts(&frame, "puzzle_id")?;
    let [cpu_ns, checks, guesses] = values.map(|name| floats(&frame, name));
    let (cpu_ns, checks, guesses) = (cpu_ns?, checks?, guesses?);
    // The rows of a puzzle stand together.
    let rows: Vec<usize> = (0..ids.len()).collect();
    for rows in rows.chunk_by(|&a, &b| ids[a] == ids[b]) {
        for &a in rows {
            for &b in rows {
                let [one, other] = [a, b].map(|row| SOLVERS[solvers[row]].name);
                let products = pairs.entry((sets[a].clone(), one, other)).or_default();
                products.cpu_ns += cpu_ns[a] * cpu_ns[b];
                products.checks += checks[a] * checks[b];
                products.guesses += guesses[a] * guesses[b];
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use polars::prelude::{Column, DataFrame, ParquetWriter};

    use super::*;

    #[test]
    fn products_are_those_of_the_same_puzzle() {
        let run = tempfile::tempdir().unwrap();
        let part = run.path().join("solves/part-000000.parquet");
        std::fs::create_dir(run.path().join("solves")).unwrap();
        let numbers = |name: &str, values: [u64; 4]| Column::new(name.into(), values);
        let columns = vec![
            Column::new("set".into(), ["a", "a", "a", "a"]),
            Column::new("solver".into(), ["dlx", "sat", "dlx", "sat"]),
            numbers("puzzle_id", [0, 0, 1, 1]),
            numbers("cpu_ns", [2, 3, 5, 7]),
            numbers("checks", [1, 1, 10, 100]),
            numbers("guesses", [0, 4, 0, 4]),
        ];
        let mut frame = DataFrame::new(4, columns).unwrap();
        ParquetWriter::new(std::fs::File::create(part).unwrap()).finish(&mut frame).unwrap();
        let pairs = pairs(run.path()).unwrap();
        let of = |one, other| pairs[&("a".to_owned(), one, other)];
        let both = Products { cpu_ns: 41.0, checks: 1001.0, guesses: 0.0 };
        assert_eq!((of("dlx", "sat"), of("sat", "dlx")), (both, both));
        assert_eq!((pairs.len(), of("sat", "sat").guesses), (4, 32.0));
    }
}
