//! Raw bytes → text: decompression by content, with a fingerprint of what was read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use flate2::bufread::MultiGzDecoder;
use sha2::{Digest, Sha256};

use super::Place;
use super::raw::{Impatience, Raw};
use crate::interrupt::Interrupt;

const BUFFER: usize = 256 * 1024;

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
}

/// How an input is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    None,
    Gzip,
    Zstandard,
}

/// How archives begin.
const MAGIC: [(&[u8], Packing); 2] =
    [(&[0x1f, 0x8b], Packing::Gzip), (&[0x28, 0xb5, 0x2f, 0xfd], Packing::Zstandard)];

impl Packing {
    /// What the first bytes of an input say.
    fn of(start: &[u8]) -> Packing {
        let known = MAGIC.iter().find(|(magic, _)| start.starts_with(magic));
        known.map_or(Packing::None, |&(_, packing)| packing)
    }
}

/// The first bytes of an input, as many as it takes to know its packing: a pipe may hand
/// them over one by one.
fn start(raw: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    while MAGIC.iter().any(|(magic, _)| magic.starts_with(&start) && magic.len() > start.len()) {
        let mut byte = [0];
        match raw.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => start.extend(byte),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(start)
}

struct Tallied<R> {
    inner: R,
    tally: Arc<Tally>,
}

impl<R: Read> Read for Tallied<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if let Some(hash) = &self.tally.hash {
            hash.lock().expect("hashing does not panic").update(&buffer[..count]);
        }
        self.tally.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Opens a plain file as text from this byte on; nothing for what has to be read from
/// its beginning.
pub(super) fn open_plain_at(place: &Place, offset: u64) -> io::Result<Option<Text>> {
    let Place::File(path) = place else { return Ok(None) };
    if !path.metadata()?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    if Packing::of(&start(&mut file)?) != Packing::None {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(offset))?;
    let tally = Arc::new(Tally { hash: None, bytes: AtomicU64::new(0) });
    let raw = Tallied { inner: file, tally: Arc::clone(&tally) };
    let text = Box::new(BufReader::with_capacity(BUFFER, raw));
    Ok(Some(Text { text, tally, packed: false, impatience: Impatience::default() }))
}

/// Opens an input as text: gzip and Zstandard streams are recognised by their
/// first bytes, several of them in a row are read as one.
pub(super) fn open(place: &Place, fingerprint: bool, interrupt: &Interrupt) -> io::Result<Text> {
    let raw = Raw::open(place, interrupt)?;
    let impatience = raw.impatience();
    Ok(Text { impatience, ..unpack(Box::new(raw), fingerprint)? })
}

/// Raw bytes as text.
pub(super) fn unpack(raw: Box<dyn Read + Send>, fingerprint: bool) -> io::Result<Text> {
    let hash = fingerprint.then(|| Mutex::new(Sha256::new()));
    let tally = Arc::new(Tally { hash, bytes: AtomicU64::new(0) });
    let mut raw = Tallied { inner: raw, tally: Arc::clone(&tally) };
    let start = start(&mut raw)?;
    let packing = Packing::of(&start);
    let raw = BufReader::with_capacity(BUFFER, Cursor::new(start).chain(raw));
    let text: Box<dyn BufRead + Send> = match packing {
        Packing::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw))),
        Packing::Zstandard => {
            let decoder = zstd::Decoder::with_buffer(raw)?;
            Box::new(BufReader::with_capacity(BUFFER, decoder))
        }
        Packing::None => Box::new(raw),
    };
    let packed = packing != Packing::None;
    Ok(Text { text, tally, packed, impatience: Impatience::default() })
}
