//! The records of units in a run's folder, read back.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io::{
    self,
    ErrorKind::{InvalidData, NotADirectory, NotFound},
    Read as _,
};
use std::path::{Path, PathBuf};

use super::folder::{SCRATCH, STATE, is_owner, read_file};
use super::part::{PartFacts, unit_of_part};
use super::sealed;
use super::unit::UnitRecord;

/// The folder of the records, in that of the bookkeeping.
pub(super) const UNITS: &str = "units";
/// What the folder for the parts of a unit is called, before its number.
pub(super) const UNIT: &str = "unit-";

/// What a Parquet file begins with.
const PARQUET: &[u8] = b"PAR1";

/// The records of a run, for one who only looks: nothing is checked.
///
/// # Errors
/// When they cannot be listed or read.
pub fn records(root: &Path) -> io::Result<BTreeMap<u64, UnitRecord>> {
    records_and_damaged(root).map(|(records, _)| records)
}

/// The same, and the units whose records are damaged.
///
/// # Errors
/// When they cannot be listed or read.
pub fn records_and_damaged(root: &Path) -> io::Result<(BTreeMap<u64, UnitRecord>, Vec<u64>)> {
    let (state, mut records, mut damaged) = (root.join(STATE), BTreeMap::new(), Vec::new());
    for unit in units(&state)? {
        match read_record(&record_path(&state, unit), unit)? {
            Some(record) => drop(records.insert(unit, record)),
            None => damaged.push(unit),
        }
    }
    Ok((records, damaged))
}

/// The records of units that do not go on where those before them end, in a sentence for the first: they
/// were done in another copy of the folder, whose units were cut otherwise.
pub fn apart(root: &Path, records: &BTreeMap<u64, UnitRecord>) -> Option<(String, Vec<PathBuf>)> {
    let end = |record: &UnitRecord| record.facts.first_block.saturating_add(record.facts.blocks);
    let neighbours = records.iter().zip(records.iter().skip(1));
    let mut apart = neighbours.filter(|((before, one), (unit, other))| {
        let (end, start) = (end(one), other.facts.first_block);
        start < end || start > end && *unit - *before == 1
    });
    let ((before, _), (&unit, _)) = apart.next()?;
    let state = root.join(STATE);
    let records = records.range(unit..).map(|(unit, _)| record_path(&state, *unit)).collect();
    let why = format!(
        "{}: unit {unit} does not go on where unit {before} ends, and was done in another copy of \
         the folder",
        record_path(&state, unit).display()
    );
    Some((why, records))
}

/// Whether the parts of a unit are on the way to their places, or were when a process died that
/// moved them: whoever goes on with the run moves the rest.
pub fn is_on_the_way(root: &Path, record: &UnitRecord) -> bool {
    let scratch = root.join(SCRATCH).join(&record.scratch);
    let mut missing = record.parts.iter().filter(|part| !root.join(&part.path).exists()).peekable();
    missing.peek().is_some()
        && missing.all(|part| {
            let place = root.join(&part.path);
            let name = place.parent().and_then(Path::file_name).unwrap_or_default();
            // It may be moved between two looks.
            scratch.join(name).exists() || place.exists()
        })
}

/// What is in the folders of these parts and none of them: parts by their names, and what is in
/// the way, as this program does not remove it: other Parquet files, in folders there, too, links to
/// folders, and folders in the places of parts.
///
/// # Errors
/// When a folder cannot be listed.
pub fn strays<'a>(
    root: &Path,
    parts: impl Iterator<Item = &'a PartFacts>,
) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let known: HashSet<PathBuf> = parts.map(|part| root.join(&part.path)).collect();
    let folders: BTreeSet<&Path> = known.iter().filter_map(|path| path.parent()).collect();
    let (mut strays, mut others) = (Vec::new(), Vec::new());
    for folder in folders {
        // What else is behind one is not the run's, and not looked at.
        let is_link = folder.is_symlink();
        let entries = match fs::read_dir(folder) {
            // Its parts are gone with it.
            Err(error) if [NotFound, NotADirectory].contains(&error.kind()) => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            let is_dir = entry.file_type()?.is_dir();
            if known.contains(&path) {
                others.extend(is_dir.then_some(path));
            } else if !is_dir && unit_of_part(&path).is_some() {
                strays.push(path);
            } else if !is_link {
                others.extend(read_with(&entry)?);
            }
        }
    }
    strays.sort();
    others.sort();
    Ok((strays, others))
}

/// What programs that read a folder read with this entry of it: a Parquet file, a link to a folder, or
/// the first such in a folder, however deep.
fn read_with(entry: &fs::DirEntry) -> io::Result<Option<PathBuf>> {
    let path = entry.path();
    if !entry.file_type()?.is_dir() {
        return Ok((path.is_dir() || is_parquet(&path)?).then_some(path));
    }
    for entry in fs::read_dir(&path)? {
        if let Some(found) = read_with(&entry?)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Whether a file is called Parquet or begins as that: programs that read a folder go by either.
fn is_parquet(path: &Path) -> io::Result<bool> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet")) {
        return Ok(true);
    }
    // What is gone, or waits for a writer, is none.
    if !path.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    fs::File::open(path)?.take(PARQUET.len() as u64).read_to_end(&mut start)?;
    Ok(start == PARQUET)
}

/// That a file in the place of a part is none, in a sentence.
pub fn of_no_unit(path: &Path) -> String {
    format!("{}: it is of no unit of the run", path.display())
}

/// The numbers of the units that have a record.
pub(super) fn units(state: &Path) -> io::Result<Vec<u64>> {
    let entries = match fs::read_dir(state.join(UNITS)) {
        // Made with the first record.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut units = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        units
            .extend(name.to_str().and_then(|name| name.strip_suffix(".json")?.parse::<u64>().ok()));
    }
    units.sort_unstable();
    Ok(units)
}

fn record_path(state: &Path, unit: u64) -> PathBuf {
    state.join(UNITS).join(format!("{unit:06}.json"))
}

/// The record of a unit in a file, unless it is damaged or gone. What it names is only
/// believed if this program would have given it that name.
pub(super) fn read_record(path: &Path, unit: u64) -> io::Result<Option<UnitRecord>> {
    let text = match read_file(path) {
        Err(error) if matches!(error.kind(), NotFound | InvalidData) => {
            return Ok(None);
        }
        text => text?,
    };
    let record: Option<UnitRecord> = sealed::of_text(&text);
    Ok(record.filter(|record| {
        let is_scratch = |(process, folder): (&str, &str)| {
            is_owner(process) && folder == format!("{UNIT}{unit:06}")
        };
        record.facts.unit == unit
            && record.facts.is_possible()
            && record.parts.iter().all(|part| part.unit() == Some(unit))
            && record.scratch.split_once('/').is_some_and(is_scratch)
    }))
}

#[cfg(test)]
mod tests {
    use super::super::unit::UnitFacts;
    use super::*;

    #[test]
    fn units_of_two_copies_do_not_go_on() {
        let apart_of = |units: &[(u64, u64, u64)]| {
            let record = |&(unit, first_block, blocks): &(u64, u64, u64)| {
                let facts = UnitFacts { unit, first_block, blocks, ..UnitFacts::default() };
                (unit, UnitRecord { facts, ..UnitRecord::default() })
            };
            apart(Path::new("run"), &units.iter().map(record).collect())
        };
        for whole in [
            &[(0, 0, 2), (1, 2, 3), (2, 5, 1)][..],
            &[(0, 0, 2), (3, 9, 1), (4, 10, 1)],
            &[(0, 0, 0)],
        ] {
            assert_eq!(apart_of(whole), None);
        }
        let (why, records) = apart_of(&[(0, 0, 2), (1, 1, 3), (2, 4, 1)]).unwrap();
        assert!(why.starts_with("run/_state/units/000001.json: unit 1 does not"), "{why}");
        assert_eq!(records, [1, 2].map(|unit| record_path(Path::new("run/_state"), unit)));
        assert!(
            apart_of(&[(0, 0, 2), (1, 3, 3)]).is_some()
                && apart_of(&[(0, 0, 9), (4, 8, 3)]).is_some()
        );
    }
}
