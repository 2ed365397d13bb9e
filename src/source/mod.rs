//! Puzzle files as streams of line blocks.
//!
//! Arguments (files, folders, globs, `-`) become a list of [`Input`]s; each is
//! opened with [`BlockReader`], which decompresses by content, not by name, and
//! cuts the text into [`Block`]s of whole lines. Memory stays constant whatever
//! the file: a line longer than any puzzle is cut short here and rejected by
//! [`text`](crate::text), which is also what turns lines into puzzles. Of Parquet and JSON, the
//! cells of the column that holds puzzles become lines.

mod block;
mod cells;
mod decode;
mod folder;
mod gzip;
mod input;
mod json;
mod kind;
mod name;
mod own_rows;
mod pattern;
mod place;
mod raw;
mod reader;
mod records;
mod settle;
mod table;

pub use block::{Block, PuzzleLine};
pub use cells::puzzle_of_cell;
pub use decode::Fingerprint;
pub use folder::LeftOut;
pub use input::{Found, InputError, expand, puzzle_of};
pub use own_rows::{OwnRows, TextRow, Texts, own_rows};
pub use place::{FileId, FileState, Input, Place, Unchanged, file_id};
pub use raw::is_of_machine;
pub use reader::BlockReader;
pub use records::{Records, texts};
pub use table::{Table, open_table};

use std::io::{self, Read as _};

use crate::interrupt::Interrupt;
use kind::{Kind, refusal};

/// The most bytes that are read as a whole.
const MOST_BYTES: usize = 1 << 28;

/// All bytes of an input, unpacked; those before an interrupt.
///
/// # Errors
/// When it cannot be read, or is too long to be read as a whole.
pub fn read_all(input: &Input, interrupt: &Interrupt) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let text = decode::open(&input.place, false, interrupt)?;
    match text.kind {
        Kind::Lines => {}
        Kind::Json => return Err(refusal("JSON")),
        Kind::Parquet => return Err(refusal("Parquet")),
    }
    text.text.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MOST_BYTES {
        let message = format!("longer than {MOST_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}
