//! Why a run cannot be begun, taken up or gone on with.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::pipeline::RunError;
use crate::readable::in_shell;
use crate::source::InputError;
use crate::store::{FolderError, StoreError, WriteError};
use crate::table::SummaryError;

/// A run that cannot be begun, taken up or gone on with.
#[derive(Debug, Error)]
pub enum Error {
    /// Its folder does not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The pipeline cannot go on.
    #[error(transparent)]
    Pipeline(#[from] RunError),
    /// An input is not there.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Its tables cannot be summarised.
    #[error(transparent)]
    Summary(#[from] SummaryError),
    /// Its tables are not what it wrote.
    #[error(
        "{} is damaged: {}; `sudoku-lab resume {}` makes it whole, if its inputs are there",
        .root.display(),
        in_short(.problems),
        in_shell(.root)
    )]
    Damaged {
        /// The folder.
        root: PathBuf,
        /// What is wrong, each in a sentence.
        problems: Vec<String>,
    },
    /// Its folder cannot be read.
    #[error("cannot read {}: {error}", .root.display())]
    Unreadable {
        /// The folder.
        root: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// What is asked for does not go together.
    #[error("{0}")]
    Usage(String),
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        Error::Store(error.into())
    }
}

impl From<FolderError> for Error {
    fn from(error: FolderError) -> Error {
        Error::Store(error.into())
    }
}

/// Problems that a message names.
const NAMED: usize = 5;

fn in_short(problems: &[String]) -> String {
    let named = problems.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    match problems.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}; and {more} more"),
    }
}
