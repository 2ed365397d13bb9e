//! Sets cut into parts that share no key.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::Workspace;
use super::assign::{Assignment, assign};
use super::error::SetsError;
use super::keyed::Reading;
use super::level::Level;
use super::output::{RowFile, Sink};
use super::output_format::RowFormat;
use super::parts::{Writing, check_format};
use super::sort::{Sorter, record};
use super::strata::{Strata, strata};
use super::walk::{Walk, check_files};
use crate::interrupt::Interrupt;
use crate::keys::Key;
use crate::readable::counted;
use crate::source::{Input, Unchanged};
use crate::stream::Contents;
use crate::version;
use crate::whole_file::{MadeFolder, OutError, WholeFile};

/// The file that says what the parts hold.
const SUMMARY: &str = "split.json";

/// The names of the parts.
const PARTS: [&str; 3] = ["train", "validation", "test"];

/// Inputs to be cut into parts.
pub struct Split<'a> {
    /// Where the puzzles are: files, which are read several times.
    pub inputs: &'a [Input],
    /// What puzzles have in common that are in one part.
    pub level: Level,
    /// The share of the part `train`, and of `validation`; the rest is `test`.
    pub shares: [f64; 2],
    /// The column of whose values each part is to have its share; `clues` is the number of
    /// givens, if no column is called so.
    pub stratify: Option<&'a str>,
    /// What the parts depend on besides the puzzles.
    pub seed: u64,
    /// The folder to write to.
    pub out: &'a Path,
    /// Whether files that are there are replaced.
    pub force: bool,
    /// How the parts are written; without it, as the inputs.
    pub format: Option<RowFormat>,
    /// Where keys are sorted.
    pub workspace: &'a Workspace,
}

/// A part that was written.
#[derive(Clone, PartialEq, Debug)]
pub struct PartCounts {
    /// Its name.
    pub name: &'static str,
    /// Its share, as it was asked for.
    pub share: f64,
    /// Its puzzles.
    pub puzzles: u64,
    /// The different keys of these.
    pub groups: u64,
    /// The largest difference between its share of a stratum and the one asked for, in lines.
    pub off_by: f64,
    /// That difference as a share of the stratum, for the strata of at least 100 lines.
    pub off_share: f64,
}

/// What inputs were cut into.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    /// The parts.
    pub parts: Vec<PartCounts>,
    /// How many different values the strata have.
    pub strata: usize,
    /// The puzzles of the largest group.
    pub largest: u64,
    /// Lines that should hold puzzles and do not; they are left out.
    pub rejects: u64,
}

impl Parts {
    /// What the parts hold, a line for each, and what is to be known of all.
    pub fn to_lines(&self) -> impl Iterator<Item = String> {
        let line = |part: &PartCounts| {
            let puzzles = counted(part.puzzles, "puzzle");
            let groups = counted(part.groups, "key");
            let off = format!("at most {:.1} lines from its share of a stratum", part.off_by);
            format!("{}: {puzzles} of {groups}, {off}", part.name)
        };
        let is_off = self.parts.iter().any(|part| part.off_share > 0.01);
        let largest = counted(self.largest, "puzzle");
        let off = is_off.then(|| {
            format!("shares are missed by more than a percent: the largest group has {largest}")
        });
        let left = (self.rejects > 0)
            .then(|| format!("{} without a puzzle left out", counted(self.rejects, "line")));
        self.parts.iter().map(line).chain(off).chain(left).collect::<Vec<_>>().into_iter()
    }
}

/// The folder, held until it is dropped: of two splits into it the parts would be mixed. Where the system
/// has no locks, nothing is held.
fn locked(folder: &Path) -> Result<File, SetsError> {
    let opened = File::open(folder).map_err(|error| SetsError::Write(folder.into(), error))?;
    match opened.try_lock() {
        Err(TryLockError::WouldBlock) => Err(OutError::Busy(folder.into()).into()),
        _ => Ok(opened),
    }
}

impl Split<'_> {
    /// Whether shares of train and validation leave something for each part.
    ///
    /// # Errors
    /// When they do not: why.
    pub fn check_shares(shares: [f64; 2]) -> Result<(), &'static str> {
        let is_share = |share: &f64| (0.0..1.0).contains(share);
        match shares.iter().all(is_share) && shares[0] > 0.0 && shares[0] + shares[1] < 1.0 {
            true => Ok(()),
            false => Err("train and validation are shares of 1 that leave something for the test"),
        }
    }

    /// The names of the parts and their shares.
    fn parts(&self) -> Vec<(&'static str, f64)> {
        let [train, validation] = self.shares;
        let shares = [train, validation, 1.0 - train - validation];
        PARTS.into_iter().zip(shares).filter(|&(_, share)| share > 1e-9).collect()
    }

    /// Cuts the inputs; nothing is written when interrupted, or if an input cannot be read. Puzzles
    /// that have no key at the level are in one part if their puzzle's keys are the same.
    ///
    /// # Errors
    /// When keys cannot be sorted, or a file not be written, or there is no such column.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        warn: &dyn Fn(&str),
    ) -> Result<(Option<Parts>, Contents), SetsError> {
        let inputs = self.inputs;
        check_files(inputs)?;
        let unchanged = Unchanged::since_now(inputs);
        let format = check_format(self.format, inputs, interrupt)?;
        let folder = MadeFolder::make(self.out);
        let folder = folder.map_err(|error| SetsError::Write(self.out.into(), error))?;
        let _lock = locked(folder.path())?;
        let mut files = self.files(folder.path(), format, interrupt)?;
        let summary = files.pop();
        let walk = Walk { inputs, interrupt };
        let by = self.stratify.map(|column| strata(&walk, column)).transpose()?;
        let Workspace { folder, memory, threads } = self.workspace;
        let mut sorter = Sorter::new(folder, *memory);
        let (mut puzzles, mut rejects) = (0, 0);
        let reading = Reading { inputs, threads: *threads, interrupt, warn };
        let contents = reading.groups(self.level, |key| {
            let Some(key) = key else {
                rejects += 1;
                return Ok(());
            };
            puzzles += 1;
            sorter.push(record(self.seeded(key), puzzles - 1))
        })?;
        let has_nothing_else = contents.rejects && !contents.puzzles;
        if interrupt.is_set() || contents.unreadable || has_nothing_else {
            return Ok((None, contents));
        }
        let all = || Strata { names: vec!["all".into()], of: vec![0; puzzles as usize] };
        let by = by.unwrap_or_else(all);
        if by.of.len() as u64 != puzzles {
            return Err(SetsError::Changed("the input".into()));
        }
        let shares: Vec<f64> = self.parts().iter().map(|part| part.1).collect();
        let assignment = assign(&sorter.finish()?, &by.of, &shares, interrupt)?;
        let (result, text) = self.summary(&assignment, &by, rejects, format);
        let files =
            files.into_iter().map(|(path, file)| RowFile::new(&path, format, Sink::file(file)));
        let mut writing = Writing::new(format, &assignment.parts, files.collect());
        writing.write(&walk, &unchanged)?;
        if interrupt.is_set() {
            return Ok((None, contents));
        }
        // Without it, parts of which one is still that of another split are seen not to be whole.
        if let Some((path, _)) =
            summary.as_ref().filter(|(path, _)| path.symlink_metadata().is_ok())
        {
            fs::remove_file(path).map_err(|error| SetsError::Write(path.clone(), error))?;
        }
        writing.finish()?;
        if let Some((path, mut file)) = summary {
            let written = file.write_all(text.as_bytes()).and_then(|()| file.finish());
            written.map_err(|error| SetsError::Write(path, error))?;
        }
        Ok((Some(result), contents))
    }

    /// The files of the parts, and that of the summary.
    fn files(
        &self,
        folder: &Path,
        format: RowFormat,
        interrupt: &Interrupt,
    ) -> Result<Vec<(PathBuf, WholeFile)>, SetsError> {
        let inputs = self.inputs.iter().filter_map(|input| input.place.path());
        let inputs: Vec<PathBuf> = inputs.map(Path::to_path_buf).collect();
        let names = self.parts().into_iter().map(|(name, _)| format!("{name}.{}", format.ending()));
        let names: Vec<String> = names.collect();
        // What another split left would share keys with these.
        let endings = RowFormat::ALL.iter().map(|format| format.ending());
        let mut known = endings.flat_map(|ending| PARTS.map(|part| format!("{part}.{ending}")));
        let is_left = |name: &String| !names.contains(name) && folder.join(name).exists();
        if let Some(left) = known.find(is_left) {
            return Err(SetsError::OtherSplit(folder.join(left)));
        }
        let file = |name: String| {
            let path = folder.join(name);
            let file = WholeFile::in_folder(&path, self.force, &inputs, interrupt)?;
            Ok((path, file))
        };
        names.into_iter().chain([SUMMARY.to_owned()]).map(file).collect()
    }

    /// A key that puts groups in an order which the seed decides.
    fn seeded(&self, key: Key) -> Key {
        let hash = Sha256::new().chain_update(self.seed.to_le_bytes()).chain_update(key.0);
        Key(*hash.finalize().first_chunk().expect("32 bytes"))
    }

    /// What the parts hold, and the same as JSON.
    fn summary(
        &self,
        assignment: &Assignment,
        by: &Strata,
        rejects: u64,
        format: RowFormat,
    ) -> (Parts, String) {
        let parts = self.parts();
        let mut counts = vec![vec![0_u64; parts.len()]; by.names.len()];
        for (&stratum, &part) in by.of.iter().zip(&assignment.parts) {
            counts[usize::from(stratum)][usize::from(part)] += 1;
        }
        let mut order: Vec<usize> = (0..by.names.len()).collect();
        let number = |place: &usize| by.names[*place].parse::<f64>().unwrap_or(f64::INFINITY);
        order.sort_by(|a, b| {
            number(a).total_cmp(&number(b)).then_with(|| by.names[*a].cmp(&by.names[*b]))
        });
        let of_part = |(place, &(name, share)): (usize, &(&'static str, f64))| {
            let off = |counts: &Vec<u64>| {
                let all = counts.iter().sum::<u64>() as f64;
                ((counts[place] as f64 - share * all).abs(), all)
            };
            let shares = counts.iter().map(off).filter(|&(_, all)| all >= 100.0);
            PartCounts {
                name,
                share,
                puzzles: counts.iter().map(|counts| counts[place]).sum(),
                groups: assignment.groups[place],
                off_by: counts.iter().map(|counts| off(counts).0).fold(0.0, f64::max),
                off_share: shares.map(|(off, all)| off / all).fold(0.0, f64::max),
            }
        };
        let result = Parts {
            parts: parts.iter().enumerate().map(of_part).collect(),
            strata: by.names.len(),
            largest: assignment.largest,
            rejects,
        };
        let stratum =
            |place: usize, part: usize| (by.names[place].clone(), counts[place][part].into());
        let rows = result.parts.iter().enumerate().map(|(place, part)| {
            let strata: Map<String, Value> = order.iter().map(|&s| stratum(s, place)).collect();
            json!({
                "part": part.name,
                "file": format!("{}.{}", part.name, format.ending()),
                // 1 - 0.7 - 0.1 is not quite 0.2.
                "share": (part.share * 1e12).round() / 1e12,
                "puzzles": part.puzzles,
                "groups": part.groups,
                "strata": strata,
            })
        });
        let inputs: Vec<&String> = self.inputs.iter().map(|input| &input.name).collect();
        let summary = json!({
            "version": version::LONG,
            "inputs": inputs,
            "by": self.level.name(),
            "seed": self.seed,
            "stratify": self.stratify,
            "rejects": rejects,
            "largest_group": result.largest,
            "parts": rows.collect::<Vec<_>>(),
        });
        (result, format!("{summary:#}\n"))
    }
}
