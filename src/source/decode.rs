//! Raw bytes → text: decompression by content, with a fingerprint of what was read.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use sha2::{Digest, Sha256};

use super::Place;
use super::gzip::{GZIP, Members};
use super::kind::{self, Kind};
use super::raw::{Impatience, Raw};
use crate::interrupt::Interrupt;

const BUFFER: usize = 256 * 1024;

/// Bytes that are enough to know what an input is.
const START: usize = 4096;

/// The bytes of an input as stored, before decompression. Complete only when
/// the input was read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    /// Bytes read.
    pub bytes: u64,
    /// SHA-256 of them, in hexadecimal.
    pub sha256: String,
}

/// Counts the raw bytes that pass, and hashes them if asked to.
pub(super) struct Tally {
    hash: Option<Mutex<Sha256>>,
    bytes: AtomicU64,
}

impl Tally {
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn is_hashed(&self) -> bool {
        self.hash.is_some()
    }

    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        let hash = self.hash.as_ref()?.lock().expect("hashing does not panic").clone().finalize();
        let sha256 = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(Fingerprint { bytes: self.bytes(), sha256 })
    }
}

/// An open input as text.
pub(super) struct Text {
    /// The text.
    pub(super) text: Box<dyn BufRead + Send>,
    /// The count of its raw bytes, ahead of the text by what is buffered.
    pub(super) tally: Arc<Tally>,
    /// Whether the raw bytes are not the text's.
    pub(super) packed: bool,
    /// What the text does when its source pauses.
    pub(super) impatience: Impatience,
    /// What it is.
    pub(super) kind: Kind,
    /// What is to be told of it, as soon as that is known.
    pub(super) note: Arc<OnceLock<String>>,
    /// Asked before more of a table is read.
    pub(super) interrupt: Interrupt,
}

/// How an input is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    None,
    Gzip,
    Zstandard,
}

/// How archives begin. A Zstandard archive may begin with frames to be skipped.
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const SKIPPABLE: &[u8] = &[0x2a, 0x4d, 0x18];

impl Packing {
    /// What the first bytes of an input say.
    fn of(start: &[u8]) -> Packing {
        match start {
            _ if start.starts_with(GZIP) => Packing::Gzip,
            _ if start.starts_with(ZSTANDARD) => Packing::Zstandard,
            [0x50..=0x5f, rest @ ..] if rest.starts_with(SKIPPABLE) => Packing::Zstandard,
            _ => Packing::None,
        }
    }

    /// Whether more bytes than these may tell another packing.
    fn is_undecided(start: &[u8]) -> bool {
        let may_be = |magic: &[u8], start| magic.starts_with(start) && magic != start;
        let is_skippable = || matches!(start, [0x50..=0x5f, rest @ ..] if may_be(SKIPPABLE, rest));
        may_be(GZIP, start) || may_be(ZSTANDARD, start) || is_skippable()
    }
}

/// The first bytes of an input, as many as it takes to know what it is: a pipe may hand
/// them over one by one.
fn start(raw: &mut impl Read) -> io::Result<Vec<u8>> {
    let (mut start, mut length) = (vec![0; START], 0);
    loop {
        let count = raw.read(&mut start[length..])?;
        length += count;
        let known = &start[..length];
        // Of a text, the first line, with its end.
        let is_undecided = Packing::is_undecided(known) || kind::is_undecided(known);
        let is_begun = Packing::of(known) == Packing::None && !known.contains(&b'\n');
        if count == 0 || !(is_undecided || is_begun) {
            start.truncate(length);
            return Ok(start);
        }
    }
}

struct Tallied<R> {
    inner: R,
    tally: Arc<Tally>,
}

impl<R: Read> Read for Tallied<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = loop {
            match self.inner.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        if let Some(hash) = &self.tally.hash {
            hash.lock().expect("hashing does not panic").update(&buffer[..count]);
        }
        self.tally.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Opens a plain file as text from this byte on; nothing for what has to be read from
/// its beginning.
pub(super) fn open_plain_at(
    place: &Place,
    offset: u64,
    interrupt: &Interrupt,
) -> io::Result<Option<Text>> {
    let mut raw = Raw::open(place, interrupt)?;
    if !raw.seek(0)? {
        return Ok(None);
    }
    let start = start(&mut raw)?;
    let ends_by_return = ends_by_return(&start);
    let is_plain = Packing::of(&start) == Packing::None && kind::of(&start)? == Kind::Lines;
    if !is_plain || !raw.seek(offset)? {
        return Ok(None);
    }
    let tally = Arc::new(Tally { hash: None, bytes: AtomicU64::new(0) });
    let raw = Tallied { inner: raw, tally: Arc::clone(&tally) };
    let text = with_line_ends(Box::new(BufReader::with_capacity(BUFFER, raw)), ends_by_return);
    let (impatience, note) = (Impatience::default(), Arc::default());
    let interrupt = interrupt.clone();
    Ok(Some(Text { text, tally, packed: false, impatience, kind: Kind::Lines, note, interrupt }))
}

/// Opens an input as text: gzip and Zstandard streams are recognised by their
/// first bytes, several of them in a row are read as one.
pub(super) fn open(place: &Place, fingerprint: bool, interrupt: &Interrupt) -> io::Result<Text> {
    let raw = Raw::open(place, interrupt)?;
    let impatience = raw.impatience();
    Ok(Text { impatience, ..unpack(Box::new(raw), fingerprint, interrupt)? })
}

/// Raw bytes as text.
///
/// # Errors
/// When they cannot be read, or are nothing that is read by how they begin.
pub(super) fn unpack(
    raw: Box<dyn Read + Send>,
    fingerprint: bool,
    interrupt: &Interrupt,
) -> io::Result<Text> {
    let hash = fingerprint.then(|| Mutex::new(Sha256::new()));
    let tally = Arc::new(Tally { hash, bytes: AtomicU64::new(0) });
    let mut raw = Tallied { inner: raw, tally: Arc::clone(&tally) };
    let start = start(&mut raw)?;
    let packing = Packing::of(&start);
    let raw = BufReader::with_capacity(BUFFER, Cursor::new(start).chain(raw));
    let unpacked = |inner, name| Unpacked { inner, name, interrupt: interrupt.clone() };
    let buffered = |raw| Box::new(BufReader::with_capacity(BUFFER, raw));
    let mut text: Box<dyn BufRead + Send> = match packing {
        Packing::None => Box::new(raw),
        Packing::Gzip => buffered(unpacked(Box::new(Members::new(raw)), "gzip")),
        Packing::Zstandard => {
            buffered(unpacked(Box::new(zstd::Decoder::with_buffer(raw)?), "Zstandard"))
        }
    };
    let kind = kind::of(text.fill_buf()?)?;
    let packed = packing != Packing::None;
    let ends_by_return = match kind {
        Kind::Parquet => Some(false),
        _ => ends_by_return(text.fill_buf()?),
    };
    let text = with_line_ends(text, ends_by_return);
    let (impatience, note) = (Impatience::default(), Arc::default());
    let interrupt = interrupt.clone();
    Ok(Text { text, tally, packed, impatience, kind, note, interrupt })
}

/// Whether the lines of a text that begins so end with a carriage return alone, as those of old
/// Macintosh files do; nothing if no line ends there.
fn ends_by_return(start: &[u8]) -> Option<bool> {
    match start.trim_ascii_end().contains(&b'\r') {
        _ if start.contains(&b'\n') => Some(false),
        true => Some(true),
        false => None,
    }
}

/// A text whose carriage returns are line ends, if they are to be.
fn with_line_ends(
    text: Box<dyn BufRead + Send>,
    ends_by_return: Option<bool>,
) -> Box<dyn BufRead + Send> {
    match ends_by_return {
        Some(false) => text,
        _ => Box::new(BufReader::with_capacity(BUFFER, Returns { text, are_ends: ends_by_return })),
    }
}

/// A text with line feeds in the place of its carriage returns, if these are the ends of lines; where
/// that is not known, the end of the first line tells.
struct Returns {
    text: Box<dyn BufRead + Send>,
    are_ends: Option<bool>,
}

impl Read for Returns {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(buffer)?;
        let read = &mut buffer[..count];
        if self.are_ends.is_none()
            && let Some(end) = memchr::memchr2(b'\r', b'\n', read)
        {
            let next = match read.get(end + 1) {
                Some(next) => Some(*next),
                None => self.text.fill_buf()?.first().copied(),
            };
            self.are_ends = Some(read[end] == b'\r' && next != Some(b'\n'));
        }
        if self.are_ends == Some(true) {
            let returns = read.iter_mut().filter(|byte| **byte == b'\r');
            returns.for_each(|byte| *byte = b'\n');
        }
        Ok(count)
    }
}

/// Unpacked bytes up to an interrupt: a few packed bytes may make as many as one likes.
struct Unpacked {
    inner: Box<dyn Read + Send>,
    /// The name of the packing.
    name: &'static str,
    interrupt: Interrupt,
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            return Ok(0);
        }
        self.inner.read(buffer).map_err(|error| match error.kind() {
            // The decoders name a part of the format.
            kind @ io::ErrorKind::UnexpectedEof => {
                io::Error::new(kind, format!("the {} file breaks off", self.name))
            }
            _ => error,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::super::{BlockReader, Input, is_of_machine};
    use super::*;

    /// All lines of a stream of these bytes.
    fn lines(bytes: Vec<u8>) -> Vec<(u64, Vec<u8>)> {
        let mut reader = BlockReader::over(Box::new(Cursor::new(bytes)), 2).unwrap();
        let mut all = Vec::new();
        while let Some(block) = reader.next_block().unwrap() {
            all.extend(block.lines().map(|(number, line)| (number, line.to_vec())));
        }
        all
    }

    #[test]
    fn archives_are_known_by_content_and_may_have_members() {
        let gz = |text: &[u8]| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        };
        let expected = [(1, b"a".to_vec()), (2, b"b".to_vec()), (3, b"c".to_vec())];
        assert_eq!(lines([gz(b"a\nb"), gz(b"\nc\n")].concat()), expected);
        assert_eq!(lines(zstd::encode_all(&b"a\nb\nc\n"[..], 3).unwrap()), expected);
        for garbage in [&b"garb"[..], &[0; 99]] {
            let packed = [&gz(b"a\nb\nc\n"), garbage].concat();
            let mut reader = BlockReader::over(Box::new(Cursor::new(packed)), 3).unwrap();
            assert_eq!(reader.next_block().unwrap().unwrap().len(), 3);
            let error = reader.next_block().unwrap_err();
            assert_eq!(error.to_string(), "something that is no gzip follows the gzip file");
        }
    }

    #[test]
    fn a_truncated_archive_fails_after_its_whole_lines() {
        let text: Vec<u8> = (0..50_000).flat_map(|i| format!("{i}\n").into_bytes()).collect();
        let packed = zstd::encode_all(&text[..], 3).unwrap();
        let packed = Cursor::new(packed[..packed.len() - 9].to_vec());
        let mut reader = BlockReader::over(Box::new(packed), 1000).unwrap();
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
        assert!(0 < read && read < 50_000);
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }

    /// Carriage returns are known as line ends wherever the first line ends.
    #[test]
    fn the_first_line_tells_how_lines_end() {
        for length in [0, 1, START - 1, START, START + 1, BUFFER - 1, BUFFER, 2 * BUFFER] {
            let first = vec![b'#'; length];
            for end in ["\r", "\n", "\r\n"] {
                let text = [&first, "ab\rc".as_bytes(), b"d"].join(end.as_bytes());
                let read: Vec<Vec<u8>> = lines(text).into_iter().map(|(_, line)| line).collect();
                let line = |line: &[u8]| line.strip_suffix(b"\r").unwrap_or(line).to_vec();
                let read: Vec<Vec<u8>> = read.iter().map(|one| line(one)).collect();
                let rest: &[&[u8]] =
                    if end == "\r" { &[b"ab", b"c", b"d"] } else { &[b"ab\rc", b"d"] };
                assert_eq!(read.len(), 1 + rest.len(), "{length} {end:?}");
                assert_eq!(read[0], first[..read[0].len()], "{length} {end:?}");
                assert_eq!(read[1..], *rest, "{length} {end:?}");
            }
        }
        let empty = ["\r".repeat(START + 1).as_bytes(), b"a\rb"].concat();
        let line = |number: usize, line: &[u8]| (number as u64, line.to_vec());
        assert!(lines(empty).ends_with(&[line(START + 2, b"a"), line(START + 3, b"b")]));
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, kind) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "PNG"),
            (&[&[b'a'; 257][..], b"ustar"].concat(), "a tar archive"),
        ] {
            for bytes in [bytes.to_vec(), zstd::encode_all(bytes, 3).unwrap()] {
                let error = BlockReader::over(Box::new(Cursor::new(bytes)), 1).err().unwrap();
                assert_eq!(error.to_string(), format!("this is {kind}, not lines of text"));
                assert!(!is_of_machine(&error));
            }
        }
    }

    #[test]
    fn frames_to_be_skipped_may_come_first() {
        let archive = zstd::encode_all(&b"a\n"[..], 3).unwrap();
        let skipped = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"any"].concat();
        assert_eq!(lines([skipped, archive].concat()), [(1, b"a".to_vec())]);
    }

    /// Some bytes, an interrupted call before each, and then the failure of a disk.
    struct Failing(Vec<u8>, bool);

    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            match self.0.is_empty() {
                _ if self.1 => Err(io::ErrorKind::Interrupted.into()),
                true => Err(io::Error::from_raw_os_error(libc::EIO)),
                false => {
                    buffer[0] = self.0.remove(0);
                    Ok(1)
                }
            }
        }
    }

    #[test]
    fn failures_of_the_machine_are_told_from_damage() {
        let text = b"a\nb\nhalf".to_vec();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        gzip.write_all(&text.repeat(100)).unwrap();
        let gzip = gzip.finish().unwrap();
        let half = gzip[..gzip.len() / 2].to_vec();
        let zstd = zstd::encode_all(&text[..], 3).unwrap();
        let end = |stream: Box<dyn Read + Send>| {
            let mut reader = BlockReader::over(stream, 1)?;
            while reader.next_block()?.is_some() {}
            Ok(())
        };
        for bytes in [text, half.clone(), zstd[..zstd.len() - 3].to_vec()] {
            let error = end(Box::new(Failing(bytes, false))).unwrap_err();
            assert!(is_of_machine(&error), "{error}");
        }
        let error: io::Error = end(Box::new(Cursor::new(half.clone()))).unwrap_err();
        assert_eq!(error.to_string(), "the gzip file breaks off");
        for bytes in [half, b"\x1f\x8b\x08garbage".to_vec(), zstd[..9].to_vec()] {
            let error: io::Error = end(Box::new(Cursor::new(bytes))).unwrap_err();
            assert!(!is_of_machine(&error), "{error}");
        }
        let missing =
            Input { name: "m".into(), place: Place::File("missing".into()), column: None };
        let error = BlockReader::open(&missing, 1, &Interrupt::default()).err().unwrap();
        assert!(!is_of_machine(&error) && error.kind() == io::ErrorKind::NotFound);
    }
}
