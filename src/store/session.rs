//! Sessions: a run is begun once, and taken up by any number of processes after that.
//!
//! `_state/run.json` says what the run is and where its inputs lie, `_state/plan.json`
//! which units it has, if that was planned; the journal says which are done.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;

use super::folder::{Folder, RUN};
use super::folder_error::FolderError;
use super::journal::Journal;
use super::part::PartFacts;
use super::plan::{Plan, PlannedUnit};
use super::records::apart;
use super::run_file::{RunFile, StoreError, read, read_plan, write_plan};
use super::sealed;
use super::unit::{UnitFacts, UnitRecord};
use super::write_error::WriteError;

/// What is known of a run's units before their lines are read.
#[derive(Default)]
pub struct Known {
    /// The units that were done before.
    pub done: BTreeMap<u64, UnitRecord>,
    /// The units of the plan, if there is one.
    pub planned: BTreeMap<u64, PlannedUnit>,
    /// What units were made of that were done, were damaged since, and are to be done again.
    pub damaged: BTreeMap<u64, UnitFacts>,
    /// The size that each input had when the run was begun, where it is known.
    pub sizes: Vec<Option<u64>>,
}

impl Known {
    /// What is known of a run of which no unit was done.
    fn new(file: &RunFile) -> Known {
        let sizes = file.identity.inputs.iter().map(|input| input.bytes).collect();
        Known { sizes, ..Known::default() }
    }

    /// What is known of units, some of them more than once.
    pub fn facts(&self) -> impl Iterator<Item = &UnitFacts> {
        let done = self.done.values().map(|record| &record.facts);
        let planned = self.planned.values().map(|planned| &planned.facts);
        done.chain(planned).chain(self.damaged.values())
    }

    /// What is known of a unit: all of it must be so again.
    pub fn facts_of(&self, unit: u64) -> impl Iterator<Item = &UnitFacts> {
        let done = self.done.get(&unit).map(|record| &record.facts);
        let planned = self.planned.get(&unit).map(|planned| &planned.facts);
        done.into_iter().chain(planned).chain(self.damaged.get(&unit))
    }

    /// The planned units that are not done, in rising order.
    pub fn missing(&self) -> impl Iterator<Item = u64> + '_ {
        self.planned.keys().copied().filter(|unit| !self.done.contains_key(unit))
    }

    /// Sees to it that every unit that was done is one of these planned ones, and made of the same
    /// lines.
    fn expect_planned<'a>(
        &self,
        planned: impl Iterator<Item = &'a PlannedUnit>,
    ) -> Result<(), StoreError> {
        let planned: BTreeMap<u64, &UnitFacts> =
            planned.map(|planned| (planned.facts.unit, &planned.facts)).collect();
        let is_planned = |facts: &UnitFacts| {
            planned.get(&facts.unit).is_some_and(|planned| planned.is_made_of_the_same(facts))
        };
        // A run without lines has a unit without blocks.
        let done = self.done.values().map(|record| &record.facts).filter(|facts| facts.blocks > 0);
        let others: Vec<u64> =
            done.filter(|facts| !is_planned(facts)).map(|facts| facts.unit).collect();
        if others.is_empty() { Ok(()) } else { Err(StoreError::NotPlanned(others)) }
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
    /// Parts of no unit, each in a sentence: they are removed when the run is finished.
    pub strays: Vec<String>,
    /// Whether the run was begun before.
    pub is_taken_up: bool,
    /// Whether its files lie elsewhere than the folder notes.
    has_moved: Cell<bool>,
}

impl Session {
    /// Begins a run in an empty folder.
    ///
    /// # Errors
    /// When the folder is not empty, or cannot be written to.
    pub fn begin(root: &Path, file: RunFile) -> Result<Session, StoreError> {
        let folder = Folder::create(root)?;
        match folder.claim(RUN, &sealed::to_text(&file)) {
            Ok(true) => {}
            Ok(false) => return Err(FolderError::unfinished(root).into()),
            Err(error) => {
                folder.clean_up();
                return Err(error.into());
            }
        }
        Ok(Session::new(folder, file, false))
    }

    /// A share in the run in a folder, of whose units nothing is known yet.
    fn new(folder: Folder, file: RunFile, is_taken_up: bool) -> Session {
        Session {
            journal: Journal::new(folder.clone(), file.identity.key()),
            known: Known::new(&file),
            folder,
            file,
            damaged: Vec::new(),
            strays: Vec::new(),
            is_taken_up,
            has_moved: Cell::new(false),
        }
    }

    /// Takes up the run in a folder alone; begins it if the folder is empty. Where its files lie
    /// elsewhere now, that is noted once they are seen to be the same.
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
        let mut session = Session::take_up(root)?;
        let RunFile { paths, files, begun_in, .. } = file;
        if paths != session.file.paths || files != session.file.files {
            session.file = RunFile { paths, files, begun_in, ..session.file };
            session.has_moved.set(true);
        }
        Ok(session)
    }

    /// Takes up the run in a folder alone, whatever it is.
    ///
    /// # Errors
    /// When there is none, or another process is at work on it.
    pub fn take_up(root: &Path) -> Result<Session, StoreError> {
        Session::recover(Folder::resume(root)?, root)
    }

    /// Takes up a planned run to finish it, as [`Folder::finalize`] does.
    ///
    /// # Errors
    /// When there is no plan, or a unit is not that of the plan.
    pub fn finalize(root: &Path) -> Result<Session, StoreError> {
        expect_plan(root)?;
        let session = Session::recover(Folder::finalize(root)?, root)?;
        let is_whole = session.known.expect_planned(session.known.planned.values());
        is_whole.inspect_err(|_| session.folder.clean_up())?;
        Ok(session)
    }

    fn recover(folder: Folder, root: &Path) -> Result<Session, StoreError> {
        let mut session = Session::new(folder, read(&root.join(RUN))?, true);
        let recovery = session.journal.recover().inspect_err(|_| session.folder.clean_up())?;
        (session.known.done, session.known.damaged) = (recovery.done, recovery.facts);
        (session.damaged, session.strays) = (recovery.damaged, recovery.strays);
        if let Some(plan) = read_plan(root)? {
            let units = plan.units.into_iter().map(|unit| (unit.facts.unit, unit));
            session.known.planned = units.collect();
        } else if let Some((why, _)) = apart(root, &session.known.done) {
            session.folder.clean_up();
            return Err(StoreError::Apart(why));
        }
        Ok(session)
    }

    /// Takes part in a planned run: in these of its units. Damaged ones among them
    /// are done again.
    ///
    /// # Errors
    /// When there is no plan, or a process is at work on the run alone.
    pub fn join(root: &Path, first: u64, last: u64) -> Result<Session, StoreError> {
        let plan = expect_plan(root)?;
        let has = |number: &u64| plan.units.iter().any(|unit| unit.facts.unit == *number);
        if let Some(unit) = [first, last].into_iter().find(|unit| !has(unit)) {
            return Err(StoreError::NoUnit(unit));
        }
        let mut session = Session::new(Folder::join(root)?, read(&root.join(RUN))?, true);
        let Session { journal, known, damaged, .. } = &mut session;
        for unit in plan.units {
            let number = unit.facts.unit;
            if !(first..=last).contains(&number) {
                continue;
            }
            if journal.has(number) {
                match journal.check(number)? {
                    Ok(record) => drop(known.done.insert(number, record)),
                    Err(damage) => damaged.push(format!("{damage}; to be done again")),
                }
            }
            known.planned.insert(number, unit);
        }
        Ok(session)
    }

    /// Makes a unit done, as [`Journal::commit`] does: the inputs that were read up to there are those
    /// of the units before.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn commit(
        &self,
        facts: UnitFacts,
        parts: Vec<PartFacts>,
        cpu: &str,
        simd: &str,
    ) -> Result<UnitRecord, WriteError> {
        let record = self.journal.commit(facts, parts, cpu, simd)?;
        self.note_places()?;
        Ok(record)
    }

    /// Sees to it that the run consists of these units, as [`Journal::settle`] does: all inputs were
    /// read.
    ///
    /// # Errors
    /// When a record or part is not there, or the system refuses.
    pub fn settle(&self, done: &BTreeMap<u64, UnitRecord>) -> Result<(), WriteError> {
        self.journal.settle(done)?;
        self.note_places()
    }

    /// Notes where the files of the run lie now, for those who take it up without naming them.
    fn note_places(&self) -> Result<(), WriteError> {
        if self.has_moved.get() {
            self.folder.write(RUN, &sealed::to_text(&self.file))?;
            self.has_moved.set(false);
        }
        Ok(())
    }

    /// Notes the plan of the run, which may take the place of one that nothing was done of.
    ///
    /// # Errors
    /// When units were done before that are not those of the plan, or the system refuses.
    pub fn write_plan(&self, plan: &Plan) -> Result<(), StoreError> {
        self.known.expect_planned(plan.units.iter())?;
        write_plan(&self.folder, plan)?;
        Ok(self.note_places()?)
    }
}

/// The plan of the run in a folder.
fn expect_plan(root: &Path) -> Result<Plan, StoreError> {
    Folder::expect_run(root)?;
    if let Some(plan) = read_plan(root)? {
        return Ok(plan);
    }
    let is_for_plan = RunFile::read(root)?.for_plan;
    let folder = root.to_owned();
    Err(if is_for_plan { StoreError::Unplanned(folder) } else { StoreError::NoPlan(folder) })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::identity::Identity;
    use super::super::plan::Start;
    use super::*;

    #[test]
    fn only_units_of_the_plan_make_a_run() {
        let place = tempfile::tempdir().unwrap();
        let (version, config, inputs) = (String::new(), BTreeMap::new(), Vec::new());
        let identity = Identity { version, schema_version: 1, config, inputs, merged: Vec::new() };
        let (started, paths, files, left_out) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        let file =
            RunFile { started, identity, paths, files, begun_in: None, left_out, for_plan: false };
        let session = Session::begin(place.path(), file).unwrap();
        let facts = |unit| UnitFacts { unit, blocks: 1, ..UnitFacts::default() };
        for unit in 0..2 {
            session.journal.commit(facts(unit), Vec::new(), "", "").unwrap();
        }
        let start = Start { unit: 0, input: 0, line: 1, offset: 0, drawn: false, block: 0 };
        let plan = |digest: &str| Plan {
            inputs: Vec::new(),
            units: vec![PlannedUnit {
                start,
                facts: UnitFacts { digest: digest.into(), ..facts(0) },
            }],
        };
        session.write_plan(&plan("")).unwrap();
        drop(session);
        let finalize = || Session::finalize(place.path()).map(|_| ());
        assert!(matches!(finalize(), Err(StoreError::NotPlanned(units)) if units == [1]));
        fs::remove_file(place.path().join("_state/units/000001.json")).unwrap();
        finalize().unwrap();
        // The input has changed since.
        let session = Session::take_up(place.path()).unwrap();
        assert!(
            matches!(session.write_plan(&plan("x")), Err(StoreError::NotPlanned(units)) if units == [0])
        );
        write_plan(&session.folder, &plan("x")).unwrap();
        drop(session);
        assert!(matches!(finalize(), Err(StoreError::NotPlanned(units)) if units == [0]));
    }
}
