//! The parts of a run: written by the tables, committed by the store.

use crate::pipeline::Sink;
use crate::solver::vector_code;
use crate::store::{Session, UnitFacts, UnitRecord, WriteError, cpu_model};
use crate::table::{Extra, RowGroup, UnitParts};

/// Takes encoded rows and commits units.
pub struct Parts<'a> {
    session: &'a Session,
    extra: Extra,
    open: Option<(u64, UnitParts)>,
}

impl<'a> Parts<'a> {
    /// No unit is open yet.
    pub fn new(session: &'a Session, extra: Extra) -> Parts<'a> {
        Parts { session, extra, open: None }
    }

    /// The parts of a unit.
    fn open(&mut self, unit: u64) -> Result<&mut UnitParts, WriteError> {
        let parts = match self.open.take() {
            Some((_, parts)) => parts,
            None => UnitParts::create(&self.session.journal.make_scratch(unit)?, self.extra)
                .inspect_err(|_| self.session.journal.drop_scratch(unit))?,
        };
        Ok(&mut self.open.insert((unit, parts)).1)
    }
}

impl Sink<Vec<RowGroup>> for Parts<'_> {
    fn append(&mut self, unit: u64, group: Vec<RowGroup>) -> Result<(), WriteError> {
        self.open(unit)?.append(&group)
    }

    fn commit(&mut self, facts: UnitFacts) -> Result<UnitRecord, WriteError> {
        let unit = facts.unit;
        // A unit without rows has its files, too.
        self.open(unit)?;
        let (_, parts) = self.open.take().expect("it was just opened");
        let finished =
            parts.finish(unit).inspect_err(|_| self.session.journal.drop_scratch(unit))?;
        self.session.commit(facts, finished, &cpu_model(), vector_code())
    }
}

/// What was written of a unit that is not committed is of no use.
impl Drop for Parts<'_> {
    fn drop(&mut self) {
        if let Some((unit, _)) = self.open.take() {
            self.session.journal.drop_scratch(unit);
        }
    }
}
