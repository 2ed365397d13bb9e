//! What a closure asks when links find no more: patterns that exist only because candidates
//! are gone, and at higher levels chains that do.

use std::ops::ControlFlow;

use super::ask::{Ask, Depth, Inner};
use super::closure::Closure;
use crate::ser::board::Board;
use crate::ser::literal::candidate;
use crate::ser::removals::Removals;
use crate::ser::tables::{CROSSINGS, HOUSES, members};
use crate::ser::{fish, locking, sets};

/// Adds the candidates of a digit that are gone from these positions of a house.
fn gone_places(
    start: &Board,
    now: &Board,
    house: usize,
    digit: usize,
    within: u16,
    gone: &mut Vec<u16>,
) {
    let places = start.places[house][digit] & !now.places[house][digit] & within;
    for at in members(places) {
        gone.push(candidate(usize::from(HOUSES[house][at]), digit));
    }
}

impl Closure {
    /// Adds what the first family of patterns that has anything new concludes; whether there
    /// was one.
    pub fn advance(&mut self, start: &Board, now: &Board, level: u8, ask: &mut dyn Ask) -> bool {
        if self.locking(start, now)
            || self.hidden_pairs(start, now)
            || self.naked_pairs(start, now)
            || self.x_wings(start, now)
        {
            return true;
        }
        let dynamic = Depth { dynamic: true, nishio: false, level: 0 };
        let families: &[Inner] = match level {
            0 | 1 => &[],
            2 => &[Inner::Short],
            3 => &[Inner::Short, Inner::Static],
            4 => &[Inner::Dynamic(dynamic)],
            _ => &[Inner::Dynamic(dynamic), Inner::Dynamic(Depth { level: 2, ..dynamic })],
        };
        families.iter().any(|&family| self.chains(start, now, family, ask))
    }

    fn add(&mut self, gone: &[u16], removals: &Removals) -> bool {
        let mut added = false;
        if !gone.is_empty() {
            for (cell, digit) in removals.candidates() {
                added |= self.conclude(gone, candidate(cell, digit), None);
            }
        }
        added
    }

    fn locking(&mut self, start: &Board, now: &Board) -> bool {
        let mut added = false;
        let mut gone = Vec::new();
        let _ = locking::each(now, |locked| -> ControlFlow<()> {
            gone.clear();
            let outside = !CROSSINGS[locked.base][locked.cover];
            gone_places(start, now, locked.base, locked.digit, outside, &mut gone);
            if !gone.is_empty() {
                added |= self.add(&gone, &locked.removals(now));
            }
            ControlFlow::Continue(())
        });
        added
    }

    fn hidden_pairs(&mut self, start: &Board, now: &Board) -> bool {
        let mut added = false;
        let mut gone = Vec::new();
        let _ = sets::each_hidden(now, 2, 4, |set| -> ControlFlow<()> {
            gone.clear();
            for digit in members(set.digits) {
                gone_places(start, now, set.house, digit, !set.positions, &mut gone);
            }
            if !gone.is_empty() {
                added |= self.add(&gone, &set.hidden_removals(now));
            }
            ControlFlow::Continue(())
        });
        added
    }

    fn naked_pairs(&mut self, start: &Board, now: &Board) -> bool {
        let mut added = false;
        let mut gone = Vec::new();
        let _ = sets::each_naked(now, 2, |set| -> ControlFlow<()> {
            gone.clear();
            for at in members(set.positions) {
                let cell = usize::from(HOUSES[set.house][at]);
                let digits = start.cells[cell] & !now.cells[cell] & !set.digits;
                gone.extend(members(digits).map(|digit| candidate(cell, digit)));
            }
            if !gone.is_empty() {
                added |= self.add(&gone, &set.naked_removals(now));
            }
            ControlFlow::Continue(())
        });
        added
    }

    fn x_wings(&mut self, start: &Board, now: &Board) -> bool {
        let mut added = false;
        let mut gone = Vec::new();
        let _ = fish::each(now, 2, |fish| -> ControlFlow<()> {
            gone.clear();
            for line in members(fish.base) {
                let house = 9 * fish.base_kind + line;
                gone_places(start, now, house, fish.digit, !fish.cover, &mut gone);
            }
            if !gone.is_empty() {
                added |= self.add(&gone, &fish.removals(now));
            }
            ControlFlow::Continue(())
        });
        added
    }

    fn chains(&mut self, start: &Board, now: &Board, family: Inner, ask: &mut dyn Ask) -> bool {
        let mut added = false;
        let mut gone = Vec::new();
        for hint in ask.hints(now, family).iter() {
            gone.clear();
            hint.proof.uses(start, now, |candidate| {
                if !gone.contains(&candidate) {
                    gone.push(candidate);
                }
            });
            if !gone.is_empty() {
                for (cell, digit) in hint.removals.candidates() {
                    added |= self.conclude(&gone, candidate(cell, digit), Some(&hint.proof));
                }
            }
        }
        added
    }
}
