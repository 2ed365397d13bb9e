//! The runs under a folder.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::store::Folder;

/// Folders below in which runs are looked for.
const DEPTH: usize = 6;
/// Folders that are looked into, and runs that are told.
const FOLDERS: usize = 20_000;
const RUNS: usize = 1_000;

/// The folders of the runs in a folder and below it, in the order of their paths: at most a
/// thousand, up to six folders deep. No symbolic link is followed, and what cannot be looked into
/// is passed over.
pub fn runs_under(folder: &Path) -> Vec<PathBuf> {
    let mut walk = WalkDir::new(folder).max_depth(DEPTH).sort_by_file_name().into_iter();
    let (mut runs, mut seen) = (Vec::new(), 0);
    while let Some(entry) = walk.next() {
        let Some(entry) = entry.ok().filter(|entry| entry.file_type().is_dir()) else { continue };
        seen += 1;
        if seen > FOLDERS || runs.len() == RUNS {
            break;
        }
        if Folder::holds_run(entry.path()) {
            walk.skip_current_dir();
            runs.push(entry.into_path());
        }
    }
    runs
}

/// Whether a symbolic link is among the files and folders of a run, by which its reader might be
/// led elsewhere.
pub fn holds_links(root: &Path) -> bool {
    let mut all = WalkDir::new(root).min_depth(1).into_iter().flatten();
    all.any(|entry| entry.path_is_symlink())
}
