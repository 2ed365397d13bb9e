//! Where converted grids go: one stream, a folder of files, or a single file.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::converted::Converted;
use super::error::ConvertError;
use crate::interrupt::Interrupt;
use crate::readable::counted;
use crate::source::{Input, Place};
use crate::whole_file::{MadeFolder, WholeFile};

/// Characters of an input's name that are part of a file's: a file system takes 255 bytes.
const LONGEST: usize = 50;

/// Where bytes go.
pub(super) enum Sink<'a> {
    Output(&'a mut dyn Write),
    File(PathBuf, BufWriter<WholeFile>),
}

/// Where converted grids go.
pub(super) enum Target<'a> {
    /// All into one stream.
    Stream(Sink<'a>),
    /// Each into a file of this folder; `names` says by the input's name how the file's begins.
    /// `others` are the formulas that were there and were not written.
    Folder {
        folder: MadeFolder,
        others: HashSet<OsString>,
        names: HashMap<String, String>,
        force: bool,
        inputs: Vec<PathBuf>,
        interrupt: Interrupt,
    },
    /// The only one, once it is known to be that.
    Single(Sink<'a>, Option<Vec<u8>>),
}

impl Target<'_> {
    pub(super) fn take(
        &mut self,
        input: &Input,
        converted: &Converted,
    ) -> Result<(), ConvertError> {
        match self {
            Target::Stream(sink) => sink.write(&converted.text),
            Target::Folder { folder, others, names, force, inputs, interrupt } => {
                let mut start = 0;
                for &(line, end) in &converted.grids {
                    let name = &names[&input.name];
                    let number = line.map_or(String::new(), |line| format!("-{line:06}"));
                    let path = folder.path().join(format!("{name}{number}.cnf"));
                    let text = &converted.text[start..end];
                    let mut file = WholeFile::in_folder(&path, *force, inputs, interrupt)?;
                    let written = file.write_all(text).and_then(|()| file.finish());
                    written.map_err(|error| ConvertError::Write(path.clone(), error))?;
                    path.file_name().map(|name| others.remove(name));
                    start = end;
                }
                Ok(())
            }
            Target::Single(..) if converted.grids.is_empty() => Ok(()),
            Target::Single(_, held @ None) if converted.grids.len() == 1 => {
                *held = Some(converted.text.clone());
                Ok(())
            }
            Target::Single(..) => Err(ConvertError::Several),
        }
    }

    pub(super) fn finish(self, warn: &dyn Fn(&str)) -> Result<(), ConvertError> {
        match self {
            Target::Stream(sink) => sink.finish(),
            Target::Single(mut sink, Some(text)) => {
                sink.write(&text)?;
                sink.finish()
            }
            Target::Folder { folder, others, .. } => {
                if !others.is_empty() {
                    let others = counted(others.len() as u64, "formula");
                    let folder = folder.path().display();
                    warn(&format!("{folder} holds {others} that were there before"));
                }
                Ok(())
            }
            Target::Single(_, None) => Ok(()),
        }
    }
}

/// The names of the formulas in a folder.
pub(super) fn formulas(folder: &Path) -> HashSet<OsString> {
    let names = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "cnf")).collect()
}

impl Sink<'_> {
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), ConvertError> {
        match self {
            // What is answered is handed over at once.
            Sink::Output(output) => Ok(output.write_all(bytes).and_then(|()| output.flush())?),
            Sink::File(path, file) => {
                file.write_all(bytes).map_err(|error| ConvertError::Write(path.clone(), error))
            }
        }
    }

    pub(super) fn finish(self) -> Result<(), ConvertError> {
        let Sink::File(path, file) = self else { return Ok(()) };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error);
        file.and_then(WholeFile::finish).map_err(|error| ConvertError::Write(path, error))
    }
}

/// By name of the input, how the names of its formulas' files begin: letters, digits, dots
/// and dashes, no two alike.
pub(super) fn file_names(inputs: &[Input]) -> HashMap<String, String> {
    let mut taken = HashSet::new();
    let mut name = |input: &Input| {
        let name = if input.place == Place::Stdin { "stdin" } else { &input.name };
        let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let plain: String = name.chars().take(LONGEST).map(plain).collect();
        let numbered = (2..).map(|number| format!("{plain}.{number}"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let free = names.find(|name| taken.insert(name.clone()));
        (input.name.clone(), free.expect("there are more numbers than inputs"))
    };
    inputs.iter().map(&mut name).collect()
}
