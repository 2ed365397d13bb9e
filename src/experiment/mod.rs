//! Experiments: the studies the project grew out of, repeated as data.
//!
//! An experiment is a TOML file: sets of puzzles (options of the command `generate`,
//! or the puzzles themselves), options of the command `run`, the columns of a table
//! with the figures that were published, and the claims that were made of them. Each
//! claim is a comparison of estimates and comes out as confirmed, refuted, undecided or
//! without data; see [`claim`].
//!
//! The files are in `experiments/` and built into the program. This module reads
//! them and judges them by the [statistics](crate::table::statistics) of a run; it
//! generates, runs and measures nothing.

pub mod claim;
mod evaluate;
mod report;

use serde::Deserialize;

pub use claim::{Claim, Figures, Judgement, Ruling};
pub use evaluate::evaluate;
pub use report::{Table, to_csv, to_markdown};

/// One experiment.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is about, in a line.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// How it differs from what was published.
    pub about: String,
    /// Options of the command `run`.
    pub run: String,
    /// The sets of puzzles, in the order of the table's rows.
    pub inputs: Vec<Inputs>,
    /// The columns of the table.
    pub columns: Vec<Column>,
    /// What was claimed.
    pub claims: Vec<Claim>,
}

/// Sets of puzzles that are made alike.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Inputs {
    /// The names of the sets.
    pub sets: Vec<String>,
    /// How they are made.
    #[serde(flatten)]
    pub recipe: Recipe,
}

/// How the puzzles of a set are made.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Recipe {
    /// By the command `generate`.
    Generate {
        /// Its options, but for the count; `{set}` stands for the name of the set.
        generate: String,
        /// How many puzzles, at full scale.
        count: u64,
    },
    /// By hand.
    Puzzles {
        /// The puzzles, one line each.
        puzzles: Vec<String>,
    },
}

/// A column of the table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// What is measured.
    pub measure: Measure,
    /// Of which solver; none for what a puzzle has of itself.
    #[serde(default)]
    pub solver: String,
    /// What was published, by set; empty if nothing was.
    #[serde(default)]
    pub published: Vec<f64>,
}

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

/// The experiments built into the program: names and files.
pub const EXPERIMENTS: &[(&str, &str)] = &[
    ("hr12-9x9", include_str!("../../experiments/hr12-9x9.toml")),
    ("hr12-strategies", include_str!("../../experiments/hr12-strategies.toml")),
    ("hr12-16x16", include_str!("../../experiments/hr12-16x16.toml")),
    ("aw15", include_str!("../../experiments/aw15.toml")),
    ("php16", include_str!("../../experiments/php16.toml")),
    ("b09", include_str!("../../experiments/b09.toml")),
];

impl Experiment {
    /// Reads an experiment.
    ///
    /// # Errors
    /// When the text is no TOML or says something unknown.
    pub fn parse(text: &str) -> Result<Experiment, toml::de::Error> {
        toml::from_str(text)
    }

    /// The names of all sets, in the order of the table's rows.
    pub fn sets(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().flat_map(|inputs| &inputs.sets).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::solver::find_solver;

    #[test]
    fn every_experiment_is_whole() {
        for (name, text) in EXPERIMENTS {
            let experiment = Experiment::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            let sets: Vec<&str> = experiment.sets().collect();
            assert_eq!(sets.iter().collect::<HashSet<_>>().len(), sets.len(), "{name}");
            let known = |solver: &str| find_solver(solver).is_some();
            for column in &experiment.columns {
                let published = column.published.len();
                assert!(published == 0 || published == sets.len(), "{name}: {}", column.title);
                assert!(column.solver.is_empty() || known(&column.solver), "{name}");
            }
            for claim in &experiment.claims {
                assert!(claim.solvers().all(known), "{name}: {}", claim.text);
                let named = claim.sets.iter().chain(claim.at());
                assert!(named.into_iter().all(|set| sets.contains(&set.as_str())), "{name}");
            }
        }
    }
}
