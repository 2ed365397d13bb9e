//! How many puzzles of an experiment are made.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::experiment::Experiment;
use super::recipe::{Generate, Inputs};
use crate::readable::count;

/// The most puzzles of a set: years of generating.
const MOST: u64 = 1_000_000_000_000;

/// The options that say so.
const COUNT: &str = "--count";
const SHARED: &str = "--shared";
const BEYOND: &str = "--beyond";

/// The size of the sets, against what the experiment's file says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// What every count is multiplied by, above 0; each set keeps at least one puzzle.
    pub scale: f64,
    /// The number of puzzles of some sets, whatever the scale.
    #[serde(default)]
    pub counts: BTreeMap<String, u64>,
    /// The number of puzzles of some sets on which all solvers run; of other sets, all.
    #[serde(default)]
    pub shared: BTreeMap<String, u64>,
    /// The solvers that run on the puzzles beyond these; none given: all but the controls.
    #[serde(default)]
    pub beyond: Vec<String>,
}

impl Sample {
    /// As the file says, times a factor.
    pub fn of(scale: f64) -> Sample {
        Sample { scale, counts: BTreeMap::new(), shared: BTreeMap::new(), beyond: Vec::new() }
    }

    /// The same with other counts for some sets, each like `17=200`.
    ///
    /// # Errors
    /// When one is not like that, or two are of the same set.
    pub fn with(self, counts: &[String]) -> Result<Sample, Error> {
        Ok(Sample { counts: by_set(COUNT, counts)?, ..self })
    }

    /// The same with so many puzzles of some sets, each like `17=200`, for all solvers, and those
    /// beyond for some alone, all but the controls if none is given.
    ///
    /// # Errors
    /// When one is not like that, or two are of the same set.
    pub fn sharing(self, shared: &[String], beyond: &[String]) -> Result<Sample, Error> {
        Ok(Sample { shared: by_set(SHARED, shared)?, beyond: beyond.to_vec(), ..self })
    }

    /// Whether an experiment can be made so.
    ///
    /// # Errors
    /// When the factor is no positive number, a set is not there or not generated, one would
    /// have more puzzles than anybody waits for, or it is not known which solvers run on what.
    pub fn check(&self, experiment: &Experiment) -> Result<(), Error> {
        if !(self.scale > 0.0 && self.scale.is_finite()) {
            let reason = "a factor, must be above 0";
            return Err(Error::Sample(format!("--scale {}: {reason}", self.scale)));
        }
        let generated = experiment.inputs.iter().flat_map(|inputs| {
            inputs.sets.iter().filter_map(|set| Some((set, inputs.generate.as_ref()?)))
        });
        let generated: Vec<(&String, &Generate)> = generated.collect();
        let is_known = |set: &String| generated.iter().any(|(known, _)| *known == set);
        for (option, of) in [(COUNT, &self.counts), (SHARED, &self.shared)] {
            if let Some((set, n)) = of.iter().find(|(set, _)| !is_known(set)) {
                let reason = format!("{option} {set}={n}: no set `{set}` is generated");
                return Err(Error::Sample(reason));
            }
        }
        let all = experiment.run.all();
        let wrong = |solver: &&String| !all.contains(&solver.as_str());
        if let Some(solver) = self.beyond.iter().find(wrong) {
            return Err(Error::Sample(format!(
                "{BEYOND}: the experiment has no solver `{solver}`"
            )));
        }
        let missing = match (self.shared.is_empty(), self.beyond.is_empty()) {
            (true, false) => Some(format!("{BEYOND}: it takes {SHARED}")),
            (false, true) if experiment.run.controls.is_empty() => Some(format!(
                "{SHARED}: the experiment has no controls, so {BEYOND} must say which solvers run on the others"
            )),
            _ => None,
        };
        if let Some(missing) = missing {
            return Err(Error::Sample(missing));
        }
        let is_too_many = |&&(set, one): &&(&String, &Generate)| self.count(set, one) > MOST;
        match generated.iter().find(is_too_many) {
            Some((set, _)) => {
                let most = count(MOST);
                Err(Error::Sample(format!("the set `{set}`: more than {most} puzzles")))
            }
            None => Ok(()),
        }
    }

    /// Whether a set has fewer puzzles for all solvers than the experiment's file says.
    pub fn is_smaller(&self, experiment: &Experiment) -> bool {
        let is_smaller = |inputs: &Inputs| {
            let generate = inputs.generate.as_ref();
            let count = |set: &String| generate.map(|one| (self.shared(set, one), one.count));
            inputs.sets.iter().filter_map(count).any(|(ours, theirs)| ours < theirs)
        };
        experiment.inputs.iter().any(is_smaller)
    }

    /// How many puzzles a set has.
    pub fn count(&self, set: &str, generate: &Generate) -> u64 {
        let scaled = (generate.count as f64 * self.scale).round().max(1.0) as u64;
        self.counts.get(set).copied().unwrap_or(scaled)
    }

    /// Whether a set has puzzles on which some solvers do not run.
    pub fn has_more(&self, set: &str, generate: &Generate) -> bool {
        self.shared(set, generate) < self.count(set, generate)
    }

    /// On how many of a set's puzzles all solvers run: the first of them.
    pub fn shared(&self, set: &str, generate: &Generate) -> u64 {
        let all = self.count(set, generate);
        self.shared.get(set).map_or(all, |&n| all.min(n))
    }
}

/// What an option says of some sets, each like `17=200`.
fn by_set(option: &str, texts: &[String]) -> Result<BTreeMap<String, u64>, Error> {
    let mut all = BTreeMap::new();
    for text in texts {
        let wrong = |why: &str| Error::Sample(format!("{option} {text}: {why}"));
        let parts = text.rsplit_once('=').map(|(set, n)| (set, n.parse().ok()));
        let Some((set, Some(n @ 1..))) = parts else {
            return Err(wrong("not a set and a number, like 17=200"));
        };
        if all.insert(set.to_owned(), n).is_some() {
            return Err(wrong(&format!("`{set}` is given twice")));
        }
    }
    Ok(all)
}

/// As options of the command `experiment`.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--scale {}", self.scale)?;
        for (option, of) in [(COUNT, &self.counts), (SHARED, &self.shared)] {
            of.iter().try_for_each(|(set, n)| write!(f, " {option} {set}={n}"))?;
        }
        match self.beyond.is_empty() {
            true => Ok(()),
            false => write!(f, " {BEYOND} {}", self.beyond.join(",")),
        }
    }
}
