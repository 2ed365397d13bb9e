//! Why a conversion cannot go on.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::pipeline::RunError;
use crate::whole_file::OutError;

/// A conversion that cannot go on.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// A file or folder cannot be written.
    #[error("{}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// The output cannot be written.
    #[error("cannot write")]
    Output(#[from] io::Error),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] RunError),
    /// A file must not be written.
    #[error(transparent)]
    Out(#[from] OutError),
    /// There is more than one puzzle for one file.
    #[error("several puzzles make several formulas: name a folder with --out")]
    Several,
}
