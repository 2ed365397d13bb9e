//! A named pipe that is written to: its reader may come late, be slow, or never read.
//!
//! Neither opening it nor writing to it waits in the system, where no interrupt is heard.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;

/// How long to wait before the pipe is tried again.
const WAIT: Duration = Duration::from_millis(10);

/// What a reader gets after an interrupt to read what was written before.
const GRACE: Duration = Duration::from_millis(300);

/// A named pipe, opened when something is written and it has a reader.
pub(super) struct Pipe {
    path: PathBuf,
    file: Option<File>,
    interrupt: Interrupt,
}

impl Pipe {
    /// The named pipe of this path, if it is one.
    pub(super) fn of(path: &Path, interrupt: &Interrupt) -> Option<Pipe> {
        let is_pipe = fs::metadata(path).is_ok_and(|facts| facts.file_type().is_fifo());
        is_pipe.then(|| Pipe { path: path.into(), file: None, interrupt: interrupt.clone() })
    }

    /// Does something with the pipe as soon as it is ready; nothing if an interrupt comes before.
    fn when_ready<T>(
        &mut self,
        mut act: impl FnMut(&mut File) -> io::Result<T>,
    ) -> io::Result<Option<T>> {
        let mut interrupted = None;
        loop {
            let done = match &mut self.file {
                Some(file) => act(file).map(Some),
                None => {
                    let mut options = File::options();
                    let options = options.write(true).custom_flags(libc::O_NONBLOCK);
                    options.open(&self.path).map(|file| {
                        self.file = Some(file);
                        None
                    })
                }
            };
            match done {
                Ok(Some(done)) => return Ok(Some(done)),
                Ok(None) => continue,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error)
                    if error.kind() == io::ErrorKind::WouldBlock
                        || error.raw_os_error() == Some(libc::ENXIO) => {}
                Err(error) => return Err(error),
            }
            if self.interrupt.is_set() {
                let since = *interrupted.get_or_insert_with(Instant::now);
                if self.file.is_none() || since.elapsed() > GRACE {
                    return Ok(None);
                }
            }
            thread::sleep(WAIT);
        }
    }
}

impl Write for Pipe {
    /// Writes to the reader. After an interrupt, what no one reads is dropped.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(self.when_ready(|file| file.write(bytes))?.unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.when_ready(|_| Ok(())).map(drop)
    }
}
