//! Raw bytes: a file, or a pipe that may keep its reader waiting.
//!
//! Whoever reads a pipe or a terminal waits until the writer says something or ends. Here
//! the wait ends at an [`Interrupt`], too, and a reader that has something to do meanwhile
//! need not wait at all. A regular file never waits.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;

use super::Place;
use crate::interrupt::Interrupt;

/// How long an interrupt goes unnoticed at most.
const WAIT: Timespec = milliseconds(50);

/// How long the input may rest before that is a pause.
const PAUSE: Timespec = milliseconds(1);

const fn milliseconds(count: i64) -> Timespec {
    Timespec { tv_sec: 0, tv_nsec: 1_000_000 * count }
}

/// The bytes of a place, up to an interrupt: there they end, as at the end of the file.
pub(super) struct Raw {
    file: File,
    /// Whether a read may have to wait.
    may_wait: bool,
    impatient: Impatience,
    interrupt: Interrupt,
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
        let file = match place {
            Place::Stdin => File::from(io::stdin().as_fd().try_clone_to_owned()?),
            // Without the flag, opening a named pipe waits for its writer.
            Place::File(path) => {
                let flags = OFlags::NONBLOCK.bits() as i32;
                File::options().read(true).custom_flags(flags).open(path)?
            }
        };
        let kind = file.metadata()?.file_type();
        if kind.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let impatient = Impatience::default();
        Ok(Raw { file, may_wait: !kind.is_file(), impatient, interrupt: interrupt.clone() })
    }

    pub(super) fn impatience(&self) -> Impatience {
        self.impatient.clone()
    }

    /// Whether there is something to read, or the end, within this time.
    fn is_ready(&self, time: &Timespec) -> io::Result<bool> {
        match poll(&mut [PollFd::new(&self.file, PollFlags::IN)], Some(time)) {
            Err(rustix::io::Errno::INTR) => Ok(false),
            ready => Ok(ready? > 0),
        }
    }
}

impl Read for Raw {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.interrupt.is_set() {
                return Ok(0);
            }
            if self.may_wait {
                let impatient = self.impatient.0.load(Ordering::Relaxed);
                if !self.is_ready(if impatient { &PAUSE } else { &WAIT })? {
                    if impatient {
                        return Err(io::ErrorKind::WouldBlock.into());
                    }
                    continue;
                }
            }
            match self.file.read(buffer) {
                // Another reader of the pipe was quicker.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return result,
            }
        }
    }
}
