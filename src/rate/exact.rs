//! The exact rating of Sudoku Explainer, for puzzles that have one.

use crate::grid::{Puzzle, canonical};
use crate::ser::{self, Memory, Ratings};
use crate::solver::{Limit, ReferenceSolver, Verdict};

/// Ratings of a puzzle; lower bounds unless they are [whole](Ratings::whole).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// As it is written down.
    pub ratings: Ratings,
    /// Of its canonical form, which does not depend on that; if they were asked for.
    pub invariant: Option<Ratings>,
}

impl Rated {
    /// Whether nothing was cut short.
    pub fn is_whole(&self) -> bool {
        self.ratings.whole && self.invariant.is_none_or(|ratings| ratings.whole)
    }
}

/// What became of a puzzle that was to be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// Its ratings.
    Rated(Rated),
    /// It has not exactly one solution, or that was not found out.
    Unrated(Verdict),
    /// It is not 9×9, or a pencilmark puzzle.
    OtherKind,
}

/// Rates puzzles exactly; keep one per thread.
#[derive(Default)]
pub struct ExactRater {
    invariant: bool,
    memory: Memory,
    reference: ReferenceSolver,
}

impl ExactRater {
    /// A rater; of the canonical form, too, if that is asked for.
    pub fn new(invariant: bool) -> ExactRater {
        ExactRater { invariant, ..ExactRater::default() }
    }

    /// Rates a puzzle with so many checks for each of its ratings, or until `stop`, asked now
    /// and then, says that it should end; then it must go on saying so.
    ///
    /// ```
    /// use sudoku_lab::rate::{Exact, ExactRater};
    /// use sudoku_lab::text;
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = text::parse_cells(line.as_bytes()).unwrap();
    /// let Exact::Rated(rated) = ExactRater::default().rate(&puzzle, u64::MAX, &|| false) else {
    ///     panic!("it has one solution");
    /// };
    /// let ratings = rated.ratings;
    /// assert_eq!((ratings.ser, ratings.pearl, ratings.diamond), (12, 12, 12));
    /// ```
    pub fn rate(&mut self, puzzle: &Puzzle, checks: u64, stop: &dyn Fn() -> bool) -> Exact {
        if !puzzle.is_ordinary_nine() {
            return Exact::OtherKind;
        }
        let limit = Limit { stop, ..Limit::solutions(2) };
        let verdict = self.reference.decide(std::slice::from_ref(puzzle), &limit)[0].verdict;
        if verdict != Verdict::Unique {
            return Exact::Unrated(verdict);
        }
        Exact::Rated(self.rate_unique(puzzle, checks, stop))
    }

    /// The same of [an ordinary 9×9 puzzle](Puzzle::is_ordinary_nine) that is known to have exactly one
    /// solution.
    pub fn rate_unique(&mut self, puzzle: &Puzzle, checks: u64, stop: &dyn Fn() -> bool) -> Rated {
        let limit = ser::Limit { checks, stop };
        let mut rate = |puzzle: &Puzzle| ser::course(puzzle, &mut self.memory, limit, |_, _| ());
        let ratings = rate(puzzle);
        let form = self.invariant.then(|| canonical(puzzle).expect("9×9 puzzles have few ties"));
        Rated { ratings, invariant: form.map(|form| rate(&form)) }
    }
}
