//! The writing stage: numbers the puzzles, ends the units, keeps the totals.
//!
//! A unit that was done before is not recorded again: its blocks go by for their
//! digests alone, which must add up to what its record says.

use super::record::BlockRecord;
use super::{DISAGREEMENTS_KEPT, Outcome, Progress, RunError, Sink};
use crate::interrupt::Interrupt;
use crate::store::{Known, UnitDigest, UnitFacts};

/// Why a run ends before its input does.
pub enum End {
    /// A signal came, or the budget is spent: what follows may be incomplete.
    Interrupted,
    /// The run cannot go on.
    Failed(RunError),
}

impl<E: Into<RunError>> From<E> for End {
    fn from(error: E) -> End {
        End::Failed(error.into())
    }
}

/// Takes the records in the order of the input.
pub struct Ledger<'a> {
    sink: &'a mut dyn Sink,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
    known: &'a Known,
    outcome: Outcome,
    /// The `puzzle_id` of the next puzzle.
    next_id: u64,
    open: Option<OpenUnit>,
}

/// A unit whose blocks are going by.
struct OpenUnit {
    facts: UnitFacts,
    digest: UnitDigest,
    done: bool,
}

impl<'a> Ledger<'a> {
    /// An empty ledger, for units whose first puzzle has this `puzzle_id`.
    pub fn new(
        sink: &'a mut dyn Sink,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
        known: &'a Known,
        first_id: u64,
    ) -> Self {
        let (outcome, open) = (Outcome::default(), None);
        Ledger { sink, interrupt, progress, known, outcome, next_id: first_id, open }
    }

    /// Enters one block.
    ///
    /// # Errors
    /// When no more is wanted.
    pub fn enter(&mut self, record: BlockRecord) -> Result<(), End> {
        // Set before any solver is told to give up, so a block that was cut
        // short always meets the flag here.
        if self.interrupt.is_set() {
            return Err(End::Interrupted);
        }
        if self.open.as_ref().is_some_and(|open| open.facts.unit != record.unit) {
            self.commit()?;
        }
        let first_id = self.next_id;
        let open = self.open.get_or_insert_with(|| OpenUnit {
            facts: UnitFacts {
                unit: record.unit,
                place: format!("{}, line {}", record.set, record.first_line),
                first_id,
                ..UnitFacts::default()
            },
            digest: UnitDigest::default(),
            done: record.done,
        });
        open.digest.add(&record.digest);
        if open.done {
            return Ok(());
        }
        self.sink.record(first_id, &record)?;
        self.next_id += record.puzzles.len() as u64;
        open.facts.lines += record.lines;
        open.facts.puzzles += record.puzzles.len() as u64;
        open.facts.rejects += record.rejects.len() as u64;
        open.facts.disagreement_count += record.disagreements.len() as u64;
        let kept = DISAGREEMENTS_KEPT - open.facts.disagreements.len();
        open.facts.disagreements.extend(record.disagreements.into_iter().take(kept));
        Ok(())
    }

    /// Ends the last unit, unless a signal left it incomplete.
    ///
    /// # Errors
    /// When the records cannot be written, or the lines are not what they were.
    pub fn close(mut self, end: Result<(), End>) -> Result<Outcome, RunError> {
        match end {
            Err(End::Failed(error)) => return Err(error),
            Err(End::Interrupted) => self.outcome.stopped = self.interrupt.stop(),
            // The input may have ended early because of a signal, too.
            Ok(()) if self.interrupt.is_set() => self.outcome.stopped = self.interrupt.stop(),
            Ok(()) => {
                self.commit()?;
                // Units that the input has no lines for any more.
                let met = &self.outcome.units;
                let missed = self.known.done.values().map(|record| &record.facts);
                let missed =
                    missed.chain(self.known.planned.values().map(|planned| &planned.facts));
                if let Some(facts) = missed.into_iter().find(|f| !met.contains_key(&f.unit)) {
                    return Err(changed(facts, "ends before"));
                }
            }
        }
        Ok(self.outcome)
    }

    fn commit(&mut self) -> Result<(), RunError> {
        let Some(OpenUnit { mut facts, digest, done }) = self.open.take() else { return Ok(()) };
        facts.digest = digest.hex();
        facts.blocks = digest.blocks();
        let planned = self.known.planned.get(&facts.unit).map(|planned| &planned.facts);
        let then = self.known.done.get(&facts.unit).map(|record| &record.facts);
        for then in planned.into_iter().chain(then) {
            if (&then.digest, then.first_id) != (&facts.digest, facts.first_id) {
                return Err(changed(then, "differs from"));
            }
        }
        let record = match then {
            Some(_) if done => self.known.done[&facts.unit].clone(),
            _ => self.sink.commit(facts)?,
        };
        self.next_id = record.facts.first_id + record.facts.puzzles;
        self.progress.add_unit(if done { record.facts.puzzles } else { 0 });
        self.outcome.add(record);
        Ok(())
    }
}

fn changed(then: &UnitFacts, how: &str) -> RunError {
    let UnitFacts { unit, place, lines, .. } = then;
    RunError::Changed(format!(
        "the input {how} what it was: unit {unit} began at {place} and had {lines} lines"
    ))
}
