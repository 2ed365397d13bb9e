//! An input: where puzzles come from, and what that is called.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

/// One stream of puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name in the results, one printable line: the shortest end of the path that no
    /// other input of the run has.
    pub name: String,
    /// Where it comes from.
    pub place: Place,
    /// The column of a table that puzzles are read from, by its name in the header or by its
    /// number; without it, the one that holds puzzles.
    pub column: Option<String>,
}

/// Where an input comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// What changes when a file is written to or replaced: its size, the time of the last change and its
/// number.
pub type FileState = (u64, i64, i64, u64);

/// The device and the number of a file: those of two paths are the same if they lead to one file.
pub type FileId = (u64, u64);

/// Which file it is, if it is one. A pipe or device does not give back what is written to it.
pub fn file_id(facts: &fs::Metadata) -> Option<FileId> {
    facts.is_file().then(|| (facts.dev(), facts.ino()))
}

impl Place {
    /// Whether what it holds comes once: standard input, a pipe or a device.
    pub fn comes_once(&self) -> bool {
        match self {
            Place::Stdin => true,
            Place::File(path) => path.metadata().is_ok_and(|facts| {
                let kind = facts.file_type();
                kind.is_fifo() || kind.is_char_device() || kind.is_socket()
            }),
        }
    }

    /// The state of a file now; nothing of what is none.
    pub fn state(&self) -> Option<FileState> {
        let facts = self.path()?.metadata().ok().filter(fs::Metadata::is_file)?;
        Some((facts.len(), facts.mtime(), facts.mtime_nsec(), facts.ino()))
    }

    /// Why it must not be read, if it is a file that must not.
    pub fn refusal(&self) -> Option<io::Error> {
        let path = self.path().filter(|path| path.is_file())?;
        let refused = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
        File::open(path).err().filter(refused)
    }

    /// The path of a file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Place::Stdin => None,
            Place::File(path) => Some(path),
        }
    }
}

/// Files as they were before they were read, to see afterwards that what was read several times was
/// the same.
pub struct Unchanged<'a> {
    inputs: &'a [Input],
    states: Vec<Option<FileState>>,
}

impl<'a> Unchanged<'a> {
    /// Notes the state of files.
    pub fn since_now(inputs: &'a [Input]) -> Unchanged<'a> {
        Unchanged { inputs, states: inputs.iter().map(|input| input.place.state()).collect() }
    }

    /// The first that was written to or replaced since.
    pub fn changed(&self) -> Option<&'a Input> {
        let mut both = self.inputs.iter().zip(&self.states);
        both.find(|(input, state)| input.place.state() != **state).map(|(input, _)| input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_to_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let inputs = ["a", "b"].map(|name| {
            let path = folder.path().join(name);
            fs::write(&path, "one").unwrap();
            Input { name: name.into(), place: Place::File(path), column: None }
        });
        let unchanged = Unchanged::since_now(&inputs);
        assert_eq!(unchanged.changed(), None);
        // A file's time may be some milliseconds coarse.
        std::thread::sleep(std::time::Duration::from_millis(20));
        fs::write(inputs[1].place.path().unwrap(), "two").unwrap();
        assert_eq!(unchanged.changed(), Some(&inputs[1]));
        fs::remove_file(inputs[0].place.path().unwrap()).unwrap();
        assert_eq!(unchanged.changed(), Some(&inputs[0]));
    }
}
