//! Blocks: runs of whole lines, the unit of work of the pipeline.

use std::io::{self, BufRead, Read};

use super::Input;
use super::decode::{self, Fingerprint};
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::text::{Dialect, MAX_LINE, ParseErrorKind, Rows, parse_line};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Some whole lines of one input.
#[derive(Debug, Default)]
pub struct Block {
    first_line: u64,
    offset: u64,
    dialect: Dialect,
    lines: usize,
    bytes: Vec<u8>,
}

impl Block {
    /// How the input's lines are laid out.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The number of the first line, from 1.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// Where the block begins in the text, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The lines as they are read, which is all that puzzles are made of: without a
    /// byte order mark, and with every line cut that is too long for a puzzle.
    pub fn text(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.lines
    }

    /// Whether the block holds no line.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Drops the lines after the one of this number.
    pub fn cut_after(&mut self, number: u64) {
        let lines = (number + 1).saturating_sub(self.first_line) as usize;
        if lines < self.lines {
            let mut ends = memchr::memchr_iter(b'\n', &self.bytes);
            let end = lines.checked_sub(1).and_then(|last| ends.nth(last)).map_or(0, |end| end + 1);
            self.bytes.truncate(end);
            self.lines = lines;
        }
    }

    /// Drops the lines after so many puzzles. Returns how many puzzles are left.
    pub fn cut_after_puzzles(&mut self, most: u64) -> u64 {
        let good = self.puzzles().filter(|line| line.puzzle.is_ok());
        let good = good.map(|line| line.number).take(usize::try_from(most).unwrap_or(usize::MAX));
        let numbers: Vec<u64> = good.collect();
        let count = numbers.len() as u64;
        if count == most {
            self.cut_after(numbers.last().copied().unwrap_or(0));
        }
        count
    }

    /// The lines without their ends, numbered from 1 in the input.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let mut rest = &self.bytes[..];
        (self.first_line..self.first_line + self.lines as u64).map(move |number| {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            (number, line.strip_suffix(b"\r").unwrap_or(line))
        })
    }

    /// The lines that should hold puzzles: all but blank ones, comments and headers.
    pub fn puzzles(&self) -> impl Iterator<Item = PuzzleLine<'_>> {
        self.lines().filter_map(|(number, text)| {
            let puzzle = parse_line(text, self.dialect).transpose()?;
            Some(PuzzleLine { number, text, puzzle })
        })
    }
}

/// A line of a block that should hold a puzzle, and whether it does.
pub struct PuzzleLine<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its text, without the end.
    pub text: &'a [u8],
    /// The puzzle, or why there is none.
    pub puzzle: Result<Puzzle, ParseErrorKind>,
}

/// Reads one input block by block.
pub struct BlockReader {
    input: decode::Text,
    block_lines: usize,
    next_line: u64,
    offset: u64,
    dialect: Option<Dialect>,
    rows: Rows,
    /// Whether blocks may be short where the input pauses.
    short: bool,
    /// The beginning of a line whose end is still to come, and the bytes it was read from.
    begun: (Vec<u8>, u64),
    /// Why nothing follows what was returned last.
    failure: Option<io::Error>,
}

impl BlockReader {
    /// Opens an input, to be cut into blocks of `block_lines` lines; the last
    /// may be shorter. An interrupt ends it early, while it waits for a pipe, too.
    ///
    /// # Errors
    /// When it cannot be opened or its first bytes not be read.
    pub fn open(
        input: &Input,
        block_lines: usize,
        interrupt: &Interrupt,
    ) -> io::Result<BlockReader> {
        let text = decode::open(&input.place, false, interrupt)?;
        Ok(BlockReader::of_text(text, block_lines))
    }

    /// The same with a [`fingerprint`](Self::fingerprint) of what is read.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn with_fingerprint(
        input: &Input,
        block_lines: usize,
        interrupt: &Interrupt,
    ) -> io::Result<BlockReader> {
        let text = decode::open(&input.place, true, interrupt)?;
        Ok(BlockReader::of_text(text, block_lines))
    }

    /// Reads any stream of bytes as [`open`](Self::open) reads an input.
    ///
    /// # Errors
    /// When its first bytes cannot be read.
    pub fn over(stream: Box<dyn Read + Send>, block_lines: usize) -> io::Result<BlockReader> {
        Ok(BlockReader::of_text(decode::unpack(stream, false)?, block_lines))
    }

    /// Opens an input to be read from a line that begins at this byte of the text.
    /// Plain files are read from there; of others, what comes before is unpacked
    /// and skipped, or read where puzzles are drawn row by row.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when the input ends before.
    pub fn open_at(
        input: &Input,
        block_lines: usize,
        line: u64,
        offset: u64,
        interrupt: &Interrupt,
    ) -> io::Result<BlockReader> {
        let mut reader = BlockReader::open(input, block_lines, interrupt)?;
        // The first line with content tells the dialect of all; a drawing may have
        // begun before the line.
        while reader.next_line < line && matches!(reader.dialect, None | Some(Dialect::Rows)) {
            reader.block_lines = block_lines.min((line - reader.next_line) as usize);
            if reader.next_block()?.is_none() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        reader.block_lines = block_lines;
        if reader.next_line == line {
            return Ok(reader);
        }
        match decode::open_plain_at(&input.place, offset)? {
            Some(input) => reader.input = input,
            None => {
                reader.input = decode::open(&input.place, false, interrupt)?;
                io::copy(&mut (&mut reader.input.text).take(offset), &mut io::sink())?;
            }
        }
        (reader.next_line, reader.offset) = (line, offset);
        Ok(reader)
    }

    fn of_text(input: decode::Text, block_lines: usize) -> BlockReader {
        BlockReader {
            input,
            block_lines,
            next_line: 1,
            offset: 0,
            dialect: None,
            rows: Rows::default(),
            short: false,
            begun: (Vec::new(), 0),
            failure: None,
        }
    }

    /// From now on, hands over the whole lines it has where a pipe or a terminal pauses,
    /// so that whoever writes them gets answers before writing more. How lines come
    /// together in blocks then depends on time; a file's still does not.
    pub fn short_in_pauses(mut self) -> BlockReader {
        self.short = true;
        self
    }

    /// The next block, or nothing at the end.
    ///
    /// # Errors
    /// When reading fails, for instance in a truncated archive. Whole lines read
    /// before the failure are returned first.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let (bytes, mut line_used) = std::mem::take(&mut self.begun);
        let offset = self.offset - line_used;
        let mut block = Block { first_line: self.next_line, offset, bytes, ..Block::default() };
        let mut line_start = 0;
        loop {
            self.input.impatience.set(self.short && block.lines > 0);
            let available = match self.input.text.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && block.lines > 0 => {
                    self.begun = (block.bytes.split_off(line_start), line_used);
                    break;
                }
                Err(error) => {
                    // Sent on without its broken last line; the next call fails.
                    block.bytes.truncate(line_start);
                    self.offset -= line_used;
                    if block.lines == 0 {
                        return Err(error);
                    }
                    self.failure = Some(error);
                    break;
                }
                Ok(available) => available,
            };
            if available.is_empty() {
                if block.bytes.len() > line_start {
                    self.settle_line(&mut block, line_start);
                    block.bytes.push(b'\n');
                }
                if block.lines < self.block_lines
                    && let Some(cut_short) = self.rows.finish()
                {
                    // It stands where the row that is missing would.
                    block.bytes.extend(cut_short);
                    block.lines += 1;
                }
                break;
            }
            let newline = memchr::memchr(b'\n', available);
            let part = &available[..newline.unwrap_or(available.len())];
            // One byte over the limit is kept, so that the line is seen to be too long.
            let room = (MAX_LINE + 1).saturating_sub(block.bytes.len() - line_start);
            block.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(newline.is_some());
            self.input.text.consume(used);
            self.offset += used as u64;
            line_used += used as u64;
            if newline.is_some() {
                self.settle_line(&mut block, line_start);
                block.bytes.push(b'\n');
                (line_start, line_used) = (block.bytes.len(), 0);
                if block.lines == self.block_lines {
                    break;
                }
            }
        }
        self.next_line += block.lines as u64;
        block.dialect = self.dialect.unwrap_or_default();
        Ok((block.lines > 0).then_some(block))
    }

    /// Takes a line that was read into the block: drops a byte order mark from the
    /// first, reads the dialect from the first with content, and joins puzzles that
    /// are drawn row by row. The joined puzzle stands in place of its last row,
    /// blank lines in place of the others.
    fn settle_line(&mut self, block: &mut Block, start: usize) {
        let (number, bytes) = (self.next_line + block.lines as u64, &mut block.bytes);
        block.lines += 1;
        if self.dialect.is_none() {
            if number == 1 && bytes[start..].starts_with(BYTE_ORDER_MARK) {
                bytes.drain(start..start + BYTE_ORDER_MARK.len());
            }
            let content = bytes[start..].trim_ascii();
            if !content.is_empty() && content[0] != b'#' {
                self.dialect = Some(Dialect::of_first_line(content));
            }
        }
        if self.dialect == Some(Dialect::Rows) {
            let joined = self.rows.take(&bytes[start..]);
            bytes.truncate(start);
            bytes.extend(joined.unwrap_or_default());
        }
    }

    /// Where the next line begins in the text, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How far it is, in raw bytes: where the next block begins in plain text, some
    /// buffers ahead of that in what is unpacked.
    pub fn position(&self) -> u64 {
        if self.input.packed { self.input.tally.bytes() } else { self.offset }
    }

    /// The fingerprint of the raw bytes read so far; of the whole input once
    /// [`next_block`](Self::next_block) has returned nothing. Only a reader opened
    /// [`with_fingerprint`](Self::with_fingerprint) has one.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.input.tally.fingerprint()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::super::Place;
    use super::*;

    /// A file with these bytes.
    fn file(bytes: &[u8]) -> (tempfile::NamedTempFile, Input) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        let place = Place::File(file.path().into());
        (file, Input { name: "t".into(), place })
    }

    /// All lines of a file with these bytes, by blocks of two.
    fn lines(bytes: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let (_file, input) = file(bytes);
        let mut reader = BlockReader::with_fingerprint(&input, 2, &Interrupt::default()).unwrap();
        let mut all = Vec::new();
        while let Some(block) = reader.next_block().unwrap() {
            assert!(block.len() <= 2);
            all.extend(block.lines().map(|(number, line)| (number, line.to_vec())));
        }
        assert_eq!(reader.fingerprint().unwrap().bytes, bytes.len() as u64);
        all
    }

    #[test]
    fn lines_are_numbered_whatever_their_ends() {
        let expected = [(1, b"a".to_vec()), (2, b"".to_vec()), (3, b"c".to_vec())];
        assert_eq!(lines(b"a\n\nc\n"), expected);
        assert_eq!(lines(b"a\n\nc"), expected);
        assert_eq!(lines(b"a\r\n\r\nc\r\n"), expected);
        assert_eq!(lines(b"\xef\xbb\xbfa\n\nc"), expected);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn drawn_puzzles_are_joined_and_lines_keep_their_numbers() {
        let cells = b"12..34...1...4..".to_vec();
        let drawn = b"# 4x4\n1 2 | . .\n3 4 | . .\n----+----\n. 1 | . .\n. 4 | . .\n\n12|..\n34|..";
        let filled: Vec<_> =
            lines(drawn).into_iter().filter(|(_, line)| !line.is_empty()).collect();
        let expected = [(1, b"# 4x4".to_vec()), (6, cells), (10, b"12..34..".to_vec())];
        assert_eq!(filled, expected);
        assert_eq!(lines(drawn).len(), 10);
    }

    #[test]
    fn a_drawing_is_whole_wherever_reading_starts() {
        let (_file, input) = file(b"1 2 | . .\n3 4 | . .\n. 1 | . .\n. 4 | . .\n12|..\n");
        let mut reader = BlockReader::open_at(&input, 2, 3, 20, &Interrupt::default()).unwrap();
        let block = reader.next_block().unwrap().unwrap();
        assert_eq!((block.first_line(), block.offset()), (3, 20));
        assert_eq!(block.lines().last(), Some((4, &b"12..34...1...4.."[..])));
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_kept() {
        let mut bytes = vec![b'x'; 10 << 20];
        bytes.extend(b"\nb\n");
        let lines = lines(&bytes);
        assert_eq!(lines[0].1.len(), MAX_LINE + 1);
        assert_eq!(lines[1], (2, b"b".to_vec()));
    }

    #[test]
    fn archives_are_known_by_content_and_may_have_members() {
        let gz = |text: &[u8]| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        };
        let expected = [(1, b"a".to_vec()), (2, b"b".to_vec()), (3, b"c".to_vec())];
        assert_eq!(lines(&[gz(b"a\nb"), gz(b"\nc\n")].concat()), expected);
        assert_eq!(lines(&zstd::encode_all(&b"a\nb\nc\n"[..], 3).unwrap()), expected);
    }

    #[test]
    fn a_truncated_archive_fails_after_its_whole_lines() {
        let text: Vec<u8> = (0..50_000).flat_map(|i| format!("{i}\n").into_bytes()).collect();
        let packed = zstd::encode_all(&text[..], 3).unwrap();
        let (_file, input) = file(&packed[..packed.len() / 2]);
        let mut reader = BlockReader::open(&input, 1000, &Interrupt::default()).unwrap();
        let mut read = 0;
        let error = loop {
            match reader.next_block() {
                Ok(Some(block)) => {
                    assert!(block.lines().all(|(n, line)| line == (n - 1).to_string().as_bytes()));
                    read += block.len();
                }
                Ok(None) => panic!("the archive is truncated"),
                Err(error) => break error,
            }
        };
        assert!(read < 50_000);
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
