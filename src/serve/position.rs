//! What a question is about: a puzzle, the digits filled in, and the candidates left.

use serde_json::Value;

use super::refusal::Refusal;
use crate::grid::{CandidateGrid, Digit, DigitSet, Puzzle};
use crate::strategy::STRATEGIES;
use crate::text::{Dialect, parse_cells, parse_line};

/// The text of a field that a question must have.
pub(super) fn text<'a>(question: &'a Value, field: &str) -> Result<&'a str, Refusal> {
    question[field].as_str().ok_or_else(|| Refusal::wrong(format!("`{field}` is no text")))
}

/// The puzzle of a question.
pub(super) fn puzzle(question: &Value) -> Result<Puzzle, Refusal> {
    let line = text(question, "puzzle")?.as_bytes();
    let puzzle = parse_line(line, Dialect::of_first_line(line));
    let puzzle = puzzle.map_err(|error| Refusal::wrong(format!("no puzzle: {error}")))?;
    puzzle.ok_or_else(|| Refusal::wrong("no puzzle: the line is empty or a comment"))
}

/// The puzzle of a question, and the candidates that its values and its own candidates leave.
pub(super) fn position(question: &Value) -> Result<(Puzzle, CandidateGrid), Refusal> {
    let puzzle = puzzle(question)?;
    let mut grid = CandidateGrid::new(&puzzle);
    let cells = puzzle.layout().cells();
    if !question["values"].is_null() {
        let line = text(question, "values")?.as_bytes();
        let values =
            parse_cells(line).map_err(|error| Refusal::wrong(format!("values: {error}")))?;
        if values.layout() != puzzle.layout() || values.has_marks() {
            return Err(Refusal::wrong("the values are of another size than the puzzle"));
        }
        for &cell in cells {
            match (values.given(cell), grid.digit(cell)) {
                (value, placed) if value == placed => (),
                (Some(digit), None) if grid.candidates(cell).contains(digit) => {
                    grid.place(cell, digit);
                }
                _ => return Err(Refusal::wrong(format!("the value of {cell} cannot be"))),
            }
        }
    }
    if let Some(candidates) = question["candidates"].as_array() {
        if candidates.len() != cells.len() {
            return Err(Refusal::wrong("there are not as many candidates as cells"));
        }
        for (&cell, wanted) in cells.iter().zip(candidates) {
            let mut keep = DigitSet::default();
            for symbol in wanted.as_str().unwrap_or("?").chars() {
                let digit =
                    grid.candidates(cell).into_iter().find(|digit| digit.symbol() == symbol);
                let none = || Refusal::wrong(format!("{cell} has no candidate like that"));
                keep.insert(digit.ok_or_else(none)?);
            }
            let away: Vec<Digit> =
                grid.candidates(cell).into_iter().filter(|&digit| !keep.contains(digit)).collect();
            for digit in away {
                grid.eliminate(cell, digit);
            }
        }
    }
    Ok((puzzle, grid))
}

/// The strategies of a question, as places in [`STRATEGIES`].
pub(super) fn strategies(question: &Value) -> Result<Vec<usize>, Refusal> {
    let names = question["strategies"].as_array();
    let names = names.ok_or_else(|| Refusal::wrong("`strategies` is no list"))?;
    let mut places = Vec::new();
    for name in names {
        let place = STRATEGIES.iter().position(|row| name.as_str() == Some(row.name));
        let place = place.ok_or_else(|| Refusal::wrong(format!("no strategy {name}")))?;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(places)
}
