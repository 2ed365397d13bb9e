//! HoDoKu's own path through a puzzle: each step with its score and what it concludes.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::answered::Answered;
use super::json as document;
use super::text::{Style, push_conclusion};
use crate::grid::{CandidateGrid, Digit, Layout, Puzzle};
use crate::hodoku::{self, Candidate, Grade, Memory};
use crate::solver::ReferenceSolver;
use crate::strategy::{Deduction, Pattern, STRATEGIES, Step};

/// A step taken.
pub struct Stride {
    /// The name of its kind.
    pub kind: &'static str,
    /// What it adds to the score.
    pub score: u32,
    /// What follows.
    pub step: Step,
}

/// The path of a puzzle with one solution, or why there is none.
pub struct Path {
    answered: Answered,
    grade: Option<Grade>,
    steps: Vec<Stride>,
}

/// Explains 9×9 puzzles as HoDoKu solves them; keep one per thread.
#[derive(Default)]
pub struct PathExplainer {
    memory: Memory,
    reference: ReferenceSolver,
}

impl PathExplainer {
    /// Explains a 9×9 puzzle. None if `stop`, asked now and then, said before the end that it
    /// should end; it must go on saying so.
    pub fn explain(&mut self, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Option<Path> {
        let answered = Answered::by(&mut self.reference, puzzle, stop);
        let (mut steps, mut grade) = (Vec::new(), None);
        if let Some(solution) = &answered.solution {
            let limit = hodoku::Limit { checks: u64::MAX, stop };
            let visit = |rung: &hodoku::Rung, step: &hodoku::Step| steps.push(stride(rung, step));
            let memory = &mut self.memory;
            grade = Some(hodoku::course(puzzle, solution.values(), memory, limit, visit));
        }
        let path = Path { answered, grade, steps };
        (!stop()).then_some(path)
    }
}

fn stride(rung: &hodoku::Rung, step: &hodoku::Step) -> Stride {
    let cells = Layout::nine().cells();
    let of = |one: Candidate| (cells[usize::from(one.cell)], Digit::new(one.digit + 1));
    let mut deductions = Vec::new();
    for &removed in &step.removals {
        let (cell, digit) = of(removed);
        let gone = Deduction::Eliminate(cell, digit);
        if !deductions.contains(&gone) {
            deductions.push(gone);
        }
    }
    if let Some((cell, digit)) = step.placement.map(of) {
        deductions.push(Deduction::Place(cell, digit));
    }
    let pattern = Pattern::new([], [], []);
    Stride { kind: step.kind, score: rung.score, step: Step { pattern, deductions } }
}

impl Stride {
    /// The name of its kind in a sentence.
    fn title(&self) -> &'static str {
        match self.kind {
            "forcing-chain" => "Forcing Chain",
            "forcing-net" => "Forcing Net",
            "brute-force" => "Brute Force",
            kind => STRATEGIES.iter().find(|row| row.name == kind).map_or(kind, |row| row.title),
        }
    }
}

/// The path of the puzzle in this line of a set as text.
pub fn text(path: &Path, set: &str, line: u64, style: Style) -> String {
    let rated = |grade: &Grade| format!("HoDoKu {}, score {}", grade.level.name(), grade.score);
    let mut text = path.answered.heading(path.grade.as_ref().map(rated), set, line, style);
    let mut grid = CandidateGrid::new(&path.answered.puzzle);
    for (number, stride) in (1..).zip(&path.steps) {
        let (of, title) = (path.steps.len(), style.bold(stride.title()));
        let _ = writeln!(text, "{number}/{of}  {title} ({})", stride.score);
        push_conclusion(&mut text, &stride.step, &mut grid, style);
    }
    if path.grade.is_some() {
        let _ = writeln!(text, "{:?}", grid.grid());
    }
    text
}

/// The path of the puzzle in this line of a set as JSON, in one line without its end.
pub fn json(path: &Path, set: &str, line: u64) -> String {
    let mut grid = CandidateGrid::new(&path.answered.puzzle);
    let steps = (1..).zip(&path.steps).map(|(number, stride)| {
        let head = json!({
            "number": number,
            "strategy": stride.kind,
            "title": stride.title(),
            "score": stride.score,
        });
        let step = document::step_body(head, &stride.step, &grid);
        stride.step.apply(&mut grid);
        step
    });
    let steps: Vec<Value> = steps.collect();
    let grade = path.grade.as_ref();
    let course = json!({
        "level": grade.map(|grade| grade.level.name()),
        "score": grade.map(|grade| grade.score),
        "steps": steps,
        "last": document::state(&grid),
    });
    path.answered.document("hodoku", set, line, course)
}
