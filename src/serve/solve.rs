//! The questions of the pages Solve and Play.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::generate::generate;
use super::position::{position, puzzle, strategies, text};
use super::rate::rate;
use super::refusal::Refusal;
use super::texts::{export, read};
use super::work::{Answerer, late};
use crate::catalogue as tables;
use crate::explain::json::{candidate, ending_name, state, step as step_json};
use crate::explain::{Application, Drawing, Explainer, Explanation};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::interrupt::Interrupt;
use crate::solver::{Answer, Limit, Verdict, find_solver};
use crate::strategy::{STRATEGIES, Studied, visit_steps};
use crate::text::{puzzle_line, to_line};
use crate::version;

/// Steps found at one position that are sent at most.
const MOST_FOUND: usize = 1_000;

/// The questions by their paths.
pub(super) const QUESTIONS: [(&str, Answerer); 10] = [
    ("/api/board", board),
    ("/api/step", step),
    ("/api/steps", steps),
    ("/api/find", find),
    ("/api/count", count),
    ("/api/solve", solve),
    ("/api/rate", rate),
    ("/api/read", read),
    ("/api/export", export),
    ("/api/generate", generate),
];

/// The tables of strategies, orders, solvers and formats.
pub(super) fn catalogue() -> Value {
    json!({
        "version": version::VERSION, "strategies": tables::strategies(),
        "orders": tables::orders(), "solvers": tables::solvers(), "formats": tables::formats(),
    })
}

fn board(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let (puzzle, grid) = position(question)?;
    let explained = Explainer::new(Vec::new()).explain_from(&puzzle, grid, 0, &|| end.is_set());
    let layout = puzzle.layout();
    let is_wrong = |cell: &&Cell| {
        let right = explained.solution.as_ref().and_then(|solution| solution.digit(**cell));
        right.is_some() && explained.start.digit(**cell).is_some_and(|value| Some(value) != right)
    };
    let wrong: Vec<String> =
        layout.cells().iter().filter(is_wrong).map(|cell| cell.to_string()).collect();
    Ok(json!({
        "puzzle": puzzle_line(&puzzle), "size": layout.order(), "box_rows": layout.box_rows(),
        "box_columns": layout.box_columns(), "clues": puzzle.clues(), "marks": puzzle.has_marks(),
        "state": state(&explained.start), "solutions": explained.solutions,
        "solution": explained.solution.as_ref().map(to_line), "wrong": wrong,
    }))
}

/// What strategies find from the position on, and the fields that every such answer has.
fn explained(
    question: &Value,
    most: usize,
    end: &Interrupt,
) -> Result<(Explanation, Vec<Value>, CandidateGrid), Refusal> {
    let ((puzzle, start), strategies) = (position(question)?, strategies(question)?);
    let explanation =
        Explainer::new(strategies).explain_from(&puzzle, start, most, &|| end.is_set());
    let mut grid = explanation.start.clone();
    let steps = (1..).zip(&explanation.steps).map(|(number, application)| {
        let value = drawn(number, application, &grid);
        application.step.apply(&mut grid);
        value
    });
    let steps = steps.collect();
    Ok((explanation, steps, grid))
}

/// A step with what to paint and what to connect.
fn drawn(number: usize, application: &Application, grid: &CandidateGrid) -> Value {
    let ends = |ends: &[(Cell, Digit)]| -> Vec<Value> {
        ends.iter().map(|&(cell, digit)| candidate(cell, digit)).collect()
    };
    let drawing = Drawing::of(&application.step, grid);
    let parts = drawing.parts.iter().map(|part| {
        let paint = part.paint;
        json!({
            "cell": part.cell.to_string(), "digit": part.digit.value(), "class": paint.name(),
            "number": paint.number(), "meaning": paint.meaning(),
        })
    });
    let links = drawing.links.iter().map(
        |link| json!({ "from": ends(&link.from), "to": ends(&link.to), "strong": link.strong }),
    );
    let mut value = step_json(number, application, grid);
    value["parts"] = parts.collect();
    value["links"] = links.collect();
    value
}

fn names(places: &[usize]) -> Vec<&'static str> {
    places.iter().map(|&place| STRATEGIES[place].name).collect()
}

fn step(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let (explanation, steps, after) = explained(question, 1, end)?;
    if steps.is_empty() && explanation.ending.is_none() {
        return Err(late());
    }
    Ok(json!({
        "step": steps.into_iter().next(), "after": state(&after),
        "ending": explanation.ending.map(ending_name),
        "withheld": names(&explanation.withheld),
        "of_other_sizes": names(&explanation.of_other_sizes),
    }))
}

fn steps(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let (explanation, steps, last) = explained(question, usize::MAX, end)?;
    Ok(json!({
        "steps": steps, "last": state(&last), "ending": explanation.ending.map(ending_name),
        "withheld": names(&explanation.withheld),
        "of_other_sizes": names(&explanation.of_other_sizes),
    }))
}

/// Every step that one of the strategies finds at the position.
fn find(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let ((puzzle, start), strategies) = (position(question)?, strategies(question)?);
    let stop = || end.is_set();
    let explained = Explainer::new(strategies).explain_from(&puzzle, start, 0, &stop);
    let grid = &explained.start;
    let (studied, mut steps) = (Studied::new(grid, &stop), Vec::new());
    // Of a position that is solved or contradictory there is nothing to find.
    let open = explained.ending.is_none();
    for &strategy in explained.strategies.iter().filter(|_| open) {
        let row = &STRATEGIES[strategy];
        let _ = visit_steps(row, &studied, &mut |step| {
            let reason = (row.explain)(&step, &studied);
            let application = Application { strategy, step, reason };
            steps.push(drawn(steps.len() + 1, &application, grid));
            if steps.len() > MOST_FOUND {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if steps.len() > MOST_FOUND {
            break;
        }
    }
    let complete = steps.len() <= MOST_FOUND && !studied.stopped();
    steps.truncate(MOST_FOUND);
    Ok(json!({
        "steps": steps, "complete": complete, "withheld": names(&explained.withheld),
        "of_other_sizes": names(&explained.of_other_sizes),
    }))
}

fn count(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let most = question["limit"].as_u64().filter(|&most| most > 0);
    let most = most.ok_or_else(|| Refusal::wrong("`limit` is no number above 0"))?;
    let limit = Limit { stop: &|| end.is_set(), ..Limit::solutions(most) };
    let answer = answered(question, "sat", &limit)?;
    let complete = answer.verdict != Verdict::Limit && answer.solutions < most;
    Ok(json!({ "solutions": answer.solutions, "complete": complete }))
}

fn solve(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let most = match &question["count"] {
        Value::Null => Some(1),
        count => count.as_u64().filter(|most| (1..=2).contains(most)),
    };
    let most = most.ok_or_else(|| Refusal::wrong("`count` is neither 1 nor 2"))?;
    let limit = Limit { stop: &|| end.is_set(), ..Limit::solutions(most) };
    let answer = answered(question, text(question, "solver")?, &limit)?;
    Ok(json!({
        "verdict": answer.verdict.name(), "solutions": answer.solutions,
        "solution": answer.solution.as_ref().map(to_line),
        "checks": answer.effort.checks, "guesses": answer.effort.guesses,
    }))
}

fn answered(question: &Value, solver: &str, limit: &Limit) -> Result<Answer, Refusal> {
    let puzzle = puzzle(question)?;
    let row = find_solver(solver);
    let row = row.ok_or_else(|| Refusal::wrong(format!("no solver `{solver}`")))?;
    if !row.takes(&puzzle) {
        return Err(Refusal::wrong(format!("`{solver}` does not take this kind of puzzle")));
    }
    Ok((row.build)().solve(&puzzle, limit))
}
