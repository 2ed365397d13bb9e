//! Sets without repetition: of lines that are alike, the first.

use std::fmt;
use std::path::{Path, PathBuf};

use super::Workspace;
use super::error::SetsError;
use super::keyed::Reading;
use super::level::Level;
use super::output::{RowFile, Sink};
use super::output_format::RowFormat;
use super::parts::{NO_PART, Writing, check_format};
use super::sort::{Record, Sorter, is_alike, record};
use super::walk::{Walk, check_files};
use crate::interrupt::Interrupt;
use crate::readable::counted;
use crate::source::{Input, Unchanged};
use crate::stream::Contents;
use crate::whole_file::WholeFile;

/// Inputs to be written without repetition.
pub struct Dedup<'a> {
    /// Where the puzzles are: files, which are read twice.
    pub inputs: &'a [Input],
    /// What puzzles have in common of which one stays.
    pub level: Level,
    /// The file to write, instead of the output.
    pub out: Option<&'a Path>,
    /// Whether a file that is there is replaced.
    pub force: bool,
    /// How it is written; nothing where the ending says it, or else the inputs.
    pub format: Option<RowFormat>,
    /// Where keys are sorted.
    pub workspace: &'a Workspace,
}

/// What became of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Deduplicated {
    /// How many there are.
    pub puzzles: u64,
    /// Those that stay.
    pub kept: u64,
    /// Lines that should hold puzzles and do not; they are left out.
    pub rejects: u64,
}

impl fmt::Display for Deduplicated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Deduplicated { puzzles, kept, rejects } = *self;
        let (all, lines) = (counted(puzzles, "puzzle"), counted(rejects, "line"));
        write!(f, "{all}: {kept} kept, {} removed; {lines} without one", puzzles - kept)
    }
}

impl Dedup<'_> {
    /// Writes the first of puzzles that are alike, in the order of the inputs; nothing when
    /// interrupted, or if an input cannot be read. Puzzles that have no key at the level are alike
    /// if their puzzle's keys are the same.
    ///
    /// # Errors
    /// When keys cannot be sorted, or the file not be written.
    pub fn run(
        &self,
        output: &mut dyn std::io::Write,
        interrupt: &Interrupt,
        warn: &dyn Fn(&str),
    ) -> Result<(Option<Deduplicated>, Contents), SetsError> {
        let Dedup { inputs, level, .. } = *self;
        check_files(inputs)?;
        let unchanged = Unchanged::since_now(inputs);
        let sink = match self.out {
            Some(path) => {
                let files = inputs.iter().filter_map(|input| input.place.path());
                let files: Vec<PathBuf> = files.map(Path::to_path_buf).collect();
                Sink::file(WholeFile::named(path, self.force, &files, interrupt)?)
            }
            None => Sink::Output(output),
        };
        let Workspace { folder, memory, threads } = self.workspace;
        let mut sorter = Sorter::new(folder, *memory);
        let mut result = Deduplicated::default();
        let reading = Reading { inputs, threads: *threads, interrupt, warn };
        let contents = reading.groups(level, |key| {
            let Some(key) = key else {
                result.rejects += 1;
                return Ok(());
            };
            result.puzzles += 1;
            sorter.push(record(key, result.puzzles - 1))
        })?;
        let has_nothing_else = contents.rejects && !contents.puzzles;
        if interrupt.is_set() || contents.unreadable || has_nothing_else {
            return Ok((None, contents));
        }
        let mut parts = vec![NO_PART; result.puzzles as usize];
        let mut last: Option<Record> = None;
        sorter.finish()?.each(interrupt, |record| {
            if last.is_none_or(|last| !is_alike(&last, &record)) {
                parts[record[2] as usize] = 0;
                result.kept += 1;
            }
            last = Some(record);
        })?;
        let path = self.out.unwrap_or(Path::new("-"));
        let ending = self.out.and_then(RowFormat::of_ending);
        let format = check_format(self.format.or(ending), inputs, interrupt)?;
        let mut writing = Writing::new(format, &parts, vec![RowFile::new(path, format, sink)]);
        let walk = Walk { inputs, interrupt };
        writing.write(&walk, &unchanged)?;
        if interrupt.is_set() {
            return Ok((None, contents));
        }
        writing.finish()?;
        Ok((Some(result), contents))
    }
}
