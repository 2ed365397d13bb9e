//! The hardest puzzles, drawn, with what each solver made of them.

use crate::html::{Element, element};
use crate::report::board::board;
use crate::report::names;
use crate::report::page::{Section, details, note};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{Bound, End, HardPuzzle, Statistics};
use crate::words::{count, duration};

/// The section; none if there are no puzzles.
pub fn section(statistics: &Statistics) -> Option<Section> {
    if statistics.hardest.is_empty() {
        return None;
    }
    let cards =
        statistics.hardest.iter().enumerate().map(|(place, puzzle)| card(place + 1, puzzle));
    let text = "Hard for all solvers of the run together: the mean over the solvers of the \
                percentile of a puzzle's effort among that solver's attempts; attempts without \
                an answer count as equally hard. By effort, not time, so that another machine \
                finds the same puzzles.";
    let content = vec![note(text), element("div").class("cards").children(cards)];
    Some(Section { id: "hardest", title: "Hardest puzzles", content })
}

fn card(place: usize, puzzle: &HardPuzzle) -> Element {
    let solutions = match puzzle.solutions {
        0 => "no solution",
        1 => "one solution",
        255 => "solutions not counted",
        _ => "several solutions",
    };
    let facts =
        format!("{} clues, {solutions}, hardness {:.1} %", puzzle.clues, 100.0 * puzzle.hardness);
    let origin = element("p").class("note").foreign(&puzzle.set);
    let origin = origin.text(format!(", line {}", puzzle.line));
    let command = format!("sudoku-lab explain {}", puzzle.cells);
    element("article")
        .child(element("h3").text(format!("{place}. ")).text(facts))
        .child(board(&puzzle.cells, puzzle.box_rows as usize, puzzle.box_columns as usize))
        .child(origin)
        .child(element("p").class("note").text("Explained step by step by:"))
        .child(element("pre").child(element("code").text(command)))
        .child(details("What each solver made of it", attempts(puzzle)))
}

fn attempts(puzzle: &HardPuzzle) -> Element {
    let mut sheet = Sheet::new(["solver", "status", "#checks", "#CPU time"]);
    for attempt in &puzzle.attempts {
        let known = |value| match attempt.end() {
            Some(End::Limit) => Bound::AtLeast(value),
            _ => Bound::Exactly(value),
        };
        let shown =
            |value, show: fn(u64) -> String| sheet::figure(&sheet::known(Some(known(value)), show));
        sheet.row([
            sheet::name(names::solver(attempt.solver).name),
            sheet::words(attempt.status.name()),
            shown(attempt.checks, count),
            shown(attempt.cpu_ns, duration),
        ]);
    }
    sheet.finish("Attempts")
}
