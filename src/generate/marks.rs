//! Minimal pencilmark puzzles: one solution, and more with any one candidate more.
//!
//! A random full grid whose cells may take nothing but its digits gets the other candidates back
//! in random order, each unless that lets a second solution in. A candidate that stays away must
//! go on doing so when others come back, so one pass is enough. It is what tdoku's generator calls
//! minimising a pencilmark puzzle, in which a clue is a candidate removed.

use rand::seq::SliceRandom;

use super::draft::Plan;
use super::{FullGrids, GenerateError};
use crate::grid::{Digit, DigitSet, Puzzle};
use crate::solver::{Limit, ReferenceSolver, Verdict};

/// Candidates that come back together at first.
const TOGETHER: usize = 128;

/// Makes the puzzle of an index.
pub fn make(
    plan: &Plan,
    grids: &mut FullGrids,
    reference: &mut ReferenceSolver,
    index: u64,
) -> Result<Puzzle, GenerateError> {
    let mut rng = plan.recipe.stream(index);
    let solution = grids.draw(&mut rng, &plan.interrupt).ok_or(GenerateError::Stopped)?;
    let digits = solution.values().iter().map(|&value| DigitSet::only(Digit::new(value)));
    let mut marks: Vec<DigitSet> = digits.collect();
    let layout = solution.layout();
    let all = DigitSet::all(layout.order());
    let away = |cell: usize| (all - marks[cell]).map(move |digit| (cell, digit));
    let mut away: Vec<(usize, Digit)> = (0..marks.len()).flat_map(away).collect();
    away.shuffle(&mut rng);
    let stop = || plan.interrupt.is_set();
    let limit = Limit { stop: &stop, ..Limit::solutions(2) };
    let (mut rest, mut together) = (&away[..], TOGETHER);
    while !rest.is_empty() {
        let (back, after) = rest.split_at(together.min(rest.len()));
        let mut richer = marks.clone();
        back.iter().for_each(|&(cell, digit)| richer[cell].insert(digit));
        let puzzle = Puzzle::of_marks(layout, &richer).expect("every cell has its digit");
        match reference.decide(&[puzzle], &limit).remove(0).verdict {
            Verdict::Unique => (marks, rest) = (richer, after),
            Verdict::Limit => return Err(GenerateError::Stopped),
            // Where many come back together each could have come back by itself.
            _ if together > 1 => together = together.div_ceil(2),
            _ => rest = after,
        }
    }
    Ok(Puzzle::of_marks(layout, &marks).expect("every cell has its digit"))
}
