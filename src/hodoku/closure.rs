//! What follows from each candidate, on or off, as sets; and what these sets prove.

use super::board::Board;
use super::links::{CANDIDATES, GROUPS};
use super::tables::{ALL, HOUSE_SETS, bits, first, members};

/// What follows from one root, by digit.
#[derive(Clone, Copy)]
pub struct Closure {
    pub on: [u128; 9],
    pub off: [u128; 9],
}

impl Closure {
    pub const NONE: Closure = Closure { on: [0; 9], off: [0; 9] };

    /// That of a list of nodes.
    pub fn of(nodes: &[u16]) -> Closure {
        let mut closure = Closure::NONE;
        for node in nodes.iter().map(|&node| usize::from(node)).filter(|&node| node < GROUPS) {
            let (cell, digit) = (node % CANDIDATES / 9, node % 9);
            let sets = if node < CANDIDATES { &mut closure.on } else { &mut closure.off };
            sets[digit] |= 1 << cell;
        }
        closure
    }

    fn and(&mut self, other: &Closure) {
        for digit in 0..9 {
            self.on[digit] &= other.on[digit];
            self.off[digit] &= other.off[digit];
        }
    }
}

/// What is proved: a candidate is right, or wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conclusion {
    pub cell: usize,
    pub digit: usize,
    pub right: bool,
}

impl Conclusion {
    /// Right ones first, then by cell, then by digit.
    fn rank(self) -> (bool, usize, usize) {
        (!self.right, self.cell, self.digit)
    }
}

/// Asks for the chains of a proof: from which roots to which candidates, on or off.
pub type Proof = Vec<(usize, usize, usize, bool)>;

/// The best conclusion for which a proof is accepted.
pub struct Search<'a> {
    pub board: &'a Board,
    /// By node.
    pub closures: &'a [Closure],
    pub accept: &'a mut dyn FnMut(&Proof) -> bool,
    pub best: Option<Conclusion>,
}

impl Search<'_> {
    /// Tries all.
    pub fn run(&mut self) {
        for cell in bits(self.board.empty) {
            for digit in members(self.board.cells[cell]) {
                let candidate = cell * 9 + digit;
                self.contradictions(candidate, Conclusion { cell, digit, right: false });
                let off = candidate + CANDIDATES;
                self.contradictions(off, Conclusion { cell, digit, right: true });
                self.either(cell, candidate);
            }
        }
        for cell in bits(self.board.empty) {
            let roots: Vec<usize> =
                members(self.board.cells[cell]).map(|digit| cell * 9 + digit).collect();
            self.all_of(&roots);
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = self.board.in_house(house, digit);
                let roots: Vec<usize> = bits(places).map(|cell| cell * 9 + digit).collect();
                self.all_of(&roots);
            }
        }
    }

    fn offer(&mut self, conclusion: Conclusion, proof: impl FnOnce() -> Proof) {
        let better = self.best.is_none_or(|best| conclusion.rank() < best.rank());
        if better && (self.accept)(&proof()) {
            self.best = Some(conclusion);
        }
    }

    /// What makes a root impossible.
    fn contradictions(&mut self, root: usize, conclusion: Conclusion) {
        if self.best.is_some_and(|best| conclusion.rank() >= best.rank()) {
            return;
        }
        let Closure { on, off } = self.closures[root];
        let (cell, digit, right) = (conclusion.cell, conclusion.digit, conclusion.right);
        let back = if right { on[digit] } else { off[digit] };
        if back >> cell & 1 == 1 {
            self.offer(conclusion, || vec![(root, cell, digit, right)]);
        }
        for (digit, &placed) in on.iter().enumerate() {
            let both = placed & off[digit];
            if both != 0 {
                let cell = first(both);
                let ends = [false, true].map(|on| (root, cell, digit, on));
                self.offer(conclusion, || ends.to_vec());
            }
            for (other, &two) in on.iter().enumerate().skip(digit + 1) {
                if placed & two != 0 {
                    let cell = first(placed & two);
                    let ends = [digit, other].map(|digit| (root, cell, digit, true));
                    self.offer(conclusion, || ends.to_vec());
                }
            }
        }
        let all = |cells: u128, digit: usize, on: bool| -> Proof {
            bits(cells).map(|cell| (root, cell, digit, on)).collect()
        };
        for (digit, &placed) in on.iter().enumerate() {
            for house in HOUSE_SETS {
                let twice = house & placed;
                if twice & twice.wrapping_sub(1) != 0 {
                    self.offer(conclusion, || all(twice, digit, true));
                }
            }
        }
        let mut bare = self.board.empty;
        for digit in 0..9 {
            bare &= (off[digit] | ALL & !self.board.places[digit]) & !on[digit];
        }
        for cell in bits(bare) {
            let digits = self.board.cells[cell];
            let proof = || members(digits).map(|digit| (root, cell, digit, false)).collect();
            self.offer(conclusion, proof);
        }
        for (digit, (allowed, off)) in self.board.allowed().into_iter().zip(off).enumerate() {
            for house in HOUSE_SETS {
                let places = house & allowed;
                if places != 0 && places & !off == 0 {
                    self.offer(conclusion, || all(places, digit, false));
                }
            }
        }
    }

    /// What follows from a candidate and from its absence.
    fn either(&mut self, own: usize, candidate: usize) {
        let roots = [candidate, candidate + CANDIDATES];
        let mut common = self.closures[roots[0]];
        common.and(&self.closures[roots[1]]);
        for set in common.on.iter_mut().chain(&mut common.off) {
            *set &= !(1 << own);
        }
        self.conclude(&common, &roots);
    }

    /// What follows from each of these.
    fn all_of(&mut self, roots: &[usize]) {
        let Some((&root, rest)) = roots.split_first() else { return };
        let mut common = self.closures[root];
        rest.iter().for_each(|&root| common.and(&self.closures[root]));
        self.conclude(&common, roots);
    }

    fn conclude(&mut self, common: &Closure, roots: &[usize]) {
        for right in [true, false] {
            let sets = if right { &common.on } else { &common.off };
            for (digit, &cells) in sets.iter().enumerate() {
                for cell in bits(cells) {
                    let proof = || roots.iter().map(|&root| (root, cell, digit, right)).collect();
                    self.offer(Conclusion { cell, digit, right }, proof);
                }
            }
        }
    }
}
