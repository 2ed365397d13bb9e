//! From an input to blocks of its lines.

use std::io::{self, BufRead, Read};

use super::decode::{self, Fingerprint};
use super::settle::Settler;
use super::{Block, Input, is_of_machine, table};
use crate::interrupt::Interrupt;
use crate::text::{MAX_LINE, is_empty_row};

/// Blank lines in a row that a block holds, if it holds so many lines; the rest of them is
/// passed over and belongs to none, so that a few packed bytes do not make millions of lines to work on.
const MOST_BLANK: usize = 16;

/// Lines of a block that ends where lines wait: beyond it, a fault below tells nothing of puzzles above.
const LONG: usize = 1024;

/// Reads one input block by block.
pub struct BlockReader {
    input: decode::Text,
    block_lines: usize,
    next_line: u64,
    offset: u64,
    settler: Settler,
    /// Whether blocks may be short where the input pauses.
    short: bool,
    /// Whether blank lines are passed over, up to the next line with content.
    passing: bool,
    /// The beginning of a line whose end is still to come, and the bytes it was read from.
    begun: (Vec<u8>, u64),
    waiting: Waiting,
    /// Why nothing follows what was returned last.
    failure: Option<io::Error>,
}

/// Lines that were read, and are told by lines below them.
#[derive(Default)]
struct Waiting {
    /// Those with which the next block begins, as they are read.
    bytes: Vec<u8>,
    /// Where each line that waits begins in the text, in bytes.
    offsets: Vec<u64>,
}

impl Waiting {
    /// The lines with which the next block begins, how many they are, and where the first one begins.
    fn take(&mut self) -> (Vec<u8>, usize, Option<u64>) {
        let bytes = std::mem::take(&mut self.bytes);
        if bytes.is_empty() {
            self.offsets.clear();
        }
        (bytes, self.offsets.len(), self.offsets.first().copied())
    }
}

impl BlockReader {
    /// Opens an input, to be cut into blocks of so many lines, or some more where the last is
    /// in the midst of a drawn puzzle, or told by lines below it. An interrupt ends it early, while it waits for a
    /// pipe, too.
    ///
    /// # Errors
    /// When it cannot be opened or its first bytes not be read.
    pub fn open(input: &Input, lines: usize, interrupt: &Interrupt) -> io::Result<BlockReader> {
        BlockReader::of_input(input, lines, false, interrupt)
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
        BlockReader::of_input(input, block_lines, true, interrupt)
    }

    fn of_input(
        input: &Input,
        block_lines: usize,
        fingerprint: bool,
        interrupt: &Interrupt,
    ) -> io::Result<BlockReader> {
        let text = decode::open(&input.place, fingerprint, interrupt)?;
        BlockReader::of_text(text, Some(input), block_lines)
    }

    /// Reads any stream of bytes as [`open`](Self::open) reads an input.
    ///
    /// # Errors
    /// When its first bytes cannot be read.
    pub fn over(stream: Box<dyn Read + Send>, block_lines: usize) -> io::Result<BlockReader> {
        let text = decode::unpack(stream, false, &Interrupt::default())?;
        BlockReader::of_text(text, None, block_lines)
    }

    /// Opens an input to be read from a line that begins at this byte of the text.
    /// Plain files are read from there; of others, what comes before is unpacked
    /// and skipped, or read if what stands there is told `above`, as drawn rows are.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when the input ends before.
    pub fn open_at(
        input: &Input,
        block_lines: usize,
        line: u64,
        offset: u64,
        above: bool,
        interrupt: &Interrupt,
    ) -> io::Result<BlockReader> {
        let mut reader = BlockReader::open(input, block_lines, interrupt)?;
        // The first lines tell most dialects; what a drawing is depends on all before it.
        loop {
            reader.pass_blank_lines()?;
            let is_needed = above || reader.settler.dialect().is_none();
            if reader.next_line >= line || !is_needed {
                break;
            }
            reader.block_lines = block_lines.min((line - reader.next_line) as usize);
            if reader.next_block()?.is_none() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        reader.block_lines = block_lines;
        if reader.next_line == line {
            return Ok(reader);
        }
        match decode::open_plain_at(&input.place, offset, interrupt)? {
            Some(input) => reader.input = input,
            None => {
                let text = decode::open(&input.place, false, interrupt)?;
                reader.input = table::lines(text, Some(&input.place), input.column.as_deref())?;
                io::copy(&mut (&mut reader.input.text).take(offset), &mut io::sink())?;
            }
        }
        (reader.next_line, reader.offset, reader.passing) = (line, offset, false);
        (reader.begun, reader.waiting) = ((Vec::new(), 0), Waiting::default());
        Ok(reader)
    }

    fn of_text(
        text: decode::Text,
        input: Option<&Input>,
        block_lines: usize,
    ) -> io::Result<BlockReader> {
        let column = input.and_then(|input| input.column.as_deref());
        Ok(BlockReader {
            settler: Settler::new(text.kind, column),
            input: table::lines(text, input.map(|input| &input.place), column)?,
            block_lines,
            next_line: 1,
            offset: 0,
            short: false,
            passing: false,
            begun: (Vec::new(), 0),
            waiting: Waiting::default(),
            failure: None,
        })
    }

    /// From now on, hands over the whole lines it has where a pipe or a terminal pauses,
    /// so that whoever writes them gets answers before writing more. How lines come
    /// together in blocks then depends on time; a file's still does not.
    pub fn short_in_pauses(mut self) -> BlockReader {
        self.short = true;
        self
    }

    /// From now on, so many lines make a block.
    pub fn set_block_lines(&mut self, lines: usize) {
        self.block_lines = lines;
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
        self.pass_blank_lines()?;
        let (begun, mut line_used) = std::mem::take(&mut self.begun);
        let (mut bytes, lines, offset) = self.waiting.take();
        let offset = offset.unwrap_or(self.offset - line_used);
        let (mut line_start, mut blank) = (bytes.len(), 0);
        bytes.extend(begun);
        let (first_line, is_told_above) = (self.next_line, self.settler.is_told_above());
        let mut block =
            Block { first_line, offset, bytes, lines, is_told_above, ..Block::default() };
        self.settler.begin_block();
        loop {
            self.input.impatience.set(self.short && block.lines > 0 && !self.settler.is_open());
            let available = match self.input.text.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && block.lines > 0 => {
                    self.begun = (block.bytes.split_off(line_start), line_used);
                    break;
                }
                Err(error) => {
                    // Sent on without its broken last line; the next call fails.
                    block.bytes.truncate(line_start);
                    self.offset -= line_used;
                    // What cannot be read ends the lines; another time the machine may read on.
                    let is_end = block.lines > 0 && !is_of_machine(&error);
                    if !is_end || self.settler.finish(&mut block.bytes).is_err() {
                        self.settler.drop_open(&mut block.bytes);
                    }
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
                    self.settle_line(&mut block, line_start)?;
                    block.bytes.push(b'\n');
                }
                self.settler.finish(&mut block.bytes)?;
                break;
            }
            let newline = memchr::memchr(b'\n', available);
            let part = &available[..newline.unwrap_or(available.len())];
            // One byte over the limit is kept, so that the line is seen to be too long.
            let room = self.settler.room().saturating_sub(block.bytes.len() - line_start);
            block.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(newline.is_some());
            self.input.text.consume(used);
            self.offset += used as u64;
            line_used += used as u64;
            if newline.is_some() {
                let is_blank = is_blank(&block.bytes[line_start..]);
                blank = if is_blank && self.settler.may_pass() { blank + 1 } else { 0 };
                self.settle_line(&mut block, line_start)?;
                block.bytes.push(b'\n');
                self.note_waiting(&block, self.offset - line_used);
                (line_start, line_used) = (block.bytes.len(), 0);
                self.passing = blank == MOST_BLANK.min(self.block_lines);
                let is_full = block.lines >= self.block_lines;
                if is_full && !self.settler.holds(block.lines - self.block_lines) || self.passing {
                    break;
                }
                if is_full && self.leave_waiting(&mut block) {
                    break;
                }
            }
        }
        self.next_line += block.lines as u64;
        self.settler.end_block(&mut block.bytes);
        block.dialect = self.settler.dialect().unwrap_or_default();
        block.columns = self.settler.columns();
        block.is_asked = self.settler.is_asked();
        block.has_solutions = self.settler.has_solutions();
        block.note = self.input.note.get().filter(|_| block.first_line == 1).cloned();
        Ok((block.lines > 0).then_some(block))
    }

    /// Passes over the blank lines after those that a block holds. The beginning of a line
    /// that may have content is kept.
    fn pass_blank_lines(&mut self) -> io::Result<()> {
        self.input.impatience.set(false);
        while self.passing {
            let available = self.input.text.fill_buf()?;
            let row = empty_row(&self.begun.0, available);
            let content = available.iter().position(|byte| !byte.is_ascii_whitespace()).or(row);
            let blank = &available[..row.or(content).unwrap_or(available.len())];
            let whole = memchr::memrchr(b'\n', blank).map_or(0, |last| last + 1);
            if whole > 0 {
                self.begun = (Vec::new(), 0);
            }
            self.next_line += memchr::memchr_iter(b'\n', &blank[..whole]).count() as u64;
            self.passing = content.is_none() && !available.is_empty();
            let (line, line_used) = &mut self.begun;
            let used = if self.passing { blank.len() } else { whole };
            let rest = &blank[whole..used];
            line.extend(&rest[..rest.len().min((MAX_LINE + 1).saturating_sub(line.len()))]);
            *line_used += rest.len() as u64;
            self.input.text.consume(used);
            self.offset += used as u64;
        }
        Ok(())
    }

    /// Notes where the last line of a block begins in the text, if it waits, as lines before it may do.
    fn note_waiting(&mut self, block: &Block, offset: u64) {
        let offsets = &mut self.waiting.offsets;
        // Mostly none does.
        let Some(bytes) = self.settler.waiting(&block.bytes) else { return offsets.clear() };
        offsets.push(offset);
        offsets.drain(..offsets.len().saturating_sub(lines_of(bytes)));
    }

    /// Ends a block before the lines that wait, if none of them is of a puzzle above, and it is long: there are always
    /// some where each puzzle is told by the lines below it. They begin the next block.
    fn leave_waiting(&mut self, block: &mut Block) -> bool {
        let lines = self.settler.waiting(&block.bytes).map_or(0, lines_of);
        let is_long = block.lines - lines >= self.block_lines.max(LONG);
        // They waited before they were noted where the first lines told what the input is.
        if !is_long || lines != self.waiting.offsets.len() {
            return false;
        }
        let Some(bytes) = self.settler.leave_waiting(&mut block.bytes) else { return false };
        self.waiting.bytes = bytes;
        block.lines -= lines;
        true
    }

    /// Takes a line that was read into the block.
    fn settle_line(&mut self, block: &mut Block, start: usize) -> io::Result<()> {
        block.lines += 1;
        let is_first = self.next_line + block.lines as u64 == 2;
        self.settler.settle(&mut block.bytes, start, is_first)
    }

    /// Whether the machine failed to read on after the last block, which may have more lines
    /// another time.
    pub fn is_broken(&self) -> bool {
        self.failure.as_ref().is_some_and(is_of_machine)
    }

    /// The lines before the next block.
    pub fn lines(&self) -> u64 {
        self.next_line - 1
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

/// The lines that end in these bytes.
fn lines_of(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

/// Whether a line means nothing: it has no content, and is no row of cells without givens.
fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() && !is_empty_row(line)
}

/// Where in these bytes, after the beginning of their first line, the first row of cells without
/// givens begins that has only blank lines before it.
fn empty_row(begun: &[u8], bytes: &[u8]) -> Option<usize> {
    // Between the cells of such a row are tabs.
    let tab = memchr::memchr(b'\t', bytes);
    let tab = if begun.contains(&b'\t') { Some(0) } else { tab }?;
    let mut start = memchr::memrchr(b'\n', &bytes[..tab]).map_or(0, |last| last + 1);
    loop {
        let end = start + memchr::memchr(b'\n', &bytes[start..])?;
        let line = [if start == 0 { begun } else { &[] }, &bytes[start..end]].concat();
        if !is_blank(&line) {
            return is_empty_row(&line).then_some(start);
        }
        start = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use super::super::Place;
    use super::*;
    use crate::text::Dialect;

    /// A file with these bytes.
    fn file(bytes: &[u8]) -> (tempfile::NamedTempFile, Input) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        let place = Place::File(file.path().into());
        (file, Input { name: "t".into(), place, column: None })
    }

    /// All lines of a file with these bytes, by blocks of two.
    fn lines(bytes: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let (_file, input) = file(bytes);
        let mut reader = BlockReader::with_fingerprint(&input, 2, &Interrupt::default()).unwrap();
        let mut all = Vec::new();
        while let Some(block) = reader.next_block().unwrap() {
            // Of which the first may be of no known dialect.
            assert!(block.len() <= 130 || block.dialect() == Dialect::Rows);
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
        let cells = b"12..|34..|.1..|.4..|".to_vec();
        let drawn = b"# 4x4\n1 2 | . .\n3 4 | . .\n----+----\n. 1 | . .\n. 4 | . .\n\n12|..\n34|..";
        let filled: Vec<_> =
            lines(drawn).into_iter().filter(|(_, line)| !line.is_empty()).collect();
        let expected = [(1, b"# 4x4".to_vec()), (6, cells), (9, b"12..|34..|".to_vec())];
        assert_eq!(filled, expected);
        assert_eq!(lines(drawn).len(), 9);
    }

    #[test]
    fn a_drawing_is_whole_wherever_reading_starts() {
        let (_file, input) = file(b"1 2 | . .\n3 4 | . .\n. 1 | . .\n. 4 | . .\n12|..\n1|\n");
        let mut reader = BlockReader::open(&input, 2, &Interrupt::default()).unwrap();
        let block = reader.next_block().unwrap().unwrap();
        // What was looked at for the end of the puzzles is of the same block.
        assert_eq!(
            (block.len(), block.lines().nth(3)),
            (6, Some((4, &b"12..|34..|.1..|.4..|"[..])))
        );
        let mut reader =
            BlockReader::open_at(&input, 2, 5, 40, true, &Interrupt::default()).unwrap();
        let block = reader.next_block().unwrap().unwrap();
        assert_eq!((block.first_line(), block.offset()), (5, 40));
        assert_eq!(block.lines().next(), Some((5, &b""[..])));
        assert_eq!(block.lines().last(), Some((6, &b"12..|1|"[..])));
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
    fn many_blank_lines_are_passed_over() {
        let blank = b" \r\n\n\t\n".repeat(400_000);
        let text = [b"a\n", &blank[..], b"  b\n\nc\n", &blank[..], b"  "].concat();
        let numbers = |text: &[u8]| -> Vec<(u64, usize)> {
            let all = lines(text);
            assert!(all.len() < 300, "{}", all.len());
            let filled = all.iter().filter(|(_, line)| !line.trim_ascii().is_empty());
            filled.map(|(number, line)| (*number, line.len())).collect()
        };
        assert_eq!(numbers(&text), [(1, 1), (1_200_002, 3), (1_200_004, 1)]);
        // Wherever the bytes are cut.
        let few = [&b"\n".repeat(40)[..], b"   x"].concat();
        for at in 0..few.len() {
            let stream = Cursor::new(few[..at].to_vec()).chain(Cursor::new(few[at..].to_vec()));
            let mut reader = BlockReader::over(Box::new(stream), 64).unwrap();
            let first = reader.next_block().unwrap().unwrap();
            assert_eq!((first.first_line(), first.len()), (1, MOST_BLANK));
            let next = reader.next_block().unwrap().unwrap();
            assert_eq!((next.first_line(), next.offset(), next.text()), (41, 40, &b"   x\n"[..]));
            assert!(reader.next_block().unwrap().is_none());
        }
    }

    /// Rows of cells without givens have nothing but tabs, and are no blank lines.
    #[test]
    fn lines_are_the_same_in_blocks_of_one() {
        let grid = "4\t3\t2\t\n\t\t\t\n\t4\t3\t\n\t\t\t\n";
        let first = "\t\t\t\n3\t\t\t\n\t4\t3\t\n\t2\t\t4\n";
        let cut = "53..7....\n6..195...\n.98....6.\n";
        for text in [
            grid.repeat(3),
            format!("{grid}\n{first}\n\n\n{first}{grid}"),
            format!("{first}\n{first}"),
            format!("{cut}\nhello there\n{cut}\n\n\n{cut}hello"),
            format!("id,grid\n\n1,{}\n", "1234341221434321"),
        ] {
            let read = |cuts: &[usize], block_lines| {
                let mut parts = vec![Box::new(Cursor::new(Vec::new())) as Box<dyn Read + Send>];
                let ends = cuts.iter().copied().chain([text.len()]);
                let mut start = 0;
                for end in ends {
                    let part = text.as_bytes()[start..end].to_vec();
                    parts.push(Box::new(Cursor::new(part)));
                    start = end;
                }
                let stream = parts.into_iter().reduce(|all, part| Box::new(all.chain(part)));
                let stream = stream.expect("there is one");
                let mut reader = BlockReader::over(stream, block_lines).unwrap();
                let mut found = Vec::new();
                while let Some(block) = reader.next_block().unwrap() {
                    let puzzle = |line: crate::source::PuzzleLine<'_>| {
                        (line.number, line.puzzle.map_err(|why| why.to_string()))
                    };
                    found.extend(block.puzzles().map(puzzle));
                }
                found
            };
            let expected = read(&[], 1_000);
            assert!(!expected.is_empty());
            for block_lines in [1, 2, 3, 64] {
                assert_eq!(read(&[], block_lines), expected, "{text:?}, blocks of {block_lines}");
                for cut in 0..text.len() {
                    assert_eq!(read(&[cut], block_lines), expected, "{text:?}, cut at {cut}");
                }
            }
        }
    }

    #[test]
    fn reading_starts_after_blank_lines_too() {
        for start in [&b".\n"[..], b"1 2 | . .\n"] {
            let text = [start, &b"\n".repeat(100), b"3 4 | . .\n"].concat();
            let (_file, input) = file(&text);
            let offset = text.len() as u64 - 10;
            let mut reader = BlockReader::open_at(
                &input,
                4,
                102,
                offset,
                start.len() > 2,
                &Interrupt::default(),
            )
            .unwrap();
            let block = reader.next_block().unwrap().unwrap();
            assert_eq!((block.first_line(), block.offset()), (102, offset));
        }
    }
}
