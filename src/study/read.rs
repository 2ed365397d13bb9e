//! Experiments by name or file, read and checked.

use std::io::ErrorKind;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::check::{Mistake, check};
use super::error::Error;
use super::experiment::Experiment;
use crate::toml_file;

/// The experiments built into the program: names and files.
pub const EXPERIMENTS: &[(&str, &str)] = &[
    ("hr12-9x9", include_str!("../../experiments/hr12-9x9.toml")),
    ("hr12-strategies", include_str!("../../experiments/hr12-strategies.toml")),
    ("hr12-16x16", include_str!("../../experiments/hr12-16x16.toml")),
    ("hr12-guessing", include_str!("../../experiments/hr12-guessing.toml")),
    ("hr12-newspaper", include_str!("../../experiments/hr12-newspaper.toml")),
    ("aw15", include_str!("../../experiments/aw15.toml")),
    ("php16", include_str!("../../experiments/php16.toml")),
    ("php16-first", include_str!("../../experiments/php16-first.toml")),
    ("b09", include_str!("../../experiments/b09.toml")),
    ("attribution", include_str!("../../experiments/attribution.toml")),
    ("sat", include_str!("../../experiments/sat.toml")),
];

/// The names of [`EXPERIMENTS`], with commas between.
pub fn experiment_names() -> String {
    let names: Vec<&str> = EXPERIMENTS.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}

/// Words of the reader of TOML, and plain ones.
const WORDS: [(&str, &str); 9] = [
    ("unknown variant", "unknown name"),
    ("unknown field", "unknown key"),
    ("unexpected keys in table:", "unknown keys"),
    ("missing field", "missing key"),
    ("invalid type: ", "found "),
    ("invalid value: ", "found "),
    ("expected u64", "expected a whole number, 0 or more"),
    ("expected f64", "expected a number"),
    ("expected a sequence", "expected a list"),
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
            return Err(Error::Unknown(name.into(), experiment_names()));
        }
        let text = toml_file::read(Path::new(name)).map_err(|error| match error.kind() {
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
        let malformed =
            |line: usize, reason: String| Error::Malformed(format!("{name}:{line}"), reason);
        let unread = |error| {
            let (line, said) = toml_file::told(text, error);
            let ours = WORDS.iter().fold(said, |said, (theirs, ours)| said.replace(theirs, ours));
            malformed(line, ours)
        };
        let read: Experiment = toml::from_str(text).map_err(unread)?;
        check(&read).map_err(|Mistake { key, reason }| match DeTable::parse(text) {
            Ok(table) => {
                let place = place_of(&DeValue::Table(table.into_inner()), &key);
                // Which of several tables it is, the line says.
                let names = key.split('.').filter(|part| part.parse::<usize>().is_err());
                let key = names.collect::<Vec<_>>().join(".");
                malformed(toml_file::line_at(text, place), format!("{reason}, in `{key}`"))
            }
            Err(error) => unread(error),
        })?;
        Ok(Experiment { name: name.into(), text: text.into(), ..read })
    }
}

/// Where the value of a key begins, or that of the last one above it that is there.
fn place_of(root: &DeValue<'_>, key: &str) -> usize {
    let (mut value, mut place) = (root, 0);
    for part in key.split('.') {
        let next = match part.parse::<usize>() {
            Ok(number) => value.get(number),
            Err(_) => value.get(part),
        };
        let Some(next) = next else { break };
        (value, place) = (next.get_ref(), next.span().start);
    }
    place
}
