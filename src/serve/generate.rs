//! A puzzle made to order.

use std::hash::{BuildHasher as _, RandomState};

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::position::text;
use super::refusal::Refusal;
use crate::generate::{
    ClueSymmetry, Equivalence, Fill, Recipe, Requirement, SeenPuzzles, clue_range,
};
use crate::grid::{Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::{Limit, ReferenceSolver};
use crate::strategy::Level;
use crate::targets::{State, Target, Wanted, rating_range, rung};
use crate::text::{puzzle_line, to_line};

/// Makes a puzzle with one solution that meets what is asked for.
pub(super) fn generate(question: &Value, end: &Interrupt) -> Result<Value, Refusal> {
    let seed = match &question["seed"] {
        // Each is keyed anew. 53 bits, so that a page's numbers hold it.
        Value::Null => RandomState::new().hash_one(0) >> 11,
        seed => seed.as_u64().ok_or_else(|| Refusal::wrong("`seed` is no number from 0"))?,
    };
    let wanted = wanted(question, seed)?;
    wanted.target.check(wanted.recipe.layout).map_err(Refusal::wrong)?;
    wanted.check().map_err(|error| Refusal::wrong(error.to_string()))?;
    let mut found: Option<Puzzle> = None;
    let mut seen = SeenPuzzles::new(Equivalence::Equivalent);
    let made = wanted.make(State::default(), &mut seen, end, &mut |puzzles, _| {
        found = found.take().or_else(|| puzzles.first().cloned());
        Ok(())
    });
    let made = made.map_err(|error| unmade(error.to_string()))?;
    let Some(puzzle) = found else {
        let nearest = made.nearest.map(|nearest| {
            let (line, is) = (puzzle_line(&nearest), wanted.target.describe(&nearest));
            format!("; the nearest is {line}: {is}")
        });
        let (tried, nearest) = (made.tally.tried, nearest.unwrap_or_default());
        return Err(unmade(format!("no such puzzle in 10 s, {tried} tried{nearest}")));
    };
    let limit = Limit { stop: &|| end.is_set(), ..Limit::solutions(2) };
    let answer = ReferenceSolver::default().decide(std::slice::from_ref(&puzzle), &limit).remove(0);
    Ok(json!({
        "puzzle": puzzle_line(&puzzle), "solution": answer.solution.as_ref().map(to_line),
        "clues": puzzle.clues(), "seed": seed, "tried": made.tally.tried,
    }))
}

fn unmade(why: String) -> Refusal {
    Refusal(StatusCode::SERVICE_UNAVAILABLE, why)
}

fn wanted(question: &Value, seed: u64) -> Result<Wanted, Refusal> {
    let size = asked(question, "size", |name| Layout::named(name).ok_or("no such size".into()))?;
    let layout = size.unwrap_or_else(Layout::nine);
    let symmetry = |name: &str| ClueSymmetry::find(name).ok_or("no such symmetry".into());
    let symmetry = asked(question, "symmetry", symmetry)?;
    let level = |name: &str| Level::find(name).ok_or("no such level".into());
    let target = Target {
        rating: asked(question, "rating", rating_range)?,
        level: asked(question, "level", level)?,
        most: asked(question, "max_strategy", rung)?,
        needs: asked(question, "needs", rung)?,
        ..Target::default()
    };
    let clues = asked(question, "clues", clue_range)?;
    let recipe = Recipe {
        layout,
        clues: clues.unwrap_or(0..=layout.cells().len()),
        requirement: Requirement::Unique,
        symmetry: symmetry.unwrap_or(ClueSymmetry::None),
        fill: Fill::default(),
        seed,
    };
    Ok(Wanted { recipe, target, pattern: None, hunt: None, count: 1, threads: 1 })
}

/// What a field of text means, if it is there.
fn asked<T>(
    question: &Value,
    field: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Refusal> {
    if question[field].is_null() {
        return Ok(None);
    }
    let meant = read(text(question, field)?);
    meant.map(Some).map_err(|why| Refusal::wrong(format!("`{field}`: {why}")))
}
