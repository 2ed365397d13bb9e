//! Puzzles made to order, from files and into files: lines of puzzles, the steps of each as
//! JSON, and a journal, from which a search that was stopped goes on.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::OrderError;
use super::growing::Growing;
use super::journal::{Entry, Extent, Journal};
use super::unlike::{admit_all, puzzles_of};
use super::{Made, State, Tally, Wanted};
use crate::generate::{Equivalence, SeenPuzzles, SeriesError};
use crate::grid::{Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::rate::Way;
use crate::readable::counted;
use crate::source::{Input, InputError, expand};
use crate::strategy::LADDER;
use crate::stream::explain::{Form, Teller, explain};
use crate::text::push_line;
use crate::whole_file::{OutError, WholeFile};

/// Rounds of a hunt that find nothing after which the journal is written.
const SAVED_EVERY: u64 = 16;

/// What is told while puzzles are made.
pub enum Told<'a> {
    /// How far it has come: at the start and now and then.
    Tally(&'a Tally),
    /// What is amiss with a file that is read.
    Warning(&'a str),
}

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

/// What the files of puzzles hold.
struct Known {
    /// No puzzle is equivalent to one of these.
    seen: SeenPuzzles,
    /// What a hunt begins with.
    seeds: Vec<Puzzle>,
    /// The digest of each file, in order.
    digests: Vec<String>,
}

/// Where the puzzles go.
struct Outlet<'a> {
    lines: &'a mut dyn Write,
    /// Those who tell the steps and where they are written; among the lines in their place if
    /// nowhere.
    steps: Option<(Teller, Option<&'a mut dyn Write>)>,
    /// The name of the set in the steps.
    set: String,
    /// What was written to both.
    written: [Extent; 2],
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
        self.written[0].add(&lines);
        self.written[1].add(&told);
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
    /// file of their own, or, without one, in place of the lines. `tell` is told how far it has
    /// come.
    ///
    /// # Errors
    /// When a file cannot be read or written, and when there are no such puzzles.
    pub fn write<'a>(
        &self,
        lines: &'a mut dyn Write,
        steps: Option<&'a mut dyn Write>,
        interrupt: &Interrupt,
        tell: &dyn Fn(Told<'_>),
    ) -> Result<Made, OrderError> {
        let steps = self.steps.then(|| (self.teller(), steps));
        let outlet = Outlet { lines, steps, set: self.set.clone(), written: Default::default() };
        self.make(self.read(interrupt, tell)?, outlet, None, interrupt, tell)
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
        tell: &dyn Fn(Told<'_>),
    ) -> Result<Made, OrderError> {
        let steps_path = Order::steps_beside(path);
        let names = &[path, &steps_path][..1 + usize::from(self.steps)];
        names.iter().try_for_each(|name| Growing::expect_file(name))?;
        let mut known = self.read(interrupt, tell)?;
        let journal = Journal::path_beside(path);
        let entry = match resume.then(|| Entry::read(&journal)).transpose()?.flatten() {
            Some(entry) if entry.order != self.name() => {
                return Err(OrderError::Different(journal));
            }
            Some(entry) => {
                let names = self.unlike.iter().chain(&self.seeds).map(|input| &input.name);
                let mut inputs = names.zip(known.digests.iter().zip(&entry.inputs));
                if let Some((name, _)) = inputs.find(|(_, (now, then))| now != then) {
                    return Err(OrderError::Changed(name.clone()));
                }
                entry
            }
            _ if resume && fs::metadata(path).is_ok_and(|file| file.len() > 0) => {
                return Err(OrderError::NoJournal(path.into()));
            }
            _ => {
                let inputs = self.inputs();
                if !force && Entry::read(&journal).is_ok_and(|entry| entry.is_some()) {
                    return Err(OrderError::Begun(path.into()));
                }
                let begin = |name: &Path| {
                    let is_empty = fs::metadata(name).is_ok_and(|file| file.len() == 0);
                    let force = force || is_empty;
                    match name == path {
                        true => WholeFile::named(name, force, &inputs, interrupt),
                        // Nobody has named it.
                        false => WholeFile::in_folder(name, force, &inputs, interrupt),
                    }
                };
                // None is replaced before all may be.
                let files = names.iter().map(|name| begin(name));
                let files = files.collect::<Result<Vec<_>, _>>()?;
                drop(WholeFile::in_folder(&journal, force, &inputs, interrupt)?);
                for (name, file) in names.iter().zip(files) {
                    file.finish().map_err(|error| OutError::Write(name.to_path_buf(), error))?;
                }
                Entry::new(self.name(), std::mem::take(&mut known.digests))
            }
        };
        let (mut lines, written) = Growing::open(path, &entry.written[0])?;
        let steps =
            self.steps.then(|| Growing::open(&steps_path, &entry.written[1])).transpose()?;
        let (mut steps, steps_written) = steps.unzip();
        let files = [Some(&lines), steps.as_ref()].into_iter().flatten().map(Growing::file);
        let files = files.collect::<Result<_, _>>().map_err(SeriesError::Output)?;
        let kept = Journal::new(&journal, entry, files);
        let (there, _) = puzzles_of(&expand(&[path], &[])?.inputs, interrupt, &|_| ())?;
        // What may stand after them is made again.
        for puzzle in there.iter().take(kept.state().tally.made as usize) {
            known.seen.admit(puzzle);
        }
        let steps: Option<&mut dyn Write> = steps.as_mut().map(|file| file as &mut dyn Write);
        let steps = self.steps.then(|| (self.teller(), steps));
        let written = [written, steps_written.unwrap_or_default()];
        let outlet = Outlet { lines: &mut lines, steps, set: self.set.clone(), written };
        let made = self.make(known, outlet, Some(kept), interrupt, tell)?;
        if made.tally.made == self.wanted.count && journal.exists() {
            fs::remove_file(&journal).map_err(|error| OutError::Write(journal, error))?;
        }
        Ok(made)
    }

    /// Reads the files of puzzles.
    fn read(&self, interrupt: &Interrupt, tell: &dyn Fn(Told<'_>)) -> Result<Known, InputError> {
        let warn = |message: &str| tell(Told::Warning(message));
        let mut seen = SeenPuzzles::new(Equivalence::Equivalent);
        let mut digests = admit_all(&mut seen, &self.unlike, interrupt, &warn)?;
        let (mut seeds, of_seeds) = puzzles_of(&self.seeds, interrupt, &warn)?;
        let all = seeds.len();
        seeds.retain(|seed| seed.layout() == Layout::nine());
        if seeds.len() < all {
            let others = counted((all - seeds.len()) as u64, "puzzle");
            warn(&format!("{others} of other sizes than 9×9 cannot be hunted about"));
        }
        digests.extend(of_seeds);
        Ok(Known { seen, seeds, digests })
    }

    fn make(
        &self,
        known: Known,
        mut outlet: Outlet<'_>,
        mut journal: Option<Journal>,
        interrupt: &Interrupt,
        tell: &dyn Fn(Told<'_>),
    ) -> Result<Made, OrderError> {
        let Known { mut seen, seeds, .. } = known;
        let mut wanted = self.wanted.clone();
        if let Some(wanted) = &mut wanted.hunt {
            *wanted = seeds;
        }
        let state = journal.as_ref().map_or_else(State::default, Journal::state);
        let mut save = |outlet: &Outlet<'_>, state: &State| match &mut journal {
            Some(journal) => journal.save(&outlet.written, state, interrupt),
            None => Ok(()),
        };
        save(&outlet, &state).map_err(SeriesError::Output)?;
        tell(Told::Tally(&state.tally));
        let mut rounds = 0;
        Ok(wanted.make(state, &mut seen, interrupt, &mut |puzzles, state| {
            let first = state.tally.made - puzzles.len() as u64 + 1;
            outlet.write(puzzles, first)?;
            rounds += 1;
            if !puzzles.is_empty() || wanted.hunt.is_some() && rounds % SAVED_EVERY == 0 {
                save(&outlet, state)?;
            }
            tell(Told::Tally(&state.tally));
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
