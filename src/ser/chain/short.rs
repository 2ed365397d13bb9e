//! Producer 21: bidirectional cycles and forcing chains of one parent each, on one digit (X),
//! through bivalue cells (Y) and of both kinds (XY).
//!
//! Each literal has one parent here, so the shortest chain has the least complexity, and a
//! search that cannot improve on the best hint so far ends early.

use super::links::{Links, has, numbers};
use super::pass::Pass;
use super::reach::Reach;
use crate::ser::board::Board;
use crate::ser::literal::{Cause, Literal, NONE, rating};
use crate::ser::removals::Removals;
use crate::ser::tables::PEER_SETS;

/// Where a hint is found: the pass, the number of its start, and 0 for a cycle, 1 for a chain from
/// an on literal, 2 for one from an off literal. That is the order in which Sudoku Explainer finds
/// them.
type Place = (Pass, usize, u8);

/// The literals of a chain, the conclusion first; of a cycle, also read backwards.
pub struct Found {
    pub rating: f64,
    pub complexity: u32,
    pub key: u8,
    at: Place,
    pub removals: Removals,
    /// What the chain concludes; none if it is a cycle.
    pub conclusion: Option<Literal>,
    pub paths: Vec<Vec<(Literal, Cause)>>,
}

impl Found {
    fn rank(&self) -> (f64, u32, u8, Place) {
        (self.rating, self.complexity, self.key, self.at)
    }
}

/// An on literal that was reached, through the off literal before it.
#[derive(Clone, Copy)]
struct Step {
    on: u16,
    off: u16,
    off_cause: Cause,
    on_cause: Cause,
    parent: u16,
}

const ROOT: u16 = u16::MAX;

/// The search, with its memory.
pub struct Short {
    steps: Vec<Step>,
    on_seen: [u32; 729],
    off_seen: [u32; 729],
    clock: u32,
    /// All hints, or only the best one.
    all: bool,
    found: Vec<Found>,
}

impl Default for Short {
    fn default() -> Short {
        Short {
            steps: Vec::new(),
            on_seen: [0; 729],
            off_seen: [0; 729],
            clock: 0,
            all: false,
            found: Vec::new(),
        }
    }
}

impl Short {
    /// All hints in the order in which they are found, or the first of the best alone.
    pub fn search(&mut self, board: &Board, links: &Links, reach: &Reach, all: bool) -> Vec<Found> {
        self.all = all;
        if !reach.is_calm() {
            let least = self.chains(board, links, reach, Pass::X);
            self.pass_cycles(board, links, reach, Pass::X, least.saturating_sub(2).max(4));
            let least = self.chains(board, links, reach, Pass::Xy).saturating_sub(2).max(4);
            self.pass_cycles(board, links, reach, Pass::Y, least);
            self.pass_cycles(board, links, reach, Pass::Xy, least);
        }
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|found| found.at);
        found
    }

    /// The chains of a pass; the least complexity that one from an on literal can have.
    fn chains(&mut self, board: &Board, links: &Links, reach: &Reach, pass: Pass) -> u32 {
        let base = if pass == Pass::Xy { 7.0 } else { 6.6 };
        let mut least = u32::MAX;
        for number in numbers(&reach.false_ones) {
            let at = (pass, number, 1);
            let limit = self.limit(base, at);
            least = least.min(limit.saturating_add(2));
            if limit >= 4 && board.cells[links.cell(number)].count_ones() >= 2 {
                let found = self.chain_of_on(board, links, at, limit, base);
                least = least.min(found.unwrap_or(u32::MAX));
                self.keep_best();
            }
        }
        for number in numbers(&reach.true_ones) {
            let at = (pass, number, 2);
            let limit = self.limit(base, at);
            if limit >= 4 && board.cells[links.cell(number)].count_ones() >= 2 {
                self.chain_of_off(board, links, at, limit, base);
                self.keep_best();
            }
        }
        least
    }

    /// The cycles of a pass. One that removes a candidate is part of a chain that says the same,
    /// which has at most two literals more: shorter ones than `least` are not looked at.
    fn pass_cycles(&mut self, board: &Board, links: &Links, reach: &Reach, pass: Pass, least: u32) {
        let base = if pass == Pass::Xy { 7.0 } else { 6.5 };
        for number in numbers(&reach.torn) {
            let count = board.cells[links.cell(number)].count_ones();
            if count < 2 || pass == Pass::Y && count != 2 {
                continue;
            }
            let at = (pass, number, 0);
            let limit = self.limit(base, at);
            if limit >= least && links.strong(number).iter().any(|&(_, cause)| pass.strong(cause)) {
                self.cycles(board, links, at, (least, limit), base);
                self.keep_best();
            }
        }
    }

    /// Drops all hints but the best, where only that is wanted.
    fn keep_best(&mut self) {
        if !self.all && self.found.len() > 1 {
            let best = self
                .found
                .drain(..)
                .reduce(|best, next| if next.rank() < best.rank() { next } else { best });
            self.found.extend(best);
        }
    }

    /// The greatest complexity that would be better than what is found, for a hint that is found
    /// at a place.
    fn limit(&self, base: f64, at: Place) -> u32 {
        match self.found.first() {
            Some(best) if !self.all => {
                let better = |&size: &u32| (rating(base, size), size, at.0.key(), at) < best.rank();
                (4..).step_by(2).take_while(better).last().unwrap_or(0)
            }
            _ => u32::MAX,
        }
    }

    fn begin(&mut self) {
        self.clock += 1;
        self.steps.clear();
    }

    fn reach_on(&mut self, on: u16, on_cause: Cause, (off, off_cause): (u16, Cause), parent: u16) {
        if self.on_seen[usize::from(on)] != self.clock {
            self.on_seen[usize::from(on)] = self.clock;
            self.steps.push(Step { on, off, off_cause, on_cause, parent });
        }
    }

    /// The literals from a step back to the root.
    fn path(
        &self,
        links: &Links,
        mut step: u16,
        mut path: Vec<(Literal, Cause)>,
    ) -> Vec<(Literal, Cause)> {
        let literal = |number: u16| links.candidates[usize::from(number)];
        while step != ROOT {
            let Step { on, off, off_cause, on_cause, parent } = self.steps[usize::from(step)];
            path.push((Literal::on(literal(on)), on_cause));
            if off != ROOT {
                path.push((Literal::off(literal(off)), off_cause));
            }
            step = parent;
        }
        path
    }

    fn chain_of_on(
        &mut self,
        board: &Board,
        links: &Links,
        place: Place,
        limit: u32,
        base: f64,
    ) -> Option<u32> {
        let (pass, start, _) = place;
        self.begin();
        self.reach_on(start as u16, NONE, (ROOT, NONE), ROOT);
        let (mut layer, mut complexity) = (0, 2);
        while complexity <= limit && layer < self.steps.len() {
            let end = self.steps.len();
            for at in layer..end {
                let on = usize::from(self.steps[at].on);
                if has(links.row(&links.weak_rows, on), start) {
                    let cause = links.weak(on).iter().find(|(off, _)| usize::from(*off) == start);
                    let &(off, cause) = cause.expect("the row has the link");
                    if pass.weak(cause) {
                        let target = Literal::off(links.candidates[usize::from(off)]);
                        let path = self.path(links, at as u16, vec![(target, cause)]);
                        self.conclude(board, path, complexity, place, base);
                        return Some(complexity);
                    }
                }
            }
            for at in layer..end {
                self.expand(links, at, pass);
            }
            layer = end;
            complexity += 2;
        }
        None
    }

    /// Follows a step by an off literal and an on literal each.
    fn expand(&mut self, links: &Links, at: usize, pass: Pass) {
        let on = usize::from(self.steps[at].on);
        for &(off, off_cause) in links.weak(on) {
            if !pass.weak(off_cause) || self.off_seen[usize::from(off)] == self.clock {
                continue;
            }
            self.off_seen[usize::from(off)] = self.clock;
            for &(next, on_cause) in links.strong(usize::from(off)) {
                if pass.strong(on_cause) {
                    self.reach_on(next, on_cause, (off, off_cause), at as u16);
                }
            }
        }
    }

    fn chain_of_off(&mut self, board: &Board, links: &Links, place: Place, limit: u32, base: f64) {
        let (pass, start, _) = place;
        self.begin();
        self.off_seen[start] = self.clock;
        for &(on, cause) in links.strong(start) {
            if pass.strong(cause) {
                self.reach_on(on, cause, (start as u16, NONE), ROOT);
            }
        }
        let (mut layer, mut complexity) = (0, 4);
        while complexity <= limit && layer < self.steps.len() {
            let end = self.steps.len();
            for at in layer..end {
                self.expand(links, at, pass);
            }
            if let Some(target) =
                self.steps[end..].iter().position(|step| usize::from(step.on) == start)
            {
                let path = self.path(links, (end + target) as u16, Vec::new());
                return self.conclude(board, path, complexity, place, base);
            }
            layer = end;
            complexity += 2;
        }
    }

    fn conclude(
        &mut self,
        board: &Board,
        path: Vec<(Literal, Cause)>,
        complexity: u32,
        at: Place,
        base: f64,
    ) {
        let target = path[0].0;
        self.found.push(Found {
            rating: rating(base, complexity),
            complexity,
            key: at.0.key(),
            at,
            removals: crate::ser::proof::removals(board, target),
            conclusion: Some(target),
            paths: vec![path],
        });
    }

    fn cycles(
        &mut self,
        board: &Board,
        links: &Links,
        place: Place,
        (least, limit): (u32, u32),
        base: f64,
    ) {
        let (pass, start, _) = place;
        self.begin();
        self.reach_on(start as u16, NONE, (ROOT, NONE), ROOT);
        let (mut layer, mut complexity) = (0, 2);
        let closing = |off: u16| {
            let mut links = links.strong(usize::from(off)).iter();
            links.find(|(on, cause)| usize::from(*on) == start && pass.strong(*cause))
        };
        while complexity <= limit && layer < self.steps.len() {
            let end = self.steps.len();
            for at in layer..end {
                if complexity >= least {
                    let on = usize::from(self.steps[at].on);
                    for &(off, off_cause) in links.weak(on).iter().filter(|(_, c)| pass.weak(*c)) {
                        if let Some(&(_, on_cause)) = closing(off)
                            && !self.passes(at, off)
                        {
                            let (off, on) =
                                (links.candidates[usize::from(off)], links.candidates[start]);
                            let path =
                                vec![(Literal::on(on), on_cause), (Literal::off(off), off_cause)];
                            let path = self.path(links, at as u16, path);
                            self.close(board, path, complexity, place, base);
                        }
                    }
                }
            }
            for at in layer..end {
                self.expand(links, at, pass);
            }
            layer = end;
            complexity += 2;
        }
    }

    /// Whether the way to a step goes through an off literal.
    fn passes(&self, mut at: usize, off: u16) -> bool {
        loop {
            let step = self.steps[at];
            if step.off == off {
                return true;
            }
            if step.parent == ROOT {
                return false;
            }
            at = usize::from(step.parent);
        }
    }

    fn close(
        &mut self,
        board: &Board,
        path: Vec<(Literal, Cause)>,
        complexity: u32,
        at: Place,
        base: f64,
    ) {
        let mut cells = 0u128;
        let mut seen = [[0u128; 9]; 2];
        for (literal, _) in &path {
            cells |= 1 << literal.cell();
            seen[usize::from(literal.is_on())][literal.digit()] |= PEER_SETS[literal.cell()];
        }
        let removals = std::array::from_fn(|d| board.digits[d] & seen[0][d] & seen[1][d] & !cells);
        let removals = Removals(removals);
        if removals.is_empty() {
            return;
        }
        let backwards = path.iter().rev().map(|&(literal, cause)| (literal.negation(), cause));
        let backwards = backwards.collect();
        self.found.push(Found {
            rating: rating(base, complexity),
            complexity,
            key: at.0.key(),
            at,
            removals,
            conclusion: None,
            paths: vec![path, backwards],
        });
    }
}
