//! A block of boards to work with directly: load, propagate, read the verdicts.
//!
//! What solving a batch needs, other jobs need too: a uniqueness or minimality test in
//! generation is one removed given per lane, the refutation in T&E depth one assumed
//! candidate per lane. They bring their own boards and their own loop; the block gives
//! them the lanes, the rules and the verdicts.

use super::assumption::Outcome;
use super::board::{ALL, Board};
use super::closing::Close;
use super::portable::Portable;
use super::rules::{Block, Verdict};
use super::vector::{Kernel, Simd};
use super::{AnySimd, Backend};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// How far to propagate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Naked and hidden singles only: the propagation of T&E depth.
    Singles,
    /// Singles and locked candidates (pointing and claiming): what [`super::Solver`]
    /// uses, but for the minilines of three digits.
    Locked,
}

/// The verdicts on the lanes at the fixpoint, one bit per lane. A lane in neither is
/// stuck: no rule applies, and some cell has more than one candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Contradictory: a cell without candidate, or a house without place for a digit.
    pub failed: u32,
    /// Solved: one candidate in every cell, every digit in every house.
    pub solved: u32,
}

/// Boards side by side, one per lane.
pub struct Boards(AnyBlock);

enum AnyBlock {
    Portable(Portable, Box<Block<Portable>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2, Box<Block<Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512, Box<Block<Avx512>>),
}

/// Calls a method of whichever block it is.
macro_rules! with_block {
    ($any:expr, $simd:ident, $block:ident => $call:expr) => {
        match $any {
            AnyBlock::Portable($simd, $block) => $call,
            #[cfg(target_arch = "x86_64")]
            AnyBlock::Avx2($simd, $block) => $call,
            #[cfg(target_arch = "x86_64")]
            AnyBlock::Avx512($simd, $block) => $call,
        }
    };
}

impl Default for Boards {
    /// Boards on [`Backend::best`].
    fn default() -> Boards {
        Boards::with(Backend::best()).expect("the best back end is available")
    }
}

impl Boards {
    /// Boards on a given back end, if this machine can run it; all are empty grids.
    pub fn with(backend: Backend) -> Option<Boards> {
        Some(Boards(match AnySimd::detect(backend)? {
            AnySimd::Portable(simd) => AnyBlock::Portable(simd, Box::new(Block::new(simd))),
            #[cfg(target_arch = "x86_64")]
            AnySimd::Avx2(simd) => AnyBlock::Avx2(simd, Box::new(Block::new(simd))),
            #[cfg(target_arch = "x86_64")]
            AnySimd::Avx512(simd) => AnyBlock::Avx512(simd, Box::new(Block::new(simd))),
        }))
    }

    /// The number of boards side by side: 8 to 32, depending on the back end.
    pub fn lanes(&self) -> usize {
        with_block!(&self.0, simd, _block => lanes_of(simd))
    }

    /// Writes a board into a lane.
    pub fn load(&mut self, lane: usize, board: &Board) {
        with_block!(&mut self.0, _simd, block => block.load(lane, board));
    }

    /// Writes one board into all lanes.
    pub fn load_everywhere(&mut self, board: &Board) {
        with_block!(&mut self.0, simd, block => block.load_everywhere(*simd, board));
    }

    /// Copies the board out of a lane.
    pub fn save(&self, lane: usize) -> Board {
        let mut board = Board::EMPTY;
        with_block!(&self.0, _simd, block => block.save(lane, &mut board));
        board
    }

    /// Replaces the candidates of one cell of a lane's board: an assumption if they
    /// are one digit, a removal if they are the old ones without one.
    pub fn set_candidates(&mut self, lane: usize, cell: usize, candidates: u16) {
        with_block!(&mut self.0, _simd, block => block.set(lane, cell, candidates & ALL));
    }

    /// How many candidates a lane's board has left.
    pub fn left(&self, lane: usize) -> u32 {
        with_block!(&self.0, _simd, block => {
            block.cells.iter().map(|row| row.as_ref()[lane].count_ones()).sum()
        })
    }

    /// The digits that are alone in their cell on at least one of these lanes' boards.
    pub fn placed(&self, lanes: u32) -> Board {
        with_block!(&self.0, simd, block => simd.run(Placed { simd: *simd, block, lanes }))
    }

    /// Deletes what T&E(1) deletes from a board. What is in the lanes is lost.
    pub(super) fn close(&mut self, board: &mut Board) -> Outcome {
        with_block!(&mut self.0, simd, block => simd.run(Close { simd: *simd, block, board }))
    }

    /// Propagates all boards to the fixpoint. The lanes in `active` (bit `i` for lane
    /// `i`) are waited for and judged; the others may be left anywhere on the way.
    pub fn propagate(&mut self, rules: Rules, active: u32) -> Verdicts {
        with_block!(&mut self.0, simd, block => {
            let simd = *simd;
            simd.run(Propagate { simd, block, rules, active })
        })
    }
}

fn lanes_of<S: Simd>(_: &S) -> usize {
    S::LANES
}

struct Propagate<'a, S: Simd> {
    simd: S,
    block: &'a mut Block<S>,
    rules: Rules,
    active: u32,
}

impl<S: Simd> Kernel for Propagate<'_, S> {
    type Output = Verdicts;

    #[inline(always)]
    fn run(self) -> Verdicts {
        let mut verdicts = Verdicts::default();
        let mut open = self.active & (u32::MAX >> (32 - S::LANES));
        while open != 0 {
            let Verdict { failed, settled, solved } = match self.rules {
                Rules::Singles => self.block.singles_pass(self.simd),
                Rules::Locked => self.block.pass(self.simd, false),
            };
            verdicts.failed |= failed & open;
            verdicts.solved |= solved & open & !failed;
            open &= !(failed | settled);
        }
        verdicts
    }
}

struct Placed<'a, S: Simd> {
    simd: S,
    block: &'a Block<S>,
    lanes: u32,
}

impl<S: Simd> Kernel for Placed<'_, S> {
    type Output = Board;

    #[inline(always)]
    fn run(self) -> Board {
        let Placed { simd, block, lanes } = self;
        let wanted = simd.load(&simd.lanes(lanes));
        let mut placed = Board::EMPTY;
        for (row, digits) in block.cells.iter().zip(&mut placed.0) {
            let x = simd.load(row);
            let single = simd.where_disjoint(x, simd.add(x, simd.splat(!0)));
            let mut row = simd.row(0);
            simd.store(&mut row, simd.and(single, wanted));
            *digits = row.as_ref().iter().fold(0, |union, digits| union | digits);
        }
        placed
    }
}
