//! The records a run makes: one struct per row of its tables.
//!
//! Fields are documented where the columns are: [`table::schema`](crate::table::schema).

use std::sync::Arc;

use super::any_solver::AnySolver;
use super::measure::Timing;
use super::start::StartStatistics;
use super::steps::StepRecord;
use crate::grid::{Grid, Puzzle};
use crate::keys::Keys;
use crate::rate::Rated;
use crate::solver::{Effort, Usage, Verdict};
use crate::store::Hash;
use crate::text::Guess;

/// What became of one solver on one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The solver came back with this verdict.
    Verdict(Verdict),
    /// The solver does not take puzzles of this size or kind.
    Unsupported,
    /// The solver panicked; an external one failed.
    Panicked,
    /// An external solver gave a grid that is no solution.
    Wrong,
}

impl Status {
    /// Every status, in the order of their codes.
    pub const ALL: [Status; 9] = [
        Status::Verdict(Verdict::Unique),
        Status::Verdict(Verdict::First),
        Status::Verdict(Verdict::Multiple),
        Status::Verdict(Verdict::None),
        Status::Verdict(Verdict::Stalled),
        Status::Verdict(Verdict::Limit),
        Status::Unsupported,
        Status::Panicked,
        Status::Wrong,
    ];

    /// The status as in the `status` column.
    pub fn name(self) -> &'static str {
        match self {
            Status::Verdict(verdict) => verdict.name(),
            Status::Unsupported => "unsupported",
            Status::Panicked => "panic",
            Status::Wrong => "wrong",
        }
    }

    /// Whether solvers of the table never have it.
    pub fn is_of_externals(self) -> bool {
        self == Status::Wrong
    }

    /// The place in [`Status::ALL`].
    pub fn code(self) -> u8 {
        Status::ALL.iter().position(|&status| status == self).expect("ALL lists all") as u8
    }

    /// Whether a limit cut the search short.
    pub fn is_limit(self) -> bool {
        self == Status::Verdict(Verdict::Limit)
    }

    /// Whether a solution was found and nothing cut the search short.
    pub fn solved(self) -> bool {
        matches!(self, Status::Verdict(Verdict::Unique | Verdict::First | Verdict::Multiple))
    }
}

/// How many solutions a puzzle has, as far as the reference solver looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionCount {
    /// None, or exactly one.
    Exactly(u8),
    /// Two or more.
    Several,
    /// It did not say: the reference solver met its limit.
    Unknown,
}

impl SolutionCount {
    /// The number of solutions that a verdict claims; unknown, if it claims none.
    pub fn of(verdict: Verdict) -> SolutionCount {
        match verdict {
            Verdict::None => SolutionCount::Exactly(0),
            Verdict::Unique => SolutionCount::Exactly(1),
            Verdict::Multiple => SolutionCount::Several,
            Verdict::First | Verdict::Stalled | Verdict::Limit => SolutionCount::Unknown,
        }
    }

    /// The count as in the `n_solutions` column.
    pub fn code(self) -> u8 {
        match self {
            SolutionCount::Exactly(count) => count,
            SolutionCount::Several => 2,
            SolutionCount::Unknown => 255,
        }
    }
}

/// A row of `puzzles`.
#[derive(Clone)]
pub struct PuzzleRecord {
    /// The line it stood on.
    pub line: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its number of solutions.
    pub count: SolutionCount,
    /// The solution, if it is the only one.
    pub solution: Option<Grid>,
    /// What it offers at the start.
    pub start: StartStatistics,
    /// Sudoku Explainer's ratings, if they were asked for and it has them.
    pub ratings: Option<Rated>,
    /// Its keys, if they were asked for.
    pub keys: Option<Keys>,
    /// A solver's steps, if they were asked for.
    pub steps: Vec<StepRecord>,
}

/// A row of `solves`, and of `strategies` for solvers that count them.
#[derive(Clone)]
pub struct SolveRecord {
    /// The solver.
    pub solver: AnySolver,
    /// What became of it.
    pub status: Status,
    /// How long it took.
    pub timing: Timing,
    /// How many puzzles shared the timed span.
    pub batch: u32,
    /// What it cost.
    pub effort: Effort,
    /// How often each strategy was applied.
    pub usage: Usage,
    /// Whether it gave a solution that independent code accepts.
    pub solution_ok: bool,
}

/// A row of `rejects`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectRecord {
    /// The line it stood on.
    pub line: u64,
    /// Why, in a word.
    pub reason: &'static str,
    /// Why, in a sentence.
    pub detail: String,
    /// The start of the line, escaped.
    pub text: String,
}

/// The reason of a reject that is no line: the rest of the input could not be read.
pub const UNREADABLE: &str = "unreadable";

/// The rows of one block of lines, before they are encoded.
#[derive(Clone)]
pub struct BlockRecord {
    /// The name of its input.
    pub set: Arc<str>,
    /// Its puzzles in order.
    pub puzzles: Vec<PuzzleRecord>,
    /// What the solvers did: for each puzzle in order, one of each solver in the run's order.
    pub solves: Vec<SolveRecord>,
    /// Its bad lines in order.
    pub rejects: Vec<RejectRecord>,
}

impl BlockRecord {
    /// The puzzles in order, each with what the solvers did.
    pub fn attempts(&self) -> impl Iterator<Item = (&PuzzleRecord, &[SolveRecord])> {
        let solvers = self.solves.len() / self.puzzles.len().max(1);
        let solves = move |place: usize| &self.solves[place * solvers..(place + 1) * solvers];
        self.puzzles.iter().enumerate().map(move |(place, puzzle)| (puzzle, solves(place)))
    }
}

/// What a unit's record has to know of one of its blocks.
#[derive(Clone)]
pub struct BlockFacts {
    /// Its place among all blocks of the run, from 0.
    pub number: u64,
    /// The unit the block belongs to.
    pub unit: u64,
    /// The name of its input.
    pub set: Arc<str>,
    /// SHA-256 of its input, lines and place.
    pub digest: Hash,
    /// Whether its unit was done before, so that nothing but its digest is wanted.
    pub done: bool,
    /// Its first line, from 1.
    pub first_line: u64,
    /// Lines read, of whatever kind.
    pub lines: u64,
    /// Puzzles recorded.
    pub puzzles: u64,
    /// Rejects: lines, or the rest of an input.
    pub rejects: u64,
    /// Rejects that are the rest of an input.
    pub unreadable: u64,
    /// What solvers contradict each other, or the rules, on.
    pub disagreements: Vec<String>,
    /// What its lines may be, if none is known to hold a puzzle.
    pub guess: Option<Guess>,
}
