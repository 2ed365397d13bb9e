//! From command-line arguments to inputs.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::folder::{KNOWN, LeftOut, OF_RUN, Search, left_out_in_words};
use super::name::{name, shown};
use super::pattern::matches;
use super::place::{Input, Place};
use crate::grid::Puzzle;
use crate::text::{Dialect, ParseErrorKind, parse_line};

/// What the arguments lead to.
#[derive(Debug)]
pub struct Found {
    /// What is read, in order; a folder's files sorted by path. No file twice.
    pub inputs: Vec<Input>,
    /// What is not read, by the arguments that lead there.
    pub left_out: Vec<(String, Vec<LeftOut>)>,
}

impl Found {
    /// The same, to be read from this column of tables.
    pub fn of_column(mut self, column: Option<&str>) -> Found {
        self.inputs.iter_mut().for_each(|input| input.column = column.map(str::to_owned));
        self
    }

    /// A line for each argument that leads to something that is not read.
    pub fn news(&self) -> impl Iterator<Item = String> {
        let line = |(argument, all): &(String, Vec<LeftOut>)| match &all[..] {
            [one] if one.path == *argument => format!("{argument}: {}", one.reason),
            all => format!("{argument}: {}", left_out_in_words(all)),
        };
        self.left_out.iter().map(line)
    }
}

/// An argument that leads to no input.
#[derive(Debug, Error)]
pub enum InputError {
    /// There is no such file, or nothing matches.
    #[error("{}: no such file or folder{}", named(.0), advice(.0))]
    Missing(String),
    /// A folder holds nothing that is read.
    #[error("{0}: no puzzle files there, {1}")]
    Empty(String, String),
    /// A glob is malformed.
    #[error("{0}: {1}")]
    Pattern(String, glob::PatternError),
    /// It is there and cannot be read.
    #[error("{0}: {1}")]
    Unreadable(String, io::Error),
    /// It was written to, or another file took its place.
    #[error("{0} has changed while it was read")]
    Changed(String),
    /// Standard input of a run that is taken up is empty.
    #[error("standard input is empty: the run reads it, so it has to come again, all of it")]
    NotAgain,
}

/// What stands for a name in a message.
fn named(name: &str) -> &str {
    if name.is_empty() { "''" } else { name }
}

/// The inputs that the arguments name. Of folders, files with these endings are taken; with
/// none of them, those with the endings of puzzle files, and others whose first lines hold
/// puzzles.
///
/// # Errors
/// When an argument names nothing.
pub fn expand(arguments: &[impl AsRef<OsStr>], endings: &[String]) -> Result<Found, InputError> {
    let mut search = Search::new(endings);
    let mut left_out: Vec<(String, Vec<LeftOut>)> = Vec::new();
    for argument in arguments.iter().map(AsRef::as_ref) {
        let (path, before) = (Path::new(argument), search.places.len());
        match argument.to_str() {
            // It cannot be read twice.
            Some("-") if before > 0 && search.places.contains(&Place::Stdin) => continue,
            Some("-") => search.places.push(Place::Stdin),
            _ if path.exists() => search.take(path.into()),
            // As an unset variable of a shell, or a link that leads nowhere.
            _ if argument.is_empty() || path.is_symlink() => {
                return Err(InputError::Missing(shown(argument)));
            }
            Some(pattern) => {
                let malformed = |error| InputError::Pattern(shown(pattern), error);
                let paths = matches(pattern).map_err(malformed)?;
                if paths.is_empty() {
                    return Err(InputError::Missing(shown(pattern)));
                }
                paths.into_iter().for_each(|path| search.take_match(path));
            }
            None => return Err(InputError::Missing(shown(argument))),
        }
        let left = std::mem::take(&mut search.left_out);
        let is_told = left.iter().any(|one| [KNOWN, OF_RUN].contains(&one.reason.as_str()));
        if search.places.len() == before && !is_told {
            return Err(InputError::Empty(shown(argument), left_out_in_words(&left)));
        }
        if !left.is_empty() {
            left_out.push((shown(argument), left));
        }
    }
    match left_out.first().filter(|_| search.places.is_empty()) {
        Some((argument, left)) => Err(InputError::Empty(argument.clone(), left_out_in_words(left))),
        None => Ok(Found { inputs: name(search.places), left_out }),
    }
}

/// What to do with an argument that leads to nothing, if it is a puzzle.
fn advice(argument: &str) -> &'static str {
    match parse_line(argument.as_bytes(), Dialect::Plain) {
        _ if argument.contains('\n') => {
            "; an argument that is a puzzle is one line, and a drawn one comes from a file or from \
             standard input (-)"
        }
        Ok(Some(_)) => {
            "; a puzzle is given alone, as the only argument, to solve, check, rate, explain or \
             augment, and several of them as lines of a file or of standard input (-)"
        }
        _ => "",
    }
}

/// The argument as a puzzle, if it is not the name of an input.
///
/// # Errors
/// When it is meant for a puzzle and is none.
pub fn puzzle_of(argument: &OsStr) -> Result<Option<Puzzle>, InputError> {
    if argument == "-" || Path::new(argument).exists() {
        return Ok(None);
    }
    let argument = argument.as_encoded_bytes();
    match parse_line(argument, Dialect::Plain) {
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
fn is_drawn(argument: &[u8]) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b"._* ".contains(byte);
    argument.len() >= 16 && argument.iter().all(is_cell)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    fn names(found: &Found) -> Vec<&str> {
        found.inputs.iter().map(|input| input.name.as_str()).collect()
    }

    #[test]
    fn folders_give_their_puzzle_files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = ".".repeat(81);
        let drawn = "12|..\n34|..\n..|..\n..|..\n";
        for (name, text) in [
            ("b.txt", ""),
            ("a.csv.gz", ""),
            (".hidden.txt", ""),
            ("README.md", "Puzzles\n=======\n"),
            ("sub/c.sdm", ""),
            ("good", &puzzle),
            ("drawn.sdk", drawn),
            ("table.parquet", "PAR1"),
            ("bin", "\0\0\0"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        // A circle of folders, a file once more, and a link that nobody asked for.
        symlink(folder.path(), folder.path().join("sub/again")).unwrap();
        symlink(folder.path().join("b.txt"), folder.path().join("sub/link.txt")).unwrap();
        symlink("nowhere", folder.path().join("notes.md")).unwrap();
        symlink("nowhere", folder.path().join("wanted.txt")).unwrap();
        let found = expand(&[folder.path()], &[]).unwrap();
        let expected = ["a.csv.gz", "b.txt", "drawn.sdk", "good", "c.sdm", "wanted.txt"];
        assert_eq!(names(&found), expected);
        let line = found.news().next().unwrap();
        for part in [
            "7 left out",
            "1 .txt (hidden): .hidden.txt",
            "1 .md (no puzzles in its first lines): README.md",
            "1 .parquet (this is Parquet, and damaged: ",
            "1 without ending (binary): bin",
            "1 .txt, 1 folder (read already): again, link.txt",
            "1 .md (a link that leads nowhere): notes.md",
        ] {
            assert!(line.contains(part), "{part}\n{line}");
        }
        assert_eq!(names(&expand(&[folder.path()], &[".SDK".into()]).unwrap()), ["drawn.sdk"]);
        let glob = format!("{}/*.txt", folder.path().display());
        assert_eq!(names(&expand(&[glob], &[]).unwrap()), ["b.txt", "wanted.txt"]);
        let nothing = format!("{}/*.none", folder.path().display());
        assert!(matches!(expand(&[nothing], &[]), Err(InputError::Missing(_))));
        // Named itself, and an unset variable of a shell.
        for nowhere in [folder.path().join("notes.md"), "".into()] {
            let refused = expand(&[folder.path(), &nowhere], &[]).unwrap_err();
            assert!(matches!(refused, InputError::Missing(_)));
            assert!(refused.to_string().contains("notes.md: no") ^ nowhere.as_os_str().is_empty());
        }
    }

    #[test]
    fn a_file_is_read_once_however_it_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.txt"), "").unwrap();
        symlink("a.txt", at("b.txt")).unwrap();
        for i in 0..30 {
            // Two ways down at every step: 2^30 paths to the last folder.
            fs::create_dir(at(&i.to_string())).unwrap();
            for link in ["x", "y"] {
                symlink(format!("../{}", i + 1), at(&format!("{i}/{link}"))).unwrap();
            }
        }
        let twice = [at("b.txt"), at("a.txt"), at("."), at("b.txt")];
        let found = expand(&twice, &[]).unwrap();
        assert_eq!(names(&found), ["b.txt"]);
        assert!(found.news().next().unwrap().ends_with("a.txt: read already"));
    }
}
