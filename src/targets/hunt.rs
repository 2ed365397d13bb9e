//! The hunt: puzzles about puzzles, for what few have.
//!
//! A pool holds the puzzles nearest to the target. A turn of one of them judges some of its
//! {−1+1} neighbours, which need not have the same solution; from the second turn on, some
//! neighbours of a neighbour: {−2+2}. What meets the target is found. That and the nearest others
//! join the pool, from which the furthest are dropped. Turns are taken in rounds, first by the
//! puzzles that have had fewest and then by the nearest, so what is found depends on the seed and
//! the first puzzles alone, not on the number of threads.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::moves::Moves;
use super::search::STREAMS;
use super::{Judge, Target};
use crate::generate::{Neighbours, Recipe};
use crate::grid::{Layout, Puzzle, canonical};
use crate::interrupt::Interrupt;
use crate::text::{parse_cells, puzzle_line};

/// Turns of a round.
const TURNS: usize = 64;
/// Puzzles of the pool.
const MOST: usize = 5_000;
/// Neighbours judged in a turn.
const JUDGED: usize = 20;
/// Those of them that join the pool without meeting the target, at most.
const JOINING: usize = 20;

/// A puzzle of the pool.
#[derive(Clone, Serialize, Deserialize, Debug)]
struct Member {
    puzzle: String,
    /// None before it is judged.
    distance: Option<u32>,
    turns: u32,
    /// The number of the turn it comes from.
    born: u64,
}

/// What is hunted about.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct Pool {
    members: Vec<Member>,
    /// Turns taken.
    turns: u64,
}

/// A turn to be taken.
pub struct Turn {
    member: usize,
    number: u64,
    puzzle: Puzzle,
    turns: u32,
    /// Whether the puzzle itself is to be judged, and not what stands about it.
    is_first: bool,
    /// The distance from which on a puzzle is of no use.
    end: u32,
}

/// What a turn came to.
pub struct Catch {
    member: usize,
    number: u64,
    is_first: bool,
    /// Puzzles and their distances, the nearest first.
    near: Vec<(u32, Puzzle)>,
    /// Puzzles judged.
    pub tried: u64,
}

impl Pool {
    /// The pool of the first puzzles, of which those of 9×9 are taken.
    pub fn of(puzzles: impl Iterator<Item = Puzzle>) -> Pool {
        let puzzles = puzzles.filter(|puzzle| puzzle.layout() == Layout::nine());
        let mut known = HashSet::new();
        let forms = puzzles.filter_map(|puzzle| Some(puzzle_line(&canonical(&puzzle)?)));
        let forms = forms.filter(|puzzle| known.insert(puzzle.clone()));
        let member = |puzzle| Member { puzzle, distance: None, turns: 0, born: 0 };
        Pool { members: forms.map(member).collect(), turns: 0 }
    }

    /// The turns of the next round.
    pub fn round(&mut self) -> Vec<Turn> {
        let mut places: Vec<usize> = (0..self.members.len()).collect();
        let is_judged = self.members.iter().all(|member| member.distance.is_some());
        if is_judged {
            places.sort_by_key(|&place| {
                let Member { turns, distance, born, .. } = self.members[place];
                (turns, distance, born)
            });
            places.truncate(TURNS);
        } else {
            places.retain(|&place| self.members[place].distance.is_none());
        }
        // The pool stays in order of distance.
        let end = self.members.get(MOST - 1).and_then(|member| member.distance);
        let end = end.map_or(u32::MAX, |furthest| furthest + 1);
        let turn = |member: usize| {
            let Member { puzzle, turns, .. } = &self.members[member];
            let (puzzle, turns) = (parse_cells(puzzle.as_bytes()).expect("it is one"), *turns);
            self.turns += 1;
            Turn { member, number: self.turns, puzzle, turns, is_first: !is_judged, end }
        };
        places.into_iter().map(turn).collect()
    }

    /// Takes what a round came to. Returns the puzzles that meet the target and that `is_new`
    /// says are new.
    pub fn take(
        &mut self,
        catches: Vec<Catch>,
        is_new: &mut dyn FnMut(&Puzzle) -> bool,
    ) -> Vec<Puzzle> {
        let mut known: HashSet<String> =
            self.members.iter().map(|member| member.puzzle.clone()).collect();
        let mut found = Vec::new();
        for Catch { member, number, is_first, near, .. } in catches {
            if is_first {
                self.members[member].distance = Some(near.first().map_or(u32::MAX, |one| one.0));
                found.extend(near.into_iter().filter(|one| one.0 == 0 && is_new(&one.1)));
                continue;
            }
            self.members[member].turns += 1;
            let mut joining = 0;
            for (distance, puzzle) in near {
                let line = puzzle_line(&puzzle);
                let joins = match distance {
                    0 => is_new(&puzzle),
                    _ => joining < JOINING && !known.contains(&line),
                };
                if joins {
                    joining += 1;
                    known.insert(line.clone());
                    let distance = Some(distance);
                    self.members.push(Member { puzzle: line, distance, turns: 0, born: number });
                    found.extend((distance == Some(0)).then_some((0, puzzle)));
                }
            }
        }
        // The furthest go, of these those that had most turns, of these the oldest.
        self.members.sort_by_key(|member| (member.distance, member.turns, u64::MAX - member.born));
        self.members.truncate(MOST);
        found.into_iter().map(|(_, puzzle)| puzzle).collect()
    }

    /// The nearest that does not meet the target.
    pub fn nearest(&self) -> Option<(u32, Puzzle)> {
        let off = self.members.iter().filter(|member| member.distance.is_some_and(|by| by > 0));
        let nearest = off.min_by_key(|member| member.distance)?;
        Some((nearest.distance?, parse_cells(nearest.puzzle.as_bytes()).ok()?))
    }
}

/// Takes turns; keep one per thread.
pub struct Hunter {
    seed: u64,
    clues: RangeInclusive<usize>,
    neighbours: Neighbours,
    moves: Moves,
    judge: Judge,
    interrupt: Interrupt,
}

impl Hunter {
    /// One for this target.
    pub fn new(recipe: &Recipe, target: &Target, interrupt: &Interrupt) -> Hunter {
        Hunter {
            seed: recipe.seed,
            clues: recipe.clues.clone(),
            neighbours: Neighbours::default().until(interrupt),
            moves: Moves::new(recipe, interrupt),
            judge: Judge::new(target),
            interrupt: interrupt.clone(),
        }
    }

    /// Takes a turn; what it returns after an interrupt says nothing.
    pub fn turn(&mut self, turn: Turn) -> Catch {
        let Turn { member, number, puzzle, turns, is_first, end } = turn;
        let mut catch = Catch { member, number, is_first, near: Vec::new(), tried: 0 };
        if is_first {
            self.look(puzzle, u32::MAX, &mut catch);
            return catch;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(STREAMS | number);
        let puzzle = self.moves.minimise(puzzle, &mut rng);
        let mut others = self.neighbours.of(&puzzle);
        if turns > 0
            && let Some(other) = others.choose(&mut rng)
        {
            let other = self.moves.minimise(other.clone(), &mut rng);
            others = self.neighbours.of(&other);
        }
        let some = others.partial_shuffle(&mut rng, JUDGED).0.to_vec();
        for other in some {
            let other = self.moves.minimise(other, &mut rng);
            if self.interrupt.is_set() {
                break;
            }
            if self.clues.contains(&other.clues()) {
                self.look(other, end, &mut catch);
            }
        }
        catch.near.sort_by_key(|one| one.0);
        catch
    }

    fn look(&mut self, puzzle: Puzzle, end: u32, catch: &mut Catch) {
        let Some(solution) = self.moves.solution(&puzzle) else { return };
        let interrupt = &self.interrupt;
        let fit = self.judge.judge(&puzzle, solution.values(), &|| interrupt.is_set());
        let distance = fit.distance();
        catch.tried += 1;
        // As it was judged: ratings are not the same for all equivalent puzzles.
        if catch.is_first || distance < end {
            catch.near.push((distance, puzzle));
        }
    }
}
