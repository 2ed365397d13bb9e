//! A run's folder: what may be seen in it, and when.
//!
//! Nothing half-written ever stands under its final name. Files are written under
//! `_tmp`, synced, and renamed into place; `_SUCCESS` comes last.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::sink::SinkError;

/// The mark of a finished run, zero bytes, written last.
pub const SUCCESS: &str = "_SUCCESS";
/// Where files grow before they are renamed into place.
const SCRATCH: &str = "_tmp";

/// The output folder of one run.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

/// A folder that cannot take a run.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A finished run is in it.
    #[error("{0} holds a finished run: choose another folder, or remove this one")]
    Finished(String),
    /// Something is in it.
    #[error("{0} is not empty: choose another folder, or remove this one")]
    NotEmpty(String),
    /// It cannot be made or written to.
    #[error("cannot write to {0}: {1}")]
    Unwritable(String, io::Error),
}

impl Folder {
    /// Makes an empty folder for a run, or takes an existing empty one.
    ///
    /// # Errors
    /// When there is something in it, or it cannot be written to.
    pub fn create(root: &Path) -> Result<Folder, FolderError> {
        let name = || root.display().to_string();
        let unwritable = |error| FolderError::Unwritable(name(), error);
        if root.join(SUCCESS).exists() {
            return Err(FolderError::Finished(name()));
        }
        fs::create_dir_all(root).map_err(unwritable)?;
        if fs::read_dir(root).map_err(unwritable)?.next().is_some() {
            return Err(FolderError::NotEmpty(name()));
        }
        fs::create_dir(root.join(SCRATCH)).map_err(unwritable)?;
        Ok(Folder { root: root.into() })
    }

    /// The path of a file that is still being written.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.root.join(SCRATCH).join(name)
    }

    /// The path of a file or folder in its final place.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Moves a synced scratch file to its final place, durably.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn publish(&self, scratch: &str, place: &str) -> Result<(), SinkError> {
        let target = self.path(place);
        let parent = target.parent().unwrap_or(&self.root);
        let rename = || {
            fs::create_dir_all(parent)?;
            fs::rename(self.scratch(scratch), &target)?;
            File::open(parent)?.sync_all()
        };
        rename().map_err(|error| SinkError::new(target.display(), error))
    }

    /// Writes a whole file, atomically and durably.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&self, place: &str, bytes: &[u8]) -> Result<(), SinkError> {
        let scratch = place.replace('/', "-");
        let write = || {
            let mut file = File::create(self.scratch(&scratch))?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(|error| SinkError::new(self.path(place).display(), error))?;
        self.publish(&scratch, place)
    }

    /// Removes the scratch space and marks the run as finished.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(&self) -> Result<(), SinkError> {
        self.write(SUCCESS, b"")?;
        self.clean_up();
        Ok(())
    }

    /// Removes the scratch space, and the folder too if nothing is left in it.
    pub fn clean_up(&self) {
        // What cannot be removed does no harm: no reader looks into it.
        let _ = fs::remove_dir_all(self.root.join(SCRATCH));
        let _ = fs::remove_dir(&self.root);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_folder_is_taken() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("a/b");
        let folder = Folder::create(&root).unwrap();
        assert!(matches!(Folder::create(&root), Err(FolderError::NotEmpty(_))));
        folder.finish().unwrap();
        assert!(matches!(Folder::create(&root), Err(FolderError::Finished(_))));
        assert_eq!(fs::read_dir(&root).unwrap().count(), 1);
    }

    #[test]
    fn an_abandoned_folder_leaves_nothing_but_finished_files() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("run");
        let folder = Folder::create(&root).unwrap();
        fs::write(folder.scratch("half"), "x").unwrap();
        folder.clean_up();
        assert!(!root.exists());
        let folder = Folder::create(&root).unwrap();
        folder.write("puzzles/part", b"x").unwrap();
        folder.clean_up();
        assert_eq!(fs::read(root.join("puzzles/part")).unwrap(), b"x");
        assert!(!root.join("_tmp").exists());
    }
}
