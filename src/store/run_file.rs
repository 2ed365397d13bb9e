//! What a run is, as its folder says: `_state/run.json`, and `_state/plan.json` if it was
//! planned.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::folder::{Folder, RUN, SUCCESS};
use super::folder_error::FolderError;
use super::identity::Identity;
use super::plan::Plan;
use super::sealed;
use super::write_error::WriteError;

const PLAN: &str = "_state/plan.json";

/// What is known of a run from its beginning on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunFile {
    /// When it was begun.
    pub started: String,
    /// All that its rows depend on.
    pub identity: Identity,
    /// Where its inputs lie; nothing for standard input.
    pub paths: Vec<Option<PathBuf>>,
}

/// A run that cannot be begun or taken up.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder does not take it.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// It cannot be written.
    #[error(transparent)]
    Sink(#[from] WriteError),
    /// The folder holds another run.
    #[error("{folder} holds another run: {difference}")]
    Different {
        /// The folder.
        folder: String,
        /// The first difference.
        difference: String,
    },
    /// The run was not planned.
    #[error("{} holds a run without a plan, which `sudoku-lab plan` makes", .0.display())]
    NoPlan(PathBuf),
    /// A unit that is done is not that of the plan: the inputs have changed.
    #[error(
        "unit {0} was done with other lines than the plan gives it: the inputs have changed; \
         plan the run anew in another folder"
    )]
    NotPlanned(u64),
    /// Its bookkeeping cannot be read.
    #[error("{0}: {1}")]
    Unreadable(String, String),
}

impl RunFile {
    /// The file of the run in a folder.
    ///
    /// # Errors
    /// When there is none that can be read.
    pub fn read(root: &Path) -> Result<RunFile, StoreError> {
        if !Folder::holds_run(root) {
            return Err(FolderError::NoRun(root.display().to_string()).into());
        }
        read(&root.join(RUN))
    }
}

/// Notes the plan of a run.
///
/// # Errors
/// When the system refuses.
pub(super) fn write_plan(folder: &Folder, plan: &Plan) -> Result<(), WriteError> {
    folder.write(PLAN, &sealed::to_text(plan))
}

/// Whether the run in a folder is finished.
pub fn is_finished(root: &Path) -> bool {
    root.join(SUCCESS).exists()
}

/// The plan of the run in a folder, if there is one.
///
/// # Errors
/// When it cannot be read.
pub fn read_plan(root: &Path) -> Result<Option<Plan>, StoreError> {
    let path = root.join(PLAN);
    if path.exists() { read(&path).map(Some) } else { Ok(None) }
}

pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, StoreError> {
    let unreadable = |reason: String| StoreError::Unreadable(path.display().to_string(), reason);
    let text = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    sealed::of_text(&text).ok_or_else(|| unreadable("it is damaged".into()))
}
