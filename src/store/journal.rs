//! The journal: which units of a run are done, and how a unit becomes so.
//!
//! The parts of a unit are written and synced under `_tmp`. Then its record is
//! *claimed*: linked under a name that only the first of several processes gets.
//! The winner's parts are renamed into the tables' folders; what a process leaves
//! undone that dies between claim and rename, the next one finishes from the
//! record. So a part is visible only if its unit is done, and never twice.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::folder::{Folder, STATE, make_folder};
use super::unit::{PartFacts, UnitFacts, UnitRecord, hex};
use super::write_error::WriteError;

const UNITS: &str = "units";

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
    /// Units that were done and are not any more, each with the reason.
    pub damaged: Vec<String>,
}

impl Journal {
    /// The journal of a run with this key.
    pub fn new(folder: Folder, key: String) -> Journal {
        Journal { folder, key }
    }

    /// The folder for the parts of a unit while they are written, under `_tmp`.
    pub fn scratch(&self, unit: u64) -> String {
        format!("{}/unit-{unit:06}", self.folder.owner())
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

    /// Makes a unit done whose parts are written and synced. If another process was
    /// first, its record is returned and the parts of this one are dropped.
    ///
    /// # Errors
    /// When the system refuses. Then the unit is not done, or will be once the
    /// system permits.
    pub fn commit(
        &self,
        facts: UnitFacts,
        parts: Vec<PartFacts>,
        simd: &str,
    ) -> Result<UnitRecord, WriteError> {
        let unit = facts.unit;
        let scratch = self.scratch(unit);
        let (cpu, simd) = (cpu_model(), simd.to_owned());
        let record = UnitRecord { facts, key: self.key.clone(), parts, scratch, cpu, simd };
        let text = serde_json::to_vec_pretty(&record).expect("a record is plain data");
        let claimed = self.folder.claim(&self.place(unit), &text);
        if !matches!(claimed, Ok(true)) {
            self.drop_scratch(unit);
        }
        let record = if claimed? {
            record
        } else {
            self.read(unit)?.ok_or_else(|| {
                WriteError::new(self.place(unit), "the record of another process is damaged")
            })?
        };
        self.publish(&record)?;
        Ok(record)
    }

    /// Moves the parts of a claimed unit to where readers look, if they are not
    /// there yet.
    fn publish(&self, record: &UnitRecord) -> Result<(), WriteError> {
        for part in &record.parts {
            let target = self.folder.path(&part.path);
            let folder = target.parent().unwrap_or(Path::new("."));
            let name = folder.file_name().unwrap_or_default();
            let source = self.folder.scratch(&record.scratch).join(name);
            let publish = || {
                make_folder(folder)?;
                match fs::rename(source, &target) {
                    // Published before, or by another process just now.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                    other => other.and_then(|()| File::open(folder)?.sync_all()),
                }
            };
            publish().map_err(|error| WriteError::new(target.display(), error))?;
        }
        let _ = fs::remove_dir(self.folder.scratch(&record.scratch));
        Ok(())
    }

    /// Every unit that is done, after finishing what dead processes left undone and
    /// checking every part. Damaged units are forgotten, and files that belong to no unit
    /// are removed from the folders of tables that have any. Only for one who is alone.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn recover(&self) -> Result<Recovery, WriteError> {
        let mut recovery = Recovery::default();
        for unit in units(&self.folder.path(STATE)) {
            match self.check(unit)? {
                Ok(record) => {
                    recovery.done.insert(unit, record);
                }
                Err(damage) => recovery.damaged.push(damage),
            }
        }
        let parts = recovery.done.values().flat_map(|record| &record.parts);
        let known: HashSet<PathBuf> = parts.map(|part| self.folder.path(&part.path)).collect();
        for table in tables(&recovery) {
            let files = fs::read_dir(self.folder.path(&table)).into_iter().flatten().flatten();
            for stray in files.filter(|file| !known.contains(&file.path())) {
                fs::remove_file(stray.path())
                    .map_err(|error| WriteError::new(stray.path().display(), error))?;
            }
        }
        self.folder.sweep();
        Ok(recovery)
    }

    /// The record of a unit if it is done and all its parts are intact. If they are
    /// not, the unit is forgotten and the reason returned; the run is not finished any
    /// more if it was.
    ///
    /// # Errors
    /// When the system refuses to read: that is no damage, and may pass.
    pub fn check(&self, unit: u64) -> Result<Result<UnitRecord, String>, WriteError> {
        let damage = match self.read(unit)? {
            None => format!("unit {unit}: its record is damaged"),
            Some(record) if record.key != self.key => {
                format!("unit {unit}: its record is that of another run")
            }
            Some(record) => {
                self.publish(&record)?;
                let mut damage = None;
                for part in &record.parts {
                    damage = damage.or(self.damage(part)?);
                }
                match damage {
                    None => return Ok(Ok(record)),
                    Some(damage) => format!("unit {unit}: {damage}"),
                }
            }
        };
        self.folder.reopen()?;
        let record = self.folder.path(&self.place(unit));
        match fs::remove_file(&record) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(WriteError::new(record.display(), error))
            }
            _ => Ok(Err(damage)),
        }
    }

    /// Whether a unit has a record.
    pub fn has(&self, unit: u64) -> bool {
        self.folder.path(&self.place(unit)).exists()
    }

    /// What is wrong with a part, if anything is.
    fn damage(&self, part: &PartFacts) -> Result<Option<String>, WriteError> {
        let path = self.folder.path(&part.path);
        match sha256(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Some(format!("{}: it is gone", part.path)))
            }
            Err(error) => Err(WriteError::new(path.display(), error)),
            Ok(sha256) if sha256 != part.sha256 => {
                Ok(Some(format!("{}: its checksum is not that of the record", part.path)))
            }
            Ok(_) => Ok(None),
        }
    }

    /// The record of a unit, unless it is damaged or gone.
    fn read(&self, unit: u64) -> Result<Option<UnitRecord>, WriteError> {
        let path = self.folder.path(&self.place(unit));
        read_record(&path).map_err(|error| WriteError::new(path.display(), error))
    }

    fn place(&self, unit: u64) -> String {
        format!("{STATE}/{UNITS}/{unit:06}.json")
    }
}

/// The records of a run, for one who only looks: nothing is checked.
pub fn records(root: &Path) -> BTreeMap<u64, UnitRecord> {
    let state = root.join(STATE);
    let record = |unit| {
        let path = state.join(UNITS).join(format!("{unit:06}.json"));
        Some((unit, read_record(&path).ok()??))
    };
    units(&state).into_iter().filter_map(record).collect()
}

/// When each unit that has a record got it.
pub fn unit_times(root: &Path) -> Vec<SystemTime> {
    let entries = fs::read_dir(root.join(STATE).join(UNITS)).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()?.modified().ok()).collect()
}

/// The numbers of the units that have a record.
fn units(state: &Path) -> Vec<u64> {
    let entries = fs::read_dir(state.join(UNITS)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut units: Vec<u64> =
        names.filter_map(|name| name.strip_suffix(".json")?.parse().ok()).collect();
    units.sort_unstable();
    units
}

/// The record in a file, unless it is damaged or gone.
fn read_record(path: &Path) -> io::Result<Option<UnitRecord>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => Ok(serde_json::from_slice(&text?).ok()),
    }
}

/// The folders that the units' parts are in.
fn tables(recovery: &Recovery) -> HashSet<String> {
    let parts = recovery.done.values().flat_map(|record| &record.parts);
    parts.filter_map(|part| Some(part.path.split_once('/')?.0.to_owned())).collect()
}

/// SHA-256 of a file, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(hex(&hash.finalize())),
            count => hash.update(&chunk[..count]),
        }
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
        let first = journals[1].commit(facts(3), parts[1].clone(), "").unwrap();
        let second = journals[0].commit(facts(3), parts[0].clone(), "").unwrap();
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
            cpu: String::new(),
            simd: String::new(),
        };
        let text = serde_json::to_vec(&record).unwrap();
        assert!(journal.folder.claim(&journal.place(0), &text).unwrap());
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
            journal.commit(facts(unit), write(&journal, unit, "text"), "").unwrap();
        }
        fs::write(place.path().join("solves/part-000001"), "tex").unwrap();
        fs::write(place.path().join("solves/part-000009"), "stray").unwrap();
        let recovery = journal.recover().unwrap();
        assert_eq!(recovery.done.keys().collect::<Vec<_>>(), [&0, &2]);
        assert!(recovery.damaged[0].contains("part-000001"));
        assert_eq!(fs::read_dir(place.path().join("solves")).unwrap().count(), 2);
        journal.commit(facts(1), write(&journal, 1, "text"), "").unwrap();
        assert_eq!(journal.recover().unwrap().done.len(), 3);
    }
}
