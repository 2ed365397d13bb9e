//! Levels: what two puzzles must have in common to be alike.

use crate::keys::{Key, Keys, Wanted};

/// What two puzzles must have in common to be alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The givens, cell by cell.
    Exact,
    /// The [puzzle's key](Keys::puzzle): a symmetry takes one to the other.
    Puzzle,
    /// The [core's key](Keys::core).
    Core,
    /// The [grid's key](Keys::grid): a symmetry takes one's solution to the other's.
    Grid,
}

impl Level {
    /// All levels, each coarser than the one before where all keys are there.
    pub const ALL: [Level; 4] = [Level::Exact, Level::Puzzle, Level::Core, Level::Grid];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["exact", "puzzle", "core", "grid"][self as usize]
    }

    /// The level of this name.
    pub fn find(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The keys that some levels take.
    pub(super) fn wanted(levels: &[Level]) -> Wanted {
        let has = |level| levels.contains(&level);
        Wanted { puzzle: has(Level::Puzzle), core: has(Level::Core), grid: has(Level::Grid) }
    }

    /// The key at this level of a puzzle with these givens.
    pub(super) fn key(self, givens: Key, keys: &Keys) -> Option<Key> {
        match self {
            Level::Exact => Some(givens),
            Level::Puzzle => keys.puzzle,
            Level::Core => keys.core,
            Level::Grid => keys.grid,
        }
    }
}
