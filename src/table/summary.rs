//! Summaries: what a run's tables say per solver and per strategy.

use std::path::Path;

use polars::prelude::{CsvWriter, DataFrame, ParquetWriter, PolarsError, PolarsResult, SerWriter};
use thiserror::Error;

use super::columns::Columns;
use super::{digest, schema, text};
use crate::store::{Folder, WriteError};

/// A folder whose tables cannot be summarised.
#[derive(Debug, Error)]
#[error("cannot summarise {folder}: {reason}")]
pub struct SummaryError {
    folder: String,
    reason: String,
}

impl SummaryError {
    /// What is wrong with a run's folder.
    pub(super) fn new(folder: &Path, error: &PolarsError) -> SummaryError {
        SummaryError { folder: folder.display().to_string(), reason: error.to_string() }
    }
}

/// The summary tables of a run; [`schema`] has their columns.
pub struct Summary {
    /// One row per solver.
    pub solvers: DataFrame,
    /// One row per solver and strategy used.
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
        read().map_err(|error| SummaryError::new(folder, &error))
    }

    /// Writes the tables to the run's `summary` folder, as Parquet and CSV.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, folder: &Folder) -> Result<(), WriteError> {
        for (name, frame) in [("solvers", &mut self.solvers), ("strategies", &mut self.strategies)]
        {
            let failed = |error: PolarsError| WriteError::new(format!("summary/{name}"), error);
            let mut parquet = Vec::new();
            ParquetWriter::new(&mut parquet).finish(frame).map_err(failed)?;
            folder.write(&format!("summary/{name}.parquet"), &parquet)?;
            let csv = csv(frame).map_err(failed)?;
            folder.write(&format!("summary/{name}.csv"), &csv)?;
        }
        Ok(())
    }

    /// Both tables as text, but what is empty.
    pub fn to_text(&self) -> String {
        let shown = [&self.strategies, &self.solvers].into_iter().filter(|t| t.height() > 0);
        shown.map(text::to_text).collect::<Vec<_>>().join("\n")
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

fn solvers(run: &Path) -> PolarsResult<DataFrame> {
    let mut table = Columns::with_room(schema::solver_summary(), 0);
    for (solver, digest) in digest::solvers(run)? {
        let mut row = table.row().code(solver as u8).u64(digest.puzzles());
        for count in digest.by_status {
            row = row.u64(count);
        }
        row.u64(digest.quantile(0.5))
            .u64(digest.quantile(0.95))
            .u64(digest.first_limit.unwrap_or(0))
            .u64(digest.total_ns)
            .u64(digest.checks);
    }
    table.into_frame()
}

fn strategies(run: &Path) -> PolarsResult<DataFrame> {
    let mut table = Columns::with_room(schema::strategy_summary(), 0);
    for (solver, digest) in digest::usages(run)? {
        for (strategy, &(puzzles, applications)) in digest.by_strategy.iter().enumerate() {
            if puzzles > 0 {
                let share = puzzles as f64 / digest.puzzles as f64;
                let row = table.row().code(solver as u8);
                // Code 0 is no strategy.
                row.code(strategy as u8 + 1).u64(puzzles).f32(share as f32).u64(applications);
            }
        }
    }
    table.into_frame()
}
