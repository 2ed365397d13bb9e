//! Taking givens away while the solution stays the only one.
//!
//! Orbits of cells are gone through in random order, and each is emptied unless
//! that lets a second solution in or leaves fewer givens than wanted. A given
//! that is necessary stays so when others go, so one pass is enough, and what is
//! left after a pass without a target is minimal.

use super::Uniqueness;
use crate::grid::{Cell, Puzzle};

/// Takes givens away from a puzzle with one solution, in this order, down to
/// `target` or as near as the order allows.
pub fn remove(
    puzzle: &mut Puzzle,
    orbits: &[&[Cell]],
    target: usize,
    uniqueness: &mut dyn Uniqueness,
) {
    let mut clues = puzzle.clues();
    let mut next = 0;
    // The first removals nearly always succeed, so they are tried together. Where
    // many can go together each could have gone by itself, so this changes the
    // time and not the outcome.
    let mut together = orbits.len() / 3;
    while together > 1 {
        let some = &orbits[next..orbits.len().min(next + together)];
        let cells = some.concat();
        let fits = clues >= target + cells.len();
        if !cells.is_empty() && fits && uniqueness.first_redundant(puzzle, &[&cells]).is_some() {
            cells.iter().for_each(|&cell| puzzle.remove(cell));
            clues -= cells.len();
            next += some.len();
        } else {
            together /= 2;
        }
    }
    let mut rest = orbits[next..].to_vec();
    loop {
        rest.retain(|orbit| clues >= target + orbit.len());
        let Some(first) = uniqueness.first_redundant(puzzle, &rest) else { return };
        rest[first].iter().for_each(|&cell| puzzle.remove(cell));
        clues -= rest[first].len();
        rest.drain(..=first);
    }
}
