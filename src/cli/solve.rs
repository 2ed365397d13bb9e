//! `solve`: one line in, one line out.

use std::cell::Cell as StateCell;
use std::io::Write as _;
use std::time::{Duration, Instant};

use clap::Args;

use super::config::{Bound, checks, time};
use super::exit::Usage;
use super::stream::{self, StreamArguments};
use crate::grid::{Cell, Puzzle};
use crate::pipeline::measure::thread_cpu_ns;
use crate::pipeline::record::Status;
use crate::solver::{Answer, Limit, Solver, SolverRow, find_solver};
use crate::source::{Block, Input};
use crate::text::push_line;

/// Solve puzzles: the solution of each line, or `# line N: reason`
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
    /// The solver; see `list solvers`
    #[arg(long, default_value = "fast", value_parser = solver_by_name)]
    solver: &'static SolverRow,
    /// Look for up to this many solutions
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Append the status and the effort, tab-separated, as key=value
    #[arg(long)]
    stats: bool,
    /// Give up on a puzzle after this many of the solver's checks, or `none`
    #[arg(long, default_value = "none", value_parser = checks)]
    max_checks: Bound<u64>,
    /// Give up on a puzzle after this much CPU time, like 2s, or `none`; `fast` works on
    /// thousands at a time, which share their limits
    #[arg(long, default_value = "none", value_parser = time)]
    time_limit: Bound<Duration>,
}

/// The row of a solver.
pub fn solver_by_name(name: &str) -> Result<&'static SolverRow, Usage> {
    find_solver(name).ok_or_else(|| Usage(format!("no solver `{name}`; see `list solvers`")))
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let lines = if arguments.solver.batches { stream::BATCH } else { stream::FEW };
    stream::for_each_block(&arguments.stream, lines, || {
        let mut solver = (arguments.solver.build)();
        move |_: &Input, block| solve_block(arguments, solver.as_mut(), &block)
    })
}

fn solve_block(arguments: &Arguments, solver: &mut dyn Solver, block: &Block) -> Vec<u8> {
    let mut puzzles: Vec<Puzzle> = Vec::with_capacity(block.len());
    // For each line that is printed: its number, and what is wrong with it.
    let mut lines: Vec<(u64, Option<String>)> = Vec::with_capacity(block.len());
    for line in block.puzzles() {
        let complaint = match line.puzzle {
            Ok(puzzle) if arguments.solver.takes(puzzle.layout()) => {
                puzzles.push(puzzle);
                None
            }
            Ok(puzzle) => {
                let (name, layout) = (arguments.solver.name, puzzle.layout());
                Some(format!("{name} does not take {layout:?}; --solver dlx does"))
            }
            Err(kind) => Some(kind.to_string()),
        };
        lines.push((line.number, complaint));
    }
    // Each has the time limit to itself, unless it shares the lanes.
    let together = if arguments.solver.batches { puzzles.len().max(1) } else { 1 };
    let mut answers = puzzles
        .chunk_by(|a, b| a.layout() == b.layout())
        .flat_map(|same_size| same_size.chunks(together))
        .flat_map(|puzzles| solve_all(arguments, solver, puzzles));
    let mut text = Vec::with_capacity(82 * lines.len());
    for (number, complaint) in &lines {
        match complaint {
            Some(complaint) => write!(text, "# line {number}: {complaint}"),
            None => print(arguments, *number, &answers.next().expect("one per puzzle"), &mut text),
        }
        .expect("a vector takes any text");
        text.push(b'\n');
    }
    text
}

fn solve_all(arguments: &Arguments, solver: &mut dyn Solver, puzzles: &[Puzzle]) -> Vec<Answer> {
    let deadline = arguments
        .time_limit
        .0
        .map(|limit| thread_cpu_ns() + limit.as_nanos() as u64 * puzzles.len() as u64);
    let stop = || deadline.is_some_and(|deadline| thread_cpu_ns() >= deadline);
    let checks = arguments.max_checks.0.unwrap_or(u64::MAX);
    let watcher = Watcher::new(arguments.solver.name);
    let watch = |checks, cell| watcher.tell(checks, cell);
    let limit = Limit { checks, stop: &stop, watch: &watch, ..Limit::solutions(arguments.count) };
    solver.solve_batch(puzzles, &limit)
}

/// Time between two lines on a search that goes on and on.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// Tells on stderr how far a long search is, as PHP16's program does.
struct Watcher {
    solver: &'static str,
    /// When the search began or was last told of, and its checks when last seen.
    last: StateCell<(Instant, u64)>,
}

impl Watcher {
    fn new(solver: &'static str) -> Watcher {
        Watcher { solver, last: StateCell::new((Instant::now(), 0)) }
    }

    fn tell(&self, checks: u64, cell: Option<Cell>) {
        let (told, seen) = self.last.get();
        // Fewer checks than before: another puzzle.
        if checks >= seen && told.elapsed() < TELL_EVERY {
            return self.last.set((told, checks));
        }
        self.last.set((Instant::now(), checks));
        if checks >= seen {
            let place = cell.map_or(String::new(), |cell| format!(" at {cell}"));
            eprintln!("{}: {checks} checks{place}", self.solver);
        }
    }
}

fn print(
    arguments: &Arguments,
    number: u64,
    answer: &Answer,
    text: &mut Vec<u8>,
) -> std::io::Result<()> {
    let status = Status::Verdict(answer.verdict).name();
    match &answer.solution {
        Some(solution) => push_line(text, solution),
        None => write!(text, "# line {number}: {status}")?,
    }
    if arguments.stats {
        let effort = &answer.effort;
        write!(
            text,
            "\tstatus={status}\tsolutions={}\tchecks={}",
            answer.solutions, effort.checks
        )?;
        write!(text, "\tguesses={}\tbacktracks={}", effort.guesses, effort.backtracks)?;
        write!(text, "\tplacements={}\teliminations={}", effort.placements, effort.eliminations)?;
        write!(text, "\tconflicts={}\tdecisions={}", effort.conflicts, effort.decisions)?;
        write!(text, "\tpropagations={}", effort.propagations)?;
    }
    Ok(())
}
