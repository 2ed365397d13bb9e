//! Globs: `*`, `?` and `[…]` within names, `**` for any folders.
//!
//! The crate's own walk passes over names that are not UTF-8 in silence, or panics; here only
//! its patterns are used.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use glob::{Pattern, PatternError};
use walkdir::WalkDir;

/// The paths that match, sorted by name; of folders that cannot be listed, their own.
///
/// # Errors
/// When the pattern is malformed.
pub(super) fn matches(pattern: &str) -> Result<Vec<PathBuf>, PatternError> {
    let start = if pattern.starts_with('/') { "/" } else { "" };
    let mut paths = vec![PathBuf::from(start)];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let matched = Pattern::new(part)?;
        paths = paths.into_iter().flat_map(|path| step(path, part, &matched)).collect();
    }
    Ok(paths)
}

/// The paths one part of the pattern further.
fn step(path: PathBuf, part: &str, matched: &Pattern) -> Vec<PathBuf> {
    let folder = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
    if part == "**" {
        let folders = WalkDir::new(folder).sort_by_file_name().into_iter();
        let is_seen = |name: &walkdir::DirEntry| name.depth() == 0 || !is_hidden(name.path());
        let folders = folders.filter_entry(is_seen).filter_map(Result::ok);
        return folders.filter(|one| one.file_type().is_dir()).map(|one| one.into_path()).collect();
    }
    if !part.contains(['*', '?', '[']) {
        let next = path.join(part);
        return if next.symlink_metadata().is_ok() { vec![next] } else { Vec::new() };
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let names = match entries {
        Ok(entries) => entries.into_iter().map(|entry| entry.file_name()),
        Err(_) => return if folder.is_dir() { vec![folder.into()] } else { Vec::new() },
    };
    let is_match = |name: &std::ffi::OsString| {
        matched.matches(&name.to_string_lossy()) && (part.starts_with('.') || !is_hidden(name))
    };
    let mut paths: Vec<PathBuf> = names.filter(is_match).map(|name| path.join(name)).collect();
    paths.sort();
    paths
}

/// Whether the name of a file or folder begins with a dot.
pub(super) fn is_hidden(path: impl AsRef<Path>) -> bool {
    let name = path.as_ref().file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
