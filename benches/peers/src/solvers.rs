//! The contenders: ours on each back end, crates, and commands built by the reader.

use crate::Puzzle;
use crate::lanes::{Answer, Backend, Limit, Solver};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use sudoku::Sudoku;

pub struct Measured {
    pub cpu_ns: u64,
    pub solutions: u64,
    pub guesses: Option<u64>,
}

pub trait Contender {
    fn name(&self) -> &str;
    /// Solves all puzzles; where it has the solutions, checks them off the clock.
    fn run(&mut self, puzzles: &[Puzzle], limit: u32) -> Result<Measured, String>;
}

/// All solvers, the ones measured against first.
pub fn contenders(
    externals: &[(String, String)],
    puzzles: &[Puzzle],
) -> Result<Vec<Box<dyn Contender>>, String> {
    let mut all: Vec<Box<dyn Contender>> = Vec::new();
    all.push(Box::new(Crate::default()));
    for (name, command) in externals {
        all.push(Box::new(External::new(name, command, puzzles)?));
    }
    for backend in Backend::ALL {
        if let Some(solver) = Solver::with(backend) {
            all.push(Box::new(Lanes {
                name: format!("lanes-{backend}"),
                solver,
                answers: vec![Answer::default(); BATCH],
            }));
        }
    }
    Ok(all)
}

/// CPU time of this thread.
fn cpu_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid timespec, and the clock exists on Linux and macOS.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "the thread CPU clock is missing");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

struct Lanes {
    name: String,
    solver: Solver,
    answers: Vec<Answer>,
}

impl Contender for Lanes {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&mut self, puzzles: &[Puzzle], limit: u32) -> Result<Measured, String> {
        let limit = Limit::solutions(limit);
        let mut measured = Measured { cpu_ns: 0, solutions: 0, guesses: Some(0) };
        // As a pipeline would: batches, not the whole file at once.
        for puzzles in puzzles.chunks(BATCH) {
            let answers = &mut self.answers[..puzzles.len()];
            let start = cpu_ns();
            self.solver.solve_batch(puzzles, limit, answers);
            measured.cpu_ns += cpu_ns() - start;
            for (puzzle, answer) in puzzles.iter().zip(answers) {
                if answer.solutions > 0 && !is_solution(puzzle, &answer.solution) {
                    return Err(format!("{}: wrong solution of {puzzle:?}", self.name));
                }
                measured.solutions += u64::from(answer.solutions);
                measured.guesses = measured.guesses.map(|g| g + answer.guesses);
            }
        }
        Ok(measured)
    }
}

/// Puzzles per call: large enough that the tail of a batch does not count.
const BATCH: usize = 8192;

/// The crate `sudoku`.
#[derive(Default)]
struct Crate {
    boards: Vec<Sudoku>,
}

impl Contender for Crate {
    fn name(&self) -> &str {
        "crate-sudoku"
    }

    fn run(&mut self, puzzles: &[Puzzle], limit: u32) -> Result<Measured, String> {
        let board = |p: &Puzzle| Sudoku::from_bytes(*p).map_err(|e| format!("crate sudoku: {e}"));
        if self.boards.is_empty() {
            self.boards = puzzles.iter().map(board).collect::<Result<_, _>>()?;
        }
        let start = cpu_ns();
        let mut solutions = 0;
        for board in &self.boards {
            solutions += board.solutions_count_up_to(limit as usize) as u64;
        }
        Ok(Measured { cpu_ns: cpu_ns() - start, solutions, guesses: None })
    }
}

/// A command that times itself; see the front page for what it is given and prints.
struct External {
    name: String,
    command: String,
    file: PathBuf,
}

impl External {
    fn new(name: &str, command: &str, puzzles: &[Puzzle]) -> Result<External, String> {
        let file = std::env::temp_dir().join(format!("peers-{}-{name}", std::process::id()));
        let mut text = Vec::with_capacity(82 * puzzles.len());
        for puzzle in puzzles {
            text.extend(puzzle.iter().map(|&v| if v == 0 { b'.' } else { b'0' + v }));
            text.push(b'\n');
        }
        let mut out = std::fs::File::create(&file).map_err(|e| e.to_string())?;
        out.write_all(&text).map_err(|e| e.to_string())?;
        Ok(External { name: name.to_owned(), command: command.to_owned(), file })
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // A leftover in the temporary folder is harmless.
        let _ = std::fs::remove_file(&self.file);
    }
}

impl Contender for External {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&mut self, _: &[Puzzle], limit: u32) -> Result<Measured, String> {
        let mut words = self.command.split_whitespace();
        let program = words.next().ok_or("--external: empty command")?;
        let output = Command::new(program)
            .args(words)
            .arg(&self.file)
            .arg(limit.to_string())
            .output()
            .map_err(|e| format!("{program}: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let words: Vec<&str> = text.split_whitespace().collect();
        let field = |name: &str| {
            let at = words.iter().position(|w| *w == name)?;
            words.get(at + 1)?.parse::<u64>().ok()
        };
        let missing = || format!("{}: cannot read `{text}`", self.name);
        Ok(Measured {
            cpu_ns: field("cpu_ns").ok_or_else(missing)?,
            solutions: field("solutions").ok_or_else(missing)?,
            guesses: field("guesses"),
        })
    }
}

fn is_solution(puzzle: &Puzzle, solution: &Puzzle) -> bool {
    let mut houses = [0u16; 27];
    for (cell, (&given, &value)) in puzzle.iter().zip(solution).enumerate() {
        if !(1..=9).contains(&value) || (given != 0 && given != value) {
            return false;
        }
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            houses[house] |= 1 << (value - 1);
        }
    }
    houses.iter().all(|&digits| digits == 0x1ff)
}
