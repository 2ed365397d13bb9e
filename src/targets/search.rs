//! The search from one puzzle towards a target.
//!
//! What is too hard gets another given, in a cell that was not solved; what is too easy loses one,
//! or has some exchanged. So the search stays about where puzzles become solvable by what the
//! target allows, which is where those stand that need all of it. A given that makes a puzzle too
//! easy at once, or takes away where what is asked for was used, is taken back, and another tried.
//! An exchange that leads further away is taken back, but for one in so many. The search ends when
//! it has come no nearer for a while.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::moves::Moves;
use super::{Fit, Judge, Target};
use crate::generate::Recipe;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;

/// Puzzles judged without coming nearer, after which a search ends.
const PATIENCE: u64 = 100;
/// Givens tried in turn where what is asked for was used, and where it was not.
const TRIES: [u32; 2] = [24, 6];
/// One in so many exchanges that lead further away is kept.
const ASIDE: u32 = 12;
/// The streams of the searches are not those of the generator.
const STREAMS: u64 = 1 << 63;

/// What a search came to.
pub struct End {
    /// The nearest puzzle.
    pub puzzle: Puzzle,
    /// How far off it is: 0 if it meets the target.
    pub distance: u32,
    /// Puzzles judged.
    pub tried: u64,
}

/// Searches; keep one per thread.
pub struct Search {
    seed: u64,
    moves: Moves,
    judge: Judge,
    interrupt: Interrupt,
}

impl Search {
    /// One for this target.
    pub fn new(recipe: &Recipe, target: &Target, interrupt: &Interrupt) -> Search {
        let (moves, judge) = (Moves::new(recipe, interrupt), Judge::new(target));
        Search { seed: recipe.seed, moves, judge, interrupt: interrupt.clone() }
    }

    /// Judges a puzzle whose givens may not change; nothing if it was interrupted.
    pub fn judge(&mut self, puzzle: Puzzle) -> Option<End> {
        let solution = self.moves.solution(&puzzle)?;
        let stop = || self.interrupt.is_set();
        let distance = self.judge.judge(&puzzle, solution.values(), &stop).distance();
        (!stop()).then_some(End { puzzle, distance, tried: 1 })
    }

    /// Searches from the puzzle of an index; nothing if it was interrupted.
    pub fn from(&mut self, start: Puzzle, index: u64) -> Option<End> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(STREAMS | index);
        let solution = self.moves.solution(&start)?;
        let interrupt = self.interrupt.clone();
        let stop = || interrupt.is_set();
        let mut fit = self.judge.judge(&start, solution.values(), &stop);
        let mut end = End { puzzle: start.clone(), distance: fit.distance(), tried: 1 };
        let (mut puzzle, mut nearer_at, mut taken_back) = (start, 0, 0);
        while !stop() && fit != Fit::Meets && end.tried - nearer_at < PATIENCE {
            let (moves, rng) = (&mut self.moves, &mut rng);
            let straight = match &fit {
                Fit::TooHard { used, .. } if taken_back == TRIES[usize::from(!used)] => None,
                Fit::TooHard { empty, .. } => moves.add(&puzzle, &solution, empty, rng),
                _ if rng.random_ratio(1, 2) => moves.remove(&puzzle, &solution, rng),
                _ => None,
            };
            let is_straight = straight.is_some();
            let next = straight.or_else(|| moves.exchange(&puzzle, &solution, rng));
            end.tried += 1;
            let Some(next) = next else { continue };
            let next_fit = self.judge.judge(&next, solution.values(), &stop);
            if stop() {
                return None;
            }
            let distance = next_fit.distance();
            if distance < end.distance {
                (end.puzzle, end.distance, nearer_at) = (next.clone(), distance, end.tried);
            }
            let is_kept = match (&fit, &next_fit) {
                (Fit::TooHard { .. }, Fit::TooEasy(_)) if is_straight => false,
                (Fit::TooHard { used: was, .. }, Fit::TooHard { used: is, .. }) if is_straight => {
                    is >= was
                }
                _ if is_straight => true,
                (Fit::TooHard { used, .. }, _) if taken_back == TRIES[usize::from(!used)] => true,
                _ => distance <= fit.distance() || rng.random_ratio(1, ASIDE),
            };
            if is_kept {
                (puzzle, fit, taken_back) = (next, next_fit, 0);
            } else {
                taken_back += 1;
            }
        }
        (!stop()).then_some(end)
    }
}
