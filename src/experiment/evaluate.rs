//! Evaluation: an experiment's table and claims, from the statistics of its run.

use super::claim::Figures;
use super::{Experiment, Judgement, Measure, Table};
use crate::table::schema;
use crate::table::statistics::{Estimate, Measures, SetStatistics, SolverInSet, Statistics};

/// The experiment's table, and what becomes of its claims. The statistics must have been
/// made with pairs of solvers.
pub fn evaluate(experiment: &Experiment, statistics: &Statistics) -> (Table, Vec<Judgement>) {
    let sets: Vec<&str> = experiment.sets().collect();
    let column = |column: &super::Column| {
        let estimate = |set: &&str| statistics.estimate(set, &column.solver, column.measure);
        sets.iter().map(estimate).collect()
    };
    let table = experiment.columns.iter().map(column).collect();
    let judgements = experiment.claims.iter().map(|claim| claim.judge(&sets, statistics)).collect();
    (table, judgements)
}

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
        if measure == Measure::Solved {
            return Estimate::of_share(statuses.solved(), statuses.attempted());
        }
        let (moments, unit) = moments(&solver.efforts, measure)?;
        let is_lower_bound = statuses.limited() > 0;
        Some(Estimate { is_lower_bound, ..moments.mean()?.per(unit) })
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
    statistics.sets.get(&format!("{set}.txt"))
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
