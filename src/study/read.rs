//! Experiments by name or file, read and checked.

use std::fs;
use std::io::ErrorKind;

use super::check::check;
use super::error::Error;
use super::experiment::Experiment;

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
    /// The experiment of this name, or of the file of this name, which ends in `.toml`.
    ///
    /// # Errors
    /// When there is none, or it makes no sense.
    pub fn find(name: &str) -> Result<Experiment, Error> {
        if let Some((_, text)) = EXPERIMENTS.iter().find(|(known, _)| *known == name) {
            return Experiment::parse(name, text);
        }
        if !name.ends_with(".toml") {
            let names: Vec<&str> = EXPERIMENTS.iter().map(|&(name, _)| name).collect();
            return Err(Error::Unknown(name.into(), names.join(", ")));
        }
        let text = fs::read_to_string(name).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => Error::Malformed(name.into(), error.to_string()),
            _ => Error::Unreadable(name.into(), error),
        })?;
        Experiment::parse(name, &text)
    }

    /// Reads an experiment.
    ///
    /// # Errors
    /// When the text is no TOML, says something unknown, or names something that is not
    /// there: see [`Error::Malformed`].
    pub fn parse(name: &str, text: &str) -> Result<Experiment, Error> {
        let malformed = |reason: String| Error::Malformed(name.into(), reason);
        let read: Experiment =
            toml::from_str(text).map_err(|error| malformed(error.to_string()))?;
        check(&read).map_err(malformed)?;
        Ok(Experiment { name: name.into(), text: text.into(), ..read })
    }
}
