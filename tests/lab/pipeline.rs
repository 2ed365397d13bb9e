//! The pipeline with sinks and solvers of our own.

use std::path::Path;
use std::time::Duration;

use sudoku_lab::grid::{Digit, Grid, Layout, Puzzle};
use sudoku_lab::interrupt::{Interrupt, Stop};
use sudoku_lab::pipeline::record::{BlockRecord, Status};
use sudoku_lab::pipeline::{self, Config, Destination, Encoder, Outcome, Progress, RunError, Sink};
use sudoku_lab::solver::{
    Answer, Effort, Limit, Sizes, Solver, SolverRow, Usage, Verdict, find_solver,
};
use sudoku_lab::source::expand;
use sudoku_lab::store::{Known, UnitFacts, UnitRecord, WriteError};
use sudoku_lab::strategy::Deduction;

use super::support::{unique_puzzles, write_puzzles};

/// Keeps everything; fails when told to.
#[derive(Default)]
struct Memory {
    statuses: Vec<Vec<Status>>,
    batches: Vec<u32>,
    ids: Vec<u64>,
    units: Vec<u64>,
    records: Vec<UnitRecord>,
    full: bool,
    /// Set when rows come.
    interrupt: Option<Interrupt>,
}

/// Keeps records as they are.
struct Plain;

impl Encoder for Plain {
    type Rows = BlockRecord;
    type Group = Vec<(u64, BlockRecord)>;

    fn rows(&self, record: &BlockRecord) -> BlockRecord {
        record.clone()
    }

    fn is_group(&self, blocks: &[(u64, BlockRecord)]) -> bool {
        blocks.len() > 1
    }

    fn encode(&self, blocks: Vec<(u64, BlockRecord)>) -> Result<Self::Group, WriteError> {
        Ok(blocks)
    }
}

impl Sink<Vec<(u64, BlockRecord)>> for Memory {
    fn append(&mut self, _: u64, blocks: Vec<(u64, BlockRecord)>) -> Result<(), WriteError> {
        if self.full {
            return Err(WriteError::new("memory", "full"));
        }
        if let Some(interrupt) = &self.interrupt {
            interrupt.set(2);
        }
        for (first_id, record) in blocks {
            self.ids.push(first_id);
            let solves = record.attempts().flat_map(|(_, solves)| solves);
            self.batches.extend(solves.map(|solve| solve.batch));
            self.statuses.extend(
                record.attempts().map(|(_, solves)| solves.iter().map(|s| s.status).collect()),
            );
        }
        Ok(())
    }

    fn commit(&mut self, facts: UnitFacts) -> Result<UnitRecord, WriteError> {
        self.units.push(facts.unit);
        let record = UnitRecord { facts, ..UnitRecord::default() };
        self.records.push(record.clone());
        Ok(record)
    }
}

/// Runs into memory.
fn run(
    config: &Config,
    known: &Known,
    sink: &mut Memory,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
    pipeline::run(config, known, Destination { encoder: &Plain, sink }, progress, interrupt)
}

/// Says that every puzzle has exactly one solution, the empty grid, and that R1C1 has no digit.
struct Liar;

impl Solver for Liar {
    fn solve(&mut self, _: &Puzzle, limit: &Limit<'_>) -> Answer {
        let mut usage = Usage::NONE;
        for digit in Digit::all(9).filter(|_| limit.steps) {
            usage.keep(0, vec![Deduction::Eliminate(Layout::nine().cell(0, 0), digit)]);
        }
        Answer {
            verdict: Verdict::Unique,
            solutions: 1,
            solution: Some(Grid::empty(Layout::nine())),
            effort: Effort::default(),
            usage,
        }
    }
}

/// Panics on puzzles with an even number of clues.
struct Panicker;

impl Solver for Panicker {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        assert!(puzzle.clues() % 2 == 1, "even");
        (find_solver("fast").unwrap().build)().solve(puzzle, limit)
    }
}

/// Never ends on puzzles with an even number of clues, unless it is stopped.
struct Dawdler;

impl Solver for Dawdler {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let endless = puzzle.clues().is_multiple_of(2);
        while endless && !(limit.stop)() {}
        if (limit.stop)() {
            return Answer {
                verdict: Verdict::Limit,
                solutions: 0,
                solution: None,
                effort: Effort::default(),
                usage: Usage::NONE,
            };
        }
        (find_solver("fast").unwrap().build)().solve(puzzle, limit)
    }
}

const fn row(name: &'static str, batches: bool, build: fn() -> Box<dyn Solver>) -> SolverRow {
    SolverRow {
        name,
        title: "",
        source: "",
        check: "",
        sizes: Sizes::All,
        takes_marks: false,
        in_all: false,
        counts_strategies: false,
        only_deduces: false,
        batches,
        may_refer: false,
        given_checks: None,
        build,
    }
}

static LIAR: SolverRow = row("liar", false, || Box::new(Liar));
static PANICKER: SolverRow = row("panicker", true, || Box::new(Panicker));
static DAWDLER: SolverRow = row("dawdler", true, || Box::new(Dawdler));

fn config(file: &Path, solvers: Vec<&'static SolverRow>) -> Config {
    Config {
        inputs: expand(&[file], &[]).unwrap().inputs,
        in_turns: false,
        left_out: Vec::new(),
        for_plan: false,
        declared_in: Vec::new(),
        solvers: solvers.into_iter().map(Into::into).collect(),
        count: 2,
        threads: 2,
        max_checks: None,
        time_limit: None,
        min_span: Duration::ZERO,
        ser: false,
        invariant: false,
        keys: false,
        steps: None,
        limit: None,
        seed: 1,
        block_lines: 16,
        unit_lines: 32,
        unit_time: None,
    }
}

fn run_on(
    count: u64,
    solvers: Vec<&'static SolverRow>,
    change: impl FnOnce(&mut Config),
    sink: &mut Memory,
) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    write_puzzles(&file, &unique_puzzles(count));
    let mut config = config(&file, solvers);
    change(&mut config);
    let (known, progress) = (Known::default(), Progress::new(config.solvers.len()));
    run(&config, &known, sink, &progress, &Interrupt::default()).unwrap()
}

#[test]
fn a_lying_solver_is_found_out() {
    let mut sink = Memory::default();
    let solvers = vec![&LIAR, find_solver("fast").unwrap()];
    let outcome = run_on(20, solvers, |_| (), &mut sink);
    assert_eq!((outcome.puzzles, outcome.disagreement_count), (20, 20));
    assert!(outcome.disagreements[0].contains("puzzles.txt, line 1: liar"));
}

/// A step that does not hold is a fact of the run, whoever solved the puzzle.
#[test]
fn a_wrong_step_is_found_out() {
    let told = |steps: Option<&'static SolverRow>| {
        let mut sink = Memory::default();
        let outcome = run_on(20, vec![&LIAR], |config| config.steps = steps, &mut sink);
        assert_eq!(outcome.disagreement_count, 20);
        let told = outcome.disagreements.into_iter();
        told.filter(|one| one.contains("liar's step ") && one.contains("is wrong: R1C1")).count()
    };
    assert_eq!((told(Some(&LIAR)), told(None)), (20, 0));
}

#[test]
fn a_panic_costs_its_puzzle_and_no_other() {
    let mut sink = Memory::default();
    let outcome = run_on(40, vec![&PANICKER], |_| (), &mut sink);
    assert_eq!(outcome.disagreement_count, 0);
    for (puzzle, statuses) in unique_puzzles(40).iter().zip(&sink.statuses) {
        let expected = match puzzle.clues() % 2 {
            1 => Status::Verdict(Verdict::Unique),
            _ => Status::Panicked,
        };
        assert_eq!(statuses, &[expected]);
    }
}

#[test]
fn units_end_where_they_should_and_ids_run_on() {
    let mut sink = Memory::default();
    let outcome = run_on(70, vec![find_solver("fast").unwrap()], |_| (), &mut sink);
    assert_eq!((outcome.puzzles, outcome.lines()), (70, 70));
    assert_eq!(sink.ids, [0, 16, 32, 48, 64]);
    assert_eq!(sink.units, [0, 1, 2]);
}

/// In turns, a block of each input comes after one of the input before.
#[test]
fn inputs_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = unique_puzzles(70);
    write_puzzles(&folder.path().join("a.txt"), &puzzles[..40]);
    write_puzzles(&folder.path().join("b.txt"), &puzzles[40..58]);
    write_puzzles(&folder.path().join("c.txt"), &puzzles[58..]);
    let mut config = config(folder.path(), vec![find_solver("fast").unwrap()]);
    (config.in_turns, config.unit_lines) = (true, 1);
    let run = |known: &Known| {
        let mut sink = Memory::default();
        let progress = Progress::new(1);
        let outcome = run(&config, known, &mut sink, &progress, &Interrupt::default()).unwrap();
        (outcome, sink)
    };
    let (outcome, sink) = run(&Known::default());
    let places: Vec<&str> = sink.records.iter().map(|record| &*record.facts.place).collect();
    let (a, b) = (
        ["a.txt, line 1", "a.txt, line 17", "a.txt, line 33"],
        ["b.txt, line 1", "b.txt, line 17"],
    );
    assert_eq!(places, [a[0], b[0], "c.txt, line 1", a[1], b[1], a[2]]);
    let inputs = outcome.inputs.iter().map(|input| (input.name.as_str(), input.lines));
    assert_eq!(inputs.collect::<Vec<_>>(), [("a.txt", 40), ("b.txt", 18), ("c.txt", 12)]);
    assert!(outcome.inputs.iter().all(|input| input.complete));
    // What was done before goes by.
    let done = sink.records.into_iter().map(|record| (record.facts.unit, record));
    let known = Known { done: done.collect(), ..Known::default() };
    let (again, sink) = run(&known);
    assert_eq!((again.puzzles, sink.records.len()), (70, 0));
}

#[test]
fn rows_do_not_depend_on_where_units_end() {
    let mut sink = Memory::default();
    let at_once = |config: &mut Config| config.unit_time = Some(Duration::ZERO);
    let outcome = run_on(70, vec![find_solver("fast").unwrap()], at_once, &mut sink);
    assert_eq!((outcome.puzzles, outcome.lines()), (70, 70));
    assert_eq!(sink.ids, [0, 16, 32, 48, 64]);
    assert_eq!(sink.units, [0, 1, 2, 3, 4]);
}

#[test]
fn a_limit_of_puzzles_is_exact() {
    let mut sink = Memory::default();
    let solvers = vec![find_solver("fast").unwrap()];
    let outcome = run_on(70, solvers, |config| config.limit = Some(37), &mut sink);
    assert_eq!((outcome.puzzles, outcome.lines(), sink.statuses.len()), (37, 37, 37));
}

/// However short the time is: a run that is stopped again and again comes to its end.
#[test]
fn a_signal_keeps_the_blocks_that_were_finished() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    write_puzzles(&file, &unique_puzzles(300));
    let mut config = config(&file, vec![find_solver("fast").unwrap()]);
    (config.unit_lines, config.threads) = (1000, 1);
    let (mut known, mut ids, mut stops) = (Known::default(), Vec::new(), 0);
    loop {
        let interrupt = Interrupt::default();
        let mut sink = Memory { interrupt: Some(interrupt.clone()), ..Memory::default() };
        let outcome = run(&config, &known, &mut sink, &Progress::new(1), &interrupt).unwrap();
        let before = known.done.len();
        known.done.extend(sink.records.into_iter().map(|record| (record.facts.unit, record)));
        ids.extend(sink.ids);
        let expected = outcome.units.len() as u64;
        assert_eq!(known.done.last_key_value().map(|(&unit, _)| unit + 1), Some(expected));
        assert!(known.done.len() > before, "something was done");
        if ids.len() == 300_usize.div_ceil(16) {
            assert_eq!(outcome.puzzles, 300);
            break;
        }
        stops += 1;
        assert_eq!(outcome.stopped, Some(Stop::Signal(2)));
    }
    assert!(stops > 1, "it was stopped {stops} times");
    assert_eq!(ids, (0..300).step_by(16).collect::<Vec<_>>());
}

#[test]
fn a_full_sink_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    write_puzzles(&file, &unique_puzzles(50));
    let config = config(&file, vec![find_solver("fast").unwrap()]);
    let mut sink = Memory { full: true, ..Memory::default() };
    let (known, progress) = (Known::default(), Progress::new(1));
    let error = run(&config, &known, &mut sink, &progress, &Interrupt::default()).unwrap_err();
    assert_eq!(error.to_string(), "cannot write memory: full");
}

#[test]
fn time_limits_are_a_status() {
    let mut sink = Memory::default();
    let slow = vec![find_solver("brute-force").unwrap()];
    let limit = |config: &mut Config| config.time_limit = Some(Duration::from_nanos(1));
    let outcome = run_on(10, slow, limit, &mut sink);
    assert_eq!(outcome.puzzles, 10);
    assert!(sink.statuses.iter().any(|s| s[0] == Status::Verdict(Verdict::Limit)));
}

/// The first endless puzzle takes up the time of its batch; the others are not to blame.
#[test]
fn a_batch_that_runs_late_is_tried_in_halves() {
    let mut sink = Memory::default();
    let limit = |config: &mut Config| config.time_limit = Some(Duration::from_millis(40));
    run_on(16, vec![&DAWDLER], limit, &mut sink);
    for (puzzle, statuses) in unique_puzzles(16).iter().zip(&sink.statuses) {
        let expected = match puzzle.clues() % 2 {
            1 => Verdict::Unique,
            _ => Verdict::Limit,
        };
        assert_eq!(statuses, &[Status::Verdict(expected)]);
    }
    // Each batch is one that was done whole.
    for &batch in &sink.batches {
        let rows = sink.batches.iter().filter(|&&other| other == batch).count();
        assert!(rows.is_multiple_of(batch as usize), "{:?}", sink.batches);
    }
}
