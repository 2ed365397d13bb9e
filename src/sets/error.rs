//! Why sets cannot be compared, or written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::pipeline::RunError;
use crate::source::InputError;
use crate::whole_file::OutError;

/// Work on sets that cannot go on.
#[derive(Debug, Error)]
pub enum SetsError {
    /// Keys cannot be sorted on disk.
    #[error("cannot use the folder {} for temporary files", .0.display())]
    Temporary(PathBuf, #[source] io::Error),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] RunError),
    /// A file must not be written.
    #[error(transparent)]
    Out(#[from] OutError),
    /// A folder holds a part that would not be replaced.
    #[error("{} is there, a part that this split would not replace: choose another folder", .0.display())]
    OtherSplit(PathBuf),
    /// A file or folder cannot be written.
    #[error("cannot write to {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An input cannot be read twice.
    #[error("{0} is no file, and is to be read more than once: write it to a file first")]
    NoFile(String),
    /// An input is not what it was when it was read first.
    #[error("{0} has changed while it was read")]
    Changed(String),
    /// An input has other columns than those before.
    #[error("{0} has other columns than the input before it: only lines can be written of both")]
    Columns(String),
    /// An input has no such column.
    #[error("{input} has no column `{column}`; it has: {names}")]
    NoColumn {
        /// The input.
        input: String,
        /// What was asked for.
        column: String,
        /// What there is.
        names: String,
    },
    /// A record cannot be a row.
    #[error("{0}")]
    Record(String),
    /// There are too many strata.
    #[error("the column `{0}` has more than {1} different values")]
    Strata(String, usize),
}
