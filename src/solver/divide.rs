//! A search in row-major order, cut into parts that can be made side by side.
//!
//! PHP16 would divide the problem over the cores if its program were too slow ("Utökning").
//! A part is the search below the digits of the first empty cells: the same puzzle with
//! these digits given. The parts follow one another in the order of the search, and what
//! the search does outside of them is counted here, so that the sum is what the undivided
//! search counts, to the unit.

use crate::grid::{Digit, Puzzle};

/// The search for one puzzle in parts, in the order of the search.
pub struct Division {
    /// The parts.
    pub parts: Vec<Part>,
    /// What the search does after the last part.
    pub rest: Outside,
    /// The empty cells whose digits the parts have.
    pub depth: u64,
    given_checks: u64,
}

/// The search below some digits in the first empty cells.
pub struct Part {
    /// The puzzle with these digits given.
    pub puzzle: Puzzle,
    /// What the search does between the part before and this one.
    pub before: Outside,
    /// The checks that a search of `puzzle` begins with and that are counted before it.
    pub counted: u64,
}

/// What the search does outside of the parts.
#[derive(Clone, Copy, Default)]
pub struct Outside {
    /// Its checks.
    pub checks: u64,
    /// Its guesses.
    pub guesses: u64,
}

impl Division {
    /// Divides a search that makes `given_checks` checks of a given it passes into at least
    /// so many parts, or as many as there are digits for all empty cells but one. None for a
    /// grid that is full, and for a pencilmark puzzle.
    pub fn new(puzzle: &Puzzle, given_checks: u64, parts: usize) -> Option<Division> {
        if puzzle.has_marks() {
            return None;
        }
        let whole = Part { puzzle: puzzle.clone(), before: Outside::default(), counted: 0 };
        let empty = puzzle.values().len() - puzzle.clues();
        let mut division =
            Division { parts: vec![whole], rest: Outside::default(), depth: 0, given_checks };
        division.parts[0].before.checks = given_checks * first_empty(puzzle)? as u64;
        while division.parts.len() < parts && division.depth + 1 < empty as u64 {
            division.deepen();
        }
        for part in &mut division.parts {
            part.counted = given_checks * first_empty(&part.puzzle)? as u64;
        }
        Some(division)
    }

    /// Cuts every part by the digits of its first empty cell.
    fn deepen(&mut self) {
        let mut outside = Outside::default();
        let mut parts = Vec::new();
        for Part { puzzle, before, .. } in self.parts.drain(..) {
            outside.checks += before.checks;
            outside.guesses += before.guesses;
            let layout = puzzle.layout();
            let first = first_empty(&puzzle).expect("a part has an empty cell");
            let cell = layout.cells()[first];
            for digit in Digit::all(layout.order()) {
                outside.checks += 1;
                if layout.peers(cell).iter().any(|&peer| puzzle.given(peer) == Some(digit)) {
                    continue;
                }
                let mut grid = puzzle.grid().clone();
                grid.set(cell, Some(digit));
                let puzzle = Puzzle::new(grid).expect("no peer has the digit");
                let next = first_empty(&puzzle).expect("a part has an empty cell");
                outside.guesses += 1;
                outside.checks += self.given_checks * (next - first - 1) as u64;
                let before = std::mem::take(&mut outside);
                parts.push(Part { puzzle, before, counted: 0 });
            }
        }
        self.parts = parts;
        self.depth += 1;
        self.rest.checks += outside.checks;
        self.rest.guesses += outside.guesses;
    }
}

/// The place of the first empty cell in row-major order.
fn first_empty(puzzle: &Puzzle) -> Option<usize> {
    puzzle.values().iter().position(|&value| value == 0)
}
