//! The puzzles of files: those that none made may be equivalent to, and those of a hunt.

use std::io;

use sha2::{Digest as _, Sha256};

use crate::generate::SeenPuzzles;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::readable::counted;
use crate::source::{BlockReader, Input, InputError};
use crate::store::hex;
use crate::text::{Guess, push_puzzle_line};

/// Lines read at a time.
const LINES: usize = 512;

/// Admits all puzzles of these inputs. Returns a digest of the puzzles of each.
///
/// # Errors
/// When one cannot be read, or should hold puzzles and holds none.
pub fn admit_all(
    seen: &mut SeenPuzzles,
    inputs: &[Input],
    interrupt: &Interrupt,
    warn: &dyn Fn(&str),
) -> Result<Vec<String>, InputError> {
    let mut admit = |puzzle: Puzzle| {
        seen.admit(&puzzle);
    };
    inputs.iter().map(|input| visit(input, interrupt, &mut admit, warn)).collect()
}

/// All puzzles of these inputs, and a digest of the puzzles of each.
///
/// # Errors
/// When one cannot be read, or should hold puzzles and holds none.
pub fn puzzles_of(
    inputs: &[Input],
    interrupt: &Interrupt,
    warn: &dyn Fn(&str),
) -> Result<(Vec<Puzzle>, Vec<String>), InputError> {
    let mut puzzles = Vec::new();
    let mut keep = |puzzle| puzzles.push(puzzle);
    let digests = inputs.iter().map(|input| visit(input, interrupt, &mut keep, warn));
    let digests = digests.collect::<Result<_, _>>()?;
    Ok((puzzles, digests))
}

/// Hands on the puzzles of an input, and tells of lines that hold none. Returns a digest.
fn visit(
    input: &Input,
    interrupt: &Interrupt,
    visit: &mut dyn FnMut(Puzzle),
    warn: &dyn Fn(&str),
) -> Result<String, InputError> {
    let name = &input.name;
    let unreadable = |error| InputError::Unreadable(name.clone(), error);
    let mut reader = BlockReader::open(input, LINES, interrupt).map_err(unreadable)?;
    let (mut digest, mut text) = (Sha256::new(), Vec::new());
    let (mut puzzles, mut rejects, mut guess) = (0_u64, 0_u64, Guess::default());
    let mut first = None;
    while let Some(block) = reader.next_block().map_err(unreadable)? {
        for line in block.puzzles() {
            match line.puzzle {
                Ok(puzzle) => {
                    puzzles += 1;
                    push_puzzle_line(&mut text, &puzzle);
                    text.push(b'\n');
                    digest.update(&text);
                    text.clear();
                    visit(puzzle);
                }
                Err(why) => {
                    rejects += 1;
                    guess.add(line.number, line.text, &why);
                    first.get_or_insert_with(|| format!("line {}: {why}", line.number));
                }
            }
        }
    }
    match first {
        Some(_) if puzzles == 0 && !interrupt.is_set() => {
            let error = io::Error::new(io::ErrorKind::InvalidData, guess.sentence());
            return Err(unreadable(error));
        }
        Some(first) => {
            let lines = counted(rejects, "line");
            warn(&format!("{name}: {lines} without a puzzle, the first is {first}"));
        }
        None if puzzles == 0 && !interrupt.is_set() => warn(&format!("{name} holds no puzzle")),
        None => {}
    }
    Ok(hex(&digest.finalize()))
}
