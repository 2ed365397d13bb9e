//! A folder that is made for files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder for files that are about to be made. If it was not there and has nothing in it when
/// this is dropped, it is removed, and so are the folders above that it needed.
pub struct MadeFolder {
    path: PathBuf,
    /// Those that were not there, the innermost first.
    made: Vec<PathBuf>,
}

impl MadeFolder {
    /// Makes the folder, and those above it, if it is not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make(path: &Path) -> io::Result<MadeFolder> {
        let missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        let made = path.ancestors().take_while(missing).map(Path::to_owned).collect();
        // What was made before it failed is removed, too.
        let folder = MadeFolder { path: path.into(), made };
        match fs::create_dir_all(path) {
            // It says that it exists.
            Err(_) if path.exists() => Err(io::ErrorKind::NotADirectory.into()),
            made => made.map(|()| folder),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for MadeFolder {
    fn drop(&mut self) {
        // The system removes no folder that has something in it.
        let _ = self.made.iter().try_for_each(fs::remove_dir);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_empty_was_never_made() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        drop(MadeFolder::make(&at("a/b/c")).unwrap());
        assert!(!at("a").exists());
        fs::write(at("file"), "text").unwrap();
        for under in ["file", "file/under"] {
            let refused = MadeFolder::make(&at(under)).err().unwrap().kind();
            assert_eq!(refused, io::ErrorKind::NotADirectory, "{under}");
        }
        fs::create_dir(at("mine")).unwrap();
        drop(MadeFolder::make(&at("mine")).unwrap());
        let used = MadeFolder::make(&at("mine/used/more")).unwrap();
        fs::write(at("mine/used/file"), "text").unwrap();
        drop(used);
        assert!(at("mine/used/file").exists() && !at("mine/used/more").exists());
        fs::write(at("file"), "text").unwrap();
        assert!(MadeFolder::make(&at("file/a")).is_err());
    }
}
