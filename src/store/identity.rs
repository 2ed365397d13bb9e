//! The identity of a run: all that its rows depend on, times excepted.
//!
//! A run is resumed, or worked on by several processes, only where the identity is
//! the same; otherwise the difference is named. Threads are no part of it. The
//! content of the inputs is checked unit by unit, when their lines are read again.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::part::hex;
use super::unit::UnitRecord;

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
    /// The keys of the runs that were merged into it, in order, as [`Identity::runs`] makes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<String>,
}

/// An input as it is known before it is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputIdentity {
    /// Its name in the `set` column.
    pub name: String,
    /// Its size as stored; nothing for standard input, and of what is not there or must not be read.
    pub bytes: Option<u64>,
}

/// What is not as it was, in words.
fn changed(what: &str, now: &dyn fmt::Display, then: &dyn fmt::Display) -> Option<String> {
    Some(format!("{what} is {now}, was {then}"))
}

/// The same of two values that differ: where both are objects, of the first member that does.
fn difference_of_values(what: &str, now: &Value, then: &Value) -> Option<String> {
    let (Value::Object(ours), Value::Object(theirs)) = (now, then) else {
        return changed(what, now, then);
    };
    let mut keys = ours.keys().chain(theirs.keys());
    let key = keys.find(|&key| ours.get(key) != theirs.get(key))?;
    let value = |one: &Map<String, Value>| one.get(key).cloned().unwrap_or(Value::Null);
    difference_of_values(&format!("{what}: {key}"), &value(ours), &value(theirs))
}

impl Identity {
    /// The identity in one word.
    pub fn key(&self) -> String {
        let text = serde_json::to_vec(self).expect("an identity is plain data");
        hex(&Sha256::digest(text))
    }

    /// The keys of the finished runs that a run with these units consists of: their own tables
    /// are part of them, as times differ from one run to the next.
    pub fn runs<'a>(&self, units: impl IntoIterator<Item = &'a UnitRecord>) -> Vec<String> {
        if !self.merged.is_empty() {
            return self.merged.clone();
        }
        let parts = units.into_iter().flat_map(|unit| &unit.parts);
        let sums = parts.map(|part| part.sha256.as_str());
        let all: String = [self.key().as_str()].into_iter().chain(sums).collect();
        vec![hex(&Sha256::digest(all))]
    }

    /// Whether the same was to be done `then`, with inputs of the same names.
    pub fn has_other_inputs_only(&self, then: &Identity) -> bool {
        let names = |one: &Identity| -> Vec<String> {
            one.inputs.iter().map(|input| input.name.clone()).collect()
        };
        let of = |one: &Identity| {
            (one.version.clone(), one.schema_version, one.config.clone(), one.merged.clone())
        };
        of(self) == of(then) && names(self) == names(then)
    }

    /// The first thing that is not as it was `then`, in words.
    pub fn difference(&self, then: &Identity) -> Option<String> {
        if self.version != then.version {
            return changed("the program's version", &self.version, &then.version);
        }
        if self.schema_version != then.schema_version {
            return changed("the schema version", &self.schema_version, &then.schema_version);
        }
        // The solvers first: other settings follow from them.
        let names = self.config.keys().chain(then.config.keys()).map(String::as_str);
        for name in ["solvers"].into_iter().chain(names) {
            let value = |one: &Identity| one.config.get(name).cloned().unwrap_or(Value::Null);
            let (now, then) = (&value(self), &value(then));
            if now != then {
                return difference_of_values(name, now, then);
            }
        }
        if self.merged != then.merged {
            return Some("it was made of other runs".into());
        }
        if self.inputs.len() != then.inputs.len() {
            return changed("the number of inputs", &self.inputs.len(), &then.inputs.len());
        }
        self.difference_of_inputs(then)
    }

    /// The first input that has another name or size than it had `then`, in words.
    fn difference_of_inputs(&self, then: &Identity) -> Option<String> {
        for (place, (now, then)) in self.inputs.iter().zip(&then.inputs).enumerate() {
            if now.name != then.name {
                return changed(&format!("input {}", place + 1), &now.name, &then.name);
            }
            // One that could not be told says nothing.
            if let (Some(now_bytes), Some(then_bytes)) = (now.bytes, then.bytes)
                && now_bytes != then_bytes
            {
                let what = format!("the size of the input {}", now.name);
                return changed(&what, &now_bytes, &then_bytes);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn differences_are_named() {
        let input = |name: &str, bytes| InputIdentity { name: name.into(), bytes: Some(bytes) };
        let then = Identity {
            version: "1".into(),
            schema_version: 1,
            config: [("seed".to_owned(), json!(1))].into(),
            inputs: vec![input("a.txt", 10)],
            merged: Vec::new(),
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
        // What only one of them says is a difference, whichever it is.
        let mut rated = then.clone();
        rated.config.insert("rate".into(), json!(["ser"]));
        assert_eq!(rated.difference(&then).unwrap(), "rate is [\"ser\"], was null");
        assert_eq!(then.difference(&rated).unwrap(), "rate is null, was [\"ser\"]");
        let mut one = then.clone();
        let mut two = then.clone();
        one.config.insert("externals".into(), json!({"mine": {"batch": true, "files": {"a": 1}}}));
        two.config.insert("externals".into(), json!({"mine": {"batch": true, "files": {"a": 2}}}));
        let told = one.difference(&two).unwrap();
        assert_eq!(told, "externals: mine: files: a is 1, was 2");
        let size = difference(|now| now.inputs[0].bytes = Some(11));
        assert_eq!(size, "the size of the input a.txt is 11, was 10");
        let mut other = then.clone();
        other.inputs[0].bytes = None;
        assert!(other.has_other_inputs_only(&then));
        other.version = "2".into();
        assert!(!other.has_other_inputs_only(&then));
    }
}
