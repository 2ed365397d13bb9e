//! One puzzle's search, divided over threads, with the answer of the undivided search.
//!
//! The parts of the [`Division`] are searched on all threads and put together in the order
//! of the search, as far as the search goes: to the last solution wanted, or the limit. Each
//! part has the limits of the whole. Where those that are left when its turn comes are
//! narrower and would have ended it, it is searched again with these.

use std::cell::Cell as StateCell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::measure::thread_cpu_ns;
use super::{RunError, ordered, thread_pool};
use crate::grid::{Cell, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::divide::{Division, Part};
use crate::solver::{Answer, Limit, Solver, SolverRow, Usage, Verdict};

/// How one puzzle is searched on several threads.
pub struct Divided<'a> {
    /// The solver, one that [can be divided](SolverRow::given_checks).
    pub row: &'static SolverRow,
    /// On how many threads.
    pub threads: usize,
    /// At least so many parts, if there are so many digits: many more than threads, since
    /// parts take unequal times.
    pub parts: usize,
    /// Up to so many solutions.
    pub solutions: u64,
    /// Up to so many checks.
    pub checks: u64,
    /// The CPU time of all threads together, in ns, if that is limited.
    pub cpu_ns: Option<u64>,
    /// What ends it early.
    pub interrupt: &'a Interrupt,
}

/// What is counted up to some place in the order of the search.
struct Sum {
    answer: Answer,
    /// Guesses that are not taken back there.
    open: u64,
}

impl Divided<'_> {
    /// The answer of the undivided search, whatever the threads do; `watch` is told now and
    /// then how many checks the first parts made. None if the search cannot be divided.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn solve(
        &self,
        puzzle: &Puzzle,
        watch: &dyn Fn(u64, Option<Cell>),
    ) -> Result<Option<Answer>, RunError> {
        let Some(given_checks) = self.row.given_checks else { return Ok(None) };
        let Some(division) = Division::new(puzzle, given_checks, self.parts) else {
            return Ok(None);
        };
        let pool = thread_pool(self.threads)?;
        let (spent, ended) = (AtomicU64::new(0), Interrupt::default());
        // `since`: the thread's CPU time when it was last added to that of all. To ask for it
        // takes as long as hundreds of checks.
        let is_late = |since: &StateCell<u64>| {
            self.cpu_ns.is_some_and(|limit| {
                let now = thread_cpu_ns();
                let used = now - since.replace(now);
                spent.fetch_add(used, Ordering::Relaxed) + used >= limit
            })
        };
        let search = |solver: &mut dyn Solver, part: &Part, solutions, checks: u64| {
            let since = StateCell::new(thread_cpu_ns());
            let stop = || self.interrupt.is_set() || ended.is_set() || is_late(&since);
            let checks = checks.saturating_add(part.counted);
            let limit = Limit { checks, stop: &stop, ..Limit::solutions(solutions) };
            let mut answer = solver.solve(&part.puzzle, &limit);
            answer.effort.checks = answer.effort.checks.saturating_sub(part.counted);
            answer
        };
        let worker = || {
            let mut solver = (self.row.build)();
            move |part: &Part| search(&mut *solver, part, self.solutions, self.checks)
        };
        let mut sum = Sum { answer: Answer::of_limit(), open: division.depth };
        let (mut parts, mut again) = (division.parts.iter(), (self.row.build)());
        let sink = |answer: Answer| {
            let part = parts.next().expect("one answer for each part");
            if !sum.add(part.before.checks, part.before.guesses, self.checks) {
                return Err(Verdict::Limit);
            }
            let checks = self.checks - sum.answer.effort.checks;
            let solutions = self.solutions - sum.answer.solutions;
            let is_exact = answer.effort.checks <= checks
                && (answer.solutions < solutions || solutions == self.solutions);
            let answer = match is_exact {
                true => answer,
                false => search(&mut *again, part, solutions, checks),
            };
            let end = sum.add_part(answer, self.solutions);
            watch(sum.answer.effort.checks, None);
            end.map_or(Ok(()), Err)
        };
        let (source, in_flight) = (division.parts.iter(), division.parts.len().max(1));
        let end = ordered(&pool, in_flight, &ended, source, worker, sink);
        // An interrupt ends the workers, not the parts that they are given.
        let end = end.and_then(|()| {
            let rest = division.rest;
            sum.open = 0;
            let within = sum.add(rest.checks, rest.guesses, self.checks);
            Err(if within {
                Verdict::of_search(sum.answer.solutions, true)
            } else {
                Verdict::Limit
            })
        });
        let mut answer = sum.answer;
        answer.verdict = end.unwrap_or_else(|verdict| verdict);
        answer.effort.backtracks = answer.effort.guesses - sum.open.min(answer.effort.guesses);
        Ok(Some(answer))
    }
}

impl Sum {
    /// Adds what was done outside of the parts. `false` where the limit falls in it.
    fn add(&mut self, checks: u64, guesses: u64, limit: u64) -> bool {
        let effort = &mut self.answer.effort;
        effort.guesses += guesses;
        let all = effort.checks + checks;
        effort.checks = all.min(limit);
        all <= limit
    }

    /// Adds a part. The verdict if the search ends in it.
    fn add_part(&mut self, part: Answer, wanted: u64) -> Option<Verdict> {
        let Sum { answer: sum, open } = self;
        sum.solutions += part.solutions;
        sum.solution = sum.solution.take().or(part.solution);
        sum.effort += part.effort;
        let end = match part.verdict {
            Verdict::Limit => Some(Verdict::Limit),
            _ if sum.solutions == wanted => Some(Verdict::of_search(wanted, false)),
            _ => None,
        };
        if end.is_some() {
            *open += part.effort.guesses - part.effort.backtracks;
        }
        sum.usage = Usage::NONE;
        end
    }
}
