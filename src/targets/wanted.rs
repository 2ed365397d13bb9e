//! Many puzzles for a target, on all threads, no two equivalent.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::pattern::PatternFill;
use super::search::{End, Search};
use super::{Pattern, Target};
use crate::generate::{GenerateError, Generator, Recipe, Requirement, SeenPuzzles, SeriesError};
use crate::grid::{Layout, Puzzle};
use crate::interrupt::{Interrupt, Stop};
use crate::pipeline::{ordered, thread_pool};
use crate::text::push_line;

/// Searches that a thread is given at a time, at 9×9: their starts are made in one go.
const AT_ONCE: u64 = 16;

/// Puzzles in a row that were known already, after which there seem to be no more: at
/// least so many, and so many times those that were found.
const LEAST_KNOWN: u64 = 1_000;
const TIMES_KNOWN: u64 = 4;

/// Puzzles to be made.
pub struct Wanted {
    /// What is required beside the target.
    pub recipe: Recipe,
    /// What is wanted.
    pub target: Target,
    /// The cells that are given, if that is wanted: then recipe and moves do not matter.
    pub pattern: Option<Pattern>,
    /// How many.
    pub count: u64,
    /// On how many threads; the puzzles do not depend on that.
    pub threads: usize,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Puzzles written.
    pub made: u64,
    /// Searches ended.
    pub searches: u64,
    /// Puzzles judged.
    pub tried: u64,
}

/// A puzzle that does not meet the target and comes nearer than the others.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// It.
    pub puzzle: Puzzle,
    distance: u32,
}

/// What was written.
#[derive(Debug, Default)]
pub struct Made {
    /// How many, and what it took.
    pub tally: Tally,
    /// The nearest of the puzzles that do not meet the target.
    pub nearest: Option<Nearest>,
    /// Why there are fewer than were asked for, if no signal came.
    pub short: Option<GenerateError>,
}

/// Why no more is taken.
enum Enough {
    All,
    Error(SeriesError),
}

impl<E: Into<SeriesError>> From<E> for Enough {
    fn from(error: E) -> Enough {
        Enough::Error(error.into())
    }
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

    /// Writes the puzzles, one a line, but none equivalent to those `seen`. `tell` is told now
    /// and then how far it has come. When interrupted, only the first of them.
    ///
    /// # Errors
    /// When there are no such puzzles, when the threads cannot be started, and the output's
    /// first error.
    pub fn write(
        &self,
        seen: &mut SeenPuzzles,
        interrupt: &Interrupt,
        output: &mut dyn Write,
        tell: &dyn Fn(&Tally),
    ) -> Result<Made, SeriesError> {
        self.check()?;
        let pool = thread_pool(self.threads)?;
        // What is begun and not needed ends by an interrupt of its own.
        let (inner, done) = (Interrupt::default(), AtomicBool::new(false));
        let is_quick = self.recipe.layout == Layout::nine() && self.pattern.is_none();
        let at_once = if is_quick { AT_ONCE } else { 1 };
        let indices = (0..).step_by(at_once as usize).map(|start| start..start + at_once);
        let ended = || done.load(Ordering::Relaxed) || interrupt.is_set();
        let indices = indices.take_while(|_| !ended());
        let worker = || {
            let starts = Generator::new(self.starts()).expect("it was checked").until(interrupt);
            let mut starts = starts;
            let mut search = Search::new(&self.recipe, &self.target, interrupt);
            let mut fill = self
                .pattern
                .as_ref()
                .map(|pattern| PatternFill::new(pattern, self.recipe.seed, interrupt));
            move |indices: std::ops::Range<u64>| -> Vec<Result<End, GenerateError>> {
                if let Some(fill) = &mut fill {
                    let end =
                        |index| search.judge(fill.puzzle(index)?).ok_or(GenerateError::Stopped);
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
        };
        let (mut made, mut known, mut is_cut, mut text) = (Made::default(), 0, false, Vec::new());
        let end = ordered(&pool, 4 * self.threads, &inner, indices, worker, |ends| {
            text.clear();
            let mut why = None;
            for end in ends {
                if is_cut || why.is_some() {
                    break;
                }
                match end {
                    Ok(end) => {
                        made.tally.searches += 1;
                        made.tally.tried += end.tried;
                        if end.distance > 0 {
                            made.see(end);
                        } else if seen.admit(&end.puzzle) {
                            push_line(&mut text, end.puzzle.grid());
                            text.push(b'\n');
                            (made.tally.made, known) = (made.tally.made + 1, 0);
                        } else {
                            known += 1;
                        }
                    }
                    Err(GenerateError::Stopped) => is_cut = true,
                    Err(error) => why = Some(Enough::from(error)),
                }
                if made.tally.made == self.count {
                    why = Some(Enough::All);
                } else if known > LEAST_KNOWN + TIMES_KNOWN * made.tally.made {
                    why = Some(GenerateError::NoMore { found: made.tally.made }.into());
                }
            }
            output.write_all(&text)?;
            output.flush()?;
            tell(&made.tally);
            done.fetch_or(why.is_some(), Ordering::Relaxed);
            why.map_or(Ok(()), Err)
        });
        match end {
            Err(Enough::Error(SeriesError::Generate(why))) => made.short = Some(why),
            Err(Enough::Error(error)) => return Err(error),
            Ok(()) | Err(Enough::All) => {
                let is_short = made.tally.made < self.count;
                let is_spent = is_short && interrupt.stop() == Some(Stop::Budget);
                made.short = is_spent.then_some(GenerateError::Budget);
            }
        }
        Ok(made)
    }
}

impl Made {
    fn see(&mut self, end: End) {
        let is_nearer = |nearest: &Nearest| nearest.distance <= end.distance;
        if !self.nearest.as_ref().is_some_and(is_nearer) {
            self.nearest = Some(Nearest { puzzle: end.puzzle, distance: end.distance });
        }
    }
}
