//! The working stage: a block of lines in, its records out.
//!
//! Each line is parsed; each puzzle goes to the reference solver, which decides
//! how many solutions it has, and to every solver of the run. Solutions are
//! checked by code that shares nothing with the solvers, and the solvers are
//! checked against one another.

use std::sync::Arc;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cross_check::CrossCheck;
use super::feed::{Content, Work};
use super::rater::TimedRater;
use super::record::{
    BlockFacts, BlockRecord, PuzzleRecord, RejectRecord, SolutionCount, SolveRecord, UNREADABLE,
};
use super::reference::Reference;
use super::start::{StartStatistics, start_statistics};
use super::steps;
use super::timed_external::TimedExternal;
use super::timed_solver::{Measured, TimedAnswer, TimedSolver};
use super::{AnySolver, Config, Progress, RunError};
use crate::grid::{Grid, Puzzle};
use crate::interrupt::Interrupt;
use crate::keys::{Keyer, Keys};
use crate::rate::Rated;
use crate::solver::{Applied, Effort, Usage};
use crate::source::Block;
use crate::text::escape;

/// Characters of a bad line that are kept.
const REJECT_CHARACTERS: usize = 200;

/// What was found out about the puzzles of a block, in order.
#[derive(Default)]
struct Examined {
    /// How many solutions each has, and the first that was found.
    counts: Vec<(SolutionCount, Option<Grid>)>,
    starts: Vec<StartStatistics>,
    ratings: Vec<Option<Rated>>,
    /// Empty if they were not asked for.
    keys: Vec<Keys>,
    /// Empty if they were not asked for.
    steps: Vec<Vec<Applied>>,
    /// By solver, in the run's order.
    answers: Vec<Vec<TimedAnswer>>,
}

/// One worker: every solver of the run with its scratch memory.
pub struct Examiner<'a> {
    config: &'a Config,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
    /// As in the configuration.
    solvers: Vec<Box<dyn Measured + 'a>>,
    reference: Reference,
    rater: Option<TimedRater<'a>>,
    keyer: Option<Keyer>,
}

impl<'a> Examiner<'a> {
    /// Sets up the solvers on the calling thread.
    pub fn new(config: &'a Config, interrupt: &'a Interrupt, progress: &'a Progress) -> Self {
        let solver = |&solver| -> Box<dyn Measured> {
            match solver {
                AnySolver::Own(row) => Box::new(TimedSolver::new(row, config, interrupt)),
                AnySolver::External(external) => {
                    Box::new(TimedExternal::new(external, config.terms(), interrupt))
                }
            }
        };
        let solvers = config.solvers.iter().map(solver).collect();
        let reference = Reference::default();
        let rater = config.ser.then(|| TimedRater::new(config, interrupt));
        let keyer = config.keys.then(Keyer::default);
        Examiner { config, interrupt, progress, solvers, reference, rater, keyer }
    }

    /// Examines one item of work.
    pub fn examine(&mut self, work: Work) -> (BlockFacts, BlockRecord) {
        let set = Arc::clone(&work.set);
        let (puzzles, solves, rejects) = (Vec::new(), Vec::new(), Vec::new());
        let mut record = BlockRecord { set, puzzles, solves, rejects };
        let mut facts = BlockFacts {
            number: work.number,
            unit: work.unit,
            digest: work.digest(),
            done: work.done,
            set: work.set,
            first_line: work.content.first_line(),
            lines: 0,
            puzzles: 0,
            rejects: 0,
            unreadable: 0,
            disagreements: Vec::new(),
            guess: None,
        };
        match work.content {
            _ if work.done => {}
            Content::Unreadable { line, error, .. } => {
                let detail = format!("cannot read on: {error}");
                self.progress.tell(format!("{}, line {line}: {detail}", record.set));
                let (reason, text) = (UNREADABLE, String::new());
                record.rejects.push(RejectRecord { line, reason, detail, text });
                facts.unreadable = 1;
            }
            Content::Lines(block) => {
                facts.lines = block.len() as u64;
                let mut rng = ChaCha8Rng::seed_from_u64(self.config.seed);
                rng.set_stream(work.number);
                facts.disagreements = self.examine_lines(&block, &mut rng, &mut record);
                facts.guess = block.guess();
                let is_chosen = self.config.inputs[work.input].column.is_some();
                if let Some(note) = block.note().filter(|_| !is_chosen) {
                    self.progress.tell(format!("{}: {note}", record.set));
                }
            }
        }
        facts.puzzles = record.puzzles.len() as u64;
        facts.rejects = record.rejects.len() as u64;
        // What was cut short will be done again.
        if !self.interrupt.is_set() {
            self.progress.add_examined(facts.puzzles, facts.rejects);
            self.progress.add_bytes(work.bytes, facts.done);
        }
        (facts, record)
    }

    /// Examines the lines of a block. Returns what solvers contradict each other on.
    fn examine_lines(
        &mut self,
        block: &Block,
        rng: &mut impl Rng,
        record: &mut BlockRecord,
    ) -> Vec<String> {
        let mut lines = Vec::with_capacity(block.len());
        let mut puzzles = Vec::with_capacity(block.len());
        for line in block.puzzles() {
            match line.puzzle {
                Ok(puzzle) => {
                    lines.push(line.number);
                    puzzles.push(puzzle);
                }
                Err(kind) => record.rejects.push(RejectRecord {
                    line: line.number,
                    reason: kind.reason(),
                    detail: kind.to_string(),
                    text: escape(line.text, REJECT_CHARACTERS),
                }),
            }
        }
        let mut examined = Examined::default();
        for same_size in puzzles.chunk_by(|a, b| a.is_of_kind(b)) {
            self.examine_puzzles(same_size, rng, &mut examined);
        }
        self.cross_check(&lines, puzzles, examined, record)
    }

    /// Examines puzzles of one [kind](Puzzle::is_of_kind). The solvers take turns in a random order, so that
    /// none always finds the caches warm.
    fn examine_puzzles(&mut self, puzzles: &[Puzzle], rng: &mut impl Rng, examined: &mut Examined) {
        let counts = self.reference.count(puzzles, self.interrupt, self.progress);
        examined.ratings.extend(puzzles.iter().zip(&counts).map(|(puzzle, (count, _))| {
            self.rater.as_mut().and_then(|rater| rater.rate(puzzle, *count))
        }));
        if let Some(keyer) = &mut self.keyer {
            let is_only = |count: &SolutionCount| *count == SolutionCount::Exactly(1);
            let solutions =
                counts.iter().map(|(count, solution)| solution.as_ref().filter(|_| is_only(count)));
            examined.keys.extend(keyer.keys(puzzles, solutions));
        }
        examined.counts.extend(counts);
        examined.starts.extend(start_statistics(puzzles));
        examined.answers.resize_with(self.solvers.len(), Vec::new);
        let mut turns: Vec<usize> = (0..self.solvers.len()).collect();
        turns.shuffle(rng);
        for solver in turns {
            let mut answers = self.solvers[solver].measure(puzzles);
            if let Some(error) = self.solvers[solver].lost() {
                self.progress.fail(RunError::External(error));
                self.interrupt.cancel();
            }
            let name = self.config.solvers[solver].name();
            if self.config.steps.is_some_and(|row| row.name == name) {
                let answers = answers.iter_mut().map(|timed| timed.answer.as_mut());
                examined.steps.extend(answers.map(|answer| {
                    answer.map_or_else(Vec::new, |answer| answer.usage.take_steps())
                }));
            }
            let spent = |timed: &TimedAnswer| timed.timing.cpu_ns * u64::from(timed.timing.repeats);
            self.progress.add_solver_ns(solver, answers.iter().map(spent).sum());
            examined.answers[solver].extend(answers);
        }
    }

    /// Records the puzzles, and returns what solvers contradict each other on.
    fn cross_check(
        &self,
        lines: &[u64],
        puzzles: Vec<Puzzle>,
        mut examined: Examined,
        record: &mut BlockRecord,
    ) -> Vec<String> {
        record.puzzles.reserve_exact(puzzles.len());
        record.solves.reserve_exact(puzzles.len() * self.solvers.len());
        let (mut disagreements, mut right) = (Vec::new(), Vec::new());
        let counts = std::mem::take(&mut examined.counts);
        for (place, ((&line, puzzle), (count, solution))) in
            lines.iter().zip(puzzles).zip(counts).enumerate()
        {
            let at = format_args!("{}, line {line}", record.set);
            let mut check = CrossCheck::new(&puzzle, count, solution.as_ref());
            right.clear();
            for (solver, answers) in self.config.solvers.iter().zip(&examined.answers) {
                let (name, timed) = (solver.name(), &answers[place]);
                if let Some(trouble) = &timed.trouble {
                    self.progress.tell(format!("{at}: {name} {trouble}"));
                }
                right.push(check.add(name, timed.answer.as_ref()));
            }
            let steps = examined.steps.get_mut(place).map(std::mem::take).unwrap_or_default();
            let steps = steps::compared(&puzzle, steps, check.known());
            if let (Some(_), Some(fault)) = (check.known(), steps::fault(&steps)) {
                let solver = self.config.steps.map_or("", |row| row.name);
                check.add_fault(format!("{solver}'s {fault}"));
            }
            disagreements.extend(check.contradictions(&at));
            let solvers = self.config.solvers.iter().zip(&mut examined.answers).zip(&right);
            record.solves.extend(solvers.map(|((&solver, answers), &solution_ok)| {
                let TimedAnswer { status, timing, batch, ref mut answer, .. } = answers[place];
                let (effort, usage) =
                    answer.take().map_or((Effort::default(), Usage::NONE), |answer| {
                        (answer.effort, answer.usage)
                    });
                SolveRecord { solver, status, timing, batch, effort, usage, solution_ok }
            }));
            let start = examined.starts[place];
            let (ratings, keys) = (examined.ratings[place], examined.keys.get(place).copied());
            let solution = solution.filter(|_| count == SolutionCount::Exactly(1));
            let one = PuzzleRecord { line, puzzle, count, solution, start, ratings, keys, steps };
            record.puzzles.push(one);
        }
        disagreements
    }
}
