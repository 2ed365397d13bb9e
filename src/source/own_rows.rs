//! Tables with all their columns, for what keeps them: a Parquet file as it is, or the rows of CSV,
//! JSON and lines as texts.

use std::collections::VecDeque;
use std::fs::File;
use std::io;

use serde_json::Value;

use super::json::{Json, Row};
use super::kind::Kind;
use super::records::text_of;
use super::table::in_place;
use super::{Block, BlockReader, Input, Records, decode};
use crate::interrupt::Interrupt;
use crate::text::{
    Dialect, MOST_COLUMNS, Rows as Drawn, parse_line, push_puzzle_line,
    whole_fields as record_fields,
};

/// Lines of a block.
const LINES: usize = 1 << 12;

/// A table with all its columns.
pub enum OwnRows {
    /// A Parquet file.
    Parquet(File),
    /// Anything else.
    Texts(Box<Texts>),
}

/// The rows of a table as texts.
pub struct Texts {
    /// The names of its columns, each once.
    pub names: Vec<String>,
    /// What is to be told of the column that its puzzles are read from; not of JSON.
    pub note: Option<String>,
    rows: Rows,
}

/// A row as texts.
pub struct TextRow {
    /// A text for each column; what is missing is empty.
    pub fields: Vec<String>,
    /// The puzzle, or what should be one, where a line is told from what stands around it.
    pub cell: Option<String>,
}

enum Rows {
    Json { json: Json, row: u64 },
    Lines(Box<Lines>),
}

/// Rows of lines.
struct Lines {
    blocks: BlockReader,
    /// Nothing where they have no delimited columns.
    records: Option<Records>,
    /// Rows that are to be returned next.
    ready: VecDeque<TextRow>,
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
                note: None,
                rows: Rows::Json { json: Json::new(text.text, None, text.note), row: 0 },
            }
        }
        Kind::Lines => {
            let mut blocks = BlockReader::open(input, LINES, interrupt)?;
            let first = blocks.next_block()?.unwrap_or_default();
            let mut records = Records::open(text.text, &first)?;
            let header = records.as_ref().and_then(Records::header).unwrap_or_default();
            if str::from_utf8(header).is_err() {
                return Err(invalid("its header is not UTF-8".into()));
            }
            let names = records.as_ref().map_or(vec!["line".into()], Records::names);
            let ready = rows_of(&first, &mut records, names.len())?;
            Texts {
                names,
                note: first.note(),
                rows: Rows::Lines(Box::new(Lines { blocks, records, ready })),
            }
        }
    };
    if texts.names.len() > MOST_COLUMNS {
        return Err(invalid(format!("it has more than {MOST_COLUMNS} columns")));
    }
    for (place, name) in texts.names.iter().enumerate() {
        if texts.names[..place].contains(name) {
            return Err(invalid(format!("two columns are named `{name}`")));
        }
    }
    Ok(OwnRows::Texts(Box::new(texts)))
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// The rows of a block: its lines that hold puzzles or should.
fn rows_of(
    block: &Block,
    records: &mut Option<Records>,
    columns: usize,
) -> io::Result<VecDeque<TextRow>> {
    let utf8 = |bytes: &[u8], line: u64| {
        let text = String::from_utf8(bytes.to_vec());
        text.map_err(|_| invalid(format!("line {line} is not UTF-8")))
    };
    let mut rows = VecDeque::new();
    for line in block.puzzles() {
        let mut cell = Vec::new();
        match (&line.puzzle, block.field(line.text)) {
            (Ok(puzzle), _) => push_puzzle_line(&mut cell, puzzle),
            // A second puzzle may follow.
            (Err(_), field) if parse_line(field, Dialect::Cell).is_ok() => cell.extend(line.text),
            (Err(_), field) => cell.extend(field),
        }
        let is_drawn = block.dialect() == Dialect::Rows && Drawn::is_joined(line.text);
        let fields = match records {
            None if is_drawn => vec![utf8(&cell, line.number)?],
            None => vec![utf8(line.text, line.number)?],
            Some(records) => {
                // What stands above the header is no row.
                let Some(record) = records.ending_at(line.number)? else { continue };
                let fields = record_fields(&record, records.delimiter());
                let texts = fields.map(|field| Ok(text_of(&utf8(field, line.number)?)));
                texts.collect::<io::Result<_>>()?
            }
        };
        if fields.len() != columns {
            let (number, count) = (line.number, fields.len());
            return Err(invalid(format!(
                "the record in line {number} has {count} fields, the header {columns}"
            )));
        }
        rows.push_back(TextRow { fields, cell: Some(utf8(&cell, line.number)?) });
    }
    Ok(rows)
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
    /// Whether rows have their [cell](TextRow::cell).
    pub fn finds_puzzles(&self) -> bool {
        matches!(self.rows, Rows::Lines(_))
    }

    /// The next row.
    ///
    /// # Errors
    /// When it cannot be read, or has not the columns.
    pub fn next_row(&mut self) -> io::Result<Option<TextRow>> {
        match &mut self.rows {
            Rows::Lines(lines) => {
                while lines.ready.is_empty() {
                    let Some(block) = lines.blocks.next_block()? else { return Ok(None) };
                    lines.ready = rows_of(&block, &mut lines.records, self.names.len())?;
                }
                Ok(lines.ready.pop_front())
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
                Ok(Some(TextRow { fields: texts, cell: None }))
            }
        }
    }
}
