//! Where a command writes: standard output, or a file that is not there until it is whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// Standard output, or a file. The file has the name `NAME.part` until it is
/// [finished](Self::finish), so that what a kill or an error cut short is not taken for
/// it. A device or a pipe is written to as it is.
pub struct Output {
    stream: BufWriter<Box<dyn Write>>,
    /// The file as it is called and as it shall be called.
    names: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Opens the file, or standard output if there is none.
    pub fn to(path: Option<&Path>) -> anyhow::Result<Output> {
        let (stream, names): (Box<dyn Write>, _) = match path {
            None => (Box::new(io::stdout().lock()), None),
            Some(path) => {
                // A folder of this name is an error now, not when all is done.
                let in_place = path.exists() && !path.is_file();
                let part = if in_place { path.to_owned() } else { part_of(path) };
                let file = File::create(&part).with_context(|| path.display().to_string())?;
                (Box::new(file), (!in_place).then(|| (part, path.to_owned())))
            }
        };
        Ok(Output { stream: BufWriter::with_capacity(1 << 20, stream), names })
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.stream.flush()?;
        match self.names {
            Some((part, path)) => {
                fs::rename(part, &path).with_context(|| path.display().to_string())
            }
            None => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Writes a whole file.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut output = Output::to(Some(path))?;
    output.write_all(bytes).with_context(|| path.display().to_string())?;
    output.finish()
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (path, part) = (folder.path().join("a.txt"), folder.path().join("a.txt.part"));
        let mut output = Output::to(Some(&path)).unwrap();
        output.write_all(b"half").unwrap();
        drop(output);
        assert!(!path.exists());
        assert_eq!(fs::read(&part).unwrap(), b"half");
        write_file(&path, b"whole").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert!(!part.exists());
    }

    #[test]
    fn devices_stay_and_folders_are_refused() {
        write_file(Path::new("/dev/null"), b"x").unwrap();
        assert!(!Path::new("/dev/null").is_file());
        assert!(Output::to(Some(tempfile::tempdir().unwrap().path())).is_err());
    }
}
