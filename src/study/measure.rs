//! What is measured, and what a run's statistics say of it.

use serde::Deserialize;

use super::recipe::input_name;
use crate::pipeline::record::Status;
use crate::table::schema;
use crate::table::statistics::{Estimate, Measures, SetStatistics, SolverInSet, Statistics};

/// What is measured of a set, always as a mean over its puzzles except where named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// CPU time of the solver in ms.
    #[default]
    CpuMs,
    /// The solver's checks.
    Checks,
    /// Its guesses.
    Guesses,
    /// The share of puzzles it solved, in percent.
    Solved,
    /// Candidates per empty cell at the start.
    Candidates,
    /// Naked singles placed before any search.
    Singles,
    /// The most such singles of one puzzle.
    MostSingles,
}

impl Measure {
    /// Whether it is of a solver, or else of the puzzles themselves.
    pub fn is_of_solver(self) -> bool {
        !matches!(self, Measure::Candidates | Measure::Singles | Measure::MostSingles)
    }
}

/// What was measured. `None` is what was not: nothing is assumed of it.
pub trait Figures {
    /// The estimate of a solver's measure in a set.
    fn estimate(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate>;

    /// The covariance of two solvers' estimates in a set.
    fn covariance(&self, set: &str, solvers: [&str; 2], measure: Measure) -> f64;

    /// One solver's measure over another's in a set, and the other's; none over nothing.
    fn ratio(
        &self,
        set: &str,
        solvers: [&str; 2],
        measure: Measure,
    ) -> Option<(Estimate, Estimate)> {
        let [a, b] = solvers.map(|solver| self.estimate(set, solver, measure));
        Some((a?.over(b?, self.covariance(set, solvers, measure))?, b?))
    }
}

/// An estimate in words.
pub fn shown(estimate: Option<Estimate>) -> String {
    estimate.map_or("no data".into(), |estimate| estimate.to_string())
}

/// Of statistics that were made with pairs of solvers.
impl Figures for Statistics {
    fn estimate(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate> {
        let set = set_of(self, set)?;
        match measure {
            Measure::Candidates => return set.candidates.mean(),
            Measure::Singles => return set.singles.mean(),
            Measure::MostSingles => return Some(Estimate::exactly(set.most_singles as f64)),
            _ => {}
        }
        let solver = set.solvers.get(&place_of(solver)?)?;
        let statuses = &solver.statuses;
        // A mean over some of the puzzles is not that of the set.
        if statuses.attempted() - statuses.of(Status::Panicked) < set.puzzles() {
            return None;
        }
        if measure == Measure::Solved {
            return Estimate::of_share(statuses.solved(), statuses.attempted());
        }
        let (moments, unit) = moments(&solver.efforts, measure)?;
        let is_lower_bound = statuses.limited() > 0;
        let mean = if measure == Measure::CpuMs { moments.mean_time() } else { moments.mean() };
        Some(Estimate { is_lower_bound, ..mean?.per(unit) })
    }

    fn covariance(&self, set: &str, solvers: [&str; 2], measure: Measure) -> f64 {
        let covariance = || {
            let set = set_of(self, set)?;
            let [one, other] = solvers.map(place_of);
            let (one, other) = (one?, other?);
            let products = set.products.get(&(one.min(other), one.max(other)))?;
            let of = |place| -> Option<&SolverInSet> { set.solvers.get(&place) };
            let (first, unit) = moments(&of(one)?.efforts, measure)?;
            let (second, _) = moments(&of(other)?.efforts, measure)?;
            let (products, _) = moments(products, measure)?;
            Some(first.covariance(second, *products) / unit / unit)
        };
        covariance().unwrap_or(0.0)
    }
}

/// A set is an input, whose file is named after it.
fn set_of<'a>(statistics: &'a Statistics, set: &str) -> Option<&'a SetStatistics> {
    statistics.sets.get(&input_name(set))
}

fn place_of(solver: &str) -> Option<usize> {
    schema::solvers().iter().position(|&name| name == solver)
}

/// A solver's measure that is a mean, and the unit it is given in.
fn moments<T>(efforts: &Measures<T>, measure: Measure) -> Option<(&T, f64)> {
    match measure {
        Measure::CpuMs => Some((&efforts.cpu_ns, 1e6)),
        Measure::Checks => Some((&efforts.checks, 1.0)),
        Measure::Guesses => Some((&efforts.guesses, 1.0)),
        Measure::Solved | Measure::Candidates | Measure::Singles | Measure::MostSingles => None,
    }
}
