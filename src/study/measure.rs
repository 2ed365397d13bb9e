//! What is measured, and what a run's statistics say of it.

use serde::de::{Deserialize, Deserializer, Error};

use super::recipe::input_name;
use crate::pipeline::record::Status;
use crate::strategy::STRATEGIES;
use crate::table::schema;
use crate::table::statistics::{
    Estimate, Measures, Moments, SetStatistics, SolverInSet, Statistics, StrategyCounts,
};

/// What is measured of a set, always as a mean over its puzzles except where named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Measure {
    /// CPU time of the solver in ms.
    #[default]
    CpuMs,
    /// The same where an attempt that met a limit counts with the time it had: no bound.
    CappedMs,
    /// The solver's checks.
    Checks,
    /// Its guesses.
    Guesses,
    /// Its CPU time over its checks, in ns.
    NsPerCheck,
    /// Its CPU time over its guesses and one, in ns.
    NsPerGuess,
    /// The share of puzzles it solves, in percent.
    Solved,
    /// The same where an attempt that met a limit counts as unsolved: no bound.
    CappedSolved,
    /// The share of puzzles on which it used a strategy, by place in [`STRATEGIES`], in percent.
    Used(usize),
    /// Applications of a strategy per puzzle on which it was used.
    Applied(usize),
    /// Candidates per empty cell at the start.
    Candidates,
    /// Naked singles placed before any search.
    Singles,
    /// The most such singles of one puzzle.
    MostSingles,
    /// The share of puzzles with exactly one solution, in percent.
    Unique,
}

/// The measures that are one word.
const WORDS: &[(&str, Measure)] = &[
    ("cpu-ms", Measure::CpuMs),
    ("capped-ms", Measure::CappedMs),
    ("checks", Measure::Checks),
    ("guesses", Measure::Guesses),
    ("ns-per-check", Measure::NsPerCheck),
    ("ns-per-guess", Measure::NsPerGuess),
    ("solved", Measure::Solved),
    ("capped-solved", Measure::CappedSolved),
    ("candidates", Measure::Candidates),
    ("singles", Measure::Singles),
    ("most-singles", Measure::MostSingles),
    ("unique", Measure::Unique),
];
/// What is told of an unknown one.
const NAMES: &[&str] = &[
    "cpu-ms",
    "capped-ms",
    "checks",
    "guesses",
    "ns-per-check",
    "ns-per-guess",
    "solved",
    "capped-solved",
    "candidates",
    "singles",
    "most-singles",
    "unique",
    "used STRATEGY",
    "applied STRATEGY",
];

impl Measure {
    /// Whether it is of a solver, or else of the puzzles themselves.
    pub fn is_of_solver(self) -> bool {
        use Measure::{Candidates, MostSingles, Singles, Unique};
        !matches!(self, Candidates | Singles | MostSingles | Unique)
    }
}

/// By its word, or by `used` or `applied` and the name of a strategy.
impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Measure, D::Error> {
        let text = String::deserialize(value)?;
        if let Some((_, measure)) = WORDS.iter().find(|(word, _)| *word == text) {
            return Ok(*measure);
        }
        let of = match text.split_once(' ') {
            Some(("used", name)) => Some((name, Measure::Used as fn(usize) -> Measure)),
            Some(("applied", name)) => Some((name, Measure::Applied as fn(usize) -> Measure)),
            _ => None,
        };
        let Some((name, measure)) = of else { return Err(D::Error::unknown_variant(&text, NAMES)) };
        let place = STRATEGIES.iter().position(|strategy| strategy.name == name);
        place
            .map(measure)
            .ok_or_else(|| D::Error::custom(format!("no strategy `{name}`; see `list strategies`")))
    }
}

/// What was measured. `None` is what was not: nothing is assumed of it.
pub trait Figures {
    /// The estimate of a solver's measure in a set.
    fn estimate(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate>;

    /// The covariance of two solvers' estimates in a set.
    fn covariance(&self, set: &str, solvers: [&str; 2], measure: Measure) -> f64;

    /// The rank correlation of the number of givens with a solver's measure, over all puzzles.
    fn rank_correlation(&self, solver: &str, measure: Measure) -> Option<Estimate>;

    /// The attempts of a solver that met a limit, and all of them.
    fn limited(&self, solver: &str) -> Option<(u64, u64)>;

    /// Two solvers' estimates in a set, and their covariance.
    fn pair(
        &self,
        set: &str,
        solvers: [&str; 2],
        measure: Measure,
    ) -> Option<([Estimate; 2], f64)> {
        let [a, b] = solvers.map(|solver| self.estimate(set, solver, measure));
        Some(([a?, b?], self.covariance(set, solvers, measure)))
    }

    /// One solver's measure over another's in a set; none over nothing.
    fn ratio(&self, set: &str, solvers: [&str; 2], measure: Measure) -> Option<Estimate> {
        let ([a, b], covariance) = self.pair(set, solvers, measure)?;
        a.over(b, covariance)
    }

    /// One solver's measure less another's in a set.
    fn difference(&self, set: &str, solvers: [&str; 2], measure: Measure) -> Option<Estimate> {
        let ([a, b], covariance) = self.pair(set, solvers, measure)?;
        Some(a.minus(b, covariance))
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
            Measure::Unique => {
                let unique = set.by_solutions.get(&1).copied().unwrap_or(0);
                return Estimate::of_share(unique, 0, set.puzzles());
            }
            _ => {}
        }
        let solver = set.solvers.get(&place_of(solver)?)?;
        let statuses = &solver.statuses;
        // A mean over some of the puzzles is not that of the set.
        if statuses.attempted() - statuses.of(Status::Panicked) < set.puzzles() {
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
                match solver.strategies.limited {
                    0 => mean,
                    // Once on each of the others, which is less than the mean.
                    _ => mean.map(|mean| Estimate {
                        least: (applications.sum + open as f64)
                            / (applications.count + open) as f64,
                        ..mean.or_more()
                    }),
                }
            }
            Measure::CpuMs | Measure::CappedMs => efforts.cpu_ns.mean_time().map(|e| e.per(1e6)),
            Measure::NsPerCheck => {
                per(solver, efforts.checks.mean()?, efforts.checks, solver.times_time.checks)
            }
            Measure::NsPerGuess => {
                let guesses = efforts.guesses.mean()?;
                let divisor =
                    Estimate { error: guesses.error, ..Estimate::exactly(guesses.value + 1.0) };
                per(solver, divisor, efforts.guesses, solver.times_time.guesses)
            }
            _ => moments(efforts, measure)?.0.mean(),
        };
        let is_bound = matches!(measure, Measure::CpuMs | Measure::Checks | Measure::Guesses);
        let is_bound = is_bound && statuses.limited() > 0;
        if is_bound { estimate.map(Estimate::or_more) } else { estimate }
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

    fn rank_correlation(&self, solver: &str, measure: Measure) -> Option<Estimate> {
        let solver = self.solvers.get(&place_of(solver)?)?;
        match measure {
            Measure::CpuMs | Measure::CappedMs => solver.rank_correlation(|cost| &cost.time),
            Measure::Checks => solver.rank_correlation(|cost| &cost.checks),
            _ => None,
        }
    }

    fn limited(&self, solver: &str) -> Option<(u64, u64)> {
        let statuses = &self.solvers.get(&place_of(solver)?)?.statuses;
        Some((statuses.limited(), statuses.attempted()))
    }
}

/// A solver's mean CPU time over a mean of these counts, whose products with the times have
/// this sum.
fn per(solver: &SolverInSet, divisor: Estimate, of: Moments, products: f64) -> Option<Estimate> {
    let time = solver.efforts.cpu_ns;
    time.mean_time()?.over(divisor, time.covariance(&of, products))
}

/// The applications of a strategy, or of the form that B09's program has of it: no solver
/// uses both. The second are the puzzles on which it was not used before a limit was reached.
fn applications(counts: &StrategyCounts, place: usize) -> (Moments, u64) {
    let name = STRATEGIES[place].name;
    let is_form = |form: &str| form.strip_suffix("-b09").unwrap_or(form) == name;
    let forms = (0..STRATEGIES.len()).filter(|&form| is_form(STRATEGIES[form].name));
    let (mut all, mut open) = (Moments::default(), counts.limited);
    for form in forms {
        all.merge(&counts.by_strategy[form]);
        open -= counts.used_before_limit[form];
    }
    (all, open)
}

/// A set is an input, whose file is named after it.
fn set_of<'a>(statistics: &'a Statistics, set: &str) -> Option<&'a SetStatistics> {
    statistics.sets.get(&input_name(set))
}

fn place_of(solver: &str) -> Option<usize> {
    schema::solvers().iter().position(|&name| name == solver)
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
