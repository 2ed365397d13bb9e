//! Puzzles written to several files, each to the one of its part.

use super::error::SetsError;
use super::output::RowFile;
use super::output_format::RowFormat;
use super::walk::{Beside, Columns, Visit, Walk, columns_of};
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::parquet::Rows;
use crate::source::{Input, Unchanged};

/// The part of puzzles that are in none.
pub(super) const NO_PART: u8 = u8::MAX;

/// Files that are being written.
pub(super) struct Writing<'a, 'o> {
    format: RowFormat,
    /// The part of each puzzle.
    parts: &'a [u8],
    files: Vec<RowFile<'o>>,
}

impl<'a, 'o> Writing<'a, 'o> {
    pub(super) fn new(
        format: RowFormat,
        parts: &'a [u8],
        files: Vec<RowFile<'o>>,
    ) -> Writing<'a, 'o> {
        Writing { format, parts, files }
    }

    /// Writes all puzzles.
    ///
    /// # Errors
    /// When they cannot be written, or are not those that were read first.
    pub(super) fn write(
        &mut self,
        walk: &Walk<'_>,
        unchanged: &Unchanged<'_>,
    ) -> Result<(), SetsError> {
        let beside = match self.format {
            RowFormat::Lines => Beside::Nothing,
            RowFormat::Csv | RowFormat::Parquet => Beside::Columns,
        };
        let puzzles = walk.show(beside, self)?;
        match unchanged.changed() {
            _ if walk.interrupt.is_set() => Ok(()),
            Some(input) => Err(SetsError::Changed(input.name.clone())),
            None if puzzles == self.parts.len() as u64 => Ok(()),
            None => Err(SetsError::Changed("the input".into())),
        }
    }

    pub(super) fn finish(self) -> Result<(), SetsError> {
        self.files.into_iter().try_for_each(RowFile::finish)
    }

    /// The part of a puzzle; of those that came since the inputs were read first, none.
    fn part(&self, number: u64) -> u8 {
        self.parts.get(number as usize).copied().unwrap_or(NO_PART)
    }
}

impl Visit for Writing<'_, '_> {
    fn begin(&mut self, input: &Input, columns: &Columns) -> Result<(), SetsError> {
        self.files.iter_mut().try_for_each(|file| file.begin(input, columns))
    }

    fn text(&mut self, number: u64, _: &Puzzle, record: &[u8]) -> Result<(), SetsError> {
        match self.part(number) {
            NO_PART => Ok(()),
            part => self.files[usize::from(part)].text(record),
        }
    }

    fn rows(&mut self, numbers: &[Option<u64>], rows: &Rows) -> Result<(), SetsError> {
        let parts = numbers.iter().map(|number| number.map_or(NO_PART, |number| self.part(number)));
        let parts: Vec<u8> = parts.collect();
        for (part, file) in (0..).zip(&mut self.files) {
            let keep: Vec<bool> = parts.iter().map(|&own| own == part).collect();
            file.rows(rows, &keep)?;
        }
        Ok(())
    }
}

/// The format that is asked for, or else that of the inputs: Parquet or CSV if all are.
pub(super) fn check_format(
    asked: Option<RowFormat>,
    inputs: &[Input],
    interrupt: &Interrupt,
) -> Result<RowFormat, SetsError> {
    if let Some(format) = asked {
        return Ok(format);
    }
    let formats = inputs.iter().map(|input| columns_of(input, interrupt));
    let mut formats = formats.collect::<Result<Vec<_>, _>>()?;
    formats.dedup();
    Ok(match formats[..] {
        [format] => format,
        _ => RowFormat::Lines,
    })
}
