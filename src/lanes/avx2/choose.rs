//! The choice of a branch: the same cell and digit as [`Cells::heaviest`] finds, two cells
//! at a time, and the population counts by byte permutation.

use super::super::board::Board;
use super::super::choice::{Cells, Choice, PEERS, digits};
use super::super::vector::Simd;
use super::{Avx2, LANES, avx2};
use std::arch::x86_64::*;

/// What four cells of a set weigh together, by the four bits of the set.
const fn weights(of_one: u8) -> [u8; 2 * LANES] {
    let mut table = [0; 2 * LANES];
    let mut i = 0;
    while i < table.len() {
        table[i] = of_one * (i as u8 % 16).count_ones() as u8;
        i += 1;
    }
    table
}

/// As [`Cells::weight`] has it: a peer, more for a pair, more for a triple.
static PEER: [u8; 2 * LANES] = weights(1);
static PAIR: [u8; 2 * LANES] = weights(8);
static TRIPLE: [u8; 2 * LANES] = weights(2);

impl Avx2 {
    /// The low bytes of 32 cells have digits 1 to 8: the highest bits are the places of 8,
    /// and doubling the bytes brings up those of 7.
    #[inline(always)]
    pub(super) fn cells_of(self, board: &Board) -> Cells {
        let (rows, _) = board.0.as_chunks::<LANES>();
        let byte = self.splat(0xff);
        let mut places = [0; 9];
        for (third, rows) in rows.chunks_exact(2).enumerate() {
            let (x, y) = (self.load(&rows[0]), self.load(&rows[1]));
            let low = avx2!(_mm256_packus_epi16(self.and(x, byte), self.and(y, byte)));
            let mut low = self.in_order(low);
            for places in places[..8].iter_mut().rev() {
                *places |= self.highest_bits(low) << (32 * third);
                low = avx2!(_mm256_add_epi8(low, low));
            }
            let nine =
                avx2!(_mm256_packs_epi16(_mm256_cmpgt_epi16(x, byte), _mm256_cmpgt_epi16(y, byte)));
            places[8] |= self.highest_bits(self.in_order(nine)) << (32 * third);
        }
        Cells::new(places)
    }

    /// The cells with two candidates.
    #[inline(always)]
    pub(super) fn pairs_of(self, board: &Board) -> u128 {
        let (rows, _) = board.0.as_chunks::<LANES>();
        let mut pairs = 0;
        for rows in rows.chunks_exact(2).rev() {
            let packed = avx2!(_mm256_packs_epi16(self.is_pair(&rows[0]), self.is_pair(&rows[1])));
            pairs = pairs << 32 | self.highest_bits(self.in_order(packed));
        }
        pairs
    }

    /// All bits in the cells with two candidates, none in the others.
    #[inline(always)]
    fn is_pair(self, row: &[u16; LANES]) -> __m256i {
        let zero = self.splat(0);
        let less_one = self.without_lowest(self.load(row));
        let less_two = self.without_lowest(less_one);
        avx2!({
            let none_or_one = _mm256_cmpeq_epi16(less_one, zero);
            _mm256_andnot_si256(none_or_one, _mm256_cmpeq_epi16(less_two, zero))
        })
    }

    /// See [`Cells::heaviest`].
    #[inline(always)]
    pub(super) fn heaviest_of(self, board: &Board, cells: &Cells) -> Option<Choice> {
        if cells.pairs == 0 {
            return None;
        }
        let pairs = self.two(&[cells.pairs; 2]);
        let triples = self.two(&[cells.triples; 2]);
        let mut best = self.splat(0);
        let mut rest = cells.pairs;
        while rest != 0 {
            let one = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            // An odd cell out is joined by itself.
            let other = if rest == 0 { one } else { rest.trailing_zeros() as usize };
            rest &= rest.wrapping_sub(1);
            let even = self.weigh(board, cells, pairs, triples, one);
            let odd = self.weigh(board, cells, pairs, triples, other);
            // Of equal scores the first cell's is the largest key.
            let (one, other) = (255 - one as i64, 255 - other as i64);
            avx2!({
                let one_half = _mm256_unpacklo_epi64(even, odd);
                let other_half = _mm256_unpackhi_epi64(even, odd);
                let both = _mm256_add_epi64(one_half, other_half);
                let weight = _mm256_add_epi64(both, _mm256_set1_epi64x(1));
                let other_weight = _mm256_permute4x64_epi64::<0b01_00_11_10>(weight);
                let score = _mm256_mul_epu32(weight, other_weight);
                let rank = _mm256_setr_epi64x(one, other, one, other);
                let key = _mm256_or_si256(_mm256_slli_epi64::<8>(score), rank);
                best = _mm256_max_epu32(best, key);
            });
        }
        let best = avx2!({
            let best = _mm256_castsi256_si128(best);
            _mm_cvtsi128_si32(_mm_max_epu32(best, _mm_unpackhi_epi64(best, best)))
        });
        let cell = 255 - (best & 255) as usize;
        Some(cells.heavier(cell, digits(board, cell)).0)
    }

    /// The weights of a cell's digits, each in two halves to be added.
    #[inline(always)]
    fn weigh(
        self,
        board: &Board,
        cells: &Cells,
        pairs: __m256i,
        triples: __m256i,
        cell: usize,
    ) -> __m256i {
        let (low, high) = digits(board, cell);
        let places = self.two(&[cells.places[low], cells.places[high]]);
        let seen = self.and(places, self.two(&PEERS[cell]));
        let all = self.weights(seen, &PEER);
        let pairs = self.weights(self.and(seen, pairs), &PAIR);
        let triples = self.weights(self.and(seen, triples), &TRIPLE);
        avx2!({
            let sum = _mm256_add_epi8(_mm256_add_epi8(all, pairs), triples);
            _mm256_sad_epu8(sum, _mm256_setzero_si256())
        })
    }

    /// What the cells of a set weigh, eight in a byte.
    #[inline(always)]
    fn weights(self, cells: __m256i, table: &[u8; 2 * LANES]) -> __m256i {
        // SAFETY: AVX2 is there, and the table is 32 readable bytes.
        let table = unsafe { _mm256_loadu_si256(table.as_ptr().cast()) };
        avx2!({
            let four = _mm256_set1_epi8(15);
            let low = _mm256_and_si256(cells, four);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(cells), four);
            _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high))
        })
    }

    /// The bytes of two registers that were packed in 128-bit halves.
    #[inline(always)]
    fn in_order(self, packed: __m256i) -> __m256i {
        avx2!(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed))
    }

    /// The highest bit of each byte.
    #[inline(always)]
    fn highest_bits(self, bytes: __m256i) -> u128 {
        avx2!(_mm256_movemask_epi8(bytes)).cast_unsigned().into()
    }

    /// Two sets side by side.
    #[inline(always)]
    fn two(self, sets: &[u128; 2]) -> __m256i {
        // SAFETY: AVX2 implies AVX, and two sets are 32 readable bytes.
        unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) }
    }
}
