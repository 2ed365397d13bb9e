//! The T&E depth: how deeply assumptions must be nested if singles are all one knows.

use crate::grid::{Layout, Puzzle};
use crate::lanes::Trials;
use crate::solver::board;

/// The deepest nesting tried: no 9×9 puzzle is known to need more.
const DEEPEST: u8 = 3;

/// Finds depths; keep one per thread.
#[derive(Default)]
pub struct Depths(Trials);

impl Depths {
    /// The depth of a puzzle with one solution, 0 to 3; none of one that is deeper, or not 9×9, or
    /// when `stop`, asked now and then, said that it should end.
    pub fn of(&mut self, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Option<u8> {
        if puzzle.layout() != Layout::nine() {
            return None;
        }
        self.0.depth(&board(puzzle), DEEPEST, stop)
    }
}
