//! Delimited records: their fields, with or without quotes (RFC 4180).
//!
//! A quote opens a field only at its start, and a quoted field may hold delimiters, line ends,
//! and quotes written twice. Where the delimiter is a blank, blanks and tabs in any number are one.

use memchr::memchr;

/// What is known of a record after some of its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Quotes {
    /// A field begins.
    #[default]
    Fresh,
    /// Within a field that is not quoted.
    Bare,
    /// Within quotes.
    Quoted,
    /// After a quote within quotes: it closes them, or the next byte is a second one.
    Closed,
}

impl Quotes {
    fn take(&mut self, byte: u8, delimiter: u8) {
        *self = match (*self, byte) {
            (Quotes::Quoted, b'"') => Quotes::Closed,
            (Quotes::Quoted, _) | (Quotes::Fresh | Quotes::Closed, b'"') => Quotes::Quoted,
            _ if byte == delimiter => Quotes::Fresh,
            (Quotes::Fresh, b' ') => Quotes::Fresh,
            _ => Quotes::Bare,
        };
    }

    /// Takes a line of the record. Returns whether the record goes on after it.
    pub(super) fn take_line(&mut self, line: &[u8], delimiter: u8) -> bool {
        if *self != Quotes::Fresh || memchr(b'"', line).is_some() {
            line.iter().for_each(|&byte| self.take(byte, delimiter));
        }
        if *self == Quotes::Quoted {
            return true;
        }
        *self = Quotes::Fresh;
        false
    }
}

/// A record in delimited columns, as it is read line by line.
#[derive(Clone, Copy, Default, Debug)]
pub struct Record {
    quotes: Quotes,
    lines: usize,
    bytes: usize,
}

/// Lines and bytes that a record takes at most: one that is longer has a quote without an end.
const MOST_LINES: usize = 1 << 16;
const MOST_BYTES: usize = 1 << 22;

impl Record {
    /// Takes the next line. Returns the lines of the record if this one ends it; none if it is
    /// too long for a record, or text follows its closing quote: then that is the opening one of
    /// another field, and the first has none.
    pub fn take(&mut self, line: &[u8], delimiter: u8) -> Option<usize> {
        (self.lines, self.bytes) = (self.lines + 1, self.bytes + line.len() + 1);
        let is_torn = self.quotes == Quotes::Quoted && opens_quote(line, delimiter);
        let goes_on = self.quotes.take_line(line, delimiter);
        if goes_on && !is_torn && self.lines < MOST_LINES && self.bytes <= MOST_BYTES {
            return None;
        }
        let lines = if goes_on || is_torn { 0 } else { self.lines };
        *self = Record::default();
        Some(lines)
    }

    /// Whether the last line does not end the record.
    pub fn is_open(&self) -> bool {
        self.lines > 0
    }
}

/// Whether the first quote of a line that is not written twice stands where a field begins, and text
/// follows it.
fn opens_quote(line: &[u8], delimiter: u8) -> bool {
    let mut place = 0;
    while let Some(found) = memchr(b'"', &line[place..]) {
        let (before, after) = (&line[..place + found], &line[place + found + 1..]);
        if after.first() != Some(&b'"') {
            let is_first = before.trim_ascii_end().last().is_none_or(|&last| last == delimiter);
            let next = after.iter().find(|byte| !b" \r".contains(byte));
            return is_first && next.is_some_and(|&next| next != delimiter);
        }
        place += found + 2;
    }
    false
}

/// Whether the first line of a text says what separates its columns, as spreadsheets write it.
pub fn is_separator_line(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    line.starts_with(b"sep=") && (line.len() == 5 || line.trim_ascii_end().len() == 5)
}

/// Columns of which one may hold puzzles.
pub const MOST_COLUMNS: usize = 1000;

/// A record in one line in which all fields but this one are empty. What stood in lines of its own
/// within the field is separated by `|`.
pub fn only_field(record: &[u8], index: usize, delimiter: u8) -> Vec<u8> {
    let mut all = fields(record, delimiter);
    let field = all.nth(index).unwrap_or_default();
    let mut only = vec![delimiter; index];
    only.push(b'"');
    only.extend(in_one_line(field.trim_ascii()));
    only.push(b'"');
    only.extend(all.map(|_| delimiter));
    only
}

/// A record or a field with its lines separated by `|`.
pub fn in_one_line(text: &[u8]) -> Vec<u8> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let mut joined = lines.next().unwrap_or_default().to_vec();
    for line in lines {
        joined.truncate(joined.trim_ascii_end().len());
        joined.push(b'|');
        joined.extend(line.trim_ascii_start());
    }
    joined
}

/// The fields of a record, without blanks and quotes around them.
pub fn fields(record: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    raw_fields(record, delimiter).map(unquoted)
}

/// The fields of a record, without quotes around them, but with the blanks of those that have none.
pub fn whole_fields(record: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let record = record.strip_suffix(b"\r").unwrap_or(record);
    raw_fields(record, delimiter)
        .map(|field| if is_quoted(field) { unquoted(field) } else { field })
}

/// The fields of a record as they stand in it.
fn raw_fields(record: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let has_quotes = delimiter != b' ' && memchr(b'"', record).is_some();
    let mut rest = Some(record);
    std::iter::from_fn(move || {
        if delimiter == b' ' {
            let content = rest?.trim_ascii_start();
            let end = content.iter().position(u8::is_ascii_whitespace).unwrap_or(content.len());
            let (word, after) = content.split_at(end);
            rest = Some(after).filter(|_| !word.is_empty());
            return rest.map(|_| word);
        }
        let text = rest?;
        let end = match has_quotes {
            false => memchr(delimiter, text),
            true => {
                let mut quotes = Quotes::default();
                text.iter().position(|&byte| {
                    let is_end = byte == delimiter && quotes != Quotes::Quoted;
                    quotes.take(byte, delimiter);
                    is_end
                })
            }
        };
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// Whether a field has quotes around it.
pub(super) fn is_quoted(field: &[u8]) -> bool {
    unquoted(field).len() < field.trim_ascii().len()
}

/// A field without blanks and quotes around it.
pub(super) fn unquoted(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        bare => bare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(record: &str, delimiter: u8) -> Vec<&str> {
        fields(record.as_bytes(), delimiter).map(|field| str::from_utf8(field).unwrap()).collect()
    }

    #[test]
    fn quotes_hold_delimiters_and_line_ends() {
        assert_eq!(all("a,b,,c", b','), ["a", "b", "", "c"]);
        assert_eq!(
            all("\"a,b\", \"c\" ,\"d \"\"e\"\", f\",5\" disc,", b','),
            ["a,b", "c", "d \"\"e\"\", f", "5\" disc", ""]
        );
        assert_eq!(all("\"a\nb\";c", b';'), ["a\nb", "c"]);
        assert_eq!(all("key  12.. \t 7.1", b' '), ["key", "12..", "7.1"]);
        assert_eq!(all("", b' '), [""; 0]);
        let goes_on = |lines: &[&str]| -> Vec<bool> {
            let mut quotes = Quotes::default();
            lines.iter().map(|line| quotes.take_line(line.as_bytes(), b',')).collect()
        };
        assert_eq!(
            goes_on(&["1,\"a", "b,\"\"c", "d\",2", "5\" disc,x"]),
            [true, true, false, false]
        );
        assert_eq!(goes_on(&["1,\"a\"\"", "\"", "2"]), [true, false, false]);
        // Two quotes without ends make no record of what stands between them.
        let torn = ["1,\"open", "2,x", "3,\"open", "4,\"a\"\"", "b\"\" c\" ,2"];
        let mut record = Record::default();
        let taken = torn.map(|line| record.take(line.as_bytes(), b','));
        assert_eq!(taken, [None, None, Some(0), None, Some(2)]);
        // In a quote without an end, lines and bytes are counted.
        let given_up = |line: &[u8]| {
            let mut record = Record::default();
            assert_eq!(record.take(b"\"", b','), None);
            (2..).find(|_| record.take(line, b',') == Some(0)).unwrap()
        };
        assert_eq!((given_up(b""), given_up(&[b'x'; 1 << 20])), (MOST_LINES, 5));
    }
}
