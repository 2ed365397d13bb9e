//! Chains taken out of a search, and the proofs made of them.

use std::sync::Arc;

use super::board::Board;
use super::literal::{CELL, Cause, Literal, NONE, candidate};
use super::removals::Removals;
use super::tables::{HOUSES, PLACES, members};

/// One literal of a chain.
#[derive(Clone, Debug)]
pub struct Link {
    /// The literal.
    pub literal: Literal,
    /// Why it follows from its parents.
    pub cause: Cause,
    /// The places of its parents in the chain; empty for the assumption.
    pub parents: Vec<u16>,
    /// What proves it, if not a single rule.
    pub proof: Option<Arc<Proof>>,
}

/// A conclusion and everything it follows from, breadth first: the conclusion is the first.
#[derive(Clone, Default, Debug)]
pub struct Chain {
    pub links: Vec<Link>,
}

impl Chain {
    /// A chain without branches, the conclusion first; the assumption, which comes last, is left
    /// out where it is the conclusion too.
    pub fn line(path: &[(Literal, Cause)]) -> Chain {
        let closed = path[0].0 == path[path.len() - 1].0;
        let path = &path[..path.len() - usize::from(closed)];
        let links = path.iter().enumerate().map(|(place, &(literal, cause))| {
            let last = place + 1 == path.len();
            let next = if last && closed { 0 } else { place as u16 + 1 };
            let parents = if last && !closed { Vec::new() } else { vec![next] };
            Link { literal, cause, parents, proof: None }
        });
        Chain { links: links.collect() }
    }

    /// Whether both have the same literals in the same order.
    fn same(&self, other: &Chain) -> bool {
        let literals =
            |chain: &Chain| chain.links.iter().map(|link| link.literal.0).collect::<Vec<_>>();
        literals(self) == literals(other)
    }
}

/// The proof of a hint of a chain producer.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The number of literals, with those of nested proofs.
    pub complexity: u32,
    /// The chains to its targets; of a cycle, the cycle and the same read backwards.
    pub chains: Vec<Chain>,
}

impl Proof {
    /// Whether the targets and the literals they follow from are the same.
    pub fn same(&self, other: &Proof) -> bool {
        self.complexity == other.complexity
            && self.chains.len() == other.chains.len()
            && self.chains.iter().zip(&other.chains).all(|(one, two)| one.same(two))
    }

    /// Calls `visit` for each candidate that the proof uses as gone: that `start` has and `now`
    /// has not, and whose being there would break a link.
    pub fn uses(&self, start: &Board, now: &Board, mut visit: impl FnMut(u16)) {
        for chain in &self.chains {
            for link in chain.links.iter().filter(|link| link.literal.is_on()) {
                let (cell, digit) = (link.literal.cell(), link.literal.digit());
                match link.cause {
                    NONE => {}
                    CELL => {
                        let gone = start.cells[cell] & !now.cells[cell];
                        members(gone).for_each(|digit| visit(candidate(cell, digit)));
                    }
                    kind => {
                        let house = usize::from(PLACES[cell][usize::from(kind)].0);
                        let gone = start.places[house][digit] & !now.places[house][digit];
                        let cells = members(gone).map(|at| usize::from(HOUSES[house][at]));
                        cells.for_each(|cell| visit(candidate(cell, digit)));
                    }
                }
            }
        }
    }
}

/// A hint found while the consequences of an assumption are collected.
pub struct Nested {
    pub removals: Removals,
    pub proof: Arc<Proof>,
}

/// What a conclusion removes: itself, or the other candidates of its cell.
pub fn removals(board: &Board, conclusion: Literal) -> Removals {
    let digit = 1 << conclusion.digit();
    let digits = if conclusion.is_on() { !digit & 0x1ff } else { digit };
    Removals::of(board, 1 << conclusion.cell(), digits)
}

/// The hints sorted, and of those that remove the same the first; each by its rank and what it
/// removes.
pub fn ranked<T>(mut hints: Vec<(f64, u32, u8, Removals, T)>) -> Vec<(Removals, u32, T)> {
    let rank = |hint: &(f64, u32, u8, Removals, T)| (hint.0, hint.1, hint.2);
    hints.sort_by(|one, two| rank(one).partial_cmp(&rank(two)).expect("ratings are numbers"));
    let mut known = std::collections::HashSet::new();
    hints.retain(|hint| known.insert(hint.3));
    hints
        .into_iter()
        .map(|(_, complexity, _, removals, hint)| (removals, complexity, hint))
        .collect()
}
