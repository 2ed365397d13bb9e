//! T&E(1) on one board: the board and assumptions on it side by side, each on its lane.
//!
//! A lane that fails refutes its assumption, which leaves all boards at once; a lane that comes
//! to rest has survived and takes the next assumption. So no lane waits for another, and
//! what is refuted serves all from the next pass on. The end is the same as if one assumption
//! were tried after another: singles and refutations only ever delete, in whatever order.

use super::assumption::{Assumption, Outcome, assumptions};
use super::board::Board;
use super::rules::{Block, Verdict};
use super::vector::{Kernel, Simd, each};

/// The lane of the board itself.
const ROOT: usize = 0;
/// Lanes that are free before they are filled, all at once.
const CROWD: u32 = 6;

/// Deletes what T&E(1) deletes from a board.
pub struct Close<'a, S: Simd> {
    pub simd: S,
    pub block: &'a mut Block<S>,
    pub board: &'a mut Board,
}

impl<S: Simd> Kernel for Close<'_, S> {
    type Output = Outcome;

    #[inline(always)]
    fn run(self) -> Outcome {
        let Close { simd, block, board } = self;
        let outcome = close(simd, block, board);
        block.save(ROOT, board);
        outcome
    }
}

/// What is known of the assumptions on a board.
struct Trial<S: Simd> {
    /// All, in the order in which they are tried, round and round.
    all: Vec<Assumption>,
    next: usize,
    /// How many are to be looked at: as many as there are since a candidate was deleted.
    unseen: usize,
    /// What the lanes assume.
    assumed: [Assumption; 32],
    /// Digits that were placed on a lane that survived, by cell, and that survive with it.
    placed: [S::Row; 81],
    /// The digits that are being tried.
    tried: Board,
}

#[inline(always)]
fn close<S: Simd>(simd: S, block: &mut Block<S>, board: &Board) -> Outcome {
    block.load_everywhere(simd, board);
    loop {
        let Verdict { failed, settled, solved } = block.singles_pass(simd);
        match () {
            () if failed >> ROOT & 1 == 1 => return Outcome::Refuted,
            () if solved >> ROOT & 1 == 1 => return Outcome::Solved,
            () if settled >> ROOT & 1 == 1 => break,
            () => {}
        }
    }
    let mut root = Board::EMPTY;
    block.save(ROOT, &mut root);
    let mut trial = Trial::new(simd, &root);
    let mut free = (u32::MAX >> (32 - S::LANES)) & !(1 << ROOT);
    let mut active = 0;
    // Whether singles have done with the board.
    let mut at_rest = true;
    loop {
        if free.count_ones() >= CROWD || active == 0 {
            let filled = trial.fill(simd, block, free);
            free &= !filled;
            active |= filled;
            if active == 0 && at_rest {
                return Outcome::Open;
            }
        }
        let Verdict { failed, settled, solved } = block.singles_pass(simd);
        match () {
            () if failed >> ROOT & 1 == 1 => return Outcome::Refuted,
            () if solved >> ROOT & 1 == 1 => return Outcome::Solved,
            () => {}
        }
        at_rest = settled >> ROOT & 1 == 1 && failed & active == 0;
        // What has come to rest may have more to do once a candidate is deleted.
        let ended = match failed & active {
            0 => settled & active,
            failed => failed,
        };
        if failed & active != 0 {
            trial.delete(simd, block, ended);
        } else if ended != 0 {
            trial.survive(simd, block, ended);
        }
        active &= !ended;
        free |= ended;
    }
}

impl<S: Simd> Trial<S> {
    #[inline(always)]
    fn new(simd: S, root: &Board) -> Trial<S> {
        let all = assumptions(root);
        Trial {
            next: 0,
            unseen: all.len(),
            assumed: [Assumption::default(); 32],
            placed: [simd.row(0); 81],
            tried: Board::EMPTY,
            all,
        }
    }

    /// The next assumption that is to be tried.
    #[inline(always)]
    fn pick(&mut self, simd: S, block: &Block<S>) -> Option<Assumption> {
        while self.unseen > 0 {
            let assumption = self.all[self.next];
            self.next = if self.next + 1 == self.all.len() { 0 } else { self.next + 1 };
            self.unseen -= 1;
            let Assumption { cell, digit, .. } = assumption;
            let left = block.cells[cell].as_ref()[ROOT];
            let is_open = left & digit != 0 && left != digit && self.tried.0[cell] & digit == 0;
            let placed = simd.and(simd.load(&self.placed[cell]), simd.splat(digit));
            if is_open && simd.differing(placed, simd.splat(0)) == 0 {
                return Some(assumption);
            }
        }
        None
    }

    /// Assumes the next candidates on these lanes. Returns those for which there was one.
    #[inline(always)]
    fn fill(&mut self, simd: S, block: &mut Block<S>, free: u32) -> u32 {
        let mut filled = 0;
        for lane in each(free) {
            let Some(assumption) = self.pick(simd, block) else { break };
            self.tried.0[assumption.cell] |= assumption.digit;
            self.assumed[lane] = assumption;
            filled |= 1 << lane;
        }
        if filled != 0 {
            block.spread(simd, ROOT, filled);
            for lane in each(filled) {
                let Assumption { cell, digit, .. } = self.assumed[lane];
                block.set(lane, cell, digit);
            }
        }
        filled
    }

    /// Deletes what these lanes assume from all boards: what survived must be tried again.
    #[inline(always)]
    fn delete(&mut self, simd: S, block: &mut Block<S>, failed: u32) {
        for lane in each(failed) {
            let Assumption { cell, digit, .. } = self.assumed[lane];
            self.tried.0[cell] &= !digit;
            block.delete(simd, cell, digit);
        }
        self.placed = [simd.row(0); 81];
        self.unseen = self.all.len();
    }

    /// Notes what these lanes have placed.
    #[inline(always)]
    fn survive(&mut self, simd: S, block: &Block<S>, settled: u32) {
        for lane in each(settled) {
            let Assumption { cell, digit, .. } = self.assumed[lane];
            self.tried.0[cell] &= !digit;
        }
        let wanted = simd.load(&simd.lanes(settled));
        for (row, placed) in block.cells.iter().zip(&mut self.placed) {
            let x = simd.load(row);
            let single = simd.where_disjoint(x, simd.add(x, simd.splat(!0)));
            simd.store(placed, simd.or(simd.load(placed), simd.and(single, wanted)));
        }
    }
}
