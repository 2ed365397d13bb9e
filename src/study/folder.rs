//! An experiment's folder: what it was made for, and what of it a changed file can go on with.
//!
//! A set of puzzles stays as long as the file makes the same ones of it, and the run as long
//! as its sets and options are the same. Titles, columns and claims can change at any time.
//! A file of puzzles is used only as it was made, by its checksum. Nothing is removed: what is in
//! the way is named.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::experiment::Experiment;
use super::part::{Part, RUN};
use super::recipe::{Generate, Inputs, set_file};
use super::sample::Sample;
use crate::interrupt::Interrupt;
use crate::store::{Folder, FolderError, WriteError, sha256};
use crate::whole_file::{OutError, WholeFile};

/// What a folder was made for.
const BEGUN: &str = "experiment.json";

#[derive(Serialize, Deserialize)]
struct Begun {
    #[serde(flatten)]
    sample: Sample,
    /// The text of its definition.
    experiment: String,
    /// The SHA-256 of each generated file of puzzles, by its path from the folder.
    #[serde(default)]
    made: BTreeMap<String, String>,
}

/// Refuses a folder in which something was made, of this experiment or not.
pub fn expect_new(folder: &Path) -> Result<(), Error> {
    let name = || folder.display().to_string();
    let is_begun = folder.join(BEGUN).exists();
    if is_begun && (is_used(&folder.join("inputs")) || is_used(&folder.join(RUN))) {
        return Err(Error::Begun(name()));
    }
    Ok(())
}

/// What a folder was made for, if it was. Refuses one that holds something and no experiment: what
/// is of others is not replaced.
fn own(folder: &Path) -> Result<Option<Begun>, Error> {
    let begun = begun(folder);
    // Inputs that were not begun are of use to nobody.
    let is_other = |name: OsString| name != "inputs" || is_used(&folder.join("inputs"));
    let mut names = folder.read_dir().into_iter().flatten().flatten().map(|one| one.file_name());
    match begun.is_none() && names.any(is_other) {
        true => Err(FolderError::NotEmpty(folder.display().to_string()).into()),
        false => Ok(begun),
    }
}

/// Takes a folder for an experiment, and what is in it if that is of use.
pub fn take(folder: &Path, experiment: &Experiment, sample: &Sample) -> Result<(), Error> {
    Folder::expect_outside(folder)?;
    let before = own(folder)?;
    let inputs = folder.join("inputs");
    let unwritable = |error| FolderError::Unwritable(folder.display().to_string(), error);
    fs::create_dir_all(&inputs).map_err(unwritable)?;
    if inputs.is_symlink() {
        let why = "`inputs` is a symbolic link, through which nothing is written";
        return Err(unwritable(io::Error::other(why)).into());
    }
    let obstacles = before.as_ref().map(|before| obstacles(folder, before, experiment, sample));
    if let Some((what, hint)) = obstacles.filter(|(what, _)| !what.is_empty()) {
        return Err(Error::Different(folder.display().to_string(), what, hint));
    }
    let made = before.map(|before| before.made).unwrap_or_default();
    let begun = Begun { sample: sample.clone(), experiment: experiment.text.clone(), made };
    Ok(begun.write(folder)?)
}

/// Refuses a generated file of puzzles, by its path from the folder, that is not as it was made.
pub fn expect_as_made(folder: &Path, file: &str) -> Result<(), Error> {
    let path = folder.join(file);
    let unreadable = |error| Error::Unreadable(path.display().to_string(), error);
    // A pipe would be waited for.
    let now = path.is_file().then(|| sha256(&path).map_err(unreadable)).transpose()?;
    match now.is_some() && begun(folder).is_some_and(|begun| begun.made.get(file) == now.as_ref()) {
        true => Ok(()),
        false => Err(Error::Altered(path.display().to_string())),
    }
}

/// Keeps the checksums of generated files of puzzles, each with its path from the folder, for
/// [what is expected](expect_as_made) of them later. To be done before they take their names, so
/// that a file without a checksum is not one of ours.
pub fn keep_checksums(folder: &Path, files: Vec<(String, String)>) -> Result<(), WriteError> {
    let Some(mut begun) = begun(folder) else {
        let gone = io::Error::new(io::ErrorKind::NotFound, "it was there when this began");
        return Err(WriteError::new(folder.join(BEGUN).display(), gone));
    };
    begun.made.extend(files);
    begun.write(folder)
}

impl Begun {
    fn write(&self, folder: &Path) -> Result<(), WriteError> {
        let text = serde_json::to_string_pretty(self).expect("text and numbers");
        write(&folder.join(BEGUN), &text)
    }
}

/// What a folder was made for, if it says so.
fn begun(folder: &Path) -> Option<Begun> {
    serde_json::from_slice(&fs::read(folder.join(BEGUN)).ok()?).ok()
}

/// What a folder holds that an experiment of this size cannot go on with, and what to do; empty
/// if there is nothing.
fn obstacles(
    folder: &Path,
    before: &Begun,
    experiment: &Experiment,
    sample: &Sample,
) -> (String, String) {
    let old = Experiment::parse("before", &before.experiment).ok();
    let is_same = |set: &str, count: Count| {
        let old = old.as_ref().and_then(|old| made(old, set, &before.sample, count));
        old.is_some() && old == made(experiment, set, sample, count)
    };
    let mut files: Vec<String> = experiment
        .sets()
        .filter(|set| folder.join(set_file(set)).exists() && !is_same(set, Sample::shared))
        .map(set_file)
        .collect();
    let same_run = old.as_ref().is_some_and(|old| {
        let sets = |of: &Experiment| of.sets().map(str::to_owned).collect::<Vec<_>>();
        let is_same =
            old.run.options(&old.run.all()) == experiment.run.options(&experiment.run.all());
        files.is_empty() && is_same && sets(old) == sets(experiment)
    });
    if Folder::holds_run(&folder.join(RUN)) && !same_run {
        files.push(RUN.to_owned());
    }
    let is_as_before = |set| is_same(set, Sample::shared) && is_same(set, Sample::count);
    let same_beyond =
        same_run && before.sample.beyond == sample.beyond && experiment.sets().all(is_as_before);
    let is_there = |part: Part| folder.join(part.folder()).exists();
    for round in (1..).take_while(|&round| is_there(Part { round, is_shared: true })) {
        let [shared, beyond] = [true, false].map(|is_shared| Part { round, is_shared });
        if round > 1 && !same_run {
            files.push(shared.folder());
        } else if !same_beyond && is_there(beyond) {
            files.push(beyond.folder());
        }
    }
    if files.is_empty() {
        return Default::default();
    }
    let what = match before.sample == *sample {
        true => "another experiment".to_owned(),
        false => format!("the experiment at {}", before.sample),
    };
    (what, format!("remove from it {}, or ", files.join(", ")))
}

/// How many puzzles of a set are meant: all, or those that all solvers have.
type Count = fn(&Sample, &str, &Generate) -> u64;

/// All that the puzzles of a set depend on, so many of them.
fn made(
    experiment: &Experiment,
    set: &str,
    sample: &Sample,
    count: Count,
) -> Option<(Inputs, Option<u64>)> {
    let inputs = experiment.inputs.iter().find(|all| all.sets.iter().any(|one| one == set))?;
    let count = inputs.generate.as_ref().map(|generate| count(sample, set, generate));
    let mut inputs = Inputs { sets: Vec::new(), ..inputs.clone() };
    inputs.generate.iter_mut().for_each(|generate| generate.count = 0);
    Some((inputs, count))
}

fn is_used(folder: &Path) -> bool {
    folder.read_dir().is_ok_and(|mut all| all.next().is_some())
}

/// Writes a file of the experiment, in the place of one that is there.
pub fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    let failed = |error| WriteError::new(path.display(), error);
    let mut file = create(path)?;
    file.write_all(text.as_bytes()).and_then(|()| file.finish()).map_err(failed)
}

/// Begins a file of the experiment, in the place of one that is there.
pub fn create(path: &Path) -> Result<WholeFile, WriteError> {
    let file = WholeFile::in_folder(path, true, &[], &Interrupt::default());
    file.map_err(|error| match error {
        OutError::Write(path, why) => WriteError::new(path.display(), why),
        error => WriteError::new(path.display(), error),
    })
}
