//! One external solver, measured on puzzles of one size.
//!
//! The span of a puzzle is from before it is written to the program until its answer is read.
//! Its CPU time is what the program has used since its last answer, so that the sum over all
//! puzzles is all it has used since its warm-up.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::child::{Child, Terms, Trouble, Until};
use super::measure::Timing;
use super::record::Status;
use super::timed_solver::{Measured, TimedAnswer};
use crate::external::{External, ExternalError, Reply};
use crate::grid::{Cell, Digit, Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::readable::short_duration;
use crate::solver::{Answer, Verdict};
use crate::source::{FileState, Place};
use crate::text::push_puzzle_line;

/// How long a program may be silent at its start, and at a puzzle unless something else is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long one that waits to be asked is watched now and then for more output.
const WATCHED: Duration = Duration::from_micros(100);

/// An external solver, and its process while that is up.
pub struct TimedExternal<'a> {
    external: &'static External,
    terms: Terms,
    interrupt: &'a Interrupt,
    child: Option<Child>,
    /// The CPU time that the process had used at its last answer.
    used_ns: u64,
    text: Vec<u8>,
    /// The states of its files when they were last seen to be what the solver is.
    files: Option<Vec<Option<FileState>>>,
    /// Why it could not be started again.
    lost: Option<ExternalError>,
}

impl Measured for TimedExternal<'_> {
    /// Measures the program on puzzles of one size: together if it takes several at once, else
    /// one by one.
    fn measure(&mut self, puzzles: &[Puzzle]) -> Vec<TimedAnswer> {
        let takes = |puzzle: &Puzzle| self.external.takes(puzzle);
        if !puzzles.first().is_some_and(takes) {
            let unsupported = || TimedAnswer::without_answer(Status::Unsupported);
            return puzzles.iter().map(|_| unsupported()).collect();
        }
        let mut why_apart = None;
        if self.external.batch && puzzles.len() > 1 {
            match self.measure_together(puzzles) {
                Ok(all) => return all,
                Err(why) => why_apart = why,
            }
        }
        let mut all: Vec<TimedAnswer> = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            self.watch(Duration::ZERO, all.last_mut());
            all.push(self.measure_one(puzzle));
        }
        self.watch(WATCHED, all.last_mut());
        if let Some(first) = all.first_mut() {
            let because = |why| {
                let asked = puzzles.len();
                format!("{why}, asked {asked} puzzles together: they were asked again one by one")
            };
            first.trouble = first.trouble.take().or(why_apart.map(because));
        }
        all
    }

    fn lost(&mut self) -> Option<ExternalError> {
        self.lost.take()
    }
}

impl<'a> TimedExternal<'a> {
    /// A solver whose program is started when it is first asked.
    pub fn new(external: &'static External, terms: Terms, interrupt: &'a Interrupt) -> Self {
        let (child, used_ns, text, files, lost) = (None, 0, Vec::new(), None, None);
        TimedExternal { external, terms, interrupt, child, used_ns, text, files, lost }
    }

    /// The name in all tables.
    pub fn name(&self) -> &'static str {
        &self.external.name
    }

    /// Starts the program, and asks it the warm-up puzzle.
    ///
    /// # Errors
    /// When it cannot be executed, or does not answer by the protocol.
    pub fn start(&mut self) -> Result<(), ExternalError> {
        let name = self.name();
        let mut child = Child::start(self.external, &self.terms).map_err(|error| {
            let what = format!("external solver {name}: {}", self.external.command[0]);
            ExternalError::Missing { what, error: error.to_string() }
        })?;
        let puzzle = warm_up(self.external);
        self.write(std::slice::from_ref(&puzzle));
        let wall = self.timeout().unwrap_or(PATIENCE).max(PATIENCE);
        let until = Until { wall, cpu: None, interrupt: self.interrupt };
        let why = match child.ask(&self.text, 1, &until) {
            Ok(()) => {
                let line = child.lines().next().unwrap_or_default();
                Reply::parse(line, &puzzle, self.external, self.terms.count).err()
            }
            Err(Trouble::Failed(why)) => Some(why),
            Err(Trouble::Silent) => Some(silent(wall)),
            Err(Trouble::Stopped) => Some("was stopped".into()),
        };
        if let Some(why) = why {
            return Err(ExternalError::WarmUp { name: name.into(), why });
        }
        child.count_started();
        if !self.external.threads {
            child.keep_near();
        }
        self.used_ns = child.cpu_ns_at_rest();
        self.child = Some(child);
        Ok(())
    }

    /// Its files are still what the solver is: another program is another solver.
    ///
    /// # Errors
    /// When one has changed, or the program is not there.
    fn expect_the_same(&mut self) -> Result<(), ExternalError> {
        let state = |path: PathBuf| Place::File(path).state();
        let files = Some(self.external.paths().into_iter().map(state).collect());
        if self.files != files {
            if let Some(why) = self.external.changed()? {
                return Err(ExternalError::Changed(why));
            }
            self.files = files;
        }
        Ok(())
    }

    fn timeout(&self) -> Option<Duration> {
        self.external.timeout_ns.map(Duration::from_nanos)
    }

    /// The lines of puzzles, as the program reads them.
    fn write(&mut self, puzzles: &[Puzzle]) {
        self.text.clear();
        for puzzle in puzzles {
            push_puzzle_line(&mut self.text, puzzle);
            self.text.push(b'\n');
        }
        if self.external.batch {
            self.text.push(b'\n');
        }
    }

    /// Whether the program writes without being asked, now or within this time.
    fn interrupts(&mut self, within: Duration) -> bool {
        self.child.as_mut().is_some_and(|child| child.interrupts(within))
    }

    /// Ends a program that does: its answers would be taken for those to other puzzles.
    fn watch(&mut self, within: Duration, last: Option<&mut TimedAnswer>) {
        if self.interrupts(within) {
            self.child = None;
            if let Some(last) = last {
                *last = TimedAnswer::failed("wrote another line after its answer".into());
            }
        }
    }

    /// All puzzles in one timed span.
    ///
    /// # Errors
    /// Where something fails, what, unless a signal has ended it: asked one by one, trouble costs no more than the
    /// puzzle that caused it.
    fn measure_together(&mut self, puzzles: &[Puzzle]) -> Result<Vec<TimedAnswer>, Option<String>> {
        if let Some(answer) = self.without_asking() {
            return Ok(vec![answer; puzzles.len()]);
        }
        let is_wrong = |timed: &TimedAnswer| timed.status == Status::Wrong;
        self.write(puzzles);
        let why = match self.ask(puzzles, Instant::now()) {
            // It may have been the answer to another puzzle, and so may be those that follow.
            Ok(all) if all.iter().any(is_wrong) => Some("gave a grid that is no solution".into()),
            Ok(_) if self.interrupts(WATCHED) => {
                Some("wrote another line after its answers".into())
            }
            Ok(all) => return Ok(all),
            Err(Trouble::Failed(why)) => Some(why),
            // At a limit that was asked for, too: the times are no longer those of a batch.
            Err(Trouble::Silent) => Some(silent(self.wall())),
            Err(Trouble::Stopped) => None,
        };
        self.child = None;
        Err(why)
    }

    /// One puzzle in a timed span.
    fn measure_one(&mut self, puzzle: &Puzzle) -> TimedAnswer {
        if let Some(answer) = self.without_asking() {
            return answer;
        }
        let puzzle = std::slice::from_ref(puzzle);
        self.write(puzzle);
        let start = Instant::now();
        let trouble = match self.ask(puzzle, start).map(|mut all| all.swap_remove(0)) {
            Ok(answer) => {
                if answer.status == Status::Wrong {
                    self.child = None;
                }
                return answer;
            }
            Err(trouble) => trouble,
        };
        // What is ended at a limit has taken that long.
        let timing = self.timing(start.elapsed(), Child::cpu_ns);
        self.child = None;
        match trouble {
            Trouble::Stopped => limit(),
            Trouble::Failed(why) => TimedAnswer::failed(why),
            Trouble::Silent => {
                // What a limit that was asked for does is no news.
                let trouble = (self.terms.time_limit.is_none()).then(|| silent(self.wall()));
                TimedAnswer { trouble, timing, ..limit() }
            }
        }
    }

    /// Starts the program, if it does not run; the answer to any puzzle where it cannot be started, or a
    /// signal ends the run.
    fn without_asking(&mut self) -> Option<TimedAnswer> {
        if self.interrupt.is_set() {
            return Some(limit());
        }
        if self.child.is_some() {
            return None;
        }
        let error = self.expect_the_same().and_then(|()| self.start()).err()?;
        if self.interrupt.is_set() {
            return Some(limit());
        }
        // One that fails at its first puzzle may not do so at the next start.
        if !matches!(error, ExternalError::WarmUp { .. }) {
            self.lost = Some(error.clone());
        }
        Some(TimedAnswer::failed(format!("cannot be started again: {error}")))
    }

    /// The wall time that a puzzle has.
    fn wall(&self) -> Duration {
        // A program that waits uses no CPU time; one on a busy machine uses it slowly.
        let waiting = |limit: Duration| limit.saturating_mul(2) + Duration::from_secs(1);
        let by_limit = self.terms.time_limit.map_or(PATIENCE, waiting);
        self.timeout().unwrap_or(by_limit)
    }

    /// Asks for answers to puzzles, whose lines are written, in one span that begins now.
    fn ask(&mut self, puzzles: &[Puzzle], start: Instant) -> Result<Vec<TimedAnswer>, Trouble> {
        let (wall, cpu) = (self.wall(), self.terms.time_limit);
        let until = Until { wall, cpu, interrupt: self.interrupt };
        let child = self.child.as_mut().expect("it was started");
        child.ask(&self.text, puzzles.len(), &until)?;
        let span = self.timing(start.elapsed(), Child::cpu_ns_at_rest);
        let batch = puzzles.len() as u32;
        let (elapsed_ns, cpu_ns) =
            (span.elapsed_ns / u64::from(batch), span.cpu_ns / u64::from(batch));
        let timing = Timing { elapsed_ns, cpu_ns, ..span };
        let answer = |(line, puzzle)| {
            let count = self.terms.count;
            let reply =
                Reply::parse(line, puzzle, self.external, count).map_err(Trouble::Failed)?;
            Ok(match reply {
                Reply::Answer(answer) => TimedAnswer {
                    status: Status::Verdict(answer.verdict),
                    trouble: None,
                    answer: Some(answer),
                    timing,
                    batch,
                },
                Reply::Wrong(effort) => TimedAnswer {
                    status: Status::Wrong,
                    trouble: Some("gave a grid that is no solution".into()),
                    // What it cost is known, and nothing is claimed.
                    answer: Some(Answer { effort, ..Answer::of_limit() }),
                    timing,
                    batch,
                },
                Reply::Unsupported => TimedAnswer::without_answer(Status::Unsupported),
            })
        };
        let child = self.child.as_ref().expect("it has answered");
        child.lines().zip(puzzles).map(answer).collect()
    }

    /// What a span took, with the CPU time since the last one.
    fn timing(&mut self, elapsed: Duration, cpu_ns: fn(&Child) -> u64) -> Timing {
        let used_ns = self.child.as_ref().map_or(self.used_ns, cpu_ns);
        let cpu_ns = used_ns.saturating_sub(self.used_ns);
        self.used_ns = used_ns;
        Timing { elapsed_ns: elapsed.as_nanos() as u64, cpu_ns, repeats: 1 }
    }
}

impl Drop for TimedExternal<'_> {
    fn drop(&mut self) {
        if let Some(child) = self.child.take().filter(|_| !self.interrupt.is_set()) {
            child.close();
        }
    }
}

/// Starts each of these programs once, to see that it answers.
///
/// # Errors
/// When one cannot be executed, or does not answer by the protocol.
pub fn probe(
    externals: impl IntoIterator<Item = &'static External>,
    terms: Terms,
    interrupt: &Interrupt,
) -> Result<(), ExternalError> {
    let start = |external| TimedExternal::new(external, terms, interrupt).start();
    externals.into_iter().try_for_each(start)
}

fn limit() -> TimedAnswer {
    TimedAnswer::without_answer(Status::Verdict(Verdict::Limit))
}

fn silent(time: Duration) -> String {
    format!("was silent for {}", short_duration(time.as_nanos() as f64))
}

/// A puzzle that is not measured: a full grid of shifted rows, without every third cell.
fn warm_up(external: &External) -> Puzzle {
    let layout = external.sizes.first().and_then(|&size| Layout::of_order(size));
    let layout = layout.unwrap_or(Layout::nine());
    let (n, rows, columns) = (layout.order(), layout.box_rows(), layout.box_columns());
    let mut grid = Grid::empty(layout);
    let is_given = |cell: &&Cell| !cell.index().is_multiple_of(3);
    for &cell in layout.cells().iter().filter(is_given) {
        let value = (cell.row() % rows * columns + cell.row() / rows + cell.column()) % n + 1;
        grid.set(cell, Some(Digit::new(value as u8)));
    }
    Puzzle::new(grid).expect("part of a full grid has no conflict")
}
