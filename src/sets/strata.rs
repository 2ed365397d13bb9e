//! Strata: what the puzzles of each part should have in equal shares.

use std::collections::HashMap;

use super::error::SetsError;
use super::walk::{Beside, Columns, Visit, Walk};
use crate::grid::Puzzle;
use crate::parquet::Rows;
use crate::source::{Input, texts};
use crate::text::{escape, fields};

/// The number of givens, where no column is called so.
const CLUES: &str = "clues";

/// Strata that there are at most.
const MOST: usize = 1 << 16;

/// The stratum of each puzzle.
pub(super) struct Strata {
    /// By their numbers, what the puzzles of each have in common.
    pub(super) names: Vec<String>,
    /// Of each puzzle the number of its stratum.
    pub(super) of: Vec<u16>,
}

/// Finds the strata of puzzles.
struct Finder<'a> {
    column: &'a str,
    /// The columns that were begun last, and the place of ours.
    columns: Columns,
    place: Option<usize>,
    known: HashMap<String, u16>,
    strata: Strata,
}

/// The strata of all puzzles by a column; by the number of givens, if that is `clues` and no
/// column is called so.
pub(super) fn strata(walk: &Walk<'_>, column: &str) -> Result<Strata, SetsError> {
    let strata = Strata { names: Vec::new(), of: Vec::new() };
    let known = HashMap::new();
    let mut finder = Finder { column, columns: Columns::None, place: None, known, strata };
    match walk.show(Beside::Columns, &mut finder) {
        Err(SetsError::NoColumn { .. }) if column == CLUES => {
            finder.strata.of.clear();
            finder.strata.names.clear();
            finder.known.clear();
            walk.show(Beside::Nothing, &mut finder)?;
        }
        shown => drop(shown?),
    }
    Ok(finder.strata)
}

impl Finder<'_> {
    fn add(&mut self, value: &str) -> Result<(), SetsError> {
        let stratum = match self.known.get(value) {
            Some(&stratum) => stratum,
            None if self.known.len() == MOST => {
                return Err(SetsError::Strata(self.column.into(), MOST));
            }
            None => {
                let stratum = self.known.len() as u16;
                self.known.insert(value.into(), stratum);
                self.strata.names.push(value.into());
                stratum
            }
        };
        self.strata.of.push(stratum);
        Ok(())
    }
}

impl Visit for Finder<'_> {
    fn begin(&mut self, input: &Input, columns: &Columns) -> Result<(), SetsError> {
        self.columns = columns.clone();
        let names: Vec<&str> = match columns {
            Columns::None => return Ok(()),
            Columns::Text { names, .. } => names.iter().map(String::as_str).collect(),
            Columns::Rows(schema) => schema.names().collect(),
        };
        self.place = names.iter().position(|name| *name == self.column);
        if self.place.is_none() {
            let (input, column) = (input.name.clone(), self.column.into());
            return Err(SetsError::NoColumn { input, column, names: names.join(", ") });
        }
        Ok(())
    }

    fn text(&mut self, _: u64, puzzle: &Puzzle, record: &[u8]) -> Result<(), SetsError> {
        match (&self.columns, self.place) {
            (&Columns::Text { delimiter, .. }, Some(place)) => {
                // Without loss: what differs is not the same stratum.
                let value = match str::from_utf8(record) {
                    Ok(_) => texts(record, delimiter).nth(place).unwrap_or_default(),
                    Err(_) => {
                        let field = fields(record, delimiter).nth(place).unwrap_or_default();
                        escape(field, usize::MAX)
                    }
                };
                self.add(&value)
            }
            _ => self.add(&puzzle.clues().to_string()),
        }
    }

    fn rows(&mut self, numbers: &[Option<u64>], rows: &Rows) -> Result<(), SetsError> {
        let texts = rows.texts(self.place.unwrap_or_default());
        let texts =
            texts.map_err(|error| SetsError::Record(format!("`{}`: {error}", self.column)))?;
        for (text, _) in texts.iter().zip(numbers).filter(|(_, number)| number.is_some()) {
            self.add(text.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }
}
