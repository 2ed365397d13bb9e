//! Sudoku in SIMD lanes: one puzzle per 16-bit lane, up to 32 boards side by side.
//!
//! All fast solvers work on one puzzle at a time and look for parallelism inside it.
//! A tool that has thousands of puzzles need not look: put cell R1C1 of 32 puzzles in
//! one 512-bit register, R1C2 in the next, and every instruction does the same step
//! of 32 puzzles. A cell is a set of candidates, nine bits of a 16-bit lane.
//!
//! # The rule
//!
//! A box meets a row in three cells, a *minirow*; a band is three rows, or three boxes,
//! or nine minirows:
//!
//! ```text
//!            box 0         box 1         box 2
//!         ┌───────────┬─────────────┬─────────────┐
//!  row 0  │ · · ·  A  │  · · ·   B  │  · · ·   C  │     A … I: the minirows,
//!  row 1  │ · · ·  D  │  · · ·   E  │  · · ·   F  │     each the union of the
//!  row 2  │ · · ·  G  │  · · ·   H  │  · · ·   I  │     candidates of three cells
//!         └───────────┴─────────────┴─────────────┘
//! ```
//!
//! A digit is **locked** in minirow A if the rest of its row lacks it (neither B nor C
//! has it) or the rest of its box does (neither D nor G): row 0, or box 0, must then
//! take it from A. So it leaves B, C, D and G; and where only one cell of A has it, it
//! is placed there. That one rule is pointing, claiming and the hidden singles of rows
//! and boxes. Turned by a quarter, with stacks, columns and *minicolumns*, it is the
//! same for columns. With naked singles beside it, that is all the propagation there
//! is; nine minirows are nine registers, and the rule is a few ANDs and ORs. The solver has
//! one reason more for a digit to be locked: a minirow has no more than three digits in all,
//! so its three cells take them.
//!
//! # The files
//!
//! - `board`: one puzzle's candidates; `vector`: what a row of lanes can do;
//!   `portable`, `avx2`, `avx512`: three spellings of that;
//! - `rules`: a block of boards and one pass of the rule; `choice`: where to branch;
//! - `search`: boards flowing through the lanes: what [`Solver`] runs; `batch`: a slice
//!   of puzzles as such a flow, `client`: boards of the caller's own, [`Client`];
//! - `boards`: the block itself, for other uses: [`Boards`];
//! - `trial`: trial and error on it, one assumption per lane: [`Trials`]; `closing`: all that one
//!   level of it deletes.
//!
//! The back end is chosen at run time: the best the machine has, or what the environment
//! variable `SUDOKU_LAB_SIMD` allows (`portable`, `avx2` or `avx512`; one the machine
//! lacks means the best below it). All of them make the same guesses in the same order.
//!
//! Nothing here reads files, starts threads, looks at a clock or draws at random. All
//! its unsafe code is in `avx2` and `avx512`.

mod assumption;
mod batch;
mod board;
mod boards;
mod choice;
mod client;
mod closing;
mod portable;
mod rules;
mod search;
mod trial;
mod vector;
mod wide;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

pub use assumption::{Assumption, Outcome, assumptions};
pub use batch::Answer;
pub use board::{ALL, Board};
pub use boards::{Boards, Rules, Verdicts};
pub use choice::{HOUSES, houses_at};
pub use client::Client;
pub use search::{Limit, Tally};
pub use trial::Trials;
pub use vector::Kernel;
pub use wide::run_wide;

use batch::{Batch, BoardBatch};
use client::Served;
use portable::Portable;
use search::Search;
use std::fmt;

/// The instructions a solver runs on. The answers do not depend on it, nor does any
/// count: only the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backend {
    /// Whatever the target always has: 16 boards at once.
    Portable,
    /// x86-64 with AVX2 and BMI: 16 boards at once.
    Avx2,
    /// x86-64 with AVX-512 as in Ice Lake, Zen 4 and later: 32 boards at once.
    Avx512,
}

impl Backend {
    /// The environment variable that limits [`Backend::best`]: the name of a back end.
    pub const VARIABLE: &str = "SUDOKU_LAB_SIMD";

    /// All of them, the slowest first.
    pub const ALL: [Backend; 3] = [Backend::Portable, Backend::Avx2, Backend::Avx512];

    /// The name it has in [`Backend::VARIABLE`].
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Portable => "portable",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
        }
    }

    /// The back ends this machine can run, the slowest first.
    pub fn available() -> impl Iterator<Item = Backend> {
        Backend::ALL.into_iter().filter(|&backend| AnySimd::detect(backend).is_some())
    }

    /// The fastest back end this machine can run, but none above the one named in the
    /// environment variable `SUDOKU_LAB_SIMD`. Another text there is ignored.
    pub fn best() -> Backend {
        Backend::best_up_to(std::env::var(Backend::VARIABLE).ok().as_deref())
    }

    /// What stands in the environment variable and is no name of a back end.
    pub fn unknown() -> Option<String> {
        let word = std::env::var_os(Backend::VARIABLE)?.to_string_lossy().into_owned();
        Backend::ALL.iter().all(|backend| backend.name() != word).then_some(word)
    }

    fn best_up_to(name: Option<&str>) -> Backend {
        let limit = Backend::ALL.into_iter().find(|b| Some(b.name()) == name);
        Backend::available()
            .filter(|&b| limit.is_none_or(|limit| b <= limit))
            .last()
            .unwrap_or(Backend::Portable)
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A back end's proof that the machine has its instructions.
#[derive(Clone, Copy)]
enum AnySimd {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl AnySimd {
    fn detect(backend: Backend) -> Option<AnySimd> {
        match backend {
            Backend::Portable => Some(AnySimd::Portable(Portable)),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => avx2::Avx2::detect().map(AnySimd::Avx2),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => avx512::Avx512::detect().map(AnySimd::Avx512),
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Avx2 | Backend::Avx512 => None,
        }
    }
}

/// Solves batches of puzzles. It owns its scratch memory, so nothing is allocated per
/// puzzle or per batch: make one per thread and keep it.
pub struct Solver(AnySearch);

enum AnySearch {
    Portable(Box<Search<Portable>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Search<avx2::Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Search<avx512::Avx512>>),
}

/// Calls a method of whichever search it is.
macro_rules! with_search {
    ($any:expr, $search:ident => $call:expr) => {
        match $any {
            AnySearch::Portable($search) => $call,
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx2($search) => $call,
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx512($search) => $call,
        }
    };
}

impl Default for Solver {
    /// A solver on [`Backend::best`].
    fn default() -> Solver {
        Solver::with(Backend::best()).expect("the best back end is available")
    }
}

impl Solver {
    /// A solver on a given back end, if this machine can run it.
    pub fn with(backend: Backend) -> Option<Solver> {
        Some(Solver(match AnySimd::detect(backend)? {
            AnySimd::Portable(simd) => AnySearch::Portable(Box::new(Search::new(simd))),
            #[cfg(target_arch = "x86_64")]
            AnySimd::Avx2(simd) => AnySearch::Avx2(Box::new(Search::new(simd))),
            #[cfg(target_arch = "x86_64")]
            AnySimd::Avx512(simd) => AnySearch::Avx512(Box::new(Search::new(simd))),
        }))
    }

    /// Solves each puzzle (81 cells row by row, 0 for empty) within the limit and
    /// writes what it found into the answer of the same index. Any puzzle is safe:
    /// contradictory givens, an empty grid, millions of solutions.
    ///
    /// ```
    /// # use sudoku_lab::lanes::{Answer, Limit, Solver};
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let mut puzzle = [0; 81];
    /// for (value, symbol) in puzzle.iter_mut().zip(line.bytes()) {
    ///     *value = if symbol == b'.' { 0 } else { symbol - b'0' };
    /// }
    /// let mut answers = [Answer::default(); 2];
    /// Solver::default().solve_batch(&[puzzle, [0; 81]], Limit::solutions(2), &mut answers);
    /// assert_eq!(answers[0].solutions, 1);
    /// assert_eq!(answers[0].solution[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
    /// assert_eq!(answers[1].solutions, 2); // the empty grid: two found, as many as asked for
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length, or a value is above 9.
    pub fn solve_batch(&mut self, puzzles: &[[u8; 81]], limit: Limit<'_>, answers: &mut [Answer]) {
        assert_eq!(puzzles.len(), answers.len(), "one answer per puzzle");
        let batch = Batch { puzzles, answers, solutions: limit.solutions, next: 0 };
        with_search!(&mut self.0, search => search.run(batch, limit));
    }

    /// The same of boards, whose cells have any candidates.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn solve_boards(&mut self, boards: &[Board], limit: Limit<'_>, answers: &mut [Answer]) {
        assert_eq!(boards.len(), answers.len(), "one answer per board");
        let mut batch = BoardBatch { boards, answers, solutions: limit.solutions, next: 0 };
        with_search!(&mut self.0, search => search.run(Served(&mut batch), limit));
    }

    /// Searches the boards of a client as they come. A board is left when the client
    /// has enough of it or it would take more than so many guesses.
    pub fn serve(&mut self, client: &mut dyn Client, guesses: Option<u64>) {
        let limit = Limit { guesses, ..Limit::solutions(u32::MAX) };
        with_search!(&mut self.0, search => search.run(Served(client), limit));
    }
}

#[cfg(test)]
mod tests {
    use super::Backend;

    #[test]
    fn the_variable_names_the_best_back_end_allowed() {
        assert_eq!(Backend::best_up_to(Some("portable")), Backend::Portable);
        let best = Backend::available().last();
        assert_eq!(Some(Backend::best_up_to(None)), best);
        assert_eq!(Some(Backend::best_up_to(Some("mmx"))), best);
        for backend in Backend::available() {
            assert_eq!(Backend::best_up_to(Some(backend.name())), backend);
        }
    }
}
