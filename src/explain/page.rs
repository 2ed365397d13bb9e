//! Explanations as a page for a browser: B09's window for a whole file.
//!
//! One HTML file that needs nothing else: style, script and data are inside, and
//! its security policy forbids the network. It steps forward and back, goes to the
//! previous and next puzzle, shows and hides candidates and solution, and draws the
//! pattern of every step.
//!
//! The page holds no solver, but a [`sheet`] for each puzzle: its steps. Who wants to try
//! other strategies is told of `serve`. The data is compact and private to this version of
//! the page; programs read [`json`](super::json).
//!
//! Whatever comes from outside (file names, lines) is escaped and only ever
//! shown as text by the script.

use std::fmt::Display;

use maud::{PreEscaped, html};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Application, Drawing, Explanation, Link, Paint};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::page_policy::policy;
use crate::strategy::{Deduction, Role, STRATEGIES};
use crate::text::to_line;
use crate::version;

const HEAD: &str = include_str!("page/head.html");
const BODY: &str = include_str!("page/body.html");
const STYLE: [&str; 2] = [include_str!("page/page.css"), include_str!("page/board.css")];
const SCRIPT: [&str; 4] = [
    include_str!("page/grid.js"),
    include_str!("page/run.js"),
    include_str!("page/board.js"),
    include_str!("page/window.js"),
];

/// One puzzle's data for the page.
pub struct Sheet(String);

/// The sheet of an explained puzzle in this line of a set.
pub fn sheet(explanation: &Explanation, set: &str, line: u64) -> Sheet {
    let layout = explanation.puzzle.layout();
    let (mut paints, mut grid) = (Vec::new(), explanation.start.clone());
    let mut steps = Vec::with_capacity(explanation.steps.len());
    for application in &explanation.steps {
        steps.push(step(application, &grid, &mut paints));
        application.step.apply(&mut grid);
    }
    let meanings: Vec<Value> = paints.iter().map(|&paint| meaning(paint)).collect();
    Sheet::of(&json!({
        "set": set, "line": line,
        "order": layout.order(), "boxRows": layout.box_rows(), "boxColumns": layout.box_columns(),
        "givens": to_line(explanation.puzzle.grid()),
        "solution": explanation.solution.as_ref().map(to_line),
        "heading": super::text::heading(explanation),
        "paints": meanings, "steps": steps,
    }))
}

/// The sheet of a line that is no puzzle.
pub fn rejected_sheet(why: &dyn Display, set: &str, line: u64) -> Sheet {
    Sheet::of(&json!({ "set": set, "line": line, "rejected": why.to_string() }))
}

impl Sheet {
    fn of(value: &impl Serialize) -> Sheet {
        Sheet(script_json(value))
    }
}

/// The page of these sheets. `strategies` are all that were asked for, as places
/// in [`STRATEGIES`]; `left_out` counts puzzles without a sheet.
pub fn write(title: &str, strategies: &[usize], sheets: &[Sheet], left_out: u64) -> String {
    let rows = strategies.iter().map(|&place| {
        let row = &STRATEGIES[place];
        (row.name.to_string(), json!({ "title": row.title, "level": format!("{:?}", row.level) }))
    });
    let rows: Map<String, Value> = rows.collect();
    let about = json!({
        "title": title, "tool": version::VERSION, "strategies": rows, "leftOut": left_out,
    });
    let style = ["\n", &STYLE.concat()].concat();
    let script = ["\n\"use strict\";\n(() => {\n", &SCRIPT.concat(), "})();\n"].concat();
    let head = html! {
        meta http-equiv="Content-Security-Policy" content=(policy(&[&style], &[&script], ""));
        title { (title) " explained" }
        style { (PreEscaped(&style)) }
    };
    let mut page = format!("{HEAD}{}\n</head>\n{BODY}", head.into_string());
    page += "<script type=\"application/json\" id=\"about\">";
    page += &script_json(&about);
    page += "</script>\n";
    for sheet in sheets {
        page += "<script type=\"application/json\" class=\"sheet\">";
        page += &sheet.0;
        page += "</script>\n";
    }
    page += &format!("<script>{script}</script>\n</body>\n</html>\n");
    page
}

/// `[strategy, reason, conclusion, placed, removed, marks, links, houses]`; a candidate is
/// 32 times its cell plus its digit, a mark a candidate and the place of its paint.
fn step(application: &Application, grid: &CandidateGrid, paints: &mut Vec<Paint>) -> Value {
    let drawing = Drawing::of(&application.step, grid);
    let (mut placed, mut removed) = (Vec::new(), Vec::new());
    for deduction in &application.step.deductions {
        match *deduction {
            Deduction::Place(cell, digit) => placed.push(code(cell, digit)),
            Deduction::Eliminate(cell, digit) => removed.push(code(cell, digit)),
        }
    }
    let mut marks = Vec::new();
    for part in drawing.parts.iter().filter(|part| matches!(part.paint, Paint::Part(_))) {
        let place = paints.iter().position(|&paint| paint == part.paint);
        let place = place.unwrap_or_else(|| {
            paints.push(part.paint);
            paints.len() - 1
        });
        marks.extend([code(part.cell, part.digit), place]);
    }
    let houses = application.step.pattern.houses.iter().map(|house| house.index());
    json!([
        application.row().name,
        application.reason,
        application.step.conclusion(),
        placed,
        removed,
        marks,
        drawing.links.iter().map(link).collect::<Vec<_>>(),
        houses.collect::<Vec<_>>(),
    ])
}

fn link(link: &Link) -> Value {
    let codes = |ends: &[(Cell, Digit)]| {
        ends.iter().map(|&(cell, digit)| code(cell, digit)).collect::<Vec<_>>()
    };
    json!([codes(&link.from), codes(&link.to), u8::from(link.strong)])
}

fn code(cell: Cell, digit: Digit) -> usize {
    32 * cell.index() + usize::from(digit.value())
}

/// `[name, number of its set or cluster, side of its cluster, meaning]`.
fn meaning(paint: Paint) -> Value {
    let side = matches!(paint, Paint::Part(Role::Colour(_, true)));
    json!([paint.name(), paint.number().unwrap_or(0), u8::from(side), paint.meaning()])
}

/// JSON that can stand in a script element: nothing in it looks like markup.
fn script_json(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("strings and numbers serialize");
    let mut safe = String::with_capacity(json.len());
    for symbol in json.chars() {
        match symbol {
            // These occur in strings only.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe += &format!("\\u{:04x}", u32::from(symbol));
            }
            _ => safe.push(symbol),
        }
    }
    safe
}
