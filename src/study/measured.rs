//! What an experiment's runs say.

use super::experiment::Experiment;
use super::measure::{Figures, Measure};
use super::recipe::input_name;
use crate::pipeline::record::Status;
use crate::strategy::STRATEGIES;
use crate::table::schema;
use crate::table::statistics::{
    Estimate, Joint, Measures, Moments, Products, SetStatistics, SolverInSet, Statistics,
    StrategyCounts,
};

/// What the runs of an experiment say, by statistics that were made with pairs of solvers.
pub struct Measured<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// What all runs say.
    pub all: &'a Statistics,
    /// What those say in which all solvers have the same puzzles.
    pub shared: &'a Statistics,
}

impl<'a> Measured<'a> {
    /// The statistics in which two solvers have the same puzzles of a set.
    fn common(&self, set: &str, solvers: [&str; 2]) -> &'a Statistics {
        let counts = solvers.map(|solver| {
            let set = set_of(self.all, set)?;
            Some(set.solvers.get(&place_of(solver)?)?.statuses.puzzles())
        });
        if counts[0] == counts[1] { self.all } else { self.shared }
    }
}

impl Figures for Measured<'_> {
    fn sampled(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate> {
        estimate_in(set_of(self.all, set)?, solver, measure)
    }

    fn both(&self, set: &str, solvers: [&str; 2], measure: Measure) -> [Option<Estimate>; 2] {
        let common = set_of(self.common(set, solvers), set);
        let estimate = |solver, other| {
            let estimate = estimate_in(common?, solver, measure)?;
            let places = (place_of(solver)?, place_of(other)?);
            let over_spans = common.and_then(|set| over_spans(set, places, measure));
            let times = over_spans.and_then(|(times, unit)| Some(times.mean()?.per(unit)));
            let Estimate { error, freedom, skewness, .. } = times.unwrap_or(estimate);
            Some(Estimate { error, freedom, skewness, ..estimate })
        };
        let [one, other] = solvers;
        [estimate(one, other), estimate(other, one)]
    }

    /// An estimate in a set, with what is known of its error: a sample in which nothing varies
    /// does not tell how much of the rest differs, however many it has, nor does a single
    /// puzzle. But puzzles that the file writes out are all there is of their set, and what is
    /// counted of them is the same each time.
    fn known(&self, set: &str, measure: Measure, estimate: Estimate) -> Estimate {
        let is_single = set_of(self.all, set).is_none_or(|set| set.puzzles() == 1);
        if !is_single && estimate.error != 0.0 {
            return estimate;
        }
        let is_exact = self.experiment.is_written(set) && !measure.is_timed();
        Estimate { error: if is_exact { 0.0 } else { f64::INFINITY }, ..estimate }
    }

    fn joint(&self, set: &str, solvers: [&str; 2], measure: Measure) -> Joint {
        let joint = || {
            let set = set_of(self.common(set, solvers), set)?;
            let [one, other] = solvers.map(place_of);
            let (one, other) = (one?, other?);
            let products = set.products.get(&(one.min(other), one.max(other)))?;
            let spanned = [(one, other), (other, one)].map(|pair| over_spans(set, pair, measure));
            let of = |solver: usize, spanned: Option<(Moments, f64)>| {
                let (all, unit) = moments(&set.solvers.get(&solver)?.efforts, measure)?;
                Some(spanned.unwrap_or((*all, unit)))
            };
            let ((first, unit), (second, _)) = (of(one, spanned[0])?, of(other, spanned[1])?);
            let (&products, _) = moments(products, measure)?;
            let products = if one < other { products } else { products.turned() };
            let joint = first.with(&second, products).per(unit, unit);
            if !measure.is_of_solved() {
                // The squares of its times are not those over the spans.
                let thirds = joint.thirds.filter(|_| spanned == [None, None]);
                return Some(Joint { thirds, ..joint });
            }
            // Shares have Wilson's errors, and their difference that of no puzzle at least.
            let error = |moments: &Moments| {
                let share = Estimate::of_share(moments.sum as u64, 0, moments.count);
                share.map(|share| share.error.powi(2))
            };
            let none = Moments { sum: 0.0, ..first };
            let most = (error(&first)? + error(&second)? - error(&none)?) / 2.0;
            Some(Joint { covariance: joint.covariance.min(most), thirds: None })
        };
        joint().unwrap_or(Joint::NONE)
    }

    fn rank_correlation(&self, solver: &str, measure: Measure) -> Option<Estimate> {
        let solver = self.all.solvers.get(&place_of(solver)?)?;
        match measure {
            Measure::CpuMs => solver.rank_correlation(|cost| &cost.time, false),
            Measure::CappedMs => solver.rank_correlation(|cost| &cost.time, true),
            Measure::Checks => solver.rank_correlation(|cost| &cost.checks, false),
            _ => None,
        }
    }

    fn limited(&self, solver: &str) -> Option<(u64, u64)> {
        let statuses = &self.all.solvers.get(&place_of(solver)?)?.statuses;
        Some((statuses.limited(), statuses.attempted()))
    }

    fn stalled(&self, set: &str, solver: &str) -> Option<(u64, u64)> {
        let statuses = &set_of(self.all, set)?.solvers.get(&place_of(solver)?)?.statuses;
        Some((statuses.stalled(), statuses.attempted()))
    }
}

/// The estimate of a solver's measure over the puzzles of a set.
fn estimate_in(set: &SetStatistics, solver: &str, measure: Measure) -> Option<Estimate> {
    match measure {
        Measure::Candidates => return set.candidates.mean(),
        Measure::Singles => return set.singles.mean(),
        Measure::MostSingles => return Some(Estimate::exactly(set.most_singles as f64)),
        Measure::Unique => {
            let unique = set.by_solutions.get(&1).copied().unwrap_or(0);
            return Estimate::of_share(unique, 0, set.puzzles());
        }
        _ => {}
    }
    let solver = set.solvers.get(&place_of(solver)?)?;
    let statuses = &solver.statuses;
    // A mean over some of the puzzles it was given, as over those it takes, is not that of the set.
    if statuses.attempted() - statuses.of(Status::Panicked) < statuses.puzzles() {
        return None;
    }
    let efforts = &solver.efforts;
    let estimate = match measure {
        Measure::Solved => {
            Estimate::of_share(statuses.solved(), statuses.limited(), statuses.attempted())
        }
        Measure::CappedSolved => Estimate::of_share(statuses.solved(), 0, statuses.attempted()),
        Measure::Used(place) => {
            let (applications, open) = applications(&solver.strategies, place);
            Estimate::of_share(applications.count, open, solver.strategies.puzzles)
        }
        Measure::Applied(place) => {
            let (applications, open) = applications(&solver.strategies, place);
            let mean = applications.mean();
            let is_bound = forms(place).any(|form| solver.strategies.is_applied_more(form));
            match is_bound {
                false => mean,
                // Once on each of the others, which is less than the mean.
                true => mean.map(|mean| Estimate {
                    least: (applications.sum + open as f64) / (applications.count + open) as f64,
                    ..mean.or_more()
                }),
            }
        }
        Measure::CpuMs | Measure::CappedMs => efforts.cpu_ns.mean().map(|e| e.per(1e6)),
        Measure::NsPerCheck => {
            per(solver, efforts.checks.mean()?, efforts.checks, solver.times_time.checks)
        }
        Measure::NsPerGuess => {
            let guesses = efforts.guesses.mean()?;
            let value = guesses.value + 1.0;
            let divisor = Estimate { value, least: value, most: value, ..guesses };
            per(solver, divisor, efforts.guesses, solver.times_time.guesses)
        }
        _ => moments(efforts, measure)?.0.mean(),
    };
    let is_bound = matches!(measure, Measure::CpuMs | Measure::Checks | Measure::Guesses);
    let is_bound = is_bound && statuses.limited() > 0;
    if is_bound { estimate.map(Estimate::or_more) } else { estimate }
}

/// A solver's mean CPU time over a mean of these counts, whose products with the times have
/// this sum.
fn per(
    solver: &SolverInSet,
    divisor: Estimate,
    of: Moments,
    products: Products,
) -> Option<Estimate> {
    let time = solver.efforts.cpu_ns;
    time.mean()?.over(divisor, time.with(&of, products))
}

/// The applications of a strategy, or of the form that B09's program has of it: no solver
/// uses both. The second are the puzzles on which it was not used before a limit was reached.
fn applications(counts: &StrategyCounts, place: usize) -> (Moments, u64) {
    let (mut all, mut open) = (Moments::default(), counts.limited);
    for form in forms(place) {
        all.merge(&counts.by_strategy[form]);
        open -= counts.used_before_limit[form];
    }
    (all, open)
}

/// The places of a strategy and of its form in B09's program.
fn forms(place: usize) -> impl Iterator<Item = usize> {
    let name = STRATEGIES[place].name;
    let is_form = move |form: &str| form.strip_suffix("-b09").unwrap_or(form) == name;
    (0..STRATEGIES.len()).filter(move |&form| is_form(STRATEGIES[form].name))
}

/// A set is an input, whose file is named after it.
fn set_of<'a>(statistics: &'a Statistics, set: &str) -> Option<&'a SetStatistics> {
    statistics.sets.get(&input_name(set))
}

fn place_of(solver: &str) -> Option<usize> {
    schema::solvers().iter().position(|&name| name == solver)
}

/// The times of the first solver over the spans of the second, and the unit they are given in, if it
/// took several puzzles in one.
fn over_spans(
    set: &SetStatistics,
    places: (usize, usize),
    measure: Measure,
) -> Option<(Moments, f64)> {
    let (all, unit) = moments(&set.solvers.get(&places.0)?.efforts, measure)?;
    let times = set.over_spans.get(&places)?.moments();
    let is_time = matches!(measure, Measure::CpuMs | Measure::CappedMs);
    (is_time && times.count == all.count).then_some((times, unit))
}

/// A solver's measure that is a mean over all puzzles, and the unit it is given in.
fn moments<T>(efforts: &Measures<T>, measure: Measure) -> Option<(&T, f64)> {
    match measure {
        Measure::CpuMs | Measure::CappedMs => Some((&efforts.cpu_ns, 1e6)),
        Measure::Checks => Some((&efforts.checks, 1.0)),
        Measure::Guesses => Some((&efforts.guesses, 1.0)),
        Measure::Solved | Measure::CappedSolved => Some((&efforts.solved, 0.01)),
        _ => None,
    }
}
