//! What to generate, and why it may not be possible.

use std::ops::RangeInclusive;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{ClueSymmetry, Fill};
use crate::grid::{Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::{Limit, ReferenceSolver, Verdict};

/// What is required of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// At least one solution.
    Any,
    /// Exactly one solution.
    Unique,
    /// Exactly one solution, and more without any one of the givens; with a symmetry,
    /// minimal as a symmetric pattern: more without any one orbit of givens, while single
    /// givens may be left that can go ([`is_minimal`] says so). On grids beyond 12×12 a
    /// given also stays where the search for another solution takes too long.
    Minimal,
    /// A pencilmark puzzle up to 9×9 with exactly one solution, and more with any one candidate
    /// more; of any number of givens and any pattern.
    MinimalMarks,
}

/// Whether a puzzle with one solution has more without any one of its givens, whatever its
/// pattern; false too when interrupted.
pub fn is_minimal(reference: &mut ReferenceSolver, puzzle: &Puzzle, interrupt: &Interrupt) -> bool {
    let stop = || interrupt.is_set();
    let limit = Limit { stop: &stop, ..Limit::solutions(2) };
    let given = puzzle.layout().cells().iter().filter(|&&cell| puzzle.given(cell).is_some());
    let poorer: Vec<Puzzle> = given
        .map(|&cell| {
            let mut poorer = puzzle.clone();
            poorer.remove(cell);
            poorer
        })
        .collect();
    // On large grids an answer takes long, and one given that can go settles it.
    let together = if puzzle.layout() == Layout::nine() { puzzle.clues().max(1) } else { 1 };
    let mut answers = poorer.chunks(together).flat_map(|some| reference.decide(some, &limit));
    answers.all(|answer| answer.verdict == Verdict::Multiple)
}

/// Which puzzles to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The size.
    pub layout: &'static Layout,
    /// The number of givens: drawn evenly from this range, but for
    /// [`Requirement::Minimal`], which takes what comes and drops what is outside.
    pub clues: RangeInclusive<usize>,
    /// What is required.
    pub requirement: Requirement,
    /// The symmetry of the pattern of givens.
    pub symmetry: ClueSymmetry,
    /// How the full grid is filled that the givens are of.
    pub fill: Fill,
    /// The seed of all puzzles.
    pub seed: u64,
}

impl Recipe {
    /// 9×9 puzzles of any pattern.
    pub fn nine(clues: RangeInclusive<usize>, requirement: Requirement, seed: u64) -> Recipe {
        let (symmetry, fill) = (ClueSymmetry::None, Fill::default());
        Recipe { layout: Layout::nine(), clues, requirement, symmetry, fill, seed }
    }

    /// Whether there can be such puzzles.
    pub(super) fn check(&self) -> Result<(), GenerateError> {
        let Recipe { layout, ref clues, requirement, symmetry, .. } = *self;
        let cells = layout.cells().len();
        if clues.is_empty() || *clues.end() > cells {
            return Err(GenerateError::Range { clues: clues.clone(), cells });
        }
        let (fewest, least) = match requirement {
            Requirement::Any => (0, 0),
            Requirement::Unique => (*clues.start(), fewest_clues(layout)),
            Requirement::Minimal => (*clues.end(), fewest_clues(layout)),
            Requirement::MinimalMarks if layout.order() > 9 => {
                return Err(GenerateError::Marks { order: layout.order() });
            }
            Requirement::MinimalMarks => return Ok(()),
        };
        if fewest < least {
            return Err(GenerateError::TooFew { order: layout.order(), least });
        }
        let counts = symmetry.counts(layout);
        if counts.iter().any(|count| clues.contains(count)) {
            return Ok(());
        }
        let below = counts.iter().rfind(|&count| (least..*clues.start()).contains(count));
        let above = counts.iter().find(|&count| count > clues.end());
        let nearest = below.into_iter().chain(above).copied().collect();
        let (symmetry, order) = (symmetry.name(), layout.order());
        Err(GenerateError::Pattern { clues: clues.clone(), symmetry, order, nearest })
    }

    /// The most givens that a pattern can have within the range.
    pub(super) fn most_clues(&self) -> usize {
        let counts = self.symmetry.counts(self.layout);
        counts.into_iter().rfind(|count| self.clues.contains(count)).unwrap_or(*self.clues.end())
    }

    /// The random numbers of the puzzle of an index.
    pub(super) fn stream(&self, index: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        rng
    }

    /// Whether the walks of [`LowClues`](super::LowClues) reach such puzzles where random removal
    /// hardly ever does.
    pub(super) fn may_walk(&self) -> bool {
        self.layout == Layout::nine()
            && self.symmetry == ClueSymmetry::None
            && self.fill == Fill::Fast
            && self.requirement != Requirement::Any
            && *self.clues.end() < 22
    }

    /// Full grids tried for one puzzle before its number of clues is given up: a minute's work.
    pub(super) fn attempts(&self) -> u32 {
        match self.layout.order() {
            ..=9 => 10_000,
            12 => 1_000,
            16 => 100,
            _ => 5,
        }
    }
}

/// No puzzle with fewer clues has one solution. For 9×9 that is the theorem of
/// G. McGuire, B. Tugemann and G. Civario (*There is no 16-clue Sudoku*, 2012); for
/// other sizes only that two digits without a clue could be exchanged.
fn fewest_clues(layout: &Layout) -> usize {
    match layout.order() {
        9 => 17,
        order => order - 1,
    }
}

/// The numbers of givens that a text names: one, or a range like `24..=30` that is not empty.
///
/// # Errors
/// What is wrong with the text.
pub fn clue_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (low, high) = text.split_once("..=").unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok(low..=high),
        (Ok(_), Ok(_)) => Err(format!("the range `{text}` is empty: its lower end comes first")),
        _ => Err(format!("`{text}` is no number of clues, and no range like 24..=30")),
    }
}

/// A range of numbers: `17`, `17 to 19`.
fn in_words(range: &RangeInclusive<usize>) -> String {
    match range.start() == range.end() {
        true => range.start().to_string(),
        false => format!("{} to {}", range.start(), range.end()),
    }
}

/// Puzzles that could not be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GenerateError {
    /// The range of clues does not go with the size.
    #[error("a grid of {cells} cells takes no {} clues", in_words(clues))]
    Range {
        /// The range asked for.
        clues: RangeInclusive<usize>,
        /// The cells of the grid.
        cells: usize,
    },
    /// No puzzle with so few clues has one solution.
    #[error("no {order}×{order} puzzle with fewer than {least} clues has one solution")]
    TooFew {
        /// The size.
        order: usize,
        /// The fewest clues that are not ruled out.
        least: usize,
    },
    /// Whether a candidate may come back takes too long to prove.
    #[error("no pencilmark puzzles of {order}×{order} are made: those of up to 9×9 are")]
    Marks {
        /// The size.
        order: usize,
    },
    /// No symmetric pattern has so many givens.
    #[error(
        "no pattern of the symmetry {symmetry} at {order}×{order} has {} givens, as they come in \
         sets of cells that it maps onto one another; the nearest possible: {}",
        in_words(clues), nearest.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
    )]
    Pattern {
        /// The range asked for.
        clues: RangeInclusive<usize>,
        /// The name of the symmetry.
        symmetry: &'static str,
        /// The size.
        order: usize,
        /// The nearest numbers of givens that patterns have, below and above.
        nearest: Vec<usize>,
    },
    /// Puzzles with so few, or so many, clues are too rare to be met.
    #[error(
        "no such puzzle with {} clues within {attempts} random grids{}", in_words(clues),
        if *low_clues { "; --low-clues gets further" } else { "" }
    )]
    OutOfReach {
        /// The range asked for.
        clues: RangeInclusive<usize>,
        /// The grids tried.
        attempts: u32,
        /// Whether walks reach such puzzles that random removal does not.
        low_clues: bool,
    },
    /// The budget ended first.
    #[error("the budget is spent")]
    Budget,
    /// The interrupt came first.
    #[error("stopped")]
    Stopped,
    /// There seem to be no more than these.
    #[error("no more than {found} different puzzles were found")]
    NoMore {
        /// The number of different puzzles.
        found: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the command line allows them.
    #[test]
    fn walks_are_advised_where_they_lead() {
        let few = Recipe::nine(17..=17, Requirement::Unique, 1);
        assert!(few.may_walk());
        for other in [
            Recipe { symmetry: ClueSymmetry::Rotate, ..few.clone() },
            Recipe { fill: Fill::RowMajor, ..few.clone() },
            Recipe { layout: Layout::of_order(6).unwrap(), ..few.clone() },
            Recipe { requirement: Requirement::Any, ..few.clone() },
            Recipe { clues: 17..=25, ..few.clone() },
        ] {
            assert!(!other.may_walk(), "{other:?}");
        }
    }
}
