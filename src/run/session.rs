//! Sessions: a run is begun once, and taken up by any number of processes after that.
//!
//! `_state/run.json` says what the run is and where its inputs lie, `_state/plan.json`
//! which units it has, if that was planned; the journal says which are done.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::folder::{Folder, FolderError, RUN, SUCCESS};
use super::identity::Identity;
use super::journal::Journal;
use super::{Config, Known, Plan, SinkError};
use crate::source::Place;

const PLAN: &str = "_state/plan.json";

/// What is known of a run from its beginning on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunFile {
    /// When it was begun.
    pub started: String,
    /// All that its rows depend on.
    pub identity: Identity,
    /// Where its inputs lie; nothing for standard input.
    pub paths: Vec<Option<PathBuf>>,
}

/// A run that cannot be begun or taken up.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The folder does not take it.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// It cannot be written.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// The folder holds another run.
    #[error("{folder} holds another run: {difference}")]
    Different {
        /// The folder.
        folder: String,
        /// The first difference.
        difference: String,
    },
    /// The run was not planned.
    #[error("{0} has no plan: make one with `plan`")]
    NoPlan(String),
    /// Its bookkeeping cannot be read.
    #[error("{0}: {1}")]
    Unreadable(String, String),
}

/// A process's share in a run.
pub struct Session {
    /// The run's folder.
    pub folder: Folder,
    /// What the run is.
    pub file: RunFile,
    /// Which units are done, and how another becomes so.
    pub journal: Journal,
    /// The units that are done, and those planned.
    pub known: Known,
    /// Units that were done and were damaged since.
    pub damaged: Vec<String>,
}

impl RunFile {
    /// The file of a run that begins now.
    pub fn new(config: &Config, identity: Identity, started: String) -> RunFile {
        let path = |place: &Place| match place {
            Place::Stdin => None,
            Place::File(path) => Some(std::path::absolute(path).unwrap_or(path.clone())),
        };
        let paths = config.inputs.iter().map(|input| path(&input.place)).collect();
        RunFile { started, identity, paths }
    }

    /// The file of the run in a folder.
    ///
    /// # Errors
    /// When there is none that can be read.
    pub fn read(root: &Path) -> Result<RunFile, SessionError> {
        if !Folder::holds_run(root) {
            return Err(FolderError::NoRun(root.display().to_string()).into());
        }
        read(&root.join(RUN))
    }
}

impl Session {
    /// Begins a run in an empty folder.
    ///
    /// # Errors
    /// When the folder is not empty, or cannot be written to.
    pub fn begin(root: &Path, file: RunFile) -> Result<Session, SessionError> {
        let folder = Folder::create(root)?;
        let text = serde_json::to_vec_pretty(&file).expect("a run's file is plain data");
        if let Err(error) = folder.write(RUN, &text) {
            folder.clean_up();
            return Err(error.into());
        }
        let journal = Journal::new(folder.clone(), file.identity.key());
        Ok(Session { folder, file, journal, known: Known::default(), damaged: Vec::new() })
    }

    /// Takes up the run in a folder alone; begins it if the folder is empty.
    ///
    /// # Errors
    /// When another run is in the folder, or another process is at work on it.
    pub fn resume(root: &Path, file: RunFile) -> Result<Session, SessionError> {
        if !Folder::holds_run(root) {
            return Session::begin(root, file);
        }
        let then = RunFile::read(root)?;
        if let Some(difference) = file.identity.difference(&then.identity) {
            return Err(SessionError::Different { folder: root.display().to_string(), difference });
        }
        Session::take_up(root)
    }

    /// Takes up the run in a folder alone, whatever it is.
    ///
    /// # Errors
    /// When there is none, or another process is at work on it.
    pub fn take_up(root: &Path) -> Result<Session, SessionError> {
        let folder = Folder::resume(root)?;
        let file: RunFile = read(&root.join(RUN))?;
        let journal = Journal::new(folder.clone(), file.identity.key());
        let recovery = journal.recover()?;
        let mut known = Known { done: recovery.done, ..Known::default() };
        if let Some(plan) = read_plan(root)? {
            let units = plan.units.into_iter().map(|unit| (unit.facts.unit, unit));
            known.planned = units.collect();
        }
        Ok(Session { folder, file, journal, known, damaged: recovery.damaged })
    }

    /// Takes part in a planned run: in these of its units. Damaged ones among them
    /// are done again.
    ///
    /// # Errors
    /// When there is no plan, or a process is at work on the run alone.
    pub fn join(root: &Path, first: u64, last: u64) -> Result<Session, SessionError> {
        let folder = Folder::join(root)?;
        let file: RunFile = read(&root.join(RUN))?;
        let journal = Journal::new(folder.clone(), file.identity.key());
        let Some(plan) = read_plan(root)? else {
            return Err(SessionError::NoPlan(root.display().to_string()));
        };
        let (mut known, mut damaged) = (Known::default(), Vec::new());
        for unit in plan.units {
            let number = unit.facts.unit;
            if !(first..=last).contains(&number) {
                continue;
            }
            if journal.has(number) {
                match journal.check(number)? {
                    Ok(record) => drop(known.done.insert(number, record)),
                    Err(damage) => damaged.push(damage),
                }
            }
            known.planned.insert(number, unit);
        }
        Ok(Session { folder, file, journal, known, damaged })
    }

    /// Notes the plan of the run.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write_plan(&self, plan: &Plan) -> Result<(), SinkError> {
        let text = serde_json::to_vec_pretty(plan).expect("a plan is plain data");
        self.folder.write(PLAN, &text)
    }
}

/// Whether the run in a folder is finished.
pub fn is_finished(root: &Path) -> bool {
    root.join(SUCCESS).exists()
}

/// The plan of the run in a folder, if there is one.
///
/// # Errors
/// When it cannot be read.
pub fn read_plan(root: &Path) -> Result<Option<Plan>, SessionError> {
    let path = root.join(PLAN);
    if path.exists() { read(&path).map(Some) } else { Ok(None) }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, SessionError> {
    let unreadable = |reason: String| SessionError::Unreadable(path.display().to_string(), reason);
    let text = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))
}
