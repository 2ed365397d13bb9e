//! What becomes of a line in its block: its dialect is found, drawn rows are joined, and records
//! of several lines become one. The joined puzzle or record stands in place of its last line, if
//! that is missing, too; blank lines in place of the others.

use std::io;
use std::mem;

use super::kind::Kind;
use crate::text::{
    After, Ahead, Counting, Cut, Detected, Detector, Dialect, Doubt, Frame, Line, MAX_LINE, Record,
    Rows, Seen, Solutions, among_words, columns_of_cells, fields, in_one_line, is_broken_row,
    is_comment, is_comment_of_records, is_empty_row, is_separator_line, only_field,
};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes of a line that may be a record, of which a column is wanted that may be its last.
const MOST_BYTES: usize = 1 << 20;

/// Lines that a block has more than it should, while its dialect is not known.
const MOST_LINES: usize = 128;

/// The state of one input between its lines.
pub(super) struct Settler {
    dialect: Option<Dialect>,
    detector: Detector,
    /// Where in the block the lines begin of which the dialect is not known, and which of them
    /// is the first of all with content, if it is among them.
    waiting: Option<(usize, Option<usize>)>,
    is_begun: bool,
    frame: Frame,
    rows: Rows,
    /// Where in the block the rows of an unfinished puzzle stand.
    places: Vec<usize>,
    ahead: Ahead,
    doubt: Doubt,
    counting: Counting,
    /// Where in the block the lines begin that wait for those after them.
    held: Option<usize>,
    record: Record,
    /// Where in the block the record begins.
    record_start: usize,
    /// The fields of the first record, or of a header that may name the cells of puzzles.
    columns: Option<usize>,
    /// Whether the column that is read was asked for.
    is_asked: bool,
    /// Whether a solution stands beside the first puzzle in a line of words, once there is one.
    has_solutions: Option<bool>,
    solutions: Solutions,
}

impl Settler {
    pub(super) fn new(kind: Kind, column: Option<&str>) -> Settler {
        Settler {
            dialect: (kind != Kind::Lines).then_some(Dialect::Cell),
            detector: Detector::new(column),
            waiting: None,
            is_begun: false,
            frame: Frame::default(),
            rows: Rows::default(),
            places: Vec::new(),
            ahead: Ahead::default(),
            doubt: Doubt::default(),
            counting: Counting::default(),
            held: None,
            record: Record::default(),
            record_start: 0,
            columns: None,
            is_asked: column.is_some(),
            has_solutions: None,
            solutions: Solutions::default(),
        }
    }

    pub(super) fn dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    /// The fields of the first record, if lines are records.
    pub(super) fn columns(&self) -> Option<usize> {
        self.columns
    }

    pub(super) fn is_asked(&self) -> bool {
        self.is_asked
    }

    pub(super) fn has_solutions(&self) -> bool {
        self.has_solutions == Some(true)
    }

    /// Bytes of the next line that are kept: one over the limit, so that it is seen to be too
    /// long.
    pub(super) fn room(&self) -> usize {
        match self.dialect {
            Some(Dialect::Plain | Dialect::Rows | Dialect::Cell) => MAX_LINE + 1,
            _ => MOST_BYTES + 1,
        }
    }

    /// Whether what the next lines are is told by lines above them, as a heading `Solutions`.
    pub(super) fn is_told_above(&self) -> bool {
        self.solutions.may_follow()
    }

    /// Whether a puzzle or record is not whole.
    pub(super) fn is_open(&self) -> bool {
        self.rows.is_open() || self.held.is_some() || self.record.is_open()
    }

    /// The lines of a block that wait for lines below them.
    pub(super) fn waiting<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        self.held.map(|from| &bytes[from..])
    }

    /// Takes the lines that wait out of a block, to begin the next one; nothing if they begin it already, or a puzzle
    /// is open above them.
    pub(super) fn leave_waiting(&mut self, bytes: &mut Vec<u8>) -> Option<Vec<u8>> {
        let from = self.held.filter(|&from| from > 0 && !self.rows.is_open())?;
        self.held = Some(0);
        Some(bytes.split_off(from))
    }

    /// Whether a block that has so many lines more than it should is to have another one.
    pub(super) fn holds(&self, more: usize) -> bool {
        let is_begun = self.is_begun || self.waiting.is_some();
        self.is_open() || self.dialect.is_none() && is_begun && more < MOST_LINES
    }

    /// Whether blank lines mean nothing.
    pub(super) fn may_pass(&self) -> bool {
        let is_detecting = self.dialect.is_none() && self.is_begun && self.waiting.is_some();
        self.dialect != Some(Dialect::Cell) && !self.is_open() && !is_detecting
    }

    pub(super) fn begin_block(&mut self) {
        self.waiting = None;
        self.doubt.begin_block();
    }

    /// Forgets the rows and the record that are not whole.
    pub(super) fn drop_open(&mut self, bytes: &mut Vec<u8>) {
        (self.rows, self.record) = (Rows::default(), Record::default());
        self.places.clear();
        if let Some(from) = self.held.take() {
            let held = bytes.split_off(from.min(bytes.len()));
            bytes.extend(held.iter().filter(|&&byte| byte == b'\n'));
        }
    }

    /// Ends the input.
    ///
    /// # Errors
    /// When it is a table without a column of puzzles.
    pub(super) fn finish(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        if let (None, Some(detected), Some((from, _))) =
            (self.dialect, self.detector.last(), self.waiting)
        {
            if let Detected::NoColumn(why) = detected {
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            self.decide(bytes, from, detected);
        }
        self.release(bytes, true);
        if let Some(cut) = self.rows.finish() {
            let more = self.doubt.reject(bytes);
            self.places.iter_mut().for_each(|place| *place += more);
            self.place(bytes, cut);
        }
        if self.record.is_open() {
            self.give_up(bytes);
        }
        Ok(())
    }

    /// Ends a block.
    pub(super) fn end_block(&mut self, bytes: &mut Vec<u8>) {
        if let Some((from, _)) = self.waiting {
            shorten(bytes, from);
        }
    }

    /// Takes the line that begins there in the block and has no end yet.
    ///
    /// # Errors
    /// When the input does not have the column that is asked for.
    pub(super) fn settle(
        &mut self,
        bytes: &mut Vec<u8>,
        start: usize,
        is_first: bool,
    ) -> io::Result<()> {
        if self.dialect.is_none() && is_first && bytes[start..].starts_with(BYTE_ORDER_MARK) {
            bytes.drain(start..start + BYTE_ORDER_MARK.len());
        }
        self.settle_frame(bytes, start);
        if self.dialect.is_some() {
            self.settle_known(bytes, start);
            return Ok(());
        }
        let content = bytes[start..].trim_ascii();
        if is_first && is_separator_line(&bytes[start..]) {
            bytes.truncate(start);
            return Ok(());
        }
        if content.is_empty() && is_empty_row(&bytes[start..]) {
            self.waiting.get_or_insert((start, None));
            return Ok(());
        }
        if content.is_empty() || is_comment(content) {
            bytes.truncate(bytes.len().min(start + MAX_LINE + 1));
            return Ok(());
        }
        let (from, head) = self.waiting.get_or_insert((start, None));
        if !mem::replace(&mut self.is_begun, true) {
            *head = Some(bytes[*from..start].iter().filter(|&&byte| byte == b'\n').count());
        }
        match self.detector.take(&bytes[start..]) {
            Detected::Nothing => {}
            Detected::NoColumn(why) => {
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            detected => self.decide(bytes, start, detected),
        }
        Ok(())
    }

    /// Reads the lines that wait, if not from there on, by what was detected.
    fn decide(&mut self, bytes: &mut Vec<u8>, start: usize, detected: Detected) {
        let Detected::Dialect(dialect, mut above) = detected else { return };
        self.dialect = Some(dialect);
        let (from, head) = self.waiting.take().unwrap_or((start, None));
        let waiting = bytes.split_off(from);
        for (place, line) in waiting.split(|&byte| byte == b'\n').enumerate() {
            if place > 0 {
                bytes.push(b'\n');
            }
            // Whether it comes in the same block as the first line makes no difference.
            let is_blank = line.trim_ascii().is_empty() && !is_empty_row(line);
            let is_nothing = is_blank || is_comment(line);
            if above > 0 && !is_nothing && head.is_some_and(|head| place >= head) {
                above -= 1;
                self.rows.take_title(line);
                self.columns = match dialect {
                    // A title is one field.
                    Dialect::Column { index, delimiter } => Some(fields(line, delimiter).count())
                        .filter(|&columns| columns > index.max(1)),
                    _ => columns_of_cells(line),
                };
                continue;
            }
            let start = bytes.len();
            bytes.extend(line);
            if !is_nothing || self.is_open() {
                self.settle_known(bytes, start);
            }
        }
    }

    /// Writes a row or a frame as it is read, where it is drawn otherwise.
    fn settle_frame(&mut self, bytes: &mut Vec<u8>, start: usize) {
        let line = &bytes[start..];
        let may_be = match self.dialect {
            None | Some(Dialect::Rows) => memchr::memchr3(b'|', 0xc2, 0xe2, line).is_some(),
            // Nearly all lines hold a puzzle each, and go by here.
            Some(Dialect::Plain) => matches!(line.first(), Some(b'|' | b' ' | 0xe2)),
            _ => false,
        };
        if let Some(plain) = may_be.then(|| self.frame.plain(line)).flatten() {
            bytes.truncate(start);
            bytes.extend(plain);
        }
    }

    fn settle_known(&mut self, bytes: &mut Vec<u8>, start: usize) {
        if self.held.is_none() && self.solutions.take_marks(&bytes[start..]) {
            bytes.truncate(start);
            return;
        }
        if self.has_solutions.is_none() {
            let mut puzzles = among_words(&bytes[start..]);
            self.has_solutions = puzzles.next().map(|first| {
                puzzles.next().is_some_and(|other| {
                    other.layout() == first.layout() && other.is_full() != first.is_full()
                })
            });
        }
        if self.dialect == Some(Dialect::Plain) && Rows::begin_with(&bytes[start..]) {
            self.dialect = Some(Dialect::Rows);
        }
        match self.dialect {
            Some(Dialect::Rows) => self.settle_row(bytes, start),
            Some(Dialect::Column { index, delimiter }) if delimiter != b' ' => {
                self.settle_record(bytes, start, index, delimiter);
            }
            Some(dialect @ (Dialect::Plain | Dialect::Column { .. }))
                if self.solutions.take_line(&bytes[start..], dialect) =>
            {
                bytes.truncate(start);
            }
            _ => bytes.truncate(bytes.len().min(start + MAX_LINE + 1)),
        }
    }

    fn settle_row(&mut self, bytes: &mut Vec<u8>, start: usize) {
        bytes.truncate(bytes.len().min(start + MAX_LINE + 1));
        if self.held.is_none() && !self.ahead.is_asked(&self.rows, &bytes[start..]) {
            self.take_number(bytes, start);
            let line = &bytes[start..];
            self.rows.see(line);
            let seen = Seen::of(line, line, None, false);
            return self.take_row(bytes, start, seen);
        }
        self.held.get_or_insert(start);
        self.release(bytes, false);
    }

    /// Takes the lines that wait, up to the first for which more lines are wanted; at the end, all.
    fn release(&mut self, bytes: &mut Vec<u8>, is_end: bool) {
        let Some(from) = self.held.take() else { return };
        let held = bytes.split_off(from);
        let lines = held.strip_suffix(b"\n").filter(|_| is_end).unwrap_or(&held);
        let lines: Vec<&[u8]> = lines.split(|&byte| byte == b'\n').collect();
        let after = if is_end { After::End } else { After::More };
        for (place, line) in lines.iter().enumerate() {
            if place > 0 {
                bytes.push(b'\n');
            }
            let start = bytes.len();
            if self.solutions.take_marks(line) {
                continue;
            }
            let next = lines.get(place + 1).copied();
            if next.is_none() && !is_end && self.rows.may_end_with_nothing(line) {
                self.held = Some(start);
                bytes.extend(*line);
                return;
            }
            if !self.ahead.is_asked(&self.rows, line) {
                bytes.extend(*line);
            } else if let Some(told) = self.ahead.tell(&mut self.rows, &lines[place..], after) {
                bytes.extend(told);
            } else {
                self.held = Some(start);
                bytes.extend(lines[place..].join(&b'\n'));
                return;
            }
            self.take_number(bytes, start);
            self.rows.see(line);
            let seen = Seen::of(line, &bytes[start..], next, self.ahead.stand_apart());
            self.take_row(bytes, start, seen);
        }
        if is_end && held.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }

    /// Makes a comment of the line with which the block ends, if it is the number of the next drawn puzzle.
    fn take_number(&mut self, bytes: &mut Vec<u8>, start: usize) {
        if !self.rows.is_open() && self.counting.is_next(&bytes[start..]) {
            bytes.truncate(start);
            bytes.push(b'#');
        }
    }

    fn take_row(&mut self, bytes: &mut Vec<u8>, start: usize, seen: Seen) {
        let text = &bytes[start..];
        let (cut, line) = self.rows.take(text);
        let is_broken = line == Line::Itself && is_broken_row(&self.rows, text);
        if is_broken {
            self.rows.expect_no_number();
        }
        if let Some((joined, _)) = &cut {
            self.solutions.take_cut(joined);
        }
        let is_solution = match &line {
            Line::Itself => self.solutions.take_line(text, Dialect::Rows),
            Line::Last(joined) => self.solutions.take_drawn(joined),
            Line::Row | Line::Other => {
                self.solutions.take_heading(text);
                false
            }
        };
        if line != Line::Itself || is_solution {
            bytes.truncate(start);
        }
        let rows = cut.as_ref().map(|(joined, _)| Rows::shape(joined));
        let is_open = self.rows.is_open();
        let more = self.doubt.take(bytes, seen, rows, &line, is_open, is_broken);
        self.places.iter_mut().for_each(|place| *place += more);
        if let Some(cut) = cut {
            self.place(bytes, cut);
        }
        match line {
            Line::Row => self.places.push(bytes.len()),
            Line::Last(joined) => {
                if !is_solution {
                    bytes.extend(&joined);
                    self.doubt.take_puzzle(bytes, &joined, self.rows.are_signed());
                    self.counting.add_puzzle();
                }
                self.places.clear();
            }
            Line::Other | Line::Itself => {}
        }
    }

    /// Puts a puzzle that is cut short where its last row stands.
    fn place(&mut self, bytes: &mut Vec<u8>, (joined, rows_after): Cut) {
        let rest = self.places.split_off(self.places.len() - rows_after);
        let last = *self.places.last().expect("a puzzle has a row");
        self.places = rest.iter().map(|place| place + joined.len()).collect();
        bytes.splice(last..last, joined);
    }

    fn settle_record(&mut self, bytes: &mut Vec<u8>, start: usize, index: usize, delimiter: u8) {
        let line = &bytes[start..];
        if !self.record.is_open() {
            let is_comment = || is_comment_of_records(line, index, delimiter);
            if line.len() > MOST_BYTES || is_comment() {
                bytes.truncate(bytes.len().min(start + MAX_LINE + 1));
                return;
            }
            self.record_start = start;
        }
        let ended = self.record.take(line, delimiter);
        if self.columns.is_none() && ended.is_some_and(|lines| lines > 0) {
            self.columns = Some(fields(&bytes[self.record_start..], delimiter).count());
        }
        match ended {
            None => {}
            Some(0) => self.give_up(bytes),
            Some(1) if bytes.len() - start <= MAX_LINE => {}
            Some(lines) => {
                let record = bytes.split_off(self.record_start);
                bytes.resize(bytes.len() + lines - 1, b'\n');
                let start = bytes.len();
                let whole = in_one_line(&record);
                bytes.extend(match whole.len() <= MAX_LINE {
                    true => whole,
                    false => only_field(&record, index, delimiter),
                });
                bytes.truncate(bytes.len().min(start + MAX_LINE + 1));
            }
        }
    }

    /// Leaves the lines of a record without end as they are.
    fn give_up(&mut self, bytes: &mut Vec<u8>) {
        self.record = Record::default();
        shorten(bytes, self.record_start);
    }
}

/// Cuts the lines from there on that are too long.
fn shorten(bytes: &mut Vec<u8>, from: usize) {
    let lines = bytes.split_off(from);
    for (place, line) in lines.split(|&byte| byte == b'\n').enumerate() {
        if place > 0 {
            bytes.push(b'\n');
        }
        bytes.extend(&line[..line.len().min(MAX_LINE + 1)]);
    }
}
