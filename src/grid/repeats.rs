//! Whether a grid holds a digit twice in a house: asked of every puzzle that is read.

use super::MAX_ORDER;

/// Whether some house of a 9×9 grid holds a value twice.
pub(super) fn some_house_of_nine_repeats(values: &[u8; 81]) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { by_distance::repeats(values) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        some_house_repeats(values, 3, 3)
    }
}

/// Whether some house of a grid with boxes of this size holds a value twice.
pub(super) fn some_house_repeats(values: &[u8], box_rows: usize, box_columns: usize) -> bool {
    let n = box_rows * box_columns;
    let mut in_column = [0u32; MAX_ORDER];
    let mut repeated = 0;
    for band in values.chunks_exact(box_rows * n) {
        let mut in_box = [0u32; MAX_ORDER];
        for row in band.chunks_exact(n) {
            let mut in_row = 0;
            for (column, &value) in row.iter().enumerate() {
                // An empty cell has no bit.
                let digit = 1u32 << value >> 1;
                let in_box = &mut in_box[column / box_columns];
                repeated |= digit & (in_row | in_column[column] | *in_box);
                in_row |= digit;
                in_column[column] |= digit;
                *in_box |= digit;
            }
        }
    }
    repeated != 0
}

/// Cells of a house compared 16 at a time with those a certain distance after them, in row-major
/// order.
#[cfg(target_arch = "x86_64")]
mod by_distance {
    use std::arch::x86_64::*;

    /// Cells in a vector.
    const WIDTH: usize = 16;

    /// The cells of a grid and room for those beyond the last.
    const ROOM: usize = 81 + 72 + WIDTH;

    /// All bits in each cell that shares a house with the one so far after it, none in the others.
    const fn pairs(distance: usize) -> [[u8; WIDTH]; 6] {
        let mut pairs = [[0; WIDTH]; 6];
        let mut one = 0;
        while one + distance < 81 {
            let other = one + distance;
            let in_box = one / 27 == other / 27 && one % 9 / 3 == other % 9 / 3;
            if one / 9 == other / 9 || one % 9 == other % 9 || in_box {
                pairs[one / WIDTH][one % WIDTH] = !0;
            }
            one += 1;
        }
        pairs
    }

    #[target_feature(enable = "sse2")]
    fn load(bytes: &[u8; WIDTH]) -> __m128i {
        let bytes = u128::from_le_bytes(*bytes);
        _mm_set_epi64x((bytes >> 64) as i64, bytes as i64)
    }

    /// Some bits if a cell has the value of the one so far after it, in the same house.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn alike<const DISTANCE: usize>(values: &[u8; ROOM]) -> __m128i {
        let none = _mm_setzero_si128();
        let (ones, _) = values.as_chunks();
        let (others, _) = values[DISTANCE..].as_chunks();
        let pairs = const { pairs(DISTANCE) };
        let vectors = ones.iter().zip(others).zip(&pairs).take((81 - DISTANCE).div_ceil(WIDTH));
        let mut alike = none;
        for ((one, other), pairs) in vectors {
            // What an empty cell has here, no cell has there.
            let one = load(one);
            let one = _mm_or_si128(one, _mm_cmpeq_epi8(one, none));
            let equal = _mm_cmpeq_epi8(one, load(other));
            alike = _mm_or_si128(alike, _mm_and_si128(equal, load(pairs)));
        }
        alike
    }

    /// Whether some house holds a value twice.
    #[target_feature(enable = "sse2")]
    pub(super) fn repeats(cells: &[u8; 81]) -> bool {
        let mut values = [0; ROOM];
        values[..81].copy_from_slice(cells);
        let mut repeated = _mm_setzero_si128();
        macro_rules! compare {
            ($($distance:literal)*) => {
                $(repeated = _mm_or_si128(repeated, alike::<$distance>(&values));)*
            };
        }
        // Within a row, some of a box; within a column; the others of a box.
        compare!(1 2 3 4 5 6 7 8);
        compare!(9 18 27 36 45 54 63 72);
        compare!(10 11 16 17 19 20);
        _mm_movemask_epi8(repeated) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::shifted;
    use super::*;
    use crate::grid::Layout;

    /// Every pair of cells with the same digit, alone in the grid, and in a full one.
    #[test]
    fn both_ways_find_each_digit_twice_in_a_house() {
        let full: [u8; 81] = shifted(Layout::nine()).values().try_into().unwrap();
        assert!(!some_house_of_nine_repeats(&full) && !some_house_of_nine_repeats(&[0; 81]));
        for one in 0..81 {
            for other in 0..one {
                let place = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
                let is_seen = (0..3).any(|kind| place(one)[kind] == place(other)[kind]);
                for mut values in [[0; 81], full] {
                    let digit = full[one];
                    (values[one], values[other]) = (digit, digit);
                    let repeats = some_house_of_nine_repeats(&values);
                    assert_eq!(repeats, some_house_repeats(&values, 3, 3), "{one} {other}");
                    if values == full || values.iter().filter(|&&value| value > 0).count() == 2 {
                        assert_eq!(repeats, is_seen && values != full, "{one} {other}");
                    }
                }
            }
        }
    }
}
