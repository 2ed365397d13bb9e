//! Summaries: what a run's tables say per solver and per strategy.

use std::path::Path;

use super::error::SummaryError;
use super::extra;
use super::schema;
use super::solver_names;
use super::statistics::{Bounded, SolverStatistics, Statistics, StrategyCounts, Wanted};
use super::summary_table::{Field, SummaryTable};
use super::text;
use crate::pipeline::record::Status;
use crate::readable::{BEYOND_COUNT, BOUND};
use crate::store::{Folder, WriteError};

/// What is said of a run without a puzzle.
pub const NO_PUZZLES: &str = "the run has no puzzles\n";

/// The summary tables of a run; [`schema`] has their columns.
pub struct Summary {
    /// One row per solver.
    solvers: SummaryTable,
    /// One row per solver and strategy used.
    strategies: SummaryTable,
}

impl Summary {
    /// Its files in a run's folder.
    pub const FILES: [&str; 4] = [
        "summary/solvers.parquet",
        "summary/solvers.csv",
        "summary/strategies.parquet",
        "summary/strategies.csv",
    ];

    /// Reads a run's tables, finished or not.
    ///
    /// # Errors
    /// When they are missing or cannot be read.
    pub fn of_run(folder: &Path) -> Result<Summary, SummaryError> {
        Ok(Summary::of_statistics(&Statistics::of_run(folder, Wanted::default())?))
    }

    /// The summary of what the tables were found to say.
    pub fn of_statistics(statistics: &Statistics) -> Summary {
        let own = schema::solvers().len();
        let others = || statistics.solvers.keys().filter(|&&number| number >= own);
        let externals: Vec<&'static str> =
            others().map(|&number| solver_names::name(number)).collect();
        // In the column's Enum, those of this run alone follow the table's.
        let place = |number: usize| match number < own {
            true => number,
            false => own + others().take_while(|&&other| other < number).count(),
        };
        let solvers = statistics.solvers.iter().map(|(&number, solver)| (place(number), solver));
        let strategies =
            solvers.clone().flat_map(|(place, solver)| strategy_rows(place, solver)).collect();
        let has_externals = !externals.is_empty();
        let solvers =
            solvers.map(|(place, solver)| solver_row(place, solver, has_externals)).collect();
        let [of_solvers, of_strategies] = extra::summaries(&externals);
        let counts = || statistics.solvers.values().map(|solver| &solver.strategies);
        let limited = counts().any(|counts| counts.limited > 0).then_some(BOUND);
        let beyond = counts().any(StrategyCounts::is_beyond_count).then_some(BEYOND_COUNT);
        let bounds = limited.into_iter().chain(beyond).collect();
        Summary {
            solvers: SummaryTable { table: of_solvers, rows: solvers, bounds: vec![BOUND] },
            strategies: SummaryTable { table: of_strategies, rows: strategies, bounds },
        }
    }

    /// Writes the tables to the run's `summary` folder, as Parquet and CSV.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&self, folder: &Folder) -> Result<(), WriteError> {
        let [solvers, solvers_csv, strategies, strategies_csv] = Summary::FILES;
        for (table, parquet, csv) in
            [(&self.solvers, solvers, solvers_csv), (&self.strategies, strategies, strategies_csv)]
        {
            let failed = |error| WriteError::new(parquet, error);
            folder.write(parquet, &table.to_parquet().map_err(failed)?)?;
            folder.write(csv, table.to_csv().as_bytes())?;
        }
        Ok(())
    }

    /// Both tables as text, but what is empty.
    pub fn to_text(&self) -> String {
        if self.solvers.rows.is_empty() {
            return NO_PUZZLES.into();
        }
        let shown = [&self.strategies, &self.solvers].into_iter().filter(|t| !t.rows.is_empty());
        shown.map(text::to_text).collect::<Vec<_>>().join("\n")
    }

    /// The solvers as CSV.
    pub fn solvers_csv(&self) -> String {
        self.solvers.to_csv()
    }
}

/// The row of a solver, by its place in the Enum of solvers, with its puzzles of each status that a run
/// with or without external solvers knows.
fn solver_row(place: usize, solver: &SolverStatistics, has_externals: bool) -> Vec<Field> {
    let times = &solver.all.time;
    let [median, p95] = [0.5, 0.95].map(|q| times.quantile(q).unwrap_or(Bounded::Exactly(0)));
    let is_there = |status: &Status| has_externals || !status.is_of_externals();
    let statuses = Status::ALL.into_iter().filter(is_there).map(|one| solver.statuses.of(one));
    let refuted = has_externals.then(|| solver.statuses.refuted());
    let counts: Vec<Field> = statuses.chain(refuted).map(Field::Number).collect();
    let head = [Field::Name(place as u8), Field::Number(solver.statuses.puzzles())];
    let first_limit = times.first_limit().unwrap_or(0);
    let numbers = [median.value(), p95.value(), first_limit, solver.total_ns, solver.checks];
    let flags = [median, p95].map(|quantile| Field::Flag(quantile.is_lower()));
    let batch = [Field::Number(solver.batch.into())];
    [&head[..], &counts, &numbers.map(Field::Number), &flags, &batch].concat()
}

/// The rows of a solver's strategies.
fn strategy_rows(place: usize, solver: &SolverStatistics) -> impl Iterator<Item = Vec<Field>> {
    solver.strategies.used().map(move |(strategy, puzzles, applications)| {
        let share = puzzles as f64 / solver.strategies.puzzles as f64;
        // Place 0 is no strategy.
        let names = [Field::Name(place as u8), Field::Name(strategy as u8 + 1)];
        let numbers =
            [Field::Number(puzzles), Field::Share(share as f32), Field::Number(applications)];
        let strategies = &solver.strategies;
        let flags = [strategies.open(strategy) > 0, strategies.is_applied_more(strategy)];
        [&names[..], &numbers, &flags.map(Field::Flag)].concat()
    })
}
