//! The rating of HoDoKu, on its own path.

use super::{Depths, Rater, Rating};
use crate::grid::Puzzle;
use crate::hodoku::{self, Grade, Memory};
use crate::solver::{Limit, ReferenceSolver, Verdict};
use crate::strategy::HODOKU;

/// What became of a puzzle that was to be rated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Graded {
    /// What HoDoKu says, and the T&E depth.
    Exact(Grade, Option<u8>),
    /// Of another size, or a pencilmark puzzle, by our strategies in its order; or not rated.
    Near(Rating),
}

/// Rates 9×9 puzzles as HoDoKu does; keep one per thread.
pub struct HodokuRater {
    memory: Memory,
    reference: ReferenceSolver,
    depths: Depths,
    near: Rater,
}

impl Default for HodokuRater {
    fn default() -> HodokuRater {
        HodokuRater {
            memory: Memory::default(),
            reference: ReferenceSolver::default(),
            depths: Depths::default(),
            near: Rater::new(&HODOKU),
        }
    }
}

impl HodokuRater {
    /// Rates a puzzle with at most so many checks, searches asked. If there would be more, or `stop`,
    /// asked now and then, said that it should end, the grade is not whole, or the rating's verdict is
    /// [`Verdict::Limit`]. Once `stop` has said true it must go on saying so.
    ///
    /// ```
    /// use sudoku_lab::{rate::{Graded, HodokuRater}, strategy::Level, text};
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = text::parse_cells(line.as_bytes()).unwrap();
    /// let graded = HodokuRater::default().rate(&puzzle, u64::MAX, &|| false);
    /// let Graded::Exact(grade, _) = graded else { panic!("it has one solution") };
    /// assert_eq!((grade.level, grade.score), (Level::Easy, 204));
    /// ```
    pub fn rate(&mut self, puzzle: &Puzzle, checks: u64, stop: &dyn Fn() -> bool) -> Graded {
        if !puzzle.is_ordinary_nine() {
            return Graded::Near(self.near.rate(puzzle, checks, stop));
        }
        let limit = Limit { stop, ..Limit::solutions(2) };
        let answer = self.reference.decide(std::slice::from_ref(puzzle), &limit).swap_remove(0);
        let Some(solution) = answer.solution.filter(|_| answer.verdict == Verdict::Unique) else {
            return Graded::Near(Rating::unrated(answer.verdict));
        };
        let depth = self.depths.of(puzzle, stop);
        let limit = hodoku::Limit { checks, stop };
        let grade = hodoku::course(puzzle, solution.values(), &mut self.memory, limit, |_, _| ());
        Graded::Exact(grade, depth)
    }
}
