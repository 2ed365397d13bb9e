//! The AVX-512 back end: 32 lanes in a 512-bit register.
//!
//! The rules need only the foundation and the byte-and-word instructions (F and BW).
//! Moving boards in and out of the lanes and choosing a branch work on whole boards,
//! and there population counts, byte permutations and bit matrices save more than half
//! of the time; so the back end asks for those too: Ice Lake, Zen 4 and later.

mod choose;
mod transfer;

use super::board::Board;
use super::choice::{Cells, Choice};
use super::vector::{ByLane, Kernel, Simd, operations};
use std::arch::x86_64::*;

/// Calls an AVX-512 intrinsic that works on registers alone.
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: an `Avx512`, the `self` of every method that uses this, exists only
        // where the machine has all the features `detect` asks for, and intrinsics on
        // registers have no other requirement: they touch no memory.
        unsafe { $call }
    };
}
use avx512;

const LANES: usize = 32;

/// The numbers of the lanes.
static NUMBERS: [u16; LANES] = {
    let mut numbers = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        numbers[lane] = lane as u16;
        lane += 1;
    }
    numbers
};

/// Proof that this machine has the instructions: made by [`Avx512::detect`] only.
#[derive(Clone, Copy)]
pub struct Avx512(());

impl Avx512 {
    pub fn detect() -> Option<Avx512> {
        let all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Avx512(()))
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512bitalg,avx512vpopcntdq,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt,lzcnt"
)]
fn run_with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// The truth table of a function of three bits, as the instruction wants it.
macro_rules! ternary {
    ($a:expr, $b:expr, $c:expr, $table:expr) => {
        avx512!(_mm512_ternarylogic_epi32::<{ ($table) & 0xff }>($a, $b, $c))
    };
}

/// The three inputs' columns in a truth table: a function of `A`, `B` and `C`
/// written with `&`, `|`, `^` and `!` is its own table.
const A: i32 = 0xf0;
const B: i32 = 0xcc;
const C: i32 = 0xaa;

impl Simd for Avx512 {
    const LANES: usize = LANES;
    const CROWD: u32 = 6;
    type Row = [u16; LANES];
    type Vector = __m512i;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: an `Avx512` exists only where detection found these features.
        unsafe { run_with_avx512(kernel) }
    }

    #[inline(always)]
    fn row(self, value: u16) -> Self::Row {
        [value; LANES]
    }

    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self::Vector {
        // SAFETY: AVX-512 is there (see above), and a row is 64 readable bytes;
        // the unaligned form asks for no alignment.
        unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, row: &mut Self::Row, lanes: Self::Vector) {
        // SAFETY: as for `load`; the row is borrowed mutably.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), lanes) }
    }

    #[inline(always)]
    fn splat(self, value: u16) -> Self::Vector {
        avx512!(_mm512_set1_epi16(value.cast_signed()))
    }

    operations! {
        and(a, b) => avx512!(_mm512_and_si512(a, b));
        or(a, b) => avx512!(_mm512_or_si512(a, b));
        xor(a, b) => avx512!(_mm512_xor_si512(a, b));
        and_not(a, b) => avx512!(_mm512_andnot_si512(b, a));
        add(a, b) => avx512!(_mm512_add_epi16(a, b));
        where_disjoint(x, mask) => avx512!(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(x, mask), x));
        restrict(x, set) => avx512!({
            let meets = _mm512_test_epi16_mask(x, set);
            _mm512_mask_mov_epi16(x, meets, _mm512_and_si512(x, set))
        });
        where_three(x) => avx512!({
            let few = _mm512_cmple_epu16_mask(_mm512_popcnt_epi16(x), _mm512_set1_epi16(3));
            _mm512_maskz_mov_epi16(few, x)
        });
        or3(a, b, c) => ternary!(a, b, c, A | B | C);
        and3(a, b, c) => ternary!(a, b, c, A & B & C);
        once(a, b, c) => ternary!(a, b, c, (A ^ B ^ C) & !(A & B & C));
        majority(a, b, c) => ternary!(a, b, c, (A & B) | (C & (A | B)));
        and_nand(x, a, b) => ternary!(x, a, b, A & !(B & C));
        and_nor(x, a, b) => ternary!(x, a, b, A & !(B | C));
        replace(x, out, keep) => ternary!(x, out, keep, (A & !B) | C);
    }

    #[inline(always)]
    fn differing(self, a: Self::Vector, b: Self::Vector) -> u32 {
        avx512!(_mm512_cmpneq_epi16_mask(a, b))
    }

    #[inline(always)]
    fn cells(self, board: &Board) -> Cells {
        self.cells_of(board)
    }

    #[inline(always)]
    fn pairs(self, board: &Board) -> u128 {
        let (thirds, _) = board.0.as_chunks();
        thirds.iter().rev().fold(0, |pairs, third| {
            let count = avx512!(_mm512_popcnt_epi16(self.load(third)));
            pairs << LANES | u128::from(avx512!(_mm512_cmpeq_epi16_mask(count, self.splat(2))))
        })
    }

    #[inline(always)]
    fn heaviest(self, board: &Board, cells: &Cells) -> Option<Choice> {
        self.heaviest_of(board, cells)
    }

    #[inline(always)]
    fn read(self, puzzle: &[u8; 81]) -> Board {
        self.board_of(puzzle)
    }

    #[inline(always)]
    fn digits(self, board: &Board) -> [u8; 81] {
        self.digits_of(board)
    }

    #[inline(always)]
    fn gather(self, cells: &[Self::Row; 81], lanes: u32, boards: &mut ByLane) {
        self.gather_boards(cells, lanes, boards);
    }

    #[inline(always)]
    fn scatter(self, cells: &mut [Self::Row; 81], lanes: u32, boards: &ByLane) {
        self.scatter_boards(cells, lanes, boards);
    }
}
