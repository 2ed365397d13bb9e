//! Searches beyond solving a slice of puzzles: what [`super::Solver::serve`] runs.
//!
//! A uniqueness test in generation is a board with one candidate taken out, and
//! the next test of a puzzle depends on the last; an enumeration wants every
//! solution and keeps none of them. Such a caller is a [`Client`]: it is asked for
//! boards one by one, as lanes fall free, and told what comes of each.

use super::board::Board;
use super::search::{Feed, Tally};
use super::vector::Simd;

/// Whoever brings boards of its own.
pub trait Client {
    /// Writes the next board and returns the number by which it will be spoken of;
    /// none if there is no more for this lane, which then rests for good. At first
    /// each lane asks once; then one asks right after each [`finish`](Client::finish).
    fn next(&mut self, board: &mut Board) -> Option<usize>;

    /// Takes a solution, the `tally.solutions`-th of its board. Whether to search on.
    fn solution(&mut self, number: usize, tally: &Tally, solved: &Board) -> bool;

    /// Takes leave of a board.
    fn finish(&mut self, number: usize, tally: &Tally);
}

/// A client as the search sees it. Its calls are not compiled into the search, which
/// costs a few nanoseconds a board and spares a search per client and back end.
pub struct Served<'a>(pub &'a mut dyn Client);

impl<S: Simd> Feed<S> for Served<'_> {
    #[inline(always)]
    fn next(&mut self, _simd: S, board: &mut Board) -> Option<usize> {
        self.0.next(board)
    }

    #[inline(always)]
    fn solution(&mut self, _simd: S, number: usize, tally: &Tally, solved: &Board) -> bool {
        self.0.solution(number, tally, solved)
    }

    #[inline(always)]
    fn finish(&mut self, number: usize, tally: &Tally) {
        self.0.finish(number, tally);
    }
}
