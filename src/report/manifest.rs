//! The manifest of a run, as its report shows it.
//!
//! It is read leniently: a manifest of an earlier or later version has other
//! facts, and an unfinished run has none.

use std::path::Path;

use serde_json::{Map, Value};

use crate::readable;
use crate::store::read_file;

/// What `manifest.json` holds; nothing when there is none.
pub struct Manifest(Value);

impl Manifest {
    /// Reads the manifest in a run's folder.
    pub fn read(run: &Path) -> Manifest {
        let text = read_file(&run.join("manifest.json")).unwrap_or_default();
        Manifest(serde_json::from_slice(&text).unwrap_or_default())
    }

    /// A fact by its name, as text; "" when it is not there.
    pub fn fact(&self, name: &str) -> String {
        self.0.get(name).map(shown).unwrap_or_default()
    }

    /// The facts that are neither lists nor groups, by name.
    pub fn facts(&self) -> Vec<(&str, String)> {
        let facts = self.0.as_object().into_iter().flatten();
        let plain = facts.filter(|(_, value)| !value.is_object() && !value.is_array());
        plain.map(|(name, value)| (name.as_str(), shown(value))).collect()
    }

    /// The configuration, by name.
    pub fn config(&self) -> Vec<(&str, String)> {
        let config = self.0.get("config").and_then(Value::as_object).into_iter().flatten();
        config.map(|(name, value)| (name.as_str(), shown(value))).collect()
    }

    /// A fact of the configuration by its name, as text; "" when it is not there.
    pub fn config_fact(&self, name: &str) -> String {
        self.0.get("config").and_then(|config| config.get(name)).map(shown).unwrap_or_default()
    }

    /// The names of the inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.list("inputs").into_iter().filter_map(|input| input.get("name")?.as_str())
    }

    /// The entries of a list: `inputs` or `parts`.
    pub fn list(&self, name: &str) -> Vec<&Map<String, Value>> {
        let list = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_object).collect()
    }
}

/// A value as text.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Number(n) => n.as_u64().map_or_else(|| n.to_string(), readable::count),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
