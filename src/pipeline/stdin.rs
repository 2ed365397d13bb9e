//! Standard input that a run can turn away from.
//!
//! Whoever reads it waits until the writer says something or ends. A signal or a spent
//! budget has to end the run all the same, so the reading is left to a thread of its own,
//! which nobody waits for.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::interrupt::Interrupt;

const CHUNK: usize = 1 << 17;
/// Chunks that wait to be read.
const AHEAD: usize = 2;
/// How long an interrupt goes unnoticed at most.
const PATIENCE: Duration = Duration::from_millis(50);

/// Standard input until it ends, or until an interrupt.
pub struct Stdin {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: io::Cursor<Vec<u8>>,
    interrupt: Interrupt,
}

impl Stdin {
    /// Begins to read. What another reader of the process took is gone.
    pub fn until(interrupt: &Interrupt) -> Stdin {
        let (send, chunks) = sync_channel(AHEAD);
        thread::spawn(move || pass_on(&send));
        Stdin { chunks, chunk: io::Cursor::default(), interrupt: interrupt.clone() }
    }
}

fn pass_on(chunks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = match io::stdin().lock().read(&mut chunk) {
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

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.chunk.read(buffer)? {
                0 if !buffer.is_empty() => {}
                length => return Ok(length),
            }
            match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) if !self.interrupt.is_set() => {}
                Err(_) => return Ok(0),
            }
        }
    }
}
