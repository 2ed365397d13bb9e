//! Puzzles made to order, from files and into files: lines of puzzles, the steps of each as
//! JSON, and a journal, from which a search that was stopped goes on.

use std::fs::{self, File};
use std::io::{self, Seek as _, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::unlike::{admit_all, puzzles_of};
use super::{Made, State, Tally, Wanted};
use crate::generate::{Equivalence, SeenPuzzles, SeriesError};
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::rate::Way;
use crate::source::{Input, InputError, expand};
use crate::strategy::LADDER;
use crate::stream::explain::{Form, Teller, explain};
use crate::text::push_line;
use crate::whole_file::{OutError, WholeFile};

/// Rounds of a hunt that find nothing after which the journal is written.
const SAVED_EVERY: u64 = 16;

/// What is to be made, and from what.
pub struct Order {
    /// The puzzles.
    pub wanted: Wanted,
    /// None is equivalent to one of these.
    pub unlike: Vec<Input>,
    /// What a hunt begins with.
    pub seeds: Vec<Input>,
    /// Whether the steps are written.
    pub steps: bool,
    /// The name that the steps have for the file of puzzles, if there is one.
    pub set: String,
}

/// Why nothing is made.
#[derive(Debug, Error)]
pub enum OrderError {
    /// The puzzles, the threads or the output.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// A file of puzzles.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file to be written.
    #[error(transparent)]
    Out(#[from] OutError),
    /// The journal is one of other puzzles.
    #[error("{} is the journal of other options: repeat those of the first command", .0.display())]
    Different(PathBuf),
    /// The file is there and has no journal.
    #[error("{} has no journal, so it is whole, or was made otherwise", .0.display())]
    NoJournal(PathBuf),
    /// The journal cannot be read.
    #[error("{} is no journal", .0.display())]
    Malformed(PathBuf, #[source] serde_json::Error),
}

/// What the journal holds.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// What was asked for.
    order: String,
    /// The lengths of the files, in bytes.
    written: [u64; 2],
    /// From where it goes on.
    state: State,
}

/// Where the journal stands, and the files whose lengths it says.
struct Journal<'a> {
    path: &'a Path,
    files: Vec<File>,
}

/// Where the puzzles go.
struct Outlet<'a> {
    lines: &'a mut dyn Write,
    /// Those who tell the steps and where they are written; among the lines in their place if
    /// nowhere.
    steps: Option<(Teller, Option<&'a mut dyn Write>)>,
    /// The name of the set in the steps.
    set: String,
    /// Bytes written to both.
    written: [u64; 2],
}

impl Outlet<'_> {
    fn write(&mut self, puzzles: &[Puzzle], first: u64) -> io::Result<()> {
        let [mut lines, mut told] = [Vec::new(), Vec::new()];
        for (number, puzzle) in (first..).zip(puzzles) {
            push_line(&mut lines, puzzle.grid());
            lines.push(b'\n');
            if let Some((teller, _)) = &mut self.steps {
                // What is made is told, however short the time is.
                let (puzzle, endless) = (Ok(puzzle.clone()), &Interrupt::default());
                let text = explain(teller, &self.set, number, &puzzle, Form::Json, endless);
                told.extend(text.expect("nothing interrupts it").into_bytes());
            }
        }
        match &mut self.steps {
            Some((_, Some(steps))) => {
                steps.write_all(&told)?;
                steps.flush()?;
            }
            Some((_, None)) => lines = std::mem::take(&mut told),
            None => {}
        }
        self.lines.write_all(&lines)?;
        self.written = [self.written[0] + lines.len() as u64, self.written[1] + told.len() as u64];
        self.lines.flush()
    }
}

impl Order {
    /// The files that are read.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let inputs = self.unlike.iter().chain(&self.seeds);
        inputs.filter_map(|input| input.place.path().map(Path::to_owned)).collect()
    }

    /// The name of the file of steps beside a file of puzzles.
    pub fn steps_beside(path: &Path) -> PathBuf {
        path.with_extension("steps.jsonl")
    }

    /// Makes the puzzles and writes them, one a line, as they are found, the steps of each in a
    /// file of their own, or, without one, in place of the lines. `tell` is told now and then how
    /// far it has come.
    ///
    /// # Errors
    /// When a file cannot be read or written, and when there are no such puzzles.
    pub fn write<'a>(
        &self,
        lines: &'a mut dyn Write,
        steps: Option<&'a mut dyn Write>,
        interrupt: &Interrupt,
        tell: &dyn Fn(&Tally),
    ) -> Result<Made, OrderError> {
        let steps = self.steps.then(|| (self.teller(), steps));
        let outlet = Outlet { lines, steps, set: self.set.clone(), written: [0; 2] };
        self.make(
            State::default(),
            SeenPuzzles::new(Equivalence::Equivalent),
            outlet,
            None,
            interrupt,
            tell,
        )
    }

    /// Makes the puzzles into a file that grows as they are found, with a journal beside it until
    /// all are there. With `resume` it goes on where the journal of the file says.
    ///
    /// # Errors
    /// The same, and when the journal is one of another order.
    pub fn grow(
        &self,
        path: &Path,
        [force, resume]: [bool; 2],
        interrupt: &Interrupt,
        tell: &dyn Fn(&Tally),
    ) -> Result<Made, OrderError> {
        let mut journal = path.as_os_str().to_owned();
        journal.push(".journal");
        let journal = PathBuf::from(journal);
        let steps_path = Order::steps_beside(path);
        let entry = match fs::read(&journal) {
            Ok(text) if resume => {
                let malformed = |error| OrderError::Malformed(journal.clone(), error);
                let entry: Entry = serde_json::from_slice(&text).map_err(malformed)?;
                if entry.order != self.name() {
                    return Err(OrderError::Different(journal));
                }
                entry
            }
            _ if resume && fs::metadata(path).is_ok_and(|file| file.len() > 0) => {
                return Err(OrderError::NoJournal(path.into()));
            }
            _ => {
                let (names, inputs) = ([path, &steps_path], self.inputs());
                // The journal of another search is one of the files that are there already.
                drop(WholeFile::in_folder(&journal, force, &inputs, interrupt)?);
                for name in &names[..1 + usize::from(self.steps)] {
                    let is_empty = fs::metadata(name).is_ok_and(|file| file.len() == 0);
                    WholeFile::named(name, force || is_empty, &inputs, interrupt)?
                        .finish()
                        .map_err(|error| OutError::Write(name.to_path_buf(), error))?;
                }
                Entry { order: self.name(), written: [0; 2], state: State::default() }
            }
        };
        // What was written after the journal is made again.
        let open = |path: &Path, length| {
            let open = || {
                let mut file = File::options().write(true).open(path)?;
                if file.metadata()?.len() < length {
                    return Err(io::Error::other("it is shorter than its journal says"));
                }
                file.set_len(length)?;
                file.seek(io::SeekFrom::End(0))?;
                Ok(file)
            };
            open().map_err(|error| OutError::Write(path.into(), error))
        };
        let mut lines = open(path, entry.written[0])?;
        let mut steps = self.steps.then(|| open(&steps_path, entry.written[1])).transpose()?;
        let files = [Some(&lines), steps.as_ref()].into_iter().flatten().map(File::try_clone);
        let files = files.collect::<Result<_, _>>().map_err(SeriesError::Output)?;
        let kept = Journal { path: &journal, files };
        let mut seen = SeenPuzzles::new(Equivalence::Equivalent);
        admit_all(&mut seen, &expand(&[path], &[])?.inputs, interrupt)?;
        let steps: Option<&mut dyn Write> = steps.as_mut().map(|file| file as &mut dyn Write);
        let steps = self.steps.then(|| (self.teller(), steps));
        let set = self.set.clone();
        let outlet = Outlet { lines: &mut lines, steps, set, written: entry.written };
        let made = self.make(entry.state, seen, outlet, Some(kept), interrupt, tell)?;
        if made.tally.made == self.wanted.count && journal.exists() {
            fs::remove_file(&journal).map_err(|error| OutError::Write(journal, error))?;
        }
        Ok(made)
    }

    fn make(
        &self,
        state: State,
        mut seen: SeenPuzzles,
        mut outlet: Outlet<'_>,
        journal: Option<Journal<'_>>,
        interrupt: &Interrupt,
        tell: &dyn Fn(&Tally),
    ) -> Result<Made, OrderError> {
        admit_all(&mut seen, &self.unlike, interrupt)?;
        let mut wanted = self.wanted.clone();
        if let Some(seeds) = &mut wanted.hunt {
            *seeds = puzzles_of(&self.seeds, interrupt)?;
        }
        let name = self.name();
        let save = |outlet: &Outlet<'_>, state: &State| -> io::Result<()> {
            let Some(Journal { path, files }) = &journal else { return Ok(()) };
            // After a loss of power, too, the files are as long as it says.
            files.iter().try_for_each(File::sync_data)?;
            let (order, written) = (name.clone(), outlet.written);
            let text = serde_json::to_vec(&Entry { order, written, state: state.clone() })?;
            let file = WholeFile::in_folder(path, true, &[], interrupt);
            let mut file = file.map_err(io::Error::other)?;
            file.write_all(&text)?;
            file.finish()
        };
        save(&outlet, &state).map_err(SeriesError::Output)?;
        let mut rounds = 0;
        Ok(wanted.make(state, &mut seen, interrupt, &mut |puzzles, state| {
            let first = state.tally.made - puzzles.len() as u64 + 1;
            outlet.write(puzzles, first)?;
            rounds += 1;
            if !puzzles.is_empty() || wanted.hunt.is_some() && rounds % SAVED_EVERY == 0 {
                save(&outlet, state)?;
            }
            tell(&state.tally);
            Ok(())
        })?)
    }

    /// What decides the puzzles.
    fn name(&self) -> String {
        let Wanted { recipe, target, pattern, hunt, count, .. } = &self.wanted;
        let names = |inputs: &[Input]| -> Vec<String> {
            inputs.iter().map(|input| input.name.clone()).collect()
        };
        let (unlike, seeds) = (names(&self.unlike), names(&self.seeds));
        let hunts = hunt.is_some();
        format!(
            "{count} {recipe:?} {target:?} {pattern:?} {hunts} {unlike:?} {seeds:?} {}",
            self.steps
        )
    }

    /// Who tells the steps: Sudoku Explainer if a rating is wanted, HoDoKu if its level, steps
    /// or score are, else the strategies of the ladder.
    fn teller(&self) -> Teller {
        let target = &self.wanted.target;
        let way = match () {
            () if target.rating.is_some() => Some(Way::Ser),
            () if target.asks_path() => Some(Way::Hodoku),
            () => None,
        };
        Teller::new(way, LADDER.strategies)
    }
}
