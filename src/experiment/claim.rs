//! Claims: what a study concluded, as a test of estimates.
//!
//! A test is made in each of the claim's sets and says yes, no or unclear. A claim is
//! confirmed when all say yes, refuted when any says no, and undecided otherwise. An
//! estimate that is only a lower bound, because puzzles met a solver's limit, never
//! speaks for being small.

use std::fmt::Write as _;

use serde::Deserialize;

use super::report::shown;
use super::{Estimate, Measure};

/// A claim, and how it is tested.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What was claimed.
    pub text: String,
    /// The test.
    pub test: Test,
    /// The sets it is made in; all of them if none is named.
    #[serde(default)]
    pub sets: Vec<String>,
}

/// A comparison of estimates.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Test {
    /// The left solver's measure, times a factor, is less than the right one's.
    Less {
        /// The solver said to be less.
        left: String,
        /// The solver said to be more.
        right: String,
        /// What is compared.
        #[serde(default)]
        measure: Measure,
        /// How many times less.
        #[serde(default = "one")]
        factor: f64,
    },
    /// Two solvers' measures differ by no more than a factor.
    Close {
        /// One solver.
        left: String,
        /// The other.
        right: String,
        /// What is compared.
        #[serde(default)]
        measure: Measure,
        /// The factor.
        within: f64,
    },
    /// One solver's measure over another's is largest in one of these sets.
    Peak {
        /// The dividend.
        over: String,
        /// The divisor.
        under: String,
        /// What is compared.
        #[serde(default)]
        measure: Measure,
        /// The sets.
        at: Vec<String>,
    },
    /// A solver's measure varies over the sets by no more than a factor.
    Flat {
        /// The solver.
        solver: String,
        /// What is compared.
        #[serde(default)]
        measure: Measure,
        /// The factor.
        within: f64,
    },
    /// A measure has given values, set by set.
    Near {
        /// The solver; none for a measure of puzzles.
        #[serde(default)]
        solver: String,
        /// What is compared.
        measure: Measure,
        /// The values.
        values: Vec<f64>,
        /// By how much it may differ.
        within: f64,
    },
    /// None: the figures here cannot tell.
    Open {
        /// Why they cannot.
        why: String,
    },
}

fn one() -> f64 {
    1.0
}

/// What came out of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It holds in every set.
    Confirmed,
    /// The opposite holds in some set.
    Refuted,
    /// Neither can be said.
    Undecided,
}

/// A verdict and the figures behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// What came out.
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub why: String,
}

/// Yes, no, or unclear.
type Word = Option<bool>;

/// What was measured.
pub trait Measured {
    /// The estimate of a solver's measure in a set.
    fn estimate(&self, set: &str, solver: &str, measure: Measure) -> Estimate;

    /// The covariance of two solvers' estimates in a set.
    fn covariance(&self, set: &str, solvers: [&str; 2], measure: Measure) -> f64;

    /// One solver's measure over another's in a set, with both.
    fn ratio(&self, set: &str, solvers: [&str; 2], measure: Measure) -> [Estimate; 3] {
        let [a, b] = solvers.map(|solver| self.estimate(set, solver, measure));
        [a.over(b, self.covariance(set, solvers, measure)), a, b]
    }
}

impl Claim {
    /// The solvers it names.
    pub fn solvers(&self) -> impl Iterator<Item = &str> {
        let named = match &self.test {
            Test::Less { left, right, .. } | Test::Close { left, right, .. } => [left, right],
            Test::Peak { over, under, .. } => [over, under],
            Test::Flat { solver, .. } | Test::Near { solver, .. } => [solver, solver],
            Test::Open { why: _ } => [const { &String::new() }; 2],
        };
        named.into_iter().filter(|name| !name.is_empty()).map(String::as_str)
    }

    /// The sets where a peak is claimed.
    pub fn at(&self) -> &[String] {
        if let Test::Peak { at, .. } = &self.test { at } else { &[] }
    }

    /// Tests the claim on what was measured in these sets, all of the experiment.
    pub fn judge(&self, all: &[&str], measured: &impl Measured) -> Finding {
        let named: Vec<&str> = self.sets.iter().map(String::as_str).collect();
        let sets = if named.is_empty() { all } else { &named };
        let (mut words, mut figures) = (Vec::new(), String::new());
        let mut note = |set: &str, estimate: Estimate| {
            let comma = if figures.is_empty() { "" } else { ", " };
            write!(figures, "{comma}{set}: {}", shown(estimate)).expect("a string takes any text");
        };
        let about = match &self.test {
            Test::Less { left, right, measure, factor } => {
                for set in sets {
                    let [ratio, a, b] = measured.ratio(set, [left, right], *measure);
                    note(set, ratio);
                    words.push(match 1.0 / factor {
                        most if ratio.is_below(most) && !a.is_bound => Some(true),
                        most if ratio.is_above(most) && !b.is_bound => Some(false),
                        _ => None,
                    });
                }
                format!("{left} over {right}, to be below {}", 1.0 / factor)
            }
            Test::Close { left, right, measure, within } => {
                for set in sets {
                    let [ratio, a, b] = measured.ratio(set, [left, right], *measure);
                    note(set, ratio);
                    let is_bound = a.is_bound || b.is_bound;
                    words.push(match ratio {
                        _ if is_bound => None,
                        r if r.is_below(*within) && r.is_above(1.0 / within) => Some(true),
                        r if r.is_above(*within) || r.is_below(1.0 / within) => Some(false),
                        _ => None,
                    });
                }
                format!("{left} over {right}, to be within a factor of {within}")
            }
            Test::Peak { over, under, measure, at } => {
                let ratios = sets.iter().map(|set| {
                    let [ratio, a, b] = measured.ratio(set, [over, under], *measure);
                    (set, ratio, a.is_bound || b.is_bound)
                });
                let ratios: Vec<_> = ratios.collect();
                ratios.iter().for_each(|(set, ratio, _)| note(set, *ratio));
                let (inside, outside): (Vec<_>, Vec<_>) =
                    ratios.iter().partition(|(set, ..)| at.iter().any(|name| name == **set));
                words.push(match (highest(&inside), highest(&outside)) {
                    _ if ratios.iter().any(|&(.., is_bound)| is_bound) => None,
                    (inside, outside) if inside.exceeds(outside) => Some(true),
                    (inside, outside) if outside.exceeds(inside) => Some(false),
                    _ => None,
                });
                format!("{over} over {under}, to be highest at {}", at.join(" or "))
            }
            Test::Flat { solver, measure, within } => {
                let values = sets.iter().map(|set| measured.estimate(set, solver, *measure));
                let values: Vec<Estimate> = values.collect();
                sets.iter().zip(&values).for_each(|(set, value)| note(set, *value));
                let by_value = |a: &&Estimate, b: &&Estimate| a.value.total_cmp(&b.value);
                let most = values.iter().max_by(by_value).copied().unwrap_or_default();
                let least = values.iter().min_by(by_value).copied().unwrap_or_default();
                let ratio = most.over(least, 0.0);
                words.push(match ratio {
                    _ if values.iter().any(|value| value.is_bound) => None,
                    r if r.is_below(*within) => Some(true),
                    r if r.is_above(*within) => Some(false),
                    _ => None,
                });
                let ratio = shown(ratio);
                format!("{solver}, highest over lowest to be below {within} and is {ratio}")
            }
            Test::Near { solver, measure, values, within } => {
                for (set, value) in sets.iter().zip(values) {
                    let estimate = measured.estimate(set, solver, *measure);
                    note(set, estimate);
                    let off = Estimate { value: (estimate.value - value).abs(), ..estimate };
                    words.push(match off {
                        _ if estimate.is_bound => None,
                        off if off.value == 0.0 || off.is_below(*within) => Some(true),
                        off if off.is_above(*within) => Some(false),
                        _ => None,
                    });
                }
                let values: Vec<String> = values.iter().map(f64::to_string).collect();
                format!("{solver} to be within {within} of {}", values.join(", "))
            }
            Test::Open { why } => {
                return Finding { verdict: Verdict::Undecided, why: why.clone() };
            }
        };
        let count = |word| words.iter().filter(|&&said| said == word).count();
        let (yes, no, all) = (count(Some(true)), count(Some(false)), words.len());
        let held = match all {
            1 => String::new(),
            _ => format!("; it holds in {yes} of {all} sets, the opposite in {no}"),
        };
        let verdict = verdict(&words);
        Finding { verdict, why: format!("{}{held}: {figures}.", about.trim_start()) }
    }
}

fn verdict(words: &[Word]) -> Verdict {
    if words.contains(&Some(false)) {
        Verdict::Refuted
    } else if words.contains(&None) || words.is_empty() {
        Verdict::Undecided
    } else {
        Verdict::Confirmed
    }
}

fn highest(ratios: &[&(&&str, Estimate, bool)]) -> Estimate {
    let estimates = ratios.iter().map(|(_, ratio, _)| *ratio);
    estimates.max_by(|a, b| a.value.total_cmp(&b.value)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets a, b, c; solver x takes 1, 2, 6 and y 2, 2, 2, all ± 0.1.
    struct Example;

    impl Measured for Example {
        fn estimate(&self, set: &str, solver: &str, _: Measure) -> Estimate {
            let value = match (solver, set) {
                ("x", "a") => 1.0,
                ("x", "c") => 6.0,
                _ => 2.0,
            };
            Estimate { value, error: 0.1, is_bound: (solver, set) == ("x", "c") }
        }

        fn covariance(&self, _: &str, _: [&str; 2], _: Measure) -> f64 {
            0.0
        }
    }

    fn verdict_of(test: &str, sets: &[&str]) -> Verdict {
        let text = format!("text = 'it is so'\nsets = {sets:?}\ntest = {test}");
        let claim: Claim = toml::from_str(&text).unwrap();
        let finding = claim.judge(&["a", "b", "c"], &Example);
        assert!(!finding.why.is_empty());
        finding.verdict
    }

    #[test]
    fn tests_say_what_the_figures_say() {
        use Verdict::{Confirmed, Refuted, Undecided};
        let less = "{ less = { left = 'x', right = 'y' } }";
        assert_eq!(verdict_of(less, &["a"]), Confirmed);
        assert_eq!(verdict_of(less, &["a", "b"]), Undecided);
        assert_eq!(verdict_of(less, &[]), Refuted);
        // 6 is a lower bound: more than 2 for sure, less than 30 perhaps.
        let close = "{ close = { left = 'x', right = 'y', within = 1.3 } }";
        assert_eq!(verdict_of(close, &["b"]), Confirmed);
        assert_eq!(verdict_of(close, &["a"]), Refuted);
        assert_eq!(verdict_of(close, &["c"]), Undecided);
        let peak = "{ peak = { over = 'y', under = 'x', at = ['a'] } }";
        assert_eq!(verdict_of(peak, &["a", "b"]), Confirmed);
        let peak = "{ peak = { over = 'y', under = 'x', at = ['b'] } }";
        assert_eq!(verdict_of(peak, &["a", "b"]), Refuted);
        assert_eq!(verdict_of("{ flat = { solver = 'y', within = 1.2 } }", &[]), Confirmed);
        assert_eq!(verdict_of("{ flat = { solver = 'x', within = 1.2 } }", &["a", "b"]), Refuted);
        let near = "{ near = { solver = 'x', measure = 'checks', values = [1, 2], within = 0.3 } }";
        assert_eq!(verdict_of(near, &["a", "b"]), Confirmed);
        assert_eq!(verdict_of(near, &["b", "a"]), Refuted);
        assert_eq!(verdict_of("{ open = { why = 'it was not measured' } }", &[]), Undecided);
    }
}
