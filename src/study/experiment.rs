//! An experiment, as its TOML file says it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::claim::Claim;
use super::measure::{Figures, Measure};
use super::recipe::Inputs;
use crate::pipeline::Config;
use crate::solver::find_solver;
use crate::source::Input;
use crate::table::statistics::Estimate;

/// One experiment.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Its name, or that of its file.
    #[serde(skip)]
    pub name: String,
    /// The text of its file.
    #[serde(skip)]
    pub text: String,
    /// What it is about, in a line.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// How it differs from what was published.
    pub about: String,
    /// What runs on the puzzles.
    pub run: Solving,
    /// When there are enough of them; a single round unless it is said.
    pub until: Option<Until>,
    /// The sets of puzzles, in the order of the table's rows.
    pub inputs: Vec<Inputs>,
    /// The columns of the table.
    pub columns: Vec<Column>,
    /// What was claimed.
    pub claims: Vec<Claim>,
}

/// What runs on the puzzles: options of the command `run`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solving {
    /// The names of the solvers.
    pub solvers: Vec<String>,
    /// By the name of a solver: the one that does what the source's program did. Claims are
    /// judged on both.
    #[serde(default)]
    pub controls: BTreeMap<String, String>,
    /// Solutions after which a solver stops, 1 or 2.
    pub count: u64,
    /// Effort limit per puzzle and solver; none unless there is one.
    pub max_checks: Option<u64>,
    /// CPU-time limit per puzzle and solver, like `2s`; none unless there is one.
    #[serde(default, deserialize_with = "time")]
    pub time_limit: Option<Duration>,
}

/// How long an experiment goes on: in rounds, each of as many fresh puzzles, until the figures of a
/// column are known well enough.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// The title of the column.
    pub column: String,
    /// The most that the standard error of a figure may be, as a share of the figure.
    pub relative_error: f64,
    /// Rounds after which it ends anyway.
    pub at_most: u64,
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
    /// Over the same of which solver; none for the measure itself.
    #[serde(default)]
    pub over: String,
    /// What was published, by set; empty if nothing was.
    #[serde(default)]
    pub published: Vec<Spanned<f64>>,
}

/// Puzzles of a set that are run in its turn.
pub const TURN: usize = 8;

impl Experiment {
    /// The names of all sets, in the order of the table's rows.
    pub fn sets(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().flat_map(|inputs| &inputs.sets).map(String::as_str)
    }

    /// A value as the file writes it.
    pub(super) fn printed(&self, value: &Spanned<f64>) -> &str {
        self.text.get(value.span()).unwrap_or_default()
    }

    /// Whether the file writes the puzzles of a set out.
    pub(super) fn is_written(&self, set: &str) -> bool {
        let mut written = self.inputs.iter().filter(|inputs| inputs.generate.is_none());
        written.any(|inputs| inputs.sets.iter().any(|known| known == set))
    }

    /// Whether a set is one puzzle that the file writes out.
    pub(super) fn is_one_puzzle(&self, set: &str) -> bool {
        let mut singles = self.inputs.iter().filter(|inputs| inputs.puzzles.len() == 1);
        singles.any(|inputs| inputs.sets.iter().any(|known| known == set))
    }
}

impl Column {
    /// What was measured in a set.
    pub fn estimate(&self, set: &str, measured: &impl Figures) -> Option<Estimate> {
        let Column { solver, over, measure, .. } = self;
        match over.is_empty() {
            true => measured.estimate(set, solver, *measure),
            false => measured.ratio(set, [solver, over], *measure),
        }
    }
}

impl Solving {
    /// The solvers and the controls that are not among them.
    pub(super) fn all(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.solvers.iter().map(String::as_str).collect();
        for control in self.controls.values() {
            if !all.contains(&control.as_str()) {
                all.push(control);
            }
        }
        all
    }

    /// The configuration of a run with some of these solvers, which were checked.
    pub(super) fn config(&self, inputs: Vec<Input>, solvers: &[&str], threads: usize) -> Config {
        let solvers = solvers.iter();
        let solvers = solvers.map(|name| find_solver(name).expect("it was checked"));
        let config = Config::new(inputs, solvers.collect());
        // A batch is of one set, and wants to be large.
        let is_batched = config.solvers.iter().any(|solver| solver.batches());
        Config {
            in_turns: true,
            block_lines: if is_batched { config.block_lines } else { TURN },
            count: self.count,
            threads,
            max_checks: self.max_checks,
            time_limit: self.time_limit,
            ..config
        }
    }

    /// The same as options of the command `run`.
    pub(super) fn options(&self, solvers: &[&str]) -> String {
        let (solvers, count) = (solvers.join(","), self.count);
        let checks = self.max_checks.map_or("none".into(), |checks| checks.to_string());
        let time = |time| format!(" --time-limit {}", humantime::format_duration(time));
        let time = self.time_limit.map(time).unwrap_or_default();
        format!("--solvers {solvers} --count {count} --max-checks {checks}{time}")
    }
}

fn time<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(value)?;
    let wrong = |error| format!("`{text}` is no time, like `2s`: {error}");
    humantime::parse_duration(&text)
        .map(Some)
        .map_err(|error| serde::de::Error::custom(wrong(error)))
}
