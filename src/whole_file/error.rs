//! Why a file that a person names is not written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a file that a person names is not written.
#[derive(Debug, Error)]
pub enum OutError {
    /// It is there already.
    #[error("{} is there already: --force replaces it", .0.display())]
    Exists(PathBuf),
    /// It is an input, or there already in a folder that is one.
    #[error("{} is an input: it would be lost", .0.display())]
    IsInput(PathBuf),
    /// It would be in a folder that is an input.
    #[error("{} would be in a folder that is an input: choose another name", .0.display())]
    InInput(PathBuf),
    /// It is one of the files of a run, or would be among them.
    #[error("{} is a file of a run, or would be among them: choose another name", .0.display())]
    OfRun(PathBuf),
    /// A search is adding to it, or a split is at work in it.
    #[error("another process is at work on {}", .0.display())]
    Busy(PathBuf),
    /// The system refuses.
    #[error("cannot write to {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
}
