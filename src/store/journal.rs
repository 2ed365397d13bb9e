//! The journal: which units of a run are done, and how a unit becomes so.
//!
//! The parts of a unit are written and synced under `_tmp`. Then its record is
//! *claimed*: linked under a name that only the first of several processes gets.
//! The winner's parts are renamed into the tables' folders; what a process leaves
//! undone that dies between claim and rename, the next one finishes from the
//! record. So a part is visible only if its unit is done, and never twice.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::folder::{Folder, STATE};
use super::part::{PartFacts, unit_of_part};
use super::records::{UNIT, UNITS, of_no_unit, read_record, records, strays, units};
use super::sealed;
use super::unit::{UnitFacts, UnitRecord};
use super::write_error::WriteError;

/// The journal of the run in a folder.
#[derive(Clone)]
pub struct Journal {
    folder: Folder,
    key: String,
}

/// What a journal holds when a run is taken up again.
#[derive(Default)]
pub struct Recovery {
    /// The units that are done.
    pub done: BTreeMap<u64, UnitRecord>,
    /// Units that were done and are not any more, each with the reason, and that they are to be
    /// done again.
    pub damaged: Vec<String>,
    /// Parts of no unit, each in a sentence.
    pub strays: Vec<String>,
    /// What they were made of, where their records are whole.
    pub facts: BTreeMap<u64, UnitFacts>,
}

impl Journal {
    /// The journal of a run with this key.
    pub fn new(folder: Folder, key: String) -> Journal {
        Journal { folder, key }
    }

    /// The folder for the parts of a unit while they are written, under `_tmp`.
    pub fn scratch(&self, unit: u64) -> String {
        format!("{}/{UNIT}{unit:06}", self.folder.owner())
    }

    /// Makes the folder for the parts of a unit, empty.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn make_scratch(&self, unit: u64) -> Result<PathBuf, WriteError> {
        let path = self.folder.scratch(&self.scratch(unit));
        fs::create_dir_all(&path).map_err(|error| WriteError::new(path.display(), error))?;
        Ok(path)
    }

    /// Removes the folder for the parts of a unit that was not claimed.
    pub fn drop_scratch(&self, unit: u64) {
        // What cannot be removed now is swept when the run is taken up again.
        let _ = fs::remove_dir_all(self.folder.scratch(&self.scratch(unit)));
    }

    /// Makes a unit done whose parts are written and synced, on this processor and vector code.
    /// If another process was first, its record is returned and the parts of this one are dropped.
    /// One that is alone replaces a record: it is damaged, or it would not do the unit.
    ///
    /// # Errors
    /// When the system refuses. Then the unit is not done, or will be once the
    /// system permits.
    pub fn commit(
        &self,
        facts: UnitFacts,
        parts: Vec<PartFacts>,
        cpu: &str,
        simd: &str,
    ) -> Result<UnitRecord, WriteError> {
        let unit = facts.unit;
        let scratch = self.scratch(unit);
        let (cpu, simd) = (cpu.to_owned(), simd.to_owned());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        let done_at = now.map(|now| now.as_millis() as u64);
        let record =
            UnitRecord { facts, key: self.key.clone(), parts, scratch, cpu, simd, done_at };
        if self.folder.is_alone() {
            self.folder.reopen()?;
            self.folder.remove(Path::new(&self.place(unit)))?;
        }
        let claimed = self.folder.claim(&self.place(unit), &sealed::to_text(&record));
        if !matches!(claimed, Ok(true)) {
            self.drop_scratch(unit);
        }
        let record = if claimed? {
            record
        } else {
            let damaged = "the record of another process is damaged";
            let winner = self.read(unit)?;
            let winner = winner.ok_or_else(|| WriteError::new(self.place(unit), damaged))?;
            if winner.key != self.key {
                return Err(WriteError::new(self.place(unit), "it is the record of another run"));
            }
            winner
        };
        self.publish(&record)?;
        Ok(record)
    }

    /// Moves the parts of a claimed unit to where readers look, if they are not
    /// there yet.
    fn publish(&self, record: &UnitRecord) -> Result<(), WriteError> {
        let scratch = self.folder.scratch_folder(&record.scratch);
        let scratch = scratch.map_err(|error| WriteError::new(&record.scratch, error))?;
        let Some(scratch) = scratch else { return Ok(()) };
        for part in &record.parts {
            let target = self.folder.path(&part.path);
            let publish = || {
                let folder = self.folder.make_parent(&part.path)?;
                let name = folder.file_name().unwrap_or_default();
                match fs::rename(scratch.join(name), &target) {
                    // Published before, or by another process just now.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                    other => other.and_then(|()| File::open(folder)?.sync_all()),
                }
            };
            publish().map_err(|error| {
                let error = match target.is_dir() {
                    true => io::Error::other("a folder is in its place, to be removed first"),
                    false => error,
                };
                WriteError::new(target.display(), error)
            })?;
        }
        let _ = fs::remove_dir(scratch);
        Ok(())
    }

    /// Every unit that is done, after finishing what dead processes left undone and
    /// checking every part. What is damaged stays as it is until the unit is done anew: whoever
    /// is refused has changed nothing. Only for one who is alone.
    ///
    /// # Errors
    /// When the system refuses, or something is in the way of the tables.
    pub fn recover(&self) -> Result<Recovery, WriteError> {
        let mut recovery = Recovery::default();
        let state = self.folder.path(STATE);
        let there =
            records(self.folder.root()).map_err(|error| WriteError::new(state.display(), error))?;
        let strays = self.strays(there.values())?;
        let units = units(&state).map_err(|error| WriteError::new(state.display(), error))?;
        for &unit in &units {
            match self.intact(unit)? {
                Ok(record) => drop(recovery.done.insert(unit, record)),
                Err(damage) => {
                    recovery.damaged.push(format!("{damage}; to be done again"));
                    let record = self.read(unit)?.filter(|record| record.key == self.key);
                    recovery.facts.extend(record.map(|record| (unit, record.facts)));
                }
            }
        }
        // Those of units that are done again are replaced.
        let is_foreign =
            |stray: &&PathBuf| unit_of_part(stray).is_none_or(|of| !units.contains(&of));
        recovery.strays.extend(strays.iter().filter(is_foreign).map(|path| of_no_unit(path)));
        self.folder.sweep();
        Ok(recovery)
    }

    /// Sees to it that the run consists of these units: that each has its record and its
    /// parts, and that no other unit has. Then removes the parts of units that are no more.
    /// Files with other names than parts have are not this program's.
    ///
    /// # Errors
    /// When a record or part is not there, or the system refuses.
    pub fn settle(&self, done: &BTreeMap<u64, UnitRecord>) -> Result<(), WriteError> {
        let state = self.folder.path(STATE);
        let there =
            records(self.folder.root()).map_err(|error| WriteError::new(state.display(), error))?;
        if let Some(unit) = done.values().find(|record| record.key != self.key) {
            let reason = "it is the record of another run";
            return Err(WriteError::new(self.place(unit.facts.unit), reason));
        }
        let all = there.keys().chain(done.keys());
        if let Some(&unit) = all.into_iter().find(|unit| there.get(unit) != done.get(unit)) {
            let reason = "it is not the record of what was done";
            return Err(WriteError::new(self.place(unit), reason));
        }
        let root = self.folder.root();
        let parts = || done.values().flat_map(|record| &record.parts);
        for part in parts() {
            let glance = part.damage_at_a_glance(root);
            if let Some(damage) = glance.map_err(|error| WriteError::new(&part.path, error))? {
                return Err(WriteError::new(&part.path, damage));
            }
        }
        // What is left is no record.
        for unit in units(&state).map_err(|error| WriteError::new(state.display(), error))? {
            if !done.contains_key(&unit) {
                self.folder.remove(Path::new(&self.place(unit)))?;
            }
        }
        self.strays(done.values())?
            .iter()
            .try_for_each(|stray| self.folder.remove(stray.strip_prefix(root).unwrap_or(stray)))
    }

    /// Parts that belong to none of these units.
    ///
    /// # Errors
    /// When the system refuses, or something is in the way that is not removed.
    fn strays<'a>(
        &self,
        units: impl Iterator<Item = &'a UnitRecord>,
    ) -> Result<Vec<PathBuf>, WriteError> {
        let root = self.folder.root();
        let found = strays(root, units.flat_map(|record| &record.parts));
        let (strays, others) = found.map_err(|error| WriteError::new(root.display(), error))?;
        let Some(other) = others.first() else { return Ok(strays) };
        let reason = match other.is_dir() {
            true => "a folder is in its place, to be removed first",
            false => "it is none of the run's files, to be removed first",
        };
        Err(WriteError::new(other.display(), reason))
    }

    /// The record of a unit if it is done and all its parts are intact. If they are
    /// not, the unit is forgotten and the reason returned; the run is not finished any
    /// more if it was.
    ///
    /// # Errors
    /// When the system refuses to read: that is no damage, and may pass.
    pub fn check(&self, unit: u64) -> Result<Result<UnitRecord, String>, WriteError> {
        if let Ok(record) = self.intact(unit)? {
            return Ok(Ok(record));
        }
        // Another process may have found the damage, too, and done the unit again by now.
        self.folder.exclusively(|| {
            let damage = match self.intact(unit)? {
                Ok(record) => return Ok(Ok(record)),
                Err(damage) => damage,
            };
            self.folder.reopen()?;
            self.folder.remove(Path::new(&self.place(unit)))?;
            Ok(Err(damage))
        })
    }

    /// The record of a unit if it is done and all its parts are intact, or what is wrong.
    fn intact(&self, unit: u64) -> Result<Result<UnitRecord, String>, WriteError> {
        let record = match self.read(unit)? {
            None => return Ok(Err(format!("unit {unit}: its record is damaged"))),
            Some(record) if record.key != self.key => {
                return Ok(Err(format!("unit {unit}: its record is that of another run")));
            }
            Some(record) => record,
        };
        self.publish(&record)?;
        for part in &record.parts {
            if let Some(damage) = self.damage(part)? {
                return Ok(Err(format!("unit {unit}: {damage}")));
            }
        }
        Ok(Ok(record))
    }

    /// Whether a unit has a record.
    pub fn has(&self, unit: u64) -> bool {
        self.folder.path(&self.place(unit)).exists()
    }

    /// What is wrong with a part, if anything is.
    fn damage(&self, part: &PartFacts) -> Result<Option<String>, WriteError> {
        let path = self.folder.path(&part.path);
        let damage = part.damage(self.folder.root());
        let damage = damage.map_err(|error| WriteError::new(path.display(), error))?;
        Ok(damage.map(|damage| format!("{}: {damage}", part.path)))
    }

    /// The record of a unit, unless it is damaged or gone.
    fn read(&self, unit: u64) -> Result<Option<UnitRecord>, WriteError> {
        let path = self.folder.path(&self.place(unit));
        read_record(&path, unit).map_err(|error| WriteError::new(path.display(), error))
    }

    fn place(&self, unit: u64) -> String {
        format!("{STATE}/{UNITS}/{unit:06}.json")
    }
}

/// The machine's processor, as the system names it.
pub fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown", |(_, model)| model).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::folder::RUN;
    use super::super::part::sha256;
    use super::*;

    fn begin(root: &Path) -> Journal {
        let folder = if Folder::holds_run(root) {
            Folder::resume(root).unwrap()
        } else {
            let folder = Folder::create(root).unwrap();
            folder.write(RUN, b"{}").unwrap();
            folder
        };
        Journal::new(folder, "key".into())
    }

    /// Writes the part of a unit and says what it is.
    fn write(journal: &Journal, unit: u64, text: &str) -> Vec<PartFacts> {
        let file = journal.make_scratch(unit).unwrap().join("solves");
        fs::write(&file, text).unwrap();
        let (path, sha256) = (format!("solves/part-{unit:06}"), sha256(&file).unwrap());
        vec![PartFacts { path, rows: 1, bytes: text.len() as u64, sha256 }]
    }

    fn facts(unit: u64) -> UnitFacts {
        UnitFacts { unit, ..UnitFacts::default() }
    }

    #[test]
    fn the_first_commit_wins() {
        let place = tempfile::tempdir().unwrap();
        drop(begin(place.path()));
        let journals =
            [(), ()].map(|()| Journal::new(Folder::join(place.path()).unwrap(), "key".into()));
        let parts = [(&journals[0], "one"), (&journals[1], "two")]
            .map(|(journal, text)| write(journal, 3, text));
        let first = journals[1].commit(facts(3), parts[1].clone(), "", "").unwrap();
        let second = journals[0].commit(facts(3), parts[0].clone(), "", "").unwrap();
        assert_eq!(first, second);
        assert_eq!(fs::read(place.path().join("solves/part-000003")).unwrap(), b"two");
    }

    #[test]
    fn a_claimed_unit_is_finished_by_the_next_process() {
        let place = tempfile::tempdir().unwrap();
        let journal = begin(place.path());
        let parts = write(&journal, 0, "one");
        let record = UnitRecord {
            facts: facts(0),
            key: "key".into(),
            parts,
            scratch: journal.scratch(0),
            ..UnitRecord::default()
        };
        assert!(journal.folder.claim(&journal.place(0), &sealed::to_text(&record)).unwrap());
        write(&journal, 1, "never claimed");
        drop(journal);
        let recovery = begin(place.path()).recover().unwrap();
        assert_eq!((recovery.done.len(), recovery.damaged.len()), (1, 0));
        assert_eq!(fs::read(place.path().join("solves/part-000000")).unwrap(), b"one");
        let left = fs::read_dir(place.path().join("_tmp")).unwrap().count();
        assert_eq!(left, 1, "only the last process's own folder is left");
    }

    #[test]
    fn damage_is_found_and_the_unit_forgotten() {
        let place = tempfile::tempdir().unwrap();
        let journal = begin(place.path());
        for unit in 0..3 {
            journal.commit(facts(unit), write(&journal, unit, "text"), "", "").unwrap();
        }
        fs::write(place.path().join("solves/part-000001"), "tex").unwrap();
        fs::write(place.path().join("solves/part-000009"), "stray").unwrap();
        fs::write(place.path().join("solves/notes.txt"), "mine").unwrap();
        fs::create_dir(place.path().join("solves/.ipynb_checkpoints")).unwrap();
        let recovery = journal.recover().unwrap();
        assert_eq!(recovery.done.keys().collect::<Vec<_>>(), [&0, &2]);
        assert!(recovery.damaged[0].contains("part-000001"));
        journal.commit(facts(1), write(&journal, 1, "text"), "", "").unwrap();
        let done = journal.recover().unwrap().done;
        assert_eq!(done.len(), 3);
        journal.settle(&done).unwrap();
        let left = fs::read_dir(place.path().join("solves")).unwrap();
        let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        let parts = ["part-000000", "part-000001", "part-000002"];
        assert_eq!(left, [&[".ipynb_checkpoints", "notes.txt"][..], &parts].concat());
    }

    #[test]
    fn nothing_is_settled_unless_every_record_and_part_is_there() {
        let place = tempfile::tempdir().unwrap();
        let journal = begin(place.path());
        for unit in 0..2 {
            journal.commit(facts(unit), write(&journal, unit, "text"), "", "").unwrap();
        }
        let done = journal.recover().unwrap().done;
        let mut one = done.clone();
        one.remove(&1);
        assert!(journal.settle(&one).is_err(), "a unit that the run does not have");
        let part = place.path().join("solves/part-000001");
        assert!(part.exists());
        fs::remove_file(part).unwrap();
        assert!(journal.settle(&done).is_err(), "a part that is gone");
        let record = place.path().join(STATE).join(UNITS).join("000001.json");
        fs::remove_file(record).unwrap();
        assert!(journal.settle(&done).is_err(), "a record that is gone");
        journal.settle(&one).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_or_removed_through_a_link() {
        let place = tempfile::tempdir().unwrap();
        let (root, other) = (place.path().join("run"), place.path().join("other"));
        fs::create_dir_all(other.join("1-2")).unwrap();
        fs::write(other.join("1-2/file"), "another's").unwrap();
        let journal = begin(&root);
        std::os::unix::fs::symlink(&other, root.join("solves")).unwrap();
        let parts = write(&journal, 0, "text");
        assert!(journal.commit(facts(0), parts, "", "").is_err());
        drop(journal);
        fs::remove_dir_all(root.join("_tmp")).unwrap();
        std::os::unix::fs::symlink(&other, root.join("_tmp")).unwrap();
        assert!(Folder::resume(&root).is_err());
        assert_eq!(fs::read_dir(&other).unwrap().count(), 1);
        assert!(other.join("1-2/file").exists());
    }

    #[test]
    fn nothing_is_removed_from_a_folder_that_took_the_place_of_one() {
        let place = tempfile::tempdir().unwrap();
        let (root, other) = (place.path().join("run"), place.path().join("other"));
        let journal = begin(&root);
        let record = journal.commit(facts(0), write(&journal, 0, "text"), "", "").unwrap();
        let done = BTreeMap::from([(0, record)]);
        for (folder, file) in [("solves", "part-000099"), ("_state/units", "000099.json")] {
            fs::rename(root.join(folder), &other).unwrap();
            std::os::unix::fs::symlink(&other, root.join(folder)).unwrap();
            fs::write(other.join(file), "another's").unwrap();
            let refused = match folder {
                "solves" => journal.settle(&done).is_err(),
                _ => journal.check(99).is_err(),
            };
            assert!(refused, "{folder}");
            assert_eq!(fs::read(other.join(file)).unwrap(), b"another's", "{folder}");
            fs::remove_file(other.join(file)).unwrap();
            fs::remove_file(root.join(folder)).unwrap();
            fs::rename(&other, root.join(folder)).unwrap();
        }
        journal.settle(&done).unwrap();
    }

    #[test]
    fn nothing_goes_into_a_folder_that_took_the_name_of_this_one() {
        let place = tempfile::tempdir().unwrap();
        let (root, moved) = (place.path().join("run"), place.path().join("moved"));
        let first = begin(&root);
        let record = first.commit(facts(0), write(&first, 0, "one"), "", "").unwrap();
        let parts = write(&first, 1, "one");
        fs::rename(&root, &moved).unwrap();
        let folder = Folder::create(&root).unwrap();
        folder.write(RUN, b"{}").unwrap();
        let second = Journal::new(folder, "other".into());
        assert!(first.commit(facts(1), parts, "", "").is_err());
        assert!(!second.has(1));
        // A record that got there all the same is not taken for this run's.
        fs::create_dir_all(root.join("_state/units")).unwrap();
        fs::copy(moved.join("_state/units/000000.json"), root.join("_state/units/000000.json"))
            .unwrap();
        assert!(second.check(0).unwrap().is_err());
        assert!(second.settle(&BTreeMap::from([(0, record)])).is_err());
        let own = second.commit(facts(0), write(&second, 0, "two"), "", "").unwrap();
        assert_eq!(own.key, "other");
    }

    #[test]
    fn a_unit_that_was_done_again_is_not_forgotten_for_its_old_damage() {
        let place = tempfile::tempdir().unwrap();
        let journal = begin(place.path());
        journal.commit(facts(0), write(&journal, 0, "text"), "", "").unwrap();
        let part = place.path().join("solves/part-000000");
        fs::write(&part, "tex").unwrap();
        // Two processes find the damage; one does the unit again before the other looks.
        assert!(journal.check(0).unwrap().is_err());
        journal.commit(facts(0), write(&journal, 0, "anew"), "", "").unwrap();
        assert!(journal.check(0).unwrap().is_ok());
        assert_eq!(fs::read(part).unwrap(), b"anew");
    }

    #[test]
    fn what_a_record_names_stays_in_the_folder() {
        let place = tempfile::tempdir().unwrap();
        let journal = begin(&place.path().join("run"));
        let outside = place.path().join("part-000000");
        fs::write(&outside, "another's").unwrap();
        let parts = write(&journal, 0, "text");
        let record = journal.commit(facts(0), parts.clone(), "", "").unwrap();
        let paths =
            ["../part-000000", "solves/../../part-000000", "/part-000000", "solves//part-000000"];
        let at = |path: &str| PartFacts { path: path.into(), ..parts[0].clone() };
        let of = |path| UnitRecord { parts: vec![at(path)], ..record.clone() };
        let crafted = [
            of(paths[0]),
            of(paths[1]),
            of(paths[2]),
            of(paths[3]),
            UnitRecord { scratch: "../..".into(), ..record.clone() },
            UnitRecord { facts: facts(7), ..record.clone() },
            UnitRecord { facts: UnitFacts { puzzles: u64::MAX, ..facts(0) }, ..record.clone() },
        ];
        for record in crafted {
            fs::write(journal.folder.path(&journal.place(0)), sealed::to_text(&record)).unwrap();
            assert!(journal.check(0).unwrap().is_err());
            assert!(outside.exists() && place.path().join("run").exists());
        }
    }

    #[test]
    fn records_that_cannot_be_listed_are_no_empty_run() {
        let place = tempfile::tempdir().unwrap();
        let journal = begin(place.path());
        fs::write(place.path().join(STATE).join(UNITS), "no folder").unwrap();
        assert!(journal.recover().is_err() && records(place.path()).is_err());
    }
}
