//! Sudoku Explainer's rating of puzzles, within the run's limits.

use super::Config;
use super::measure::thread_cpu_ns;
use super::record::SolutionCount;
use crate::grid::{Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::ser::{Limit, Memory, Ratings, course};

/// Rates with its memory, and when to stop.
pub struct TimedRater<'a> {
    memory: Memory,
    config: &'a Config,
    interrupt: &'a Interrupt,
}

impl<'a> TimedRater<'a> {
    /// Sets it up on the calling thread.
    pub fn new(config: &'a Config, interrupt: &'a Interrupt) -> Self {
        TimedRater { memory: Memory::default(), config, interrupt }
    }

    /// The ratings of a 9×9 puzzle with one solution; none of others.
    pub fn rate(&mut self, puzzle: &Puzzle, count: SolutionCount) -> Option<Ratings> {
        if puzzle.layout() != Layout::nine() || count != SolutionCount::Exactly(1) {
            return None;
        }
        let deadline = self.config.time_limit.map(|limit| {
            thread_cpu_ns().saturating_add(u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX))
        });
        let late = || deadline.is_some_and(|deadline| thread_cpu_ns() >= deadline);
        let stop = || late() || self.interrupt.is_set();
        let limit = Limit { checks: self.config.max_checks.unwrap_or(u64::MAX), stop: &stop };
        Some(course(puzzle, &mut self.memory, limit, |_, _| ()))
    }
}
