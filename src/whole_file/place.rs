//! Where a file would be written: what is there, what leads there, and whose it is.

use std::fs::{self, File, TryLockError};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::error::OutError;

/// Links in a row that may be loops.
const MOST_LINKS: usize = 40;

/// Whether a file that a person names may be written: it is no input nor inside of one, not among
/// the files of a run, no search is at work on it, and it is there only if it is to be replaced.
pub(super) fn expect_free(path: &Path, force: bool, inputs: &[PathBuf]) -> Result<(), OutError> {
    // Standard input may be a file, too.
    let is_stdin = || is_regular(path) && is_of(path, &["/dev/stdin".into()]);
    let is_input = is_of(path, inputs) || is_stdin();
    if is_input && path.exists() {
        return Err(OutError::IsInput(path.into()));
    }
    if is_of_run(path) {
        return Err(OutError::OfRun(path.into()));
    }
    if is_input {
        return Err(OutError::InInput(path.into()));
    }
    if !force && path.is_file() && target(path).is_some() {
        return Err(OutError::Exists(path.into()));
    }
    if is_locked(path) {
        return Err(OutError::Busy(path.into()));
    }
    Ok(())
}

/// The file that a path leads to by links, there or not yet; nothing for what the system
/// keeps, as `/dev/stdout`, and for links that lead nowhere.
pub(super) fn target(path: &Path) -> Option<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if ["/dev", "/proc"].iter().any(|folder| target.starts_with(folder)) {
            return None;
        }
        match fs::read_link(&target) {
            Ok(link) => target = target.parent()?.join(link),
            Err(_) => return Some(target),
        }
    }
    None
}

/// Whether a file is in one of the folders of a run, or one that a run has beside them.
fn is_of_run(path: &Path) -> bool {
    let is_run = |folder: &&Path| folder.join("_state/run.json").exists();
    let place = target(path).unwrap_or_else(|| path.into());
    let folder = place.parent().and_then(|folder| Path::new(".").join(folder).canonicalize().ok());
    let Some(folder) = folder else { return false };
    let own = ["_SUCCESS", "manifest.json", "README.md"];
    let is_own = || own.iter().any(|name| place.ends_with(name));
    folder.ancestors().find(is_run).is_some_and(|run| folder != run || is_own())
}

/// Whether a search holds the file, to which it adds as it finds puzzles.
pub(super) fn is_locked(path: &Path) -> bool {
    // To open a pipe would wait for its writer.
    let lock = is_regular(path).then(|| File::open(path).map(|file| file.try_lock_shared()));
    matches!(lock, Some(Ok(Err(TryLockError::WouldBlock))))
}

fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|facts| facts.is_file())
}

/// Whether it is one of these files and folders, by another name too, or inside of one.
fn is_of(path: &Path, inputs: &[PathBuf]) -> bool {
    let id = |path: &Path| fs::metadata(path).ok().map(|facts| (facts.dev(), facts.ino()));
    let ids: Vec<_> = inputs.iter().filter_map(|input| id(input)).collect();
    let place = target(path).unwrap_or_else(|| path.into());
    let folder = place.parent().and_then(|folder| Path::new(".").join(folder).canonicalize().ok());
    let above = folder.iter().flat_map(|folder| folder.ancestors()).filter_map(id);
    if id(path).into_iter().chain(above).any(|id| ids.contains(&id)) {
        return true;
    }
    // A second name of a file somewhere in a folder.
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| !path.is_symlink()).collect()
    };
    fs::metadata(path).is_ok_and(|facts| facts.is_file() && facts.nlink() > 1)
        && inputs.iter().any(|input| is_of(path, &inside(input)))
}
