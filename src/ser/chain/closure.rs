//! Everything that one assumption implies, in the order in which Sudoku Explainer finds it,
//! until there is no more or a candidate would be both on and off.

use std::sync::Arc;

use super::ask::{Ask, Depth};
use super::links::{Links, add, has};
use crate::ser::board::Board;
use crate::ser::literal::{CELL, Cause, Literal, NONE, candidate};
use crate::ser::proof::{Chain, Link, Proof};
use crate::ser::tables::{HOUSES, PLACES, members};

/// A row of all 729 candidates.
pub type Row = [u64; 12];

/// A literal with what it follows from.
#[derive(Clone, Copy)]
pub struct Node {
    pub literal: Literal,
    pub cause: Cause,
    /// Where its parents begin, and how many it has.
    first: u32,
    count: u16,
    /// A lower bound of its complexity: the longest way back to the assumption.
    pub depth: u16,
    /// The number of literals among it and its ancestors, 0 if not counted yet.
    size: u16,
    /// Whether it or an ancestor has a nested proof.
    pub nested: bool,
    /// Its place among the proofs, if it has one of its own.
    proof: Option<u16>,
}

/// The closure of one assumption.
pub struct Closure {
    pub nodes: Vec<Node>,
    parents: Vec<u16>,
    proofs: Vec<Arc<Proof>>,
    /// The nodes of on and of off literals, in the order in which they were found.
    pub order: [Vec<u16>; 2],
    /// By candidate: the node of its off and its on literal, if the rows have it.
    at: Box<[[u16; 729]; 2]>,
    /// Which literals are found: off, on.
    pub rows: [Row; 2],
    /// The nodes of a candidate that is on and off.
    pub conflict: Option<(u16, u16)>,
    stamps: Vec<u32>,
    clock: u32,
    stack: Vec<u16>,
}

impl Default for Closure {
    fn default() -> Closure {
        Closure {
            nodes: Vec::new(),
            parents: Vec::new(),
            proofs: Vec::new(),
            order: [Vec::new(), Vec::new()],
            at: Box::new([[0; 729]; 2]),
            rows: [[0; 12]; 2],
            conflict: None,
            stamps: Vec::new(),
            clock: 0,
            stack: Vec::new(),
        }
    }
}

impl Closure {
    fn clear(&mut self) {
        self.nodes.clear();
        self.parents.clear();
        self.proofs.clear();
        self.order.iter_mut().for_each(Vec::clear);
        self.rows = [[0; 12]; 2];
        self.conflict = None;
    }

    pub fn contains(&self, literal: Literal) -> bool {
        has(&self.rows[usize::from(literal.is_on())], usize::from(literal.candidate()))
    }

    /// The node of a literal that is found.
    pub fn node(&self, literal: Literal) -> u16 {
        self.at[usize::from(literal.is_on())][usize::from(literal.candidate())]
    }

    /// A new node with the parents that were pushed since there were `first`.
    fn push(
        &mut self,
        literal: Literal,
        cause: Cause,
        first: usize,
        proof: Option<&Arc<Proof>>,
    ) -> u16 {
        let proof = proof.map(|proof| {
            self.proofs.push(proof.clone());
            (self.proofs.len() - 1) as u16
        });
        let parents = self.parents[first..].iter().map(|&parent| &self.nodes[usize::from(parent)]);
        let (mut depth, mut nested) = (0, proof.is_some());
        for parent in parents {
            depth = depth.max(parent.depth);
            nested |= parent.nested;
        }
        let count = (self.parents.len() - first) as u16;
        let first = first as u32;
        self.nodes.push(Node {
            literal,
            cause,
            first,
            count,
            depth: depth + 1,
            size: 0,
            nested,
            proof,
        });
        (self.nodes.len() - 1) as u16
    }

    /// Records a literal that was not found yet.
    fn enter(&mut self, literal: Literal, node: u16) {
        let (side, candidate) = (usize::from(literal.is_on()), usize::from(literal.candidate()));
        add(&mut self.rows[side], candidate);
        self.at[side][candidate] = node;
        self.order[side].push(node);
    }

    /// A literal that follows from the parents pushed since there were `first`; false if its
    /// negation was found before. The parents are dropped if it is known.
    fn follow(&mut self, literal: Literal, cause: Cause, first: usize) -> bool {
        if self.contains(literal.negation()) {
            let node = self.push(literal, cause, first, None);
            let other = self.node(literal.negation());
            self.conflict = Some(if literal.is_on() { (node, other) } else { (other, node) });
            return false;
        }
        if self.contains(literal) {
            self.parents.truncate(first);
        } else {
            let node = self.push(literal, cause, first, None);
            self.enter(literal, node);
        }
        true
    }

    /// Makes this the closure of an assumption by the links of a board that do not change.
    pub fn grow_static(&mut self, links: &Links, start: Literal) {
        self.clear();
        let root = self.push(start, NONE, 0, None);
        self.enter(start, root);
        let mut done = [0, 0];
        loop {
            if let Some(&node) = self.order[1].get(done[1]) {
                done[1] += 1;
                let number =
                    links.numbers[usize::from(self.nodes[usize::from(node)].literal.candidate())];
                for &(off, cause) in links.weak(usize::from(number)) {
                    let first = self.parents.len();
                    self.parents.push(node);
                    if !self.follow(Literal::off(links.candidates[usize::from(off)]), cause, first)
                    {
                        return;
                    }
                }
            } else if let Some(&node) = self.order[0].get(done[0]) {
                done[0] += 1;
                let number =
                    links.numbers[usize::from(self.nodes[usize::from(node)].literal.candidate())];
                for &(on, cause) in links.strong(usize::from(number)) {
                    let first = self.parents.len();
                    self.parents.push(node);
                    if !self.follow(Literal::on(links.candidates[usize::from(on)]), cause, first) {
                        return;
                    }
                }
            } else {
                return;
            }
        }
    }

    /// Makes this the closure of an assumption, where candidates that are off are gone for
    /// what follows.
    pub fn grow(&mut self, board: &Board, start: Literal, depth: Depth, ask: &mut dyn Ask) {
        self.clear();
        let root = self.push(start, NONE, 0, None);
        self.enter(start, root);
        let mut now = board.clone();
        let mut done = [0, 0];
        loop {
            if let Some(&node) = self.order[1].get(done[1]) {
                done[1] += 1;
                if !self.weak(&now, node, depth.nishio) {
                    return;
                }
            } else if let Some(&node) = self.order[0].get(done[0]) {
                done[0] += 1;
                let going = self.strong(board, &now, node, depth.nishio);
                if !going {
                    return;
                }
                let literal = self.nodes[usize::from(node)].literal;
                now.remove(literal.cell(), literal.digit());
            } else if depth.level == 0 || !self.advance(board, &now, depth.level, ask) {
                return;
            }
        }
    }

    fn weak(&mut self, now: &Board, node: u16, nishio: bool) -> bool {
        let literal = self.nodes[usize::from(node)].literal;
        let (cell, digit) = (literal.cell(), literal.digit());
        if !nishio {
            for other in members(now.cells[cell] & !(1 << digit)) {
                if !self.one(node, Literal::off(candidate(cell, other)), CELL) {
                    return false;
                }
            }
        }
        for (kind, &(house, position)) in PLACES[cell].iter().enumerate() {
            let house = usize::from(house);
            for other in members(now.places[house][digit] & !(1 << position)) {
                let other = usize::from(HOUSES[house][other]);
                if !self.one(node, Literal::off(candidate(other, digit)), kind as Cause) {
                    return false;
                }
            }
        }
        true
    }

    fn one(&mut self, parent: u16, literal: Literal, cause: Cause) -> bool {
        if self.contains(literal) {
            return true;
        }
        let first = self.parents.len();
        self.parents.push(parent);
        self.follow(literal, cause, first)
    }

    fn strong(&mut self, start: &Board, now: &Board, node: u16, nishio: bool) -> bool {
        let literal = self.nodes[usize::from(node)].literal;
        let (cell, digit) = (literal.cell(), literal.digit());
        let others = now.cells[cell] & !(1 << digit);
        if !nishio && others.is_power_of_two() {
            let first = self.parents.len();
            self.parents.push(node);
            for gone in members(start.cells[cell] & !now.cells[cell]) {
                self.parents.push(self.at[0][9 * cell + gone]);
            }
            let on = candidate(cell, others.trailing_zeros() as usize);
            if !self.follow(Literal::on(on), CELL, first) {
                return false;
            }
        }
        for (kind, &(house, position)) in PLACES[cell].iter().enumerate() {
            let house = usize::from(house);
            let places = now.places[house][digit];
            let others = places & !(1 << position);
            if others.is_power_of_two() {
                let first = self.parents.len();
                self.parents.push(node);
                for gone in members(start.places[house][digit] & !places) {
                    let cell = usize::from(HOUSES[house][gone]);
                    self.parents.push(self.at[0][9 * cell + digit]);
                }
                let other = usize::from(HOUSES[house][others.trailing_zeros() as usize]);
                if !self.follow(Literal::on(candidate(other, digit)), kind as Cause, first) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds what a pattern removes, as following from candidates that are gone; none that
    /// is known.
    pub fn conclude(&mut self, gone: &[u16], removed: u16, proof: Option<&Arc<Proof>>) -> bool {
        let literal = Literal::off(removed);
        if self.contains(literal) {
            return false;
        }
        let first = self.parents.len();
        for &gone in gone {
            self.parents.push(self.at[0][usize::from(gone)]);
        }
        let node = self.push(literal, NONE, first, proof);
        self.enter(literal, node);
        true
    }

    fn parents_of(&self, node: u16) -> &[u16] {
        let Node { first, count, .. } = self.nodes[usize::from(node)];
        &self.parents[first as usize..first as usize + usize::from(count)]
    }

    /// The number of literals among a node and its ancestors.
    pub fn size(&mut self, node: u16) -> u32 {
        let known = self.nodes[usize::from(node)].size;
        if known > 0 {
            return u32::from(known);
        }
        self.mark(node);
        let size = self.stack.len() as u16;
        self.nodes[usize::from(node)].size = size;
        u32::from(size)
    }

    /// Puts a node and its ancestors on the stack, breadth first, each once.
    fn mark(&mut self, node: u16) {
        if self.stamps.len() < self.nodes.len() {
            self.stamps.resize(self.nodes.len(), 0);
        }
        self.clock += 1;
        self.stack.clear();
        self.stack.push(node);
        self.stamps[usize::from(node)] = self.clock;
        let mut done = 0;
        while let Some(&node) = self.stack.get(done) {
            done += 1;
            let Node { first, count, .. } = self.nodes[usize::from(node)];
            for at in first as usize..first as usize + usize::from(count) {
                let parent = self.parents[at];
                if self.stamps[usize::from(parent)] != self.clock {
                    self.stamps[usize::from(parent)] = self.clock;
                    self.stack.push(parent);
                }
            }
        }
    }

    /// Adds the proofs of a node and its ancestors to those known, each once.
    pub fn proofs(&mut self, node: u16, known: &mut Vec<Arc<Proof>>) {
        if !self.nodes[usize::from(node)].nested {
            return;
        }
        self.mark(node);
        for &node in &self.stack {
            if let Some(place) = self.nodes[usize::from(node)].proof {
                let proof = &self.proofs[usize::from(place)];
                let same = |one: &Arc<Proof>| Arc::ptr_eq(one, proof) || one.same(proof);
                if !known.iter().any(same) {
                    known.push(proof.clone());
                }
            }
        }
    }

    /// The chain to a node; the assumption gets a cause.
    pub fn chain(&mut self, node: u16, root_cause: Cause) -> Chain {
        self.mark(node);
        let mut places = vec![0u16; self.nodes.len()];
        for (place, &node) in self.stack.iter().enumerate() {
            places[usize::from(node)] = place as u16;
        }
        let links = self.stack.iter().map(|&at| {
            let node = &self.nodes[usize::from(at)];
            let parents = self.parents_of(at).iter().map(|&parent| places[usize::from(parent)]);
            let cause = if at == 0 { root_cause } else { node.cause };
            Link {
                literal: node.literal,
                cause,
                parents: parents.collect(),
                proof: node.proof.map(|place| self.proofs[usize::from(place)].clone()),
            }
        });
        Chain { links: links.collect() }
    }
}
