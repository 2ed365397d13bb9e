//! The ordering stage: numbers the puzzles, ends the units, keeps the totals.
//!
//! A unit that was done before is not recorded again: its blocks go by for their
//! digests alone, which must add up to what its record says.

use super::boundaries::may_end_early;
use super::ordered::Collector;
use super::record::BlockFacts;
use super::{DISAGREEMENTS_KEPT, Encoder, Outcome, Progress, RunError, Sink};
use crate::interrupt::Interrupt;
use crate::store::{Known, UnitDigest, UnitFacts, WriteError};
use crate::text::Guesses;

/// A block that was examined.
pub struct ExaminedBlock<Rows> {
    /// What the unit's record has to know of it.
    pub facts: BlockFacts,
    /// Its rows.
    pub rows: Rows,
}

/// Work for the workers, in the order of the input.
pub enum Job<Rows> {
    /// Rows of a unit to encode, and the `puzzle_id` of the first puzzle of each block.
    Encode(u64, Vec<(u64, Rows)>),
    /// Nothing: all of a unit has been sent.
    End(UnitFacts),
    /// Nothing: all of a unit that was done before has gone by.
    Pass(u64),
}

/// What became of a job.
pub enum Output<Group> {
    /// Rows of a unit, encoded.
    Encoded(u64, Result<Group, WriteError>),
    /// All of a unit has come back.
    End(UnitFacts),
    /// All of a unit that was done before has gone by.
    Pass(u64),
}

impl<Rows> Job<Rows> {
    /// Does the job.
    pub fn run<E: Encoder<Rows = Rows>>(self, encoder: &E) -> Output<E::Group> {
        match self {
            Job::Encode(unit, blocks) => Output::Encoded(unit, encoder.encode(blocks)),
            Job::End(facts) => Output::End(facts),
            Job::Pass(unit) => Output::Pass(unit),
        }
    }
}

/// Takes blocks in the order of the input, and their rows again when they are encoded.
pub struct Units<'a, E: Encoder> {
    encoder: &'a E,
    sink: &'a mut dyn Sink<E::Group>,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
    known: &'a Known,
    outcome: Outcome,
    /// The `puzzle_id` of the next puzzle.
    next_id: u64,
    open: Option<OpenUnit>,
    /// Rows of the open unit that are not encoded yet.
    gathered: Vec<(u64, E::Rows)>,
    /// What the inputs may be that have no puzzles so far.
    guesses: Guesses,
}

/// A unit whose blocks are going by.
struct OpenUnit {
    facts: UnitFacts,
    digest: UnitDigest,
    done: bool,
}

impl<'a, E: Encoder> Units<'a, E> {
    /// No units yet; the first puzzle has this `puzzle_id`.
    pub fn new(
        encoder: &'a E,
        sink: &'a mut dyn Sink<E::Group>,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
        known: &'a Known,
        first_id: u64,
    ) -> Self {
        let (outcome, gathered) = (Outcome::default(), Vec::new());
        let (next_id, open, guesses) = (first_id, None, Guesses::default());
        Units {
            encoder,
            sink,
            interrupt,
            progress,
            known,
            outcome,
            next_id,
            open,
            gathered,
            guesses,
        }
    }

    /// What came of the run.
    ///
    /// # Errors
    /// When the input ended before a unit that is known.
    pub fn close(mut self) -> Result<Outcome, RunError> {
        // The input may have ended early because of an interrupt.
        self.outcome.stopped = self.interrupt.stop();
        if self.outcome.stopped.is_none() {
            self.guesses.sentences().for_each(|sentence| self.progress.tell(sentence));
            let met = &self.outcome.units;
            // A run without lines has a unit without blocks.
            let mut known = self.known.facts().filter(|facts| facts.blocks > 0);
            if let Some(facts) = known.find(|facts| !met.contains_key(&facts.unit)) {
                // As of standard input that does not come again.
                if met.is_empty() {
                    let had =
                        format!("nothing was read, and there were lines from {} on", facts.place);
                    return Err(RunError::Gone(had));
                }
                return Err(changed(self.known, facts, "ends before"));
            }
        }
        Ok(self.outcome)
    }

    /// Ends the open unit.
    fn end_unit(&mut self, jobs: &mut Vec<Job<E::Rows>>) -> Result<(), RunError> {
        let Some(OpenUnit { mut facts, digest, done }) = self.open.take() else { return Ok(()) };
        facts.digest = digest.hex();
        facts.blocks = digest.blocks();
        let mut known = self.known.facts_of(facts.unit);
        if let Some(then) = known.find(|then| !then.is_made_of_the_same(&facts)) {
            return Err(changed(self.known, then, "differs from"));
        }
        match self.known.done.get(&facts.unit).map(|record| &record.facts) {
            Some(then) if done => {
                self.next_id += then.puzzles;
                jobs.push(Job::Pass(facts.unit));
            }
            _ => {
                self.send_gathered(facts.unit, jobs);
                jobs.push(Job::End(facts));
            }
        }
        Ok(())
    }

    /// Ends the open unit with the blocks that were finished before an interrupt, if that
    /// leaves the rest to another unit; else all of it will be done again.
    fn end_early(&mut self, jobs: &mut Vec<Job<E::Rows>>) -> Result<(), RunError> {
        if self.open.as_ref().is_some_and(|open| may_end_early(self.known, open.facts.unit)) {
            return self.end_unit(jobs);
        }
        self.open = None;
        Ok(())
    }

    fn send_gathered(&mut self, unit: u64, jobs: &mut Vec<Job<E::Rows>>) {
        if !self.gathered.is_empty() {
            jobs.push(Job::Encode(unit, std::mem::take(&mut self.gathered)));
        }
    }
}

impl<E: Encoder> Collector<ExaminedBlock<E::Rows>, Job<E::Rows>, Output<E::Group>>
    for Units<'_, E>
{
    type Error = RunError;

    fn item(
        &mut self,
        ExaminedBlock { facts: block, rows }: ExaminedBlock<E::Rows>,
        jobs: &mut Vec<Job<E::Rows>>,
    ) -> Result<(), RunError> {
        // Set before any solver is told to give up, so a block that was cut short always
        // meets the flag here. What is whole is still written.
        if self.interrupt.is_set() {
            return self.end_early(jobs);
        }
        if self.open.as_ref().is_some_and(|open| open.facts.unit != block.unit) {
            self.end_unit(jobs)?;
        }
        let first_id = self.next_id;
        let open = self.open.get_or_insert_with(|| OpenUnit {
            facts: UnitFacts {
                unit: block.unit,
                place: format!("{}, line {}", block.set, block.first_line),
                first_block: block.number,
                first_id,
                ..UnitFacts::default()
            },
            digest: UnitDigest::default(),
            done: block.done,
        });
        open.digest.add(&block.digest);
        self.guesses.add(&block.set, block.guess);
        if open.done {
            return Ok(());
        }
        self.next_id += block.puzzles;
        open.facts.lines += block.lines;
        open.facts.puzzles += block.puzzles;
        open.facts.rejects += block.rejects;
        open.facts.unreadable += block.unreadable;
        open.facts.disagreement_count += block.disagreements.len() as u64;
        let kept = DISAGREEMENTS_KEPT - open.facts.disagreements.len();
        open.facts.disagreements.extend(block.disagreements.into_iter().take(kept));
        self.gathered.push((first_id, rows));
        if self.encoder.is_group(&self.gathered) {
            self.send_gathered(block.unit, jobs);
        }
        Ok(())
    }

    fn end(&mut self, jobs: &mut Vec<Job<E::Rows>>) -> Result<(), RunError> {
        if self.interrupt.is_set() { self.end_early(jobs) } else { self.end_unit(jobs) }
    }

    fn job(&mut self, output: Output<E::Group>) -> Result<(), RunError> {
        let (record, earlier) = match output {
            Output::Encoded(unit, group) => return Ok(self.sink.append(unit, group?)?),
            Output::End(facts) => (self.sink.commit(facts)?, false),
            Output::Pass(unit) => (self.known.done[&unit].clone(), true),
        };
        self.progress.add_unit(record.facts.puzzles, earlier);
        self.outcome.add(record);
        Ok(())
    }
}

/// An input that is not what it was when this was known of a unit, and what is to be done if it is right.
fn changed(known: &Known, then: &UnitFacts, how: &str) -> RunError {
    let UnitFacts { unit, place, lines, .. } = then;
    let planned = known.planned.get(unit);
    let is_planned = planned.is_some_and(|planned| planned.facts.is_made_of_the_same(then));
    let advice = match is_planned {
        true => "the run is to be planned again: the same `plan`, with --resume",
        false => {
            "the record of that unit in _state/units, and those after it, are to be moved away"
        }
    };
    RunError::Changed(format!(
        "the input {how} what it was: unit {unit} began at {place} and had {lines} lines; if it is \
         right now, {advice}"
    ))
}
