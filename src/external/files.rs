//! The files of an external solver's command, and their digests.

use std::collections::BTreeMap;
use std::env;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::ExternalError;
use crate::store::sha256;

/// The SHA-256 of the program and of all arguments that are files, by word. Paths are those that
/// a program started in the folder would read.
///
/// # Errors
/// When the program is not there, or a file cannot be read.
pub(super) fn digests(
    name: &str,
    words: &[String],
    folder: &Path,
) -> Result<BTreeMap<String, String>, ExternalError> {
    let missing = |word: &str, error: String| {
        let what = format!("external solver {name}: {word}");
        ExternalError::Missing { what, error }
    };
    let files = paths(words, folder);
    // An argument may have the program's name.
    if !files.first().is_some_and(|(word, _)| std::ptr::eq(*word, &words[0])) {
        let is_file = words[0].contains('/') && folder.join(&words[0]).is_file();
        let why = if is_file { "it may not be executed" } else { "there is no such program" };
        return Err(missing(&words[0], why.into()));
    }
    files
        .into_iter()
        .map(|(word, path)| match sha256(&path) {
            Ok(digest) => Ok((word.clone(), digest)),
            Err(error) => Err(missing(word, error.to_string())),
        })
        .collect()
}

/// The program, if it is there, and all arguments that are files, by word.
pub(super) fn paths<'a>(words: &'a [String], folder: &Path) -> Vec<(&'a String, PathBuf)> {
    let program = program_file(&words[0], folder).map(|path| (&words[0], path));
    let others = words[1..].iter().map(|word| (word, folder.join(word)));
    program.into_iter().chain(others.filter(|(_, path)| path.is_file())).collect()
}

/// The file that the system executes for a program's name.
fn program_file(program: &str, folder: &Path) -> Option<PathBuf> {
    let is_program = |path: &Path| {
        path.metadata().is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 > 0)
    };
    if program.contains('/') {
        let path = folder.join(program);
        return is_program(&path).then_some(path);
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|path| is_program(path))
}
