//! The writing stage: numbers the puzzles, ends the units, keeps the totals.

use super::record::BlockRecord;
use super::{Config, DISAGREEMENTS_KEPT, Interrupt, Outcome, Sink, SinkError};

/// Why no more records are wanted.
pub enum End {
    /// The run has as many puzzles as it was asked for.
    Enough,
    /// A signal came: what follows may be incomplete.
    Interrupted,
    /// The records cannot be written.
    Failed(SinkError),
}

impl From<SinkError> for End {
    fn from(error: SinkError) -> End {
        End::Failed(error)
    }
}

/// Takes the records in the order of the input.
pub struct Ledger<'a> {
    config: &'a Config,
    sink: &'a mut dyn Sink,
    interrupt: &'a Interrupt,
    outcome: Outcome,
    unit: u64,
}

impl<'a> Ledger<'a> {
    /// An empty ledger.
    pub fn new(config: &'a Config, sink: &'a mut dyn Sink, interrupt: &'a Interrupt) -> Self {
        Ledger { config, sink, interrupt, outcome: Outcome::default(), unit: 0 }
    }

    /// Enters one block.
    ///
    /// # Errors
    /// When no more is wanted.
    pub fn enter(&mut self, mut record: BlockRecord) -> Result<(), End> {
        // Set before any solver is told to give up, so a block that was cut
        // short always meets the flag here.
        if self.interrupt.is_set() {
            return Err(End::Interrupted);
        }
        if record.unit != self.unit {
            self.commit()?;
            self.unit = record.unit;
        }
        let room = self.config.limit.map_or(u64::MAX, |limit| limit - self.outcome.puzzles);
        let enough = record.puzzles.len() as u64 >= room;
        if enough {
            cut(&mut record, room as usize);
        }
        self.sink.record(self.outcome.puzzles, &record)?;
        self.outcome.lines += record.lines;
        self.outcome.puzzles += record.puzzles.len() as u64;
        self.outcome.rejects += record.rejects.len() as u64;
        self.outcome.disagreement_count += record.disagreements.len() as u64;
        let kept = DISAGREEMENTS_KEPT - self.outcome.disagreements.len();
        self.outcome.disagreements.extend(record.disagreements.into_iter().take(kept));
        if enough { Err(End::Enough) } else { Ok(()) }
    }

    /// Ends the last unit, unless a signal left it incomplete.
    ///
    /// # Errors
    /// When the records cannot be written.
    pub fn close(mut self, end: Result<(), End>) -> Result<Outcome, SinkError> {
        match end {
            Err(End::Failed(error)) => return Err(error),
            Err(End::Interrupted) => self.outcome.signal = self.interrupt.signal(),
            // The input may have ended early because of a signal, too.
            Ok(()) if self.interrupt.is_set() => self.outcome.signal = self.interrupt.signal(),
            Ok(()) | Err(End::Enough) => self.commit()?,
        }
        Ok(self.outcome)
    }

    fn commit(&mut self) -> Result<(), SinkError> {
        self.outcome.parts.extend(self.sink.commit(self.unit)?);
        Ok(())
    }
}

/// Cuts a block after a number of puzzles, as if the input ended there.
fn cut(record: &mut BlockRecord, puzzles: usize) {
    record.puzzles.truncate(puzzles);
    let last = record.puzzles.last().map_or(0, |puzzle| puzzle.line);
    record.rejects.retain(|reject| reject.line < last);
    record.lines = (last + 1).saturating_sub(record.first_line);
}
