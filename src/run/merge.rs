//! Merging: finished runs of the same configuration as one run.
//!
//! The rows stay as they are, but for `puzzle_id`, which goes on counting from one run to the
//! next. Units keep their order and their machines. The folder that is written is a run's like
//! any other: whoever is killed while merging merges again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::contents::expect_whole;
use super::finish::{finish, read_manifest};
use super::{Error, Run};
use crate::interrupt::Interrupt;
use crate::pipeline::{Config, Outcome};
use crate::readable::datable;
use crate::source::{FileId, file_id};
use crate::store::{
    Folder, FolderError, InputFacts, RunFile, Session, StoreError, UnitFacts, UnitRecord,
    is_finished, records,
};
use crate::table::{Extra, Summary, UnitParts, rows_of_unit};

/// A finished run that is to be part of another.
struct Source {
    root: PathBuf,
    file: RunFile,
    inputs: Vec<InputFacts>,
    records: Vec<UnitRecord>,
}

/// Merges finished runs, in this order, into a folder that is empty or holds the same runs
/// merged in part. Returns what the tables say, unless it is stopped before, between units.
///
/// # Errors
/// When the folder holds something else, a run is not finished, damaged, of another
/// configuration or version than the first, or has a set or a file that another one has; and when
/// the folder cannot be written.
pub fn merge(
    roots: &[PathBuf],
    out: &Path,
    interrupt: &Interrupt,
) -> Result<(Option<Summary>, Outcome), Error> {
    let sources: Vec<Source> =
        roots.iter().map(|root| Source::read(root)).collect::<Result<_, _>>()?;
    let place = out.canonicalize().ok();
    if place.is_some_and(|place| {
        roots.iter().any(|root| root.canonicalize().is_ok_and(|root| root == place))
    }) {
        let message =
            format!("{} is one of the runs to be merged: name another folder", out.display());
        return Err(Error::Usage(message));
    }
    let file = merged_file(&sources)?;
    if Folder::holds_run(out) && RunFile::read(out)?.identity.merged.is_empty() {
        return Err(StoreError::from(FolderError::OtherRun(out.display().to_string())).into());
    }
    let config = Config::of_file(&file, 1);
    let config = config.ok_or_else(|| Error::Usage("unknown configuration".into()))?;
    let run = Run::new(config, Session::resume(out, file)?).checked()?;
    let mut outcome = copy_all(&sources, &run.session, interrupt)?;
    let summary = match outcome.stopped {
        Some(_) => None,
        // What is finished and whole stays so, whenever this one ends.
        None if run.is_finished() => Some(Summary::of_run(out)?),
        None => Some(finish(&run.session, &run.config, None, &mut outcome)?),
    };
    Ok((summary, outcome))
}

/// Writes the units of all runs that are not there yet.
fn copy_all(
    sources: &[Source],
    session: &Session,
    interrupt: &Interrupt,
) -> Result<Outcome, Error> {
    let inputs = sources.iter().flat_map(|source| source.inputs.clone()).collect();
    let mut outcome = Outcome { inputs, ..Outcome::default() };
    let (mut unit, mut first_block) = (0, 0);
    for source in sources {
        let puzzles_before = outcome.puzzles;
        for record in &source.records {
            outcome.stopped = interrupt.stop();
            if outcome.stopped.is_some() {
                return Ok(outcome);
            }
            let first_id = puzzles_before + record.facts.first_id;
            let facts = UnitFacts { unit, first_id, first_block, ..record.facts.clone() };
            (unit, first_block) = (unit + 1, first_block + facts.blocks);
            let record = match session.known.done.get(&facts.unit) {
                Some(done) => done.clone(),
                None => copy(session, source, record, facts, puzzles_before)?,
            };
            outcome.add(record);
        }
    }
    Ok(outcome)
}

/// Writes the rows of a unit as a unit of the merged run.
fn copy(
    session: &Session,
    source: &Source,
    record: &UnitRecord,
    facts: UnitFacts,
    puzzles_before: u64,
) -> Result<UnitRecord, Error> {
    let (journal, unit) = (&session.journal, facts.unit);
    // The same of all: they have one configuration.
    let extra = Extra::of_identity(&source.file.identity);
    let rows = rows_of_unit(&source.root, record, puzzles_before, extra)?;
    let mut parts = UnitParts::create(&journal.make_scratch(unit)?, extra)?;
    parts.append(&rows)?;
    Ok(journal.commit(facts, parts.finish(unit)?, &record.cpu, &record.simd)?)
}

impl Source {
    fn read(root: &Path) -> Result<Source, Error> {
        let file = RunFile::read(root)?;
        if !is_finished(root) {
            return Err(Error::Unfinished(root.into()));
        }
        expect_whole(root, true)?;
        match read_manifest(root) {
            Some(manifest) => {
                let unreadable = |error| Error::Unreadable { root: root.into(), error };
                let records = records(root).map_err(unreadable)?.into_values().collect();
                Ok(Source { root: root.into(), file, inputs: manifest.inputs, records })
            }
            None => Err(Error::damaged(root, vec!["manifest.json: it is gone or damaged".into()])),
        }
    }

    /// The files that were read, each with its checksum, and its path and the name of its set.
    fn files(&self) -> impl Iterator<Item = ((WhichFile<'_>, &str), (&Path, &str))> {
        let files = self.file.paths.iter().zip(&self.inputs);
        files.filter(|(_, input)| input.lines > 0).filter_map(|(path, input)| {
            let path = path.as_deref()?;
            Some(((which(path), input.sha256.as_str()), (path, input.name.as_str())))
        })
    }
}

/// A file, or its path if it is gone.
type WhichFile<'a> = Result<FileId, &'a Path>;

fn which(path: &Path) -> WhichFile<'_> {
    path.metadata().ok().and_then(|facts| file_id(&facts)).ok_or(path)
}

/// What the merged run is.
fn merged_file(sources: &[Source]) -> Result<RunFile, Error> {
    let [first, others @ ..] = sources else {
        return Err(Error::Usage("no run to merge".into()));
    };
    let mut identity = first.file.identity.clone();
    let mut paths = first.file.paths.clone();
    let mut files: HashMap<(WhichFile, &str), (&Path, &str)> = first.files().collect();
    for other in others {
        let root = other.root.display();
        let mut then = other.file.identity.clone();
        then.inputs.clone_from(&first.file.identity.inputs);
        then.merged.clone_from(&first.file.identity.merged);
        if let Some(difference) = then.difference(&first.file.identity) {
            let message = format!("{root} is not of the same kind: {difference} in the first run");
            return Err(Error::Usage(message));
        }
        for input in &other.file.identity.inputs {
            if identity.inputs.iter().any(|known| known.name == input.name) {
                let message = format!("{root} has the set {}, which another run has", input.name);
                return Err(Error::Usage(message));
            }
            identity.inputs.push(input.clone());
        }
        for (file, (path, set)) in other.files() {
            if let Some((_, known)) = files.get(&file) {
                let path = path.display();
                let message =
                    format!("{root} has the set {set}, which another run has as {known}: {path}");
                return Err(Error::Usage(message));
            }
        }
        files.extend(other.files());
        paths.extend(other.file.paths.iter().cloned());
    }
    let runs = |source: &Source| source.file.identity.runs(&source.records);
    identity.merged = sources.iter().flat_map(runs).collect();
    let started = humantime::format_rfc3339_seconds(datable(SystemTime::now())).to_string();
    let left_out = sources.iter().flat_map(|source| source.file.left_out.clone()).collect();
    let files = sources.iter().flat_map(|source| source.file.files.clone()).collect();
    Ok(RunFile { started, identity, paths, files, begun_in: None, left_out, for_plan: false })
}
