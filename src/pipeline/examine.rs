//! The working stage: a block of lines in, its records out.
//!
//! Each line is parsed; each puzzle goes to the reference solver, which decides
//! how many solutions it has, and to every solver of the run. Solutions are
//! checked by code that shares nothing with the solvers, and the solvers are
//! checked against one another.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cross_check::Jury;
use super::feed::{Content, Work};
use super::outset::{Outset, outsets};
use super::record::{
    BlockRecord, PuzzleRecord, RejectRecord, SolutionCount, SolveRecord, UNREADABLE,
};
use super::trial::{Bench, Finding};
use super::{Config, Progress};
use crate::grid::{Grid, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::{Effort, Limit, ReferenceSolver, SolverRow, Usage, Verdict, reference};
use crate::source::Block;
use crate::text::escape;

/// Guesses after which a reference solver that works in batches leaves a puzzle
/// undecided: some seconds.
const REFERENCE_GUESSES: u64 = 10_000_000;
/// Conflicts after which a SAT solver does: a minute or so of the largest grids.
const REFERENCE_CONFLICTS: u64 = 1_000_000;
/// Characters of a bad line that are kept.
const REJECT_CHARACTERS: usize = 200;

/// What was found out about a puzzle.
struct Examined {
    /// How many solutions it has, as the reference solver says.
    count: SolutionCount,
    /// Its solution, if that is the only one.
    solution: Option<Grid>,
    outset: Outset,
    /// What each solver of the run did, in the run's order.
    findings: Vec<Finding>,
}

/// One worker: every solver of the run with its scratch memory.
pub struct Examiner<'a> {
    config: &'a Config,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
    benches: Vec<Bench<'a>>,
    reference: ReferenceSolver,
}

impl<'a> Examiner<'a> {
    /// Sets up the solvers on the calling thread.
    pub fn new(config: &'a Config, interrupt: &'a Interrupt, progress: &'a Progress) -> Self {
        let benches = config.solvers.iter().map(|row| Bench::new(row, config, interrupt)).collect();
        Examiner { config, interrupt, progress, benches, reference: ReferenceSolver::default() }
    }

    /// Examines one item of work.
    pub fn examine(&mut self, work: Work) -> BlockRecord {
        let mut record = BlockRecord {
            unit: work.unit,
            digest: work.digest(),
            done: work.done,
            set: work.set,
            first_line: work.content.first_line(),
            lines: 0,
            puzzles: Vec::new(),
            rejects: Vec::new(),
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
                let mut rng = ChaCha8Rng::seed_from_u64(self.config.seed);
                rng.set_stream(work.number);
                self.examine_lines(&block, &mut rng, &mut record);
            }
        }
        // What was cut short will be done again.
        if !self.interrupt.is_set() {
            self.progress.add_block(record.puzzles.len() as u64, record.rejects.len() as u64);
            self.progress.add_bytes(work.bytes, record.done);
        }
        record
    }

    fn examine_lines(&mut self, block: &Block, rng: &mut impl Rng, record: &mut BlockRecord) {
        record.lines = block.len() as u64;
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
        for ((line, puzzle), examined) in lines.into_iter().zip(puzzles).zip(examined) {
            self.judge(line, puzzle, examined, record);
        }
    }

    /// Hears all solvers on one puzzle and records it.
    fn judge(&self, line: u64, puzzle: Puzzle, examined: Examined, record: &mut BlockRecord) {
        let Examined { count, solution, outset, findings } = examined;
        let mut jury = Jury::new(&puzzle, count, solution.as_ref());
        for (bench, finding) in self.benches.iter().zip(&findings) {
            if let Some(panic) = &finding.panic {
                let solver = bench.row().name;
                self.progress
                    .tell(format!("{}, line {line}: {solver} panicked: {panic}", record.set));
            }
        }
        let heard =
            |(bench, finding): (&Bench<'_>, _)| solve_record(bench.row(), finding, &mut jury);
        let solves = self.benches.iter().zip(&findings).map(heard).collect();
        record.disagreements.extend(jury.verdict(&format_args!("{}, line {line}", record.set)));
        record.puzzles.push(PuzzleRecord { line, puzzle, count, solution, outset, solves });
    }

    /// Examines puzzles of one size. The solvers take turns in a random order, so that
    /// none always finds the caches warm.
    fn examine_puzzles(&mut self, puzzles: &[Puzzle], rng: &mut impl Rng) -> Vec<Examined> {
        let before = |((count, solution), outset)| {
            let findings = Vec::with_capacity(self.config.solvers.len());
            Examined { count, solution, outset, findings }
        };
        let mut examined: Vec<Examined> =
            self.decide(puzzles).zip(outsets(puzzles)).map(before).collect();
        let mut turns: Vec<usize> = (0..self.benches.len()).collect();
        turns.shuffle(rng);
        let mut findings: Vec<(usize, Vec<Finding>)> = turns
            .into_iter()
            .map(|solver| (solver, self.benches[solver].measure(puzzles)))
            .collect();
        findings.sort_by_key(|&(solver, _)| solver);
        for (solver, findings) in findings {
            let spent = |f: &Finding| f.timing.cpu_ns * u64::from(f.timing.repeats);
            self.progress.add_solver_ns(solver, findings.iter().map(spent).sum());
            for (examined, finding) in examined.iter_mut().zip(findings) {
                examined.findings.push(finding);
            }
        }
        examined
    }

    /// The number of solutions of each puzzle, and the solution of those that
    /// have exactly one.
    fn decide(
        &mut self,
        puzzles: &[Puzzle],
    ) -> impl Iterator<Item = (SolutionCount, Option<Grid>)> + use<> {
        let stop = || self.interrupt.is_set();
        let batches = puzzles.first().is_some_and(|puzzle| reference(puzzle.layout()).batches);
        let checks = if batches { REFERENCE_GUESSES } else { REFERENCE_CONFLICTS };
        let limit = Limit { checks, stop: &stop, ..Limit::solutions(2) };
        let answers = self.reference.decide(puzzles, &limit);
        answers.into_iter().map(|answer| match answer.verdict {
            Verdict::None => (SolutionCount::Exactly(0), None),
            Verdict::Unique => (SolutionCount::Exactly(1), answer.solution),
            Verdict::Multiple => (SolutionCount::Several, None),
            Verdict::First | Verdict::Stalled | Verdict::Limit => (SolutionCount::Unknown, None),
        })
    }
}

fn solve_record<'a>(
    solver: &'static SolverRow,
    finding: &'a Finding,
    jury: &mut Jury<'a>,
) -> SolveRecord {
    let answer = finding.answer.as_ref();
    SolveRecord {
        solver,
        status: finding.status,
        timing: finding.timing,
        batch: finding.batch,
        effort: answer.map_or(Effort::default(), |answer| answer.effort),
        usage: answer.map_or(Usage::NONE, |answer| answer.usage.clone()),
        solution_ok: jury.hear(solver.name, answer),
    }
}
