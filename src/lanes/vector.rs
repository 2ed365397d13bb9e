//! The seam between the rules and the machine: what a row of 16-bit lanes can do.
//!
//! A *lane* is one 16-bit element of a SIMD register and holds one cell of one
//! puzzle: a set of candidates, bit `d - 1` for digit `d`. A [`Simd`] value is the
//! proof that the machine has the instructions ("token"): it can only be made by
//! the detection in `Backend`, so its operations are safe to call. The rules are
//! written once over this trait; the three back ends differ only in how they spell
//! these few words, never in what they mean.

use super::board::Board;
use super::choice::{Cells, Choice};

/// A board per lane on its way out of a block or into it, and a spare one that a
/// vector unit may overwrite.
pub type ByLane = [Board; SPARE + 1];
pub const SPARE: usize = 32;

/// Work to be compiled with a back end's instructions switched on: `Simd::run`.
pub trait Kernel {
    type Output;
    /// Must be `#[inline(always)]`, as must every generic function it calls: what is
    /// not inlined into `Simd::run` is compiled for the baseline of the target.
    fn run(self) -> Self::Output;
}

/// A set of 16-bit lanes, and the operations the rules of Sudoku need on them.
pub trait Simd: Copy {
    /// Number of lanes: the number of puzzles side by side, at most 32.
    const LANES: usize;
    /// How many lanes should be done before it pays to handle them: more than one
    /// where boards move several at a time.
    const CROWD: u32 = 1;
    /// The lanes in memory.
    type Row: Copy + AsRef<[u16]> + AsMut<[u16]>;
    /// The lanes in a register.
    type Vector: Copy;

    /// Runs `kernel` compiled for this back end.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;

    fn row(self, value: u16) -> Self::Row;
    fn load(self, row: &Self::Row) -> Self::Vector;
    fn store(self, row: &mut Self::Row, lanes: Self::Vector);
    fn splat(self, value: u16) -> Self::Vector;

    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a & !b`
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Addition modulo 2^16.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The lanes in which `a` and `b` differ, lane 0 in the lowest bit.
    fn differing(self, a: Self::Vector, b: Self::Vector) -> u32;

    /// `x` in the lanes where `x & mask` is zero, 0 in the others.
    fn where_disjoint(self, x: Self::Vector, mask: Self::Vector) -> Self::Vector;

    /// `x` in the lanes where it has at most three bits, 0 in the others.
    #[inline(always)]
    fn where_three(self, x: Self::Vector) -> Self::Vector {
        let less_two = self.without_lowest(self.without_lowest(x));
        self.where_disjoint(x, self.without_lowest(less_two))
    }

    /// Each lane without its lowest bit.
    #[inline(always)]
    fn without_lowest(self, x: Self::Vector) -> Self::Vector {
        self.and(x, self.add(x, self.splat(!0)))
    }

    /// `x & set` in the lanes where that is not empty, `x` in the others: a digit
    /// that must be in this cell is placed, a cell none of them may enter is left.
    fn restrict(self, x: Self::Vector, set: Self::Vector) -> Self::Vector;

    /// All bits in some lanes, none in the others.
    #[inline(always)]
    fn lanes(self, lanes: u32) -> Self::Row {
        let mut row = self.row(0);
        for (lane, bits) in row.as_mut().iter_mut().enumerate() {
            *bits = 0_u16.wrapping_sub((lanes >> lane & 1) as u16);
        }
        row
    }

    /// The places of each digit on one board, and its cells by number of candidates.
    #[inline(always)]
    fn cells(self, board: &Board) -> Cells {
        let mut places = [[0; 16]; 9];
        for (eight, cells) in board.0.chunks_exact(8).take(11).enumerate() {
            let word = |cells: &[u16]| {
                cells.iter().rev().fold(0, |word, &cell| word << 16 | u64::from(cell))
            };
            let (low, high) = (word(&cells[..4]), word(&cells[4..]));
            let digits = transposed(low_bytes(low) | low_bytes(high) << 32).to_le_bytes();
            for (places, bits) in places.iter_mut().zip(digits) {
                places[eight] = bits;
            }
            // A multiplication gathers one bit of four cells.
            const LOW: u64 = 0x0001_0001_0001_0001;
            const GATHER: u64 = 0x0000_2000_4000_8001;
            let nine = |word: u64| ((word >> 8 & LOW).wrapping_mul(GATHER) >> 45 & 15) as u8;
            places[8][eight] = nine(low) | nine(high) << 4;
        }
        Cells::new(places.map(u128::from_le_bytes))
    }

    /// The cells with two candidates.
    #[inline(always)]
    fn pairs(self, board: &Board) -> u128 {
        self.cells(board).pairs
    }

    /// The board of a puzzle; see [`Board::new`].
    #[inline(always)]
    fn read(self, puzzle: &[u8; 81]) -> Board {
        Board::new(puzzle)
    }

    /// The digits of a solved board; see [`Board::digits`].
    #[inline(always)]
    fn digits(self, board: &Board) -> [u8; 81] {
        board.digits()
    }

    /// Copies the boards of some lanes out of a block, each to the place of its lane.
    #[inline(always)]
    fn gather(self, cells: &[Self::Row; 81], lanes: u32, boards: &mut ByLane) {
        for lane in each(lanes) {
            for (row, candidates) in cells.iter().zip(&mut boards[lane].0) {
                *candidates = row.as_ref()[lane];
            }
        }
    }

    /// Copies boards into some lanes of a block, each from the place of its lane.
    #[inline(always)]
    fn scatter(self, cells: &mut [Self::Row; 81], lanes: u32, boards: &ByLane) {
        for lane in each(lanes) {
            for (row, candidates) in cells.iter_mut().zip(&boards[lane].0) {
                row.as_mut()[lane] = *candidates;
            }
        }
    }

    /// See [`Cells::heaviest`]; a vector unit may weigh several cells at once.
    #[inline(always)]
    fn heaviest(self, board: &Board, cells: &Cells) -> Option<Choice> {
        cells.heaviest(board)
    }

    #[inline(always)]
    fn or3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.or(a, b), c)
    }

    #[inline(always)]
    fn and3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.and(self.and(a, b), c)
    }

    /// The digits in exactly one of three cells.
    #[inline(always)]
    fn once(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        // An odd number of cells, but not all three.
        let odd = self.xor(self.xor(a, b), c);
        self.and_not(odd, self.and3(a, b, c))
    }

    /// The digits in at least two of three cells.
    #[inline(always)]
    fn majority(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    /// `x & !(a & b)`
    #[inline(always)]
    fn and_nand(self, x: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        self.and_not(x, self.and(a, b))
    }

    /// `x & !(a | b)`
    #[inline(always)]
    fn and_nor(self, x: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        self.and_not(x, self.or(a, b))
    }

    /// `(x & !out) | keep`
    #[inline(always)]
    fn replace(self, x: Self::Vector, out: Self::Vector, keep: Self::Vector) -> Self::Vector {
        self.or(self.and_not(x, out), keep)
    }
}

/// The low bytes of four words, side by side.
#[inline(always)]
fn low_bytes(words: u64) -> u64 {
    let words = words & 0x00ff_00ff_00ff_00ff;
    let words = (words | words >> 8) & 0x0000_ffff_0000_ffff;
    (words | words >> 16) & 0xffff_ffff
}

/// A matrix of eight rows of eight bits, a byte each, turned over its diagonal.
#[inline(always)]
fn transposed(mut matrix: u64) -> u64 {
    // Halves, quarters and eighths change places (Warren, Hacker's Delight, 7-3).
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)]
    {
        let change = (matrix ^ matrix >> shift) & mask;
        matrix ^= change ^ change << shift;
    }
    matrix
}

/// The lanes in a mask, one by one.
#[inline(always)]
pub fn each(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        if mask == 0 {
            return None;
        }
        mask &= mask - 1;
        Some(lane)
    })
}

/// Methods of a back end that take registers and return one.
macro_rules! operations {
    ($($name:ident($($lanes:ident),+) => $result:expr;)+) => {$(
        #[inline(always)]
        fn $name(self, $($lanes: Self::Vector),+) -> Self::Vector {
            $result
        }
    )+};
}
pub(super) use operations;
