//! Summaries: what a run's tables say per solver and per strategy.

use std::fs::File;
use std::path::Path;

use polars::prelude::{
    CsvWriter, DataFrame, DataType, Expr, IntoLazy as _, LazyFrame, ParquetWriter, PlRefPath,
    PolarsError, PolarsResult, QuantileMethod, ScanArgsParquet, SerWriter, SortMultipleOptions,
    UnionArgs, col, concat, len, lit,
};
use thiserror::Error;

use super::{schema, text};
use crate::run::SinkError;
use crate::run::folder::Folder;
use crate::strategy::STRATEGIES;

/// A folder whose tables cannot be summarised.
#[derive(Debug, Error)]
#[error("cannot summarise {folder}: {reason}")]
pub struct SummaryError {
    folder: String,
    reason: String,
}

/// The summary tables of a run.
pub struct Summary {
    /// One row per solver: `solver`, `puzzles`, one count per status, then
    /// `median_ns`, `p95_ns`, `total_ns` of CPU time (a solve that met its limit
    /// counts with the time it took: a lower bound), and `checks`.
    pub solvers: DataFrame,
    /// One row per solver and strategy used: `solver`, `strategy`, `puzzles` it
    /// was used in, `share` of the solver's puzzles, `applications`.
    pub strategies: DataFrame,
}

impl Summary {
    /// Reads a run's tables, finished or not.
    ///
    /// # Errors
    /// When they are missing or cannot be read.
    pub fn of_run(folder: &Path) -> Result<Summary, SummaryError> {
        let read = || -> PolarsResult<Summary> {
            Ok(Summary { solvers: solvers(folder)?, strategies: strategies(folder)? })
        };
        read().map_err(|error| SummaryError {
            folder: folder.display().to_string(),
            reason: error.to_string(),
        })
    }

    /// Writes the tables to the run's `summary` folder, as Parquet and CSV.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, folder: &Folder) -> Result<(), SinkError> {
        for (name, frame) in [("solvers", &mut self.solvers), ("strategies", &mut self.strategies)]
        {
            let failed = |error: PolarsError| SinkError::new(format!("summary/{name}"), error);
            let mut parquet = Vec::new();
            ParquetWriter::new(&mut parquet).finish(frame).map_err(failed)?;
            folder.write(&format!("summary/{name}.parquet"), &parquet)?;
            let csv = csv(frame).map_err(failed)?;
            folder.write(&format!("summary/{name}.csv"), &csv)?;
        }
        Ok(())
    }

    /// Both tables as text.
    pub fn to_text(&self) -> String {
        format!("{}\n{}", text::to_text(&self.solvers), self.usage_text())
    }

    /// How often each strategy was used, as text.
    pub fn usage_text(&self) -> String {
        text::to_text(&self.strategies)
    }

    /// B09's statistics (its section 5): per solver the puzzles solved and
    /// unsolved, then in how many each strategy was used.
    ///
    /// # Errors
    /// When a column is missing.
    pub fn b09_text(&self) -> PolarsResult<String> {
        let mut text = String::new();
        let count = |name: &str, row: usize| -> PolarsResult<u64> {
            Ok(self.solvers.column(name)?.u64()?.get(row).unwrap_or(0))
        };
        let names = self.solvers.column("solver")?.cast(&DataType::String)?;
        for (row, name) in names.str()?.iter().enumerate() {
            let puzzles = count("puzzles", row)?;
            let solved = count("unique", row)? + count("first", row)? + count("multiple", row)?;
            let percent = |part: u64| 100.0 * part as f64 / puzzles.max(1) as f64;
            text += &format!(
                "{}: {puzzles} puzzles, {solved} solved ({:.2} %), {} unsolved ({:.2} %)\n",
                name.unwrap_or_default(),
                percent(solved),
                puzzles - solved,
                percent(puzzles - solved),
            );
        }
        Ok(text + "\n" + &self.usage_text())
    }

    /// The solvers as CSV.
    ///
    /// # Errors
    /// When polars cannot write them.
    pub fn solvers_csv(&mut self) -> PolarsResult<String> {
        Ok(String::from_utf8_lossy(&csv(&mut self.solvers)?).into_owned())
    }
}

fn csv(frame: &mut DataFrame) -> PolarsResult<Vec<u8>> {
    let mut csv = Vec::new();
    CsvWriter::new(&mut csv).finish(frame)?;
    Ok(csv)
}

fn scan(folder: &Path, table: &schema::Table) -> PolarsResult<LazyFrame> {
    let parts = folder.join(table.name);
    // Opened first for a message that names the folder; a glob that matches
    // nothing says less.
    File::open(&parts).map_err(|error| {
        PolarsError::from(std::io::Error::new(
            error.kind(),
            format!("{}: {error}", parts.display()),
        ))
    })?;
    let glob = format!("{}/*.parquet", parts.display());
    LazyFrame::scan_parquet(PlRefPath::new(&glob), ScanArgsParquet::default())
}

fn solvers(folder: &Path) -> PolarsResult<DataFrame> {
    let quantile =
        |q: f64| col("cpu_ns").quantile(lit(q), QuantileMethod::Nearest).cast(DataType::UInt64);
    let status = |name: &'static str| {
        col("status").cast(DataType::String).eq(lit(name)).sum().cast(DataType::UInt64).alias(name)
    };
    let mut columns: Vec<Expr> = vec![len().cast(DataType::UInt64).alias("puzzles")];
    columns.extend(schema::statuses().into_iter().map(status));
    columns.extend([
        quantile(0.5).alias("median_ns"),
        quantile(0.95).alias("p95_ns"),
        col("cpu_ns").sum().alias("total_ns"),
        col("checks").sum(),
    ]);
    scan(folder, schema::solves())?
        .group_by([col("solver")])
        .agg(columns)
        .sort(["solver"], SortMultipleOptions::default())
        .collect()
}

fn strategies(folder: &Path) -> PolarsResult<DataFrame> {
    let per_strategy = STRATEGIES.iter().map(|strategy| {
        let count = schema::usage_column(strategy.name);
        Ok(scan(folder, schema::usages())?
            .group_by([col("solver")])
            .agg([
                lit(strategy.name).first().alias("strategy"),
                col(&count).gt(lit(0u16)).sum().cast(DataType::UInt64).alias("puzzles"),
                col(&count).gt(lit(0u16)).mean().alias("share"),
                col(&count).cast(DataType::UInt64).sum().alias("applications"),
            ])
            .filter(col("puzzles").gt(lit(0u64)))
            .collect()?
            .lazy())
    });
    let all = concat(per_strategy.collect::<PolarsResult<Vec<_>>>()?, UnionArgs::default())?;
    let in_order = SortMultipleOptions::default().with_maintain_order(true);
    all.sort(["solver"], in_order).collect()
}
