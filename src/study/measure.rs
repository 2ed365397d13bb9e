//! What is measured.

use serde::de::{Deserialize, Deserializer, Error};

use crate::strategy::STRATEGIES;
use crate::table::statistics::{Estimate, Joint};

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
    /// Whether it is the share of puzzles that are solved.
    pub(super) fn is_of_solved(self) -> bool {
        matches!(self, Measure::Solved | Measure::CappedSolved)
    }

    /// Whether it is a share of puzzles, in percent.
    pub(super) fn is_percentage(self) -> bool {
        self.is_of_solved() || matches!(self, Measure::Used(_) | Measure::Unique)
    }

    /// Whether it is of a solver, or else of the puzzles themselves.
    pub fn is_of_solver(self) -> bool {
        use Measure::{Candidates, MostSingles, Singles, Unique};
        !matches!(self, Candidates | Singles | MostSingles | Unique)
    }

    /// Whether it is of times, which differ each time they are measured.
    pub(super) fn is_timed(self) -> bool {
        use Measure::{CappedMs, CpuMs, NsPerCheck, NsPerGuess};
        matches!(self, CpuMs | CappedMs | NsPerCheck | NsPerGuess)
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
    /// The estimate of a solver's measure in a set, by nothing but its own values.
    fn sampled(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate>;

    /// An estimate in a set with what else is known of its error: nothing.
    fn known(&self, _set: &str, _measure: Measure, estimate: Estimate) -> Estimate {
        estimate
    }

    /// How two solvers' estimates in a set vary together.
    fn joint(&self, set: &str, solvers: [&str; 2], measure: Measure) -> Joint;

    /// The rank correlation of the number of givens with a solver's measure, over all puzzles.
    fn rank_correlation(&self, solver: &str, measure: Measure) -> Option<Estimate>;

    /// The attempts of a solver that met a limit, and all of them.
    fn limited(&self, solver: &str) -> Option<(u64, u64)>;

    /// The attempts at a set in which a solver stalled, and all of them.
    fn stalled(&self, _set: &str, _solver: &str) -> Option<(u64, u64)> {
        None
    }

    /// The estimate of a solver's measure in a set.
    fn estimate(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate> {
        Some(self.known(set, measure, self.sampled(set, solver, measure)?))
    }

    /// Two solvers' estimates in a set, each by its own values over the puzzles that both have.
    fn both(&self, set: &str, solvers: [&str; 2], measure: Measure) -> [Option<Estimate>; 2] {
        solvers.map(|solver| self.sampled(set, solver, measure))
    }

    /// The same and how they vary together: one of two may be the same for all, as where all met the
    /// limit, and what is made of both vary.
    fn pair(
        &self,
        set: &str,
        solvers: [&str; 2],
        measure: Measure,
    ) -> Option<([Estimate; 2], Joint)> {
        let [a, b] = self.both(set, solvers, measure);
        Some(([a?, b?], self.joint(set, solvers, measure)))
    }

    /// One solver's measure over another's in a set; none over nothing.
    fn ratio(&self, set: &str, solvers: [&str; 2], measure: Measure) -> Option<Estimate> {
        let ([a, b], joint) = self.pair(set, solvers, measure)?;
        let ratio = a.over(b, joint)?;
        if is_same(solvers) {
            // Over itself it is 1, whatever its values.
            return Some(Estimate::exactly(1.0));
        }
        // One that does not vary where one of the two does tells nothing of others.
        let is_even = ratio.error == 0.0 && (a.error, b.error) != (0.0, 0.0);
        Some(match is_even {
            true => Estimate { error: f64::INFINITY, ..ratio },
            false => self.known(set, measure, ratio),
        })
    }

    /// One solver's measure less so many times another's in a set. Its sign is that of their ratio less so
    /// many, and how sure it is does not depend on which of the two is the divisor (E. C. Fieller,
    /// *Some Problems in Interval Estimation*, 1954). Nothing of two that are 0.
    fn less_times(
        &self,
        set: &str,
        solvers: [&str; 2],
        measure: Measure,
        times: f64,
    ) -> Option<Estimate> {
        let ([a, b], joint) = self.pair(set, solvers, measure)?;
        if is_same(solvers) {
            return (a.value != 0.0).then_some(Estimate::exactly(1.0 - times));
        }
        let difference = a.minus_times(b, times, joint);
        let are_nothing = [a, b].map(|one| (one.least, one.most) == (0.0, 0.0)) == [true; 2];
        // A ratio that does not vary tells nothing of others, whichever of the two is the divisor.
        let ratios = [a.over(b, joint), b.over(a, joint.turned())];
        let is_even = ratios.into_iter().flatten().any(|ratio| ratio.error == 0.0);
        let even = self.known(set, measure, Estimate { error: 0.0, ..difference });
        // Of puzzles that the file writes out, the difference tells it.
        let is_open = is_even && !even.has_error();
        (!are_nothing).then(|| if is_open { even } else { self.known(set, measure, difference) })
    }

    /// One solver's measure less another's in a set.
    fn difference(&self, set: &str, solvers: [&str; 2], measure: Measure) -> Option<Estimate> {
        let ([a, b], joint) = self.pair(set, solvers, measure)?;
        Some(match is_same(solvers) {
            true => Estimate::exactly(0.0),
            false => self.known(set, measure, a.minus(b, joint)),
        })
    }
}

fn is_same([one, other]: [&str; 2]) -> bool {
    one == other
}

/// An estimate in words.
pub fn shown(estimate: Option<Estimate>) -> String {
    estimate.map_or("no data".into(), |estimate| estimate.to_string())
}
