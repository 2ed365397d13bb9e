//! A hash for keys of a few words that nobody chooses to collide: faster than the standard one.

use std::hash::{BuildHasherDefault, Hasher};

/// Makes hash tables of grids' parts.
pub(super) type BuildQuick = BuildHasherDefault<Quick>;

/// The state after the words so far.
#[derive(Default)]
pub(super) struct Quick(u64);

impl Quick {
    fn add(&mut self, word: u64) {
        // An odd number whose bits are those of the golden ratio.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_u128(&mut self, words: u128) {
        self.add(words as u64);
        self.add((words >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
