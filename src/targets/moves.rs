//! Moves between puzzles of one solution: a given more, a given less, or others.
//!
//! Givens come and go in the sets of cells that the symmetry maps onto one another. Every puzzle
//! that a move leads to has exactly one solution, the same one.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::generate::{Recipe, Requirement};
use crate::grid::{Cell, Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::{Answer, Dlx, Limit, ReferenceSolver, Solver, Verdict};

/// Exchanges tried at once.
const TOGETHER: usize = 32;
/// Exchanges tried for one move.
const TRIED: usize = 256;

/// Rows that exact cover may try for one puzzle of another size, per cell, before the reference
/// solver is asked, which takes longer to begin.
const CHECKS: u64 = 16;

/// Makes moves; keep one per thread.
pub struct Moves {
    orbits: Vec<Vec<Cell>>,
    clues: RangeInclusive<usize>,
    is_minimal: bool,
    reference: ReferenceSolver,
    dlx: Box<Dlx>,
    /// How many puzzles are decided at once.
    together: usize,
    interrupt: Interrupt,
}

impl Moves {
    /// Moves that keep what a recipe requires.
    pub fn new(recipe: &Recipe, interrupt: &Interrupt) -> Moves {
        Moves {
            orbits: recipe.symmetry.orbits(recipe.layout),
            clues: recipe.clues.clone(),
            is_minimal: recipe.requirement == Requirement::Minimal,
            reference: ReferenceSolver::default(),
            dlx: Box::default(),
            together: if recipe.layout == Layout::nine() { TOGETHER } else { 1 },
            interrupt: interrupt.clone(),
        }
    }

    /// The solution of a puzzle that has exactly one.
    pub fn solution(&mut self, puzzle: &Puzzle) -> Option<Grid> {
        let answer = self.decide(std::slice::from_ref(puzzle)).swap_remove(0);
        answer.solution.filter(|_| answer.verdict == Verdict::Unique)
    }

    /// The puzzle with more givens, some of them in these cells; none if it may have no more.
    pub fn add(
        &self,
        puzzle: &Puzzle,
        solution: &Grid,
        cells: &[Cell],
        rng: &mut ChaCha8Rng,
    ) -> Option<Puzzle> {
        let room = self.clues.end().checked_sub(puzzle.clues())?;
        if self.is_minimal {
            return None;
        }
        let is_open = |orbit: &&Vec<Cell>| {
            orbit.len() <= room
                && puzzle.given(orbit[0]).is_none()
                && orbit.iter().any(|cell| cells.contains(cell))
        };
        let open: Vec<&Vec<Cell>> = self.orbits.iter().filter(is_open).collect();
        let orbit = open.choose(rng)?;
        Some(changed(puzzle, solution, &[], &[orbit]))
    }

    /// The puzzle with fewer givens; none if it needs them all.
    pub fn remove(
        &mut self,
        puzzle: &Puzzle,
        solution: &Grid,
        rng: &mut ChaCha8Rng,
    ) -> Option<Puzzle> {
        if self.is_minimal {
            return None;
        }
        let spare = puzzle.clues().checked_sub(*self.clues.start())?;
        let mut given = self.given(puzzle);
        given.retain(|&orbit| self.orbits[orbit].len() <= spare);
        given.shuffle(rng);
        let poorer =
            given.iter().map(|&orbit| changed(puzzle, solution, &[&self.orbits[orbit]], &[]));
        let poorer: Vec<Puzzle> = poorer.collect();
        self.first_unique(poorer)
    }

    /// A puzzle with one or two sets of givens taken away and as many others added; minimal
    /// again if it must be.
    pub fn exchange(
        &mut self,
        puzzle: &Puzzle,
        solution: &Grid,
        rng: &mut ChaCha8Rng,
    ) -> Option<Puzzle> {
        let mut given = self.given(puzzle);
        let mut open: Vec<usize> =
            (0..self.orbits.len()).filter(|orbit| !given.contains(orbit)).collect();
        for _ in 0..TRIED / self.together {
            let mut others = Vec::with_capacity(self.together);
            for _ in 0..self.together {
                let count = rng.random_range(1..=2).min(given.len()).min(open.len());
                let orbits = |chosen: &[usize]| -> Vec<&Vec<Cell>> {
                    chosen.iter().map(|&orbit| &self.orbits[orbit]).collect()
                };
                let out = orbits(given.partial_shuffle(rng, count).0);
                let into = orbits(open.partial_shuffle(rng, count).0);
                others.push(changed(puzzle, solution, &out, &into));
            }
            others.retain(|other| self.is_minimal || self.clues.contains(&other.clues()));
            if let Some(other) = self.first_unique(others) {
                let other = if self.is_minimal { self.minimise(other, rng) } else { other };
                return Some(other).filter(|other| self.clues.contains(&other.clues()));
            }
            if self.interrupt.is_set() {
                return None;
            }
        }
        None
    }

    /// Takes away, one set after the other at random, what a puzzle does not need.
    pub fn minimise(&mut self, mut puzzle: Puzzle, rng: &mut ChaCha8Rng) -> Puzzle {
        let mut given = self.given(&puzzle);
        given.shuffle(rng);
        // What is needed stays so when others go: what could not go at first is left alone.
        loop {
            let poorer: Vec<Puzzle> =
                given.iter().map(|&orbit| without(&puzzle, &self.orbits[orbit])).collect();
            let redundant = self.unique(&poorer);
            given =
                given.into_iter().zip(redundant).filter(|(_, go)| *go).map(|(o, _)| o).collect();
            let Some(first) = given.pop() else { return puzzle };
            puzzle = without(&puzzle, &self.orbits[first]);
        }
    }

    /// The orbits that are given.
    fn given(&self, puzzle: &Puzzle) -> Vec<usize> {
        let is_given = |&orbit: &usize| puzzle.given(self.orbits[orbit][0]).is_some();
        (0..self.orbits.len()).filter(is_given).collect()
    }

    fn first_unique(&mut self, puzzles: Vec<Puzzle>) -> Option<Puzzle> {
        puzzles.chunks(self.together).find_map(|some| {
            let place = self.unique(some).iter().position(|&is_unique| is_unique)?;
            Some(some[place].clone())
        })
    }

    /// Which of them have exactly one solution.
    fn unique(&mut self, puzzles: &[Puzzle]) -> Vec<bool> {
        let answers = self.decide(puzzles);
        answers.iter().map(|answer| answer.verdict == Verdict::Unique).collect()
    }

    fn decide(&mut self, puzzles: &[Puzzle]) -> Vec<Answer> {
        let stop = || self.interrupt.is_set();
        let limit = Limit { stop: &stop, ..Limit::solutions(2) };
        if self.together > 1 {
            return self.reference.decide(puzzles, &limit);
        }
        let mut answers = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            let checks = CHECKS * puzzle.values().len() as u64;
            let answer = self.dlx.solve(puzzle, &Limit { checks, ..limit });
            answers.push(match answer.verdict {
                Verdict::Limit => {
                    self.reference.decide(std::slice::from_ref(puzzle), &limit).swap_remove(0)
                }
                _ => answer,
            });
        }
        answers
    }
}

fn without(puzzle: &Puzzle, cells: &[Cell]) -> Puzzle {
    let mut poorer = puzzle.clone();
    cells.iter().for_each(|&cell| poorer.remove(cell));
    poorer
}

/// The puzzle without the cells of some orbits and with those of others.
fn changed(puzzle: &Puzzle, solution: &Grid, out: &[&Vec<Cell>], into: &[&Vec<Cell>]) -> Puzzle {
    let mut grid = puzzle.grid().clone();
    out.iter().copied().flatten().for_each(|&cell| grid.set(cell, None));
    into.iter().copied().flatten().for_each(|&cell| grid.set(cell, solution.digit(cell)));
    Puzzle::new(grid).expect("part of a solution has no conflict")
}
