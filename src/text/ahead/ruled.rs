//! Lines between puzzles or bands that are rulers, or rows that look as one.

use super::super::row;
use super::super::rows::Rows;
use super::super::rulers::{self, Block, Part};
use super::super::separated;
use super::super::spacing::After;

/// Lines that are told to be no rulers, after which a text has none: so not all of it is held.
const MOST_TOLD: usize = 3;

/// What such lines were so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Ruled {
    /// Those since the last ruler.
    no_rulers: usize,
    /// The sign of the last ruler, which no border is of.
    ruler: Option<u8>,
}

impl Ruled {
    /// Whether the lines after it tell what a line is that follows these rows.
    pub(super) fn may_be(&self, rows: &Rows, line: &[u8]) -> bool {
        // Those by box are borders where nothing tells.
        let is_told =
            self.no_rulers >= MOST_TOLD && !separated::is_dashes_by_box(line.trim_ascii());
        !is_told && rulers::is_unclear(rows, line)
    }

    /// As what the first of these lines is taken; and whether they are of a sheet, whose empty cells have
    /// no signs.
    pub(super) fn tell(
        &mut self,
        is_sheet: bool,
        rows: &Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Vec<u8>> {
        let block = Block::of(rows, lines, after)?;
        let as_rows = block.as_rows(rows);
        let mistakes = block.mistakes(rows, &as_rows);
        let told = block.first(rows).filter(|_| mistakes > 0);
        let is_row_of_band = match mistakes {
            0 => false,
            _ => {
                let all = Block::with_blanks(rows, lines, after)?;
                all.mistakes(rows, &all.as_rows(rows)) == 0
                    && all.mistakes(rows, &all.as_rulers()) > 0
            }
        };
        let is_ruler = match told {
            _ if block.is_drawn_otherwise() => true,
            _ if is_sheet && row::is_of_signs(lines[0], rows.order()) => true,
            // As rows are, no ruler is drawn.
            _ if is_row_of_band || block.is_spaced_as_cells(rows) => false,
            Some(part) => part == Part::Ruler,
            None if mistakes == 0 => {
                self.ruler.is_some_and(|ruler| block.own_sign() == Some(ruler))
                    && (rows.is_after_last() || block.is_above_row(rows))
            }
            None => {
                block.own_sign().is_some() && block.mistakes(rows, &block.as_rulers()) <= mistakes
            }
        };
        if is_ruler {
            (self.no_rulers, self.ruler) = (0, block.own_sign());
            return Some(rulers::RULER.to_vec());
        }
        self.no_rulers += 1;
        let is_row = told.is_some() || mistakes == 0 || is_row_of_band;
        Some(as_rows.into_iter().next().filter(|_| is_row).unwrap_or_else(|| lines[0].to_vec()))
    }
}
