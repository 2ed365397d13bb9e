//! The sink of a run: records become rows of four tables, units their parts.

use super::part::Part;
use super::schema;
use crate::pipeline::Sink;
use crate::pipeline::record::{BlockRecord, PuzzleRecord, RejectRecord, SolveRecord};
use crate::solver::{SOLVERS, vector_code};
use crate::store::{Journal, UnitFacts, UnitRecord, WriteError};
use crate::strategy::{STRATEGIES, Strategy};
use crate::text::to_line;

/// Writes a run's tables into its folder, one part per table and unit.
pub struct ParquetSink {
    journal: Journal,
    open: Option<OpenUnit>,
}

struct OpenUnit {
    unit: u64,
    puzzles: Part,
    solves: Part,
    usages: Part,
    rejects: Part,
}

impl ParquetSink {
    /// A sink into the folder of a journal.
    pub fn new(journal: Journal) -> ParquetSink {
        ParquetSink { journal, open: None }
    }

    fn open(&mut self, unit: u64) -> Result<&mut OpenUnit, WriteError> {
        if self.open.is_none() {
            let scratch = self.journal.make_scratch(unit)?;
            let part =
                |table: &'static schema::Table| Part::create(table, scratch.join(table.name));
            self.open = Some(OpenUnit {
                unit,
                puzzles: part(schema::puzzles())?,
                solves: part(schema::solves())?,
                usages: part(schema::usages())?,
                rejects: part(schema::rejects())?,
            });
        }
        Ok(self.open.as_mut().expect("it was just opened"))
    }
}

impl Sink for ParquetSink {
    fn record(&mut self, first_id: u64, record: &BlockRecord) -> Result<(), WriteError> {
        let unit = self.open(record.unit)?;
        for (id, puzzle) in (first_id..).zip(&record.puzzles) {
            write_puzzle(&mut unit.puzzles, id, &record.set, puzzle);
            for solve in &puzzle.solves {
                write_solve(&mut unit.solves, id, &record.set, puzzle, solve);
                if solve.solver.counts_strategies {
                    write_usage(&mut unit.usages, id, &record.set, puzzle, solve);
                }
            }
        }
        for reject in &record.rejects {
            write_reject(&mut unit.rejects, &record.set, reject);
        }
        [&mut unit.puzzles, &mut unit.solves, &mut unit.usages, &mut unit.rejects]
            .into_iter()
            .try_for_each(Part::flush)
    }

    fn commit(&mut self, facts: UnitFacts) -> Result<UnitRecord, WriteError> {
        let unit = facts.unit;
        self.open(unit)?;
        let open = self.open.take().expect("it was just opened");
        let parts = [
            (schema::puzzles(), open.puzzles),
            (schema::solves(), open.solves),
            (schema::usages(), open.usages),
            (schema::rejects(), open.rejects),
        ];
        // All parts are whole before the first is seen.
        let finish = |(table, part): (&'static schema::Table, Part)| {
            part.finish(format!("{}/part-{unit:06}.parquet", table.name))
        };
        let finished = parts.into_iter().map(finish).collect::<Result<Vec<_>, _>>();
        let finished = finished.inspect_err(|_| self.journal.drop_scratch(unit))?;
        self.journal.commit(facts, finished, vector_code())
    }
}

/// What was recorded of a unit that is not committed is of no use.
impl Drop for ParquetSink {
    fn drop(&mut self) {
        if let Some(open) = self.open.take() {
            self.journal.drop_scratch(open.unit);
        }
    }
}

fn write_puzzle(part: &mut Part, id: u64, set: &str, record: &PuzzleRecord) {
    let layout = record.puzzle.layout();
    part.row()
        .u64(id)
        .text(set)
        .u64(record.line)
        .u8(layout.order() as u8)
        .u8(layout.box_rows() as u8)
        .u8(layout.box_columns() as u8)
        .text(&to_line(record.puzzle.grid()))
        .u16(record.puzzle.clues() as u16)
        .u8(record.count.code())
        .text(&record.solution.as_ref().map(to_line).unwrap_or_default())
        .f32(record.outset.candidates_per_cell)
        .u16(record.outset.singles);
}

fn write_solve(part: &mut Part, id: u64, set: &str, puzzle: &PuzzleRecord, record: &SolveRecord) {
    let effort = &record.effort;
    part.row()
        .u64(id)
        .text(set)
        .u16(puzzle.puzzle.clues() as u16)
        .code(solver_code(record))
        .code(record.status.code())
        .u64(record.timing.elapsed_ns)
        .u64(record.timing.cpu_ns)
        .u32(record.timing.repeats)
        .u32(record.batch)
        .u64(effort.checks)
        .u64(effort.guesses)
        .u64(effort.backtracks)
        .u64(effort.placements)
        .u64(effort.eliminations)
        .u64(effort.conflicts)
        .u64(effort.decisions)
        .u64(effort.propagations)
        .code(strategy_code(record.usage.hardest()))
        .bool(record.usage.used_uniqueness())
        .bool(record.solution_ok);
}

fn write_usage(part: &mut Part, id: u64, set: &str, puzzle: &PuzzleRecord, record: &SolveRecord) {
    let row =
        part.row().u64(id).text(set).u16(puzzle.puzzle.clues() as u16).code(solver_code(record));
    record.usage.counts().iter().fold(row, |row, &count| row.u16(count));
}

fn write_reject(part: &mut Part, set: &str, record: &RejectRecord) {
    let reason = schema::reasons().iter().position(|&reason| reason == record.reason);
    part.row()
        .text(set)
        .u64(record.line)
        .code(reason.expect("every reason is listed") as u8)
        .text(&record.detail)
        .text(&record.text);
}

/// The place of the record's solver in the Enum of solvers.
fn solver_code(record: &SolveRecord) -> u8 {
    let place = SOLVERS.iter().position(|row| row.name == record.solver.name);
    place.expect("a run's solvers are in the table") as u8
}

/// The place in the Enum of strategies, whose first name is empty.
fn strategy_code(strategy: Option<&Strategy>) -> u8 {
    let place = |wanted: &Strategy| STRATEGIES.iter().position(|s| s.name == wanted.name);
    strategy.and_then(place).map_or(0, |place| place as u8 + 1)
}
