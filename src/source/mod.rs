//! Puzzle files as streams of line blocks.
//!
//! Arguments (files, folders, globs, `-`) become a list of [`Input`]s; each is
//! opened with [`BlockReader`], which decompresses by content, not by name, and
//! cuts the text into [`Block`]s of whole lines. Memory stays constant whatever
//! the file: a line longer than any puzzle is cut short here and rejected by
//! [`text`](crate::text), which is also what turns lines into puzzles.

mod block;
mod decode;
mod input;
mod raw;

pub use block::{Block, BlockReader, PuzzleLine};
pub use decode::Fingerprint;
pub use input::{Input, InputError, Place, expand, puzzle_of};

use std::io::{self, Read as _};

use crate::interrupt::Interrupt;

/// All bytes of an input, unpacked; those before an interrupt.
///
/// # Errors
/// When it cannot be read.
pub fn read_all(input: &Input, interrupt: &Interrupt) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    decode::open(&input.place, false, interrupt)?.text.read_to_end(&mut bytes)?;
    Ok(bytes)
}
