//! A file that grows as puzzles are found, and that nobody else may write meanwhile.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::error::OrderError;
use super::journal::{Extent, Written};
use crate::whole_file::{OutError, Packing};

/// Bytes that a search may have written of which its journal does not know: far more than it does.
const MOST_AFTER: u64 = 1 << 26;

/// A file that is written on. Every write makes sure that it is still the file of this name and
/// holds what was written to it, and else is an error.
pub struct Growing {
    path: PathBuf,
    file: File,
    length: u64,
    /// Whole lines after what the journal says was written. They are written again, if they are
    /// this search's: the program was killed before the journal knew of them.
    after: Vec<u8>,
}

impl Growing {
    /// Opens a file to be written on from where its journal says, for this process alone where
    /// the file system has locks. Half a line at its end is cut off.
    ///
    /// # Errors
    /// When it is no file or cannot be opened, another search is at work on it, or it does not
    /// hold what the journal says.
    pub fn open(path: &Path, written: &Written) -> Result<(Growing, Extent), OrderError> {
        let failed = |error| OutError::Write(path.into(), error);
        Growing::expect_file(path)?;
        let file = match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(OrderError::Altered(path.into()));
            }
            opened => opened.map_err(failed)?,
        };
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(OutError::Busy(path.into()).into());
        }
        let extent = written.find_in(&file).map_err(failed)?;
        let extent = extent.ok_or_else(|| OrderError::Altered(path.into()))?;
        let length = written.bytes();
        let mut growing = Growing { path: path.into(), file, length, after: Vec::new() };
        growing.cut_half_a_line().map_err(failed)?;
        Ok((growing, extent))
    }

    /// Refuses what cannot grow, as a pipe or a device.
    ///
    /// # Errors
    /// When something of that name is no file.
    pub fn expect_file(path: &Path) -> Result<(), OutError> {
        let is_other = fs::metadata(path).is_ok_and(|facts| !facts.is_file());
        let what = match Packing::of_name(path) {
            _ if is_other => "it is no file",
            Some(_) => "a packed file does not grow",
            None => return Ok(()),
        };
        let why = io::Error::other(format!("puzzles are added as they are found, and {what}"));
        Err(OutError::Write(path.into(), why))
    }

    /// The same file, to see to it that it is on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    fn cut_half_a_line(&mut self) -> io::Result<()> {
        self.file.seek(io::SeekFrom::Start(self.length))?;
        let read = (&self.file).take(MOST_AFTER).read_to_end(&mut self.after)? as u64;
        let lines = self.after.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        self.after.truncate(lines);
        // More than that is no search's, and the first write will say so.
        if read < MOST_AFTER {
            self.file.set_len(self.length + lines as u64)?;
        }
        self.file.seek(io::SeekFrom::Start(self.length))?;
        Ok(())
    }

    fn expect_own(&self) -> io::Result<()> {
        let own = self.file.metadata()?;
        let is_named = |there: fs::Metadata| (there.dev(), there.ino()) == (own.dev(), own.ino());
        let is_own = fs::metadata(&self.path).is_ok_and(is_named);
        if is_own && own.len() == self.length + self.after.len() as u64 {
            return Ok(());
        }
        let path = self.path.display();
        Err(io::Error::other(format!("{path} was replaced or changed since the search began")))
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.expect_own()?;
        if !bytes.starts_with(&self.after) {
            let path = self.path.display();
            return Err(io::Error::other(format!(
                "{path} has lines that this search did not write: move them elsewhere, or begin \
                 anew with --force in the place of --resume"
            )));
        }
        self.file.write_all(bytes)?;
        self.after.clear();
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
