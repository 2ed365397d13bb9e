//! The hardest puzzles of a run: hard for all of its solvers together.
//!
//! Efforts of different solvers have no common unit, their percentiles have one. A
//! puzzle's *hardness* is the mean, over the run's solvers, of the percentile of
//! its effort among that solver's attempts; all attempts without an answer count
//! as equally hard. Effort rather than time: the same run gives the same list on
//! every machine.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::{DataType, PolarsResult, col, lit};

use super::attempts::Attempt;
use super::distributions::Distributions;
use crate::table::digest::{counts, scan};
use crate::table::schema;

/// A hard puzzle.
#[derive(Clone, Debug)]
pub struct HardPuzzle {
    /// Mean percentile of effort, from 0 to 1.
    pub hardness: f64,
    /// The attempts at it.
    pub attempts: Vec<Attempt>,
    /// The cells row by row.
    pub cells: String,
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
    distributions: &'a Distributions,
    /// Percentiles of efforts, which many puzzles share.
    known: BTreeMap<(usize, usize, u16), f64>,
    wanted: usize,
    hardest: Vec<HardPuzzle>,
}

impl<'a> Ranking<'a> {
    /// A ranking of this many puzzles, by the distributions of the whole run.
    pub fn new(distributions: &'a Distributions, wanted: usize) -> Ranking<'a> {
        Ranking { distributions, known: BTreeMap::new(), wanted, hardest: Vec::new() }
    }

    /// Ranks the puzzles of a part.
    ///
    /// # Errors
    /// When the part of `puzzles` cannot be read.
    pub fn add(&mut self, run: &Path, part: &Path, attempts: &[Attempt]) -> PolarsResult<()> {
        for of_one in attempts.chunk_by(|one, next| one.puzzle == next.puzzle) {
            let Some(hardness) = self.hardness(of_one) else { continue };
            let full = self.hardest.len() == self.wanted;
            if full && self.hardest.last().is_none_or(|last| last.hardness >= hardness) {
                continue;
            }
            // Equally hard ones in the order of the run.
            let place = self
                .hardest
                .partition_point(|other| other.hardness.total_cmp(&hardness) != Ordering::Less);
            self.hardest.truncate(self.wanted - usize::from(full));
            self.hardest.insert(place, HardPuzzle::unnamed(hardness, of_one));
        }
        self.name(run, part)
    }

    fn hardness(&mut self, attempts: &[Attempt]) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0);
        for attempt in attempts {
            let Some(end) = attempt.end() else { continue };
            let Some(survey) = self.distributions.of(attempt.solver) else { continue };
            let bucket = attempt.checks_bucket();
            let key = (attempt.solver, end.place(), bucket.index());
            let percentile = || survey.all.checks.percentile(bucket, end);
            sum += *self.known.entry(key).or_insert_with(percentile);
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    /// Looks up the puzzles that this part brought into the ranking.
    fn name(&mut self, run: &Path, part: &Path) -> PolarsResult<()> {
        let unnamed = |puzzle: &&mut HardPuzzle| puzzle.cells.is_empty();
        let mut unnamed: Vec<_> = self.hardest.iter_mut().filter(unnamed).collect();
        let ids = unnamed.iter().map(|puzzle| col("puzzle_id").eq(lit(puzzle.attempts[0].puzzle)));
        let Some(any) = ids.reduce(|one, other| one.or(other)) else { return Ok(()) };
        let file = run.join(schema::puzzles().name).join(part.file_name().unwrap_or_default());
        let numbers = ["puzzle_id", "box_rows", "box_cols", "line", "n_solutions"];
        let columns = numbers.map(|name| col(name).cast(DataType::UInt64));
        let columns = columns.into_iter().chain(["puzzle", "set"].map(col)).collect::<Vec<_>>();
        let frame = scan(&file)?.filter(any).select(columns).collect()?;
        let [ids, box_rows, box_columns, lines, solutions] =
            numbers.map(|name| counts(&frame, name));
        let (ids, box_rows, box_columns) = (ids?, box_rows?, box_columns?);
        let (lines, solutions) = (lines?, solutions?);
        let (cells, sets) = (frame.column("puzzle")?.str()?, frame.column("set")?.str()?);
        for (row, id) in ids.into_iter().enumerate() {
            if let Some(puzzle) = unnamed.iter_mut().find(|p| p.attempts[0].puzzle == id) {
                puzzle.cells = cells.get(row).unwrap_or_default().into();
                puzzle.set = sets.get(row).unwrap_or_default().into();
                puzzle.box_rows = box_rows[row];
                puzzle.box_columns = box_columns[row];
                puzzle.line = lines[row];
                puzzle.solutions = solutions[row];
            }
        }
        Ok(())
    }

    /// The hardest puzzles of all parts, hardest first.
    pub fn into_hardest(self) -> Vec<HardPuzzle> {
        self.hardest
    }
}

impl HardPuzzle {
    fn unnamed(hardness: f64, attempts: &[Attempt]) -> HardPuzzle {
        HardPuzzle {
            hardness,
            attempts: attempts.to_vec(),
            cells: String::new(),
            box_rows: 0,
            box_columns: 0,
            set: String::new(),
            line: 0,
            solutions: 0,
        }
    }
}
