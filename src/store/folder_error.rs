//! Why a folder cannot take a run.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::readable::in_shell;

/// A folder that cannot take a run.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A finished run is in it.
    #[error("{0} holds a finished run: choose another folder, or remove this one")]
    Finished(String),
    /// An unfinished run is in it.
    #[error(
        "{0} holds an unfinished run: go on with `sudoku-lab resume {1}`, or with the command that \
         began it and --resume, or choose another folder"
    )]
    Unfinished(String, String),
    /// A run is in it that is not what the same runs merged in part would be.
    #[error("{0} holds another run: choose another folder")]
    OtherRun(String),
    /// Something else is in it.
    #[error("{0} is not empty, and holds no run to go on with: choose another folder")]
    NotEmpty(String),
    /// It would be within the folder of another run.
    #[error("{0} is in the folder of a run, {1}: choose another folder")]
    Within(String, String),
    /// No run is in it; and where one is, if it is known.
    #[error("{0} holds no run{1}")]
    NoRun(String, String),
    /// Another process is at work in it.
    #[error("another process is at work in {0}")]
    Busy(String),
    /// Nothing would keep a second process out.
    #[error(
        "{0} is on a file system without locks, where nothing keeps two processes from resuming \
         the run at once: move the folder to another file system first"
    )]
    NoLocks(String),
    /// It cannot be looked into.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, io::Error),
    /// It cannot be made or written to.
    #[error("cannot write to {0}: {1}")]
    Unwritable(String, io::Error),
}

impl FolderError {
    /// There is an unfinished run in the folder.
    pub(super) fn unfinished(root: &Path) -> FolderError {
        FolderError::Unfinished(root.display().to_string(), in_shell(root))
    }
}
