//! Sessions: a run is begun once, and taken up by any number of processes after that.
//!
//! `_state/run.json` says what the run is and where its inputs lie, `_state/plan.json`
//! which units it has, if that was planned; the journal says which are done.

use std::collections::BTreeMap;
use std::path::Path;

use super::folder::{Folder, RUN};
use super::journal::Journal;
use super::plan::{Plan, PlannedUnit};
use super::run_file::{RunFile, StoreError, read, read_plan, write_plan};
use super::unit::UnitRecord;
use super::write_error::WriteError;

/// What is known of a run's units before their lines are read.
#[derive(Default)]
pub struct Known {
    /// The units that were done before.
    pub done: BTreeMap<u64, UnitRecord>,
    /// The units of the plan, if there is one.
    pub planned: BTreeMap<u64, PlannedUnit>,
}

impl Known {
    /// The planned units that are not done, in rising order.
    pub fn missing(&self) -> impl Iterator<Item = u64> + '_ {
        self.planned.keys().copied().filter(|unit| !self.done.contains_key(unit))
    }

    /// Whether every planned unit was done.
    pub fn is_done(&self) -> bool {
        self.missing().next().is_none()
    }
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

impl Session {
    /// Begins a run in an empty folder.
    ///
    /// # Errors
    /// When the folder is not empty, or cannot be written to.
    pub fn begin(root: &Path, file: RunFile) -> Result<Session, StoreError> {
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
    pub fn resume(root: &Path, file: RunFile) -> Result<Session, StoreError> {
        if !Folder::holds_run(root) {
            return Session::begin(root, file);
        }
        let then = RunFile::read(root)?;
        if let Some(difference) = file.identity.difference(&then.identity) {
            let changed = file.identity.has_other_inputs_only(&then.identity);
            let folder = root.display().to_string();
            return Err(StoreError::Different { folder, difference, changed });
        }
        Session::take_up(root)
    }

    /// Takes up the run in a folder alone, whatever it is.
    ///
    /// # Errors
    /// When there is none, or another process is at work on it.
    pub fn take_up(root: &Path) -> Result<Session, StoreError> {
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
    pub fn join(root: &Path, first: u64, last: u64) -> Result<Session, StoreError> {
        let folder = Folder::join(root)?;
        let file: RunFile = read(&root.join(RUN))?;
        let journal = Journal::new(folder.clone(), file.identity.key());
        let Some(plan) = read_plan(root)? else {
            return Err(StoreError::NoPlan(root.display().to_string()));
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
    pub fn write_plan(&self, plan: &Plan) -> Result<(), WriteError> {
        write_plan(&self.folder, plan)
    }
}
