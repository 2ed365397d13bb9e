//! Tables as texts: the cells of one column, a line each, whatever the table is stored as.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek as _, Write as _};
use std::sync::{Arc, OnceLock};

use super::cells::{Candidate, Cells, SAMPLE, choose, note, push_cell};
use super::decode::Text;
use super::json::Json;
use super::kind::Kind;
use super::raw::NoCopy;
use super::{Input, Place, decode};
use crate::interrupt::Interrupt;
use crate::parquet::{Column, Parquet, Texts};

/// Bytes that a table is spooled with at most where it cannot be read in place.
const MOST_BYTES: u64 = 1 << 33;

/// A text with a line for each cell.
struct Lines<C> {
    cells: C,
    text: Vec<u8>,
    used: usize,
}

/// The bytes of lines that are made at once.
const CHUNK: usize = 1 << 16;

impl<C: Cells> BufRead for Lines<C> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used == self.text.len() {
            self.text.clear();
            self.used = 0;
            while self.text.len() < CHUNK {
                match self.cells.next(&mut self.text) {
                    Ok(true) => self.text.push(b'\n'),
                    Ok(false) => break,
                    // What was made before comes first; the error comes again.
                    Err(_) if !self.text.is_empty() => break,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(&self.text[self.used..])
    }

    fn consume(&mut self, amount: usize) {
        self.used += amount;
    }
}

impl<C: Cells> Read for Lines<C> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// A text of lines, where the table has one for each row of this column.
///
/// # Errors
/// When the table cannot be read, or has no column that is wanted.
pub(super) fn lines(text: Text, place: Option<&Place>, column: Option<&str>) -> io::Result<Text> {
    let lines: Box<dyn BufRead + Send> = match text.kind {
        Kind::Lines => return Ok(text),
        Kind::Json => {
            let cells = Json::new(text.text, column.map(str::to_owned), Arc::clone(&text.note));
            Box::new(Lines { cells, text: Vec::new(), used: 0 })
        }
        Kind::Parquet => {
            let file = in_place(text.text, place.filter(|_| !text.packed), text.tally.is_hashed())?;
            let cells = ParquetCells::new(
                Parquet::open(file)?,
                column,
                &text.note,
                text.interrupt.clone(),
            )?;
            Box::new(Lines { cells, text: Vec::new(), used: 0 })
        }
    };
    Ok(Text { text: lines, packed: true, ..text })
}

/// An input with all its columns.
pub enum Table {
    /// Lines, which may have columns.
    Lines(Box<dyn BufRead + Send>),
    /// JSON, of which only cells are read.
    Json,
    /// Rows.
    Parquet(Box<Parquet>),
}

/// Opens an input to read all columns of it.
///
/// # Errors
/// When it cannot be read.
pub fn open_table(input: &Input, interrupt: &Interrupt) -> io::Result<Table> {
    let text = decode::open(&input.place, false, interrupt)?;
    Ok(match text.kind {
        Kind::Lines => Table::Lines(text.text),
        Kind::Json => Table::Json,
        Kind::Parquet => {
            let place = Some(&input.place).filter(|_| !text.packed);
            Table::Parquet(Box::new(Parquet::open(in_place(text.text, place, false)?)?))
        }
    })
}

/// A file that can be read at any place: the one the text comes from, or a copy. Reads the text to
/// its end, if it is to be `hashed`.
pub(super) fn in_place(
    mut text: Box<dyn BufRead + Send>,
    place: Option<&Place>,
    hashed: bool,
) -> io::Result<File> {
    if let Some(path) = place.and_then(Place::path).filter(|path| path.is_file()) {
        if hashed {
            io::copy(&mut text, &mut io::sink())?;
        }
        return File::open(path);
    }
    let unwritten = |error: io::Error| io::Error::other(NoCopy::from(error));
    let mut copy = tempfile::tempfile().map_err(unwritten)?;
    let mut text = text.take(MOST_BYTES);
    loop {
        let bytes = text.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        copy.write_all(bytes).map_err(unwritten)?;
        let used = bytes.len();
        text.consume(used);
    }
    if text.limit() == 0 {
        let message = format!("Parquet that is packed or piped may have {MOST_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    copy.rewind()?;
    Ok(copy)
}

/// A column of a Parquet file.
struct ParquetCells {
    file: Parquet,
    column: Column,
    /// The row group and row to be read next.
    next: (usize, usize),
    ready: Texts,
    interrupt: Interrupt,
}

impl ParquetCells {
    fn new(
        mut file: Parquet,
        asked: Option<&str>,
        told: &OnceLock<String>,
        interrupt: Interrupt,
    ) -> io::Result<ParquetCells> {
        let mut columns = file.columns();
        let mut candidates = Vec::new();
        for column in &columns {
            let mut candidate = Candidate::new(&column.name, column.kind, column.is_number);
            if column.is_text && asked.is_none_or(|name| name == column.name) {
                let mut next = Some((0, 0));
                let mut rows = 0;
                while let Some(at) = next.filter(|_| rows < SAMPLE) {
                    let Some((mut cells, after)) = file.read(column, at, SAMPLE)? else { break };
                    while let Some(cell) = cells.take_next() {
                        rows += 1;
                        candidate.add(cell.unwrap_or_default());
                    }
                    next = Some(after);
                }
            }
            candidates.push(candidate);
        }
        let chosen = choose(&candidates, asked, "Parquet")?;
        note(&candidates, chosen, asked).map(|note| told.set(note));
        let column = columns.swap_remove(chosen);
        if !column.is_text {
            let message = format!("the column `{}` holds no text: {}", column.name, column.kind);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(ParquetCells { file, column, next: (0, 0), ready: Texts::default(), interrupt })
    }
}

impl Cells for ParquetCells {
    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        loop {
            if let Some(cell) = self.ready.take_next() {
                push_cell(line, cell.unwrap_or_default());
                return Ok(true);
            }
            // What was read is let go before more is.
            self.ready = Texts::default();
            if self.interrupt.is_set() {
                return Ok(false);
            }
            let Some((ready, next)) = self.file.read(&self.column, self.next, usize::MAX)? else {
                return Ok(false);
            };
            (self.ready, self.next) = (ready, next);
        }
    }
}
