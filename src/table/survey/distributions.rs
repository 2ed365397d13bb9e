//! Distributions: time and effort of every solver, over all puzzles and by clue
//! count.

use std::collections::BTreeMap;

use super::attempts::Attempt;
use super::bucket::Bucket;
use super::tally::{End, Tally};
use crate::pipeline::record::Status;

/// CPU time in ns and effort in the solver's own checks.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// CPU time in ns.
    pub time: Tally,
    /// The solver's own checks.
    pub checks: Tally,
}

/// Puzzles that are alike: of one size, with as many givens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class {
    /// Rows, columns and boxes.
    pub order: u8,
    /// Givens.
    pub clues: u16,
}

/// What the `solves` table says of one solver.
#[derive(Clone, Debug, Default)]
pub struct SolverSurvey {
    /// Puzzles by [`Status::code`].
    pub by_status: [u64; Status::ALL.len()],
    /// CPU time of all attempts, in ns; limits make it a lower bound.
    pub total_ns: u64,
    /// Over all puzzles.
    pub all: Cost,
    /// By class of puzzles.
    pub by_class: BTreeMap<Class, Cost>,
}

impl SolverSurvey {
    /// Puzzles the solver was given.
    pub fn puzzles(&self) -> u64 {
        self.by_status.iter().sum()
    }

    /// Puzzles with a status.
    pub fn count(&self, status: Status) -> u64 {
        self.by_status[usize::from(status.code())]
    }
}

/// The surveys of all solvers, by place in the list of solvers.
#[derive(Default)]
pub struct Distributions {
    solvers: BTreeMap<usize, SolverSurvey>,
}

/// A row boiled down to what is counted. Sorting brings equal ones together, so
/// that the trees are asked once for many rows.
type Key = (usize, Class, usize, u16);

impl Distributions {
    /// Counts the attempts of a part.
    pub fn add(&mut self, attempts: &[Attempt]) {
        for attempt in attempts {
            let survey = self.solvers.entry(attempt.solver).or_default();
            survey.by_status[usize::from(attempt.status.code())] += 1;
            survey.total_ns += attempt.time;
        }
        self.add_quantity(attempts, Attempt::time_bucket, |cost| &mut cost.time);
        self.add_quantity(attempts, Attempt::checks_bucket, |cost| &mut cost.checks);
    }

    fn add_quantity(
        &mut self,
        attempts: &[Attempt],
        bucket: impl Fn(&Attempt) -> Bucket,
        tally: impl Fn(&mut Cost) -> &mut Tally,
    ) {
        let key = |attempt: &Attempt| -> Option<Key> {
            let class = Class { order: attempt.order, clues: attempt.clues };
            Some((attempt.solver, class, attempt.end()?.place(), bucket(attempt).index()))
        };
        let mut keys: Vec<Key> = attempts.iter().filter_map(key).collect();
        keys.sort_unstable();
        for equal in keys.chunk_by(|one, other| one == other) {
            let (solver, class, end, bucket) = equal[0];
            let (end, bucket, count) = (End::ALL[end], Bucket::at(bucket), equal.len() as u64);
            let survey = self.solvers.entry(solver).or_default();
            tally(&mut survey.all).add(bucket, end, count);
            tally(survey.by_class.entry(class).or_default()).add(bucket, end, count);
        }
    }

    /// The survey of one solver.
    pub fn of(&self, solver: usize) -> Option<&SolverSurvey> {
        self.solvers.get(&solver)
    }

    /// All of them, by place in the list of solvers.
    pub fn into_solvers(self) -> BTreeMap<usize, SolverSurvey> {
        self.solvers
    }
}
