//! From command-line arguments to inputs.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use walkdir::WalkDir;

use crate::grid::Puzzle;
use crate::readable::escape;
use crate::text::{Dialect, ParseErrorKind, parse_line};

/// The endings a folder's puzzle files have; a file named directly may have any.
const ENDINGS: [&str; 6] = ["txt", "csv", "tsv", "sdm", "sudoku", "puzzles"];

/// One stream of puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name in the results: the shortest end of the path that no other
    /// input of the run has.
    pub name: String,
    /// Where it comes from.
    pub place: Place,
}

/// Where an input comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// An argument that leads to no input.
#[derive(Debug, Error)]
pub enum InputError {
    /// There is no such file, or nothing matches.
    #[error("{0}: no such file or folder")]
    Missing(String),
    /// A folder holds no puzzle files.
    #[error("{0}: no puzzle files in this folder (endings: {list}, plain, .gz or .zst)", list = ENDINGS.join(", "))]
    EmptyFolder(String),
    /// A glob is malformed.
    #[error("{0}: {1}")]
    Pattern(String, glob::PatternError),
    /// It is there and cannot be read.
    #[error("{0}: {1}")]
    Unreadable(String, std::io::Error),
}

/// The inputs that the arguments name, in order; a folder's files sorted by path.
///
/// # Errors
/// When an argument names nothing.
pub fn expand(arguments: &[String]) -> Result<Vec<Input>, InputError> {
    let mut places = Vec::new();
    for argument in arguments {
        if argument == "-" {
            places.push(Place::Stdin);
        } else if Path::new(argument).exists() {
            push_path(Path::new(argument), &mut places)?;
        } else {
            push_matches(argument, &mut places)?;
        }
    }
    Ok(name(places))
}

/// The argument as a puzzle, if it is not the name of an input.
///
/// # Errors
/// When it is meant for a puzzle and is none.
pub fn puzzle_of(argument: &str) -> Result<Option<Puzzle>, InputError> {
    if argument == "-" || Path::new(argument).exists() {
        return Ok(None);
    }
    match parse_line(argument.as_bytes(), Dialect::Plain) {
        Ok(puzzle) => Ok(puzzle),
        // Of no puzzle's length: more likely a name, and a wrong one.
        Err(ParseErrorKind::Length { .. } | ParseErrorKind::TooLong) if !is_drawn(argument) => {
            Ok(None)
        }
        Err(kind) => {
            let error = io::Error::new(io::ErrorKind::InvalidData, kind.to_string());
            Err(InputError::Unreadable("puzzle".into(), error))
        }
    }
}

/// Whether it is meant for a puzzle: nothing but digits and marks of empty cells.
fn is_drawn(argument: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() || b"._* ".contains(&byte);
    argument.len() >= 16 && argument.bytes().all(is_cell)
}

fn push_path(path: &Path, places: &mut Vec<Place>) -> Result<(), InputError> {
    if !path.is_dir() {
        places.push(Place::File(path.into()));
        return Ok(());
    }
    let before = places.len();
    push_folder(path, places)?;
    if places.len() == before {
        return Err(InputError::EmptyFolder(path.display().to_string()));
    }
    Ok(())
}

/// Links are followed, but not round in circles.
fn push_folder(folder: &Path, places: &mut Vec<Place>) -> Result<(), InputError> {
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let is_meant = |path: &Path| !is_hidden(path) && !is_run(path);
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || is_meant(entry.path())) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if !has_puzzle_ending(entry.path()) => {}
            Ok(entry) => places.push(Place::File(entry.into_path())),
            Err(error) if error.loop_ancestor().is_some() => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder);
                // A link that leads nowhere counts if it has the name of a puzzle file.
                if !path.is_symlink() || is_meant(path) && has_puzzle_ending(path) {
                    return Err(InputError::Unreadable(path.display().to_string(), error.into()));
                }
            }
        }
    }
    Ok(())
}

fn push_matches(pattern: &str, places: &mut Vec<Place>) -> Result<(), InputError> {
    let options = glob::MatchOptions { require_literal_leading_dot: true, ..Default::default() };
    let paths = glob::glob_with(pattern, options)
        .map_err(|error| InputError::Pattern(pattern.into(), error))?;
    let before = places.len();
    for path in paths {
        let path =
            path.map_err(|e| InputError::Unreadable(e.path().display().to_string(), e.into()))?;
        push_path(&path, places)?;
    }
    if places.len() == before {
        return Err(InputError::Missing(pattern.into()));
    }
    Ok(())
}

/// Whether it is the folder of a run: its tables and summaries are no puzzles.
fn is_run(path: &Path) -> bool {
    path.join("_state").is_dir()
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn has_puzzle_ending(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    plain.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// A name without what would steer a terminal; names that differ stay different.
fn shown(name: &OsStr) -> String {
    escape(name.as_encoded_bytes()).collect()
}

/// Names the inputs by the shortest ends of their paths that tell them apart.
fn name(places: Vec<Place>) -> Vec<Input> {
    let mut depth = vec![1; places.len()];
    loop {
        let names: Vec<String> = places.iter().zip(&depth).map(|(p, &d)| path_end(p, d)).collect();
        // By name: the first of that name, and whether another place has it, too.
        let mut seen: HashMap<&str, (&Place, bool)> = HashMap::new();
        for (name, place) in names.iter().zip(&places) {
            let (first, shared) = seen.entry(name).or_insert((place, false));
            *shared |= *first != place;
        }
        let mut longer = false;
        for (i, place) in places.iter().enumerate() {
            let (_, shared) = seen[names[i].as_str()];
            if shared && path_end(place, depth[i] + 1) != names[i] {
                depth[i] += 1;
                longer = true;
            }
        }
        if !longer {
            return number(places, names);
        }
    }
}

/// The same file may be named twice; later occurrences get a number.
fn number(places: Vec<Place>, names: Vec<String>) -> Vec<Input> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut numbered = |name: String| {
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name} ({count})") }
    };
    let inputs = places.into_iter().zip(names);
    inputs.map(|(place, name)| Input { name: numbered(name), place }).collect()
}

fn path_end(place: &Place, components: usize) -> String {
    match place {
        Place::Stdin => "-".into(),
        Place::File(path) => {
            let parts: Vec<_> = path.components().map(|part| shown(part.as_os_str())).collect();
            parts[parts.len().saturating_sub(components)..].join("/")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn names_are_short_and_distinct() {
        let file = |path: &str| Place::File(path.into());
        let names =
            |places| -> Vec<String> { name(places).into_iter().map(|input| input.name).collect() };
        assert_eq!(
            names(vec![file("a/easy.txt"), file("b/easy.txt"), file("b/hard.txt")]),
            ["a/easy.txt", "b/easy.txt", "hard.txt"]
        );
        assert_eq!(
            names(vec![file("a.txt"), file("a.txt"), Place::Stdin]),
            ["a.txt", "a.txt (2)", "-"]
        );
    }

    #[test]
    fn folders_give_their_puzzle_files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", "a.csv.gz", ".hidden.txt", "README.md", "sub/c.sdm"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        // A circle of folders, and a link that nobody asked for.
        symlink(folder.path(), folder.path().join("sub/again")).unwrap();
        symlink("nowhere", folder.path().join("notes.md")).unwrap();
        let inputs = expand(&[folder.path().display().to_string()]).unwrap();
        let names: Vec<_> = inputs.iter().map(|input| input.name.as_str()).collect();
        assert_eq!(names, ["a.csv.gz", "b.txt", "c.sdm"]);
        let glob = format!("{}/*.txt", folder.path().display());
        assert_eq!(expand(&[glob]).unwrap().len(), 1);
        let nothing = format!("{}/*.none", folder.path().display());
        assert!(matches!(expand(&[nothing]), Err(InputError::Missing(_))));
    }
}
