//! What may stand above a puzzle, and look as a row of it: the header of a table, its number, the numbers of
//! columns, a row of nothing; or a 4×4 puzzle that may be the first row of a 16×16 grid.

use super::super::first_row::{
    are_above_each, head, is_above_bands, is_above_many, is_first_of_large, is_first_row,
    is_number, is_row_of_whole, rows_below, rows_of_table,
};
use super::super::number::{self, Number, Numbered, goes_on, number};
use super::super::opening::small_row;
use super::super::row::{self, LARGE};
use super::super::rows::{Rows, is_numbers};
use super::super::separated;
use super::super::spacing::{After, Kind, Part, Spacing, cells_of, row_of};
use super::super::symbol::value_of;

/// What stood above the puzzles so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Above {
    /// The last puzzle whose number stood in a cell.
    numbered: Option<Numbered>,
    /// Whether the numbers of columns did.
    have_numbers: bool,
    /// Whether Markdown tables have headers, as the last one has shown.
    are_headed: Option<bool>,
    /// Lines that may have been rows and were 4×4 puzzles.
    no_rows: usize,
}

/// What a line above the rows of a puzzle is.
pub(super) enum Told {
    /// Something else.
    Other,
    /// What is read as this line.
    Row(Vec<u8>),
    /// No row of the puzzle below.
    Head,
    Puzzle(Puzzle),
    /// The number of a puzzle with so many cells in a row, of which nothing tells where it begins.
    Unclear(usize),
}

/// A puzzle that stands below a line, or begins with it.
pub(super) struct Puzzle {
    /// The cells of a row.
    pub(super) order: usize,
    /// As what the line is read.
    pub(super) first: Vec<u8>,
    /// The lines below it.
    pub(super) parts: Vec<Part>,
}

impl Above {
    /// Whether the lines after it may tell what a line is that follows these rows.
    pub(super) fn may_be(&self, rows: &Rows, line: &[u8]) -> bool {
        !rows.is_open()
            && (is_barred(line)
                || head(line).is_some()
                || Number::of(line).is_some()
                || separated::mistyped_row(line).is_some()
                || self.row_of_large(rows, line).is_some())
    }

    /// What the first of these lines is, where no puzzle is open; nothing while more lines are wanted. Empty
    /// rows stand so in the text, if that is known, whose rows have so many cells; and whether puzzles stand
    /// above.
    pub(super) fn tell(
        &mut self,
        spacing: Option<Spacing>,
        order: usize,
        is_later: bool,
        rows: &mut Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Told> {
        let (first, rest) = lines.split_first()?;
        let may_be_table = is_barred(first);
        if may_be_table && let Some(puzzle) = self.table(rows, lines, after)? {
            return Some(Told::Puzzle(puzzle));
        }
        let is_fit = |spacing: Spacing| spacing.fits(order, 0, lines, after) == Some(true);
        let is_next = self.numbered.is_some_and(|before| before.is_beside(first));
        if is_next || !rows.is_above_row() && !spacing.is_some_and(is_fit) {
            match number(self.numbered, is_later, lines, after)? {
                number::Told::Above(numbered, parts) => {
                    return Some(Told::Puzzle(self.below(numbered, parts)));
                }
                number::Told::Unclear(order) => return Some(Told::Unclear(order)),
                number::Told::Other => {}
            }
        }
        if let Some(row) = self.row_of_large(rows, first) {
            // With one given it would have many solutions.
            if Number::of(first).is_some() || is_first_of_large(rest, after)? {
                return Some(Told::Row(row));
            }
            self.no_rows += 1;
            rows.expect_line();
            return Some(Told::Row(first.to_vec()));
        }
        let is_plain = spacing.is_none_or(Spacing::is_plain);
        if is_plain
            && let Some(row) = separated::mistyped_row(first)
            && is_above_rows(&row, rest, after)?
        {
            return Some(Told::Row(row));
        }
        let Some(order) = head(first) else {
            let is_line = may_be_table && is_plain;
            return Some(if is_line { Told::Row(first.to_vec()) } else { Told::Other });
        };
        if is_numbers(&cells_of(first, order))
            && are_above_each(order, self.have_numbers, lines, after)?
        {
            self.have_numbers = true;
            return Some(Told::Head);
        }
        let below = rows_below(order, first, rest, after)?;
        let is_above = if below == order {
            // A row of a later puzzle may look as it does.
            !is_row_of_whole(rows, lines, after)?
        } else {
            is_above_bands(order, first, rest, after)?
                || below > order && is_above_many(rows, lines, after)?
        };
        // In the frame of the puzzle above it is a row too many.
        let is_border = |line: &&[u8]| row::is_border(line.trim_ascii());
        let is_in_frame = rows.is_after_last() && rest.first().is_some_and(is_border);
        if is_above && !is_in_frame && !is_number(first) {
            return Some(Told::Head);
        }
        if !is_plain {
            return Some(Told::Other);
        }
        let is_row = below + 1 >= order && is_first_row(first, order, rest);
        let spaced = || row::cells(first).flat_map(|cell| [cell, b' ']).collect();
        Some(Told::Row(if is_row { spaced() } else { first.to_vec() }))
    }

    /// Whether the number of the last puzzle stood in a cell.
    pub(super) fn is_numbered(&self) -> bool {
        self.numbered.is_some()
    }

    /// Whether a line may be the number of the next puzzle though one is open above it, which lacks rows.
    pub(super) fn may_go_on(&self, rows: &Rows, line: &[u8]) -> bool {
        rows.is_open()
            && Number::of(line).is_some()
            && self.numbered.is_none_or(|before| before.is_beside(line))
    }

    /// The puzzle whose number the first of these lines is, where nothing tells where puzzles begin, if it
    /// stands as others do.
    pub(super) fn next_number(
        &mut self,
        is_later: bool,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Option<Puzzle>> {
        if !goes_on(self.numbered, lines, after)? {
            return Some(None);
        }
        Some(match number(self.numbered, is_later, lines, after)? {
            number::Told::Above(numbered, parts) => Some(self.below(numbered, parts)),
            number::Told::Unclear(_) | number::Told::Other => None,
        })
    }

    /// The puzzle in the Markdown table that begins with the first of these lines, if the delimiter row stands
    /// below it: that line is the header, or the first row of a puzzle without one. Where nothing stands in
    /// it, or the numbers of columns, and other tables have headers, the puzzle lacks a row.
    fn table(&mut self, rows: &mut Rows, lines: &[&[u8]], after: After) -> Option<Option<Puzzle>> {
        let Some((order, below)) = rows_of_table(lines, after)? else { return Some(None) };
        let is_whole = below == order;
        if !is_whole && (below + 1 != order || Kind::of(lines[0], order) == Kind::Other) {
            return Some(None);
        }
        let is_headed = match head(lines[0]) {
            None => is_whole,
            Some(_) if is_whole => true,
            Some(_) => match self.are_headed {
                None => next_is_headed(&lines[2 + below..], after)?,
                known => known,
            }
            .unwrap_or(false),
        };
        self.are_headed = Some(is_headed);
        if is_headed && !is_whole {
            rows.expect_rows(below);
        }
        let first = if is_headed { b"#".to_vec() } else { row_of(lines[0], order) };
        let delimiter = std::iter::once(Part::Gap);
        let parts = delimiter.chain(std::iter::repeat_n(Part::Row, below)).collect();
        Some(Some(Puzzle { order, first, parts }))
    }

    fn below(&mut self, numbered: Numbered, parts: Vec<Part>) -> Puzzle {
        self.numbered = Some(numbered);
        // A number is no line of its puzzle.
        Puzzle { order: numbered.order(), first: b"#".to_vec(), parts }
    }

    /// What may be a 4×4 puzzle, perhaps with a mistake, or the first row of a 16×16 grid, as that.
    fn row_of_large(&self, rows: &Rows, line: &[u8]) -> Option<Vec<u8>> {
        // Where rows have so many cells, it is a row; with blanks between them, too.
        if rows.order() == LARGE || separated::is_in_brackets(line) {
            return None;
        }
        let content = line.trim_ascii();
        let digits_above = content.iter().filter(|&&byte| value_of(byte) > Some(4)).count();
        let is_wrong = content.len() == LARGE
            && row::is_bare_row(content)
            && (digits_above == 1 || digits_above > 1 && self.no_rows > 0);
        if is_wrong {
            return Some(content.to_vec());
        }
        // Of many puzzles the next one is known by those before.
        small_row(line).filter(|_| self.no_rows < LARGE && separated::empty(line).is_none())
    }
}

/// Whether a line may be one of a Markdown table.
fn is_barred(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"|")
}

/// Whether the next Markdown table in these lines that tells has a header, if there is one.
fn next_is_headed(lines: &[&[u8]], after: After) -> Option<Option<bool>> {
    for place in (0..lines.len()).filter(|&place| is_barred(lines[place])) {
        match rows_of_table(&lines[place..], after)? {
            Some((order, below)) if below == order => return Some(Some(true)),
            Some((order, below)) if below + 1 == order && head(lines[place]).is_none() => {
                return Some(Some(false));
            }
            _ => {}
        }
    }
    (!after.wants_more(lines)).then_some(None)
}

/// Whether the first of these lines are the other rows of the puzzle of this one; and no more, where it has
/// one filled cell, which may be a title.
fn is_above_rows(row: &[u8], lines: &[&[u8]], after: After) -> Option<bool> {
    let order = row.len() / 2;
    let is_row = |line: &&&[u8]| Kind::of(line, order) != Kind::Other;
    let rows = lines.iter().take(order - 1).take_while(is_row).count();
    if lines.len() < order && rows == lines.len() && after.wants_more(lines) {
        return None;
    }
    let is_alone = row::cells(row).filter(|cell| *cell != b'.').count() == 1;
    let is_next = lines.get(rows).is_some_and(|line| Kind::of(line, order) == Kind::Row);
    Some(rows == order - 1 && !(is_alone && is_next))
}
