//! Explanations as JSON, one object per puzzle.
//!
//! The schema is documented in `docs/EXPLAIN.md`. [`VERSION`] grows when a field is
//! removed or changes its meaning; fields may be added without that, so readers
//! ignore what they do not know.

use serde::Serialize;

use super::{Application, Ending, Explanation};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::strategy::{Deduction, Mark, Role, STRATEGIES};
use crate::text::{ParseErrorKind, to_line};
use crate::version;

/// The name of the schema.
pub const SCHEMA: &str = "sudoku-lab.explain";
/// The version of the schema.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    version: u32,
    tool: &'static str,
    set: &'a str,
    line: u64,
    #[serde(flatten)]
    body: Body,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body {
    Puzzle(Box<PuzzleBody>),
    Rejected { rejected: Rejected },
}

#[derive(Serialize)]
struct Rejected {
    reason: &'static str,
    detail: String,
}

#[derive(Serialize)]
struct PuzzleBody {
    size: usize,
    box_rows: usize,
    box_columns: usize,
    puzzle: String,
    clues: usize,
    solutions: Option<u64>,
    solution: Option<String>,
    strategies: Vec<&'static str>,
    withheld: Vec<&'static str>,
    ending: &'static str,
    used: Vec<Used>,
    used_uniqueness: bool,
    steps: Vec<StepBody>,
    last: State,
}

#[derive(Serialize)]
struct Used {
    strategy: &'static str,
    steps: usize,
}

#[derive(Serialize)]
struct StepBody {
    number: usize,
    strategy: &'static str,
    title: &'static str,
    level: &'static str,
    score: u16,
    reason: String,
    conclusion: String,
    pattern: PatternBody,
    placements: Vec<Candidate>,
    eliminations: Vec<Candidate>,
    before: State,
}

#[derive(Serialize)]
struct PatternBody {
    digits: Vec<u8>,
    cells: Vec<String>,
    houses: Vec<String>,
    marks: Vec<MarkBody>,
}

#[derive(Serialize)]
struct Candidate {
    cell: String,
    digit: u8,
}

#[derive(Serialize)]
struct MarkBody {
    #[serde(flatten)]
    candidate: Candidate,
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<bool>,
}

/// A grid: what is filled in, and the candidates of each cell as a string of symbols.
#[derive(Serialize)]
struct State {
    values: String,
    candidates: Vec<String>,
}

/// The explanation of the puzzle in this line of a set, in one line without its end.
pub fn write(explanation: &Explanation, set: &str, line: u64) -> String {
    document(set, line, Body::Puzzle(Box::new(body(explanation))))
}

/// What stands in place of an explanation for a line that is no puzzle.
pub fn write_rejected(kind: &ParseErrorKind, set: &str, line: u64) -> String {
    let rejected = Rejected { reason: kind.reason(), detail: kind.to_string() };
    document(set, line, Body::Rejected { rejected })
}

fn document(set: &str, line: u64, body: Body) -> String {
    let tool = version::VERSION;
    let document = Document { schema: SCHEMA, version: VERSION, tool, set, line, body };
    serde_json::to_string(&document).expect("strings and numbers serialize")
}

fn body(explanation: &Explanation) -> PuzzleBody {
    let layout = explanation.puzzle.layout();
    let names = |places: &[usize]| places.iter().map(|&place| STRATEGIES[place].name).collect();
    let usage = explanation.usage();
    let mut grid = CandidateGrid::new(&explanation.puzzle);
    let steps = (1..).zip(&explanation.steps).map(|(number, application)| {
        let body = step(number, application, &grid);
        application.step.apply(&mut grid);
        body
    });
    let steps = steps.collect();
    PuzzleBody {
        size: layout.order(),
        box_rows: layout.box_rows(),
        box_columns: layout.box_columns(),
        puzzle: to_line(explanation.puzzle.grid()),
        clues: explanation.puzzle.clues(),
        solutions: explanation.solutions,
        solution: explanation.solution.as_ref().map(to_line),
        strategies: names(&explanation.strategies),
        withheld: names(&explanation.withheld),
        ending: match explanation.ending {
            Ending::Solved => "solved",
            Ending::Stalled => "stalled",
            Ending::Contradiction => "contradiction",
        },
        used_uniqueness: usage.iter().any(|(strategy, _)| strategy.uniqueness),
        used: usage
            .into_iter()
            .map(|(strategy, steps)| Used { strategy: strategy.name, steps })
            .collect(),
        steps,
        last: state(&grid),
    }
}

fn step(number: usize, application: &Application, before: &CandidateGrid) -> StepBody {
    let row = application.row();
    let pattern = &application.step.pattern;
    let mut placements = Vec::new();
    let mut eliminations = Vec::new();
    for deduction in &application.step.deductions {
        match *deduction {
            Deduction::Place(cell, digit) => placements.push(candidate(cell, digit)),
            Deduction::Eliminate(cell, digit) => eliminations.push(candidate(cell, digit)),
        }
    }
    StepBody {
        number,
        strategy: row.name,
        title: row.title,
        level: row.level.name(),
        score: row.score,
        reason: application.reason.clone(),
        conclusion: application.step.conclusion(),
        pattern: PatternBody {
            digits: pattern.digits.map(Digit::value).collect(),
            cells: pattern.cells.iter().map(Cell::to_string).collect(),
            houses: pattern.houses.iter().map(|house| house.to_string()).collect(),
            marks: pattern.marks.iter().map(mark).collect(),
        },
        placements,
        eliminations,
        before: state(before),
    }
}

fn mark(mark: &Mark) -> MarkBody {
    let (number, side) = match mark.role {
        Role::Colour(number, side) => (Some(number), Some(side)),
        Role::Set(number) => (Some(number), None),
        _ => (None, None),
    };
    let role = super::Paint::Part(mark.role).name();
    MarkBody { candidate: candidate(mark.cell, mark.digit), role, number, side }
}

fn candidate(cell: Cell, digit: Digit) -> Candidate {
    Candidate { cell: cell.to_string(), digit: digit.value() }
}

fn state(grid: &CandidateGrid) -> State {
    let symbols = |&cell: &Cell| grid.candidates(cell).map(Digit::symbol).collect();
    State {
        values: to_line(grid.grid()),
        candidates: grid.layout().cells().iter().map(symbols).collect(),
    }
}
