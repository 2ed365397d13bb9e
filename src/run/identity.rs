//! The identity of a run: all that its rows depend on, times excepted.
//!
//! A run is resumed, or worked on by several processes, only where the identity is
//! the same; otherwise the difference is named. Threads are no part of it. The
//! content of the inputs is checked unit by unit, when their lines are read again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Config;
use super::unit::hex;
use crate::solver::find_solver;
use crate::source::{Input, Place};

/// All that a run's rows depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// Version of the program, with its commit.
    pub version: String,
    /// Version of the tables' schema.
    pub schema_version: u32,
    /// The configuration but for threads.
    pub config: BTreeMap<String, Value>,
    /// The inputs in order.
    pub inputs: Vec<InputIdentity>,
}

/// An input as it is known before it is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputIdentity {
    /// Its name in the `set` column.
    pub name: String,
    /// Its size as stored; nothing for standard input.
    pub bytes: Option<u64>,
}

impl Identity {
    /// The identity of a run of this configuration by this version of the program.
    pub fn new(config: &Config, version: &str, schema_version: u32) -> Identity {
        let nanoseconds = |time: Duration| time.as_nanos() as u64;
        let values = [
            ("solvers", json!(config.solvers.iter().map(|row| row.name).collect::<Vec<_>>())),
            ("count", json!(config.count)),
            ("max_checks", json!(config.max_checks)),
            ("time_limit_ns", json!(config.time_limit.map(nanoseconds))),
            ("min_span_ns", json!(nanoseconds(config.min_span))),
            ("limit", json!(config.limit)),
            ("seed", json!(config.seed)),
            ("block_lines", json!(config.block_lines)),
            ("unit_lines", json!(config.unit_lines)),
        ];
        let inputs = config.inputs.iter().map(|input| InputIdentity {
            name: input.name.clone(),
            bytes: match &input.place {
                Place::Stdin => None,
                Place::File(path) => path.metadata().ok().map(|facts| facts.len()),
            },
        });
        Identity {
            version: version.into(),
            schema_version,
            config: values.map(|(name, value)| (name.into(), value)).into(),
            inputs: inputs.collect(),
        }
    }

    /// The configuration again, for inputs that lie at these paths. Nothing if it
    /// is not one that this version of the program would write.
    pub fn to_config(&self, paths: &[Option<PathBuf>], threads: usize) -> Option<Config> {
        let value = |name: &str| self.config.get(name);
        let number = |name: &str| value(name)?.as_u64();
        let maybe = |name: &str| value(name).map(Value::as_u64);
        let place = |path: &Option<PathBuf>| path.clone().map_or(Place::Stdin, Place::File);
        let inputs = self.inputs.iter().zip(paths);
        let inputs =
            inputs.map(|(input, path)| Input { name: input.name.clone(), place: place(path) });
        let solvers = value("solvers")?.as_array()?.iter();
        Some(Config {
            inputs: inputs.collect(),
            solvers: solvers.map(|name| find_solver(name.as_str()?)).collect::<Option<_>>()?,
            count: number("count")?,
            threads,
            max_checks: maybe("max_checks")?,
            time_limit: maybe("time_limit_ns")?.map(Duration::from_nanos),
            min_span: Duration::from_nanos(number("min_span_ns")?),
            limit: maybe("limit")?,
            seed: number("seed")?,
            block_lines: usize::try_from(number("block_lines")?).ok()?,
            unit_lines: number("unit_lines")?,
        })
    }

    /// The identity in one word.
    pub fn key(&self) -> String {
        let text = serde_json::to_vec(self).expect("an identity is plain data");
        hex(&Sha256::digest(text))
    }

    /// The first thing that is not as it was `then`, in words.
    pub fn difference(&self, then: &Identity) -> Option<String> {
        let changed = |what: &str, now: &dyn std::fmt::Display, then: &dyn std::fmt::Display| {
            Some(format!("{what} is {now}, was {then}"))
        };
        if self.version != then.version {
            return changed("the program's version", &self.version, &then.version);
        }
        if self.schema_version != then.schema_version {
            return changed("the schema version", &self.schema_version, &then.schema_version);
        }
        // The solvers first: other settings follow from them.
        for (name, now) in self.config.get_key_value("solvers").into_iter().chain(&self.config) {
            let then = then.config.get(name).unwrap_or(&Value::Null);
            if now != then {
                return changed(name, now, then);
            }
        }
        if self.inputs.len() != then.inputs.len() {
            return changed("the number of inputs", &self.inputs.len(), &then.inputs.len());
        }
        for (place, (now, then)) in self.inputs.iter().zip(&then.inputs).enumerate() {
            if now.name != then.name {
                return changed(&format!("input {}", place + 1), &now.name, &then.name);
            }
            if now.bytes != then.bytes {
                let size = |bytes: Option<u64>| match bytes {
                    Some(bytes) => format!("{bytes} bytes"),
                    None => "of unknown size".into(),
                };
                let what = format!("the input {}", now.name);
                return changed(&what, &size(now.bytes), &size(then.bytes));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let input = |name: &str, bytes| InputIdentity { name: name.into(), bytes: Some(bytes) };
        let then = Identity {
            version: "1".into(),
            schema_version: 1,
            config: [("seed".to_owned(), json!(1))].into(),
            inputs: vec![input("a.txt", 10)],
        };
        assert_eq!(then.difference(&then), None);
        let difference = |change: fn(&mut Identity)| {
            let mut now = then.clone();
            change(&mut now);
            assert_ne!(now.key(), then.key());
            now.difference(&then).unwrap()
        };
        let version = difference(|now| now.version = "2".into());
        assert_eq!(version, "the program's version is 2, was 1");
        assert_eq!(
            difference(|now| *now.config.get_mut("seed").unwrap() = json!(2)),
            "seed is 2, was 1"
        );
        let size = difference(|now| now.inputs[0].bytes = Some(11));
        assert_eq!(size, "the input a.txt is 11 bytes, was 10 bytes");
    }
}
