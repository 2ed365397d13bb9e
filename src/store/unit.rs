//! Units: fixed ranges of input lines, each written as one part of every table.
//!
//! A unit is done when its record says so and what the record says still holds: the
//! key (inputs, configuration, schema and version of the run), the digest of its
//! lines, and the checksums of its parts. Where units begin and end follows from the
//! inputs and the configuration alone, whoever does them and in whatever order.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::part::{PartFacts, hex};

/// SHA-256.
pub type Hash = [u8; 32];

/// What a unit was made of and what came of it, but for its parts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UnitFacts {
    /// Its number, from 0.
    pub unit: u64,
    /// Where its lines begin: `set, line N`.
    pub place: String,
    /// The place of its first block among all of the run, from 0.
    pub first_block: u64,
    /// Blocks it is made of.
    pub blocks: u64,
    /// SHA-256 over the digests of its blocks, in hexadecimal.
    pub digest: String,
    /// The `puzzle_id` of its first puzzle.
    pub first_id: u64,
    /// Lines, of whatever kind.
    pub lines: u64,
    /// Puzzles recorded.
    pub puzzles: u64,
    /// Rejects: lines, or the rest of an input.
    pub rejects: u64,
    /// Rejects that are the rest of an input.
    pub unreadable: u64,
    /// Contradictions among solvers, or with the rules.
    pub disagreement_count: u64,
    /// The first of them, with their puzzles.
    pub disagreements: Vec<String>,
}

/// More lines, blocks, or units than there can be, so that what is said of units can be added up.
const MOST: u64 = 1 << 40;

impl UnitFacts {
    /// Whether there can be such a unit.
    pub(super) fn is_possible(&self) -> bool {
        let UnitFacts { unit, first_block, blocks, first_id, .. } = self;
        let UnitFacts { lines, puzzles, rejects, unreadable, disagreement_count, .. } = self;
        let of_lines = [lines, puzzles, rejects, unreadable, disagreement_count];
        [unit, first_block, blocks, first_id].into_iter().chain(of_lines).all(|&n| n < MOST)
    }

    /// Whether another unit has the same place, the same lines and the same `puzzle_id`s.
    pub fn is_made_of_the_same(&self, other: &UnitFacts) -> bool {
        let lines =
            |facts: &UnitFacts| (facts.unit, facts.first_block, facts.blocks, facts.first_id);
        lines(self) == lines(other) && self.digest == other.digest
    }
}

/// A finished unit, as the run's `_state` keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UnitRecord {
    /// What it was made of and what came of it.
    #[serde(flatten)]
    pub facts: UnitFacts,
    /// The key of the run it belongs to.
    pub key: String,
    /// Its files, one per table.
    pub parts: Vec<PartFacts>,
    /// The folder under `_tmp` that the parts were written in, and still are when
    /// the process died between the claim and the last rename.
    pub scratch: String,
    /// The machine's processor.
    pub cpu: String,
    /// What its vector code ran on.
    pub simd: String,
    /// When it was done, in milliseconds since 1970.
    #[serde(default)]
    pub done_at: Option<u64>,
}

/// The digest of a unit while its blocks go by.
#[derive(Clone, Default)]
pub struct UnitDigest {
    hash: Sha256,
    blocks: u64,
}

impl UnitDigest {
    /// Adds the next block.
    pub fn add(&mut self, block: &Hash) {
        self.hash.update(block);
        self.blocks += 1;
    }

    /// Blocks added.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The digest, in hexadecimal.
    pub fn hex(&self) -> String {
        hex(&self.hash.clone().finalize())
    }
}

/// The digest of some lines of an input.
pub fn block_digest(set: &str, first_line: u64, text: &[u8]) -> Hash {
    let mut hash = Sha256::new();
    hash.update(set.as_bytes());
    hash.update([0]);
    hash.update(first_line.to_le_bytes());
    hash.update(text);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_tell_sets_lines_and_texts_apart() {
        let blocks = [("a", 1, "x"), ("b", 1, "x"), ("a", 2, "x"), ("a", 1, "y")];
        let digest = |&(set, line, text): &(&str, u64, &str)| {
            let mut digest = UnitDigest::default();
            digest.add(&block_digest(set, line, text.as_bytes()));
            digest.hex()
        };
        let mut digests: Vec<String> = blocks.iter().map(digest).collect();
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), blocks.len());
    }
}
