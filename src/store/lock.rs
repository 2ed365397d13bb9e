//! The lock of a run's folder: who may be at work in it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::folder_error::FolderError;

const LOCK: &str = "_state/lock";
/// How often a lock is asked for that somebody has, and how long it is waited between.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// With whom a process shares the folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// With nobody.
    Alone,
    /// With nobody, but where there are no locks with anybody.
    AloneIfLocks,
    /// With others that work on units.
    Among,
}

/// The lock of a folder while a process is at work there; nothing where there are no locks.
#[derive(Debug)]
pub struct Lock {
    file: Option<File>,
    share: Share,
    /// Device and number of the file, by which it is known.
    id: (u64, u64),
}

impl Lock {
    /// Takes the lock of the run in a folder.
    ///
    /// # Errors
    /// When another process has it, or the file system has no locks and one is needed.
    pub fn take(root: &Path, share: Share) -> Result<Lock, FolderError> {
        let name = || root.display().to_string();
        let unwritable = |error| FolderError::Unwritable(name(), error);
        let mut options = File::options();
        let options = options.create(true).truncate(false).write(true).read(true);
        // A link would have the file made elsewhere.
        let options = options.custom_flags(libc::O_NOFOLLOW);
        let file = options.open(root.join(LOCK)).map_err(unwritable)?;
        let facts = file.metadata().map_err(unwritable)?;
        let id = (facts.dev(), facts.ino());
        let lock = match share {
            Share::Among => File::try_lock_shared,
            Share::Alone | Share::AloneIfLocks => File::try_lock,
        };
        // `is_held` holds the lock for a moment, too.
        for _ in 0..TRIES {
            match lock(&file) {
                Ok(()) => return Ok(Lock { file: Some(file), share, id }),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) if !is_unknown(&error) => {
                    return Err(unwritable(error));
                }
                Err(_) if share == Share::Alone => return Err(FolderError::NoLocks(name())),
                Err(_) => return Ok(Lock { file: None, share, id }),
            }
        }
        Err(FolderError::Busy(name()))
    }

    /// Whether the folder is still the one whose lock this is: it may have been moved away, and
    /// another have taken its name.
    pub fn is_of(&self, root: &Path) -> bool {
        fs::metadata(root.join(LOCK)).is_ok_and(|facts| (facts.dev(), facts.ino()) == self.id)
    }

    /// Whether no other process is at work in the folder.
    pub fn is_alone(&self) -> bool {
        self.file.is_some() && self.share != Share::Among
    }

    /// Whether a process has the lock of the run in a folder.
    pub fn is_held(root: &Path) -> bool {
        // Some file systems lock for writers only.
        let lock = File::options().read(true).write(true).open(root.join(LOCK));
        lock.or_else(|_| File::open(root.join(LOCK)))
            .is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Removes the file from a folder in which no run was begun.
    pub fn remove(root: &Path) {
        let _ = fs::remove_file(root.join(LOCK));
    }
}

/// Whether the file system says that it knows no locks.
fn is_unknown(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(libc::ENOLCK)
}
