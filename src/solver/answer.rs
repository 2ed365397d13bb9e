//! What a solver says about a puzzle, and what it cost.

use std::ops::AddAssign;

use super::Usage;
use crate::grid::Grid;

/// What was proved. The names are those of the `status` column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// There is exactly one solution: it was found, and the search was exhausted
    /// or every step was forced.
    Unique,
    /// A solution was found and the search stopped there, as asked.
    First,
    /// At least two solutions were found.
    Multiple,
    /// There is no solution.
    None,
    /// A solver that does not guess ran out of deductions.
    Stalled,
    /// The effort or time limit ended the search.
    Limit,
}

impl Verdict {
    /// The verdict as in the `status` column.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::First => "first",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::Stalled => "stalled",
            Verdict::Limit => "limit",
        }
    }

    /// The verdict of a search that was not cut short: `exhausted` when nothing
    /// was left to search.
    pub fn of_search(found: u64, exhausted: bool) -> Verdict {
        match (found, exhausted) {
            (0, _) => Verdict::None,
            (1, true) => Verdict::Unique,
            (1, false) => Verdict::First,
            _ => Verdict::Multiple,
        }
    }
}

/// Counts of work done, the same on every machine. A solver leaves at zero what
/// it does not do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// The solver's own unit of work, named in its table row; effort limits
    /// count these.
    pub checks: u64,
    /// Assumptions tried without proof.
    pub guesses: u64,
    /// Assumptions taken back.
    pub backtracks: u64,
    /// Digits placed by deduction.
    pub placements: u64,
    /// Candidates removed by deduction, beyond the peers of placements.
    pub eliminations: u64,
    /// SAT: conflicts.
    pub conflicts: u64,
    /// SAT: decisions.
    pub decisions: u64,
    /// SAT: propagated literals.
    pub propagations: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.checks += other.checks;
        self.guesses += other.guesses;
        self.backtracks += other.backtracks;
        self.placements += other.placements;
        self.eliminations += other.eliminations;
        self.conflicts += other.conflicts;
        self.decisions += other.decisions;
        self.propagations += other.propagations;
    }
}

/// A solver's answer to one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What was proved.
    pub verdict: Verdict,
    /// How many solutions were found, up to the limit asked for.
    pub solutions: u64,
    /// The first solution found; for a stalled solver, nothing.
    pub solution: Option<Grid>,
    /// What it cost.
    pub effort: Effort,
    /// How often each strategy was applied.
    pub usage: Usage,
}

impl Answer {
    /// The answer to a puzzle that was not begun.
    pub fn of_limit() -> Answer {
        Answer {
            verdict: Verdict::Limit,
            solutions: 0,
            solution: None,
            effort: Effort::default(),
            usage: Usage::NONE,
        }
    }
}
