//! What became of grids, before it is written.

use std::fmt;

use crate::stream::push_origin;

/// Where a grid stands.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    pub(super) set: &'a str,
    /// The line and its text; nothing for a model.
    pub(super) line: Option<(u64, &'a [u8])>,
    /// The part of the line that should be the puzzle.
    pub(super) field: &'a [u8],
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some((number, _)) => write!(out, "{}, line {number}", self.set),
            None => self.set.fmt(out),
        }
    }
}

/// What became of the grids of a block, or of a model.
#[derive(Default)]
pub(super) struct Converted {
    /// What is written, line after line: the grids, and in a stream also what is none.
    pub(super) text: Vec<u8>,
    /// Of each grid its line, and where its text ends.
    pub(super) grids: Vec<(Option<u64>, usize)>,
    /// What could not be converted, and why.
    pub(super) failures: Vec<String>,
}

pub(super) fn push_place(text: &mut Vec<u8>, Origin { set, line, .. }: Origin<'_>) {
    let (number, line) = line.unwrap_or_default();
    push_origin(text, set, number, line);
}

/// Appends a field of a CSV file.
pub(super) fn push_field(text: &mut Vec<u8>, field: &str) {
    match field.contains([',', '"', '#']) {
        true => text.extend(format!("\"{}\"", field.replace('"', "\"\"")).as_bytes()),
        false => text.extend(field.as_bytes()),
    }
}
