//! A random full grid.
//!
//! HR12 solves the empty board with a random digit order; here the next cell is
//! also chosen, the first with the fewest candidates, so that the search does not
//! stray.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::grid::{CandidateGrid, Digit, Grid, Layout, Puzzle};

/// A random full grid; every full grid can come out, not all equally often.
pub fn random_grid(layout: &'static Layout, rng: &mut impl Rng) -> Grid {
    let empty = Puzzle::new(Grid::empty(layout)).expect("no givens, no conflict");
    fill(CandidateGrid::new(&empty), rng).expect("the empty grid has solutions")
}

fn fill(grid: CandidateGrid, rng: &mut impl Rng) -> Option<Grid> {
    let empty = grid.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_none());
    let Some(&cell) = empty.min_by_key(|&&cell| grid.candidates(cell).len()) else {
        return Some(grid.grid().clone());
    };
    let mut digits: Vec<Digit> = grid.candidates(cell).collect();
    digits.shuffle(rng);
    digits.into_iter().find_map(|digit| {
        let mut next = grid.clone();
        next.place(cell, digit);
        if next.is_contradictory() { None } else { fill(next, rng) }
    })
}
