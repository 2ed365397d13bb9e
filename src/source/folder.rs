//! The puzzle files of folders: those with the endings of puzzle files, and those that look
//! like it. What is left out is told.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Cursor, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::kind::Kind;
use super::name::shown;
use super::pattern::is_hidden;
use super::{Block, BlockReader, Input, Place, decode, is_of_machine};
use crate::interrupt::Interrupt;

/// The endings of puzzle files, read whatever they hold.
const ENDINGS: [&str; 6] = ["txt", "csv", "tsv", "sdm", "sudoku", "puzzles"];

/// The ending of a file that is not whole: this program's are so named until they are, and
/// those of others that copy or fetch.
const NOT_WHOLE: &str = "part";

/// Of a file with another ending, the bytes and lines that tell whether it holds puzzles.
const SAMPLE: usize = 1 << 16;
const SAMPLE_LINES: usize = 200;

/// Why a file is not read that was met before.
pub(super) const KNOWN: &str = "read already";

/// Why the folder of a run is not read, also where it is named: a shell's `*` may have done so, and its tables
/// hold the puzzles again.
pub(super) const OF_RUN: &str = "the folder of a run";

/// Why a pipe or device is not read.
const NO_FILE: &str = "no regular file";

/// Files that a message names for each reason.
const NAMED: usize = 5;

/// Something of a folder that is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Its path, printable.
    pub path: String,
    /// Its ending, as `.md`, or what stands for it.
    pub ending: String,
    /// Why.
    pub reason: String,
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Search {
    /// The only endings to take, if there are any.
    endings: Vec<String>,
    pub(super) places: Vec<Place>,
    pub(super) left_out: Vec<LeftOut>,
    /// The devices and numbers of the files and folders met, by which all their names lead to one.
    met: HashSet<(u64, u64)>,
}

impl Search {
    /// A search for files with these endings; without any, for what looks like puzzles.
    pub(super) fn new(endings: &[String]) -> Search {
        let plain = |ending: &String| ending.trim_start_matches('.').to_ascii_lowercase();
        Search { endings: endings.iter().map(plain).collect(), ..Search::default() }
    }

    /// Takes a file or folder.
    pub(super) fn take(&mut self, path: PathBuf) {
        if path.is_dir() { self.take_folder(&path) } else { self.take_file(path) }
    }

    /// Takes what a glob matches: pipes and devices have to be named themselves.
    pub(super) fn take_match(&mut self, path: PathBuf) {
        match path.metadata().is_ok_and(|facts| !facts.is_dir() && !facts.is_file()) {
            true => self.leave_out(&path, NO_FILE),
            false => self.take(path),
        }
    }

    /// Takes a file, unless it was taken before.
    fn take_file(&mut self, path: PathBuf) {
        // What has no path of its own, as a pipe, is not known again.
        if path.is_file() && !self.is_new(&path) {
            self.leave_out(&path, KNOWN);
        } else {
            self.places.push(Place::File(path));
        }
    }

    /// Takes what there is to read in a folder, each file once, sorted by path.
    fn take_folder(&mut self, folder: &Path) {
        let before = self.places.len();
        let mut links = vec![folder.to_owned()];
        // By their own paths first, then by links.
        while !links.is_empty() {
            for link in std::mem::take(&mut links) {
                self.walk(&link, link == folder, &mut links);
            }
        }
        self.places[before..].sort_by(|one, other| one.path().cmp(&other.path()));
    }

    /// Takes a file, or what there is to read in a folder but for links.
    fn walk(&mut self, path: &Path, is_named: bool, links: &mut Vec<PathBuf>) {
        let mut walk = WalkDir::new(path).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    // Opened, it says what is wrong.
                    self.places.push(Place::File(error.path().unwrap_or(path).into()));
                    continue;
                }
            };
            let (path, is_start) = (entry.path(), entry.depth() == 0);
            let Ok(kind) = path.metadata().map(|facts| facts.file_type()) else {
                match is_start || self.has_ending(path) {
                    true => self.places.push(Place::File(path.into())),
                    false => self.leave_out(path, "a link that leads nowhere"),
                }
                continue;
            };
            let is_inside = !(is_start && is_named);
            let reason = if is_inside && is_hidden(path) {
                Some("hidden".into())
            } else if entry.path_is_symlink() && !is_start {
                links.push(path.into());
                continue;
            } else if kind.is_dir() && path.join("_state").is_dir() {
                Some(OF_RUN.into())
            } else if kind.is_dir() {
                (!self.is_new(path)).then(|| KNOWN.into())
            } else if !kind.is_file() {
                Some(NO_FILE.into())
            } else {
                self.objection(path)
            };
            match reason {
                Some(reason) => {
                    self.leave_out(path, &reason);
                    if kind.is_dir() {
                        walk.skip_current_dir();
                    }
                }
                None if kind.is_dir() => {}
                None => self.take_file(path.into()),
            }
        }
    }

    fn is_new(&mut self, path: &Path) -> bool {
        path.metadata().map_or(true, |facts| self.met.insert((facts.dev(), facts.ino())))
    }

    fn leave_out(&mut self, path: &Path, reason: &str) {
        let ending = match ending(path) {
            _ if path.is_dir() => "folder".into(),
            Some(ending) => shown(format!(".{ending}")),
            None => "without ending".into(),
        };
        self.left_out.push(LeftOut { path: shown(path), ending, reason: reason.into() });
    }

    fn has_ending(&self, path: &Path) -> bool {
        let Some(ending) = ending(path) else { return false };
        match &self.endings[..] {
            [] => ENDINGS.contains(&ending.as_str()),
            endings => endings.contains(&ending),
        }
    }

    /// Why a file is not read, if it is not.
    fn objection(&self, path: &Path) -> Option<String> {
        if self.has_ending(path) {
            return None;
        }
        if !self.endings.is_empty() {
            return Some("not asked for".into());
        }
        if ending(path).as_deref() == Some(NOT_WHOLE) {
            return Some("not whole, by its ending".into());
        }
        match holds_puzzles(path) {
            Ok(true) => None,
            Ok(false) => Some("no puzzles in its first lines".into()),
            // Whoever reads it meets the same, or not.
            Err(error) if is_of_machine(&error) => None,
            Err(error) => Some(error.to_string()),
        }
    }
}

/// Whether the first lines of a file hold puzzles, at least as often as not.
fn holds_puzzles(path: &Path) -> io::Result<bool> {
    let (mut bytes, place) = (Vec::new(), Place::File(path.into()));
    let text = decode::open(&place, false, &Interrupt::default())?;
    if text.kind == Kind::Parquet {
        let input = Input { name: shown(path), place, column: None };
        let mut reader = BlockReader::open(&input, SAMPLE_LINES, &Interrupt::default())?;
        return Ok(reader.next_block()?.is_some_and(|block| is_mostly_good(&block)));
    }
    let read = text.text.take(SAMPLE as u64).read_to_end(&mut bytes);
    if bytes.is_empty() {
        return read.map(|_| false);
    }
    if bytes.len() == SAMPLE {
        // The last line may be half of one.
        bytes.truncate(memchr::memrchr(b'\n', &bytes).unwrap_or(SAMPLE));
    }
    let is_text = std::str::from_utf8(&bytes).is_ok() && !bytes.contains(&0);
    let block = BlockReader::over(Box::new(Cursor::new(bytes)), SAMPLE_LINES)?.next_block()?;
    match block.is_some_and(|block| is_mostly_good(&block)) {
        false if !is_text => Err(io::Error::new(io::ErrorKind::InvalidData, "binary")),
        holds => Ok(holds),
    }
}

fn is_mostly_good(block: &Block) -> bool {
    let (mut good, mut bad) = (0, 0);
    for line in block.puzzles() {
        *if line.puzzle.is_ok() { &mut good } else { &mut bad } += 1;
    }
    good > 0 && good >= bad
}

/// The ending of a file's name in small letters, that of its archive apart.
fn ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let (_, ending) = plain.rsplit_once('.')?;
    Some(ending.into())
}

/// What is left out, in one line: how many for each reason, of which endings, and the first
/// of their names.
pub fn left_out_in_words(all: &[LeftOut]) -> String {
    if all.is_empty() {
        return "nothing left out".into();
    }
    let mut reasons: BTreeMap<&str, Vec<&LeftOut>> = BTreeMap::new();
    all.iter().for_each(|one| reasons.entry(&one.reason).or_default().push(one));
    let parts = reasons.into_iter().map(|(reason, these)| {
        let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
        these.iter().for_each(|one| *endings.entry(&one.ending).or_default() += 1);
        let endings = endings.iter().map(|(ending, count)| format!("{count} {ending}"));
        let endings: Vec<String> = endings.collect();
        let name = |one: &&LeftOut| one.path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut names: Vec<String> = these.iter().take(NAMED).map(name).collect();
        if these.len() > NAMED {
            names.push("…".into());
        }
        format!("{} ({reason}): {}", endings.join(", "), names.join(", "))
    });
    let parts: Vec<String> = parts.collect();
    format!("{} left out: {}", all.len(), parts.join("; "))
}
