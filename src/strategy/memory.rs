//! What searches of earlier grids have shown: where a strategy has nothing to find.
//!
//! Many strategies search a digit after the other, or a house after the other, and what they
//! find there depends on a few candidates only. Where they found nothing they find nothing
//! until one of these changes. A walk keeps a memory from grid to grid, and searches again
//! only where something has changed. What is found first is the same with a memory and
//! without.

use std::cell::RefCell;

use super::part::{Scope, crossings};
use crate::grid::{CandidateGrid, DigitSet, House, HouseKind, Layout};
use crate::lanes::Trials;

/// Where strategies found nothing on the grids before. It serves any grids, one after the
/// other: what it knows holds for the candidates that they share.
#[derive(Default)]
pub struct Memory {
    known: RefCell<Known>,
    /// Made when they are first needed; not here while they are lent.
    trials: RefCell<Option<Box<Trials>>>,
}

#[derive(Default)]
struct Known {
    layout: Option<&'static Layout>,
    /// The candidates of the cells when `quiet` was true of them.
    candidates: Vec<DigitSet>,
    /// By strategy: what it searches, and the parts of that in which it finds nothing.
    quiet: Vec<(Scope, u64)>,
    /// By cell and scope: the parts that its candidates belong to.
    parts: Vec<[u64; Scope::COUNT]>,
}

impl Memory {
    /// Lends lanes to try assumptions on, others if these are lent already.
    pub(super) fn on_lanes<T>(&self, ask: impl FnOnce(&mut Trials) -> T) -> T {
        let mut trials = self.trials.take().unwrap_or_default();
        let said = ask(&mut trials);
        self.trials.replace(Some(trials));
        said
    }

    /// Forgets what may not be true of a grid any more.
    pub(super) fn look_at(&self, grid: &CandidateGrid) {
        self.known.borrow_mut().look_at(grid);
    }

    /// The parts of the grid that was looked at in which a strategy, by its place in the table,
    /// finds nothing, a bit each.
    pub(super) fn quiet(&self, strategy: usize) -> u64 {
        self.known.borrow().quiet.get(strategy).map_or(0, |&(_, quiet)| quiet)
    }

    /// Notes that it finds nothing there.
    pub(super) fn set_quiet(&self, strategy: usize, scope: Scope, part: usize) {
        let known = &mut *self.known.borrow_mut();
        if known.parts.is_empty() {
            return;
        }
        if known.quiet.len() <= strategy {
            known.quiet.resize(strategy + 1, (scope, 0));
        }
        known.quiet[strategy].0 = scope;
        known.quiet[strategy].1 |= 1 << part;
    }
}

impl Known {
    fn look_at(&mut self, grid: &CandidateGrid) {
        if self.layout != Some(grid.layout()) {
            let layout = grid.layout();
            *self = Known { layout: Some(layout), ..Known::default() };
            // Of other sizes nothing is remembered.
            if layout.has_cell_sets() && crossings(layout).count() <= u64::BITS as usize {
                self.candidates = vec![DigitSet::EMPTY; layout.cells().len()];
                self.parts = parts(layout);
            }
        }
        let mut changed = [0; Scope::COUNT];
        for (&cell, known) in grid.layout().cells().iter().zip(&mut self.candidates) {
            let now = grid.candidates(cell);
            let digits = now.bits() ^ known.bits();
            if digits != 0 {
                *known = now;
                changed[Scope::Digit as usize] |= u64::from(digits);
                let parts = &self.parts[cell.index()];
                changed.iter_mut().zip(parts).for_each(|(all, parts)| *all |= parts);
            }
        }
        if changed[Scope::Digit as usize] != 0 {
            for (scope, quiet) in &mut self.quiet {
                *quiet &= !changed[*scope as usize];
            }
        }
    }
}

/// By cell: the houses it is in, those it is about, and the crossings it is in.
fn parts(layout: &'static Layout) -> Vec<[u64; Scope::COUNT]> {
    let houses = layout.houses();
    let bits = |has: &mut dyn FnMut(usize) -> bool, count: usize| {
        (0..count).filter(|&part| has(part)).fold(0, |bits, part| bits | 1 << part)
    };
    let crossings: Vec<_> = crossings(layout).collect();
    let of_cell = layout.cells().iter().map(|&cell| {
        let is_in = |house| layout.house_set(house).contains(cell);
        let about = |house| {
            let crossed = |&other: &House| {
                let is_box = |house: House| house.kind() == HouseKind::Box;
                is_box(house) != is_box(other)
                    && layout.house_set(house).meets(layout.house_set(other))
            };
            is_in(house) || houses.iter().any(|other| crossed(other) && is_in(*other))
        };
        let mut all = [0; Scope::COUNT];
        all[Scope::House as usize] = bits(&mut |part| is_in(houses[part]), houses.len());
        all[Scope::Surroundings as usize] = bits(&mut |part| about(houses[part]), houses.len());
        all[Scope::Crossing as usize] =
            bits(&mut |part| crossings[part].iter().any(|&house| is_in(house)), crossings.len());
        all
    });
    of_cell.collect()
}
