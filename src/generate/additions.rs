//! Which single givens would leave a puzzle one solution: found by enumeration.
//!
//! Go through all solutions of a puzzle that has several. A digit that stands in a
//! cell in exactly one of them makes that one the only solution, if it is added as
//! a given. So one enumeration answers for all empty cells and digits at once.
//! Puzzles are enumerated side by side, one per lane.

use crate::lanes::{Board, Client, Solver, Tally};

/// A given to add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Addition {
    /// The number of the puzzle in its slice.
    pub puzzle: usize,
    /// The cell, from 0, row by row.
    pub cell: usize,
    /// The digit, from 1.
    pub value: u8,
}

/// All givens of which any one would leave its puzzle one solution, in the order of
/// the puzzles, cells and digits. Puzzles with more than `most` solutions are left.
pub fn additions(solver: &mut Solver, puzzles: &[[u8; 81]], most: u32) -> Vec<Addition> {
    let held = vec![Held { once: [0; 81], twice: [0; 81] }; puzzles.len()];
    let left = vec![false; puzzles.len()];
    let mut enumeration = Enumeration { puzzles, next: 0, most, held, left };
    solver.serve(&mut enumeration, None);
    let Enumeration { held, left, .. } = enumeration;
    let mut additions = Vec::new();
    for (puzzle, held) in held.iter().enumerate().filter(|(puzzle, _)| !left[*puzzle]) {
        for cell in (0..81).filter(|&cell| puzzles[puzzle][cell] == 0) {
            let lone = held.once[cell] & !held.twice[cell];
            let values = (1..=9).filter(|value| lone >> (value - 1) & 1 == 1);
            additions.extend(values.map(|value| Addition { puzzle, cell, value }));
        }
    }
    additions
}

/// Puzzles on their way through the lanes.
struct Enumeration<'a> {
    puzzles: &'a [[u8; 81]],
    next: usize,
    /// A puzzle with more solutions than this is left.
    most: u32,
    /// By puzzle, what its solutions so far hold.
    held: Vec<Held>,
    /// By puzzle, whether it had too many.
    left: Vec<bool>,
}

/// By cell, the digits, as bits, that some solution holds there, and those that
/// several do.
#[derive(Clone)]
struct Held {
    once: [u16; 81],
    twice: [u16; 81],
}

impl Client for Enumeration<'_> {
    fn next(&mut self, board: &mut Board) -> Option<usize> {
        let number = self.next;
        *board = Board::new(self.puzzles.get(number)?);
        self.next += 1;
        Some(number)
    }

    fn solution(&mut self, number: usize, tally: &Tally, solved: &Board) -> bool {
        let Held { once, twice } = &mut self.held[number];
        for (cell, (once, twice)) in once.iter_mut().zip(twice).enumerate() {
            let digit = solved.candidates(cell);
            *twice |= *once & digit;
            *once |= digit;
        }
        self.left[number] = tally.solutions > self.most;
        !self.left[number]
    }

    fn finish(&mut self, _number: usize, _tally: &Tally) {}
}
