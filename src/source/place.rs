//! An input: where puzzles come from, and what that is called.

use std::path::{Path, PathBuf};

/// One stream of puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name in the results, one printable line: the shortest end of the path that no
    /// other input of the run has.
    pub name: String,
    /// Where it comes from.
    pub place: Place,
    /// The column of a table that puzzles are read from, by its name in the header or by its
    /// number; without it, the one that holds puzzles.
    pub column: Option<String>,
}

/// Where an input comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Place {
    /// The path of a file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Place::Stdin => None,
            Place::File(path) => Some(path),
        }
    }
}
