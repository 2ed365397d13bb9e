//! Claims: what a study concluded, as a test of estimates.

use serde::{Deserialize, Deserializer, de::Error};

use super::measure::Measure;

/// A claim, and how it is tested.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What was claimed.
    pub text: String,
    /// The test.
    pub test: Test,
    /// The sets it is made in; all of them if none is named.
    #[serde(default, deserialize_with = "some")]
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
    /// What one solver takes against another is largest in one of these sets.
    Peak {
        /// The dividend, or what is subtracted from.
        over: String,
        /// The divisor, or what is subtracted.
        under: String,
        /// What is compared.
        #[serde(default)]
        measure: Measure,
        /// The sets.
        at: Vec<String>,
        /// How the two are compared.
        #[serde(default)]
        by: By,
        /// How many times larger than in the other sets.
        #[serde(default = "one")]
        factor: f64,
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
    /// A measure falls over the sets: the first is the most, the last the least.
    Falls(Trend),
    /// A measure rises over the sets: the last is the most, the first the least.
    Rises(Trend),
    /// A measure has given values, set by set.
    Near {
        /// The solver; none for a measure of puzzles.
        #[serde(default)]
        solver: String,
        /// What is compared.
        measure: Measure,
        /// The values; one alone is that of every set.
        values: Vec<f64>,
        /// By how much it may differ.
        within: f64,
    },
    /// The rank correlation of the number of givens with a measure, over the puzzles of all
    /// sets together, is in a range.
    Correlation {
        /// The solver.
        solver: String,
        /// What is compared.
        #[serde(default)]
        measure: Measure,
        /// Between these.
        between: [f64; 2],
    },
    /// None: the figures here cannot tell.
    Open {
        /// Why they cannot.
        why: String,
    },
}

/// How a measure changes from the first of the sets to the last.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trend {
    /// The solver; none for a measure of puzzles.
    #[serde(default)]
    pub solver: String,
    /// What is compared.
    #[serde(default)]
    pub measure: Measure,
    /// By how many times at least.
    #[serde(default = "one")]
    pub factor: f64,
}

/// How two measures are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// One over the other.
    #[default]
    Ratio,
    /// One less the other.
    Difference,
    /// How far they are apart.
    Distance,
}

/// Names, one or more.
fn some<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::deserialize(value)?;
    if names.is_empty() { Err(D::Error::custom("there is none")) } else { Ok(names) }
}

fn one() -> f64 {
    1.0
}

impl Claim {
    /// The solvers that its test names: by which key, and with what is measured of them.
    pub fn figures(&self) -> Vec<(&'static str, &str, Measure)> {
        match &self.test {
            Test::Less { left, right, measure, .. } => {
                vec![("less.left", left, *measure), ("less.right", right, *measure)]
            }
            Test::Close { left, right, measure, .. } => {
                vec![("close.left", left, *measure), ("close.right", right, *measure)]
            }
            Test::Peak { over, under, measure, .. } => {
                vec![("peak.over", over, *measure), ("peak.under", under, *measure)]
            }
            Test::Flat { solver, measure, .. } => vec![("flat.solver", solver, *measure)],
            Test::Falls(Trend { solver, measure, .. }) => vec![("falls.solver", solver, *measure)],
            Test::Rises(Trend { solver, measure, .. }) => vec![("rises.solver", solver, *measure)],
            Test::Near { solver, measure, .. } => vec![("near.solver", solver, *measure)],
            Test::Correlation { solver, measure, .. } => {
                vec![("correlation.solver", solver, *measure)]
            }
            Test::Open { why: _ } => Vec::new(),
        }
    }

    /// The same with other solvers.
    pub fn with_solvers(&self, other: impl Fn(&str) -> String) -> Claim {
        let mut claim = self.clone();
        let solvers = match &mut claim.test {
            Test::Less { left, right, .. } | Test::Close { left, right, .. } => vec![left, right],
            Test::Peak { over, under, .. } => vec![over, under],
            Test::Falls(Trend { solver, .. })
            | Test::Rises(Trend { solver, .. })
            | Test::Flat { solver, .. }
            | Test::Near { solver, .. }
            | Test::Correlation { solver, .. } => vec![solver],
            Test::Open { why: _ } => Vec::new(),
        };
        solvers.into_iter().for_each(|solver| *solver = other(solver));
        claim
    }

    /// The sets it is tested in, of all of the experiment.
    pub fn sets_of<'a>(&'a self, all: &[&'a str]) -> Vec<&'a str> {
        match self.sets.is_empty() {
            true => all.to_vec(),
            false => self.sets.iter().map(String::as_str).collect(),
        }
    }
}
