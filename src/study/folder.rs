//! An experiment's folder: what it was made for, and what of it a changed file can go on with.
//!
//! A set of puzzles stays as long as the file makes the same ones of it, and the run as long
//! as its sets and options are the same. Titles, columns and claims can change at any time.
//! Nothing is removed: what is in the way is named.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::experiment::Experiment;
use super::part::{Part, RUN};
use super::recipe::{Inputs, set_file};
use super::sample::Sample;
use crate::interrupt::Interrupt;
use crate::store::{Folder, FolderError, WriteError};
use crate::whole_file::{OutError, WholeFile};

/// What a folder was made for.
const BEGUN: &str = "experiment.json";

#[derive(Serialize, Deserialize)]
struct Begun {
    #[serde(flatten)]
    sample: Sample,
    /// The text of its definition.
    experiment: String,
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

/// Refuses a folder that holds something and no experiment: what is of others is not replaced.
fn expect_own(folder: &Path) -> Result<(), Error> {
    // Inputs that were not begun are of use to nobody.
    let is_other = |name: OsString| name != "inputs" || is_used(&folder.join("inputs"));
    let mut names = folder.read_dir().into_iter().flatten().flatten().map(|one| one.file_name());
    match !folder.join(BEGUN).exists() && names.any(is_other) {
        true => Err(FolderError::NotEmpty(folder.display().to_string()).into()),
        false => Ok(()),
    }
}

/// Takes a folder for an experiment, and what is in it if that is of use.
pub fn take(folder: &Path, experiment: &Experiment, sample: &Sample) -> Result<(), Error> {
    expect_own(folder)?;
    let inputs = folder.join("inputs");
    let unwritable = |error| FolderError::Unwritable(folder.display().to_string(), error);
    fs::create_dir_all(&inputs).map_err(unwritable)?;
    let place = folder.join(BEGUN);
    if is_used(&inputs) {
        let before = fs::read(&place).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let (what, hint) = match before {
            None => ("no experiment".to_owned(), String::new()),
            Some(before) => obstacles(folder, &before, experiment, sample),
        };
        if !what.is_empty() {
            return Err(Error::Different(folder.display().to_string(), what, hint));
        }
    }
    let begun = Begun { sample: sample.clone(), experiment: experiment.text.clone() };
    let text = serde_json::to_string_pretty(&begun).expect("text and numbers");
    Ok(write(&place, &text)?)
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
    let is_same = |set: &str| {
        let old = old.as_ref().and_then(|old| made(old, set, &before.sample));
        old.is_some() && old == made(experiment, set, sample)
    };
    let mut files: Vec<String> = experiment
        .sets()
        .filter(|set| folder.join(set_file(set)).exists() && !is_same(set))
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
    let later = (2..).map(|round| Part { round, ..Part::FIRST }.folder());
    let later = later.take_while(|round| folder.join(round).exists());
    files.extend(later.filter(|_| !same_run));
    let generated = |inputs: &Inputs| {
        let count =
            |sample: &Sample, set| inputs.generate.as_ref().map(|one| sample.count(set, one));
        inputs.sets.iter().all(|set| count(sample, set) == count(&before.sample, set))
    };
    let same_beyond =
        before.sample.beyond == sample.beyond && experiment.inputs.iter().all(generated);
    let rounds =
        (1..).take_while(|&round| folder.join(Part { round, ..Part::FIRST }.folder()).exists());
    let beyond = rounds.map(|round| Part { round, is_shared: false }.folder());
    files.extend(beyond.filter(|beyond| same_run && !same_beyond && folder.join(beyond).exists()));
    if files.is_empty() {
        return Default::default();
    }
    let what = match before.sample == *sample {
        true => "another experiment".to_owned(),
        false => format!("the experiment at {}", before.sample),
    };
    (what, format!("remove from it {}, or ", files.join(", ")))
}

/// All that the puzzles of a set depend on.
fn made(experiment: &Experiment, set: &str, sample: &Sample) -> Option<(Inputs, Option<u64>)> {
    let inputs = experiment.inputs.iter().find(|all| all.sets.iter().any(|one| one == set))?;
    let count = inputs.generate.as_ref().map(|generate| sample.shared(set, generate));
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
