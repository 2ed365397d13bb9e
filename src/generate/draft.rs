//! A puzzle in the making: a full grid that loses its givens orbit by orbit.
//!
//! The orbits are gone through once, in random order. Each is emptied, unless that
//! lets a second solution in or leaves fewer givens than wanted. A given that is
//! necessary stays so when others go, so one pass is enough, and what is left of a
//! pass without a target is minimal.
//!
//! A draft decides nothing: it asks which givens may go, one question after the
//! other, and whoever holds it answers.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{FullGrids, GenerateError, Recipe, Requirement};
use crate::grid::{Cell, Grid, Puzzle};
use crate::interrupt::Interrupt;

/// A recipe and what follows from it, the same for all its puzzles.
pub struct Plan {
    pub recipe: Recipe,
    orbits: Vec<Vec<Cell>>,
    /// The cells of the largest orbit.
    largest: usize,
    /// The most givens that a pattern can have within the recipe's range.
    most: usize,
    /// What ends all its drafts early.
    pub interrupt: Interrupt,
}

impl Plan {
    pub fn new(recipe: Recipe) -> Plan {
        let orbits = recipe.symmetry.orbits(recipe.layout);
        let largest = orbits.iter().map(Vec::len).max().unwrap_or(1);
        let most = recipe.most_clues();
        Plan { recipe, orbits, largest, most, interrupt: Interrupt::default() }
    }
}

/// A puzzle in the making.
pub struct Draft {
    rng: ChaCha8Rng,
    /// At least so many givens stay.
    target: usize,
    /// Full grids begun with.
    attempts: u32,
    solution: Grid,
    givens: Grid,
    clues: usize,
    /// The orbits, by number, in the order they are gone through.
    order: Vec<u16>,
    /// Their cells in that order, and where those of each orbit end.
    cells: Vec<Cell>,
    ends: Vec<usize>,
    /// The first orbit not gone through.
    next: usize,
    /// So many orbits are asked for at once.
    together: usize,
}

impl Draft {
    /// The draft of the puzzle of this index.
    pub fn new(plan: &Plan, grids: &mut FullGrids, index: u64) -> Draft {
        let Recipe { layout, requirement, ref clues, .. } = plan.recipe;
        let mut rng = plan.recipe.stream(index);
        let target = match requirement {
            Requirement::Any | Requirement::Unique => {
                rng.random_range(clues.clone()).min(plan.most)
            }
            Requirement::Minimal | Requirement::MinimalMarks => 0,
        };
        let mut draft = Draft {
            rng,
            target,
            attempts: 0,
            solution: Grid::empty(layout),
            givens: Grid::empty(layout),
            clues: 0,
            order: Vec::new(),
            cells: Vec::new(),
            ends: Vec::new(),
            next: 0,
            together: 1,
        };
        draft.begin(plan, grids);
        draft
    }

    /// Begins with another full grid.
    fn begin(&mut self, plan: &Plan, grids: &mut FullGrids) {
        self.attempts += 1;
        let Some(solution) = grids.draw(&mut self.rng, &plan.interrupt) else { return };
        self.solution = solution;
        self.givens.clone_from(&self.solution);
        self.clues = self.givens.values().len();
        self.order.clear();
        self.order.extend(0..plan.orbits.len() as u16);
        self.order.shuffle(&mut self.rng);
        self.cells.clear();
        self.ends.clear();
        for &orbit in &self.order {
            self.cells.extend(&plan.orbits[usize::from(orbit)]);
            self.ends.push(self.cells.len());
        }
        self.next = 0;
        // The first removals nearly always succeed, so they are tried together. Where
        // many can go together each could have gone by itself, so this changes the
        // time and not the outcome.
        self.together = self.order.len() / 3;
    }

    /// The full grid begun with, which stays the solution.
    pub fn solution(&self) -> &Grid {
        &self.solution
    }

    /// The givens so far.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The cells of the next orbits to be emptied, if the rest of the givens still
    /// have the one solution; none when all orbits were gone through.
    pub fn question(&mut self) -> Option<&[Cell]> {
        while self.next < self.ends.len() && self.clues > self.target {
            let count = self.asked().len();
            if self.clues >= self.target + count {
                return Some(self.asked());
            }
            self.refuse();
        }
        None
    }

    fn asked(&self) -> &[Cell] {
        &self.cells[self.past().len()..self.ends[self.next + self.together - 1]]
    }

    /// The cells of the orbits gone through: what is given there stays.
    pub fn past(&self) -> &[Cell] {
        &self.cells[..if self.next == 0 { 0 } else { self.ends[self.next - 1] }]
    }

    /// The cells of the other orbits, those asked for first.
    pub fn future(&self) -> &[Cell] {
        &self.cells[self.past().len()..]
    }

    /// The cells asked for are emptied, or stay.
    pub fn answer(&mut self, may_go: bool) {
        if !may_go {
            return self.refuse();
        }
        let (start, count) = (self.past().len(), self.asked().len());
        for &cell in &self.cells[start..start + count] {
            self.givens.set(cell, None);
        }
        self.clues -= count;
        self.next += self.together;
        self.together = self.together.min(self.ends.len() - self.next);
    }

    /// Fewer are asked for, or the one orbit stays.
    fn refuse(&mut self) {
        if self.together == 1 {
            self.next += 1;
        }
        self.together = (self.together / 2).clamp(1, (self.ends.len() - self.next).max(1));
    }

    /// What came of it, once there are no more questions; nothing if it begins again
    /// with another full grid.
    pub fn finish(
        &mut self,
        plan: &Plan,
        grids: &mut FullGrids,
    ) -> Option<Result<Puzzle, GenerateError>> {
        if plan.interrupt.is_set() {
            return Some(Err(GenerateError::Stopped));
        }
        let Recipe { requirement, ref clues, .. } = plan.recipe;
        // Orbits of several cells may step over the target.
        let reached =
            requirement == Requirement::Minimal || self.clues < self.target + plan.largest;
        if reached && clues.contains(&self.clues) {
            let puzzle = Puzzle::new(self.givens.clone());
            return Some(Ok(puzzle.expect("part of a full grid has no conflict")));
        }
        let attempts = plan.recipe.attempts();
        if self.attempts == attempts {
            let (clues, low_clues) = (clues.clone(), plan.recipe.may_walk());
            return Some(Err(GenerateError::OutOfReach { clues, attempts, low_clues }));
        }
        self.begin(plan, grids);
        None
    }
}
