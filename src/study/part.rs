//! The runs of an experiment: of each round one with all solvers and, if some of them are to have
//! fewer puzzles, one of the others with the puzzles beyond these.

use std::io::{self, Write};

use sha2::{Digest as _, Sha256};

use crate::store::{WriteError, hex};
use crate::whole_file::WholeFile;

/// The folder of a run, in that of its part.
pub const RUN: &str = "run";

/// Some of an experiment's puzzles and the run on them.
#[derive(Clone, Copy)]
pub struct Part {
    /// Which round of fresh puzzles, from 1.
    pub round: u64,
    /// Whether all solvers run on its puzzles.
    pub is_shared: bool,
}

impl Part {
    /// Where its inputs and its run are, from the experiment's folder.
    pub fn folder(self) -> String {
        let round = (self.round > 1).then(|| format!("round-{}", self.round));
        let beyond = (!self.is_shared).then_some("beyond");
        [round.as_deref(), beyond].into_iter().flatten().collect::<Vec<_>>().join("/")
    }
}

/// A set's puzzles on their way into two files: the first lines into one, those beyond them into
/// the other. Lines whose file is there already have none.
pub struct Divided {
    /// The first of them.
    pub first: Option<Making>,
    /// How many lines of these are still to come.
    pub left: u64,
    /// Those beyond.
    pub beyond: Option<Making>,
}

/// A file of puzzles that is being made.
pub struct Making {
    file: WholeFile,
    /// Its path from the experiment's folder.
    name: String,
    sha256: Sha256,
}

impl Making {
    /// Nothing is written to it yet.
    pub fn new(file: WholeFile, name: String) -> Making {
        Making { file, name, sha256: Sha256::new() }
    }

    fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        self.sha256.update(text);
        self.file.write_all(text)
    }
}

impl Divided {
    /// Ends both files. Before they take their names, `keep` is told the path and the checksum of
    /// each.
    pub fn finish(
        self,
        keep: impl FnOnce(Vec<(String, String)>) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let files: Vec<Making> = [self.beyond, self.first].into_iter().flatten().collect();
        let sum = |one: &Making| (one.name.clone(), hex(&one.sha256.clone().finalize()));
        keep(files.iter().map(sum).collect())?;
        let failed = |name: String| |error| WriteError::new(name, error);
        files.into_iter().try_for_each(|one| one.file.finish().map_err(failed(one.name)))
    }
}

impl Write for Divided {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let file = if self.left > 0 { &mut self.first } else { &mut self.beyond };
            file.as_mut().map_or(Ok(()), |file| file.write_all(line))?;
            self.left -= u64::from(self.left > 0 && line.ends_with(b"\n"));
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let files = [&mut self.first, &mut self.beyond];
        files.into_iter().flatten().try_for_each(|one| one.file.flush())
    }
}
