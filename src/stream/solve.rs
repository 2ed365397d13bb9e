//! `solve`: a solution for each line, or the reason why there is none.

use std::cell::Cell as StateCell;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::asked::asked;
use super::push_origin;
use crate::external::ExternalError;
use crate::grid::{Cell, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::pipeline::divided::Divided;
use crate::pipeline::measure::{nanoseconds, thread_cpu_ns};
use crate::pipeline::record::Status;
use crate::pipeline::{AnySolver, Terms, TimedAnswer, TimedExternal, probe};
use crate::solver::{Answer, Limit, SolverRow, Solvers, Verdict, reference};
use crate::source::{Block, PuzzleLine};
use crate::text::push_line;

/// Time between two messages about a search that goes on and on.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// Checks of a puzzle that is alone before its search is divided over the threads: about a
/// millisecond.
const ALONE: u64 = 1_000_000;

/// Parts of a divided search. The largest of so many takes little of the whole.
const PARTS: usize = 1 << 12;

/// Puzzles that a solver that works in batches is given at once: enough that the last of them
/// matter little, and few enough that all that is made of them stays in the processor's cache.
const TOGETHER: usize = 1024;

/// How puzzles are solved, and what is said of them.
pub struct SolveConfig {
    /// The solver; without one, for each size its [`reference()`].
    pub solver: Option<AnySolver>,
    /// Look for up to this many solutions.
    pub count: u64,
    /// Give up on a puzzle after this many of the solver's checks.
    pub max_checks: Option<u64>,
    /// Give up on a puzzle after this much CPU time. A solver that works in batches has
    /// the time of all puzzles of the batch together.
    pub time_limit: Option<Duration>,
    /// Whether status and effort are appended, tab-separated, as key=value.
    pub stats: bool,
    /// Whether [its origin](push_origin) is appended to each answer.
    pub keep_input: bool,
    /// Over how many threads the search of a puzzle that is alone in its block is divided, if
    /// the solver's can be. The answer does not depend on it.
    pub threads: usize,
    /// Held by the search that is divided: one at a time has all threads.
    pub divided: Mutex<()>,
}

/// The solvers of one thread.
pub struct Worker<'a> {
    own: Solvers,
    external: Option<TimedExternal<'a>>,
}

/// Places of puzzles, as lines, that are answered together.
pub struct Group {
    /// The puzzles that the solver takes.
    puzzles: Vec<Puzzle>,
    /// By place, what is wrong where there is no such puzzle.
    wrong: Vec<Option<Wrong>>,
}

/// Why a place has no answer.
pub struct Wrong {
    /// `invalid` where there is no puzzle, `unsupported` where the solver does not take it.
    pub status: &'static str,
    /// The same in words.
    pub reason: String,
}

/// What is said of a place: what became of the solver, and its answer; or what is wrong.
pub type Answered<'a> = Result<(Status, &'a Answer), &'a Wrong>;

impl SolveConfig {
    /// Starts the solver once, if it is a program, to see that it answers.
    ///
    /// # Errors
    /// When it does not.
    pub fn probe(&self, interrupt: &Interrupt) -> Result<(), ExternalError> {
        let external = self.solver.and_then(AnySolver::external);
        probe(external, self.terms(), interrupt)
    }

    /// The solvers of one thread, each set up when it is first needed.
    pub fn worker<'a>(&self, interrupt: &'a Interrupt) -> Worker<'a> {
        let external = self.solver.and_then(AnySolver::external);
        let external = external.map(|one| TimedExternal::new(one, self.terms(), interrupt));
        Worker { own: Solvers::default(), external }
    }

    fn terms(&self) -> Terms {
        Terms { count: self.count, max_checks: self.max_checks, time_limit: self.time_limit }
    }

    /// A line for each puzzle of a block: the solution, or `# line N: reason`. When
    /// interrupted, only the first of them. `tell` is told now and then how far a long
    /// search is, as PHP16's program prints it.
    pub fn solve_block(
        &self,
        worker: &mut Worker<'_>,
        set: &str,
        block: &Block,
        interrupt: &Interrupt,
        tell: &dyn Fn(&str),
    ) -> Vec<u8> {
        let mut text = Vec::with_capacity(82 * block.len());
        let mut unread = block.puzzles();
        loop {
            let mut lines = Vec::with_capacity(block.len().min(TOGETHER));
            let read = unread.by_ref().take(TOGETHER).map(|PuzzleLine { number, text, puzzle }| {
                lines.push((number, text));
                puzzle.map_err(|kind| kind.to_string())
            });
            let group = self.group(read);
            if lines.is_empty() {
                return text;
            }
            let visit = &mut |place: usize, answered: Answered<'_>| {
                if answered.is_ok_and(|(status, _)| status.is_limit()) && interrupt.is_set() {
                    return ControlFlow::Break(());
                }
                let (number, line) = lines[place];
                self.push(&mut text, number, answered).expect("a vector takes any text");
                if self.keep_input {
                    push_origin(&mut text, set, number, line);
                }
                text.push(b'\n');
                ControlFlow::Continue(())
            };
            if self.answers(worker, &group, interrupt, tell, visit).is_break() {
                return text;
            }
        }
    }

    /// The puzzles that the solver takes, and what is wrong with the others; or with a place
    /// that has none, for the reason given.
    pub fn group(&self, places: impl Iterator<Item = Result<Puzzle, String>>) -> Group {
        let most = places.size_hint().1.unwrap_or_default();
        let mut group =
            Group { puzzles: Vec::with_capacity(most), wrong: Vec::with_capacity(most) };
        for puzzle in places {
            let wrong = match puzzle {
                Err(reason) => Some(Wrong { status: "invalid", reason }),
                Ok(puzzle) => match self.complaint(&puzzle) {
                    Some(reason) => Some(Wrong { status: Status::Unsupported.name(), reason }),
                    None => {
                        group.puzzles.push(puzzle);
                        None
                    }
                },
            };
            group.wrong.push(wrong);
        }
        group
    }

    /// Why a puzzle is none for the solver, if it is not.
    fn complaint(&self, puzzle: &Puzzle) -> Option<String> {
        let layout = puzzle.layout();
        let solver = self.solver(layout);
        if solver.takes(puzzle) {
            return None;
        }
        let (name, able) = (solver.name(), reference(layout).name);
        let what = if puzzle.has_marks() { "pencilmark puzzles of " } else { "" };
        Some(format!("{name} does not take {what}{layout:?}; {able} does"))
    }

    /// Visits the places of a group in order, until the visitor breaks.
    pub fn answers(
        &self,
        worker: &mut Worker<'_>,
        group: &Group,
        interrupt: &Interrupt,
        tell: &dyn Fn(&str),
        visit: &mut dyn FnMut(usize, Answered<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut places = group.wrong.iter().enumerate();
        // The place of the next puzzle, when what is wrong before it has been visited.
        let mut next = |visit: &mut dyn FnMut(usize, Answered<'_>) -> ControlFlow<()>| {
            for (place, wrong) in places.by_ref() {
                match wrong {
                    Some(wrong) => visit(place, Err(wrong))?,
                    None => return ControlFlow::Continue(Some(place)),
                }
            }
            ControlFlow::Continue(None)
        };
        self.each_answer(worker, &group.puzzles, interrupt, tell, &mut |status, answer| {
            let place = next(visit)?.expect("a puzzle for each answer");
            visit(place, Ok((status, answer)))
        })?;
        assert!(next(visit)?.is_none(), "an answer for each puzzle");
        ControlFlow::Continue(())
    }

    /// Visits the answers to puzzles in order, until the visitor breaks.
    fn each_answer(
        &self,
        worker: &mut Worker<'_>,
        puzzles: &[Puzzle],
        interrupt: &Interrupt,
        tell: &dyn Fn(&str),
        visit: &mut dyn FnMut(Status, &Answer) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for same_size in puzzles.chunk_by(|a, b| a.is_of_kind(b)) {
            let solver = self.solver(same_size[0].layout());
            // Each has the time limit to itself, unless it shares the lanes.
            let together = if solver.batches() { TOGETHER } else { 1 };
            for some in same_size.chunks(together) {
                match (solver, &mut worker.external) {
                    (AnySolver::Own(row), _) => {
                        let (own, is_alone) = (&mut worker.own, puzzles.len() == 1);
                        for answer in &self.solve_all(row, own, some, is_alone, interrupt, tell) {
                            visit(Status::Verdict(answer.verdict), answer)?;
                        }
                    }
                    (AnySolver::External(_), None) => {}
                    (AnySolver::External(_), Some(timed)) => {
                        for TimedAnswer { status, answer, .. } in asked(timed, some, tell) {
                            visit(status, &answer.unwrap_or_else(Answer::of_limit))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn solve_all(
        &self,
        row: &'static SolverRow,
        solvers: &mut Solvers,
        puzzles: &[Puzzle],
        is_alone: bool,
        interrupt: &Interrupt,
        tell: &dyn Fn(&str),
    ) -> Vec<Answer> {
        let deadline = self.time_limit.map(|limit| {
            let span = nanoseconds(limit).saturating_mul(puzzles.len() as u64);
            thread_cpu_ns().saturating_add(span)
        });
        let is_late = || deadline.is_some_and(|deadline| thread_cpu_ns() >= deadline);
        let stop = || interrupt.is_set() || is_late();
        // When it was last told of or began, and its checks when last seen.
        let last = StateCell::new((Instant::now(), 0));
        let watch = |checks, cell: Option<Cell>| {
            let (told, seen) = last.get();
            // Fewer checks than before: another puzzle.
            if checks >= seen && told.elapsed() < TELL_EVERY {
                return last.set((told, checks));
            }
            last.set((Instant::now(), checks));
            if checks >= seen {
                let place = cell.map_or(String::new(), |cell| format!(" at {cell}"));
                tell(&format!("{}: {checks} checks{place}", row.name));
            }
        };
        let checks = self.max_checks.unwrap_or(u64::MAX);
        let limit = Limit { checks, stop: &stop, watch: &watch, ..Limit::solutions(self.count) };
        if let ([puzzle], true, 2.., Ok(_)) =
            (puzzles, is_alone && row.given_checks.is_some(), self.threads, self.divided.try_lock())
        {
            let answer =
                solvers.of(row).solve(puzzle, &Limit { checks: checks.min(ALONE), ..limit });
            if answer.verdict != Verdict::Limit || checks <= ALONE || stop() {
                return vec![answer];
            }
            let left = |deadline: u64| deadline.saturating_sub(thread_cpu_ns());
            let divided = Divided {
                row,
                threads: self.threads,
                parts: PARTS,
                solutions: self.count,
                checks,
                cpu_ns: deadline.map(left),
                interrupt,
            };
            if let Ok(Some(answer)) = divided.solve(puzzle, &watch) {
                return vec![answer];
            }
        }
        solvers.of(row).solve_batch(puzzles, &limit)
    }

    /// The solver of this size.
    fn solver(&self, layout: &Layout) -> AnySolver {
        self.solver.unwrap_or_else(|| reference(layout).into())
    }

    /// Appends what is said of a line.
    fn push(&self, text: &mut Vec<u8>, number: u64, answered: Answered<'_>) -> io::Result<()> {
        let (status, answer) = match answered {
            Ok((status, answer)) => (status.name(), answer),
            Err(wrong) => return write!(text, "# line {number}: {}", wrong.reason),
        };
        match &answer.solution {
            Some(solution) => push_line(text, solution),
            None => write!(text, "# line {number}: {status}")?,
        }
        if !self.stats {
            return Ok(());
        }
        let (solutions, effort) = (answer.solutions, &answer.effort);
        write!(text, "\tstatus={status}\tsolutions={solutions}")?;
        for (name, count) in [
            ("checks", effort.checks),
            ("guesses", effort.guesses),
            ("backtracks", effort.backtracks),
            ("placements", effort.placements),
            ("eliminations", effort.eliminations),
            ("conflicts", effort.conflicts),
            ("decisions", effort.decisions),
            ("propagations", effort.propagations),
        ] {
            write!(text, "\t{name}={count}")?;
        }
        Ok(())
    }
}
