//! The questions of the pages Solve and Play.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::position::{position, puzzle, strategies, text};
use super::refusal::Refusal;
use super::work::Answerer;
use crate::catalogue as tables;
use crate::explain::json::{candidate, ending_name, state, step as step_json};
use crate::explain::{Drawing, Explainer, Explanation};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::solver::{Answer, Limit, Verdict, find_solver};
use crate::strategy::STRATEGIES;
use crate::text::{puzzle_line, to_line};
use crate::version;

/// The questions by their paths.
pub(super) const QUESTIONS: [(&str, Answerer); 5] = [
    ("/api/board", board),
    ("/api/step", step),
    ("/api/steps", steps),
    ("/api/count", count),
    ("/api/solve", solve),
];

/// The tables of strategies, orders, solvers and formats.
pub(super) fn catalogue() -> Value {
    json!({
        "version": version::VERSION, "strategies": tables::strategies(),
        "orders": tables::orders(), "solvers": tables::solvers(), "formats": tables::formats(),
    })
}

fn board(question: &Value, stop: &dyn Fn() -> bool) -> Result<Value, Refusal> {
    let (puzzle, grid) = position(question)?;
    let explained = Explainer::new(Vec::new()).explain_from(&puzzle, grid, 0, stop);
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
    stop: &dyn Fn() -> bool,
) -> Result<(Explanation, Vec<Value>, CandidateGrid), Refusal> {
    let ((puzzle, start), strategies) = (position(question)?, strategies(question)?);
    let explanation = Explainer::new(strategies).explain_from(&puzzle, start, most, stop);
    let mut grid = explanation.start.clone();
    let steps = (1..).zip(&explanation.steps).map(|(number, application)| {
        let mut value = step_json(number, application, &grid);
        let drawing = Drawing::of(&application.step, &grid);
        draw(&mut value, &drawing);
        application.step.apply(&mut grid);
        value
    });
    let steps = steps.collect();
    Ok((explanation, steps, grid))
}

/// Adds to a step what to paint and what to connect.
fn draw(value: &mut Value, drawing: &Drawing) {
    let ends = |ends: &[(Cell, Digit)]| -> Vec<Value> {
        ends.iter().map(|&(cell, digit)| candidate(cell, digit)).collect()
    };
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
    value["parts"] = parts.collect();
    value["links"] = links.collect();
}

fn names(places: &[usize]) -> Vec<&'static str> {
    places.iter().map(|&place| STRATEGIES[place].name).collect()
}

fn step(question: &Value, stop: &dyn Fn() -> bool) -> Result<Value, Refusal> {
    let (explanation, steps, after) = explained(question, 1, stop)?;
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

fn steps(question: &Value, stop: &dyn Fn() -> bool) -> Result<Value, Refusal> {
    let (explanation, steps, last) = explained(question, usize::MAX, stop)?;
    Ok(json!({
        "steps": steps, "last": state(&last), "ending": explanation.ending.map(ending_name),
        "withheld": names(&explanation.withheld),
        "of_other_sizes": names(&explanation.of_other_sizes),
    }))
}

fn late() -> Refusal {
    Refusal(StatusCode::SERVICE_UNAVAILABLE, "that takes longer than 10 s".into())
}

fn count(question: &Value, stop: &dyn Fn() -> bool) -> Result<Value, Refusal> {
    let most = question["limit"].as_u64().filter(|&most| most > 0);
    let most = most.ok_or_else(|| Refusal::wrong("`limit` is no number above 0"))?;
    let limit = Limit { stop, ..Limit::solutions(most) };
    let answer = answered(question, "sat", &limit)?;
    let complete = answer.verdict != Verdict::Limit && answer.solutions < most;
    Ok(json!({ "solutions": answer.solutions, "complete": complete }))
}

fn solve(question: &Value, stop: &dyn Fn() -> bool) -> Result<Value, Refusal> {
    let most = question["count"].as_u64().unwrap_or(1).clamp(1, 2);
    let limit = Limit { stop, ..Limit::solutions(most) };
    let answer = answered(question, text(question, "solver")?, &limit)?;
    // The names of the verdicts are those of the `status` column.
    Ok(json!({
        "verdict": format!("{:?}", answer.verdict).to_lowercase(), "solutions": answer.solutions,
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
