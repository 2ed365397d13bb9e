//! Many puzzles for a target, on all threads, no two equivalent.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::hunt::{Hunter, Pool};
use super::pattern::PatternFill;
use super::search::{End, Search};
use super::{Pattern, Target};
use crate::generate::{GenerateError, Generator, Recipe, Requirement, SeenPuzzles, SeriesError};
use crate::grid::{Layout, Puzzle};
use crate::interrupt::{Interrupt, Stop};
use crate::pipeline::{ordered, thread_pool};

/// Searches that a thread is given at a time, at 9×9: their starts are made in one go.
const AT_ONCE: u64 = 16;

/// Puzzles that a hunt begins with when it is given none.
const FIRST: u64 = 1_000;

/// Puzzles in a row that were known already, after which there seem to be no more: at
/// least so many, and so many times those that were found.
const LEAST_KNOWN: u64 = 1_000;
const TIMES_KNOWN: u64 = 4;

/// Puzzles to be made.
#[derive(Clone)]
pub struct Wanted {
    /// What is required beside the target.
    pub recipe: Recipe,
    /// What is wanted.
    pub target: Target,
    /// The cells that are given, if that is wanted: then recipe and moves do not matter.
    pub pattern: Option<Pattern>,
    /// The puzzles that a hunt begins with, if it is to be one; if there are none, generated ones.
    pub hunt: Option<Vec<Puzzle>>,
    /// How many.
    pub count: u64,
    /// On how many threads; the puzzles do not depend on that.
    pub threads: usize,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Tally {
    /// Puzzles made.
    pub made: u64,
    /// Searches ended.
    pub searches: u64,
    /// Puzzles judged.
    pub tried: u64,
}

/// From where it goes on, the puzzles made apart.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct State {
    /// How far it has come.
    pub tally: Tally,
    /// The index of the next search.
    next: u64,
    /// Puzzles in a row that were known already.
    known: u64,
    /// Of a hunt.
    pool: Option<Pool>,
}

/// Takes puzzles as they are made, and from where it goes on after them.
pub type Sink<'a> = &'a mut dyn FnMut(&[Puzzle], &State) -> io::Result<()>;

/// What was made.
#[derive(Debug, Default)]
pub struct Made {
    /// How many, and what it took.
    pub tally: Tally,
    /// The nearest of the puzzles that do not meet the target.
    pub nearest: Option<Puzzle>,
    /// Why there are fewer than were asked for, if no signal came.
    pub short: Option<GenerateError>,
}

impl Wanted {
    /// Whether there can be such puzzles.
    ///
    /// # Errors
    /// When there are none.
    pub fn check(&self) -> Result<(), GenerateError> {
        Generator::new(self.starts()).map(drop)
    }

    /// The recipe of the puzzles that are begun with.
    fn starts(&self) -> Recipe {
        let mut recipe = self.recipe.clone();
        let cells = recipe.layout.cells().len();
        if recipe.requirement == Requirement::Unique && recipe.clues == (0..=cells) {
            // What is left of a large grid when nothing more can go takes long to find.
            match recipe.layout.order() {
                ..=9 => recipe.requirement = Requirement::Minimal,
                _ => recipe.clues = cells / 2..=cells * 11 / 20,
            }
        }
        recipe
    }

    /// Makes the puzzles, but none equivalent to those `seen`, and hands them to `sink` in an
    /// order that does not depend on the threads. When interrupted, only the first of them.
    ///
    /// # Errors
    /// When there are no such puzzles, when the threads cannot be started, and the sink's
    /// first error.
    pub fn make(
        &self,
        mut state: State,
        seen: &mut SeenPuzzles,
        interrupt: &Interrupt,
        sink: Sink<'_>,
    ) -> Result<Made, SeriesError> {
        self.check()?;
        let mut nearest = None;
        let short = match (&self.hunt, state.tally.made >= self.count) {
            (_, true) => None,
            (Some(seeds), _) => self.hunt(seeds, &mut state, seen, interrupt, sink)?,
            (None, _) => self.search(&mut state, &mut nearest, seen, interrupt, sink)?,
        };
        if let Some(pool) = &state.pool {
            nearest = pool.nearest();
        }
        let tally = state.tally;
        let is_spent = tally.made < self.count && interrupt.stop() == Some(Stop::Budget);
        let short = short.or(is_spent.then_some(GenerateError::Budget));
        Ok(Made { tally, nearest: nearest.map(|(_, puzzle)| puzzle), short })
    }

    /// A search from each puzzle of the generator. Returns why there are no more.
    fn search(
        &self,
        state: &mut State,
        nearest: &mut Option<(u32, Puzzle)>,
        seen: &mut SeenPuzzles,
        interrupt: &Interrupt,
        sink: Sink<'_>,
    ) -> Result<Option<GenerateError>, SeriesError> {
        let pool = thread_pool(self.threads)?;
        // What is begun and not needed ends by an interrupt of its own.
        let (inner, done) = (Interrupt::default(), AtomicBool::new(false));
        let is_quick = self.recipe.layout == Layout::nine() && self.pattern.is_none();
        let at_once = if is_quick { AT_ONCE } else { 1 };
        let indices = (state.next..).step_by(at_once as usize).map(|start| start..start + at_once);
        let ended = || done.load(Ordering::Relaxed) || interrupt.is_set();
        let indices = indices.take_while(|_| !ended());
        let worker = || self.searcher(&ended, interrupt);
        let mut why = None;
        let end = ordered(&pool, 4 * self.threads, &inner, indices, worker, |ends| {
            let mut puzzles = Vec::new();
            for end in ends {
                match end {
                    Ok(end) => self.take(end, state, nearest, seen, &mut puzzles),
                    Err(error) => why = Some(error),
                }
                if state.known > LEAST_KNOWN + TIMES_KNOWN * state.tally.made {
                    why = Some(GenerateError::NoMore { found: state.tally.made });
                }
                if why.is_some() || state.tally.made == self.count {
                    break;
                }
            }
            sink(&puzzles, state)?;
            let is_over = why.is_some() || state.tally.made == self.count;
            done.fetch_or(is_over, Ordering::Relaxed);
            if is_over { Err(Over::Made) } else { Ok(()) }
        });
        match end {
            Err(Over::Error(error)) => Err(error),
            Ok(()) | Err(Over::Made) => Ok(why.filter(|why| *why != GenerateError::Stopped)),
        }
    }

    /// How searches from the puzzles of the generator with some indices end, unless all are to end before.
    fn searcher<'a>(
        &'a self,
        ended: &'a (dyn Fn() -> bool + Sync),
        interrupt: &'a Interrupt,
    ) -> impl FnMut(Range<u64>) -> Vec<Result<End, GenerateError>> + use<'a> {
        let starts = Generator::new(self.starts()).expect("it was checked");
        let mut starts = starts.until(interrupt);
        let mut search = Search::new(&self.recipe, &self.target, interrupt);
        let fill = |pattern| PatternFill::new(pattern, self.recipe.seed, interrupt);
        let mut fill = self.pattern.as_ref().map(fill);
        move |indices| {
            if let Some(fill) = &mut fill {
                let end = |index| search.judge(fill.puzzle(index)?).ok_or(GenerateError::Stopped);
                return indices.map(end).collect();
            }
            let puzzles = starts.puzzles(indices.clone()).into_iter().zip(indices);
            let end = |(start, index): (Result<Puzzle, GenerateError>, u64)| {
                if ended() {
                    return Err(GenerateError::Stopped);
                }
                search.from(start?, index).ok_or(GenerateError::Stopped)
            };
            puzzles.map(end).collect()
        }
    }

    /// Takes the puzzles that a search has found and that are not known, as many as are still wanted.
    fn take(
        &self,
        end: End,
        state: &mut State,
        nearest: &mut Option<(u32, Puzzle)>,
        seen: &mut SeenPuzzles,
        puzzles: &mut Vec<Puzzle>,
    ) {
        state.next += 1;
        state.tally.searches += 1;
        state.tally.tried += end.tried;
        if let Some(off) = end.nearest
            && nearest.as_ref().is_none_or(|(distance, _)| off.0 < *distance)
        {
            *nearest = Some(off);
        }
        for puzzle in end.found {
            if state.tally.made == self.count {
                break;
            } else if seen.admit(&puzzle) {
                puzzles.push(puzzle);
                (state.tally.made, state.known) = (state.tally.made + 1, 0);
            } else {
                state.known += 1;
            }
        }
    }

    /// Rounds of turns in a pool. Returns why there are no more.
    fn hunt(
        &self,
        seeds: &[Puzzle],
        state: &mut State,
        seen: &mut SeenPuzzles,
        interrupt: &Interrupt,
        sink: Sink<'_>,
    ) -> Result<Option<GenerateError>, SeriesError> {
        let threads = thread_pool(self.threads)?;
        let mut pool = match state.pool.take() {
            Some(pool) => pool,
            None if seeds.is_empty() => {
                let starts = Generator::new(self.starts())?.until(interrupt).puzzles(0..FIRST);
                Pool::of(starts.into_iter().flatten())
            }
            None => Pool::of(seeds.iter().cloned()),
        };
        for seed in seeds {
            seen.admit(seed);
        }
        while state.tally.made < self.count && !interrupt.is_set() {
            let before = pool.clone();
            let (turns, mut catches) = (pool.round(), Vec::new());
            let worker = || {
                let mut hunter = Hunter::new(&self.recipe, &self.target, interrupt);
                move |turn| hunter.turn(turn)
            };
            ordered(&threads, 4 * self.threads, interrupt, turns.into_iter(), worker, |catch| {
                catches.push(catch);
                Ok::<(), SeriesError>(())
            })?;
            if interrupt.is_set() {
                pool = before;
                break;
            }
            state.tally.searches += catches.len() as u64;
            state.tally.tried += catches.iter().map(|catch| catch.tried).sum::<u64>();
            let mut found = pool.take(catches, &mut |puzzle| seen.admit(puzzle));
            found.truncate((self.count - state.tally.made) as usize);
            state.tally.made += found.len() as u64;
            state.pool = Some(pool);
            sink(&found, state)?;
            pool = state.pool.take().expect("it was put there");
        }
        state.pool = Some(pool);
        Ok(None)
    }
}

/// Why no more is taken.
enum Over {
    Made,
    Error(SeriesError),
}

impl<E: Into<SeriesError>> From<E> for Over {
    fn from(error: E) -> Over {
        Over::Error(error.into())
    }
}
