//! What sets share, within each and between each two.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use super::Workspace;
use super::error::SetsError;
use super::keyed::Reading;
use super::level::Level;
use super::sort::{Record, Sorted, Sorter, is_alike, record};
use crate::interrupt::Interrupt;
use crate::readable::escape;
use crate::source::Input;
use crate::stream::Contents;

/// Bits of a place that are the line; the others are the input.
const LINE_BITS: u32 = 40;

/// Some inputs that are one set.
#[derive(Clone, Debug)]
pub struct AuditSet {
    /// What it is called.
    pub name: String,
    /// Where its puzzles are.
    pub inputs: Vec<Input>,
}

/// Sets to be compared.
pub struct Audit<'a> {
    /// The sets.
    pub sets: &'a [AuditSet],
    /// What puzzles must have in common.
    pub levels: &'a [Level],
    /// How many pairs of lines are kept for each count: the first ones.
    pub examples: usize,
    /// Where keys are sorted.
    pub workspace: &'a Workspace,
}

/// What sets share.
#[derive(Debug)]
pub struct Audited {
    /// Of each set its name, and how many puzzles and lines without one it has.
    pub sets: Vec<(String, Counts)>,
    /// Level by level.
    pub levels: Vec<LevelCounts>,
}

/// The lines of a set that should hold puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Those that do.
    pub puzzles: u64,
    /// Those that do not.
    pub rejects: u64,
}

/// What sets share at one level.
#[derive(Debug)]
pub struct LevelCounts {
    /// The level.
    pub level: Level,
    /// Of each set, how many puzzles have a key, and how many different keys these have.
    pub keys: Vec<(u64, u64)>,
    /// What two sets share, by their places, or what a set shares with itself.
    pub overlaps: BTreeMap<(usize, usize), Overlap>,
}

/// What two sets share at one level; or within a set, what several of its lines share.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Overlap {
    /// Keys that both sets have; within a set, keys that several of its lines have.
    pub keys: u64,
    /// The lines with these keys in the one set and in the other; within a set, twice the same.
    pub lines: [u64; 2],
    /// Of the first of these keys, a line of the one set and a line of the other: the first of
    /// each; within a set, its first two. A line is `FILE:NUMBER`.
    pub examples: Vec<[String; 2]>,
}

/// What two sets share, with examples by their places.
#[derive(Default)]
struct Shared {
    keys: u64,
    lines: [u64; 2],
    /// In ascending order.
    first: Vec<[u64; 2]>,
}

/// The lines of one set that have one key: how many, the first and the second.
struct Alike {
    set: usize,
    lines: u64,
    first: u64,
    second: u64,
}

impl AuditSet {
    /// Sets that are compared at most.
    pub const MOST: usize = 256;

    /// A set that is called like the argument that led to its inputs, and these by their paths.
    pub fn new(argument: &OsStr, mut inputs: Vec<Input>) -> AuditSet {
        let shown = |name: &OsStr| escape(name.as_encoded_bytes()).collect();
        for input in &mut inputs {
            input.name = shown(input.place.path().map_or(OsStr::new("-"), Path::as_os_str));
        }
        AuditSet { name: shown(argument), inputs }
    }
}

impl Audit<'_> {
    /// Compares the sets; nothing when interrupted.
    ///
    /// # Errors
    /// When keys cannot be sorted, or threads not be started.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        warn: &dyn Fn(&str),
    ) -> Result<(Option<Audited>, Contents), SetsError> {
        let inputs: Vec<Input> = self.sets.iter().flat_map(|set| set.inputs.clone()).collect();
        let sets = self.sets.iter().enumerate();
        let set_of: Vec<usize> = sets.flat_map(|(set, s)| vec![set; s.inputs.len()]).collect();
        let Workspace { folder, memory, threads } = self.workspace;
        let sorter = |_| Sorter::new(folder, memory / self.levels.len().max(1));
        let mut sorters: Vec<Sorter> = self.levels.iter().map(sorter).collect();
        let mut counts = vec![Counts::default(); self.sets.len()];
        let reading = Reading { inputs: &inputs, threads: *threads, interrupt, warn };
        let contents = reading.keys(self.levels, |input, puzzle| {
            let counts = &mut counts[set_of[input]];
            let Some((line, keys)) = puzzle else {
                counts.rejects += 1;
                return Ok(());
            };
            counts.puzzles += 1;
            let place = (input as u64) << LINE_BITS | line;
            let keys = keys.into_iter().zip(&mut sorters);
            let mut keys = keys.filter_map(|(key, sorter)| Some((key?, sorter)));
            keys.try_for_each(|(key, sorter)| sorter.push(record(key, place)))
        })?;
        let mut levels = Vec::new();
        for (&level, sorter) in self.levels.iter().zip(sorters) {
            if interrupt.is_set() {
                return Ok((None, contents));
            }
            levels.push(self.compare(level, &sorter.finish()?, &set_of, &inputs, interrupt)?);
        }
        let names = self.sets.iter().map(|set| set.name.clone());
        let audited = Audited { sets: names.zip(counts).collect(), levels };
        Ok(((!interrupt.is_set()).then_some(audited), contents))
    }

    fn compare(
        &self,
        level: Level,
        sorted: &Sorted,
        set_of: &[usize],
        inputs: &[Input],
        interrupt: &Interrupt,
    ) -> Result<LevelCounts, SetsError> {
        let mut shared: BTreeMap<(usize, usize), Shared> = BTreeMap::new();
        let mut keys = vec![(0, 0); self.sets.len()];
        let mut last: Option<Record> = None;
        let mut group: Vec<Alike> = Vec::new();
        sorted.each(interrupt, |record| {
            if last.is_some_and(|last| !is_alike(&last, &record)) {
                self.add(&mut shared, &mut keys, &mut group);
            }
            last = Some(record);
            let place = record[2];
            let set = set_of[(place >> LINE_BITS) as usize];
            match group.last_mut() {
                Some(alike) if alike.set == set => {
                    alike.lines += 1;
                    if alike.lines == 2 {
                        alike.second = place;
                    }
                }
                _ => group.push(Alike { set, lines: 1, first: place, second: place }),
            }
        })?;
        self.add(&mut shared, &mut keys, &mut group);
        let line = |place: u64| {
            let name = &inputs[(place >> LINE_BITS) as usize].name;
            format!("{name}:{}", place & ((1 << LINE_BITS) - 1))
        };
        let overlap = |Shared { keys, lines, first }| {
            let examples = first.into_iter().map(|pair| pair.map(line)).collect();
            Overlap { keys, lines, examples }
        };
        let overlaps = shared.into_iter().map(|(sets, shared)| (sets, overlap(shared))).collect();
        Ok(LevelCounts { level, keys, overlaps })
    }

    /// Adds the lines that have one key, set by set in their order, and forgets them.
    fn add(
        &self,
        shared: &mut BTreeMap<(usize, usize), Shared>,
        keys: &mut [(u64, u64)],
        group: &mut Vec<Alike>,
    ) {
        for (place, one) in group.iter().enumerate() {
            keys[one.set].0 += one.lines;
            keys[one.set].1 += 1;
            if one.lines > 1 {
                let own = shared.entry((one.set, one.set)).or_default();
                own.add([one.lines; 2], [one.first, one.second], self.examples);
            }
            for other in &group[place + 1..] {
                let both = shared.entry((one.set, other.set)).or_default();
                both.add([one.lines, other.lines], [one.first, other.first], self.examples);
            }
        }
        group.clear();
    }
}

impl Shared {
    fn add(&mut self, lines: [u64; 2], example: [u64; 2], examples: usize) {
        self.keys += 1;
        self.lines[0] += lines[0];
        self.lines[1] += lines[1];
        let place = self.first.partition_point(|other| *other < example);
        if place < examples {
            self.first.truncate(examples - 1);
            self.first.insert(place, example);
        }
    }
}
