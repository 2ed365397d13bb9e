//! JSON as a table: an object per line, or values in a row or in lists one after another, each a row.
//!
//! Where the first value ends with its line, every line is a row, so that a broken one costs only
//! itself. Where another one follows in that line, each value is a row.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::cells::{Candidate, Cells, SAMPLE, choose, note, push_cell};
use crate::text::{MOST_COLUMNS, NO_ROW};

/// Bytes of a value that are kept.
const MOST_BYTES: usize = 1 << 24;

/// The cells of one field of JSON values.
pub(super) struct Json {
    text: Box<dyn BufRead + Send>,
    asked: Option<String>,
    /// What is to be told of the fields.
    note: Arc<OnceLock<String>>,
    /// The field that is read, once it is known.
    field: Option<String>,
    /// What was read before it was known.
    ready: VecDeque<Row>,
    layout: Layout,
    row: Vec<u8>,
    nesting: Nesting,
    is_at_end: bool,
    /// Whether there is a list whose end is still to come.
    is_open: bool,
}

/// A value, a line that holds none, or something broken.
pub(super) enum Row {
    Value(Value),
    Blank,
    Broken(Vec<u8>),
}

/// How values stand one after another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// The first has not ended yet.
    Unknown,
    /// It ended, and the line has not.
    FirstLine,
    /// In lines.
    Lines,
    /// In any number of lines each.
    Values,
    /// In lists.
    Lists,
}

/// Where in a value a byte stands.
#[derive(Default)]
struct Nesting {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Nesting {
    fn is_bare(&self) -> bool {
        self.depth == 0 && !self.in_string
    }

    /// Takes a byte. Returns whether a value in brackets or quotes ends with it.
    fn take(&mut self, byte: u8) -> bool {
        if self.in_string {
            self.in_string = self.is_escaped || byte != b'"';
            self.is_escaped = !self.is_escaped && byte == b'\\';
            return !self.in_string && self.depth == 0;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

impl Json {
    pub(super) fn new(
        text: Box<dyn BufRead + Send>,
        asked: Option<String>,
        note: Arc<OnceLock<String>>,
    ) -> Json {
        Json {
            text,
            asked,
            note,
            field: None,
            ready: VecDeque::new(),
            layout: Layout::Unknown,
            row: Vec::new(),
            nesting: Nesting::default(),
            is_at_end: false,
            is_open: false,
        }
    }

    /// The next row, if there is one.
    pub(super) fn read(&mut self) -> io::Result<Option<Row>> {
        while !self.is_at_end {
            let bytes = self.text.fill_buf()?;
            let (mut used, mut is_whole) = (0, false);
            self.is_at_end = bytes.is_empty();
            while used < bytes.len() && !is_whole {
                let byte = bytes[used];
                used += 1;
                let (is_bare, is_gap) = (self.nesting.is_bare(), byte.is_ascii_whitespace());
                match self.layout {
                    // A byte order mark.
                    Layout::Unknown if self.row.is_empty() && byte >= 0x80 => continue,
                    Layout::FirstLine if byte == b'\n' => {
                        (self.layout, is_whole) = (Layout::Lines, true);
                    }
                    Layout::FirstLine if is_gap || byte == b',' => {}
                    Layout::FirstLine if matches!(byte, b'{' | b'[' | b'"') => {
                        (self.layout, is_whole) = (Layout::Values, true);
                        used -= 1;
                        continue;
                    }
                    // What else follows a value makes its line no JSON.
                    Layout::FirstLine => self.layout = Layout::Lines,
                    Layout::Lines => is_whole = byte == b'\n',
                    // A line that ends within a string is broken.
                    _ if byte == b'\n' && self.nesting.in_string => is_whole = true,
                    Layout::Unknown if self.row.is_empty() && byte == b'[' => {
                        (self.layout, self.is_open) = (Layout::Lists, true);
                        continue;
                    }
                    // Of files that were put together.
                    Layout::Lists if !self.is_open && self.row.is_empty() && byte == b'[' => {
                        self.is_open = true;
                        continue;
                    }
                    _ if is_bare && (is_gap || byte == b',' || byte == b']') => {
                        self.is_open &= byte != b']';
                        is_whole = !self.row.is_empty();
                        continue;
                    }
                    _ => is_whole = self.nesting.take(byte),
                }
                if self.row.len() <= MOST_BYTES && !(is_whole && byte == b'\n') {
                    self.row.push(byte);
                }
                if is_whole && self.layout == Layout::Unknown {
                    is_whole = self.row.contains(&b'\n');
                    self.layout = if is_whole { Layout::Values } else { Layout::FirstLine };
                }
            }
            self.text.consume(used);
            if is_whole || self.is_at_end && !self.row.trim_ascii().is_empty() {
                return Ok(Some(self.end_row()));
            }
        }
        match self.is_open {
            true => Err(io::Error::new(io::ErrorKind::InvalidData, "the JSON list breaks off")),
            false => Ok(None),
        }
    }

    fn end_row(&mut self) -> Row {
        self.nesting = Nesting::default();
        let row = std::mem::take(&mut self.row);
        let content = row.trim_ascii();
        match serde_json::from_slice(content.strip_suffix(b",").unwrap_or(content)) {
            // The end of a list that has no beginning is no row, either.
            _ if content.iter().all(|byte| b"]});, ".contains(byte)) => Row::Blank,
            Ok(value) => Row::Value(value),
            Err(_) => match serde_json::from_slice(&without_numbers_that_are_none(content)) {
                Ok(value) => Row::Value(value),
                Err(_) => Row::Broken(row),
            },
        }
    }

    /// Reads rows until the field is known that holds puzzles.
    fn find_field(&mut self) -> io::Result<()> {
        let (mut candidates, mut list) = (Vec::<Candidate>::new(), None);
        loop {
            let is_enough = self.ready.len() >= SAMPLE;
            let row = if is_enough { None } else { self.read()? };
            let is_last = row.is_none();
            if let Some(Row::Value(Value::Object(fields))) = &row {
                let by_row = |value: &Value| {
                    value.as_object().is_some_and(|rows| !rows.values().any(Value::is_array))
                };
                if self.ready.is_empty() && fields.values().all(by_row) {
                    let why = "this is JSON by columns, as pandas' `to_json()` writes it: write it \
                               by rows, with `orient=\"records\"`";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
                let lists = || fields.iter().find(|(_, value)| is_list_of_puzzles(value));
                list = list.or_else(|| lists().map(|(name, _)| name.clone()));
                for (name, value) in fields.iter().take(MOST_COLUMNS) {
                    let known = candidates.iter().position(|one| one.name == *name);
                    if known.is_none() && candidates.len() == MOST_COLUMNS {
                        continue;
                    }
                    let place = known.unwrap_or_else(|| {
                        candidates.push(Candidate::new(name, "", false));
                        candidates.len() - 1
                    });
                    candidates[place].add(&cell(value));
                }
            }
            // What is in no object is a cell itself.
            let has_fields = !candidates.is_empty();
            let is_value = matches!(row, Some(Row::Value(_)));
            self.ready.extend(row);
            if !has_fields && (is_last || is_value) {
                self.field = Some(String::new());
                return Ok(());
            }
            if has_fields && (is_last || candidates.iter().any(|one| one.unsolved > 0)) {
                let asked = self.asked.as_deref();
                let chosen = choose(&candidates, asked, "JSON").map_err(|error| match &list {
                    Some(name) if asked.is_none() => {
                        let why = format!(
                            "no field of this JSON object is a puzzle; the list in its field \
                             `{name}` is read if it stands alone in a file"
                        );
                        io::Error::new(error.kind(), why)
                    }
                    _ => error,
                })?;
                note(&candidates, chosen, asked).map(|note| self.note.set(note));
                self.field = Some(candidates.swap_remove(chosen).name);
                return Ok(());
            }
        }
    }
}

impl Cells for Json {
    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        if self.field.is_none() {
            self.find_field()?;
        }
        let row = match self.ready.pop_front() {
            Some(row) => row,
            None => match self.read()? {
                Some(row) => row,
                None => return Ok(false),
            },
        };
        let name = self.field.as_deref().unwrap_or_default();
        match row {
            Row::Value(Value::Object(fields)) => {
                push_cell(line, &cell(fields.get(name).unwrap_or(&Value::Null)));
            }
            Row::Value(value) => push_cell(line, &cell(&value)),
            Row::Blank => line.extend(NO_ROW),
            Row::Broken(text) => push_cell(line, &text),
        }
        Ok(true)
    }
}

/// JSON with null for what Python writes for numbers that are none, `NaN` and `Infinity`, and for
/// numbers that are too large.
fn without_numbers_that_are_none(text: &[u8]) -> Vec<u8> {
    let text = text.strip_suffix(b",").unwrap_or(text);
    let (mut plain, mut place) = (Vec::with_capacity(text.len()), 0);
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    while place < text.len() {
        let rest = &text[place..];
        let length = match rest[0] {
            b'"' => {
                let mut end = 1;
                while end < rest.len() && rest[end] != b'"' {
                    end += if rest[end] == b'\\' { 2 } else { 1 };
                }
                rest.len().min(end + 1)
            }
            byte if is_part(&byte) => rest.iter().take_while(|byte| is_part(byte)).count(),
            _ => 1,
        };
        let word = &rest[..length];
        let number = str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
        let is_none = number.is_some_and(|number| !number.is_finite());
        plain.extend(if is_none { b"null" } else { word });
        place += length;
    }
    plain
}

/// Whether a value is a list that is read as puzzles if it stands alone in a file.
fn is_list_of_puzzles(value: &Value) -> bool {
    let is_puzzle = |value: &Value| {
        let mut candidate = Candidate::new("", "", false);
        candidate.add(&cell(value));
        candidate.puzzles > 0
    };
    let has_puzzle = |value: &Value| match value {
        Value::Object(fields) => fields.values().any(is_puzzle),
        value => is_puzzle(value),
    };
    value.as_array().is_some_and(|all| all.iter().take(SAMPLE).any(has_puzzle))
}

/// A value as the text of a cell.
fn cell(value: &Value) -> Vec<u8> {
    match value {
        Value::Null => Vec::new(),
        Value::String(text) => text.as_bytes().into(),
        value => value.to_string().into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor};

    use super::*;

    /// The cells of a text that is read so many bytes at a time.
    fn cells(text: &str, at_once: usize) -> Vec<String> {
        let bytes = BufReader::with_capacity(at_once, Cursor::new(text.as_bytes().to_vec()));
        let mut json = Json::new(Box::new(bytes), None, Arc::default());
        let mut cells = Vec::new();
        loop {
            let mut cell = Vec::new();
            if !json.next(&mut cell).unwrap() {
                return cells;
            }
            cells.push(String::from_utf8(cell).unwrap());
        }
    }

    #[test]
    fn no_value_is_lost_wherever_it_stands() {
        let objects =
            ["{\"puzzle\":\"12..\"}", "{\"puzzle\":\"3.}.\"}", "{\"puzzle\":\"4\\\"..\"}"];
        let values = ["12..", "3.}.", "4\".."];
        for between in ["", " ", ",", ", ", "\n", ",\n", "\r\n", "\n\n", "\t"] {
            for end in ["", "\n", ",\n", " \n"] {
                for at_once in [1, 2, 7, 1000] {
                    let mut told = cells(&format!("{}{end}", objects.join(between)), at_once);
                    // An empty line is one.
                    told.retain(|cell| cell.as_bytes() != NO_ROW);
                    assert_eq!(told, values, "{between:?} {end:?} {at_once}");
                }
            }
        }
    }

    #[test]
    fn lists_may_follow_one_another() {
        for (list, values) in [
            ("[{\"puzzle\":\"1[2.\"},{\"puzzle\":\"3.]4\"}]", vec!["1[2.", "3.]4"]),
            ("[\n  \"12..\",\n  \"34..\"\n]\n", vec!["12..", "34.."]),
            ("[[1,2],[3,4]]", vec!["[1,2]", "[3,4]"]),
        ] {
            for between in ["", " ", ",", "\n", "\r\n\r\n", "\n[]\n"] {
                for at_once in [1, 7, 1000] {
                    let mut told = cells(&[list; 3].join(between), at_once);
                    told.retain(|cell| cell.as_bytes() != NO_ROW);
                    assert_eq!(told, values.repeat(3), "{list} {between:?} {at_once}");
                }
            }
        }
    }

    #[test]
    fn what_follows_a_value_is_no_part_of_it() {
        let object = "{\"puzzle\":\"12..\"}";
        for rest in [" 7", "x", "}", "; "] {
            let told = cells(&format!("{object}{rest}\n{object}\n{object}{rest}\n"), 1000);
            let broken = format!("{object}{rest}");
            assert_eq!(told.len(), 3, "{rest}: {told:?}");
            assert_eq!([&told[0], &told[2]].map(|cell| cell.trim()), [broken.trim(); 2]);
            assert_eq!(told[1], "12..");
        }
    }
}
