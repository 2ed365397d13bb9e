//! The table of steps, which a run has if it is asked for.
//!
//! What follows from a step is text: `R1C5=3` is a digit placed, `R2C3<>48` are candidates
//! removed from a cell; several are separated by blanks. A digit is one symbol, as in the lines of
//! puzzles.

use std::io::Write as _;
use std::sync::Arc;

use super::row_buffer::RowBuffer;
use super::schema::{self, Column, Kind, Table, column};
use crate::pipeline::steps::StepRecord;
use crate::strategy::{Deduction, Level, STRATEGIES};

/// The levels of strategies.
const LEVELS: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

static LEVEL_NAMES: super::names::Names =
    std::sync::LazyLock::new(|| LEVELS.map(Level::name).to_vec());

/// One row per step.
pub(super) fn table() -> Table {
    let [puzzle_id, set] = [&schema::puzzles().columns[0], &schema::puzzles().columns[1]];
    let columns: Vec<Column> = vec![
        puzzle_id.clone(),
        set.clone(),
        column("step", Kind::U16, "", "place among the puzzle's steps, from 1"),
        column("strategy", Kind::Enum(schema::strategies()), "", "name of the strategy"),
        column("level", Kind::Enum(&LEVEL_NAMES), "", "the strategy's level"),
        column(
            "placements",
            Kind::Text,
            "",
            "digits placed, like `R1C5=3 R2C2=7`; digits above 9 are letters, as in `puzzle`",
        ),
        column(
            "eliminations",
            Kind::Text,
            "",
            "candidates removed by the argument, like `R2C3<>48 R7C1<>4`: 4 and 8 of the cell in \
             row 2, column 3; those that a digit placed takes from its peers are not named",
        ),
        column(
            "candidates_left",
            Kind::U16,
            "candidates",
            "of all empty cells after the step; 0 when the grid is full",
        ),
        column(
            "step_ok",
            Kind::Bool,
            "",
            "whether independent code finds that it holds in a solution of the puzzle; false, \
             too, where none is known. A step that does not hold is a disagreement of the run",
        ),
    ];
    Table { name: schema::STEPS, row: "a step of the solver that `--steps` names", columns }
}

/// Appends the steps of a puzzle.
pub(super) fn push(table: &mut RowBuffer, id: u64, set: &Arc<str>, steps: &[StepRecord]) {
    for (number, record) in (1..).zip(steps) {
        let strategy = record.step.strategy;
        let level = LEVELS.iter().position(|&level| level == STRATEGIES[strategy].level);
        let (mut placed, mut removed) = (Vec::new(), Vec::new());
        for deduction in &record.step.deductions {
            match *deduction {
                Deduction::Place(cell, digit) => placed.push((cell, digit)),
                Deduction::Eliminate(cell, digit) => removed.push((cell, digit)),
            }
        }
        removed.sort_unstable();
        let blank = |place: usize| if place == 0 { "" } else { " " };
        table
            .row()
            .u64(id)
            .name(set)
            .u16(number)
            .code(strategy as u8 + 1)
            .code(level.expect("every level is listed") as u8)
            .push_text(|text| {
                for (place, (cell, digit)) in placed.iter().enumerate() {
                    let _ = write!(text, "{}{cell}={}", blank(place), digit.symbol());
                }
            })
            .push_text(|text| {
                let cells = removed.chunk_by(|(one, _), (other, _)| one == other);
                for (place, of_cell) in cells.enumerate() {
                    let _ = write!(text, "{}{}<>", blank(place), of_cell[0].0);
                    text.extend(of_cell.iter().map(|(_, digit)| digit.symbol() as u8));
                }
            })
            .u16(record.candidates_left)
            .bool(record.is_right);
    }
}
