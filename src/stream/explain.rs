//! `explain`: the steps of each puzzle, as text, as JSON, or on a page.

use super::{Contents, Stream};
use crate::explain::course::{self, CourseExplainer};
use crate::explain::path::{self, PathExplainer};
use crate::explain::{Explainer, json, page, text};
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::pipeline::{RunError, ordered, thread_pool};
use crate::rate::Way;
use crate::source::Block;
use crate::text::{Guesses, ParseErrorKind};

/// Lines per block: a puzzle may take a second.
pub const LINES: usize = 1;

/// A page draws the candidates that givens leave.
const NO_MARKS: &str = "a pencilmark puzzle, which a page cannot show; --format text and json can";

/// How an explanation is written.
#[derive(Clone, Copy)]
pub enum Form {
    /// For people.
    Text(text::Style),
    /// An object per line.
    Json,
}

/// Who explains: strategies, or the exact path of another program.
pub enum Teller {
    /// Our strategies.
    Strategies(Explainer),
    /// HoDoKu's searches; other sizes than 9×9 and pencilmark puzzles are explained by
    /// strategies.
    Path(Box<PathExplainer>, Explainer),
    /// Sudoku Explainer's producers.
    Course(Box<CourseExplainer>),
}

impl Teller {
    /// One that explains in an order, by strategies with these.
    pub fn new(order: Option<Way>, strategies: &[usize]) -> Teller {
        match order {
            Some(Way::Hodoku) => Teller::Path(Box::default(), Explainer::new(strategies.to_vec())),
            Some(Way::Ser) => Teller::Course(Box::default()),
            _ => Teller::Strategies(Explainer::new(strategies.to_vec())),
        }
    }

    fn tell(
        &mut self,
        puzzle: &Puzzle,
        set: &str,
        line: u64,
        form: Form,
        stop: &dyn Fn() -> bool,
    ) -> Option<String> {
        Some(match (self, form) {
            (Teller::Path(explainer, _), form) if puzzle.is_ordinary_nine() => {
                let path = explainer.explain(puzzle, stop)?;
                match form {
                    Form::Json => path::json(&path, set, line),
                    Form::Text(style) => path::text(&path, set, line, style),
                }
            }
            (Teller::Strategies(explainer) | Teller::Path(_, explainer), Form::Json) => {
                json::write(&explainer.explain(puzzle, stop)?, set, line)
            }
            (Teller::Strategies(explainer) | Teller::Path(_, explainer), Form::Text(style)) => {
                text::write(&explainer.explain(puzzle, stop)?, set, line, style)
            }
            (Teller::Course(explainer), Form::Json) => {
                course::json(&explainer.explain(puzzle, stop)?, set, line)
            }
            (Teller::Course(explainer), Form::Text(style)) => {
                course::text(&explainer.explain(puzzle, stop)?, set, line, style)
            }
        })
    }
}

/// The explanation of each puzzle of a block. When interrupted, only the first of them.
pub fn explain_block(
    teller: &mut Teller,
    set: &str,
    block: &Block,
    form: Form,
    interrupt: &Interrupt,
) -> String {
    let mut all = String::new();
    for line in block.puzzles() {
        let text = explain(teller, set, line.number, &line.puzzle, form, interrupt);
        let Some(text) = text else { break };
        all += &text;
    }
    all
}

/// The explanation of the puzzle of a line, unless it is interrupted.
pub fn explain(
    teller: &mut Teller,
    set: &str,
    line: u64,
    puzzle: &Result<Puzzle, ParseErrorKind>,
    form: Form,
    interrupt: &Interrupt,
) -> Option<String> {
    let stop = || interrupt.is_set();
    Some(match (puzzle, form) {
        (Ok(puzzle), _) => teller.tell(puzzle, set, line, form, &stop)? + "\n",
        (Err(kind), Form::Json) => json::write_rejected(kind, set, line) + "\n",
        (Err(kind), Form::Text(_)) => format!("# {set}, line {line}: {kind}\n\n"),
    })
}

/// A puzzle of a page: its set, its line, and what stands there.
type Entry = (String, u64, Result<Puzzle, ParseErrorKind>);

/// What a page for a browser shows.
#[derive(Default)]
pub struct Page {
    title: String,
    entries: Vec<Entry>,
    /// Puzzles that are left out.
    pub more: u64,
    /// What the inputs turned out to hold.
    pub contents: Contents,
}

impl Page {
    /// Puzzles on a page, unless more are asked for: they make some five megabytes.
    pub const PUZZLES: u64 = 1_000;

    /// Of one puzzle.
    pub fn of_puzzle(puzzle: Puzzle) -> Page {
        let entries = vec![(String::new(), 0, Ok(puzzle))];
        Page { title: "A puzzle".into(), entries, ..Page::default() }
    }

    /// Of the first lines of a stream, up to so many puzzles.
    pub fn of_stream(stream: &Stream<'_>, limit: u64) -> Page {
        let title = match stream.inputs {
            [first, _, ..] => format!("{} and {} more", first.name, stream.inputs.len() - 1),
            inputs => inputs.iter().map(|input| input.name.clone()).collect(),
        };
        let (mut page, mut puzzles) = (Page { title, ..Page::default() }, 0);
        let mut guesses = Guesses::default();
        for (input, block) in stream.blocks() {
            match block {
                Ok(block) => {
                    let guess = block.guess();
                    page.contents.add_guess(&guess);
                    guesses.add(&input.name, guess);
                    for line in block.puzzles() {
                        if puzzles < limit {
                            let entry = (input.name.clone(), line.number, line.puzzle.clone());
                            page.entries.push(entry);
                        }
                        puzzles += u64::from(line.puzzle.is_ok());
                    }
                }
                Err(error) => {
                    page.contents.add_error(&error, stream.warn);
                    guesses.add(&input.name, None);
                }
            }
        }
        if !stream.interrupt.is_set() {
            stream.tell_of(&guesses);
        }
        page.more = puzzles.saturating_sub(limit);
        page
    }

    /// The page as HTML, with an explanation of each entry. None when interrupted.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn explain(
        self,
        strategies: &[usize],
        threads: usize,
        interrupt: &Interrupt,
    ) -> Result<Option<String>, RunError> {
        let Page { title, entries, more, .. } = self;
        let mut sheets = Vec::with_capacity(entries.len());
        let work = || {
            let mut explainer = Explainer::new(strategies.to_vec());
            move |(set, line, puzzle): Entry| {
                let stop = || interrupt.is_set();
                match puzzle {
                    Ok(puzzle) if puzzle.has_marks() => {
                        Some(page::rejected_sheet(&NO_MARKS, &set, line))
                    }
                    Ok(puzzle) => {
                        let explanation = explainer.explain(&puzzle, &stop)?;
                        Some(page::sheet(&explanation, &set, line))
                    }
                    Err(kind) => Some(page::rejected_sheet(&kind, &set, line)),
                }
            }
        };
        let pool = thread_pool(threads)?;
        ordered(&pool, 4 * threads, interrupt, entries.into_iter(), work, |sheet| {
            sheets.extend(sheet);
            Ok::<_, RunError>(())
        })?;
        let whole = !interrupt.is_set();
        Ok(whole.then(|| page::write(&title, strategies, &sheets, more)))
    }
}
