//! What a search for fish finds, and how it is reported.

use std::ops::ControlFlow;

use crate::grid::{Cell, Digit, House};
use crate::strategy::cover::members;
use crate::strategy::{Deduction, Mark, Pattern, Role, Steps};

/// A cover of some base, as bits, and what it eliminates.
pub(super) struct Fish {
    pub(super) cover: u32,
    pub(super) sashimi: bool,
    pub(super) fins: Vec<Cell>,
    pub(super) eliminated: Vec<Cell>,
}

impl Fish {
    /// Whether the other one eliminates something that this one does not.
    fn leaves_some_to(&self, other: &Fish) -> bool {
        other.eliminated.iter().any(|cell| !self.eliminated.contains(cell))
    }
}

/// The fish of one base.
pub(super) struct OfBase<'a> {
    pub(super) digit: Digit,
    /// What the bits of bases and covers stand for.
    pub(super) base_houses: &'a [House],
    pub(super) cover_houses: &'a [House],
    pub(super) base: u32,
    /// Whether the candidates are marked as base or fin.
    pub(super) marked: bool,
    /// The digit's places in the base.
    pub(super) cells: &'a dyn Fn() -> Vec<Cell>,
}

impl OfBase<'_> {
    /// Reports the `wanted` fish, then every two that are one step `together`.
    pub(super) fn add_all(
        &self,
        fish: &[Fish],
        wanted: impl Fn(&Fish) -> bool,
        together: impl Fn(&Fish, &Fish) -> bool,
        steps: &mut Steps<'_>,
    ) -> ControlFlow<()> {
        fish.iter().filter(|one| wanted(one)).try_for_each(|one| self.add(&[one], steps))?;
        for (i, first) in fish.iter().enumerate() {
            for second in &fish[i + 1..] {
                if together(first, second) && first.leaves_some_to(second) {
                    self.add(&[first, second], steps)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports what one fish concludes, or two together.
    pub(super) fn add(&self, fish: &[&Fish], steps: &mut Steps<'_>) -> ControlFlow<()> {
        let digit = self.digit;
        let mut eliminated: Vec<Cell> =
            fish.iter().flat_map(|one| &one.eliminated).copied().collect();
        if fish.len() > 1 {
            eliminated.sort_unstable();
            eliminated.dedup();
        }
        steps.add(eliminated.into_iter().map(|cell| Deduction::Eliminate(cell, digit)), || {
            let cover = fish.iter().fold(0, |all, one| all | one.cover);
            let base = members(self.base).map(|house| self.base_houses[house]);
            let cover = members(cover).map(|house| self.cover_houses[house]);
            let cells = (self.cells)();
            let is_fin = |cell: &Cell| fish.iter().any(|one| one.fins.contains(cell));
            let mark = |cell: &Cell| {
                let role = if is_fin(cell) { Role::Fin } else { Role::Base };
                Mark { cell: *cell, digit, role }
            };
            let marks: Vec<Mark> = cells.iter().filter(|_| self.marked).map(mark).collect();
            Pattern::new([digit], cells, base.chain(cover)).marked(marks)
        })
    }
}
