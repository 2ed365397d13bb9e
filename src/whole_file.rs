//! A file that is there when it is whole, and not before.
//!
//! Bytes go to a file beside it, `NAME.PID.part`, which takes the name at the end. So a
//! program that is killed leaves no half file that looks whole, and what was there before
//! stays until then.
//!
//! That is for regular files with one name, and for new ones; links are followed first.
//! Anything else is written in place: pipes and devices, what stands in `/dev` or `/proc`,
//! files with several names or of another owner, and where the folder takes no new file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Links in a row that may be loops.
const MOST_LINKS: usize = 40;

/// A file being written. Dropped before it is [finished](Self::finish), it never was.
pub struct WholeFile {
    file: File,
    /// The part and what it becomes, unless the file is written in place.
    names: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins a file, or what takes the place of one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        match WholeFile::beside(path)? {
            Some(file) => Ok(file),
            None => Ok(WholeFile { file: File::create(path)?, names: None }),
        }
    }

    /// The same with a part beside it; nothing where it has to be written in place.
    fn beside(path: &Path) -> io::Result<Option<WholeFile>> {
        let Some(target) = target(path) else { return Ok(None) };
        let before = match fs::metadata(&target) {
            Ok(facts) if !facts.is_file() || facts.nlink() > 1 => return Ok(None),
            Ok(facts) => {
                // A file that must not be written must not be replaced either.
                File::options().write(true).open(&target)?;
                Some(facts)
            }
            Err(_) => None,
        };
        let mut part = target.clone().into_os_string();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        let Ok(file) = File::create_new(&part) else { return Ok(None) };
        let whole = WholeFile { file, names: Some((part, target)) };
        if let Some(before) = before {
            let facts = whole.file.metadata()?;
            let same_owner = (facts.uid(), facts.gid()) == (before.uid(), before.gid());
            if !same_owner || whole.file.set_permissions(before.permissions()).is_err() {
                return Ok(None);
            }
        }
        Ok(Some(whole))
    }

    /// Ends the file: it is whole.
    ///
    /// # Errors
    /// When it cannot take its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((part, target)) = self.names.take() else { return Ok(()) };
        fs::rename(&part, target).inspect_err(|_| drop(fs::remove_file(&part)))
    }

    /// Ends the file before it is whole. Returns what holds its beginning.
    pub fn leave(mut self) -> Option<PathBuf> {
        self.names.take().map(|(part, _)| part)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.names {
            let _ = fs::remove_file(part);
        }
    }
}

/// The file that a path leads to by links, there or not yet; nothing for what the system
/// keeps, as `/dev/stdout`, and for links that lead nowhere.
fn target(path: &Path) -> Option<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if ["/dev", "/proc"].iter().any(|folder| target.starts_with(folder)) {
            return None;
        }
        match fs::read_link(&target) {
            Ok(link) => target = target.parent()?.join(link),
            Err(_) => return Some(target),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn write(path: &Path, text: &str) {
        let mut file = WholeFile::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.finish().unwrap();
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_there_stays_until_the_file_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        drop(file);
        assert_eq!(
            (names(folder.path()), fs::read_to_string(&path).unwrap()),
            (vec!["a".into()], "before".into())
        );
        write(&path, "after");
        assert_eq!(
            (names(folder.path()), fs::read_to_string(&path).unwrap()),
            (vec!["a".into()], "after".into())
        );
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!(fs::read_to_string(file.leave().unwrap()).unwrap(), "half");
    }

    #[test]
    fn links_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let [there, new, link, dangling, twin] =
            ["there", "new", "link", "dangling", "twin"].map(|name| folder.path().join(name));
        fs::write(&there, "before").unwrap();
        symlink("there", &link).unwrap();
        symlink(&new, &dangling).unwrap();
        write(&link, "after");
        write(&dangling, "new");
        assert!(link.is_symlink() && dangling.is_symlink());
        assert_eq!(fs::read_to_string(&there).unwrap(), "after");
        assert_eq!(fs::read_to_string(&new).unwrap(), "new");
        fs::hard_link(&there, &twin).unwrap();
        write(&there, "both");
        assert_eq!(fs::read_to_string(&twin).unwrap(), "both");
    }

    #[test]
    fn devices_are_written_in_place() {
        let file = WholeFile::create(Path::new("/dev/null")).unwrap();
        assert!(file.names.is_none());
        file.finish().unwrap();
    }
}
