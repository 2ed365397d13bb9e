//! Whether what a run depends on is there, as it was when the run was begun.

use std::path::Path;

use super::Error;
use super::finish::{damage_beside, read_manifest};
use crate::interrupt::Interrupt;
use crate::pipeline::{self, Config, RunError};
use crate::source::InputError;
use crate::store::{RunFile, sha256_of_first};
use crate::table::schema::SCHEMA_VERSION;
use crate::version;

/// Whether the inputs of a run are there and have the sizes they had, and its external solvers are
/// the same programs.
///
/// # Errors
/// When one is gone or has changed.
pub(super) fn unchanged(config: &Config, file: &RunFile) -> Result<(), Error> {
    // What was not there when it was begun, as a link that leads nowhere, or must not be read, is a reject.
    let both = config.inputs.iter().zip(&file.identity.inputs);
    for input in both.filter(|(_, then)| then.bytes.is_some()).map(|(input, _)| input) {
        if let Some(path) = input.place.path().filter(|path| !path.exists()) {
            return Err(InputError::Missing(path.display().to_string()).into());
        }
        if let Some(error) = input.place.refusal() {
            return Err(RunError::refused(&input.name, &error).into());
        }
    }
    for external in config.externals() {
        if let Some(what) = external.changed()? {
            return Err(RunError::Changed(what).into());
        }
    }
    match config.identity(version::LONG, SCHEMA_VERSION).difference(&file.identity) {
        Some(difference) => Err(RunError::Changed(difference).into()),
        None => Ok(()),
    }
}

/// Whether the inputs of a run that was finished are what was read of them, by the checksums of its
/// manifest.
///
/// # Errors
/// When one is not, or cannot be read.
pub(super) fn same_inputs(config: &Config, root: &Path) -> Result<(), Error> {
    // Of a damaged one nothing is believed.
    let manifest = read_manifest(root).filter(|_| damage_beside(root).is_empty());
    let facts = manifest.map_or(Vec::new(), |manifest| manifest.inputs);
    for (input, facts) in config.inputs.iter().zip(facts) {
        let path = input.place.path().filter(|_| !input.place.comes_once());
        let Some(path) = path.filter(|_| !facts.sha256.is_empty()) else { continue };
        let sha256 = sha256_of_first(facts.bytes, path)
            .map_err(|error| Error::Unreadable { root: path.into(), error })?;
        if sha256 != facts.sha256 {
            let what = format!(
                "the input {} is not the one whose rows {} holds: its checksum is another",
                input.name,
                root.display()
            );
            return Err(RunError::Changed(what).into());
        }
    }
    Ok(())
}

/// Starts each external solver once, to see that it answers.
///
/// # Errors
/// When one does not.
pub(super) fn start_externals(config: &Config) -> Result<(), Error> {
    // What it takes until then is the caller's to end: a second signal does.
    Ok(pipeline::probe(config.externals(), config.terms(), &Interrupt::default())?)
}
