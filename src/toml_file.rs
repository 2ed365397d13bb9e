//! TOML files that people write: experiments, declarations of external solvers.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

use crate::readable;

/// Bytes that one may have: a device has no end.
const MOST_BYTES: usize = 16 << 20;

/// The text of a file.
///
/// # Errors
/// When it cannot be read, is not UTF-8, or is longer than people write one.
pub fn read(path: &Path) -> Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_string(&mut text)?;
    if text.len() > MOST_BYTES {
        let why = format!("it is longer than {}", readable::bytes(MOST_BYTES as u64));
        return Err(Error::new(ErrorKind::InvalidData, why));
    }
    Ok(text)
}

/// The line of this text, from 1, in which a place is.
pub fn line_at(text: &str, place: usize) -> usize {
    1 + text[..place].matches('\n').count()
}

/// In which line of a text an error is, and what it says, in one line that names the key.
pub fn told(text: &str, mut error: toml::de::Error) -> (usize, String) {
    let place = error.span().map_or(0, |span| span.start);
    // With the lines of the text it does not name the key.
    error.set_input(None);
    (line_at(text, place), error.to_string().trim_end().replace('\n', ", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.toml");
        for (bytes, is_read) in [(MOST_BYTES, true), (MOST_BYTES + 1, false)] {
            std::fs::write(&path, vec![b' '; bytes]).unwrap();
            assert_eq!(read(&path).is_ok(), is_read);
        }
        let error = read(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it is longer than 16.0 MiB");
    }
}
