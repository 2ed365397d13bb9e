//! Tables with all their columns, for what keeps them: a Parquet file as it is, or the rows of CSV,
//! JSON and lines as texts.

use std::fs::File;
use std::io::{self, BufRead, Read};

use serde_json::Value;

use super::Input;
use super::decode::{self, Text};
use super::json::{Json, Row};
use super::kind::Kind;
use super::table::in_place;
use crate::interrupt::Interrupt;
use crate::text::{Dialect, MOST_COLUMNS, is_known_name, parse_line};

/// What may separate the fields of a record.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// A table with all its columns.
pub enum OwnRows {
    /// A Parquet file.
    Parquet(File),
    /// Anything else.
    Texts(Texts),
}

/// The rows of a table as texts.
pub struct Texts {
    /// The names of its columns, each once.
    pub names: Vec<String>,
    rows: Rows,
}

enum Rows {
    Csv { reader: csv::Reader<Box<dyn Read + Send>>, first: Option<csv::ByteRecord>, row: u64 },
    Json { json: Json, row: u64 },
    Lines { text: Box<dyn BufRead + Send>, first: Option<String> },
}

/// Opens a table.
///
/// # Errors
/// When it cannot be read, is no regular file, or has columns without names of their own.
pub fn own_rows(input: &Input, interrupt: &Interrupt) -> io::Result<OwnRows> {
    let path = input.place.path().filter(|path| !path.exists() || path.is_file());
    if path.is_none() {
        return Err(invalid("its columns can be kept of a file only, not of a pipe".into()));
    }
    let text = decode::open(&input.place, false, interrupt)?;
    let texts = match text.kind {
        Kind::Parquet => {
            let place = Some(&input.place).filter(|_| !text.packed);
            return in_place(text.text, place, false).map(OwnRows::Parquet);
        }
        Kind::Json => {
            let names = json_names(Json::new(text.text, None, text.note))?;
            let text = decode::open(&input.place, false, interrupt)?;
            Texts {
                names,
                rows: Rows::Json { json: Json::new(text.text, None, text.note), row: 0 },
            }
        }
        Kind::Lines => of_lines(text)?,
    };
    if texts.names.len() > MOST_COLUMNS {
        return Err(invalid(format!("it has more than {MOST_COLUMNS} columns")));
    }
    for (place, name) in texts.names.iter().enumerate() {
        if texts.names[..place].contains(name) {
            return Err(invalid(format!("two columns are named `{name}`")));
        }
    }
    Ok(OwnRows::Texts(texts))
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn of_lines(text: Text) -> io::Result<Texts> {
    let mut text = text.text;
    let start = text.fill_buf()?;
    let line = &start[..memchr::memchr(b'\n', start).unwrap_or(start.len())];
    let count = |separator: &u8| line.iter().filter(|byte| *byte == separator).count();
    let separator = SEPARATORS.into_iter().rev().max_by_key(count).filter(|one| count(one) > 0);
    let is_puzzle = |cell: &[u8]| matches!(parse_line(cell, Dialect::Cell), Ok(Some(_)));
    let Some(separator) = separator.filter(|_| !is_puzzle(line)) else {
        let mut first = String::new();
        text.read_line(&mut first)?;
        let name = first.trim_start_matches('\u{feff}').trim();
        return Ok(match is_known_name(name.as_bytes()) {
            true => Texts { names: vec![name.into()], rows: Rows::Lines { text, first: None } },
            false => {
                let first = Some(first).filter(|first| !first.is_empty());
                Texts { names: vec!["line".into()], rows: Rows::Lines { text, first } }
            }
        });
    };
    let text: Box<dyn Read + Send> = text;
    let mut builder = csv::ReaderBuilder::new();
    let mut reader = builder.delimiter(separator).has_headers(false).from_reader(text);
    let mut record = csv::ByteRecord::new();
    reader.read_byte_record(&mut record)?;
    let is_header = !record.iter().any(is_puzzle);
    let name = |(place, name): (usize, &[u8])| match name {
        name if is_header && !name.is_empty() => String::from_utf8_lossy(name).into_owned(),
        _ => format!("column_{}", place + 1),
    };
    let names = record.iter().enumerate().map(name).collect();
    let first = Some(record).filter(|_| !is_header);
    Ok(Texts { names, rows: Rows::Csv { reader, first, row: 0 } })
}

/// The names of all fields, in the order in which they first come.
fn json_names(mut json: Json) -> io::Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    while let Some(row) = json.read()?.filter(|_| names.len() <= MOST_COLUMNS) {
        if let Row::Value(value) = row {
            let new = fields(&value).map(|(name, _)| name).take(MOST_COLUMNS + 1);
            let new: Vec<&str> = new.filter(|name| !names.iter().any(|one| one == name)).collect();
            names.extend(new.into_iter().map(str::to_owned));
        }
    }
    Ok(names)
}

/// The fields of an object; of anything else, itself under a name.
fn fields(value: &Value) -> Box<dyn Iterator<Item = (&str, &Value)> + '_> {
    match value {
        Value::Object(fields) => {
            Box::new(fields.iter().map(|(name, value)| (name.as_str(), value)))
        }
        value => Box::new([("value", value)].into_iter()),
    }
}

impl Texts {
    /// The next row, with a text for each column; what is missing is empty.
    ///
    /// # Errors
    /// When it cannot be read, or has not the columns.
    pub fn next_row(&mut self) -> io::Result<Option<Vec<String>>> {
        let utf8 = |bytes: &[u8], row: u64| {
            let text = std::str::from_utf8(bytes).map(str::to_owned);
            text.map_err(|_| invalid(format!("row {row} is not UTF-8")))
        };
        match &mut self.rows {
            Rows::Csv { reader, first, row } => {
                *row += 1;
                let mut record = first.take().unwrap_or_default();
                if record.is_empty() && !reader.read_byte_record(&mut record)? {
                    return Ok(None);
                }
                record.iter().map(|field| utf8(field, *row)).collect::<io::Result<_>>().map(Some)
            }
            Rows::Lines { text, first } => {
                let mut line = first.take().unwrap_or_default();
                if line.is_empty() && text.read_line(&mut line)? == 0 {
                    return Ok(None);
                }
                Ok(Some(vec![line.trim_end_matches(['\n', '\r']).to_owned()]))
            }
            Rows::Json { json, row } => {
                *row += 1;
                let value = match json.read()? {
                    None => return Ok(None),
                    Some(Row::Value(value)) => value,
                    Some(Row::Blank) => Value::Null,
                    Some(Row::Broken(_)) => return Err(invalid(format!("row {row} is no JSON"))),
                };
                let mut texts = vec![String::new(); self.names.len()];
                for (name, value) in fields(&value) {
                    if let Some(place) = self.names.iter().position(|one| one == name) {
                        texts[place] = match value {
                            Value::Null => String::new(),
                            Value::String(text) => text.clone(),
                            other => other.to_string(),
                        };
                    }
                }
                Ok(Some(texts))
            }
        }
    }
}
