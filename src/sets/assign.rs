//! Groups of lines given to parts, so that each part has its share of each stratum.
//!
//! Groups come in an order that the seed decides, those of several lines first. Each goes to the
//! part that lacks most of what the group holds, of its strata and of all lines: as groups of one
//! line come last, they make up for what larger ones could not meet.

use super::error::SetsError;
use super::sort::{Record, Sorted, is_alike};
use crate::interrupt::Interrupt;

/// Lines given to parts.
pub(super) struct Assignment {
    /// The part of each line.
    pub(super) parts: Vec<u8>,
    /// The groups of each part.
    pub(super) groups: Vec<u64>,
    /// The lines of the largest group.
    pub(super) largest: u64,
}

/// How many lines of a stratum were given to each part.
#[derive(Clone)]
struct Given {
    all: u64,
    parts: Vec<u64>,
}

impl Given {
    fn new(parts: usize) -> Given {
        Given { all: 0, parts: vec![0; parts] }
    }

    /// How many lines a part would lack if there were so many more.
    fn lack(&self, part: usize, more: u64, share: f64) -> f64 {
        share * (self.all + more) as f64 - self.parts[part] as f64
    }

    fn give(&mut self, part: usize, lines: u64) {
        self.all += lines;
        self.parts[part] += lines;
    }
}

/// Gives the groups of sorted records, whose places are numbers of lines, to parts with these
/// shares.
pub(super) fn assign(
    sorted: &Sorted,
    strata: &[u16],
    shares: &[f64],
    interrupt: &Interrupt,
) -> Result<Assignment, SetsError> {
    let most = strata.iter().max().map_or(0, |&most| usize::from(most) + 1);
    let mut assignment =
        Assignment { parts: vec![0; strata.len()], groups: vec![0; shares.len()], largest: 0 };
    let mut given = vec![Given::new(shares.len()); most];
    let mut total = Given::new(shares.len());
    for is_single in [false, true] {
        let mut group: Vec<u64> = Vec::new();
        let mut last: Option<Record> = None;
        let mut end = |group: &mut Vec<u64>| {
            if !group.is_empty() && (group.len() == 1) == is_single {
                let mut counts: Vec<(usize, u64)> = Vec::new();
                for &line in &*group {
                    let stratum = usize::from(strata[line as usize]);
                    match counts.iter_mut().find(|count| count.0 == stratum) {
                        Some(count) => count.1 += 1,
                        None => counts.push((stratum, 1)),
                    }
                }
                let lines = group.len() as u64;
                let lack = |part: usize| {
                    let own = counts.iter().map(|&(stratum, lines)| {
                        lines as f64 * given[stratum].lack(part, lines, shares[part])
                    });
                    own.sum::<f64>() + lines as f64 * total.lack(part, lines, shares[part])
                };
                let most = (0..shares.len()).rev().max_by(|&a, &b| lack(a).total_cmp(&lack(b)));
                let part = most.expect("there are parts");
                for &(stratum, lines) in &counts {
                    given[stratum].give(part, lines);
                }
                total.give(part, lines);
                group.iter().for_each(|&line| assignment.parts[line as usize] = part as u8);
                assignment.groups[part] += 1;
                assignment.largest = assignment.largest.max(lines);
            }
            group.clear();
        };
        sorted.each(interrupt, |record| {
            if last.is_some_and(|last| !is_alike(&last, &record)) {
                end(&mut group);
            }
            last = Some(record);
            group.push(record[2]);
        })?;
        end(&mut group);
    }
    Ok(assignment)
}
