//! Keys sorted in bounded memory: runs are sorted one after another, written to a temporary file,
//! and merged.
//!
//! All runs of a sorter are in one file that has no name, or loses it at once, so that the system
//! removes it however the program ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use super::error::SetsError;
use crate::interrupt::Interrupt;
use crate::keys::Key;

/// A key in two halves, and what it is of: of one key, the least comes first.
pub(super) type Record = [u64; 3];

/// Bytes of a record.
const BYTES: usize = size_of::<Record>();

/// Bytes of a run at most: they are sorted within a fraction of a second.
const RUN: usize = 1 << 26;

/// Bytes of a run that are read at once, at least and at most.
const CHUNK: Range<usize> = 1 << 12..1 << 20;

/// A record of a key.
pub(super) fn record(key: Key, of: u64) -> Record {
    let half = |half: &[u8]| u64::from_be_bytes(*half.first_chunk().expect("8 bytes"));
    [half(&key.0[..8]), half(&key.0[8..]), of]
}

/// Whether two records have one key.
pub(super) fn is_alike(one: &Record, other: &Record) -> bool {
    one[..2] == other[..2]
}

/// Takes records in any order.
pub(super) struct Sorter {
    folder: PathBuf,
    memory: usize,
    run: Vec<Record>,
    /// The file, once there is one, and where the runs end in it, in records.
    file: Option<File>,
    ends: Vec<u64>,
}

impl Sorter {
    /// A sorter that uses so many bytes of memory, and files in this folder for what is more.
    pub(super) fn new(folder: &Path, memory: usize) -> Sorter {
        let run = Vec::with_capacity((memory.min(RUN) / BYTES).max(1));
        Sorter { folder: folder.into(), memory, run, file: None, ends: Vec::new() }
    }

    pub(super) fn push(&mut self, record: Record) -> Result<(), SetsError> {
        if self.run.len() == self.run.capacity() {
            self.write_run()?;
        }
        self.run.push(record);
        Ok(())
    }

    fn write_run(&mut self) -> Result<(), SetsError> {
        self.run.sort_unstable();
        let written = self.append();
        written.map_err(|error| SetsError::Temporary(self.folder.clone(), error))?;
        self.ends.push(self.ends.last().unwrap_or(&0) + self.run.len() as u64);
        self.run.clear();
        Ok(())
    }

    fn append(&mut self) -> io::Result<()> {
        let file = match &self.file {
            Some(file) => file,
            None => self.file.insert(tempfile::tempfile_in(&self.folder)?),
        };
        let mut file = BufWriter::with_capacity(CHUNK.end, file);
        for half in self.run.as_flattened() {
            file.write_all(&half.to_ne_bytes())?;
        }
        file.flush()
    }

    /// Ends the taking.
    pub(super) fn finish(mut self) -> Result<Sorted, SetsError> {
        if self.file.is_some() {
            self.write_run()?;
            self.run = Vec::new();
        }
        self.run.sort_unstable();
        let Sorter { folder, memory, run, file, ends } = self;
        Ok(Sorted { folder, memory, run, file, ends })
    }
}

/// Records in order; they can be read several times.
pub(super) struct Sorted {
    folder: PathBuf,
    memory: usize,
    /// All of them, if there is no file.
    run: Vec<Record>,
    file: Option<File>,
    ends: Vec<u64>,
}

impl Sorted {
    /// Hands over all records in order; when interrupted, the first of them.
    pub(super) fn each(
        &self,
        interrupt: &Interrupt,
        mut take: impl FnMut(Record),
    ) -> Result<(), SetsError> {
        let mut take = |record| {
            take(record);
            !interrupt.is_set()
        };
        match &self.file {
            None => {
                self.run.iter().all(|&record| take(record));
                Ok(())
            }
            Some(file) => {
                let merged = self.merge(file, &mut take);
                merged.map_err(|error| SetsError::Temporary(self.folder.clone(), error))
            }
        }
    }

    /// The same until `take` says to stop.
    fn merge(&self, file: &File, take: &mut dyn FnMut(Record) -> bool) -> io::Result<()> {
        let bytes = (self.memory / self.ends.len()).clamp(CHUNK.start, CHUNK.end);
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let run = |(start, &end): (u64, &u64)| {
            let chunk = Vec::with_capacity(bytes / BYTES);
            Run { file, left: start..end, chunk }
        };
        let mut runs: Vec<Run<'_>> = starts.zip(&self.ends).map(run).collect();
        let mut next = BinaryHeap::with_capacity(runs.len());
        for (place, run) in runs.iter_mut().enumerate() {
            next.extend(run.next()?.map(|record| Reverse((record, place))));
        }
        while let Some(mut least) = next.peek_mut() {
            let Reverse((record, place)) = *least;
            match runs[place].next()? {
                Some(record) => *least = Reverse((record, place)),
                None => drop(PeekMut::pop(least)),
            }
            if !take(record) {
                break;
            }
        }
        Ok(())
    }
}

/// What is still to be read of a run.
struct Run<'a> {
    file: &'a File,
    /// In records.
    left: Range<u64>,
    /// What was read, the first last; its capacity is what is read at once.
    chunk: Vec<Record>,
}

impl Run<'_> {
    fn next(&mut self) -> io::Result<Option<Record>> {
        if self.chunk.is_empty() && !self.left.is_empty() {
            let count = self.chunk.capacity().min((self.left.end - self.left.start) as usize);
            let mut bytes = vec![0; count * BYTES];
            self.file.read_exact_at(&mut bytes, self.left.start * BYTES as u64)?;
            self.left.start += count as u64;
            let (halves, _) = bytes.as_chunks::<8>();
            let (records, _) = halves.as_chunks::<3>();
            let record = |record: &[[u8; 8]; 3]| record.map(u64::from_ne_bytes);
            self.chunk.extend(records.iter().rev().map(record));
        }
        Ok(self.chunk.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sorted_on_disk_is_what_memory_would_sort() {
        let folder = tempfile::tempdir().unwrap();
        let key = |number: u128| Key(((number << 64) | (number * 7919 % 6007)).to_be_bytes());
        let records: Vec<Record> =
            (0..5_000).map(|of| record(key((of * 7919 % 700).into()), of)).collect();
        let mut expected = records.clone();
        expected.sort_unstable();
        for memory in [1, 240, 24 * 4_999, 24 * 5_000, 1 << 20] {
            let mut sorter = Sorter::new(folder.path(), memory);
            records.iter().try_for_each(|&record| sorter.push(record)).unwrap();
            let is_on_disk = sorter.file.is_some();
            assert_eq!(is_on_disk, memory < 24 * 5_000);
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no file has a name");
            let sorted = sorter.finish().unwrap();
            for _ in 0..2 {
                let mut all = Vec::new();
                sorted.each(&Interrupt::default(), |record| all.push(record)).unwrap();
                assert_eq!(all, expected);
            }
        }
    }
}
