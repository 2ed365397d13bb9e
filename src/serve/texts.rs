//! Texts with puzzles in any format, read and written.

use std::io::Cursor;

use serde_json::{Value, json};

use super::position::{position, text};
use super::refusal::Refusal;
use crate::convert::whole_text;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::source::BlockReader;
use crate::text::{find_format, puzzle_line};

/// Lines per block.
const LINES: usize = 256;
/// Puzzles and rejected lines that are sent at most.
const MOST: usize = 10_000;

/// The puzzles of a text as a file may hold it, and the lines that are none.
pub(super) fn read(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let unreadable = |error: std::io::Error| Refusal::wrong(format!("unreadable: {error}"));
    let bytes = Cursor::new(text(question, "text")?.as_bytes().to_vec());
    let mut reader = BlockReader::over(Box::new(bytes), LINES).map_err(unreadable)?;
    let (mut puzzles, mut more, mut note) = (Vec::new(), 0_u64, None);
    while let Some(block) = reader.next_block().map_err(unreadable)? {
        if end.is_set() {
            return Err(super::work::late());
        }
        note = note.or_else(|| block.note());
        for line in block.puzzles() {
            if puzzles.len() == MOST {
                more += 1;
                continue;
            }
            puzzles.push(match line.puzzle {
                Ok(puzzle) => {
                    let layout = puzzle.layout();
                    json!({
                        "line": line.number, "puzzle": puzzle_line(&puzzle),
                        "size": layout.order(), "box_rows": layout.box_rows(),
                        "box_columns": layout.box_columns(), "clues": puzzle.clues(),
                    })
                }
                Err(why) => json!({
                    "line": line.number, "rejected": why.reason(), "detail": why.to_string(),
                }),
            });
        }
    }
    Ok(json!({ "puzzles": puzzles, "more": more, "note": note }))
}

/// A puzzle, with the values of the question filled in, as a text of a format.
pub(super) fn export(question: &Value, _: &Interrupt) -> Result<Value, Refusal> {
    let (puzzle, grid) = position(question)?;
    let name = text(question, "format")?;
    let writer = find_format(name).and_then(|format| format.writer);
    let writer = writer.ok_or_else(|| Refusal::wrong(format!("no format `{name}` is written")))?;
    let puzzle = match (question["values"].is_null(), puzzle.has_marks()) {
        (true, _) => puzzle,
        (false, true) => {
            return Err(Refusal::wrong("a pencilmark puzzle is written without values"));
        }
        (false, false) => Puzzle::new(grid.grid().clone())
            .map_err(|conflict| Refusal::wrong(conflict.to_string()))?,
    };
    let written = whole_text(&puzzle, writer).map_err(|error| Refusal::wrong(error.to_string()))?;
    Ok(json!({ "text": String::from_utf8_lossy(&written) }))
}
