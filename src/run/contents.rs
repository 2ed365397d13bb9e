//! Whether a run's folder holds what the run wrote, for whoever reads its tables.
//!
//! A finished run is what its manifest says; an unfinished one is what the records of its units
//! say. Sizes are compared always, checksums on request.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::Error;
use super::finish::{Finished, damage_beside, read_manifest};
use crate::readable::{counted, printable};
use crate::store::{
    Folder, PartFacts, RunFile, UnitRecord, apart, is_finished, is_on_the_way, of_no_unit,
    read_plan, records, records_and_damaged, strays,
};
use crate::table::page::CountedPart;
use crate::table::statistics::{Statistics, Wanted};

/// What a run's tables say, after a look at whether they are whole. With `verify` that is
/// a look at every byte.
///
/// # Errors
/// When there are no tables, they cannot be read, or they are not what the run wrote.
pub fn statistics(root: &Path, wanted: Wanted, verify: bool) -> Result<Statistics, Error> {
    // Another process may finish it meanwhile.
    let manifest = read_manifest(root).filter(|_| is_finished(root));
    expect_whole(root, verify)?;
    let statistics = Statistics::of_run(root, wanted)?;
    let puzzles: u64 = statistics.sets.values().map(|set| set.puzzles()).sum();
    match manifest {
        Some(manifest) if manifest.puzzles != puzzles => {
            let promised = manifest.puzzles;
            let problem = format!("the tables have {puzzles} puzzles, the manifest {promised}");
            Err(Error::damaged(root, vec![problem]))
        }
        _ => Ok(statistics),
    }
}

/// What the tables of several runs say together, after a look at whether they are whole.
///
/// # Errors
/// As [`statistics`].
pub fn statistics_of(roots: &[&Path], wanted: Wanted) -> Result<Statistics, Error> {
    roots.iter().try_for_each(|root| expect_whole(root, false))?;
    Ok(Statistics::of_runs(roots, wanted)?)
}

/// The parts of a table that are known to be of the run, in order, each with its rows: the
/// manifest's of a finished run, else those of the units that are done.
///
/// # Errors
/// When the folder cannot be read, or does not hold what the manifest of a finished run says.
pub fn parts_of(root: &Path, table: &str) -> Result<Vec<CountedPart>, Error> {
    let unreadable = |error: io::Error| Error::Unreadable { root: root.into(), error };
    let parts = match read_manifest(root).filter(|_| is_finished(root)) {
        Some(finished) => {
            expect_whole(root, false)?;
            finished.parts
        }
        None => {
            let records = records(root).map_err(unreadable)?.into_values();
            let records = records.filter(|record| !is_on_the_way(root, record));
            records.flat_map(|record| record.parts).collect()
        }
    };
    let of_table = parts.into_iter().filter(|part| {
        Path::new(&part.path).parent().is_some_and(|folder| folder == Path::new(table))
    });
    let mut counted: Vec<_> = of_table.map(|part| (root.join(&part.path), part.rows)).collect();
    counted.sort();
    Ok(counted)
}

/// Whether two runs read the same lines, as far as their folders tell: by the checksums of their
/// inputs if both are finished, else by names and sizes.
///
/// # Errors
/// When a folder holds no run.
pub fn have_same_inputs(one: &Path, other: &Path) -> Result<bool, Error> {
    let read = |root| read_manifest(root).filter(|_| is_finished(root));
    if let (Some(one), Some(other)) = (read(one), read(other)) {
        return Ok(one.inputs == other.inputs);
    }
    let inputs = |root| Ok::<_, Error>(RunFile::read(root)?.identity.inputs);
    Ok(inputs(one)? == inputs(other)?)
}

/// What a reader of a run's tables has to know that they do not say: that there may be more, and that
/// some answers are refuted.
pub fn cautions(root: &Path) -> impl Iterator<Item = String> {
    let records = records(root).unwrap_or_default();
    let refuted: u64 = records.values().map(|record| record.facts.disagreement_count).sum();
    let refuted = (refuted > 0).then(|| {
        let what = counted(refuted, "disagreement");
        format!(
            "{what} of solvers with one another or the rules: in `solves` such answers stand as they \
             were given; one that claims another number of solutions than is known is none in the \
             statistics"
        )
    });
    caution(root).into_iter().chain(refuted)
}

fn caution(root: &Path) -> Option<String> {
    match (is_finished(root), Folder::holds_run(root), read_manifest(root)) {
        (false, true, _) => {
            Some("the run is not finished: these are the units that are done".into())
        }
        (false, false, _) => {
            Some("no run is in this folder, only tables: whether they are all is not known".into())
        }
        (true, _, Some(Finished { unreadable: 1.., inputs, .. })) => {
            let unread = inputs.iter().filter(|input| !input.complete);
            let names: Vec<_> = unread.map(|input| printable(&input.name, &[])).collect();
            Some(format!("could not be read to the end: {}", names.join(", ")))
        }
        _ => None,
    }
}

/// Nothing, if all is as the run wrote it.
///
/// # Errors
/// When something is not, or the folder cannot be read.
pub(super) fn expect_whole(root: &Path, verify: bool) -> Result<(), Error> {
    let damage = all_damage_of(root, verify, Folder::is_busy(root))?;
    let problems = [damage.problems, damage.strays].concat();
    match problems.is_empty() {
        true => Ok(()),
        false if damage.in_the_way.is_empty() => Err(Error::damaged(root, problems)),
        false => {
            let advice = "; what is not the run's is to be moved away or removed first".into();
            Err(Error::Damaged { root: root.into(), problems, advice })
        }
    }
}

/// What is not as a run wrote it in its folder, each in a sentence; nothing if all is, or if
/// the folder has tables and nothing that says what they should be.
///
/// # Errors
/// When the folder cannot be read.
pub fn damage(root: &Path, verify: bool) -> Result<Vec<String>, Error> {
    damage_of(root, verify, Folder::is_busy(root))
}

/// The same; where another process is `busy`, parts come that were not there before.
pub(super) fn damage_of(root: &Path, verify: bool, busy: bool) -> Result<Vec<String>, Error> {
    let Damage { problems, strays, .. } = all_damage_of(root, verify, busy)?;
    Ok([problems, strays].concat())
}

/// What is not as a run wrote it in its folder.
#[derive(Default)]
pub(super) struct Damage {
    /// The records of its units that can be read, damaged or not, but those whose parts are on
    /// the way to their places.
    pub(super) records: BTreeMap<u64, UnitRecord>,
    /// What is gone or not as it was, and what is in the way, each in a sentence.
    pub(super) problems: Vec<String>,
    /// Parts that are of no unit, each in a sentence: they are removed when the run is finished.
    pub(super) strays: Vec<String>,
    /// The units whose records or parts are damaged: they are to be done again.
    pub(super) units: BTreeSet<u64>,
    /// What is in the way of the tables.
    pub(super) in_the_way: Vec<PathBuf>,
}

/// All of it.
///
/// # Errors
/// When the folder cannot be read.
pub(super) fn all_damage_of(root: &Path, verify: bool, busy: bool) -> Result<Damage, Error> {
    let unreadable = |error: io::Error| Error::Unreadable { root: root.into(), error };
    let finished = is_finished(root);
    let (records, damaged) = records_and_damaged(root).map_err(unreadable)?;
    let mut found = Damage { records, ..Damage::default() };
    if !busy {
        found.add_units(damaged, "its record is damaged");
    }
    found.add_foreign_records(root);
    let mut moving = BTreeMap::new();
    if !finished {
        moving = found.records.extract_if(.., |_, record| is_on_the_way(root, record)).collect();
    }
    let parts = found.parts_to_be(root, finished);
    found.add_parts(root, &parts, verify);
    if !busy {
        let moving = moving.values().flat_map(|record: &UnitRecord| &record.parts);
        let (strays, in_the_way) = strays(root, parts.iter().chain(moving)).map_err(unreadable)?;
        // Of a folder in the place of a part, that part says so.
        let others = in_the_way.iter().filter(|path| !path.is_dir());
        found.problems.extend(others.map(|path| of_no_unit(path)));
        found.strays = strays.iter().map(|path| of_no_unit(path)).collect();
        let tables: BTreeSet<PathBuf> =
            parts.iter().filter_map(|part| Some(root.join(&part.path).parent()?.into())).collect();
        found.in_the_way = in_the_way;
        found.in_the_way.extend(tables.into_iter().filter(|table| table.is_symlink()));
        if read_plan(root)?.is_none()
            && let Some((why, records)) = apart(root, &found.records)
        {
            found.problems.push(why);
            found.in_the_way.extend(records);
        }
    }
    Ok(found)
}

impl Damage {
    fn add_units(&mut self, units: Vec<u64>, why: &str) {
        self.problems.extend(units.iter().map(|unit| format!("unit {unit}: {why}")));
        self.units.extend(units);
    }

    /// Records of another run than that of the folder.
    fn add_foreign_records(&mut self, root: &Path) {
        match RunFile::read(root) {
            Ok(file) => {
                let key = file.identity.key();
                let foreign = self.records.iter().filter(|(_, record)| record.key != key);
                let foreign = foreign.map(|(unit, _)| *unit).collect();
                self.add_units(foreign, "its record is of another run");
            }
            Err(error) if Folder::holds_run(root) => self.problems.push(error.to_string()),
            // Only tables are here.
            Err(_) => {}
        }
    }

    /// The parts that are to be there: those of the manifest of a finished run, else those of the records.
    fn parts_to_be(&mut self, root: &Path, finished: bool) -> Vec<PartFacts> {
        let recorded = self.records.values().flat_map(|record| record.parts.iter().cloned());
        let recorded: Vec<PartFacts> = recorded.collect();
        if !finished {
            return recorded;
        }
        let Some(Finished { parts, .. }) = read_manifest(root) else {
            self.problems.push("manifest.json: it is gone or damaged".into());
            return recorded;
        };
        // Without its bookkeeping a finished run is still whole.
        if Folder::holds_run(root) {
            self.problems.extend(damage_beside(root));
            if recorded != parts {
                self.problems.push("the records of its units are not those of the manifest".into());
            }
        }
        parts
    }

    /// Those of these parts that are gone or not as they were.
    fn add_parts(&mut self, root: &Path, parts: &[PartFacts], verify: bool) {
        for part in parts {
            let damage = if verify { part.damage(root) } else { part.damage_at_a_glance(root) };
            let damage = damage.unwrap_or_else(|error| Some(error.to_string()));
            let rows = part.rows;
            if let Some(damage) = damage {
                self.units.extend(part.unit());
                self.problems.push(format!("{} ({rows} rows): {damage}", part.path));
            }
        }
    }
}
