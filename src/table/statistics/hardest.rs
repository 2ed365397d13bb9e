//! The hardest puzzles of a run: hard for all of its solvers together.
//!
//! Measures of different solvers have no common unit, their percentiles have one. A
//! puzzle's *hardness* is the mean, over the run's solvers, of the percentile of
//! its effort among that solver's attempts; all attempts without an answer count
//! as equally hard. Effort rather than time: the same run gives the same list on
//! every machine.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use polars::prelude::PolarsResult;

use super::attempt::{Attempt, attempts};
use super::bucket::Bucket;
use super::counts::SolverStatistics;
use super::distribution::{AttemptEnd, Bounded};
use crate::table::columns::Columns;

/// A hard puzzle.
#[derive(Clone, Debug, Default)]
pub struct HardPuzzle {
    /// Mean percentile of effort, from 0 to 1.
    pub hardness: f64,
    /// The attempts at it.
    pub attempts: Vec<Attempt>,
    /// The cells row by row.
    pub cells: String,
    /// Givens.
    pub clues: u64,
    /// Rows of a box.
    pub box_rows: u64,
    /// Columns of a box.
    pub box_columns: u64,
    /// The input's name.
    pub set: String,
    /// The line in the input.
    pub line: u64,
    /// As in the column `n_solutions`.
    pub solutions: u64,
}

/// The hardest of the puzzles seen so far, hardest first.
pub struct Ranking<'a> {
    solvers: &'a BTreeMap<usize, SolverStatistics>,
    /// Percentiles of efforts, which many puzzles share.
    known: HashMap<(usize, AttemptEnd, Bucket), f64>,
    wanted: usize,
    hardest: Vec<HardPuzzle>,
}

impl<'a> Ranking<'a> {
    /// A ranking of this many puzzles, by the distributions of the whole run.
    pub fn new(solvers: &'a BTreeMap<usize, SolverStatistics>, wanted: usize) -> Ranking<'a> {
        Ranking { solvers, known: HashMap::new(), wanted, hardest: Vec::new() }
    }

    /// Ranks the puzzles of a unit, from its parts.
    ///
    /// # Errors
    /// When a part cannot be read.
    pub fn add(&mut self, puzzles: &Path, solves: &Path) -> PolarsResult<()> {
        let columns = Columns::read(puzzles, &["puzzle_id", "n_solutions"])?;
        let (ids, solutions) = (columns.numbers("puzzle_id")?, columns.numbers("n_solutions")?);
        for of_one in attempts(solves, &ids, &solutions)?.chunk_by(|one, next| one.row == next.row)
        {
            let Some(hardness) = self.hardness(of_one) else { continue };
            // Equally hard ones in the order of the run.
            let place = self
                .hardest
                .partition_point(|other| other.hardness.total_cmp(&hardness) != Ordering::Less);
            if place < self.wanted {
                self.hardest.truncate(self.wanted - 1);
                let attempts = of_one.to_vec();
                self.hardest
                    .insert(place, HardPuzzle { hardness, attempts, ..HardPuzzle::default() });
            }
        }
        self.describe(puzzles)
    }

    fn hardness(&mut self, attempts: &[Attempt]) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0);
        for attempt in attempts {
            let Some(end) = attempt.end() else { continue };
            let Some(solver) = self.solvers.get(&attempt.solver) else { continue };
            let bucket = Bounded::of(attempt.checks, end == AttemptEnd::Limit).bucket();
            let percentile = || solver.all.checks.percentile(bucket, end);
            sum += *self.known.entry((attempt.solver, end, bucket)).or_insert_with(percentile);
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    /// Looks up the puzzles that this part brought into the ranking.
    fn describe(&mut self, part: &Path) -> PolarsResult<()> {
        let mut new: Vec<_> =
            self.hardest.iter_mut().filter(|puzzle| puzzle.cells.is_empty()).collect();
        if new.is_empty() {
            return Ok(());
        }
        let numbers = ["clues", "box_rows", "box_cols", "line", "n_solutions"];
        let columns = Columns::read(part, &[&numbers[..], &["puzzle", "set"]].concat())?;
        let [clues, box_rows, box_columns, lines, solutions] =
            numbers.map(|name| columns.numbers(name));
        let (clues, box_rows, box_columns) = (clues?, box_rows?, box_columns?);
        let (lines, solutions) = (lines?, solutions?);
        let (cells, sets) = (columns.texts("puzzle")?, columns.texts("set")?);
        for puzzle in &mut new {
            let row = puzzle.attempts[0].row;
            puzzle.cells = cells[row].to_owned();
            puzzle.clues = clues[row];
            puzzle.box_rows = box_rows[row];
            puzzle.box_columns = box_columns[row];
            puzzle.set = sets[row].to_owned();
            puzzle.line = lines[row];
            puzzle.solutions = solutions[row];
        }
        Ok(())
    }

    /// The hardest puzzles of all parts, hardest first.
    pub fn into_hardest(self) -> Vec<HardPuzzle> {
        self.hardest
    }
}
