//! Explanations as a page for a browser: B09's window for a whole file.
//!
//! One HTML file that needs nothing else: style, script and data are inside, and
//! its security policy forbids the network. It steps forward and back, goes to the
//! previous and next puzzle, shows and hides candidates and solution, draws the
//! pattern of every step, and has a tick box for each strategy.
//!
//! The page holds no solver. It holds a [`sheet`] for each puzzle: every step of its
//! [branches](super::Branches), so that `Next step` can obey the tick boxes, and it
//! says when it leaves what was worked out. Its data is compact and private to this
//! version of the page; programs read [`json`](super::json).
//!
//! Whatever comes from outside (file names, lines) is escaped and only ever
//! shown as text by the script.

use std::fmt::Display;

use maud::{PreEscaped, html};
use serde::Serialize;
use serde_json::{Value, json};

use super::branches::Tried;
use super::{Application, Branches, Budget, Drawing, Explanation, Link, Paint};
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

/// What a page may explore: a few seconds of work, and some tens of megabytes of
/// memory in the browser.
const PAGE: Budget = Budget { states: 40_000, effort: 300_000 };
/// What one puzzle may: enough for every choice among the strategies of most puzzles.
const PUZZLE: Budget = Budget { states: 1_500, effort: 50_000 };

/// What each [`sheet`] of a page with this many puzzles may explore.
pub fn budget(puzzles: usize) -> Budget {
    let puzzles = puzzles.max(1);
    Budget {
        states: PUZZLE.states.min(PAGE.states / puzzles),
        effort: PUZZLE.effort.min(PAGE.effort / puzzles as u64),
    }
}

/// One puzzle's data for the page.
pub struct Sheet(String);

/// The sheet of an explained puzzle in this line of a set, with branches within a
/// budget; none if `stop`, asked now and then, said before the end that it should end. Once
/// `stop` has said true it must go on saying so.
pub fn sheet(
    explanation: &Explanation,
    set: &str,
    line: u64,
    budget: Budget,
    stop: &dyn Fn() -> bool,
) -> Option<Sheet> {
    let branches = Branches::of(explanation, budget, stop)?;
    let layout = explanation.puzzle.layout();
    let mut paints = Vec::new();
    let steps: Vec<Value> = steps_with_grids(&branches)
        .map(|(application, grid)| step(&branches, application, grid, &mut paints))
        .collect();
    let states: Vec<Value> = branches.states.iter().map(|state| tried(&state.tried)).collect();
    let meanings: Vec<Value> = paints.iter().map(|&paint| meaning(paint)).collect();
    let names = |places: &[usize]| places.iter().map(|&place| STRATEGIES[place].name).collect();
    let strategies: Vec<&str> = names(&explanation.strategies);
    Some(Sheet::of(&json!({
        "set": set, "line": line,
        "order": layout.order(), "boxRows": layout.box_rows(), "boxColumns": layout.box_columns(),
        "givens": to_line(explanation.puzzle.grid()),
        "solution": explanation.solution.as_ref().map(to_line),
        "heading": super::text::heading(explanation),
        "strategies": strategies,
        "paints": meanings, "steps": steps, "states": states,
    })))
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
/// in [`STRATEGIES`], first tried first; `left_out` counts puzzles without a sheet.
pub fn write(title: &str, strategies: &[usize], sheets: &[Sheet], left_out: u64) -> String {
    let rows: Vec<Value> = strategies
        .iter()
        .map(|&place| {
            let row = &STRATEGIES[place];
            json!({
                "name": row.name, "title": row.title, "level": format!("{:?}", row.level),
                "score": row.score, "uniqueness": row.uniqueness,
            })
        })
        .collect();
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

/// Every step of the branches with the grid of a state it was found on.
fn steps_with_grids(branches: &Branches) -> impl Iterator<Item = (&Application, &CandidateGrid)> {
    let mut grids = vec![None; branches.steps.len()];
    for (state, tried) in branches.states.iter().enumerate() {
        for trial in &tried.tried {
            if let Tried::Found { step, .. } = *trial {
                grids[step].get_or_insert(state);
            }
        }
    }
    let grids = grids.into_iter().map(|state| branches.grid(state.expect("every step is found")));
    branches.steps.iter().zip(grids)
}

/// `[rank, reason, conclusion, placed, removed, marks, links, houses]`; a candidate is
/// 32 times its cell plus its digit, a mark a candidate and the place of its paint.
fn step(
    branches: &Branches,
    application: &Application,
    grid: &CandidateGrid,
    paints: &mut Vec<Paint>,
) -> Value {
    let drawing = Drawing::of(&application.step, grid);
    let rank = branches.strategies.iter().position(|&place| place == application.strategy);
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
        rank,
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

/// `[[ranks not tried], number of ranks up to the last one tried, step, to, step, to, …]`.
fn tried(trials: &[Tried]) -> Value {
    let end = trials.iter().rposition(|&trial| trial != Tried::Unknown).map_or(0, |rank| rank + 1);
    let unknown = (0..end).filter(|&rank| trials[rank] == Tried::Unknown).collect::<Vec<_>>();
    let mut state = vec![json!(unknown), json!(end)];
    for trial in trials {
        if let Tried::Found { step, to } = *trial {
            state.extend([json!(step), json!(to)]);
        }
    }
    Value::Array(state)
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
