//! What one pass over a run's tables finds.

use std::collections::BTreeMap;

use super::comparison::Comparison;
use super::counts::{SetStatistics, SolverStatistics};
use super::hardest::HardPuzzle;
use super::rejects::Rejects;
use super::standings::{Standings, Stratum};
use crate::table::solver_names;

/// What a run's tables say. Solvers are known by
/// [their numbers](crate::table::solver_names).
#[derive(Default)]
pub struct Statistics {
    /// The inputs, by name.
    pub sets: BTreeMap<String, SetStatistics>,
    /// What each solver did on all of them.
    pub solvers: BTreeMap<usize, SolverStatistics>,
    /// How each solver fared against each other, both ways round.
    pub comparisons: BTreeMap<(usize, usize), Comparison>,
    /// How all solvers stand together, on all puzzles and on those that are alike.
    pub standings: BTreeMap<Stratum, Standings>,
    /// The puzzles that were hardest for all solvers together, hardest first.
    pub hardest: Vec<HardPuzzle>,
    /// The lines that were no puzzles.
    pub rejects: Rejects,
}

/// What more than sets and solvers is wanted.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wanted {
    /// Whether solvers are compared pair by pair.
    pub pairs: bool,
    /// Whether they are compared all together.
    pub standings: bool,
    /// Hardest puzzles.
    pub hardest: usize,
    /// Rejected lines to show.
    pub rejects: usize,
}

impl Statistics {
    /// The solvers that took several puzzles in one timed span, with the most of one span:
    /// their times are means.
    pub fn batches(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let batched = self.solvers.iter().filter(|(_, solver)| solver.batch > 1);
        batched.map(|(&place, solver)| (solver_names::name(place), solver.batch))
    }

    /// The solvers that came to no solution on some puzzles, having found no step more: on how many
    /// of how many.
    pub fn stalled(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
        let all = self.solvers.iter().map(|(&place, solver)| {
            let statuses = &solver.statuses;
            (solver_names::name(place), statuses.stalled(), statuses.attempted())
        });
        all.filter(|&(_, stalled, _)| stalled > 0)
    }
}
