//! External solvers: programs that solve puzzles in a run as its own solvers do.
//!
//! `docs/EXTERNAL.md` defines the protocol. Here is what is declared of such a program, what
//! of it is part of a run's identity, and what its answers mean. Nothing here starts a
//! program: [`pipeline`](crate::pipeline) does, and measures it.

mod declaration;
mod error;
mod files;
mod reply;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::grid::{Layout, Puzzle};
use crate::solver::find_solver;

pub use declaration::Declaration;
pub use error::ExternalError;
pub use reply::{MOST_BYTES, Reply};

/// Letters that a name may have.
const MOST_LETTERS: usize = 40;

/// A program that is a solver. Serialized it is what a run's identity has of it, beside its
/// name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct External {
    /// Its name in all tables.
    #[serde(skip)]
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Whether it reads several puzzles before it has to answer.
    pub batch: bool,
    /// Whether it looks for a second solution where two are asked for.
    pub count: bool,
    /// Whether it takes pencilmark puzzles.
    #[serde(default)]
    pub marks: bool,
    /// Whether several threads of it work at once: it may use all CPUs, where others are kept on
    /// that of the thread that asks them.
    #[serde(default)]
    pub threads: bool,
    /// The sizes it takes; all if there are none.
    pub sizes: Vec<usize>,
    /// How long it may be silent, in ns of wall time, if that was said.
    pub timeout_ns: Option<u64>,
    /// The SHA-256 of those words of the command that are files.
    pub files: BTreeMap<String, String>,
    /// Where it is started; the current folder if empty.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl External {
    /// The solver that is declared so, with what its files are now.
    ///
    /// # Errors
    /// When the name cannot be one, the command is none, or its program is not there.
    pub fn new(declaration: &Declaration) -> Result<External, ExternalError> {
        let Declaration { name, command, batch, count, marks, threads, sizes, timeout } =
            declaration;
        let declared = |why: String| ExternalError::Declared { name: name.clone(), why };
        if !is_name(name) || find_solver(name).is_some() || name == "all" {
            let why = "a name is of a–z, 0–9 and `-`, which is not first, at most 40, and of no \
                       solver in `list solvers`";
            return Err(declared(why.into()));
        }
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| declared(format!("`{command}` is no command")))?;
        if let Some(size) = sizes.iter().find(|&&size| Layout::of_order(size).is_none()) {
            return Err(declared(format!("no grid has the size {size}")));
        }
        let timeout = timeout.as_ref().map(|text| humantime::parse_duration(text)).transpose();
        let timeout = timeout.map_err(|error| declared(format!("timeout: {error}")))?;
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Ok(External {
            name: name.clone(),
            files: files::digests(name, &words, Path::new(""))?,
            command: words,
            batch: *batch,
            count: *count,
            marks: *marks,
            threads: *threads,
            sizes: sizes.clone(),
            timeout_ns: timeout.map(nanoseconds),
            folder: PathBuf::new(),
        })
    }

    /// Those that are declared, and those of files of declarations.
    ///
    /// # Errors
    /// When a file is none, a solver cannot take part, or two have one name.
    pub fn all(
        declared: &[Declaration],
        files: &[PathBuf],
    ) -> Result<Vec<&'static External>, ExternalError> {
        let of_files = files.iter().map(|path| Declaration::of_file(path));
        let of_files = of_files.collect::<Result<Vec<_>, _>>()?;
        let all = declared.iter().chain(of_files.iter().flatten());
        let all = all.map(|declaration| Ok(External::new(declaration)?.kept()));
        let all: Vec<&'static External> = all.collect::<Result<_, ExternalError>>()?;
        let mut names = HashSet::new();
        match all.iter().find(|external| !names.insert(&external.name)) {
            Some(External { name, .. }) => {
                let (name, why) = (name.clone(), "it is named twice".to_owned());
                Err(ExternalError::Declared { name, why })
            }
            None => Ok(all),
        }
    }

    /// The same, started in this folder if all its files are there; else in the current one.
    pub fn within(self, folder: &Path) -> External {
        // A program without a `/` is looked for where the system looks for programs.
        let mut files =
            self.files.keys().filter(|&word| *word != self.command[0] || word.contains('/'));
        let is_there = files.all(|word| folder.join(word).exists());
        External { folder: if is_there { folder.into() } else { PathBuf::new() }, ..self }
    }

    /// What of its files is not as it was when this was made.
    ///
    /// # Errors
    /// When its program is not there.
    pub fn changed(&self) -> Result<Option<String>, ExternalError> {
        let now = files::digests(&self.name, &self.command, &self.folder)?;
        let mut words = now.keys().chain(self.files.keys());
        let changed = words.find(|word| now.get(*word) != self.files.get(*word));
        Ok(changed.map(|word| {
            let what = match now.contains_key(word) {
                true => "is not what it was",
                false => "is not there: go on in the folder that has it",
            };
            format!("the file {word} of the solver {} {what}", self.name)
        }))
    }

    /// The files of its command that are there: the program, and arguments.
    pub fn paths(&self) -> Vec<PathBuf> {
        files::paths(&self.command, &self.folder).into_iter().map(|(_, path)| path).collect()
    }

    /// Whether it takes puzzles of this size and kind.
    pub fn takes(&self, puzzle: &Puzzle) -> bool {
        let is_of_size = self.sizes.is_empty() || self.sizes.contains(&puzzle.layout().order());
        is_of_size && (self.marks || !puzzle.has_marks())
    }

    /// The same for as long as the process lives: a command line names few.
    pub(crate) fn kept(self) -> &'static External {
        Box::leak(Box::new(self))
    }
}

/// Whether a text can be the name of an external solver.
pub fn is_name(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_short = (1..=MOST_LETTERS).contains(&text.len());
    is_short && !text.starts_with('-') && text.bytes().all(is_letter)
}
