//! Why a run cannot be begun, taken up or gone on with.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::external::ExternalError;
use crate::pipeline::RunError;
use crate::readable::in_shell;
use crate::source::InputError;
use crate::store::{FolderError, RunFile, StoreError, WriteError};
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
    /// An external solver cannot take part.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// Its tables cannot be summarised.
    #[error(transparent)]
    Summary(#[from] SummaryError),
    /// Its tables are not what it wrote.
    #[error("{} is damaged: {}{advice}", .root.display(), in_short(.problems))]
    Damaged {
        /// The folder.
        root: PathBuf,
        /// What is wrong, each in a sentence.
        problems: Vec<String>,
        /// What can be done.
        advice: String,
    },
    /// Its folder cannot be read.
    #[error("cannot read {}: {error}", .root.display())]
    Unreadable {
        /// The folder.
        root: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A run that has to be finished is not.
    #[error("{}: the run is not finished", .0.display())]
    Unfinished(PathBuf),
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

impl Error {
    /// The run in a folder is damaged in these ways.
    pub(super) fn damaged(root: &Path, problems: Vec<String>) -> Error {
        let shown = in_shell(root);
        let advice = match RunFile::read(root).map(|file| file.identity.merged.is_empty()) {
            Ok(true) => {
                format!("; `sudoku-lab resume {shown}` makes it whole, if its inputs are there")
            }
            Ok(false) => format!("; merging the same runs into {shown} again makes it whole"),
            Err(_) => String::new(),
        };
        Error::Damaged { root: root.into(), problems, advice }
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
