//! The plan: a run cut into units that any processes may do in any order.
//!
//! Planning reads all inputs once and solves nothing. It finds where each unit
//! begins, how many puzzles stand before it, which is what `puzzle_id` needs, and
//! the digest of its lines, by which whoever does the unit can tell that it read
//! the same.

use std::convert::Infallible;
use std::sync::Mutex;

use super::feed::{Content, Feed, Reading, Work};
use super::ordered::ordered;
use super::{Config, Progress, RunError, thread_pool};
use crate::interrupt::Interrupt;
use crate::store::{Hash, Known, Plan, PlannedUnit, Start, UnitDigest, UnitFacts};

/// What planning needs to know of one block.
struct Counted {
    start: Start,
    place: String,
    lines: u64,
    puzzles: u64,
    rejects: u64,
    bytes: u64,
    digest: Hash,
}

/// Cuts a run into units, or nothing if a signal came first. Units that are `known` to be done
/// keep their places.
///
/// # Errors
/// When the threads cannot be started, or the machine fails to read.
pub fn plan(
    config: &Config,
    known: &Known,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Result<Option<Plan>, RunError> {
    let pool = thread_pool(config.threads)?;
    let reading = Mutex::default();
    let (done, sizes) = (known.done.clone(), known.sizes.clone());
    let known = Known { done, sizes, ..Known::default() };
    // A plan is to be the same whenever it is made.
    let config = &Config { unit_time: None, ..config.clone() };
    let feed = Feed::new(config, interrupt, progress, &reading, &known);
    let mut units: Vec<(PlannedUnit, UnitDigest)> = Vec::new();
    let mut puzzles = 0;
    let Ok(()) = ordered(
        &pool,
        4 * config.threads,
        interrupt,
        feed,
        || count,
        |counted: Counted| {
            if units.last().is_none_or(|(unit, _)| unit.start.unit != counted.start.unit) {
                let (unit, place) = (counted.start.unit, counted.place);
                let (first_block, first_id) = (counted.start.block, puzzles);
                let facts =
                    UnitFacts { unit, place, first_block, first_id, ..UnitFacts::default() };
                units.push((PlannedUnit { start: counted.start, facts }, UnitDigest::default()));
            }
            let (unit, digest) = units.last_mut().expect("one was just pushed");
            digest.add(&counted.digest);
            unit.facts.lines += counted.lines;
            unit.facts.puzzles += counted.puzzles;
            unit.facts.rejects += counted.rejects;
            puzzles += counted.puzzles;
            progress.add_counted(counted.puzzles, counted.rejects);
            progress.add_bytes(counted.bytes, false);
            Ok::<(), Infallible>(())
        },
    );
    let inputs = Reading::of(reading)?;
    if interrupt.is_set() {
        return Ok(None);
    }
    let finish = |(mut unit, digest): (PlannedUnit, UnitDigest)| {
        unit.facts.blocks = digest.blocks();
        unit.facts.digest = digest.hex();
        unit
    };
    let units = units.into_iter().map(finish).collect();
    Ok(Some(Plan { inputs, units }))
}

fn count(work: Work) -> Counted {
    let digest = work.digest();
    let Work { number, unit, input, set, bytes, content, .. } = work;
    let start = |line, offset, drawn| Start { unit, input, line, offset, drawn, block: number };
    let place = |line| format!("{set}, line {line}");
    match content {
        Content::Lines(block) => {
            let line = block.first_line();
            let (puzzles, rejects) = block.puzzles().fold((0, 0), |(puzzles, rejects), line| {
                let good = u64::from(line.puzzle.is_ok());
                (puzzles + good, rejects + 1 - good)
            });
            let drawn = block.needs_above();
            let (start, place) = (start(line, block.offset(), drawn), place(line));
            let lines = block.len();
            Counted { start, place, lines: lines as u64, puzzles, rejects, bytes, digest }
        }
        Content::Unreadable { line, offset, .. } => {
            let (start, place) = (start(line, offset, false), place(line));
            Counted { start, place, lines: 0, puzzles: 0, rejects: 1, bytes, digest }
        }
    }
}
