//! The runs under the folders that are served.
//!
//! A run is known by a digest of its path and its folder's, and is looked for among those that a walk finds: what
//! a request names is never a path. No symbolic link is followed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::http::StatusCode;
use sha2::{Digest as _, Sha256};

use super::refusal::Refusal;
use crate::run::{holds_links, runs_under};
use crate::store::hex;

/// Letters of a run's name.
const LETTERS: usize = 16;

/// The folders that are served.
#[derive(Clone)]
pub(super) struct Shelf(Arc<[PathBuf]>);

/// A run that was found.
#[derive(Clone)]
pub(super) struct Shelved {
    /// By what requests name it.
    pub id: String,
    /// Its path in the folder that is served; empty if it is that folder.
    pub path: String,
    /// Where it is.
    pub root: PathBuf,
}

impl Shelf {
    pub fn new(folders: &[PathBuf]) -> Shelf {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or(path.clone());
        Shelf(folders.iter().map(absolute).collect())
    }

    /// The folders, each with the runs under it, in the order of their paths.
    pub fn folders(&self) -> impl Iterator<Item = (String, Vec<Shelved>)> {
        self.0.iter().map(|folder| (folder.display().to_string(), runs(folder).collect()))
    }

    /// The run of this name.
    ///
    /// # Errors
    /// When there is none, or a symbolic link in it might lead elsewhere.
    pub fn find(&self, id: &str) -> Result<Shelved, Refusal> {
        let mut runs = self.0.iter().flat_map(|folder| runs(folder));
        let refusal = || Refusal(StatusCode::NOT_FOUND, "there is no such run".into());
        let run = runs.find(|run| run.id == id).ok_or_else(refusal)?;
        run.expect_no_links().map(|()| run)
    }
}

impl Shelved {
    /// Refuses a run of which a part may lie elsewhere.
    ///
    /// # Errors
    /// When a symbolic link is in its folder.
    pub fn expect_no_links(&self) -> Result<(), Refusal> {
        match holds_links(&self.root) {
            true => Err(Refusal::wrong("a symbolic link is in the run's folder; none is followed")),
            false => Ok(()),
        }
    }
}

fn runs(folder: &Path) -> impl Iterator<Item = Shelved> {
    runs_under(folder).into_iter().map(move |root| shelved(folder, root))
}

fn shelved(folder: &Path, root: PathBuf) -> Shelved {
    // In another folder it has another path.
    let both = [folder, &root].map(|path| path.as_os_str().as_encoded_bytes());
    let digest = hex(&Sha256::digest(both.join(&0)));
    let path = root.strip_prefix(folder).unwrap_or(&root).display().to_string();
    Shelved { id: digest[..LETTERS].to_owned(), path, root }
}
