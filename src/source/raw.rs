//! Raw bytes: a file, or a pipe that may keep its reader waiting.
//!
//! Whoever reads a pipe or a terminal waits until its writer says something or ends. So
//! the reading is left to a thread of its own, which nobody waits for: then the wait ends
//! at an [`Interrupt`], too, and a reader that has something else to do need not wait at
//! all. A regular file is read at once; what tells no size may be one of the system's, as in
//! `/proc`, that keeps its reader waiting like a pipe.

use std::fs::{self, File};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::os::fd::AsFd as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::Place;
use crate::interrupt::Interrupt;

/// Bytes that the thread reads at once, and how many such chunks wait to be taken.
const CHUNK: usize = 1 << 17;
const AHEAD: usize = 2;

/// How long an interrupt goes unnoticed at most.
const WAIT: Duration = Duration::from_millis(50);

/// How long the input rests before that is a pause.
const PAUSE: Duration = Duration::from_millis(1);

/// The bytes of a place, up to an interrupt: there they end, as at the end of the file.
pub(super) struct Raw {
    bytes: Bytes,
    impatience: Impatience,
    interrupt: Interrupt,
}

/// Whether an error of reading is the machine's, which may be gone next time, and not the
/// input's, as a damaged archive, a name without a file, or a file that is no text.
pub fn is_of_machine(error: &io::Error) -> bool {
    error.raw_os_error().is_some() || error.get_ref().is_some_and(|inner| inner.is::<NoCopy>())
}

/// What cannot be read in place cannot be copied either.
#[derive(Debug, Error)]
#[error("no temporary file can be written in {}: {error}", .folder.display())]
pub(super) struct NoCopy {
    folder: PathBuf,
    error: io::Error,
}

impl From<io::Error> for NoCopy {
    fn from(error: io::Error) -> NoCopy {
        NoCopy { folder: std::env::temp_dir(), error }
    }
}

/// An error of opening, as the input's own where it is about the name or the permissions.
fn of_input(error: io::Error) -> io::Error {
    use libc::{EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENOENT, ENOTDIR, ENXIO, EPERM};
    match error.raw_os_error() {
        Some(
            EACCES | EISDIR | ELOOP | ENAMETOOLONG | ENODEV | ENOENT | ENOTDIR | ENXIO | EPERM,
        ) => io::Error::new(error.kind(), error.to_string()),
        _ => error,
    }
}

/// Whether a file's bytes are there, and need not be waited for.
fn is_at_hand(facts: &fs::Metadata) -> bool {
    facts.is_file() && facts.len() > 0
}

enum Bytes {
    File(File),
    Pipe { chunks: Receiver<io::Result<Vec<u8>>>, chunk: io::Cursor<Vec<u8>> },
}

/// Whether a pause of the input is an error, [`WouldBlock`](io::ErrorKind::WouldBlock),
/// rather than waited for. The reader's end of [`Raw`].
#[derive(Clone, Default)]
pub(super) struct Impatience(Arc<AtomicBool>);

impl Impatience {
    pub(super) fn set(&self, impatient: bool) {
        self.0.store(impatient, Ordering::Relaxed);
    }
}

impl Raw {
    /// Opens a place. What another reader of standard input has taken is gone.
    pub(super) fn open(place: &Place, interrupt: &Interrupt) -> io::Result<Raw> {
        let bytes = match place {
            Place::Stdin => {
                let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
                match is_at_hand(&file.metadata()?) {
                    true => Bytes::File(file),
                    false => Bytes::pipe(move || Ok(file)),
                }
            }
            Place::File(path) => {
                let facts = path.metadata().map_err(of_input)?;
                if facts.is_dir() {
                    // It is one that could not be listed.
                    fs::read_dir(path).map_err(of_input)?;
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                let path: PathBuf = path.clone();
                let open = move || File::open(path).map_err(of_input);
                match is_at_hand(&facts) {
                    true => Bytes::File(open()?),
                    // A named pipe is not open before it has a writer.
                    false => Bytes::pipe(open),
                }
            }
        };
        Ok(Raw { bytes, impatience: Impatience::default(), interrupt: interrupt.clone() })
    }

    /// Goes to this byte of a file; false where that cannot be.
    pub(super) fn seek(&mut self, offset: u64) -> io::Result<bool> {
        match &mut self.bytes {
            Bytes::File(file) => file.seek(SeekFrom::Start(offset)).map(|_| true),
            Bytes::Pipe { .. } => Ok(false),
        }
    }

    pub(super) fn impatience(&self) -> Impatience {
        self.impatience.clone()
    }
}

impl Bytes {
    fn pipe(open: impl FnOnce() -> io::Result<File> + Send + 'static) -> Bytes {
        let (send, chunks) = sync_channel(AHEAD);
        thread::spawn(move || match open() {
            Ok(file) => pass_on(file, &send),
            Err(error) => drop(send.send(Err(error))),
        });
        Bytes::Pipe { chunks, chunk: io::Cursor::default() }
    }
}

/// Reads until the end, an error, or nobody takes the chunks any more.
fn pass_on(mut file: File, chunks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = match file.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) => return,
            Ok(length) => {
                chunk.truncate(length);
                Ok(chunk)
            }
            Err(error) => Err(error),
        };
        let failed = read.is_err();
        if chunks.send(read).is_err() || failed {
            return;
        }
    }
}

impl Read for Raw {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            return Ok(0);
        }
        let (chunks, chunk) = match &mut self.bytes {
            Bytes::File(file) => return file.read(buffer),
            Bytes::Pipe { chunks, chunk } => (chunks, chunk),
        };
        loop {
            match chunk.read(buffer)? {
                0 if !buffer.is_empty() => {}
                length => return Ok(length),
            }
            let impatient = self.impatience.0.load(Ordering::Relaxed);
            match chunks.recv_timeout(if impatient { PAUSE } else { WAIT }) {
                Ok(next) => *chunk = io::Cursor::new(next?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_set() => return Ok(0),
                Err(RecvTimeoutError::Timeout) if impatient => {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
