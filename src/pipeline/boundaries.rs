//! Where one unit ends and the next begins.
//!
//! A unit ends with the block that brings it to [`Config::unit_lines`] lines, or after
//! [`Config::unit_time`], so that a kill costs little where puzzles are slow. Rows do not depend on
//! where units end. Units that are planned, or were done before, keep their places.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::Config;
use crate::store::{Known, UnitFacts};

/// The units of a run while its blocks go by.
pub struct Boundaries<'a> {
    known: &'a Known,
    /// The units that are known to begin with certain blocks.
    starts: BTreeMap<u64, u64>,
    most_lines: u64,
    most_time: Option<Duration>,
    unit: u64,
    lines: u64,
    began: Instant,
}

impl<'a> Boundaries<'a> {
    /// The units of a run that begins with unit 0.
    pub fn new(config: &Config, known: &'a Known) -> Boundaries<'a> {
        let mut starts = BTreeMap::new();
        for UnitFacts { unit, first_block, blocks, .. } in known.facts() {
            starts.insert(*first_block, *unit);
            starts.entry(first_block + blocks).or_insert(unit + 1);
        }
        Boundaries {
            known,
            starts,
            most_lines: config.unit_lines,
            most_time: config.unit_time.filter(|_| known.planned.is_empty()),
            unit: 0,
            lines: 0,
            began: Instant::now(),
        }
    }

    /// Begins with another unit than 0.
    pub fn begin_with(&mut self, unit: u64) {
        self.unit = unit;
    }

    /// The unit of the next block, which has so many lines.
    pub fn unit_of(&mut self, block: u64, lines: u64) -> u64 {
        let next = match self.starts.get(&block) {
            Some(&unit) => unit,
            None => {
                let is_late = self.most_time.is_some_and(|most| self.began.elapsed() >= most);
                let is_full = self.lines >= self.most_lines || (is_late && self.lines > 0);
                self.unit + u64::from(is_full && may_end_early(self.known, self.unit))
            }
        };
        if next != self.unit {
            (self.unit, self.lines, self.began) = (next, 0, Instant::now());
        }
        self.lines += lines;
        next
    }
}

/// Whether a unit may end before its lines are full: the number of the next one must be free.
pub fn may_end_early(known: &Known, unit: u64) -> bool {
    known.planned.is_empty()
        && known.facts_of(unit).next().is_none()
        && known.facts_of(unit + 1).next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::AnySolver;
    use crate::store::UnitRecord;

    fn done(units: &[(u64, u64, u64)]) -> Known {
        let record = |&(unit, first_block, blocks)| {
            let facts = UnitFacts { unit, first_block, blocks, ..UnitFacts::default() };
            (unit, UnitRecord { facts, ..UnitRecord::default() })
        };
        Known { done: units.iter().map(record).collect(), ..Known::default() }
    }

    fn units(known: &Known, unit_time: Option<Duration>) -> Vec<u64> {
        let mut config = Config::new(Vec::new(), Vec::<AnySolver>::new());
        (config.unit_lines, config.unit_time) = (30, unit_time);
        let mut boundaries = Boundaries::new(&config, known);
        (0..8).map(|block| boundaries.unit_of(block, 10)).collect()
    }

    #[test]
    fn units_end_by_lines_or_time() {
        assert_eq!(units(&Known::default(), None), [0, 0, 0, 1, 1, 1, 2, 2]);
        assert_eq!(units(&Known::default(), Some(Duration::ZERO)), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn units_that_were_done_keep_their_blocks() {
        // A unit that a signal ended early, and what follows it.
        assert_eq!(units(&done(&[(0, 0, 2)]), None), [0, 0, 1, 1, 1, 2, 2, 2]);
        // Unit 1 was damaged: it ends where unit 2 begins, however late that is.
        let gap = done(&[(0, 0, 1), (2, 6, 2)]);
        assert_eq!(units(&gap, Some(Duration::ZERO)), [0, 1, 1, 1, 1, 1, 2, 2]);
        assert!(!may_end_early(&gap, 1) && may_end_early(&gap, 3));
    }
}
