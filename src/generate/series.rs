//! Many puzzles, on many threads, none twice.

use std::io::{self, Write};
use std::ops::Range;

use thiserror::Error;

use super::{
    ClueSymmetry, Equivalence, GenerateError, Generator, LowClues, Recipe, Requirement,
    SeenPuzzles, is_minimal,
};
use crate::grid::Puzzle;
use crate::interrupt::{Interrupt, Stop};
use crate::pipeline::{RunError, ordered, thread_pool};
use crate::solver::ReferenceSolver;
use crate::text::push_puzzle_line;

/// Puzzles that a thread makes at a time, at most: enough to keep the lanes full.
const MOST_AT_ONCE: u64 = 512;

/// Puzzles in a row that were known already, after which there seem to be no more: at
/// least so many, and so many times those that were found.
const LEAST_KNOWN: u64 = 1_000;
const TIMES_KNOWN: u64 = 4;

/// Puzzles to be made.
#[derive(Clone)]
pub struct Series {
    /// Which.
    pub recipe: Recipe,
    /// Whether they are [`LowClues`]: then no two are equivalent. Else no two are equal.
    pub low_clues: bool,
    /// How many.
    pub count: u64,
    /// On how many threads; the puzzles do not depend on that.
    pub threads: usize,
}

/// What was written of a series.
#[derive(Debug, Default)]
pub struct Written {
    /// Puzzles.
    pub puzzles: u64,
    /// Those of them that are minimal given by given; none if they were made so, or need not be.
    pub minimal: Option<u64>,
    /// Why there are fewer than were asked for, if no more were found.
    pub short: Option<GenerateError>,
}

/// Why a series is not written.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// There are no such puzzles.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] RunError),
    /// The output takes no more.
    #[error("the puzzles cannot be written")]
    Output(#[from] io::Error),
}

/// Makes the puzzles of a range of indices.
type Maker = Box<dyn FnMut(Range<u64>) -> Vec<Result<Puzzle, GenerateError>>>;

impl Series {
    fn maker(&self, interrupt: &Interrupt) -> Result<Maker, GenerateError> {
        let recipe = self.recipe.clone();
        if self.low_clues {
            let mut walks = LowClues::new(recipe.clues, recipe.seed)?.until(interrupt);
            return Ok(Box::new(move |indices| walks.puzzles(indices)));
        }
        let mut generator = Generator::new(recipe)?.until(interrupt);
        Ok(Box::new(move |indices| generator.puzzles(indices)))
    }

    /// Whether there can be such puzzles.
    ///
    /// # Errors
    /// When there are none.
    pub fn check(&self) -> Result<(), GenerateError> {
        self.maker(&Interrupt::default()).map(drop)
    }

    /// Writes the puzzles, one a line. When interrupted, only the first of them.
    ///
    /// # Errors
    /// When there is none, when the threads cannot be started, and the output's first error.
    pub fn write(
        &self,
        interrupt: &Interrupt,
        output: &mut dyn Write,
    ) -> Result<Written, SeriesError> {
        let Recipe { requirement, symmetry, .. } = self.recipe;
        let judged = requirement == Requirement::Minimal && symmetry != ClueSymmetry::None;
        let mut written = Written { minimal: judged.then_some(0), ..Written::default() };
        let (mut reference, mut text) = (ReferenceSolver::default(), Vec::new());
        let end = self.make(interrupt, |puzzles| {
            text.clear();
            for puzzle in puzzles {
                push_puzzle_line(&mut text, puzzle);
                text.push(b'\n');
                if let Some(minimal) = &mut written.minimal {
                    *minimal += u64::from(is_minimal(&mut reference, puzzle, interrupt));
                }
            }
            written.puzzles += puzzles.len() as u64;
            // A search may take minutes from one puzzle to the next.
            output.write_all(&text)?;
            Ok(output.flush()?)
        });
        let is_spent = written.puzzles < self.count && interrupt.stop() == Some(Stop::Budget);
        match end {
            Ok(()) if is_spent => written.short = Some(GenerateError::Budget),
            Err(SeriesError::Generate(why)) => written.short = Some(why),
            end => end?,
        }
        match written.short {
            Some(why) if written.puzzles == 0 => Err(why.into()),
            _ => Ok(written),
        }
    }

    /// Makes the puzzles and hands them to `sink`, some at a time, in an order that depends
    /// on the seed alone. When interrupted, only the first of them.
    ///
    /// # Errors
    /// When there are no more such puzzles, and the sink's first error.
    pub fn make<E: From<GenerateError> + From<RunError>>(
        &self,
        interrupt: &Interrupt,
        mut sink: impl FnMut(&[Puzzle]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.check()?;
        let pool = thread_pool(self.threads)?;
        let equivalence =
            if self.low_clues { Equivalence::Equivalent } else { Equivalence::Identical };
        let mut distinct = SeenPuzzles::new(equivalence);
        let (mut next, mut known, mut is_cut) = (0, 0, false);
        // As many more as turn out to be known already.
        while distinct.count() < self.count && !interrupt.is_set() {
            let end = next + (self.count - distinct.count());
            let at_once = ((end - next) / (4 * self.threads as u64)).clamp(1, MOST_AT_ONCE);
            let at_once = if self.low_clues { 1 } else { at_once };
            let ranges = (next..end).step_by(at_once as usize);
            let ranges = ranges.map(|start| start..end.min(start + at_once));
            let ranges = ranges.take_while(|_| !interrupt.is_set());
            let maker = || self.maker(interrupt).expect("it was checked");
            ordered(&pool, 4 * self.threads, interrupt, ranges, maker, |made| {
                let mut puzzles = Vec::with_capacity(made.len());
                let mut ending = None;
                for puzzle in made {
                    match puzzle {
                        _ if is_cut => break,
                        Ok(puzzle) if distinct.admit(&puzzle) => {
                            known = 0;
                            puzzles.push(puzzle);
                        }
                        Ok(_) => known += 1,
                        Err(GenerateError::Stopped) => is_cut = true,
                        Err(error) => ending = Some(error),
                    }
                    if known > LEAST_KNOWN + TIMES_KNOWN * distinct.count() {
                        ending = Some(GenerateError::NoMore { found: distinct.count() });
                    }
                    if ending.is_some() {
                        break;
                    }
                }
                // What was made before an error stays made.
                sink(&puzzles)?;
                ending.map_or(Ok::<(), E>(()), |error| Err(error.into()))
            })?;
            next = end;
        }
        Ok(())
    }
}
