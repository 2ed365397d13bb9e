//! Raw bytes → text: decompression by content, with a fingerprint of what was read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use flate2::bufread::MultiGzDecoder;
use sha2::{Digest, Sha256};

use super::Place;

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

/// Opens an input as text: gzip and Zstandard streams are recognised by their
/// first bytes, several of them in a row are read as one.
pub(super) fn open(
    place: &Place,
    fingerprint: bool,
) -> io::Result<(Box<dyn BufRead + Send>, Arc<Tally>)> {
    let raw: Box<dyn Read + Send> = match place {
        Place::Stdin => Box::new(io::stdin()),
        Place::File(path) => Box::new(File::open(path)?),
    };
    let hash = fingerprint.then(|| Mutex::new(Sha256::new()));
    let tally = Arc::new(Tally { hash, bytes: AtomicU64::new(0) });
    let raw = Tallied { inner: raw, tally: Arc::clone(&tally) };
    let mut raw = BufReader::with_capacity(BUFFER, raw);
    let start = raw.fill_buf()?;
    let text: Box<dyn BufRead + Send> = if start.starts_with(&[0x1f, 0x8b]) {
        Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw)))
    } else if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        let decoder = zstd::Decoder::with_buffer(raw)?;
        Box::new(BufReader::with_capacity(BUFFER, decoder))
    } else {
        Box::new(raw)
    };
    Ok((text, tally))
}
