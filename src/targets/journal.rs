//! The journal of a search whose files grow: what was asked for and read, what was written by
//! then, and from where the search goes on.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::State;
use super::error::OrderError;
use crate::interrupt::Interrupt;
use crate::store::{hex, read_file, sealed};
use crate::whole_file::{OutError, WholeFile};

/// What a journal holds.
#[derive(Serialize, Deserialize)]
pub struct Entry {
    /// What was asked for.
    pub order: String,
    /// The digests of the files of puzzles that were read, in order.
    pub inputs: Vec<String>,
    /// What the files that grow hold: the puzzles, and their steps.
    pub written: [Written; 2],
    /// From where the search goes on.
    pub state: State,
}

/// The beginning of a file.
#[derive(Default, Serialize, Deserialize)]
pub struct Written {
    bytes: u64,
    /// In hexadecimal.
    sha256: String,
}

/// How much was written to a file, and the digest of it.
#[derive(Clone, Default)]
pub struct Extent {
    bytes: u64,
    sha256: Sha256,
}

/// Where the journal stands, and the files of which it says what they hold.
pub struct Journal {
    path: PathBuf,
    entry: Entry,
    files: Vec<File>,
}

impl Extent {
    /// Counts what is written.
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.sha256.update(bytes);
    }

    fn written(&self) -> Written {
        Written { bytes: self.bytes, sha256: hex(&self.sha256.clone().finalize()) }
    }
}

impl Written {
    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Looks for it at the beginning of a file, and says how far it reaches there.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn find_in(&self, file: &File) -> io::Result<Option<Extent>> {
        let mut extent = Extent::default();
        let mut begun = file.take(self.bytes);
        let mut buffer = vec![0; 1 << 16];
        loop {
            match begun.read(&mut buffer)? {
                0 => break,
                read => extent.add(&buffer[..read]),
            }
        }
        let now = extent.written();
        // Nothing was written of a file that the journal names without a digest.
        let is_there = now.bytes == self.bytes && (self.bytes == 0 || now.sha256 == self.sha256);
        Ok(is_there.then_some(extent))
    }
}

impl Entry {
    /// The journal of a search that begins.
    pub fn new(order: String, inputs: Vec<String>) -> Entry {
        Entry { order, inputs, written: Default::default(), state: State::default() }
    }

    /// What a journal says, if there is one.
    ///
    /// # Errors
    /// When it cannot be read, or is damaged.
    pub fn read(path: &Path) -> Result<Option<Entry>, OrderError> {
        match read_file(path) {
            Ok(text) => match sealed::of_text(&text) {
                Some(entry) => Ok(Some(entry)),
                None => Err(OrderError::Malformed(path.into())),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(OutError::Write(path.into(), error).into()),
        }
    }
}

impl Journal {
    /// The path of the journal of a file.
    pub fn path_beside(path: &Path) -> PathBuf {
        let mut journal = path.as_os_str().to_owned();
        journal.push(".journal");
        journal.into()
    }

    /// The journal at a path that goes on from an entry, of files that are opened.
    pub fn new(path: &Path, entry: Entry, files: Vec<File>) -> Journal {
        Journal { path: path.into(), entry, files }
    }

    /// From where the search goes on.
    pub fn state(&self) -> State {
        self.entry.state.clone()
    }

    /// Writes how far the search has come.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(
        &mut self,
        written: &[Extent; 2],
        state: &State,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        // After a loss of power, too, the files hold what it says.
        self.files.iter().try_for_each(File::sync_data)?;
        self.entry.written = written.each_ref().map(Extent::written);
        self.entry.state = state.clone();
        let file = WholeFile::in_folder(&self.path, true, &[], interrupt);
        let mut file = file.map_err(io::Error::other)?;
        file.write_all(&sealed::to_text(&self.entry))?;
        file.finish()
    }
}
