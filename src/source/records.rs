//! The records of a delimited text, as they stand there, beside the puzzles that blocks find.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _};

use super::Block;
use crate::text::{
    Dialect, Record, fields, is_comment_of_records, is_known_name, is_list_mark, is_separator_line,
    is_title_row, whole_fields,
};

/// Bytes of a line of a table.
const MOST_BYTES: u64 = 1 << 22;

/// The cells of the smallest puzzle.
const FEWEST: usize = 16;

/// A line that begins with `#`, or a record.
struct Next {
    text: Vec<u8>,
    is_comment: bool,
}

/// The records of a text.
pub struct Records {
    text: Box<dyn BufRead + Send>,
    /// The column of the puzzles, from 0.
    index: usize,
    delimiter: u8,
    header: Option<Vec<u8>>,
    /// The header's last line, 0 without one.
    header_line: u64,
    /// Those after the header that were read to find it, each with its last line.
    ahead: VecDeque<(u64, Vec<u8>)>,
    /// The lines that were read.
    line: u64,
}

impl Records {
    /// Begins to read a text whose first block this is; nothing if it has no delimited columns. Of
    /// the records before the first puzzle, the header is one that has as many fields as that,
    /// unless it should hold a puzzle itself: the first that names the column, or else the last with
    /// a text there; or else the first of all; or else a comment with as many fields that names the
    /// column.
    ///
    /// # Errors
    /// When it cannot be read, or a quote has no end.
    pub fn open(text: Box<dyn BufRead + Send>, first: &Block) -> io::Result<Option<Records>> {
        let (index, delimiter) = match first.dialect() {
            Dialect::Column { index, delimiter } if delimiter != b' ' => (index, delimiter),
            _ => return Ok(None),
        };
        // Where no line should hold a puzzle, all of them stand above.
        let lines = first.len() as u64;
        let listed = first.puzzles().next().map_or(lines + 1, |line| line.number);
        let good = first.puzzles().find(|line| line.puzzle.is_ok());
        let until = good.map_or(listed.min(lines), |line| line.number);
        let (header, ahead) = (None, VecDeque::new());
        let mut records =
            Records { text, index, delimiter, header, header_line: 0, ahead, line: 0 };
        let mut comments = Vec::new();
        while records.line < until
            && let Some(Next { text, is_comment }) = records.next()?
        {
            if is_comment {
                comments.push((records.line, text));
            } else if !text.trim_ascii().is_empty() {
                records.ahead.push_back((records.line, text));
            }
        }
        let count = |record: &[u8]| fields(record, delimiter).count();
        let wanted = records.ahead.back().map_or(0, |(_, record)| count(record));
        let field =
            |record: &[u8]| fields(record, delimiter).nth(index).unwrap_or_default().to_vec();
        let is_name = |record: &[u8]| {
            let field = field(record);
            field.first().is_some_and(u8::is_ascii_alphabetic) && field.len() < FEWEST
        };
        let is_header = |(line, record): &(u64, Vec<u8>)| {
            count(record) == wanted && (*line < listed || *line < until && is_name(record))
        };
        let is_no_row = |(line, record): &(u64, Vec<u8>)| *line < listed && !is_list_mark(record);
        if !records.ahead.iter().any(is_header) {
            while records.ahead.pop_front_if(|(_, record)| is_title_row(record)).is_some() {}
        }
        let is_above = records.ahead.front().is_some_and(is_no_row);
        let headers = || (0..records.ahead.len()).filter(|&place| is_header(&records.ahead[place]));
        let of = |place: &usize| (records.ahead[*place].0, field(&records.ahead[*place].1));
        let place = headers()
            .find(|place| is_known_name(&of(place).1))
            // A title may have as many delimiters.
            .or_else(|| headers().rfind(|place| of(place).0 < listed && !of(place).1.is_empty()))
            .or_else(|| headers().next())
            .or(is_above.then_some(0));
        let header = place.and_then(|place| records.ahead.drain(..=place).next_back());
        let is_named = |(line, comment): &(u64, Vec<u8>)| {
            *line < listed && count(comment) == wanted && is_known_name(&field(comment))
        };
        let header = header.or_else(|| comments.into_iter().rfind(is_named));
        if let Some((line, record)) = header {
            (records.header, records.header_line) = (Some(record), line);
        }
        Ok(Some(records))
    }

    /// What stands between the fields.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The header, as it stands there.
    pub fn header(&self) -> Option<&[u8]> {
        self.header.as_deref()
    }

    /// The names of the columns; without a header, and of a field without a name, `column_1` and
    /// so on.
    pub fn names(&self) -> Vec<String> {
        let first = self.ahead.front().map(|(_, record)| &record[..]);
        let names = texts(self.header().or(first).unwrap_or_default(), self.delimiter);
        let named = |(place, name): (usize, String)| match name.trim() {
            name if self.header.is_some() && !name.is_empty() => name.to_owned(),
            _ => format!("column_{}", place + 1),
        };
        names.enumerate().map(named).collect()
    }

    /// The record whose last line this is; nothing of a header, or of what stands before it.
    ///
    /// # Errors
    /// When it cannot be read, a quote has no end, or no record ends there.
    pub fn ending_at(&mut self, number: u64) -> io::Result<Option<Vec<u8>>> {
        while let Some((line, record)) = self.ahead.pop_front_if(|(line, _)| *line <= number) {
            if line == number {
                return Ok(Some(record));
            }
        }
        while self.line < number
            && let Some(Next { text, is_comment }) = self.next()?
        {
            if self.line == number && !is_comment {
                return Ok(Some(text));
            }
        }
        match number <= self.header_line {
            true => Ok(None),
            false => {
                Err(invalid(format!("no record ends at line {number}, where one ended before")))
            }
        }
    }

    /// The next record or comment, without its end; nothing at the end.
    fn next(&mut self) -> io::Result<Option<Next>> {
        let (mut record, mut state, mut begin) = (Vec::new(), Record::default(), 0);
        let unclosed =
            |line| invalid(format!("line {line}: a quote begins a field and has no end"));
        loop {
            let mut line = Vec::new();
            if (&mut self.text).take(MOST_BYTES).read_until(b'\n', &mut line)? == 0 {
                return if state.is_open() { Err(unclosed(begin)) } else { Ok(None) };
            }
            if line.len() as u64 == MOST_BYTES {
                let number = self.line + 1;
                return Err(invalid(format!("line {number} is longer than {MOST_BYTES} bytes")));
            }
            self.line += 1;
            let ended = line.strip_suffix(b"\n").unwrap_or(&line);
            let ended = ended.strip_suffix(b"\r").unwrap_or(ended);
            let (line, end) = line.split_at(ended.len());
            let is_first = self.line == 1;
            let line = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| is_first).unwrap_or(line);
            if !state.is_open() && is_first && is_separator_line(line) {
                continue;
            }
            if !state.is_open() && is_comment_of_records(line, self.index, self.delimiter) {
                return Ok(Some(Next { text: line.to_vec(), is_comment: true }));
            }
            if !state.is_open() {
                begin = self.line;
            }
            record.extend(line);
            match state.take(line, self.delimiter) {
                Some(0) => return Err(unclosed(begin)),
                Some(_) => return Ok(Some(Next { text: record, is_comment: false })),
                // A line's end within a field is the field's.
                None => record.extend(end),
            }
        }
    }
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// The fields of a record as texts.
pub fn texts(record: &[u8], delimiter: u8) -> impl Iterator<Item = String> {
    whole_fields(record, delimiter).map(|field| text_of(&String::from_utf8_lossy(field)))
}

/// A field's text: within quotes, a quote is written twice.
pub(super) fn text_of(field: &str) -> String {
    field.replace("\"\"", "\"")
}
