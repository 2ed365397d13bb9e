//! A puzzle and what is known of its solutions: what the explanations in orders of other programs
//! begin with.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::json as document;
use super::text::Style;
use crate::grid::{Grid, Layout, Puzzle};
use crate::solver::{Answer, Limit, ReferenceSolver, Verdict};
use crate::text::{puzzle_line, to_line};

/// A puzzle with the verdict on its solutions.
pub(super) struct Answered {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
    verdict: Verdict,
}

impl Answered {
    /// Looks for the solutions of a 9×9 puzzle until `stop` says that it should end.
    pub fn by(reference: &mut ReferenceSolver, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Self {
        let limit = Limit { stop, ..Limit::solutions(2) };
        let answer = match puzzle.is_ordinary_nine() {
            true => reference.decide(std::slice::from_ref(puzzle), &limit).swap_remove(0),
            false => Answer::of_limit(),
        };
        let solution = answer.solution.filter(|_| answer.verdict == Verdict::Unique);
        Self { puzzle: puzzle.clone(), solution, verdict: answer.verdict }
    }

    /// Why a puzzle that was not rated was not.
    fn reason(&self) -> &'static str {
        match self.verdict {
            _ if self.puzzle.has_marks() => "not rated: a pencilmark puzzle",
            _ if self.puzzle.layout() != Layout::nine() => "not rated: not 9×9",
            Verdict::None => "not rated: no solution",
            Verdict::Multiple => "not rated: several solutions",
            _ => "not rated: unknown number of solutions",
        }
    }

    /// The first lines of a text: the rating or why there is none, and the puzzle.
    pub fn heading(&self, rating: Option<String>, set: &str, line: u64, style: Style) -> String {
        let origin = if set.is_empty() { String::new() } else { format!("{set}, line {line}: ") };
        let heading = origin + &rating.unwrap_or_else(|| self.reason().into());
        let mut text = String::new();
        let _ = writeln!(text, "{}", style.bold(&heading));
        let _ = writeln!(text, "{}\n", puzzle_line(&self.puzzle));
        text
    }

    /// A JSON document of this puzzle in this order, with the fields of `course` after its own.
    pub fn document(&self, order: &str, set: &str, line: u64, course: Value) -> String {
        let layout = self.puzzle.layout();
        let solutions = match self.verdict {
            Verdict::None => Some(0),
            Verdict::Unique => Some(1),
            Verdict::Multiple => Some(2),
            _ => None,
        };
        let head = json!({
            "order": order,
            "size": layout.order(),
            "box_rows": layout.box_rows(),
            "box_columns": layout.box_columns(),
            "puzzle": puzzle_line(&self.puzzle),
            "clues": self.puzzle.clues(),
            "solutions": solutions,
            "solution": self.solution.as_ref().map(to_line),
        });
        document::document(set, line, document::followed(head, course))
    }
}
