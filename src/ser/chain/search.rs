//! Producers 23 to 30: what follows from a candidate being on, from its being off, from both,
//! from each place of a digit in a house and from each candidate of a cell.

use std::sync::Arc;

use super::ask::{Ask, Depth};
use super::closure::{Closure, Row};
use super::links::{Links, has, numbers};
use super::reach::Reach;
use crate::ser::board::Board;
use crate::ser::literal::{CELL, Cause, Literal, NONE, candidate};
use crate::ser::proof::{Chain, Proof, removals};
use crate::ser::removals::Removals;
use crate::ser::tables::{HOUSES, PLACES, members};

/// What a chain hint is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An assumption makes a candidate on and off.
    Contradiction,
    /// A candidate and its absence have the same consequence.
    Double,
    /// All places of a digit in a house.
    House,
    /// All candidates of a cell.
    Cell,
}

impl Kind {
    fn key(self) -> u8 {
        match self {
            Kind::Double => 1,
            Kind::Cell => 5,
            Kind::House => 6,
            Kind::Contradiction => 7,
        }
    }
}

/// A hint found, with the closures and nodes of its targets.
pub struct Found {
    pub complexity: u32,
    pub kind: Kind,
    pub conclusion: Literal,
    targets: Vec<(usize, u16)>,
    root_cause: Cause,
}

/// The closures of a board, each made once.
pub struct Search<'a> {
    board: &'a Board,
    depth: Depth,
    /// Of a static search.
    links: Option<(&'a Links, &'a Reach)>,
    slots: Vec<u16>,
    closures: Vec<Closure>,
    /// Closures that are not used now.
    pool: Vec<Closure>,
    all: bool,
    found: Vec<Found>,
    proofs: Vec<Arc<Proof>>,
}

impl<'a> Search<'a> {
    pub fn new(
        board: &'a Board,
        depth: Depth,
        links: Option<(&'a Links, &'a Reach)>,
        all: bool,
    ) -> Search<'a> {
        let (slots, closures, pool) = (vec![0; 1458], Vec::new(), Vec::new());
        let (found, proofs) = (Vec::new(), Vec::new());
        Search { board, depth, links, slots, closures, pool, all, found, proofs }
    }

    /// The hints in the order in which they are found, or the best alone.
    pub fn run(&mut self, ask: &mut dyn Ask) -> Vec<Found> {
        for cell in 0..81 {
            if self.board.cells[cell].count_ones() >= if self.depth.dynamic { 2 } else { 3 } {
                self.cell(cell, ask);
            }
            if ask.ended() {
                break;
            }
        }
        std::mem::take(&mut self.found)
    }

    /// The closures, for another search.
    pub fn end(mut self) -> Vec<Closure> {
        self.pool.append(&mut self.closures);
        self.pool
    }

    /// The same with closures whose memory may be used.
    pub fn with(self, pool: Vec<Closure>) -> Search<'a> {
        Search { pool, ..self }
    }

    fn cell(&mut self, cell: usize, ask: &mut dyn Ask) {
        let digits = self.board.cells[cell];
        for digit in members(digits) {
            let start = candidate(cell, digit);
            if self.depth.dynamic {
                self.binary(start, digits.count_ones() >= 3, ask);
            }
            if self.depth.nishio {
                continue;
            }
            for (house, position) in PLACES[cell] {
                let house = usize::from(house);
                let places = self.board.places[house][digit];
                if places.count_ones() >= 2 && places.trailing_zeros() == u32::from(position) {
                    let starts = members(places)
                        .map(|at| candidate(usize::from(HOUSES[house][at]), digit))
                        .collect::<Vec<_>>();
                    self.any(&starts, Kind::House, (house / 9) as Cause, ask);
                }
            }
        }
        if !self.depth.nishio {
            let starts = members(digits).map(|digit| candidate(cell, digit)).collect::<Vec<_>>();
            self.any(&starts, Kind::Cell, CELL, ask);
        }
    }

    fn binary(&mut self, start: u16, double: bool, ask: &mut dyn Ask) {
        let on = self.closure(Literal::on(start), ask);
        self.contradiction(on, Literal::off(start));
        let off = self.closure(Literal::off(start), ask);
        self.contradiction(off, Literal::on(start));
        if double && !self.depth.nishio {
            self.common(&[on, off], Kind::Double, NONE);
        }
    }

    fn contradiction(&mut self, slot: usize, conclusion: Literal) {
        if let Some((on, off)) = self.closures[slot].conflict {
            self.offer(&[(slot, on), (slot, off)], Kind::Contradiction, conclusion, NONE);
        }
    }

    fn any(&mut self, starts: &[u16], kind: Kind, root_cause: Cause, ask: &mut dyn Ask) {
        if let Some((links, reach)) = self.links
            && !self.possible(starts, links, reach)
        {
            return;
        }
        let slots: Vec<usize> =
            starts.iter().map(|&start| self.closure(Literal::on(start), ask)).collect();
        self.common(&slots, kind, root_cause);
    }

    /// Whether all of them imply anything in common, by links of any length.
    fn possible(&self, starts: &[u16], links: &Links, reach: &Reach) -> bool {
        let mut common = [[!0u64; 12]; 2];
        for &start in starts {
            let number = usize::from(links.numbers[usize::from(start)]);
            for (common, rows) in common.iter_mut().zip([&reach.off, &reach.on]) {
                common.iter_mut().zip(links.row(rows, number)).for_each(|(all, row)| *all &= row);
            }
        }
        common[0][..links.words].iter().any(|&word| word != 0)
            || numbers(&common[1][..links.words]).any(|number| self.open(links.candidates[number]))
    }

    /// Whether placing a candidate removes others.
    fn open(&self, candidate: u16) -> bool {
        !self.board.cells[usize::from(candidate) / 9].is_power_of_two()
    }

    fn closure(&mut self, start: Literal, ask: &mut dyn Ask) -> usize {
        let slot = &mut self.slots[usize::from(start.0)];
        if *slot == 0 {
            ask.check();
            let mut closure = self.pool.pop().unwrap_or_default();
            match self.links {
                Some((links, _)) => closure.grow_static(links, start),
                None => closure.grow(self.board, start, self.depth, ask),
            }
            self.closures.push(closure);
            *slot = self.closures.len() as u16;
        }
        usize::from(*slot) - 1
    }

    /// The literals that all these closures have.
    fn common(&mut self, slots: &[usize], kind: Kind, root_cause: Cause) {
        for side in [1, 0] {
            let mut rows: Row = self.closures[slots[0]].rows[side];
            for &slot in &slots[1..] {
                let row = &self.closures[slot].rows[side];
                rows.iter_mut().zip(row).for_each(|(all, row)| *all &= row);
            }
            if rows == [0; 12] {
                continue;
            }
            for place in 0..self.closures[slots[0]].order[side].len() {
                let first = &self.closures[slots[0]];
                let literal = first.nodes[usize::from(first.order[side][place])].literal;
                if has(&rows, usize::from(literal.candidate()))
                    && (side == 0 || self.open(literal.candidate()))
                {
                    let mut targets = [(0, 0); 9];
                    for (target, &slot) in targets.iter_mut().zip(slots) {
                        *target = (slot, self.closures[slot].node(literal));
                    }
                    self.offer(&targets[..slots.len()], kind, literal, root_cause);
                }
            }
        }
    }

    fn better(&self, complexity: u32, kind: Kind) -> bool {
        match self.found.first() {
            Some(best) if !self.all => {
                (complexity, kind.key()) < (best.complexity, best.kind.key())
            }
            _ => true,
        }
    }

    /// Keeps a hint, or in a search for the best one if it is better.
    fn offer(
        &mut self,
        targets: &[(usize, u16)],
        kind: Kind,
        conclusion: Literal,
        root_cause: Cause,
    ) {
        let node = |&(slot, node): &(usize, u16)| &self.closures[slot].nodes[usize::from(node)];
        let least = targets.iter().map(|target| u32::from(node(target).depth)).sum();
        let nested = targets.iter().any(|target| node(target).nested);
        if !self.better(least, kind) {
            return;
        }
        let mut complexity =
            targets.iter().map(|&(slot, node)| self.closures[slot].size(node)).sum::<u32>();
        if nested && self.better(complexity, kind) {
            self.proofs.clear();
            for &(slot, node) in targets {
                self.closures[slot].proofs(node, &mut self.proofs);
            }
            complexity += self.proofs.iter().map(|proof| proof.complexity).sum::<u32>();
        }
        if self.better(complexity, kind) {
            if !self.all {
                self.found.clear();
            }
            let targets = targets.to_vec();
            self.found.push(Found { complexity, kind, conclusion, targets, root_cause });
        }
    }

    /// The chains of a hint.
    pub fn chains(&mut self, found: &Found) -> Vec<Chain> {
        let targets = found.targets.iter();
        targets.map(|&(slot, node)| self.closures[slot].chain(node, found.root_cause)).collect()
    }

    pub fn removals(&self, found: &Found) -> Removals {
        removals(self.board, found.conclusion)
    }
}

impl Found {
    pub fn key(&self) -> u8 {
        self.kind.key()
    }
}
