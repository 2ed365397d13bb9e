//! Why a table is not annotated.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::pipeline::RunError;
use crate::source::InputError;
use crate::store::WriteError;
use crate::whole_file::OutError;

/// A table that is not annotated; nothing is written.
#[derive(Debug, Error)]
pub enum AnnotateError {
    /// A column has the name of one that is to be added.
    #[error("{set} has a column `{name}` already: --prefix gives ours other names, like `lab_`")]
    Taken {
        /// The input.
        set: String,
        /// The column.
        name: String,
    },
    /// The column that is asked for is not there.
    #[error("{set}: no column is named `{asked}`: its columns are {}", .names.join(", "))]
    NoColumn {
        /// The input.
        set: String,
        /// What was asked for.
        asked: String,
        /// What there is.
        names: Vec<String>,
    },
    /// A file was not the same all the time.
    #[error("{0} has changed while it was read")]
    Changed(String),
    /// An input cannot be read, or not kept.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file must not be written.
    #[error(transparent)]
    Out(#[from] OutError),
    /// The file cannot be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// Columns cannot be written.
    #[error(transparent)]
    Columns(#[from] WriteError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] RunError),
}
