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

/// The size of the sets, against what the experiment's file says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// What every count is multiplied by, above 0; each set keeps at least one puzzle.
    pub scale: f64,
    /// The number of puzzles of some sets, whatever the scale.
    #[serde(default)]
    pub counts: BTreeMap<String, u64>,
}

impl Sample {
    /// As the file says, times a factor.
    pub fn of(scale: f64) -> Sample {
        Sample { scale, counts: BTreeMap::new() }
    }

    /// The same with other counts for some sets, each like `17=200`.
    ///
    /// # Errors
    /// When one is not like that, or two are of the same set.
    pub fn with(scale: f64, counts: &[String]) -> Result<Sample, Error> {
        let count = |text: &String| {
            let parts = text.rsplit_once('=').map(|(set, n)| (set.to_owned(), n.parse().ok()));
            match parts {
                Some((set, Some(n))) if n > 0 => Ok((set, n)),
                _ => Err(Error::Sample(format!(
                    "--count {text}: not a set and a number, like 17=200"
                ))),
            }
        };
        let given: Vec<(String, u64)> = counts.iter().map(count).collect::<Result<_, _>>()?;
        for (place, (set, n)) in given.iter().enumerate() {
            if given[..place].iter().any(|(known, _)| known == set) {
                return Err(Error::Sample(format!("--count {set}={n}: `{set}` is given twice")));
            }
        }
        Ok(Sample { scale, counts: given.into_iter().collect() })
    }

    /// Whether an experiment can be made so.
    ///
    /// # Errors
    /// When the factor is no positive number, a set is not there or not generated, or one would
    /// have more puzzles than anybody waits for.
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
        if let Some((set, n)) = self.counts.iter().find(|(set, _)| !is_known(set)) {
            return Err(Error::Sample(format!("--count {set}={n}: no set `{set}` is generated")));
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

    /// Whether a set has fewer puzzles than the experiment's file says.
    pub fn is_smaller(&self, experiment: &Experiment) -> bool {
        let is_smaller = |inputs: &Inputs| {
            let generate = inputs.generate.as_ref();
            let count = |set: &String| generate.map(|one| (self.count(set, one), one.count));
            inputs.sets.iter().filter_map(count).any(|(ours, theirs)| ours < theirs)
        };
        experiment.inputs.iter().any(is_smaller)
    }

    /// How many puzzles a set has.
    pub fn count(&self, set: &str, generate: &Generate) -> u64 {
        let scaled = (generate.count as f64 * self.scale).round().max(1.0) as u64;
        self.counts.get(set).copied().unwrap_or(scaled)
    }
}

/// As options of the command `experiment`.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--scale {}", self.scale)?;
        self.counts.iter().try_for_each(|(set, n)| write!(f, " --count {set}={n}"))
    }
}
