//! The puzzles of files: those that none made may be equivalent to, and those of a hunt.

use crate::generate::SeenPuzzles;
use crate::grid::Puzzle;
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
    each(inputs, interrupt, &mut |puzzle| {
        seen.admit(&puzzle);
    })
}

/// All puzzles of these inputs.
///
/// # Errors
/// When one cannot be read.
pub fn puzzles_of(inputs: &[Input], interrupt: &Interrupt) -> Result<Vec<Puzzle>, InputError> {
    let mut puzzles = Vec::new();
    each(inputs, interrupt, &mut |puzzle| puzzles.push(puzzle))?;
    Ok(puzzles)
}

fn each(
    inputs: &[Input],
    interrupt: &Interrupt,
    visit: &mut dyn FnMut(Puzzle),
) -> Result<(), InputError> {
    for input in inputs {
        let unreadable = |error| InputError::Unreadable(input.name.clone(), error);
        let mut reader = BlockReader::open(input, LINES, interrupt).map_err(unreadable)?;
        while let Some(block) = reader.next_block().map_err(unreadable)? {
            block.puzzles().filter_map(|line| line.puzzle.ok()).for_each(&mut *visit);
        }
    }
    Ok(())
}
