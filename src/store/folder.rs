//! A run's folder: what may be seen in it, and when.
//!
//! Nothing half-written ever stands under its final name. Files are written under
//! `_tmp`, in a folder of this process alone, synced, and renamed into place;
//! `_SUCCESS` comes last. Nothing is written or removed through a symbolic link below the
//! folder, and nothing is removed that has not a name this program gives.
//!
//! A [`Lock`] says who is at work: one process that runs, resumes or finalises, or any number
//! that work on units. Where a file system knows no locks, the order of commits still keeps
//! those apart that work on units, see [`journal`](super::journal); a run cannot be resumed there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::folder_error::FolderError;
use super::lock::{Lock, Share};
use super::write_error::WriteError;

/// The mark of a finished run, zero bytes, written last.
pub const SUCCESS: &str = "_SUCCESS";
/// Bookkeeping: what the run is, and which units are done.
pub const STATE: &str = "_state";
/// What the run is; its presence makes a folder that of a run.
pub const RUN: &str = "_state/run.json";
/// Where files grow before they are renamed into place.
pub(super) const SCRATCH: &str = "_tmp";
/// Held while a damaged unit is looked at and forgotten.
const REPAIR_LOCK: &str = "_state/repair-lock";

/// The output folder of one run.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    /// The name of this process's own folder under `_tmp`.
    owner: String,
    /// Links a file to another name; tests put what knows no links in its place.
    link: fn(&Path, &Path) -> io::Result<()>,
    /// Held as long as any clone of this folder.
    lock: Arc<Lock>,
}

impl Folder {
    /// Makes an empty folder for a run, or takes an existing empty one.
    ///
    /// # Errors
    /// When there is something in it, or it cannot be written to.
    pub fn create(root: &Path) -> Result<Folder, FolderError> {
        let name = || root.display().to_string();
        let unwritable = |error| FolderError::Unwritable(name(), error);
        if root.join(SUCCESS).exists() {
            return Err(FolderError::Finished(name()));
        }
        if root.join(RUN).exists() {
            return Err(FolderError::unfinished(root));
        }
        Folder::expect_outside(root)?;
        make_folder(root).map_err(unwritable)?;
        for entry in fs::read_dir(root).map_err(unwritable)? {
            // What a process leaves that was killed before it wrote anything.
            let known = [SCRATCH, STATE].map(Into::into);
            if !known.contains(&entry.map_err(unwritable)?.file_name()) {
                return Err(FolderError::NotEmpty(name()));
            }
        }
        own_folder(root, Path::new(STATE)).map_err(unwritable)?;
        let folder = Folder::enter(root, Share::AloneIfLocks)?;
        // The lock was free: whoever held it may have begun a run meanwhile.
        if root.join(RUN).exists() { Err(FolderError::unfinished(root)) } else { Ok(folder) }
    }

    /// Refuses a folder that is in that of a run, or would be.
    ///
    /// # Errors
    /// When it is, or its place is not known.
    pub fn expect_outside(root: &Path) -> Result<(), FolderError> {
        let name = || root.display().to_string();
        let unwritable = |error| FolderError::Unwritable(name(), error);
        let place = std::path::absolute(root).map_err(unwritable)?;
        let above = place.ancestors().find_map(|folder| folder.canonicalize().ok());
        let mut above = above.iter().flat_map(|folder| folder.ancestors());
        match above.find(|folder| Folder::holds_run(folder)) {
            Some(run) => Err(FolderError::Within(name(), run.display().to_string())),
            None => Ok(()),
        }
    }

    /// Takes up the run in a folder, for this process alone.
    ///
    /// # Errors
    /// When there is none, or another process is at work on it.
    pub fn resume(root: &Path) -> Result<Folder, FolderError> {
        Folder::of_run(root, Share::Alone)
    }

    /// Takes up the run in a folder to finish it when all its units are done: alone, or where
    /// there are no locks among others that find nothing left to do.
    ///
    /// # Errors
    /// When there is none, or another process is at work on it.
    pub fn finalize(root: &Path) -> Result<Folder, FolderError> {
        Folder::of_run(root, Share::AloneIfLocks)
    }

    /// Takes part in the run in a folder, among others that do.
    ///
    /// # Errors
    /// When there is none, or a process is at work on it alone.
    pub fn join(root: &Path) -> Result<Folder, FolderError> {
        Folder::of_run(root, Share::Among)
    }

    fn of_run(root: &Path, share: Share) -> Result<Folder, FolderError> {
        Folder::expect_run(root)?;
        Folder::enter(root, share)
    }

    /// Whether a run was begun in the folder, finished or not.
    pub fn holds_run(root: &Path) -> bool {
        root.join(RUN).exists()
    }

    /// The same, or why that is not so.
    ///
    /// # Errors
    /// When no run was begun there, or the system does not let one look.
    pub fn expect_run(root: &Path) -> Result<(), FolderError> {
        let name = || root.display().to_string();
        match root.join(RUN).try_exists() {
            Ok(true) => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::NotADirectory => {
                Err(FolderError::Unreadable(name(), error))
            }
            _ => {
                // As an experiment's folder has it.
                let within = Some(root.join("run")).filter(|within| Folder::holds_run(within));
                let within = within.map(|within| format!(", but {} does", within.display()));
                let lost = || {
                    let gone = if root.join(STATE).is_dir() { RUN } else { STATE };
                    format!(
                        ": its `{gone}` is gone, and `summarize` and `report` still read its tables"
                    )
                };
                let is_lost =
                    ["manifest.json", "_SUCCESS"].iter().all(|file| root.join(file).is_file());
                let hint = within.or_else(|| is_lost.then(lost));
                Err(FolderError::NoRun(name(), hint.unwrap_or_default()))
            }
        }
    }

    /// Whether a process is at work in the folder, as far as locks can tell.
    pub fn is_busy(root: &Path) -> bool {
        Lock::is_held(root)
    }

    fn enter(root: &Path, share: Share) -> Result<Folder, FolderError> {
        let name = || root.display().to_string();
        let unwritable = |error| FolderError::Unwritable(name(), error);
        for folder in [STATE, SCRATCH] {
            own_folder(root, Path::new(folder)).map_err(unwritable)?;
        }
        let lock = Arc::new(Lock::take(root, share)?);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let owner = format!("{}-{}", std::process::id(), now.as_nanos());
        // Another process that ends may remove the scratch folder just now.
        let make = || own_folder(root, &Path::new(SCRATCH).join(&owner));
        make().or_else(|_| make()).or_else(|_| make()).map_err(unwritable)?;
        let link = |from: &Path, to: &Path| fs::hard_link(from, to);
        Ok(Folder { root: root.into(), owner, link, lock })
    }

    /// Whether no other process can be at work on the run.
    pub fn is_alone(&self) -> bool {
        self.lock.is_alone()
    }

    /// The name of this process's own folder under `_tmp`.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name in the run's folder of a file of this process's own.
    pub fn share(&self, name: &str) -> String {
        format!("{SCRATCH}/{}/{name}", self.owner)
    }

    /// The files of this name that processes have of their own, dead ones too.
    pub fn shares(root: &Path, name: &str) -> Vec<PathBuf> {
        let processes = fs::read_dir(root.join(SCRATCH)).into_iter().flatten().flatten();
        processes.map(|process| process.path().join(name)).collect()
    }

    /// The path of a file that is still being written, by its name under `_tmp`.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.root.join(SCRATCH).join(name)
    }

    /// The path of a folder under `_tmp`, unless it is none, or a symbolic link leads there.
    ///
    /// # Errors
    /// When the system cannot tell.
    pub fn scratch_folder(&self, name: &str) -> io::Result<Option<PathBuf>> {
        let mut path = self.root.join(SCRATCH);
        for part in Path::new(name).components() {
            path.push(part);
            match fs::symlink_metadata(&path) {
                Ok(facts) if facts.is_dir() => {}
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => return Ok(None),
            }
        }
        Ok(Some(path))
    }

    /// The path of a file or folder in its final place.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Writes a whole file, atomically and durably.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&self, place: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let scratch = self.write_scratch(place, bytes)?;
        let target = self.path(place);
        let rename = || {
            let parent = self.make_parent(place)?;
            fs::rename(scratch, &target)?;
            File::open(parent)?.sync_all()
        };
        rename().map_err(|error| WriteError::new(target.display(), error))
    }

    /// Writes a whole file durably unless there is one of this name. Returns
    /// whether it was written: of several processes, the first wins. Where the file system
    /// knows no hard links, only a process that is alone can do that.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn claim(&self, place: &str, bytes: &[u8]) -> Result<bool, WriteError> {
        let scratch = self.write_scratch(place, bytes)?;
        let target = self.path(place);
        let link = || {
            let parent = self.make_parent(place)?;
            let linked = match (self.link)(&scratch, &target) {
                // A network file system may have linked it and say that it was there.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    fs::read(&target)? == bytes
                }
                Err(_) if self.lock.is_alone() => {
                    let is_new = !target.try_exists()?;
                    if is_new {
                        fs::rename(&scratch, &target)?;
                    }
                    is_new
                }
                other => other.map(|()| true)?,
            };
            // The claim stands. Should it be lost with the power, the unit is done again.
            let _ = fs::remove_file(&scratch);
            let _ = File::open(parent).and_then(|folder| folder.sync_all());
            Ok(linked)
        };
        link().map_err(|error: io::Error| WriteError::new(target.display(), error))
    }

    /// Removes a file of the run, if it is there.
    ///
    /// # Errors
    /// When the system refuses, or a symbolic link leads to its folder.
    pub fn remove(&self, place: &Path) -> Result<(), WriteError> {
        let path = self.root.join(place);
        let remove = || {
            self.make_parent(&place.to_string_lossy())?;
            match fs::remove_file(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                other => other,
            }
        };
        remove().map_err(|error| WriteError::new(path.display(), error))
    }

    /// Makes the folder of a file of the run.
    ///
    /// # Errors
    /// When the system refuses, or something else is in its place, a symbolic link too; and when
    /// the run's folder is another one by now.
    pub fn make_parent(&self, place: &str) -> io::Result<PathBuf> {
        if !self.lock.is_of(&self.root) {
            let moved = "the folder was moved away, or its lock removed";
            return Err(io::Error::new(io::ErrorKind::NotFound, moved));
        }
        own_folder(&self.root, Path::new(place).parent().unwrap_or(Path::new("")))
    }

    fn write_scratch(&self, place: &str, bytes: &[u8]) -> Result<PathBuf, WriteError> {
        let scratch = self.scratch(&self.owner).join(place.replace('/', "-"));
        let write = || {
            let mut file = File::create(&scratch)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(|error| WriteError::new(self.path(place).display(), error))?;
        Ok(scratch)
    }

    /// Replaces a file that only says how far things are: atomically, but it may be
    /// lost.
    pub fn note(&self, place: &str, bytes: &[u8]) {
        let scratch = self.scratch(&self.owner).join("note");
        // Whoever looks at it can do without.
        let _ = fs::write(&scratch, bytes).and_then(|()| fs::rename(&scratch, self.path(place)));
    }

    /// Calls a function while no other process does the same in this folder.
    ///
    /// # Errors
    /// When the lock cannot be had, or what the function says.
    pub fn exclusively<T>(
        &self,
        work: impl FnOnce() -> Result<T, WriteError>,
    ) -> Result<T, WriteError> {
        let path = self.path(REPAIR_LOCK);
        let lock = || {
            let mut options = File::options();
            let options = options.create(true).truncate(false).write(true);
            let file = options.custom_flags(libc::O_NOFOLLOW).open(&path)?;
            file.lock().map(|()| file)
        };
        let _lock = lock().map_err(|error| WriteError::new(path.display(), error))?;
        work()
    }

    /// Removes what dead processes left under `_tmp`, if this one is alone.
    pub fn sweep(&self) {
        let entries = fs::read_dir(self.root.join(SCRATCH)).into_iter().flatten().flatten();
        let is_dead = |name: &str| name != self.owner && is_owner(name);
        let of_dead = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(is_dead);
        for entry in entries.filter(|entry| self.lock.is_alone() && of_dead(entry)) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }

    /// Marks the run as finished and removes what dead processes left.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(&self) -> Result<(), WriteError> {
        self.write(SUCCESS, b"")?;
        self.sweep();
        Ok(())
    }

    /// Takes the mark of a finished run away, if there is one: it is not finished any more.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn reopen(&self) -> Result<(), WriteError> {
        if !self.path(SUCCESS).exists() {
            return Ok(());
        }
        self.remove(Path::new(SUCCESS))?;
        let sync = File::open(&self.root).and_then(|root| root.sync_all());
        sync.map_err(|error| WriteError::new(self.root.display(), error))
    }

    /// Removes what is empty or was never of use: this process's scratch folder, and
    /// the whole folder if no run was begun in it. What is claimed stays.
    pub fn clean_up(&self) {
        // What cannot be removed does no harm: no reader looks into it.
        let own = self.scratch(&self.owner);
        let files = fs::read_dir(&own).into_iter().flatten().flatten();
        for entry in files.filter(|entry| entry.path().is_file()) {
            let _ = fs::remove_file(entry.path());
        }
        let _ = fs::remove_dir(own);
        let _ = fs::remove_dir(self.root.join(SCRATCH));
        if !Folder::holds_run(&self.root) {
            Lock::remove(&self.root);
            let _ = fs::remove_dir(self.root.join(STATE));
            let _ = fs::remove_dir(&self.root);
        }
    }
}

/// Makes a folder, and those above it, durably: each is entered in the one above.
///
/// # Errors
/// When the system refuses.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.map_or(Ok(()), make_folder)?;
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
        // A file, or a link that leads nowhere.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        other => other?,
    }
    // The one above may be another's, not to be opened; then its owner has to see to it.
    let _ = File::open(parent.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Bytes of a file that says something of a run: more than any that a run writes.
const MOST_BYTES: u64 = 1 << 29;

/// What is in a file of a run that is no table; nothing is waited for that is no file, as a pipe.
///
/// # Errors
/// When the system refuses, it is no file, or no run has written so much.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let facts = fs::metadata(path)?;
    let invalid = |why: String| Err(io::Error::new(io::ErrorKind::InvalidData, why));
    match facts.len() {
        _ if !facts.is_file() => invalid("it is no file".into()),
        bytes @ MOST_BYTES.. => invalid(format!("it has {bytes} bytes")),
        _ => fs::read(path),
    }
}

/// Makes a folder of the run in `root`, and those between. Returns its path.
fn own_folder(root: &Path, name: &Path) -> io::Result<PathBuf> {
    let mut path = root.to_owned();
    for part in name.components() {
        path.push(part);
        match fs::symlink_metadata(&path) {
            Ok(facts) if facts.is_dir() => {}
            Ok(_) => {
                let message = format!("{} is not a folder that a run has made", path.display());
                return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => make_folder(&path)?,
            Err(error) => return Err(error),
        }
    }
    Ok(path)
}

/// Whether a process may have this name: `PID-NANOSECONDS`.
pub(super) fn is_owner(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    name.split_once('-').is_some_and(|(pid, time)| is_number(pid) && is_number(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_folder_is_taken() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("a/b");
        fs::create_dir_all(&root).unwrap();
        fs::write(root.join("x"), "").unwrap();
        assert!(matches!(Folder::create(&root), Err(FolderError::NotEmpty(_))));
        fs::remove_file(root.join("x")).unwrap();
        assert!(matches!(Folder::resume(&root), Err(FolderError::NoRun(..))));
        let folder = Folder::create(&root).unwrap();
        folder.write(RUN, b"{}").unwrap();
        assert!(matches!(Folder::create(&root), Err(FolderError::Unfinished(..))));
        folder.finish().unwrap();
        folder.clean_up();
        assert!(matches!(Folder::create(&root), Err(FolderError::Finished(_))));
        assert_eq!(fs::read_dir(&root).unwrap().count(), 2);
    }

    #[test]
    fn one_process_runs_or_many_work() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        let folder = Folder::create(root).unwrap();
        folder.write(RUN, b"{}").unwrap();
        assert!(Folder::is_busy(root));
        assert!(matches!(Folder::resume(root), Err(FolderError::Busy(_))));
        assert!(matches!(Folder::join(root), Err(FolderError::Busy(_))));
        drop(folder);
        assert!(!Folder::is_busy(root));
        let workers = [Folder::join(root).unwrap(), Folder::join(root).unwrap()];
        assert_ne!(workers[0].owner(), workers[1].owner());
        assert!(matches!(Folder::resume(root), Err(FolderError::Busy(_))));
        assert!(workers[0].claim("_state/x", b"first").unwrap());
        assert!(!workers[1].claim("_state/x", b"second").unwrap());
        assert_eq!(fs::read(root.join("_state/x")).unwrap(), b"first");
        drop(workers);
        Folder::resume(root).unwrap().sweep();
    }

    #[test]
    fn one_who_is_alone_needs_no_hard_links() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        let none = |_: &Path, _: &Path| Err(io::ErrorKind::Unsupported.into());
        let mut folder = Folder::create(root).unwrap();
        folder.link = none;
        folder.write(RUN, b"{}").unwrap();
        assert!(folder.claim("_state/x", b"first").unwrap());
        assert!(!folder.claim("_state/x", b"second").unwrap());
        assert_eq!(fs::read(root.join("_state/x")).unwrap(), b"first");
        drop(folder);
        let mut worker = Folder::join(root).unwrap();
        worker.link = none;
        assert!(worker.claim("_state/y", b"first").is_err());
    }

    #[test]
    fn an_abandoned_folder_leaves_nothing_but_finished_files() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("run");
        let folder = Folder::create(&root).unwrap();
        fs::write(folder.scratch(folder.owner()).join("half"), "x").unwrap();
        folder.clean_up();
        assert!(!root.exists());
        let folder = Folder::create(&root).unwrap();
        folder.write(RUN, b"{}").unwrap();
        folder.write("puzzles/part", b"x").unwrap();
        folder.clean_up();
        assert_eq!(fs::read(root.join("puzzles/part")).unwrap(), b"x");
        assert!(!root.join("_tmp").exists());
    }
}
