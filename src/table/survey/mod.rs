//! The survey of a run: everything its report shows, as plain numbers.
//!
//! Two passes over the `solves` table, part by part: the first makes the
//! distributions and the duels, the second ranks puzzles by them. Memory is bounded
//! by a part, the number of distinct three-digit values, and the number of inputs;
//! not by the run.

mod attempts;
mod bucket;
mod distributions;
mod duels;
mod hardest;
mod rejects;
mod sets;
mod tally;

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::PolarsResult;

use super::digest::{self, UsageDigest};
use super::summary::SummaryError;

pub use attempts::Attempt;
pub use bucket::Bucket;
pub use distributions::{Class, Cost, SolverSurvey};
pub use duels::Duel;
pub use hardest::HardPuzzle;
pub use rejects::{Reject, RejectSurvey};
pub use sets::SetSurvey;
pub use tally::{End, Quantile, Tally};

use distributions::Distributions;
use duels::Duels;
use hardest::Ranking;

/// What a run's tables say. Solvers are known by their place in
/// [`schema::solvers`](super::schema::solvers).
pub struct Survey {
    /// The inputs, by name.
    pub sets: BTreeMap<String, SetSurvey>,
    /// What each solver did.
    pub solvers: BTreeMap<usize, SolverSurvey>,
    /// How each solver fared against each other.
    pub duels: BTreeMap<(usize, usize), Duel>,
    /// Which strategies each solver used.
    pub usages: BTreeMap<usize, UsageDigest>,
    /// The puzzles that were hardest for all solvers together.
    pub hardest: Vec<HardPuzzle>,
    /// The lines that were no puzzles.
    pub rejects: RejectSurvey,
}

/// How long the lists of a survey are.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    /// Hardest puzzles.
    pub hardest: usize,
    /// Rejected lines shown.
    pub rejects: usize,
}

impl Survey {
    /// Reads a run's tables, finished or not.
    ///
    /// # Errors
    /// When they are missing or cannot be read.
    pub fn of_run(run: &Path, lengths: Lengths) -> Result<Survey, SummaryError> {
        survey(run, lengths).map_err(|error| SummaryError::new(run, &error))
    }
}

fn survey(run: &Path, lengths: Lengths) -> PolarsResult<Survey> {
    let parts = attempts::solve_parts(run)?;
    let (mut distributions, mut duels) = (Distributions::default(), Duels::default());
    for part in &parts {
        let attempts = attempts::read(run, part)?;
        distributions.add(&attempts);
        attempts.chunk_by(|one, next| one.puzzle == next.puzzle).for_each(|a| duels.add(a));
    }
    let mut ranking = Ranking::new(&distributions, lengths.hardest);
    for part in &parts {
        ranking.add(run, part, &attempts::read(run, part)?)?;
    }
    Ok(Survey {
        sets: sets::survey(run)?,
        hardest: ranking.into_hardest(),
        solvers: distributions.into_solvers(),
        duels: duels.into_pairs(),
        usages: digest::usages(run)?,
        rejects: rejects::survey(run, lengths.rejects)?,
    })
}
