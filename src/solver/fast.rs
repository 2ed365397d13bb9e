//! `fast`: 9×9 puzzles in batches on the SIMD [`lanes`](crate::lanes).
//!
//! This file only carries puzzles to the lanes and answers back; the method is
//! described there. It is the reference that decides how many solutions a puzzle has.

use super::{Answer, Effort, Limit, Solver, Usage, Verdict};
use crate::grid::{Grid, Layout, Puzzle};
use crate::lanes::{self, Board};

/// The lanes, with room for a batch.
pub struct Fast {
    lanes: lanes::Solver,
    puzzles: Vec<[u8; 81]>,
    /// In place of the puzzles, where one of them has marks.
    boards: Vec<Board>,
    answers: Vec<lanes::Answer>,
}

impl Fast {
    /// A solver on the best instructions the machine has.
    pub fn new() -> Fast {
        let (puzzles, boards, answers) = (Vec::new(), Vec::new(), Vec::new());
        Fast { lanes: lanes::Solver::default(), puzzles, boards, answers }
    }
}

/// What the vector code runs on here: `portable`, `avx2` or `avx512`.
pub fn vector_code() -> &'static str {
    lanes::Backend::best().name()
}

impl Default for Fast {
    fn default() -> Fast {
        Fast::new()
    }
}

impl Solver for Fast {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        self.solve_batch(std::slice::from_ref(puzzle), limit).remove(0)
    }

    fn solve_batch(&mut self, puzzles: &[Puzzle], limit: &Limit<'_>) -> Vec<Answer> {
        self.answers.clear();
        self.answers.resize(puzzles.len(), lanes::Answer::default());
        let limits = lanes::Limit {
            solutions: u32::try_from(limit.solutions).unwrap_or(u32::MAX),
            guesses: Some(limit.checks),
            stop: Some(limit.stop),
        };
        if puzzles.iter().any(Puzzle::has_marks) {
            self.boards.clear();
            self.boards.extend(puzzles.iter().map(board));
            self.lanes.solve_boards(&self.boards, limits, &mut self.answers);
        } else {
            self.puzzles.clear();
            self.puzzles.extend(puzzles.iter().map(cells));
            self.lanes.solve_batch(&self.puzzles, limits, &mut self.answers);
        }
        self.answers.iter().map(|answer| translate(answer, limit)).collect()
    }
}

fn cells(puzzle: &Puzzle) -> [u8; 81] {
    puzzle.values().try_into().expect("`fast` is given 9×9 puzzles only")
}

/// The board of a 9×9 puzzle, with its marks if it has them.
///
/// # Panics
/// When the puzzle has another size.
pub fn board(puzzle: &Puzzle) -> Board {
    assert_eq!(puzzle.layout(), Layout::nine(), "the lanes are for 9×9");
    match puzzle.marks() {
        None => Board::new(&cells(puzzle)),
        Some(marks) => Board::of_candidates(marks.iter().map(|digits| digits.bits() as u16)),
    }
}

fn translate(answer: &lanes::Answer, limit: &Limit<'_>) -> Answer {
    let solutions = u64::from(answer.solutions);
    let verdict = match answer.limited {
        true => Verdict::Limit,
        false => Verdict::of_search(solutions, solutions < limit.solutions),
    };
    let lanes::Answer { guesses, backtracks, .. } = *answer;
    let effort = Effort { checks: guesses, guesses, backtracks, ..Effort::default() };
    let solution = (solutions > 0).then(|| Grid::from(answer.solution));
    Answer { verdict, solutions, solution, effort, usage: Usage::NONE }
}
