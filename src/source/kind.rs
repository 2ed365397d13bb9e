//! Files that hold no lines of puzzles, known by how they begin.

use std::io;

/// How they begin, and what they are.
const KINDS: [(&[u8], &str); 29] = [
    (b"PAR1", "Parquet"),
    (b"ARROW1", "Arrow"),
    (b"\x89HDF", "HDF5"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"{", "JSON"),
    (b"[{", "JSON"),
    (b"[[", "JSON"),
    (b"[\"", "JSON"),
    (b"[\n", "JSON"),
    (b"[\r\n", "JSON"),
    (b"[ ", "JSON"),
    (b"<?xml", "XML"),
    (b"<!DOCTYPE", "HTML"),
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
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
];

/// Where the header of a tar archive says so.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// Whether more bytes than these may tell what it is.
pub(super) fn is_undecided(start: &[u8]) -> bool {
    KINDS.iter().any(|(magic, _)| magic.len() > start.len() && magic.starts_with(start))
}

/// Refuses a text that begins so, if it is no text.
///
/// # Errors
/// When it is something else.
pub(super) fn check(start: &[u8]) -> io::Result<()> {
    let known = KINDS.iter().find(|(magic, _)| start.starts_with(magic));
    let is_tar = || start.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1));
    let Some(kind) = known.map(|&(_, kind)| kind).or_else(|| is_tar().then_some("a tar archive"))
    else {
        return Ok(());
    };
    let message = format!("this is {kind}, not lines of text");
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}
