//! Whether the columns of a puzzle drawn in a spreadsheet are those of its rows' fields.
//!
//! A sheet may have empty columns beside a puzzle and between its boxes. Then a row may have one field
//! more than a puzzle has cells, or as many as a larger puzzle: a 9×9 puzzle with one column before
//! and one between each two boxes has twelve. The one more may also be the row's number.

use super::blanks::Blanks;
use super::separated;
use super::symbol::value_of;
use crate::grid::Layout;

/// Rows whose first cells may go up by one by chance.
const FEW: u8 = 2;

/// The fields of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// A bit for each in which nothing stands.
    nothing: u32,
    /// Whether a sign for an empty cell stands in one; and whether `0`, which may be a digit, does.
    has_signs: bool,
    has_zeros: bool,
    /// Whether nothing stands in the last one.
    ends_empty: bool,
    /// The highest digit.
    highest: u8,
    /// Where a mark stands after the last cell, whether the first cell is empty; and its value.
    begins_empty: Option<bool>,
    first: u8,
}

/// What the rows of a text tell.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sheet {
    /// Whether marks stand after the last cells of rows, as a row has shown.
    are_closed: bool,
    /// Whether empty cells have signs, as the last row with any has shown, if rows have fields.
    are_signed: Option<bool>,
    /// Whether all rows of the puzzle so far may be those of a grid one column to the right instead.
    may_be_shifted: Option<bool>,
    /// Whether a line that is no row had one field more than cells, the last filled.
    are_wider: bool,
    /// Whether rows of the puzzle with an empty cell have a mark after the last cell, and whether others
    /// have none: then one has a mark too many or too few, and its cells stand elsewhere.
    has_closed: bool,
    has_open: bool,
    /// Whether a field of the puzzle has nothing in it.
    has_nothing: bool,
    /// Whether a row without a mark after the last cell has nothing in it.
    has_open_end: bool,
    /// Rows of the puzzle with a mark after the last cell; the first cell of the last one of them that
    /// is not empty; and whether it has gone up by one with each such row, as a number of rows does.
    closed: u8,
    last_number: Option<u8>,
    is_unnumbered: bool,
    /// Of the rows of the puzzle together, as of [`Fields`]; nothing where none has fields.
    nothing: Option<u32>,
    has_signs: bool,
    has_zeros: bool,
    highest: u8,
    blanks: Blanks,
}

impl Fields {
    /// Those of a line that is this row.
    pub(super) fn of(line: &[u8], row: &[u8]) -> Fields {
        let symbols: Vec<u8> =
            row.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        // One field may be a row.
        let fields = separated::fields(line).filter(|fields| fields.len() == symbols.len());
        let cells: Vec<(&[u8], u8)> =
            fields.unwrap_or_default().into_iter().zip(symbols.iter().copied()).collect();
        let bits = cells.iter().zip(0..32).filter(|((field, _), _)| field.is_empty());
        let has_signs = cells.iter().any(|(field, symbol)| {
            !field.is_empty() && *symbol != b'0' && value_of(*symbol) == Some(0)
        });
        let ends_empty = cells.last().is_some_and(|(field, _)| field.is_empty());
        let has_zeros = cells.iter().any(|(_, symbol)| *symbol == b'0');
        Fields {
            nothing: bits.fold(0, |nothing, (_, place)| nothing | 1 << place),
            has_signs,
            ends_empty,
            has_zeros,
            highest: symbols.iter().filter_map(|&symbol| value_of(symbol)).max().unwrap_or(0),
            begins_empty: separated::begins_empty(line),
            first: symbols.first().and_then(|&symbol| value_of(symbol)).unwrap_or(0),
        }
    }

    /// Whether empty cells have signs, if there are any.
    pub(super) fn are_signed(&self) -> Option<bool> {
        match self.nothing {
            0 => (self.has_signs || self.has_zeros).then_some(true),
            _ => Some(false),
        }
    }
}

impl Sheet {
    /// Takes the next row of the puzzle, and its fields where it has any.
    pub(super) fn take(&mut self, row: &[u8], fields: Option<Fields>) {
        let is_empty = row.iter().all(|byte| b"._*0 ".contains(byte));
        let Some(fields) = fields else {
            // Of an empty row it is not known.
            if !is_empty {
                (self.may_be_shifted, self.nothing) = (Some(false), Some(0));
                self.are_signed = None;
            }
            return;
        };
        match fields.begins_empty {
            Some(false) => self.are_closed = true,
            Some(true) => _ = self.may_be_shifted.get_or_insert(true),
            None if is_empty => {}
            None => self.may_be_shifted = Some(false),
        }
        self.closed += u8::from(fields.begins_empty.is_some());
        if !is_empty {
            let is_next = self.last_number.is_none_or(|last| fields.first == last + 1);
            self.is_unnumbered |= fields.begins_empty != Some(false) || !is_next;
            self.last_number = Some(fields.first);
            self.has_closed |= fields.begins_empty.is_some() && fields.nothing != 0;
            self.has_open |= fields.begins_empty.is_none();
        }
        self.has_nothing |= fields.nothing != 0;
        self.has_open_end |= fields.ends_empty && fields.begins_empty.is_none() && !is_empty;
        self.nothing = Some(self.nothing.unwrap_or(u32::MAX) & fields.nothing);
        self.has_signs |= fields.has_signs;
        self.has_zeros |= fields.has_zeros;
        self.highest = self.highest.max(fields.highest);
        self.are_signed = fields.are_signed().or(self.are_signed);
    }

    /// Takes how wide the fields of a row are.
    pub(super) fn take_blanks(&mut self, blanks: Blanks) {
        self.blanks = self.blanks.and(blanks);
    }

    /// Takes a line that is no row.
    pub(super) fn take_other(&mut self, line: &[u8]) {
        self.are_wider |= separated::is_wider(line);
    }

    /// Whether empty cells have signs, if rows have told.
    pub(super) fn are_signed(&self) -> Option<bool> {
        self.are_signed
    }

    /// Whether a puzzle of so many columns may be one whose first column is the next, or a smaller one; or a row
    /// of it may be shifted.
    pub(super) fn is_unclear(&self, order: usize) -> bool {
        let smaller = Layout::all().iter().map(Layout::order).filter(|&other| other < order).max();
        let is_smaller = usize::from(self.highest) <= smaller.unwrap_or(0) || self.has_signs;
        let has_empty_column = self.nothing.is_some_and(|nothing| nothing > 0);
        // Of two boxes the column between may be empty, and the mark be one after an empty last column.
        let gap = Layout::of_order(order).map(Layout::box_columns).filter(|gap| 2 * gap == order);
        let has_gap =
            gap.is_some_and(|gap| self.nothing.is_some_and(|nothing| nothing & 1 << gap > 0));
        // Where some empty cells have a sign, or a blank, the digit of one that has none may be lost.
        let are_signed = self.has_signs || self.has_zeros && usize::from(self.highest) == order;
        self.has_nothing && are_signed
            || self.blanks.are_uneven()
            || self.has_open_end && self.closed > 0
            || self.has_closed && self.has_open
            || self.may_be_shifted == Some(true) && !self.are_closed
            || self.closed > FEW && has_gap
            || self.closed > FEW && (self.are_wider || !self.is_unnumbered)
            || has_empty_column && is_smaller
    }

    /// The same before the next puzzle.
    pub(super) fn next(self) -> Sheet {
        let Sheet { are_closed, are_wider, are_signed, .. } = self;
        Sheet { are_closed, are_wider, are_signed, ..Sheet::default() }
    }
}
