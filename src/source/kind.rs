//! What a file is, known by how it begins: lines of text, a table of another kind, or nothing that
//! is read.

use std::io;

use crate::grid::Layout;

/// How they begin, and what they are.
const KINDS: [(&[u8], &str); 23] = [
    (b"ARROW1", "Arrow"),
    (b"\x89HDF", "HDF5"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"<?xml", "XML"),
    (b"<!DOCTYPE", "HTML or XML"),
    (b"<!doctype", "HTML"),
    (b"<html", "HTML"),
    (b"<svg", "SVG"),
    (b"%PDF-", "PDF"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
];

/// Where the header of a tar archive says so.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// What a file is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Lines of text.
    Lines,
    /// JSON values with a puzzle each.
    Json,
    /// A Parquet file.
    Parquet,
}

const PARQUET: &[u8] = b"PAR1";

/// Whether more bytes than these may tell what it is.
pub(super) fn is_undecided(start: &[u8]) -> bool {
    let may_be = |magic: &[u8]| magic.len() > start.len() && magic.starts_with(start);
    KINDS.iter().any(|(magic, _)| may_be(magic)) || may_be(PARQUET) || is_json(start).is_none()
}

/// Whether a text is JSON, and no list of cells or puzzles in a program's notation; nothing if
/// what follows may tell.
fn is_json(start: &[u8]) -> Option<bool> {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    let after = start.get(1..).unwrap_or_default().trim_ascii_start();
    match (start.first(), after) {
        (Some(b'{' | b'['), []) => None,
        (Some(b'['), [b'[', inner @ ..]) => holds_puzzles(inner),
        (Some(b'['), [b'"', text @ ..]) => is_no_row(text),
        (Some(b'['), [first, ..]) => Some(matches!(first, b'"' | b'{')),
        (Some(b'{'), [b'"', text @ ..]) => {
            // A name, in which quotes hardly stand, and a colon.
            let end = text.iter().position(|&byte| byte == b'"')?;
            Some(*text[end + 1..].trim_ascii_start().first()? == b':')
        }
        (Some(b'{'), [first, ..]) => Some(*first == b'}'),
        _ => Some(false),
    }
}

/// Whether the first string of a list, after its quote, is no row of a puzzle. Of 16 cells it is a
/// 4×4 puzzle, if no digit is above 4.
fn is_no_row(text: &[u8]) -> Option<bool> {
    let cells = &text[..text.iter().position(|&byte| byte == b'"')?];
    let is_empty = |byte: &u8| b".0_*-".contains(byte);
    let is_small = |byte: &u8| is_empty(byte) || (b'1'..=b'4').contains(byte);
    let is_row = Layout::of_order(cells.len()).is_some()
        && cells.iter().all(|byte| is_empty(byte) || byte.is_ascii_alphanumeric())
        && cells.iter().any(is_empty);
    let is_puzzle = Layout::of_cells(cells.len()).is_some() && cells.iter().all(is_small);
    Some(!is_row || is_puzzle)
}

/// Whether a list whose first element is a list with this inside is one of puzzles, and not a
/// puzzle as the list of its rows: its elements are lists of rows, or have as many cells as a
/// puzzle. Sixteen may be a row.
fn holds_puzzles(inner: &[u8]) -> Option<bool> {
    match inner.trim_ascii_start() {
        [] => None,
        [b'[', ..] => Some(true),
        [b'"', text @ ..] => Some(text.iter().position(|&byte| byte == b'"')? > 1),
        cells => {
            let end = cells.iter().position(|&byte| byte == b']')?;
            let count = 1 + cells[..end].iter().filter(|&&byte| byte == b',').count();
            Some(count > 16 && Layout::of_cells(count).is_some())
        }
    }
}

/// What a text that begins so is.
///
/// # Errors
/// When it is nothing that is read.
pub(super) fn of(start: &[u8]) -> io::Result<Kind> {
    if start.starts_with(PARQUET) {
        return Ok(Kind::Parquet);
    }
    if is_json(start).unwrap_or_else(|| start.contains(&b'"')) {
        return Ok(Kind::Json);
    }
    let known = KINDS.iter().find(|(magic, _)| start.starts_with(magic));
    let is_tar = || start.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1));
    let known = known.map(|&(_, kind)| kind).or_else(|| is_tar().then_some("a tar archive"));
    match known.or_else(|| is_wide(start).then_some("UTF-16")) {
        Some(kind) => Err(refusal(kind)),
        None => Ok(Kind::Lines),
    }
}

/// Whether every other byte of a text is zero, as in UTF-16 without a byte order mark.
fn is_wide(start: &[u8]) -> bool {
    let is_all = |zero: usize| {
        start.len() >= 16
            && start.chunks_exact(2).take(8).all(|two| two[zero] == 0 && two[1 - zero] != 0)
    };
    is_all(0) || is_all(1)
}

/// That something is no text.
pub(super) fn refusal(kind: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("this is {kind}, not lines of text"))
}
