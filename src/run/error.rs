//! Why a run cannot be begun, taken up or gone on with.

use thiserror::Error;

use crate::pipeline::RunError;
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
