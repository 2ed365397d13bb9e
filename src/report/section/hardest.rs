//! The hardest puzzles, drawn, with what each solver made of them.

use maud::{Markup, html};

use crate::readable::count;
use crate::report::board::board;
use crate::report::names;
use crate::report::page::{Section, details, foreign, note};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{AttemptEnd, Bounded, HardPuzzle, Statistics};

const TERMS: &str = "Hard for all solvers of the run together: the mean over the solvers of the \
    percentile of a puzzle's effort among that solver's attempts; attempts without an answer count \
    as equally hard. By effort, not time, so that another machine finds the same puzzles.";

/// The section; none if there are no puzzles.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let content = html! {
        (note(TERMS))
        div.cards {
            @for (place, puzzle) in (1..).zip(&statistics.hardest) { (card(place, puzzle)) }
        }
    };
    let title = "Hardest puzzles";
    (!statistics.hardest.is_empty()).then_some(Section { id: "hardest", title, content })
}

fn card(place: usize, puzzle: &HardPuzzle) -> Markup {
    let solutions = match puzzle.solutions {
        0 => "no solution",
        1 => "one solution",
        255 => "solutions not counted",
        _ => "several solutions",
    };
    let (clues, hardness) = (puzzle.clues, 100.0 * puzzle.hardness);
    html! {
        article {
            h3 { (place) ". " (format!("{clues} clues, {solutions}, hardness {hardness:.1} %")) }
            (board(&puzzle.cells, puzzle.box_rows as usize, puzzle.box_columns as usize))
            p.note { (foreign(&puzzle.set)) ", line " (puzzle.line) }
            p.note { "Explained step by step by:" }
            pre { code { "sudoku-lab explain " (puzzle.cells) } }
            (details("What each solver made of it", &attempts(puzzle)))
        }
    }
}

fn attempts(puzzle: &HardPuzzle) -> Markup {
    let mut sheet = Sheet::new(["solver", "status", "#checks", "#CPU time"]);
    for attempt in &puzzle.attempts {
        let known = |value| match attempt.end() {
            Some(AttemptEnd::Limit) => Bounded::AtLeast(value),
            _ => Bounded::Exactly(value),
        };
        let checks = sheet::known(Some(known(attempt.checks)), count);
        let time = sheet::known_time(Some(known(attempt.cpu_ns)));
        sheet.row([
            sheet::name(names::solver(attempt.solver)),
            sheet::words(attempt.status.name()),
            sheet::figure(&checks),
            match attempt.batch {
                0 | 1 => sheet::figure(&time),
                batch => sheet::figures(&time, &format!("mean of a batch of {batch}")),
            },
        ]);
    }
    sheet.finish("Attempts")
}
