//! The choice of a branch with population counts: the same cell and digit as
//! [`Cells::heaviest`] finds, several cells at a time.

use super::super::board::Board;
use super::super::choice::{Cells, Choice, PEERS};
use super::super::vector::Simd;
use super::{Avx512, LANES, NUMBERS, avx512};
use std::arch::x86_64::*;

/// A table of bytes, computed.
macro_rules! table {
    (|$i:ident| $byte:expr) => {{
        let mut table = [0; 64];
        let mut $i = 0;
        while $i < 64 {
            table[$i] = $byte as u8;
            $i += 1;
        }
        table
    }};
}

/// The low bytes of 64 words.
static LOW_BYTES: [u8; 64] = table!(|i| 2 * i);

/// The low bytes of 64 words, each eight in reverse, as bit matrices want their rows.
static REVERSED: [u8; 64] = table!(|i| 2 * (i ^ 7));

/// Byte `d` of the quadwords to quadword `d`, so that unpacking two registers' low and
/// high quadwords leaves the digits in order: 0 4 1 5 2 6 3 7.
static BY_DIGIT: [u8; 64] = table!(|i| 8 * (i % 8) + i / 16 + 4 * (i / 8 % 2));

/// A cell with its lower and higher digit (from 0), packed in 7, 4 and 4 bits.
#[inline(always)]
fn unlist(listed: u16) -> (usize, usize, usize) {
    let listed = usize::from(listed);
    (listed & 127, listed >> 7 & 15, listed >> 11 & 15)
}

impl Avx512 {
    /// The low bytes of the cells, eight to a quadword, are bit matrices with digits 1
    /// to 8 as columns: transposing them gives eight places of each digit at a time.
    #[inline(always)]
    pub(super) fn cells_of(self, board: &Board) -> Cells {
        let (thirds, _) = board.0.as_chunks();
        let (x, y, z) = (self.load(&thirds[0]), self.load(&thirds[1]), self.load(&thirds[2]));
        let mut cells = Cells::default();
        avx512!({
            let reversed = self.bytes(&REVERSED);
            let start = _mm512_permutex2var_epi8(x, reversed, y);
            let end = _mm512_permutex2var_epi8(z, reversed, self.splat(0));
            let by_digit = self.bytes(&BY_DIGIT);
            let identity = _mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed());
            let start = _mm512_gf2p8affine_epi64_epi8::<0>(identity, start);
            let end = _mm512_gf2p8affine_epi64_epi8::<0>(identity, end);
            let start = _mm512_permutexvar_epi8(by_digit, start);
            let end = _mm512_permutexvar_epi8(by_digit, end);
            let (fours, _) = cells.places.as_chunks_mut();
            self.store_sets(&mut fours[0], _mm512_unpacklo_epi64(start, end));
            self.store_sets(&mut fours[1], _mm512_unpackhi_epi64(start, end));
            let set = |start: u64, end: u32| u128::from(end) << 64 | u128::from(start);
            let nine = self.splat(1 << 8);
            let nine_x = u64::from(_mm512_test_epi16_mask(x, nine));
            let nine_y = u64::from(_mm512_test_epi16_mask(y, nine));
            cells.places[8] = set(nine_y << 32 | nine_x, _mm512_test_epi16_mask(z, nine));
            let (x, y) = (_mm512_popcnt_epi16(x), _mm512_popcnt_epi16(y));
            let xy = _mm512_permutex2var_epi8(x, self.bytes(&LOW_BYTES), y);
            let z = _mm512_popcnt_epi16(z);
            let (two, three) = (_mm512_set1_epi8(2), _mm512_set1_epi8(3));
            let (pairs, triples) = (
                _mm512_cmpeq_epi16_mask(z, self.splat(2)),
                _mm512_cmpeq_epi16_mask(z, self.splat(3)),
            );
            cells.pairs = set(_mm512_cmpeq_epi8_mask(xy, two), pairs);
            cells.triples = set(_mm512_cmpeq_epi8_mask(xy, three), triples);
        });
        cells
    }

    /// See [`Cells::heaviest`]: here four cells at a time, each with its two digits.
    #[inline(always)]
    pub(super) fn heaviest_of(self, board: &Board, cells: &Cells) -> Option<Choice> {
        let mut list = [0; 128];
        let count = self.list_pairs(board, cells.pairs, &mut list);
        if count == 0 {
            return None;
        }
        // Odd cells out are joined by the first, which wins every tie.
        list[count] = list[0];
        list[count + 1] = list[0];
        list[count + 2] = list[0];
        let pairs = self.four(cells.pairs);
        let triples = self.four(cells.triples);
        let mut best = avx512!(_mm512_setzero_si512());
        // Cells 0 and 1 of a chunk end up in the lower half, 2 and 3 in the upper.
        let mut rank = avx512!(_mm512_setr_epi64(255, 254, 255, 254, 253, 252, 253, 252));
        for chunk in list.chunks_exact(4).take(count.div_ceil(4)) {
            let even = self.weigh(cells, pairs, triples, [chunk[0], chunk[2]]);
            let odd = self.weigh(cells, pairs, triples, [chunk[1], chunk[3]]);
            avx512!({
                let one_half = _mm512_unpacklo_epi64(even, odd);
                let other_half = _mm512_unpackhi_epi64(even, odd);
                let both = _mm512_add_epi64(one_half, other_half);
                let weight = _mm512_add_epi64(both, _mm512_set1_epi64(1));
                let other_weight = _mm512_permutex_epi64::<0b01_00_11_10>(weight);
                let score = _mm512_mul_epu32(weight, other_weight);
                let key = _mm512_or_si512(_mm512_slli_epi64::<8>(score), rank);
                best = _mm512_max_epu64(best, key);
                rank = _mm512_sub_epi64(rank, _mm512_set1_epi64(4));
            });
        }
        let best = avx512!(_mm512_reduce_max_epu64(best));
        let (cell, low, high) = unlist(list[255 - (best & 255) as usize]);
        Some(cells.heavier(cell, (low, high)).0)
    }

    /// Lists the cells with two candidates in order, each with its two digits; see
    /// [`unlist`]. Returns their number.
    #[inline(always)]
    fn list_pairs(self, board: &Board, pairs: u128, list: &mut [u16; 128]) -> usize {
        let (thirds, _) = board.0.as_chunks::<LANES>();
        let mut count = 0;
        for (third, cells) in thirds.iter().enumerate() {
            let mask = (pairs >> (32 * third)) as u32;
            let x = self.load(cells);
            avx512!({
                // A digit is the number of ones below its bit.
                let ones = _mm512_set1_epi16(-1);
                let below = _mm512_andnot_si512(x, _mm512_add_epi16(x, ones));
                let low = _mm512_popcnt_epi16(below);
                let high_bit = _mm512_and_si512(x, _mm512_add_epi16(x, ones));
                let high = _mm512_popcnt_epi16(_mm512_add_epi16(high_bit, ones));
                let cell = _mm512_add_epi16(
                    self.load(&NUMBERS),
                    _mm512_set1_epi16(third as i16 * LANES as i16),
                );
                let digits =
                    _mm512_or_si512(_mm512_slli_epi16::<7>(low), _mm512_slli_epi16::<11>(high));
                let listed = _mm512_or_si512(cell, digits);
                let listed = _mm512_maskz_compress_epi16(mask, listed);
                let (room, _) = list[count..].split_first_chunk_mut().expect("room for 96");
                self.store(room, listed);
            });
            count += mask.count_ones() as usize;
        }
        count
    }

    /// The weights of two cells' digits, each in two halves to be added.
    #[inline(always)]
    fn weigh(self, cells: &Cells, pairs: __m512i, triples: __m512i, two: [u16; 2]) -> __m512i {
        let (one, low, high) = unlist(two[0]);
        let (two, low2, high2) = unlist(two[1]);
        let places = &cells.places;
        avx512!({
            let p = _mm512_castsi128_si512(self.one(&places[low]));
            let p = _mm512_inserti32x4::<1>(p, self.one(&places[high]));
            let p = _mm512_inserti32x4::<2>(p, self.one(&places[low2]));
            let p = _mm512_inserti32x4::<3>(p, self.one(&places[high2]));
            let peers = _mm512_castsi256_si512(self.two(&PEERS[one]));
            let peers = _mm512_inserti64x4::<1>(peers, self.two(&PEERS[two]));
            let seen = _mm512_and_si512(p, peers);
            let all = _mm512_popcnt_epi64(seen);
            let p = _mm512_popcnt_epi64(_mm512_and_si512(seen, pairs));
            let t = _mm512_popcnt_epi64(_mm512_and_si512(seen, triples));
            let t_and_all = _mm512_add_epi64(_mm512_add_epi64(t, t), all);
            _mm512_add_epi64(_mm512_slli_epi64::<3>(p), t_and_all)
        })
    }

    /// A table of bytes.
    #[inline(always)]
    fn bytes(self, table: &[u8; 64]) -> __m512i {
        // SAFETY: AVX-512 is there, and the table is 64 readable bytes.
        unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
    }

    /// Stores four sets.
    #[inline(always)]
    fn store_sets(self, sets: &mut [u128; 4], lanes: __m512i) {
        // SAFETY: AVX-512 is there, and four sets are 64 writable bytes.
        unsafe { _mm512_storeu_si512(sets.as_mut_ptr().cast(), lanes) }
    }

    /// One set.
    #[inline(always)]
    fn one(self, set: &u128) -> __m128i {
        // SAFETY: AVX-512 implies SSE2, and a set is 16 readable bytes.
        unsafe { _mm_loadu_si128((&raw const *set).cast()) }
    }

    /// Two sets side by side.
    #[inline(always)]
    fn two(self, sets: &[u128; 2]) -> __m256i {
        // SAFETY: AVX-512 implies AVX, and two sets are 32 readable bytes.
        unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) }
    }

    /// One set four times.
    #[inline(always)]
    fn four(self, set: u128) -> __m512i {
        avx512!(_mm512_broadcast_i64x4(self.two(&[set, set])))
    }
}
