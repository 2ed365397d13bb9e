//! A slice of puzzles to solve: the [`Feed`] of [`super::Solver::solve_batch`]; or of boards, the
//! [`Client`] of [`super::Solver::solve_boards`].

use super::board::Board;
use super::client::Client;
use super::search::{Feed, Tally};
use super::vector::Simd;

/// What the search found out about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Solutions found, at most as many as asked for.
    pub solutions: u32,
    /// The first solution, if there is one.
    pub solution: [u8; 81],
    /// Boards that were split in two.
    pub guesses: u64,
    /// Branches that ended in a contradiction.
    pub backtracks: u64,
    /// The guess limit or the stop request came first: there may be more solutions.
    pub limited: bool,
}

impl Default for Answer {
    fn default() -> Answer {
        Answer { solutions: 0, solution: [0; 81], guesses: 0, backtracks: 0, limited: false }
    }
}

impl Answer {
    /// Takes what the search came to; a first solution stands there already.
    #[inline(always)]
    fn end(&mut self, tally: &Tally) {
        if tally.solutions == 0 {
            self.solution = [0; 81];
        }
        self.solutions = tally.solutions;
        self.guesses = tally.guesses;
        self.backtracks = tally.backtracks;
        self.limited = tally.limited;
    }
}

/// Puzzles, and the answers to them.
pub struct Batch<'a> {
    pub puzzles: &'a [[u8; 81]],
    pub answers: &'a mut [Answer],
    /// Solutions to find of each.
    pub solutions: u32,
    /// The first puzzle not yet taken.
    pub next: usize,
}

impl<S: Simd> Feed<S> for Batch<'_> {
    #[inline(always)]
    fn next(&mut self, simd: S, board: &mut Board) -> Option<usize> {
        let number = self.next;
        *board = simd.read(self.puzzles.get(number)?);
        self.next += 1;
        Some(number)
    }

    #[inline(always)]
    fn solution(&mut self, simd: S, number: usize, tally: &Tally, solved: &Board) -> bool {
        // The first solution goes straight where it belongs.
        if tally.solutions == 1 {
            self.answers[number].solution = simd.digits(solved);
        }
        tally.solutions < self.solutions
    }

    #[inline(always)]
    fn finish(&mut self, number: usize, tally: &Tally) {
        self.answers[number].end(tally);
    }
}

/// Boards, and the answers to them.
pub struct BoardBatch<'a> {
    pub boards: &'a [Board],
    pub answers: &'a mut [Answer],
    /// Solutions to find of each.
    pub solutions: u32,
    /// The first board not yet taken.
    pub next: usize,
}

impl Client for BoardBatch<'_> {
    fn next(&mut self, board: &mut Board) -> Option<usize> {
        let number = self.next;
        *board = *self.boards.get(number)?;
        self.next += 1;
        Some(number)
    }

    fn solution(&mut self, number: usize, tally: &Tally, solved: &Board) -> bool {
        if tally.solutions == 1 {
            self.answers[number].solution = solved.digits();
        }
        tally.solutions < self.solutions
    }

    fn finish(&mut self, number: usize, tally: &Tally) {
        self.answers[number].end(tally);
    }
}
