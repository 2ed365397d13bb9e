//! The AVX2 back end: sixteen lanes in a 256-bit register.

mod choose;

use super::board::Board;
use super::choice::{Cells, Choice};
use super::vector::{Kernel, Simd, operations};
use std::arch::x86_64::*;

const LANES: usize = 16;

/// Proof that this machine has AVX2: made by [`Avx2::detect`] only.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    pub fn detect() -> Option<Avx2> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Avx2(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// Calls an AVX2 intrinsic that works on registers alone.
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: an `Avx2` exists only where the machine has AVX2, and the
        // intrinsic has no other requirement: it touches no memory.
        unsafe { $call }
    };
}
use avx2;

impl Simd for Avx2 {
    const LANES: usize = LANES;
    type Row = [u16; LANES];
    type Vector = __m256i;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: an `Avx2` exists only where detection found these features.
        unsafe { run_with_avx2(kernel) }
    }

    #[inline(always)]
    fn row(self, value: u16) -> Self::Row {
        [value; LANES]
    }

    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self::Vector {
        // SAFETY: AVX2 is there (see above), and a row is 32 readable bytes; the
        // unaligned form asks for no alignment.
        unsafe { _mm256_loadu_si256(row.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, row: &mut Self::Row, lanes: Self::Vector) {
        // SAFETY: as for `load`; the row is borrowed mutably.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), lanes) }
    }

    #[inline(always)]
    fn splat(self, value: u16) -> Self::Vector {
        avx2!(_mm256_set1_epi16(value.cast_signed()))
    }

    operations! {
        and(a, b) => avx2!(_mm256_and_si256(a, b));
        or(a, b) => avx2!(_mm256_or_si256(a, b));
        xor(a, b) => avx2!(_mm256_xor_si256(a, b));
        and_not(a, b) => avx2!(_mm256_andnot_si256(b, a));
        add(a, b) => avx2!(_mm256_add_epi16(a, b));
        where_disjoint(x, mask) => avx2!({
            let common = _mm256_and_si256(x, mask);
            _mm256_and_si256(x, _mm256_cmpeq_epi16(common, _mm256_setzero_si256()))
        });
        restrict(x, set) => avx2!({
            let common = _mm256_and_si256(x, set);
            let disjoint = _mm256_cmpeq_epi16(common, _mm256_setzero_si256());
            _mm256_and_si256(x, _mm256_or_si256(set, disjoint))
        });
    }

    #[inline(always)]
    fn differing(self, a: Self::Vector, b: Self::Vector) -> u32 {
        avx2!({
            // One byte per lane, in order, then one bit per byte.
            let equal = _mm256_cmpeq_epi16(a, b);
            let low = _mm256_castsi256_si128(equal);
            let high = _mm256_extracti128_si256::<1>(equal);
            let bytes = _mm_packs_epi16(low, high);
            !_mm_movemask_epi8(bytes).cast_unsigned() & 0xffff
        })
    }

    #[inline(always)]
    fn cells(self, board: &Board) -> Cells {
        self.cells_of(board)
    }

    #[inline(always)]
    fn pairs(self, board: &Board) -> u128 {
        self.pairs_of(board)
    }

    #[inline(always)]
    fn heaviest(self, board: &Board, cells: &Cells) -> Option<Choice> {
        self.heaviest_of(board, cells)
    }
}
