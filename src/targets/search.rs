//! The search from one puzzle towards a target.
//!
//! What is too hard gets another given, in a cell that was not solved; what is too easy loses one,
//! or has some exchanged. So the search stays about where puzzles become solvable by what the
//! target allows, which is where those stand that need all of it. A given that makes a puzzle too
//! easy at once, or takes away where what is asked for was used, is taken back, and another tried.
//! An exchange that leads further away is taken back, but for one in so many. The search ends when
//! it has come no nearer for a while.
//!
//! Where one puzzle stands that meets the target, others stand near. Unless it was met at
//! once, the search goes on from there to a few others that have several other givens.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::moves::Moves;
use super::{Fit, Judge, Target};
use crate::generate::Recipe;
use crate::grid::{Grid, Puzzle};
use crate::interrupt::Interrupt;

/// Puzzles judged without coming nearer, after which a search ends.
const PATIENCE: u64 = 100;
/// Givens tried in turn where what is asked for was used, and where it was not.
const TRIES: [u32; 2] = [24, 6];
/// One in so many exchanges that lead further away is kept.
const ASIDE: u32 = 12;
/// Puzzles judged within which the target is met at once: then one puzzle will do.
const AT_ONCE: u64 = 20;
/// Puzzles found in one search, at most.
const MOST: usize = 8;
/// Cells that are given in one of two puzzles found in one search and not in the other, at least.
const APART: usize = 6;
/// The streams of the searches are not those of the generator.
pub(super) const STREAMS: u64 = 1 << 63;

/// What a search came to.
pub struct End {
    /// The puzzles that meet the target.
    pub found: Vec<Puzzle>,
    /// If none does, the nearest, and how far off it is.
    pub nearest: Option<(u32, Puzzle)>,
    /// Puzzles judged.
    pub tried: u64,
}

impl End {
    fn of(puzzle: Puzzle, distance: u32, tried: u64) -> End {
        match distance {
            0 => End { found: vec![puzzle], nearest: None, tried },
            _ => End { found: Vec::new(), nearest: Some((distance, puzzle)), tried },
        }
    }
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
        (!stop()).then(|| End::of(puzzle, distance, 1))
    }

    /// Searches from the puzzle of an index; nothing if it was interrupted.
    pub fn from(&mut self, start: Puzzle, index: u64) -> Option<End> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(STREAMS | index);
        let solution = self.moves.solution(&start)?;
        let (puzzle, distance, tried) = self.nearest(start, &solution, &mut rng)?;
        let mut end = End::of(puzzle, distance, tried);
        if distance == 0 && tried > AT_ONCE {
            self.others(&mut end, &solution, &mut rng)?;
        }
        Some(end)
    }

    /// The nearest puzzle that moves lead to, its distance, and how many were judged.
    fn nearest(
        &mut self,
        start: Puzzle,
        solution: &Grid,
        rng: &mut ChaCha8Rng,
    ) -> Option<(Puzzle, u32, u64)> {
        let interrupt = self.interrupt.clone();
        let stop = || interrupt.is_set();
        let mut fit = self.judge.judge(&start, solution.values(), &stop);
        let mut nearest = (start.clone(), fit.distance(), 1);
        let (mut puzzle, mut nearer_at, mut taken_back) = (start, 0, 0);
        while !stop() && fit != Fit::Meets && nearest.2 - nearer_at < PATIENCE {
            let moves = &mut self.moves;
            let straight = match &fit {
                Fit::TooHard { used, .. } if taken_back == TRIES[usize::from(!used)] => None,
                Fit::TooHard { empty, .. } => moves.add(&puzzle, solution, empty, rng),
                _ if rng.random_ratio(1, 2) => moves.remove(&puzzle, solution, rng),
                _ => None,
            };
            let is_straight = straight.is_some();
            let next = straight.or_else(|| moves.exchange(&puzzle, solution, rng));
            nearest.2 += 1;
            let Some(next) = next else { continue };
            let next_fit = self.judge.judge(&next, solution.values(), &stop);
            if stop() {
                return None;
            }
            let distance = next_fit.distance();
            if distance < nearest.1 {
                (nearest.0, nearest.1, nearer_at) = (next.clone(), distance, nearest.2);
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
        (!stop()).then_some(nearest)
    }

    /// Walks on from the puzzle found, over puzzles that meet the target as well.
    fn others(&mut self, end: &mut End, solution: &Grid, rng: &mut ChaCha8Rng) -> Option<()> {
        let interrupt = self.interrupt.clone();
        let stop = || interrupt.is_set();
        let (mut puzzle, mut last) = (end.found[0].clone(), end.tried);
        while end.found.len() < MOST && end.tried - last < PATIENCE {
            end.tried += 1;
            let Some(next) = self.moves.exchange(&puzzle, solution, rng) else { continue };
            let fit = self.judge.judge(&next, solution.values(), &stop);
            if stop() {
                return None;
            }
            if fit == Fit::Meets {
                if end.found.iter().all(|one| apart(one, &next) >= APART) {
                    end.found.push(next.clone());
                    last = end.tried;
                }
                puzzle = next;
            }
        }
        Some(())
    }
}

/// The cells that are given in one of two puzzles alone.
fn apart(one: &Puzzle, other: &Puzzle) -> usize {
    let pairs = one.values().iter().zip(other.values());
    pairs.filter(|(one, other)| (**one == 0) != (**other == 0)).count()
}
