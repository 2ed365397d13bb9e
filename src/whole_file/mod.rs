//! A file that is there when it is whole, and not before.
//!
//! Bytes go to a file beside it, `NAME.PID.part`, which takes the name at the end. So a
//! program that is killed leaves no half file that looks whole, and what was there before
//! stays until then.
//!
//! That is for regular files and for new ones; symbolic links are followed first, and other
//! names of a file keep what it was. Anything else is written in place: pipes and devices, what
//! stands in `/dev` or `/proc`, files of another owner, and where the folder takes no new file.
//!
//! What a person names with `--out` is [begun otherwise](WholeFile::named): it replaces no
//! file unless that is forced, and no input ever; it is packed if its name ends with `.gz` or `.zst`. In a folder that a person names, a file takes the
//! place of a symbolic link, and not of what that leads to.

mod error;
mod folder;
mod packing;
mod pipe;
mod place;

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::interrupt::Interrupt;
pub use error::OutError;
pub use folder::MadeFolder;
use packing::Packed;
pub use packing::Packing;
use pipe::Pipe;
use place::{expect_free, is_locked, target};

/// A file being written. Dropped before it is [finished](Self::finish), it never was.
pub struct WholeFile {
    output: Output,
    /// The part and what it becomes, unless the file is written in place.
    names: Option<(PathBuf, PathBuf)>,
    /// Whether it may take the place of another.
    replaces: bool,
}

/// Where the bytes go.
enum Output {
    File(File),
    Packed(Box<Packed>),
    Pipe(Pipe),
}

impl WholeFile {
    /// Begins a file, or what takes the place of one.
    ///
    /// # Errors
    /// When it cannot be written.
    fn create(path: &Path) -> io::Result<WholeFile> {
        match target(path).map_or(Ok(None), WholeFile::beside)? {
            Some(file) => Ok(file),
            None => Ok(WholeFile::in_place(Output::File(File::create(path)?))),
        }
    }

    fn in_place(output: Output) -> WholeFile {
        WholeFile { output, names: None, replaces: true }
    }

    /// Begins a file that a person names, or a named pipe, whose reader is waited for until an
    /// interrupt. One that is there is replaced only if that is
    /// forced, and never if it is one of the inputs, files or folders, or inside of one.
    ///
    /// # Errors
    /// When it must not or cannot be written.
    pub fn named(
        path: &Path,
        force: bool,
        inputs: &[PathBuf],
        interrupt: &Interrupt,
    ) -> Result<WholeFile, OutError> {
        expect_free(path, force, inputs)?;
        if let Some(pipe) = Pipe::of(path, interrupt) {
            return Ok(WholeFile::in_place(Output::Pipe(pipe)));
        }
        let file = WholeFile::create(path).and_then(|file| file.packed(Packing::of_name(path)));
        let mut file = file.map_err(|error| OutError::Write(path.into(), error))?;
        file.replaces = force;
        Ok(file)
    }

    fn packed(mut self, packing: Option<Packing>) -> io::Result<WholeFile> {
        if let (Some(packing), Output::File(file)) = (packing, &self.output) {
            self.output = Output::Packed(Box::new(Packed::new(packing, file.try_clone()?)?));
        }
        Ok(self)
    }

    /// Writes what is not written yet.
    fn end(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::Packed(packed) => packed.finish(),
            _ => Write::flush(self),
        }
    }

    /// Begins a file in a folder that a person names: as one that is [named](WholeFile::named)
    /// itself, but no link of the folder leads out of it.
    ///
    /// # Errors
    /// When it must not or cannot be written.
    pub fn in_folder(
        path: &Path,
        force: bool,
        inputs: &[PathBuf],
        interrupt: &Interrupt,
    ) -> Result<WholeFile, OutError> {
        if !path.is_symlink() {
            return WholeFile::named(path, force, inputs, interrupt);
        }
        expect_free(path, force, inputs)?;
        if !force {
            return Err(OutError::Exists(path.into()));
        }
        let file = WholeFile::part(path.into(), None)
            .and_then(|file| file.ok_or_else(|| io::Error::other("the folder takes no new file")));
        file.map_err(|error| OutError::Write(path.into(), error))
    }

    /// Begins a file in the place of this one; nothing where it has to be written in place.
    fn beside(target: PathBuf) -> io::Result<Option<WholeFile>> {
        let before = match fs::metadata(&target) {
            Ok(facts) if !facts.is_file() => return Ok(None),
            Ok(facts) => {
                // A file that must not be written must not be replaced either.
                File::options().write(true).open(&target)?;
                Some(facts)
            }
            Err(_) => None,
        };
        WholeFile::part(target, before)
    }

    /// Begins a part beside a file, as that was before; nothing where there can be none.
    fn part(target: PathBuf, before: Option<fs::Metadata>) -> io::Result<Option<WholeFile>> {
        let mut part = target.clone().into_os_string();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        let Ok(file) = File::create_new(&part) else { return Ok(None) };
        let is_alike = |before: fs::Metadata| -> io::Result<bool> {
            let facts = file.metadata()?;
            let same_owner = (facts.uid(), facts.gid()) == (before.uid(), before.gid());
            Ok(same_owner && file.set_permissions(before.permissions()).is_ok())
        };
        let is_alike = before.map_or(Ok(true), is_alike);
        let names = Some((part, target));
        let whole = WholeFile { output: Output::File(file), names, replaces: true };
        Ok(is_alike?.then_some(whole))
    }

    /// Ends the file: it is whole.
    ///
    /// # Errors
    /// When it cannot take its name; the error names the part, which stays.
    pub fn finish(mut self) -> io::Result<()> {
        self.end()?;
        let Some((part, target)) = self.names.take() else { return Ok(()) };
        // A link takes no name that something has; where there are no links, it is asked for.
        let placed = match self.replaces {
            // Begun since: its puzzles would be lost.
            true if is_locked(&target) => {
                Err(io::Error::new(io::ErrorKind::ResourceBusy, "a search is adding to the file"))
            }
            true => fs::rename(&part, &target),
            false => match fs::hard_link(&part, &target) {
                Ok(()) => fs::remove_file(&part),
                Err(_) if !target.exists() => fs::rename(&part, &target),
                Err(error) => Err(error),
            },
        };
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{error}; all of it is in {}", part.display()))
        };
        placed.map_err(named)
    }

    /// Ends the file before it is whole. Returns what holds its beginning, if there is any.
    pub fn leave(mut self) -> Option<PathBuf> {
        // What cannot be ended is told by who reads it.
        let _ = self.end();
        let is_empty =
            |(part, _): &(PathBuf, PathBuf)| fs::metadata(part).is_ok_and(|facts| facts.len() == 0);
        // Then it is removed.
        if self.names.as_ref().is_some_and(is_empty) {
            return None;
        }
        self.names.take().map(|(part, _)| part)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.output {
            Output::File(file) => file.write(bytes),
            Output::Packed(packed) => packed.write(bytes),
            Output::Pipe(pipe) => pipe.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::File(file) => file.flush(),
            Output::Packed(packed) => packed.flush(),
            Output::Pipe(pipe) => pipe.flush(),
        }
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.names {
            let _ = fs::remove_file(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
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
    fn what_a_person_names_replaces_nothing_unasked_and_no_input_ever() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("run/solves")).unwrap();
        ["old", "input", "run/solves/part"]
            .iter()
            .for_each(|name| fs::write(at(name), name).unwrap());
        symlink("old", at("link")).unwrap();
        symlink("input", at("link-to-input")).unwrap();
        fs::hard_link(at("input"), at("twin-of-input")).unwrap();
        fs::hard_link(at("run/solves/part"), at("twin-of-part")).unwrap();
        let inputs = [at("input"), at("run")];
        let begin =
            |name: &str, force| WholeFile::named(&at(name), force, &inputs, &Interrupt::default());
        for name in ["old", "link"] {
            assert!(matches!(begin(name, false), Err(OutError::Exists(_))), "{name}");
            assert!(begin(name, true).is_ok(), "{name}");
        }
        let of_inputs =
            ["input", "link-to-input", "twin-of-input", "run/solves/part", "twin-of-part"];
        for name in of_inputs {
            for force in [false, true] {
                assert!(matches!(begin(name, force), Err(OutError::IsInput(_))), "{name}");
            }
        }
        assert!(matches!(begin("run/new", false), Err(OutError::InInput(_))));
        // What comes there meanwhile is not replaced either, and what was made is kept.
        let mut new = begin("new", false).unwrap();
        new.write_all(b"made").unwrap();
        fs::write(at("new"), "another's").unwrap();
        let error = new.finish().unwrap_err().to_string();
        let (_, part) = error.split_once("all of it is in ").unwrap();
        assert_eq!(fs::read_to_string(part).unwrap(), "made");
        assert_eq!(fs::read_to_string(at("new")).unwrap(), "another's");
        // Nor is a file to which a search has begun to add.
        let mut forced = begin("old", true).unwrap();
        forced.write_all(b"made").unwrap();
        let growing = File::open(at("old")).unwrap();
        growing.lock().unwrap();
        let error = forced.finish().unwrap_err().to_string();
        assert!(error.contains("a search is adding to the file; all of it is in "), "{error}");
        assert_eq!(fs::read_to_string(at("old")).unwrap(), "old");
        begin("newer", false).unwrap().finish().unwrap();
        assert_eq!(fs::metadata(at("newer")).unwrap().nlink(), 1);
        let device =
            WholeFile::named(Path::new("/dev/null"), false, &inputs, &Interrupt::default());
        device.unwrap().finish().unwrap();
    }

    #[test]
    fn a_name_may_say_that_the_file_is_packed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.txt", "a.gz", "a.csv.zst"] {
            let path = folder.path().join(name);
            let mut file = WholeFile::named(&path, false, &[], &Interrupt::default()).unwrap();
            file.write_all(b"1234").unwrap();
            file.finish().unwrap();
            let bytes = fs::read(&path).unwrap();
            let unpacked = match Packing::of_name(&path) {
                None => bytes,
                Some(Packing::Zstandard) => zstd::decode_all(&bytes[..]).unwrap(),
                Some(Packing::Gzip) => {
                    let mut text = Vec::new();
                    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut text).unwrap();
                    text
                }
            };
            assert_eq!(unpacked, b"1234", "{name}");
        }
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
        write(&there, "one");
        assert_eq!(fs::read_to_string(&there).unwrap(), "one");
        assert_eq!(fs::read_to_string(&twin).unwrap(), "after");
    }

    #[test]
    fn no_link_leads_out_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let [there, link, dangling] =
            ["there", "link", "dangling"].map(|name| folder.path().join(name));
        fs::write(&there, "before").unwrap();
        symlink("there", &link).unwrap();
        symlink("new", &dangling).unwrap();
        let begin = |path: &Path, force, inputs: &[PathBuf]| {
            WholeFile::in_folder(path, force, inputs, &Interrupt::default())
        };
        for path in [&link, &dangling] {
            assert!(matches!(begin(path, false, &[]), Err(OutError::Exists(_))));
            let mut file = begin(path, true, &[]).unwrap();
            file.write_all(b"after").unwrap();
            file.finish().unwrap();
            assert!(!path.is_symlink());
            assert_eq!(fs::read_to_string(path).unwrap(), "after");
        }
        assert_eq!(fs::read_to_string(&there).unwrap(), "before");
        assert_eq!(names(folder.path()), ["dangling", "link", "there"]);
        symlink("there", folder.path().join("again")).unwrap();
        let again = begin(&folder.path().join("again"), true, &[there]);
        assert!(matches!(again, Err(OutError::IsInput(_))));
    }

    #[test]
    fn devices_are_written_in_place() {
        let file = WholeFile::create(Path::new("/dev/null")).unwrap();
        assert!(file.names.is_none());
        file.finish().unwrap();
    }
}
