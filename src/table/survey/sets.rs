//! Sets: what the `puzzles` table says of each input, and of clue counts.

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::{DataType, PolarsResult, col, len};

use super::distributions::Class;
use crate::table::digest::{counts, parts, scan};
use crate::table::schema;

/// The puzzles of one input.
#[derive(Clone, Debug, Default)]
pub struct SetSurvey {
    /// How many.
    pub puzzles: u64,
    /// By class.
    pub by_class: BTreeMap<Class, u64>,
    /// By `n_solutions`.
    pub by_solutions: BTreeMap<u64, u64>,
}

/// The survey of every input, by name.
///
/// # Errors
/// When the table cannot be read.
pub fn survey(run: &Path) -> PolarsResult<BTreeMap<String, SetSurvey>> {
    let mut sets = BTreeMap::<String, SetSurvey>::new();
    let numbers = ["size", "clues", "n_solutions"];
    for part in parts(run, schema::puzzles())? {
        let keys = numbers.map(|name| col(name).cast(DataType::UInt64));
        let keys: Vec<_> = [col("set")].into_iter().chain(keys).collect();
        let puzzles = len().cast(DataType::UInt64).alias("puzzles");
        let frame = scan(&part)?.group_by(keys).agg([puzzles]).collect()?;
        let [orders, clues, solutions] = numbers.map(|name| counts(&frame, name));
        let (orders, clues, solutions) = (orders?, clues?, solutions?);
        let puzzles = counts(&frame, "puzzles")?;
        for (row, set) in frame.column("set")?.str()?.iter().enumerate() {
            let survey = sets.entry(set.unwrap_or_default().to_owned()).or_default();
            let class = Class { order: orders[row] as u8, clues: clues[row] as u16 };
            survey.puzzles += puzzles[row];
            *survey.by_class.entry(class).or_default() += puzzles[row];
            *survey.by_solutions.entry(solutions[row]).or_default() += puzzles[row];
        }
    }
    Ok(sets)
}
