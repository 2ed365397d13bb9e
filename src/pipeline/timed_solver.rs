//! One solver, measured on puzzles of one size.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Config;
use super::measure::{SystemClock, Timing, nanoseconds, thread_cpu_ns, timed};
use super::record::Status;
use crate::external::ExternalError;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::solver::{Answer, Limit, Solver, SolverRow, Verdict};

/// A batch may take this fraction of the time limit of a single puzzle.
const BATCH_SHARE: u32 = 8;

/// A solver's answer to one puzzle, and how long it took.
#[derive(Clone)]
pub struct TimedAnswer {
    /// What became of the solver.
    pub status: Status,
    /// What went wrong, if that is to be told: what the solver did, in words.
    pub trouble: Option<String>,
    /// Its answer, unless it gave none.
    pub answer: Option<Answer>,
    /// How long it took, as a mean over the puzzles of the span.
    pub timing: Timing,
    /// How many puzzles shared the timed span.
    pub batch: u32,
}

/// A solver that is measured: one of this program, or another program.
pub trait Measured {
    /// Its answers to puzzles of one size, one each in order, and how long they took.
    fn measure(&mut self, puzzles: &[Puzzle]) -> Vec<TimedAnswer>;

    /// Why it cannot be measured any more, if it cannot: what its last answers say is not so.
    fn lost(&mut self) -> Option<ExternalError> {
        None
    }
}

/// A solver with its scratch memory, the clock, and when to stop it.
pub struct TimedSolver<'a> {
    row: &'static SolverRow,
    solver: Box<dyn Solver>,
    clock: SystemClock,
    config: &'a Config,
    interrupt: &'a Interrupt,
    /// The thread's CPU time at which a solve that runs now has to end.
    deadline: Cell<u64>,
    /// Whether the last solve was told to end for that.
    late: Cell<bool>,
}

impl<'a> TimedSolver<'a> {
    /// Sets up a solver on the calling thread.
    pub fn new(row: &'static SolverRow, config: &'a Config, interrupt: &'a Interrupt) -> Self {
        let clock = SystemClock::start();
        let (deadline, late) = (Cell::new(u64::MAX), Cell::new(false));
        TimedSolver { row, solver: (row.build)(), clock, config, interrupt, deadline, late }
    }
}

impl Measured for TimedSolver<'_> {
    /// Measures the solver on puzzles of one kind: all together if it batches,
    /// else one by one.
    fn measure(&mut self, puzzles: &[Puzzle]) -> Vec<TimedAnswer> {
        if puzzles.first().is_some_and(|puzzle| !self.row.takes(puzzle)) {
            return puzzles
                .iter()
                .map(|_| TimedAnswer::without_answer(Status::Unsupported))
                .collect();
        }
        let together = if self.row.batches { puzzles.len() } else { 1 };
        let mut all = Vec::with_capacity(puzzles.len());
        for span in puzzles.chunks(together.max(1)) {
            all.extend(self.measure_span(span));
        }
        all
    }
}

impl TimedSolver<'_> {
    /// One timed span. A panic costs no more than the puzzle that caused it: both
    /// halves of its batch are tried again, each as a batch. So are those of a batch that is not done
    /// when its time is up, which is only a part of the time a single puzzle has: whichever
    /// puzzle it was that took so long, none gets more than its limit, and the times of the
    /// others stay means of whole batches. When the run is
    /// to stop, nothing is solved: nobody will write the block down.
    fn measure_span(&mut self, puzzles: &[Puzzle]) -> Vec<TimedAnswer> {
        if self.interrupt.is_set() {
            let unfinished = || TimedAnswer::without_answer(Status::Verdict(Verdict::Limit));
            return puzzles.iter().map(|_| unfinished()).collect();
        }
        match catch_unwind(AssertUnwindSafe(|| self.time(puzzles))) {
            Ok((answers, timing)) => {
                let batch = puzzles.len() as u32;
                let is_late = self.late.get() && !self.interrupt.is_set();
                let is_limit = |answer: &Answer| answer.verdict == Verdict::Limit;
                if batch > 1 && is_late && answers.iter().any(is_limit) {
                    return self.measure_halves(puzzles);
                }
                let timed = |answer: Answer| {
                    let status = Status::Verdict(answer.verdict);
                    TimedAnswer { status, trouble: None, answer: Some(answer), timing, batch }
                };
                answers.into_iter().map(timed).collect()
            }
            Err(panic) => {
                self.solver = (self.row.build)();
                match puzzles {
                    [_] => {
                        let why = panic_in_words(panic.as_ref());
                        vec![TimedAnswer::failed(format!("panicked: {why}"))]
                    }
                    several => self.measure_halves(several),
                }
            }
        }
    }

    fn measure_halves(&mut self, puzzles: &[Puzzle]) -> Vec<TimedAnswer> {
        let half = puzzles.len().div_ceil(2);
        puzzles.chunks(half).flat_map(|half| self.measure_span(half)).collect()
    }

    fn time(&mut self, puzzles: &[Puzzle]) -> (Vec<Answer>, Timing) {
        let share = if puzzles.len() > 1 { BATCH_SHARE } else { 1 };
        let time_limit = self.config.time_limit.map(|limit| limit / share);
        self.late.set(false);
        let stop = || {
            let deadline = self.deadline.get();
            let late = deadline < u64::MAX && thread_cpu_ns() >= deadline;
            self.late.set(self.late.get() || late);
            late || self.interrupt.is_set()
        };
        let limit = Limit {
            checks: self.config.max_checks.unwrap_or(u64::MAX),
            stop: &stop,
            steps: self.config.steps.is_some_and(|row| row.name == self.row.name),
            ..Limit::solutions(self.config.count)
        };
        let (answers, mut timing) = timed(
            &self.clock,
            self.config.min_span,
            || self.interrupt.is_set(),
            || {
                if let Some(time_limit) = time_limit {
                    self.deadline.set(thread_cpu_ns().saturating_add(nanoseconds(time_limit)));
                }
                match puzzles {
                    [one] => vec![self.solver.solve(one, &limit)],
                    several => self.solver.solve_batch(several, &limit),
                }
            },
        );
        timing.elapsed_ns /= puzzles.len() as u64;
        timing.cpu_ns /= puzzles.len() as u64;
        (answers, timing)
    }
}

impl TimedAnswer {
    /// Of a solver that was not asked, or gave no answer.
    pub(super) fn without_answer(status: Status) -> TimedAnswer {
        TimedAnswer { status, trouble: None, answer: None, timing: Timing::default(), batch: 1 }
    }

    /// Of a solver that failed in this way.
    pub(super) fn failed(how: String) -> TimedAnswer {
        TimedAnswer { trouble: Some(how), ..TimedAnswer::without_answer(Status::Panicked) }
    }
}

/// What a panic says.
pub fn panic_in_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given").to_owned()
}
