//! The exact rating of Sudoku Explainer, for puzzles that have one.

use crate::grid::{Layout, Puzzle};
use crate::ser::{self, Memory, Ratings};
use crate::solver::{Limit, ReferenceSolver, Verdict};

/// What became of a puzzle that was to be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// Its ratings; lower bounds unless they are [whole](Ratings::whole).
    Rated(Ratings),
    /// It has not exactly one solution, or that was not found out.
    Unrated(Verdict),
    /// It is not 9×9.
    OtherSize,
}

/// Rates puzzles exactly; keep one per thread.
#[derive(Default)]
pub struct ExactRater {
    memory: Memory,
    reference: ReferenceSolver,
}

impl ExactRater {
    /// Rates a puzzle until `stop`, asked now and then, says that it should end; then it must
    /// go on saying so.
    ///
    /// ```
    /// use sudoku_lab::rate::{Exact, ExactRater};
    /// use sudoku_lab::text;
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = text::parse_cells(line.as_bytes()).unwrap();
    /// let Exact::Rated(ratings) = ExactRater::default().rate(&puzzle, u64::MAX, &|| false) else {
    ///     panic!("it has one solution");
    /// };
    /// assert_eq!((ratings.ser, ratings.pearl, ratings.diamond), (12, 12, 12));
    /// ```
    pub fn rate(&mut self, puzzle: &Puzzle, checks: u64, stop: &dyn Fn() -> bool) -> Exact {
        if puzzle.layout() != Layout::nine() {
            return Exact::OtherSize;
        }
        let limit = Limit { stop, ..Limit::solutions(2) };
        let verdict = self.reference.decide(std::slice::from_ref(puzzle), &limit)[0].verdict;
        if verdict != Verdict::Unique {
            return Exact::Unrated(verdict);
        }
        let limit = ser::Limit { checks, stop };
        Exact::Rated(ser::course(puzzle, &mut self.memory, limit, |_, _| ()))
    }
}
