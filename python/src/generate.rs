//! `generate`: an iterator over seeded puzzles that are made on threads of their own.

use std::io::{self, Write};
use std::process;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyUserWarning};
use pyo3::prelude::*;
use sudoku_lab::fault::{self, Fault};
use sudoku_lab::generate::{
    ClueSymmetry, Equivalence, Fill, Recipe, Requirement, SeenPuzzles, Series, SeriesError,
    clue_range,
};
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::strategy::Level;
use sudoku_lab::targets::{Pattern, State, Target, Wanted, number_range, rating_range, rung};
use sudoku_lab::text::push_puzzle_line;

use crate::options::{threads as number, usage};
use crate::table::{Kind, Rows, Schema, Table};
use crate::texts::Texts;

/// How often signals are looked for.
const POLL: Duration = Duration::from_millis(50);

/// Blocks of lines that wait to be taken; more are not made before.
const WAITING: usize = 4;

/// What a maker says.
enum Word {
    /// Some puzzles, a line each.
    Lines(Vec<u8>),
    /// There are no more; why, if fewer than were asked for.
    End(Option<SeriesError>),
}

/// An iterator over generated puzzles, each a `str`.
#[pyclass(module = "sudoku_lab")]
pub struct Puzzles {
    words: Mutex<Receiver<Word>>,
    /// Lines that were not taken yet, the next one last.
    lines: Vec<String>,
    interrupt: Interrupt,
    /// The process that has the threads.
    process: u32,
    is_done: bool,
}

/// The lines of puzzles, on their way to whoever iterates.
struct Lines(SyncSender<Word>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let gone = |_| io::ErrorKind::BrokenPipe.into();
        self.0.send(Word::Lines(bytes.to_vec())).map_err(gone).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is wanted, by the names of the command's options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Options {
    count: Option<u64>,
    seed: u64,
    clues: Option<String>,
    size: String,
    require: String,
    symmetry: String,
    fill: String,
    low_clues: bool,
    rating: Option<String>,
    level: Option<String>,
    te_depth: Option<u8>,
    max_strategy: Option<String>,
    needs: Option<String>,
    steps: Option<String>,
    score: Option<String>,
    givens_from: Option<String>,
    threads: Option<usize>,
}

/// Starts to make puzzles.
#[pyfunction]
#[pyo3(signature = (options, unlike))]
pub fn generate(
    options: &Bound<'_, PyAny>,
    unlike: Option<&Bound<'_, PyAny>>,
) -> PyResult<Puzzles> {
    let options: Options = options.extract()?;
    let series = series(&options)?;
    let unlike = unlike.map(Texts::of).transpose()?;
    let target = target(&options)?;
    let pattern = options.givens_from.as_deref().map(Pattern::parse).transpose().map_err(usage)?;
    let is_plain = target.is_any() && pattern.is_none() && unlike.is_none();
    let wanted = match is_plain {
        true => {
            series.check().map_err(usage)?;
            None
        }
        false => {
            let Series { recipe, count, threads, .. } = series.clone();
            let wanted = Wanted { recipe, target, pattern, hunt: None, count, threads };
            wanted.target.check(wanted.recipe.layout).map_err(usage)?;
            wanted.check().map_err(usage)?;
            Some(wanted)
        }
    };
    let (words, receiver) = sync_channel(WAITING);
    let interrupt = Interrupt::default();
    let until = interrupt.clone();
    // Nobody waits for this thread: it ends soon after the interrupt, or when nobody listens.
    thread::spawn(move || {
        let mut lines = Lines(words.clone());
        let end = match wanted {
            None => series.write(&until, &mut lines).map(|written| written.short),
            Some(wanted) => {
                let mut seen = SeenPuzzles::new(Equivalence::Equivalent);
                let known = unlike.iter().flat_map(|all| (0..all.len()).map(|row| all.puzzle(row)));
                known.flatten().for_each(|puzzle| {
                    seen.admit(&puzzle);
                });
                let mut sink = |puzzles: &[Puzzle], _: &State| {
                    let mut text = Vec::new();
                    for puzzle in puzzles {
                        push_puzzle_line(&mut text, puzzle);
                        text.push(b'\n');
                    }
                    lines.write_all(&text)
                };
                let made = wanted.make(State::default(), &mut seen, &until, &mut sink);
                made.map(|made| made.short)
            }
        };
        let _ = words.send(Word::End(match end {
            Ok(short) => short.map(SeriesError::Generate),
            Err(error) => Some(error),
        }));
    });
    let words = Mutex::new(receiver);
    let process = process::id();
    Ok(Puzzles { words, lines: Vec::new(), interrupt, process, is_done: false })
}

fn series(options: &Options) -> PyResult<Series> {
    let Options { size, require, symmetry, fill, .. } = options;
    let layout = Layout::named(size).ok_or_else(|| {
        usage(format!("`{size}` is not a size: 4, 6, 9, 12, 16, 25, or a box like 3x4"))
    })?;
    let requirement = match require.as_str() {
        "unique" => Requirement::Unique,
        "minimal" => Requirement::Minimal,
        "marks" => Requirement::MinimalMarks,
        "any" => Requirement::Any,
        _ => return Err(usage("require: unique, minimal, marks or any")),
    };
    let (symmetry, fill) = (ClueSymmetry::find(symmetry), Fill::find(fill));
    let names = |all: &[&str]| all.join(", ");
    let clues = options.clues.as_deref().map(clue_range).transpose().map_err(usage)?;
    let recipe = Recipe {
        layout,
        clues: clues.unwrap_or(0..=layout.cells().len()),
        requirement,
        symmetry: symmetry.ok_or_else(|| {
            usage(format!("symmetry: {}", names(&ClueSymmetry::ALL.map(ClueSymmetry::name))))
        })?,
        fill: fill.ok_or_else(|| usage(format!("fill: {}", names(&Fill::ALL.map(Fill::name)))))?,
        seed: options.seed,
    };
    let (count, threads) = (options.count.unwrap_or(u64::MAX), number(options.threads)?);
    Ok(Series { recipe, low_clues: options.low_clues, count, threads })
}

fn target(options: &Options) -> PyResult<Target> {
    let Options { rating, level, te_depth, max_strategy, needs, steps, score, .. } = options;
    let level_of = |name: &String| {
        let names = Level::ALL.map(Level::name).join(", ");
        Level::find(name).ok_or_else(|| usage(format!("level: {names}")))
    };
    let rung_of = |name: &Option<String>| name.as_deref().map(rung).transpose().map_err(usage);
    let numbers =
        |text: &Option<String>| text.as_deref().map(number_range).transpose().map_err(usage);
    Ok(Target {
        rating: rating.as_deref().map(rating_range).transpose().map_err(usage)?,
        level: level.as_ref().map(level_of).transpose()?,
        te_depth: *te_depth,
        most: rung_of(max_strategy)?,
        needs: rung_of(needs)?,
        steps: numbers(steps)?,
        score: numbers(score)?,
    })
}

const PUZZLES: Schema = &[("puzzle", Kind::Text)];

#[pymethods]
impl Puzzles {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        while self.lines.is_empty() {
            match self.more(py)? {
                Some(lines) => {
                    let lines = String::from_utf8_lossy(&lines);
                    self.lines = lines.lines().rev().map(str::to_owned).collect();
                }
                None => return Ok(None),
            }
        }
        Ok(self.lines.pop())
    }

    /// The puzzles that are left, up to so many, as a table with a column `puzzle`.
    #[pyo3(signature = (most = None))]
    fn table(&mut self, py: Python<'_>, most: Option<usize>) -> PyResult<Table> {
        let mut rows = Rows::new(PUZZLES);
        let most = most.unwrap_or(usize::MAX);
        for _ in 0..most {
            let Some(puzzle) = self.__next__(py)? else { break };
            rows.columns[0].push_text(Some(puzzle));
        }
        Ok(rows.finish(PUZZLES))
    }
}

impl Puzzles {
    /// More lines, unless there are none.
    fn more(&mut self, py: Python<'_>) -> PyResult<Option<Vec<u8>>> {
        if self.process != process::id() {
            let why = "this iterator's threads are in the process that made it: generate anew";
            return Err(PyRuntimeError::new_err(why));
        }
        while !self.is_done {
            // Lines may come so fast that nobody ever waits for them.
            py.check_signals()?;
            let words = &self.words;
            let word = py.detach(|| words.lock().expect("no holder panics").recv_timeout(POLL));
            match word {
                Ok(Word::Lines(lines)) => return Ok(Some(lines)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.is_done = true,
                Ok(Word::End(end)) => {
                    self.is_done = true;
                    let Some(why) = end else { break };
                    match fault::of(&why) {
                        Some(Fault::Short) => {
                            let category = py.get_type::<PyUserWarning>();
                            let text = std::ffi::CString::new(why.to_string()).unwrap_or_default();
                            PyErr::warn(py, &category, &text, 1)?;
                        }
                        Some(Fault::Usage) => return Err(usage(why)),
                        _ => return Err(PyRuntimeError::new_err(why.to_string())),
                    }
                }
            }
        }
        Ok(None)
    }
}

impl Drop for Puzzles {
    fn drop(&mut self) {
        self.interrupt.cancel();
    }
}
