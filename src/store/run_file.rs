//! What a run is, as its folder says: `_state/run.json`, and `_state/plan.json` if it was
//! planned.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::folder::{Folder, RUN, SUCCESS, read_file};
use super::folder_error::FolderError;
use super::identity::Identity;
use super::plan::Plan;
use super::sealed;
use super::write_error::WriteError;
use crate::readable::to_ranges;

/// The units of a planned run.
pub const PLAN: &str = "_state/plan.json";

/// Of a run that was to be planned, and whose plan was ended before, in a sentence.
pub const UNPLANNED: &str = "the plan is not made: the same `plan` command goes on, with --resume";

/// What is known of a run from its beginning on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunFile {
    /// When it was begun.
    pub started: String,
    /// All that its rows depend on.
    pub identity: Identity,
    /// Where its inputs lie; nothing for standard input.
    #[serde(with = "stored_paths")]
    pub paths: Vec<Option<PathBuf>>,
    /// Where other files lie that it reads: external solvers and what declares them.
    #[serde(default, with = "stored_paths")]
    pub files: Vec<Option<PathBuf>>,
    /// The folder in which it was begun, where that is text.
    #[serde(default)]
    pub begun_in: Option<String>,
    /// What was found beside them and is not read, each with the reason.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// Whether it was begun to be planned.
    #[serde(default)]
    pub for_plan: bool,
}

/// Paths in JSON: as text, or as bytes where they are no text.
mod stored_paths {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    use std::path::PathBuf;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Text(String),
        Bytes(Vec<u8>),
    }

    pub(super) fn serialize<S: Serializer>(
        paths: &[Option<PathBuf>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let stored = |path: &PathBuf| match path.to_str() {
            Some(text) => Stored::Text(text.into()),
            None => Stored::Bytes(path.as_os_str().as_bytes().into()),
        };
        serializer.collect_seq(paths.iter().map(|path| path.as_ref().map(stored)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Option<PathBuf>>, D::Error> {
        let path = |stored| match stored {
            Stored::Text(text) => PathBuf::from(text),
            Stored::Bytes(bytes) => OsString::from_vec(bytes).into(),
        };
        let paths = Vec::<Option<Stored>>::deserialize(deserializer)?;
        Ok(paths.into_iter().map(|stored| stored.map(path)).collect())
    }
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
        /// Whether it is the same run of inputs that have changed.
        changed: bool,
    },
    /// The run was not planned.
    #[error(
        "{} holds a run without a plan: `sudoku-lab resume` goes on with it, and `sudoku-lab plan` \
         begins one with a plan in another folder",
        .0.display()
    )]
    NoPlan(PathBuf),
    /// The run was to be planned, and that was ended before.
    #[error("{}: {UNPLANNED}", .0.display())]
    Unplanned(PathBuf),
    /// The plan has no such unit.
    #[error("the plan has no unit {0}")]
    NoUnit(u64),
    /// Units that are done, in rising order, are not those of the plan: the inputs have changed.
    #[error(
        "done with other lines than the plan has, as the inputs have changed: unit {}; records of such units \
         in _state/units are to be moved away first, or the run is to be planned in another folder",
        to_ranges(.0)
    )]
    NotPlanned(Vec<u64>),
    /// A unit does not go on where the one before it ends.
    #[error("{0}: its record is to be moved away first, with those after it")]
    Apart(String),
    /// Its bookkeeping is damaged.
    #[error("{}: it is damaged", .0.display())]
    Damaged(PathBuf),
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
        Folder::expect_run(root)?;
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
    if !path.exists() {
        return Ok(None);
    }
    let plan: Plan = read(&path)?;
    match plan.units.iter().all(|unit| unit.facts.is_possible()) {
        true => Ok(Some(plan)),
        false => Err(StoreError::Damaged(path)),
    }
}

pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, StoreError> {
    let unreadable = |error: std::io::Error| {
        StoreError::Unreadable(path.display().to_string(), error.to_string())
    };
    let text = read_file(path).map_err(unreadable)?;
    sealed::of_text(&text).ok_or_else(|| StoreError::Damaged(path.into()))
}
