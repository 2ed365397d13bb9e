//! Random symmetries of the grid: they change a puzzle's text, not its difficulty.

use crate::Puzzle;

/// SplitMix64: small, seeded, the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Relabels the digits, permutes bands, stacks and the lines in them, transposes.
    pub fn permute(&mut self, puzzle: &mut Puzzle) {
        let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        self.shuffle(&mut digits);
        let (rows, columns) = (self.lines(), self.lines());
        let transpose = self.below(2) == 1;
        let old = *puzzle;
        for (cell, value) in puzzle.iter_mut().enumerate() {
            let (mut row, mut column) = (rows[cell / 9], columns[cell % 9]);
            if transpose {
                std::mem::swap(&mut row, &mut column);
            }
            let digit = old[9 * row + column];
            *value = if digit == 0 { 0 } else { digits[usize::from(digit) - 1] };
        }
    }

    /// A permutation of nine lines that keeps each band together.
    fn lines(&mut self) -> [usize; 9] {
        let mut bands = [0, 1, 2];
        self.shuffle(&mut bands);
        let mut lines = [0; 9];
        for (band, target) in lines.chunks_exact_mut(3).enumerate() {
            let mut inner = [0, 1, 2];
            self.shuffle(&mut inner);
            for (line, inner) in target.iter_mut().zip(inner) {
                *line = 3 * bands[band] + inner;
            }
        }
        lines
    }
}
