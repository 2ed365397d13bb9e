//! The collector of steps: what a search hands its findings to.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::hash::BuildQuick;
use super::part::Scope;
use super::{Deduction, Pattern, Step, Studied};

/// Receives what a strategy finds, and passes on the steps that change the grid.
pub struct Steps<'a> {
    grid: &'a Studied<'a>,
    /// The strategy's place in the table, if the grid's memory is to be asked.
    strategy: Option<usize>,
    count: usize,
    visit: &'a mut dyn FnMut(Step) -> ControlFlow<()>,
    known: HashSet<Vec<Deduction>, BuildQuick>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(
        grid: &'a Studied<'a>,
        strategy: Option<usize>,
        visit: &'a mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> Steps<'a> {
        Steps { grid, strategy, count: 0, visit, known: HashSet::default() }
    }

    /// How many steps were passed on.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The parts of the grid in which it is known that nothing is found, a bit each.
    pub(super) fn quiet(&self) -> u64 {
        let memory = self.grid.memory().zip(self.strategy);
        memory.map_or(0, |(memory, strategy)| memory.quiet(strategy))
    }

    /// Notes that nothing is found there.
    pub(super) fn set_quiet(&self, scope: Scope, part: usize) {
        if let Some((memory, strategy)) = self.grid.memory().zip(self.strategy) {
            memory.set_quiet(strategy, scope, part);
        }
    }

    /// Passes on what follows from a pattern, as one step. Deductions that change nothing
    /// are left out; where none is left there is no step, and the pattern is not made.
    /// Breaks when no more steps are wanted, or when the search was stopped: what is found
    /// then may rest on work that was broken off, and is dropped.
    pub fn add(
        &mut self,
        deductions: impl IntoIterator<Item = Deduction>,
        pattern: impl FnOnce() -> Pattern,
    ) -> ControlFlow<()> {
        let changes = |deduction: &Deduction| {
            self.grid.candidates(deduction.cell()).contains(deduction.digit())
        };
        let deductions: Vec<Deduction> = deductions.into_iter().filter(changes).collect();
        match deductions.is_empty() {
            true => self.grid.poll(),
            false if self.grid.stopped() => ControlFlow::Break(()),
            false => {
                self.count += 1;
                (self.visit)(Step { pattern: pattern(), deductions })
            }
        }
    }

    /// The same, unless these very deductions were passed on before.
    pub fn add_once(
        &mut self,
        deductions: Vec<Deduction>,
        pattern: impl FnOnce() -> Pattern,
    ) -> ControlFlow<()> {
        match deductions.is_empty() || !self.known.insert(deductions.clone()) {
            true => self.grid.poll(),
            false => self.add(deductions, pattern),
        }
    }
}
