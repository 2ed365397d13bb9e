//! What to generate, and why it may not be possible.

use std::fmt;
use std::ops::RangeInclusive;

use super::{ATTEMPTS, Symmetry};
use crate::grid::Layout;

/// What the givens of a puzzle have to satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Nothing: there may be many solutions.
    Any,
    /// There is one solution.
    Unique,
    /// There is one solution, and more without any one of the givens; with a
    /// symmetry, without any one orbit of them. On grids beyond 12×12 a given
    /// also stays where the search for a second solution is too long.
    Minimal,
}

/// What to generate.
#[derive(Clone, Debug)]
pub struct Config {
    /// The size.
    pub layout: &'static Layout,
    /// The number of clues: for [`Kind::Minimal`] what is accepted, otherwise
    /// each number in the range is as likely as any.
    pub clues: RangeInclusive<usize>,
    /// What the givens have to satisfy.
    pub kind: Kind,
    /// The pattern of the givens.
    pub symmetry: Symmetry,
    /// Which set of puzzles.
    pub seed: u64,
}

/// Why there is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GenerateError {
    /// The range of clues makes no sense for the size.
    Range {
        /// The range asked for.
        clues: RangeInclusive<usize>,
        /// The cells of the grid.
        cells: usize,
    },
    /// Random removal did not lead to so few, or so many, clues.
    OutOfReach {
        /// The puzzle asked for.
        index: u64,
        /// The range asked for.
        clues: RangeInclusive<usize>,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Range { clues, cells } => {
                let (low, high) = (clues.start(), clues.end());
                write!(f, "{low} to {high} clues do not go with a grid of {cells} cells")
            }
            GenerateError::OutOfReach { index, clues } => write!(
                f,
                "no puzzle of {} to {} clues for index {index} after {ATTEMPTS} full grids",
                clues.start(),
                clues.end()
            ),
        }
    }
}

impl std::error::Error for GenerateError {}
