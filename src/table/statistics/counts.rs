//! What is counted of a run: by set, by solver, by solver in a set.

use std::collections::BTreeMap;

use super::attempt::Class;
use super::distribution::Distribution;
use super::moments::{Moments, Products};
use super::over_spans::OverSpans;
use crate::pipeline::record::Status;
use crate::solver::Verdict;
use crate::strategy::STRATEGIES;

/// Attempts by [`Status::code`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StatusCounts {
    all: [u64; Status::ALL.len()],
    /// Those of them that claim another number of solutions than the puzzle has.
    refuted: [u64; Status::ALL.len()],
}

impl StatusCounts {
    /// Counts attempts.
    pub fn add(&mut self, status: Status, count: u64) {
        self.all[usize::from(status.code())] += count;
    }

    /// Counts an attempt that claims another number of solutions than the puzzle has.
    pub fn add_refuted(&mut self, status: Status) {
        self.add(status, 1);
        self.refuted[usize::from(status.code())] += 1;
    }

    /// Puzzles the solver was given.
    pub fn puzzles(&self) -> u64 {
        self.all.iter().sum()
    }

    /// Puzzles with a status, as the solver gave it.
    pub fn of(&self, status: Status) -> u64 {
        self.all[usize::from(status.code())]
    }

    /// Puzzles of which the solver claims another number of solutions than they have.
    pub fn refuted(&self) -> u64 {
        self.refuted.iter().sum()
    }

    /// Puzzles for which a solution was found, and no false number of them claimed.
    pub fn solved(&self) -> u64 {
        let solved = Status::ALL.iter().filter(|status| status.solved());
        let code = |status: &Status| usize::from(status.code());
        solved.map(code).map(|code| self.all[code] - self.refuted[code]).sum()
    }

    /// Puzzles that the solver takes.
    pub fn attempted(&self) -> u64 {
        self.puzzles() - self.of(Status::Unsupported)
    }

    /// Puzzles on which the solver found no step more, and no solution.
    pub fn stalled(&self) -> u64 {
        self.of(Status::Verdict(Verdict::Stalled))
    }

    /// Puzzles on which a limit was reached.
    pub fn limited(&self) -> u64 {
        Status::ALL.iter().filter(|status| status.is_limit()).map(|&status| self.of(status)).sum()
    }
}

/// Which strategies a solver used.
#[derive(Clone, PartialEq, Debug)]
pub struct StrategyCounts {
    /// Puzzles tried; 0 for a solver that counts no strategies.
    pub puzzles: u64,
    /// Of these, those on which a limit was reached.
    pub limited: u64,
    /// By place in [`STRATEGIES`]: its applications, over the puzzles it was used on.
    pub by_strategy: Vec<Moments>,
    /// By place in [`STRATEGIES`]: the puzzles it was used on before a limit was reached.
    pub used_before_limit: Vec<u64>,
    /// By place in [`STRATEGIES`]: the puzzles on which it was applied as often as the column
    /// counts, or more.
    pub beyond_count: Vec<u64>,
}

impl Default for StrategyCounts {
    fn default() -> StrategyCounts {
        StrategyCounts {
            puzzles: 0,
            limited: 0,
            by_strategy: vec![Moments::default(); STRATEGIES.len()],
            used_before_limit: vec![0; STRATEGIES.len()],
            beyond_count: vec![0; STRATEGIES.len()],
        }
    }
}

impl StrategyCounts {
    /// Adds the counts of other puzzles.
    pub fn add(&mut self, other: &StrategyCounts) {
        self.puzzles += other.puzzles;
        self.limited += other.limited;
        for (sum, more) in self.by_strategy.iter_mut().zip(&other.by_strategy) {
            sum.merge(more);
        }
        for (sum, more) in self.used_before_limit.iter_mut().zip(&other.used_before_limit) {
            *sum += more;
        }
        for (sum, more) in self.beyond_count.iter_mut().zip(&other.beyond_count) {
            *sum += more;
        }
    }

    /// Whether a strategy may have been applied more often than is counted.
    pub fn is_applied_more(&self, place: usize) -> bool {
        self.limited > 0 || self.beyond_count[place] > 0
    }

    /// Whether any strategy was applied to a puzzle more often than is counted.
    pub fn is_beyond_count(&self) -> bool {
        self.beyond_count.iter().any(|&puzzles| puzzles > 0)
    }

    /// Puzzles on which a strategy was not used before a limit was reached, and may be without.
    pub fn open(&self, place: usize) -> u64 {
        self.limited - self.used_before_limit[place]
    }

    /// The strategies that were used: places, puzzles and applications.
    pub fn used(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        let counts = self.by_strategy.iter().enumerate();
        let used = counts.filter(|(_, counts)| counts.count > 0);
        used.map(|(place, counts)| (place, counts.count, counts.sum as u64))
    }
}

/// The puzzles of one input.
#[derive(Clone, Default, Debug)]
pub struct SetStatistics {
    /// By class.
    pub by_class: BTreeMap<Class, u64>,
    /// By `n_solutions`.
    pub by_solutions: BTreeMap<u64, u64>,
    /// Candidates per empty cell.
    pub candidates: Moments,
    /// Naked singles at the start.
    pub singles: Moments,
    /// The most of one puzzle.
    pub most_singles: u64,
    /// What each solver did.
    pub solvers: BTreeMap<usize, SolverInSet>,
    /// Sums over puzzles of products of two solvers' values, the smaller place first.
    pub products: BTreeMap<(usize, usize), Measures<Products>>,
    /// CPU times of solvers that were measured puzzle by puzzle, each with one that was not: over
    /// the timed spans of that one.
    pub over_spans: BTreeMap<(usize, usize), OverSpans>,
}

impl SetStatistics {
    /// How many.
    pub fn puzzles(&self) -> u64 {
        self.candidates.count
    }
}

/// What is measured of an attempt.
#[derive(Clone, Copy, Default, Debug)]
pub struct Measures<T> {
    /// CPU time, in ns.
    pub cpu_ns: T,
    /// The solver's own checks.
    pub checks: T,
    /// Its guesses.
    pub guesses: T,
    /// 1 for a puzzle solved, else 0.
    pub solved: T,
}

/// What one solver did in one set.
#[derive(Clone, Default, Debug)]
pub struct SolverInSet {
    /// How its attempts ended.
    pub statuses: StatusCounts,
    /// What they took, over those that ended with a verdict.
    pub efforts: Measures<Moments>,
    /// Sums over puzzles of products of its CPU time, in ns, and each.
    pub times_time: Measures<Products>,
    /// The strategies it used.
    pub strategies: StrategyCounts,
}

/// CPU time in ns and effort in the solver's own checks.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// CPU time in ns.
    pub time: Distribution,
    /// The solver's own checks.
    pub checks: Distribution,
}

/// What one solver did.
#[derive(Clone, Default, Debug)]
pub struct SolverStatistics {
    /// How its attempts ended.
    pub statuses: StatusCounts,
    /// CPU time of all attempts, in ns; limits make it a lower bound.
    pub total_ns: u64,
    /// Checks of all attempts.
    pub checks: u64,
    /// The most puzzles that shared a timed span. Above 1, times are means of spans.
    pub batch: u32,
    /// Over all puzzles.
    pub all: Cost,
    /// By class of puzzles.
    pub by_class: BTreeMap<Class, Cost>,
    /// The strategies it used.
    pub strategies: StrategyCounts,
}
