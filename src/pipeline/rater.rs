//! Sudoku Explainer's rating of puzzles, within the run's limits.

use super::Config;
use super::measure::cpu_time_is_up;
use super::record::SolutionCount;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::rate::{ExactRater, Rated};

/// Rates, and knows when to stop.
pub struct TimedRater<'a> {
    rater: ExactRater,
    config: &'a Config,
    interrupt: &'a Interrupt,
}

impl<'a> TimedRater<'a> {
    /// Sets it up on the calling thread.
    pub fn new(config: &'a Config, interrupt: &'a Interrupt) -> Self {
        TimedRater { rater: ExactRater::new(config.invariant), config, interrupt }
    }

    /// The ratings of [an ordinary 9×9 puzzle](Puzzle::is_ordinary_nine) with one solution; none of others.
    pub fn rate(&mut self, puzzle: &Puzzle, count: SolutionCount) -> Option<Rated> {
        if !puzzle.is_ordinary_nine() || count != SolutionCount::Exactly(1) {
            return None;
        }
        let is_late = cpu_time_is_up(self.config.time_limit);
        let stop = || is_late() || self.interrupt.is_set();
        let checks = self.config.max_checks.unwrap_or(u64::MAX);
        Some(self.rater.rate_unique(puzzle, checks, &stop))
    }
}
