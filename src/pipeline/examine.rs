//! The working stage: a block of lines in, its records out.
//!
//! Each line is parsed; each puzzle goes to the reference solver, which decides
//! how many solutions it has, and to every solver of the run. Solutions are
//! checked by code that shares nothing with the solvers, and the solvers are
//! checked against one another.

use std::fmt::Display;
use std::sync::Arc;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cross_check::CrossCheck;
use super::feed::{Content, Work};
use super::record::{
    BlockFacts, BlockRecord, PuzzleRecord, RejectRecord, SolutionCount, SolveRecord, UNREADABLE,
};
use super::reference::Reference;
use super::start::{StartStatistics, start_statistics};
use super::timed_solver::{TimedAnswer, TimedSolver};
use super::{Config, Progress};
use crate::grid::{Grid, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::{Effort, Usage};
use crate::source::Block;
use crate::text::escape;

/// Characters of a bad line that are kept.
const REJECT_CHARACTERS: usize = 200;

/// What was found out about a puzzle.
struct Examined {
    /// How many solutions it has, as the reference solver says.
    count: SolutionCount,
    /// Its solution, if that is the only one.
    solution: Option<Grid>,
    start: StartStatistics,
    /// What each solver of the run did, in the run's order.
    answers: Vec<TimedAnswer>,
}

/// One worker: every solver of the run with its scratch memory.
pub struct Examiner<'a> {
    config: &'a Config,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
    solvers: Vec<TimedSolver<'a>>,
    reference: Reference,
}

impl<'a> Examiner<'a> {
    /// Sets up the solvers on the calling thread.
    pub fn new(config: &'a Config, interrupt: &'a Interrupt, progress: &'a Progress) -> Self {
        let solver = |&row| TimedSolver::new(row, config, interrupt);
        let solvers = config.solvers.iter().map(solver).collect();
        Examiner { config, interrupt, progress, solvers, reference: Reference::default() }
    }

    /// Examines one item of work.
    pub fn examine(&mut self, work: Work) -> (BlockFacts, BlockRecord) {
        let set = Arc::clone(&work.set);
        let mut record = BlockRecord { set, puzzles: Vec::new(), rejects: Vec::new() };
        let mut facts = BlockFacts {
            unit: work.unit,
            digest: work.digest(),
            done: work.done,
            set: work.set,
            first_line: work.content.first_line(),
            lines: 0,
            puzzles: 0,
            rejects: 0,
            disagreements: Vec::new(),
        };
        match work.content {
            _ if work.done => {}
            Content::Unreadable { line, error, .. } => {
                let detail = format!("cannot read on: {error}");
                self.progress.tell(format!("{}, line {line}: {detail}", record.set));
                let (reason, text) = (UNREADABLE, String::new());
                record.rejects.push(RejectRecord { line, reason, detail, text });
            }
            Content::Lines(block) => {
                facts.lines = block.len() as u64;
                let mut rng = ChaCha8Rng::seed_from_u64(self.config.seed);
                rng.set_stream(work.number);
                facts.disagreements = self.examine_lines(&block, &mut rng, &mut record);
            }
        }
        facts.puzzles = record.puzzles.len() as u64;
        facts.rejects = record.rejects.len() as u64;
        // What was cut short will be done again.
        if !self.interrupt.is_set() {
            self.progress.add_block(facts.puzzles, facts.rejects);
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
        let mut examined = Vec::with_capacity(puzzles.len());
        for same_size in puzzles.chunk_by(|a, b| a.layout() == b.layout()) {
            examined.extend(self.examine_puzzles(same_size, rng));
        }
        record.puzzles.reserve_exact(puzzles.len());
        let mut disagreements = Vec::new();
        for ((line, puzzle), examined) in lines.into_iter().zip(puzzles).zip(examined) {
            let place = format_args!("{}, line {line}", record.set);
            let (row, disagreement) = self.cross_check(&place, line, puzzle, examined);
            disagreements.extend(disagreement);
            record.puzzles.push(row);
        }
        disagreements
    }

    /// The record of one puzzle, and what solvers contradict each other on.
    fn cross_check(
        &self,
        place: &impl Display,
        line: u64,
        puzzle: Puzzle,
        examined: Examined,
    ) -> (PuzzleRecord, Option<String>) {
        let Examined { count, solution, start, answers } = examined;
        let mut check = CrossCheck::new(&puzzle, count, solution.as_ref());
        let mut solves = Vec::with_capacity(answers.len());
        for (solver, timed) in self.solvers.iter().zip(&answers) {
            let solver = solver.row();
            if let Some(panic) = &timed.panic {
                self.progress.tell(format!("{place}: {} panicked: {panic}", solver.name));
            }
            let solution_ok = check.add(solver.name, timed.answer.as_ref());
            let answer = timed.answer.as_ref();
            solves.push(SolveRecord {
                solver,
                status: timed.status,
                timing: timed.timing,
                batch: timed.batch,
                effort: answer.map_or(Effort::default(), |answer| answer.effort),
                usage: answer.map_or(Usage::NONE, |answer| answer.usage.clone()),
                solution_ok,
            });
        }
        let disagreement = check.contradictions(place);
        (PuzzleRecord { line, puzzle, count, solution, start, solves }, disagreement)
    }

    /// Examines puzzles of one size. The solvers take turns in a random order, so that
    /// none always finds the caches warm.
    fn examine_puzzles(&mut self, puzzles: &[Puzzle], rng: &mut impl Rng) -> Vec<Examined> {
        let counts = self.reference.count(puzzles, self.interrupt, self.progress);
        let before = |((count, solution), start)| {
            let answers = Vec::with_capacity(self.config.solvers.len());
            Examined { count, solution, start, answers }
        };
        let starts = start_statistics(puzzles);
        let mut examined: Vec<Examined> = counts.into_iter().zip(starts).map(before).collect();
        let mut turns: Vec<usize> = (0..self.solvers.len()).collect();
        turns.shuffle(rng);
        let mut all: Vec<(usize, Vec<TimedAnswer>)> = turns
            .into_iter()
            .map(|solver| (solver, self.solvers[solver].measure(puzzles)))
            .collect();
        all.sort_by_key(|&(solver, _)| solver);
        for (solver, answers) in all {
            let spent = |timed: &TimedAnswer| timed.timing.cpu_ns * u64::from(timed.timing.repeats);
            self.progress.add_solver_ns(solver, answers.iter().map(spent).sum());
            for (examined, answer) in examined.iter_mut().zip(answers) {
                examined.answers.push(answer);
            }
        }
        examined
    }
}
