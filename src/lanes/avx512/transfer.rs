//! Boards in and out of the lanes: puzzle to board, board to digits, and boards
//! between the lanes of a block, where a board is a column, and memory, where it is a
//! row of three registers.
//!
//! A lane's 81 cells lie in 81 cache lines, so copying one board cell by cell costs a
//! store per line. Eight boards at once are a transposition: per row of lanes one
//! permutation picks the eight lanes, and 8 × 8 blocks are turned in registers.

use super::super::board::{ALL, Board};
use super::super::vector::{ByLane, SPARE, Simd};
use super::{Avx512, LANES, NUMBERS, avx512};
use std::arch::x86_64::*;

/// The candidates of a cell by its value in the puzzle.
static CANDIDATES: [u16; LANES] = {
    let mut candidates = [0; LANES];
    candidates[0] = ALL;
    let mut digit = 1;
    while digit <= 9 {
        candidates[digit] = 1 << (digit - 1);
        digit += 1;
    }
    candidates
};

impl Avx512 {
    /// See [`Board::new`].
    #[inline(always)]
    pub(super) fn board_of(self, puzzle: &[u8; 81]) -> Board {
        /// The cells of the last register that are on the board.
        const LAST: u32 = (1 << 17) - 1;
        // SAFETY: AVX-512 is there; the loads read bytes 0 to 63 and, masked, 64 to 80.
        let (start, end) = unsafe {
            (
                _mm512_loadu_si512(puzzle.as_ptr().cast()),
                _mm512_maskz_loadu_epi8(LAST.into(), puzzle.as_ptr().add(64).cast()),
            )
        };
        let mut board = Board::EMPTY;
        let (thirds, _) = board.0.as_chunks_mut();
        let above = avx512!({
            let largest = _mm512_max_epu8(start, end);
            self.store(&mut thirds[0], self.candidates(_mm512_castsi512_si256(start)));
            self.store(&mut thirds[1], self.candidates(_mm512_extracti64x4_epi64::<1>(start)));
            let end = self.candidates(_mm512_castsi512_si256(end));
            self.store(&mut thirds[2], _mm512_maskz_mov_epi16(LAST, end));
            _mm512_cmpgt_epu8_mask(largest, _mm512_set1_epi8(9))
        });
        if above != 0 {
            // Says which value.
            return Board::new(puzzle);
        }
        board
    }

    /// See [`Board::digits`].
    #[inline(always)]
    pub(super) fn digits_of(self, board: &Board) -> [u8; 81] {
        let mut digits = [0; 96];
        let (thirds, _) = board.0.as_chunks();
        for (third, cells) in digits.chunks_exact_mut(LANES).zip(thirds) {
            let x = self.load(cells);
            // A digit is one more than the number of ones below its bit.
            let bytes = avx512!({
                let ones = _mm512_set1_epi16(-1);
                let below = _mm512_popcnt_epi16(_mm512_add_epi16(x, ones));
                _mm512_cvtepi16_epi8(_mm512_sub_epi16(below, ones))
            });
            // SAFETY: AVX-512 implies AVX, and a third is 32 writable bytes.
            unsafe { _mm256_storeu_si256(third.as_mut_ptr().cast(), bytes) }
        }
        *digits.first_chunk().expect("96 digits")
    }

    /// See [`Simd::gather`].
    #[inline(always)]
    pub(super) fn gather_boards(self, cells: &[[u16; LANES]; 81], lanes: u32, boards: &mut ByLane) {
        let mut rest = lanes;
        while rest != 0 {
            let group = self.first_eight(rest);
            rest &= !group;
            let (from, list) = self.slots(group);
            for third in 0..3 {
                let mut columns = [self.splat(0); 8];
                for (k, column) in columns.iter_mut().enumerate() {
                    for quarter in 0..4 {
                        let Some(row) = cells.get(32 * third + 8 * quarter + k) else {
                            continue;
                        };
                        let mask = 0xff << (8 * quarter);
                        let row = self.load(row);
                        *column = avx512!(_mm512_mask_permutexvar_epi16(*column, mask, from, row));
                    }
                }
                for (row, lane) in self.transpose(columns).into_iter().zip(list) {
                    let (thirds, _) = boards[usize::from(lane)].0.as_chunks_mut();
                    self.store(&mut thirds[third], row);
                }
            }
        }
    }

    /// See [`Simd::scatter`].
    #[inline(always)]
    pub(super) fn scatter_boards(
        self,
        cells: &mut [[u16; LANES]; 81],
        lanes: u32,
        boards: &ByLane,
    ) {
        let mut rest = lanes;
        while rest != 0 {
            let group = self.first_eight(rest);
            rest &= !group;
            let (_, list) = self.slots(group);
            let slots = avx512!(_mm512_maskz_expand_epi16(group, self.load(&NUMBERS)));
            for third in 0..3 {
                // By a loop: a closure would be compiled without AVX-512, each load a call.
                let mut rows = [self.splat(0); 8];
                for (row, lane) in rows.iter_mut().zip(list) {
                    let (thirds, _) = boards[usize::from(lane)].0.as_chunks();
                    *row = self.load(&thirds[third]);
                }
                for (k, column) in self.transpose(rows).into_iter().enumerate() {
                    for quarter in 0..4 {
                        let Some(row) = cells.get_mut(32 * third + 8 * quarter + k) else {
                            continue;
                        };
                        let old = self.load(row);
                        let new = avx512!({
                            let from = _mm512_add_epi16(slots, self.splat(8 * quarter as u16));
                            _mm512_mask_permutexvar_epi16(old, group, from, column)
                        });
                        self.store(row, new);
                    }
                }
            }
        }
    }

    /// The lanes of a group of up to eight, in order: repeated in every quarter of a
    /// register, and as numbers. Slots without lane get the spare board.
    #[inline(always)]
    fn slots(self, group: u32) -> (__m512i, [u16; 8]) {
        avx512!({
            let spare = self.splat(SPARE as u16);
            let lanes = _mm512_mask_compress_epi16(spare, group, self.load(&NUMBERS));
            let low = _mm512_castsi512_si128(lanes);
            (_mm512_broadcast_i32x4(low), std::mem::transmute::<__m128i, [u16; 8]>(low))
        })
    }

    /// Transposes 8 rows of 8 in each of the four quarters of the registers.
    #[inline(always)]
    fn transpose(self, rows: [__m512i; 8]) -> [__m512i; 8] {
        let [a, b, c, d, e, f, g, h] = rows;
        let ([a, b], [c, d]) = (self.unpack16(a, b), self.unpack16(c, d));
        let ([e, f], [g, h]) = (self.unpack16(e, f), self.unpack16(g, h));
        let ([a, c], [b, d]) = (self.unpack32(a, c), self.unpack32(b, d));
        let ([e, g], [f, h]) = (self.unpack32(e, g), self.unpack32(f, h));
        let ([a, e], [c, g]) = (self.unpack64(a, e), self.unpack64(c, g));
        let ([b, f], [d, h]) = (self.unpack64(b, f), self.unpack64(d, h));
        [a, e, c, g, b, f, d, h]
    }

    #[inline(always)]
    fn unpack16(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
        avx512!([_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)])
    }

    #[inline(always)]
    fn unpack32(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
        avx512!([_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)])
    }

    #[inline(always)]
    fn unpack64(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
        avx512!([_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)])
    }

    /// The candidate sets of 32 values, one per byte.
    #[inline(always)]
    fn candidates(self, values: __m256i) -> __m512i {
        let table = self.load(&CANDIDATES);
        avx512!(_mm512_permutexvar_epi16(_mm512_cvtepu8_epi16(values), table))
    }

    /// The lowest eight lanes of a mask.
    #[inline(always)]
    fn first_eight(self, mask: u32) -> u32 {
        avx512!(_pdep_u32(0xff, mask))
    }
}
