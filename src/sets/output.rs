//! Files of puzzles with what stood beside them: lines, CSV or Parquet.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::SetsError;
use super::output_format::RowFormat;
use super::walk::{Columns, quoted};
use crate::parquet::{RowWriter, Rows, Schema};
use crate::source::{Input, texts};
use crate::text::escape;
use crate::whole_file::WholeFile;

/// Records that wait to become rows.
const WAITING: usize = 1 << 16;

/// Where bytes go.
pub(super) enum Sink<'a> {
    Output(&'a mut dyn Write),
    File(BufWriter<WholeFile>),
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Output(output) => output.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Output(output) => output.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

impl<'a> Sink<'a> {
    /// A file.
    pub(super) fn file(file: WholeFile) -> Sink<'a> {
        Sink::File(BufWriter::with_capacity(1 << 20, file))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Sink::Output(output) => output.flush(),
            Sink::File(file) => file.into_inner().map_err(io::IntoInnerError::into_error)?.finish(),
        }
    }
}

/// How far a file is.
enum State<'a> {
    Text(Sink<'a>),
    Parquet(Box<RowWriter<Sink<'a>>>),
    /// Parquet whose columns are not known yet.
    Fresh(Sink<'a>),
    Failed,
}

/// A file that is being written.
pub(super) struct RowFile<'a> {
    path: PathBuf,
    format: RowFormat,
    state: State<'a>,
    /// The columns of all that is written, once they are known.
    columns: Option<Columns>,
    /// By column: records that are to be rows.
    waiting: Vec<Vec<String>>,
}

impl<'a> RowFile<'a> {
    pub(super) fn new(path: &Path, format: RowFormat, sink: Sink<'a>) -> RowFile<'a> {
        let state = match format {
            RowFormat::Parquet => State::Fresh(sink),
            RowFormat::Lines | RowFormat::Csv => State::Text(sink),
        };
        RowFile { path: path.into(), format, state, columns: None, waiting: Vec::new() }
    }

    fn failed(&self, error: io::Error) -> SetsError {
        match error.kind() {
            io::ErrorKind::InvalidData => SetsError::Record(error.to_string()),
            _ => SetsError::Write(self.path.clone(), error),
        }
    }

    /// Is told the columns of what comes next.
    pub(super) fn begin(&mut self, input: &Input, columns: &Columns) -> Result<(), SetsError> {
        if let Some(before) = &self.columns {
            let is_alike = self.format == RowFormat::Lines || is_alike(before, columns);
            return if is_alike { Ok(()) } else { Err(SetsError::Columns(input.name.clone())) };
        }
        self.columns = Some(columns.clone());
        if let (State::Fresh(_), Columns::Text { header: Some(header), .. }) =
            (&self.state, columns)
            && str::from_utf8(header).is_err()
        {
            let message = format!("the header is not UTF-8: {}", escape(header, 100));
            return Err(SetsError::Record(message));
        }
        let begun = match (std::mem::replace(&mut self.state, State::Failed), columns) {
            (State::Fresh(sink), columns) => {
                let schema = match columns {
                    Columns::Rows(schema) => schema.clone(),
                    Columns::Text { names, .. } => Schema::of_texts(names),
                    Columns::None => Schema::of_texts(&["puzzle".into()]),
                };
                self.waiting = schema.names().map(|_| Vec::new()).collect();
                RowWriter::new(sink, &schema).map(|writer| State::Parquet(Box::new(writer)))
            }
            (State::Text(mut sink), columns) if self.format == RowFormat::Csv => {
                let header = match columns {
                    Columns::Text { header, .. } => header.clone(),
                    Columns::Rows(schema) => Some(row(schema.names())),
                    Columns::None => None,
                };
                let written = header.map_or(Ok(()), |header| line(&mut sink, &header));
                written.map(|()| State::Text(sink))
            }
            (state, _) => Ok(state),
        };
        self.state = begun.map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Appends a line or record.
    pub(super) fn text(&mut self, record: &[u8]) -> Result<(), SetsError> {
        let delimiter = match &self.columns {
            Some(Columns::Text { delimiter, .. }) => *delimiter,
            _ => b',',
        };
        let written = match &mut self.state {
            State::Text(sink) => line(sink, record),
            _ if str::from_utf8(record).is_err() => {
                // Other texts would stand there, and some that differ be the same.
                let message = format!("a record is not UTF-8: {}", escape(record, 100));
                return Err(SetsError::Record(message));
            }
            _ => {
                let fields: Vec<String> = texts(record, delimiter).collect();
                if fields.len() != self.waiting.len() {
                    let message = format!(
                        "a record has {} fields, the header {}: {}",
                        fields.len(),
                        self.waiting.len(),
                        String::from_utf8_lossy(record),
                    );
                    return Err(SetsError::Record(message));
                }
                self.waiting.iter_mut().zip(fields).for_each(|(column, field)| column.push(field));
                if self.waiting[0].len() < WAITING { Ok(()) } else { self.write_waiting() }
            }
        };
        written.map_err(|error| self.failed(error))
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        let State::Parquet(writer) = &mut self.state else { return Ok(()) };
        if self.waiting.first().is_some_and(|column| !column.is_empty()) {
            writer.push_texts(&self.waiting)?;
            self.waiting.iter_mut().for_each(Vec::clear);
        }
        Ok(())
    }

    /// Appends those of some rows that are to be kept.
    pub(super) fn rows(&mut self, rows: &Rows, keep: &[bool]) -> Result<(), SetsError> {
        let written = rows.only(keep).and_then(|rows| match (&mut self.state, &self.columns) {
            (State::Parquet(writer), _) => writer.push(rows),
            (State::Text(sink), Some(Columns::Rows(schema))) => write_csv(sink, schema, &rows),
            _ => Ok(()),
        });
        written.map_err(|error| self.failed(error))
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<(), SetsError> {
        let written = self.write_waiting();
        let path = self.path;
        let finished = written.and_then(|()| match self.state {
            State::Text(sink) => sink.finish(),
            State::Fresh(sink) => {
                let schema = Schema::of_texts(&["puzzle".into()]);
                RowWriter::new(sink, &schema)?.finish().and_then(Sink::finish)
            }
            State::Parquet(writer) => writer.finish().and_then(Sink::finish),
            State::Failed => Ok(()),
        });
        finished.map_err(|error| SetsError::Write(path, error))
    }
}

fn is_alike(one: &Columns, other: &Columns) -> bool {
    match (one, other) {
        (Columns::None, Columns::None) => true,
        (Columns::Rows(one), Columns::Rows(other)) => one.is_alike(other),
        (
            Columns::Text { delimiter, names, header },
            Columns::Text { delimiter: d, names: n, header: h },
        ) => (delimiter, names, header.is_some()) == (d, n, h.is_some()),
        _ => false,
    }
}

fn line(sink: &mut Sink<'_>, text: &[u8]) -> io::Result<()> {
    sink.write_all(text)?;
    sink.write_all(b"\n")
}

/// A record of these fields.
fn row<'a>(fields: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let fields: Vec<Vec<u8>> = fields.map(|field| quoted(field.as_bytes(), b',')).collect();
    fields.join(&b',')
}

fn write_csv(sink: &mut Sink<'_>, schema: &Schema, rows: &Rows) -> io::Result<()> {
    let columns = (0..schema.names().count()).map(|place| rows.texts(place));
    let columns = columns.collect::<io::Result<Vec<_>>>()?;
    for place in 0..rows.len() {
        let fields = columns.iter().map(|column| column[place].as_deref().unwrap_or_default());
        line(sink, &row(fields))?;
    }
    Ok(())
}
