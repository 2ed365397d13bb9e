//! The puzzles of files, that none of those made may be equivalent to.

use crate::generate::SeenPuzzles;
use crate::interrupt::Interrupt;
use crate::source::{BlockReader, Input, InputError};

/// Lines read at a time.
const LINES: usize = 512;

/// Admits all puzzles of these inputs.
///
/// # Errors
/// When one cannot be read.
pub fn admit_all(
    seen: &mut SeenPuzzles,
    inputs: &[Input],
    interrupt: &Interrupt,
) -> Result<(), InputError> {
    for input in inputs {
        let unreadable = |error| InputError::Unreadable(input.name.clone(), error);
        let mut reader = BlockReader::open(input, LINES, interrupt).map_err(unreadable)?;
        while let Some(block) = reader.next_block().map_err(unreadable)? {
            for puzzle in block.puzzles().filter_map(|line| line.puzzle.ok()) {
                seen.admit(&puzzle);
            }
        }
    }
    Ok(())
}
