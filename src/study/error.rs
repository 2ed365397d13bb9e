//! Why a study cannot be begun, taken up or gone on with.

use std::io;

use thiserror::Error;

use crate::generate::GenerateError;
use crate::pipeline::RunError;
use crate::readable::counted;
use crate::run;
use crate::store::{FolderError, WriteError};

/// A study that cannot be begun, taken up or gone on with.
#[derive(Debug, Error)]
pub enum Error {
    /// No experiment has this name; the second are the names there are.
    #[error("no experiment `{0}`: there are {1}, and files whose names end in .toml")]
    Unknown(String, String),
    /// The experiment's file is not there, or cannot be read.
    #[error("{0}: {1}")]
    Unreadable(String, io::Error),
    /// The experiment's file makes no sense: the file and line, the key, and why.
    #[error("{0}: {1}")]
    Malformed(String, String),
    /// So many puzzles cannot be made.
    #[error("{0}")]
    Sample(String),
    /// The folder holds an experiment already.
    #[error("{0} holds an experiment: go on with --resume, or choose another folder")]
    Begun(String),
    /// The folder holds something else: what it is, and how to go on.
    #[error("{0} holds {1}: {2}choose another folder")]
    Different(String, String, String),
    /// A file of puzzles is not as it was made.
    #[error("{0} is not as it was made: remove it, or choose another folder")]
    Altered(String),
    /// A set of puzzles cannot be made.
    #[error("the set {0}: {1}")]
    Set(String, Box<Error>),
    /// There are not so many such puzzles.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The folder does not take it.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The run cannot go on, or be read.
    #[error(transparent)]
    Run(#[from] run::Error),
    /// Solvers contradict each other or the rules, so that their figures prove nothing.
    #[error("{}: {text}", counted(*.0, "disagreement"), text = .1)]
    Disagreements(u64, String),
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Error {
        Error::Run(error.into())
    }
}
