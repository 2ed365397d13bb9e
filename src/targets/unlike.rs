//! The puzzles of files: those that none made may be equivalent to, and those of a hunt.

use sha2::{Digest as _, Sha256};

use crate::generate::SeenPuzzles;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::source::{BlockReader, Input, InputError};
use crate::store::hex;
use crate::text::push_puzzle_line;

/// Lines read at a time.
const LINES: usize = 512;

/// Admits all puzzles of these inputs. Returns a digest of the puzzles of each.
///
/// # Errors
/// When one cannot be read.
pub fn admit_all(
    seen: &mut SeenPuzzles,
    inputs: &[Input],
    interrupt: &Interrupt,
) -> Result<Vec<String>, InputError> {
    each(inputs, interrupt, &mut |puzzle| {
        seen.admit(&puzzle);
    })
}

/// All puzzles of these inputs, and a digest of the puzzles of each.
///
/// # Errors
/// When one cannot be read.
pub fn puzzles_of(
    inputs: &[Input],
    interrupt: &Interrupt,
) -> Result<(Vec<Puzzle>, Vec<String>), InputError> {
    let mut puzzles = Vec::new();
    let digests = each(inputs, interrupt, &mut |puzzle| puzzles.push(puzzle))?;
    Ok((puzzles, digests))
}

fn each(
    inputs: &[Input],
    interrupt: &Interrupt,
    visit: &mut dyn FnMut(Puzzle),
) -> Result<Vec<String>, InputError> {
    let mut of_input = |input: &Input| {
        let unreadable = |error| InputError::Unreadable(input.name.clone(), error);
        let mut reader = BlockReader::open(input, LINES, interrupt).map_err(unreadable)?;
        let (mut digest, mut line) = (Sha256::new(), Vec::new());
        while let Some(block) = reader.next_block().map_err(unreadable)? {
            for puzzle in block.puzzles().filter_map(|line| line.puzzle.ok()) {
                push_puzzle_line(&mut line, &puzzle);
                line.push(b'\n');
                digest.update(&line);
                line.clear();
                visit(puzzle);
            }
        }
        Ok(hex(&digest.finalize()))
    };
    inputs.iter().map(&mut of_input).collect()
}
