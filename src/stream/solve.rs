//! `solve`: a solution for each line, or the reason why there is none.

use std::cell::Cell as StateCell;
use std::io::{self, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::asked::asked;
use super::push_origin;
use crate::external::ExternalError;
use crate::grid::{Cell, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::pipeline::divided::Divided;
use crate::pipeline::measure::thread_cpu_ns;
use crate::pipeline::record::Status;
use crate::pipeline::{AnySolver, Terms, TimedAnswer, TimedExternal, probe};
use crate::solver::{Answer, Limit, SolverRow, Solvers, Verdict, reference};
use crate::source::Block;
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

/// What became of a puzzle.
pub struct Solved {
    /// What was proved, or went wrong.
    pub status: Status,
    /// The answer.
    pub answer: Answer,
}

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
        let mut puzzles: Vec<Puzzle> = Vec::with_capacity(block.len());
        // For each line that is answered: its number and text, and what is wrong with it.
        let mut lines: Vec<(u64, &[u8], Option<String>)> = Vec::with_capacity(block.len());
        for line in block.puzzles() {
            let complaint = match line.puzzle {
                Ok(puzzle) => {
                    let complaint = self.complaint(&puzzle);
                    puzzles.extend(complaint.is_none().then_some(puzzle));
                    complaint
                }
                Err(kind) => Some(kind.to_string()),
            };
            lines.push((line.number, line.text, complaint));
        }
        let mut answers = self.answers(worker, &puzzles, interrupt, tell);
        let mut text = Vec::with_capacity(82 * lines.len());
        for (number, line, complaint) in &lines {
            match complaint {
                Some(complaint) => write!(text, "# line {number}: {complaint}"),
                None => {
                    let answer = answers.next().expect("one per puzzle");
                    if answer.status.is_limit() && interrupt.is_set() {
                        break;
                    }
                    self.push(&mut text, *number, &answer)
                }
            }
            .expect("a vector takes any text");
            if self.keep_input {
                push_origin(&mut text, set, *number, line);
            }
            text.push(b'\n');
        }
        text
    }

    /// Why a puzzle is none for the solver, if it is not.
    pub fn complaint(&self, puzzle: &Puzzle) -> Option<String> {
        let layout = puzzle.layout();
        let solver = self.solver(layout);
        if solver.takes(puzzle) {
            return None;
        }
        let (name, able) = (solver.name(), reference(layout).name);
        let what = if puzzle.has_marks() { "pencilmark puzzles of " } else { "" };
        Some(format!("{name} does not take {what}{layout:?}; {able} does"))
    }

    /// The answers to puzzles that the solver takes, in order, each found when it is asked for.
    pub fn answers(
        &self,
        worker: &mut Worker<'_>,
        puzzles: &[Puzzle],
        interrupt: &Interrupt,
        tell: &dyn Fn(&str),
    ) -> impl Iterator<Item = Solved> {
        // Each has the time limit to itself, unless it shares the lanes.
        let together =
            move |same_size: &[Puzzle]| match self.solver(same_size[0].layout()).batches() {
                true => TOGETHER,
                false => 1,
            };
        puzzles
            .chunk_by(|a, b| a.is_of_kind(b))
            .flat_map(move |same_size| same_size.chunks(together(same_size)))
            .flat_map(move |some| -> Box<dyn Iterator<Item = Solved>> {
                let is_alone = puzzles.len() == 1;
                match (self.solver(some[0].layout()), &mut worker.external) {
                    (AnySolver::Own(row), _) => {
                        let own = &mut worker.own;
                        let answers = self.solve_all(row, own, some, is_alone, interrupt, tell);
                        Box::new(answers.into_iter().map(Solved::from))
                    }
                    (AnySolver::External(_), None) => Box::new(std::iter::empty()),
                    (AnySolver::External(_), Some(timed)) => {
                        Box::new(asked(timed, some, tell).into_iter().map(Solved::from))
                    }
                }
            })
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
        let nanoseconds = |limit: Duration| u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
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

    fn push(&self, text: &mut Vec<u8>, number: u64, solved: &Solved) -> io::Result<()> {
        let (status, answer) = (solved.status.name(), &solved.answer);
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

impl From<Answer> for Solved {
    fn from(answer: Answer) -> Solved {
        Solved { status: Status::Verdict(answer.verdict), answer }
    }
}

impl From<TimedAnswer> for Solved {
    fn from(timed: TimedAnswer) -> Solved {
        Solved { status: timed.status, answer: timed.answer.unwrap_or_else(Answer::of_limit) }
    }
}
