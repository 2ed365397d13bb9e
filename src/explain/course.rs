//! Sudoku Explainer's own path through a puzzle: each hint with its rating, what it concludes
//! and, where chains prove it, the chains.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::answered::Answered;
use super::json as document;
use super::text::{Style, push_conclusion};
use crate::grid::{CandidateGrid, Cell, Digit, Layout, Puzzle};
use crate::ser::{self, CELL, Cause, Chain, Hint, Memory, NONE, PRODUCERS, Ratings};
use crate::solver::ReferenceSolver;
use crate::strategy::{Deduction, Mark, Pattern, Role, Step};

/// A hint applied.
pub struct Application {
    /// Its producer's place in [`PRODUCERS`].
    pub producer: usize,
    /// Its rating in tenths.
    pub rating: u16,
    /// What was seen and what follows.
    pub step: Step,
    /// The chains that prove it, if it is proved by chains.
    pub chains: Vec<Chain>,
}

/// The course of a puzzle, if it was rated.
pub struct Course {
    answered: Answered,
    ratings: Option<Ratings>,
    steps: Vec<Application>,
}

/// Explains puzzles as Sudoku Explainer solves them; keep one per thread.
#[derive(Default)]
pub struct CourseExplainer {
    memory: Memory,
    reference: ReferenceSolver,
}

impl CourseExplainer {
    /// Explains a puzzle. None if `stop`, asked now and then, said before the end that it should
    /// end; it must go on saying so.
    pub fn explain(&mut self, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Option<Course> {
        let answered = Answered::by(&mut self.reference, puzzle, stop);
        let mut course = Course { answered, ratings: None, steps: Vec::new() };
        if course.answered.solution.is_some() {
            let limit = ser::Limit { checks: u64::MAX, stop };
            let steps = &mut course.steps;
            let visit = |producer, hint: &Hint| steps.push(application(producer, hint));
            course.ratings = Some(ser::course(puzzle, &mut self.memory, limit, visit));
        }
        (!stop()).then_some(course)
    }
}

fn application(producer: usize, hint: &Hint) -> Application {
    let cells = Layout::nine().cells();
    let digit = |digit: usize| Digit::new(digit as u8 + 1);
    let deductions = match hint.placement {
        Some((cell, placed)) => vec![Deduction::Place(cells[cell], digit(placed))],
        None => {
            let removed = hint.removals.candidates();
            removed.map(|(cell, gone)| Deduction::Eliminate(cells[cell], digit(gone))).collect()
        }
    };
    let digits = (0..9).filter(|&one| hint.digits >> one & 1 == 1).map(digit);
    let in_pattern = cells.iter().filter(|cell| hint.cells >> cell.index() & 1 == 1);
    let links = hint.chains.iter().flat_map(|chain| &chain.links);
    let marks = links.map(|link| Mark {
        cell: cells[link.literal.cell()],
        digit: digit(link.literal.digit()),
        role: if link.literal.is_on() { Role::On } else { Role::Off },
    });
    let pattern = Pattern::new(digits, in_pattern.copied(), []).marked(marks);
    let (rating, chains) = (hint.tenths(), hint.chains.clone());
    Application { producer, rating, step: Step { pattern, deductions }, chains }
}

impl Application {
    /// What makes the hint: the cells and digits of the pattern.
    fn reason(&self) -> String {
        let Pattern { cells, digits, .. } = &self.step.pattern;
        let list = |items: Vec<String>| items.join(" ");
        match self.chains.len() {
            0 => {
                let cells = list(cells.iter().map(Cell::to_string).collect());
                let digits = list(digits.map(|digit| digit.symbol().to_string()).collect());
                let noun = if digits.len() == 1 { "Digit" } else { "Digits" };
                format!("{noun} {digits} in {cells}.")
            }
            _ => {
                let links: usize = self.chains.iter().map(|chain| chain.links.len()).sum();
                format!("Proved by {} of {links} literals.", chains(self.chains.len()))
            }
        }
    }
}

fn chains(count: usize) -> String {
    if count == 1 { "a chain".into() } else { format!("{count} chains") }
}

/// The places of a chain's links, each after its parents as far as there is no circle.
fn in_order(chain: &Chain) -> Vec<usize> {
    fn visit(chain: &Chain, place: usize, seen: &mut [bool], order: &mut Vec<usize>) {
        if !std::mem::replace(&mut seen[place], true) {
            let parents = &chain.links[place].parents;
            parents.iter().for_each(|&parent| visit(chain, parent.into(), seen, order));
            order.push(place);
        }
    }
    let (mut seen, mut order) = (vec![false; chain.links.len()], Vec::new());
    (0..chain.links.len()).for_each(|place| visit(chain, place, &mut seen, &mut order));
    order
}

fn cause(cause: Cause) -> Option<&'static str> {
    match cause {
        CELL => Some("cell"),
        NONE => None,
        kind => Some(["box", "row", "column"][usize::from(kind)]),
    }
}

fn push_chain(text: &mut String, chain: &Chain, depth: usize) {
    let order = in_order(chain);
    let cells = Layout::nine().cells();
    let number = |place: usize| order.iter().position(|&one| one == place).unwrap_or(0) + 1;
    let indent = "  ".repeat(depth);
    for (at, &place) in order.iter().enumerate() {
        let link = &chain.links[place];
        let (cell, digit) = (cells[link.literal.cell()], link.literal.digit() + 1);
        let is = if link.literal.is_on() { "is" } else { "is not" };
        let mut line = format!("{indent}{:>3}. {cell} {is} {digit}", at + 1);
        let parents = link.parents.iter().map(|&parent| number(parent.into()).to_string());
        let parents = parents.collect::<Vec<_>>().join(", ");
        line += &match (cause(link.cause), &link.proof, parents.as_str()) {
            (_, _, "") => " (assumed)".into(),
            (Some(kind), ..) => format!(" ({kind}; from {parents})"),
            (None, Some(_), _) => format!(" (by the chains below; from {parents})"),
            (None, None, _) => format!(" (by a pattern; from {parents})"),
        };
        let _ = writeln!(text, "{line}");
        for nested in link.proof.iter().flat_map(|proof| &proof.chains) {
            push_chain(text, nested, depth + 2);
        }
    }
}

/// The course of the puzzle in this line of a set as text.
pub fn text(course: &Course, set: &str, line: u64, style: Style) -> String {
    let rated = |Ratings { ser, pearl, diamond, .. }: &Ratings| {
        let tenths = |rating: &u16| format!("{}.{}", rating / 10, rating % 10);
        format!("SER {}, pearl {}, diamond {}", tenths(ser), tenths(pearl), tenths(diamond))
    };
    let mut text = course.answered.heading(course.ratings.as_ref().map(rated), set, line, style);
    let mut grid = CandidateGrid::new(&course.answered.puzzle);
    for (number, application) in (1..).zip(&course.steps) {
        let title = style.bold(PRODUCERS[application.producer].title);
        let (of, rating) = (course.steps.len(), application.rating);
        let _ = writeln!(text, "{number}/{of}  {title} ({}.{})", rating / 10, rating % 10);
        let _ = writeln!(text, "  {}", application.reason());
        for chain in &application.chains {
            push_chain(&mut text, chain, 1);
            text.push('\n');
        }
        push_conclusion(&mut text, &application.step, &mut grid, style);
    }
    if course.ratings.is_some() {
        let _ = writeln!(text, "{:?}", grid.grid());
    }
    text
}

/// The course of the puzzle in this line of a set as JSON, in one line without its end.
pub fn json(course: &Course, set: &str, line: u64) -> String {
    let mut grid = CandidateGrid::new(&course.answered.puzzle);
    let steps: Vec<Value> = (1..)
        .zip(&course.steps)
        .map(|(number, application)| {
            let producer = &PRODUCERS[application.producer];
            let head = json!({
                "number": number,
                "strategy": producer.name,
                "title": producer.title,
                "rating": application.rating,
                "reason": application.reason(),
                "chains": application.chains.iter().map(chain_json).collect::<Vec<_>>(),
            });
            let step = document::step_body(head, &application.step, &grid);
            application.step.apply(&mut grid);
            step
        })
        .collect();
    let ratings = course.ratings;
    let body = json!({
        "ser": ratings.map(|ratings| ratings.ser),
        "ser_pearl": ratings.map(|ratings| ratings.pearl),
        "ser_diamond": ratings.map(|ratings| ratings.diamond),
        "steps": steps,
        "last": document::state(&grid),
    });
    course.answered.document("ser", set, line, body)
}

fn chain_json(chain: &Chain) -> Value {
    let cells = Layout::nine().cells();
    let links = chain.links.iter().map(|link| {
        let proof = link.proof.as_ref();
        json!({
            "cell": cells[link.literal.cell()].to_string(),
            "digit": link.literal.digit() + 1,
            "on": link.literal.is_on(),
            "cause": cause(link.cause),
            "parents": link.parents,
            "chains": proof.map(|proof| proof.chains.iter().map(chain_json).collect::<Vec<_>>()),
        })
    });
    links.collect()
}
