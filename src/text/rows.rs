//! Puzzles drawn over several lines, one row of the grid per line.
//!
//! Rows may have borders between boxes, blanks between cells, and lines of `-`,
//! `=` and `+` between bands:
//!
//! ```text
//! . . 1 | 2 . .        000 000 000
//! . 3 . | . 4 .        640 017 000
//! ------+------        000 020 361
//! . . 5 | . . .
//! . 1 . | . . 3        506 040 000
//! ```
//!
//! Rows may also have nothing between their cells, if one of them is empty, so that it is no
//! number or word. A blank line ends a puzzle, unless blank lines stand between all bands of one
//! drawn without borders, as PHP16's program draws them. So does a line that is no row of it, as
//! a puzzle in one line or a title, and the frame of the next one.
//!
//! [`Rows`] joins the rows of a puzzle to one line, each with `|` after it, which
//! [`parse_line`](super::parse_line) reads; those of a table of candidates to the line of a pencilmark
//! puzzle. A puzzle that ends early is joined as far as it goes, and rejected for its shape; so is one
//! of which nothing tells which columns are its own.

use super::MAX_LINE;
use super::blanks::Blanks;
use super::heading::{is_date, is_heading};
use super::marks::{ROW, Table, table_row};
use super::opening::{is_lone_string, opening, small_row};
use super::row::{
    BETWEEN, LARGE, LONGEST, cells, is_border, is_mostly_cells, is_plainly_no_row, is_plainly_row,
};
use super::separated;
use super::sheet::{Fields, Sheet};
use super::symbol::{first_word, is_comment, value_of};
use crate::grid::Layout;

/// Lines that a puzzle takes at most, with borders and comments.
const MOST_LINES: usize = 128;

/// The rows expected where none is the last: too many of them are there.
const ENDLESS: usize = usize::MAX;

/// What stands after a puzzle, joined, whose rows may be those of two.
pub(super) const DOUBTED: &[u8] = b"?|";

/// The rows of a puzzle, as far as they were read.
#[derive(Clone, Default, Debug)]
pub struct Rows {
    joined: Vec<u8>,
    table: Table,
    rows: usize,
    /// Cells of the first row, and so rows of the puzzle; before it, of the last puzzle.
    order: usize,
    /// Lines since the first row.
    lines: usize,
    bordered: bool,
    /// Whether there are borders between all rows; and whether the first one stands directly below the
    /// last row of a puzzle without them, so that a border below it ends what is a row too many.
    ruled: bool,
    is_extra: bool,
    /// Whether the line before was a broken row, which has cut a puzzle short; and whether the first row
    /// stood directly below one, so that the rows are what is left of that puzzle.
    after_broken: bool,
    is_rest: bool,
    /// Whether a puzzle ended with the line before that was cut short or had rows too many; and whether the line
    /// before may be a row of what is left of that puzzle, which the lines from here on tell.
    after_cut: bool,
    is_below_cut: bool,
    /// Rows before the last blank line, and what they were joined to; and whether blank lines stood between
    /// the bands of the last puzzle.
    before_blank: (usize, usize),
    is_banded: bool,
    /// Whether the line before was a border, a blank one, or a puzzle's last row; and that puzzle ruled,
    /// or without an empty cell.
    after_border: bool,
    after_blank: bool,
    after_last: bool,
    was_ruled: bool,
    was_full: bool,
    /// Whether empty cells are drawn as `-`; and before a puzzle, the lines of nothing else, which
    /// are borders or rows of it, and their cells.
    dashed: bool,
    maybe_rows: (usize, usize),
    /// Rows directly below one another, the last puzzles' too.
    together: usize,
    /// Lines since the beginning of the text.
    taken: usize,
    /// Whether the only row so far may be the numbers of columns.
    is_numbers: bool,
    /// Whether a bracket was closed that no row has opened, so that the list ends.
    is_over: bool,
    /// After how many rows the puzzle ends, if not after as many as a whole one has.
    expected: Option<usize>,
    /// Whether the next line is no row, whatever it looks like.
    is_line: bool,
    /// Whether the next line is no number: the last one was a title with one, or a row with a mistake.
    is_above_row: bool,
    sheet: Sheet,
    /// How wide the fields of the next line are, as it is drawn.
    blanks: Blanks,
}

/// A puzzle that was drawn in part, and how many rows were drawn after it.
pub type Cut = (Vec<u8>, usize);

/// What a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A row of a puzzle.
    Row,
    /// The last row of the puzzle that is joined here.
    Last(Vec<u8>),
    /// A border, a comment, or a blank line.
    Other,
    /// Something else: a puzzle in one line, or nothing that is known.
    Itself,
}

impl Rows {
    /// Whether a file that has this line draws puzzles row by row from here on.
    pub fn begin_with(line: &[u8]) -> bool {
        // Nearly all lines hold a puzzle each, and go by here.
        if line.first_chunk().is_some_and(is_plainly_no_row) {
            return false;
        }
        let content = line.trim_ascii();
        let is_between = |&byte: &u8| BETWEEN[usize::from(byte)];
        // Of a string of a list, the mark stands behind the quotes.
        let most = LONGEST + 3;
        if content.len() > LONGEST && !content.iter().take(most).any(is_between) {
            return is_border(content);
        }
        is_border(content)
            || is_plainly_row(content) && !separated::is_puzzle_between_tabs(line)
            || separated::row(line, None).is_some()
            || opening(content).is_some()
            || small_row(line).is_some() && !is_lone_string(line)
            || table_row(content).is_some_and(|row| row.has_several)
    }

    /// Whether a line is what rows were joined to.
    pub fn is_joined(line: &[u8]) -> bool {
        line.ends_with(b"|") && first_word(line).len() <= LONGEST
    }

    /// How many rows were joined, and how many cells the first one has.
    pub fn shape(joined: &[u8]) -> (usize, usize) {
        let mut rows = joined.split(|&byte| byte == b'|');
        let cells = rows.next().map_or(0, <[u8]>::len);
        (rows.count(), cells)
    }

    /// Whether it is a puzzle of which nothing tells which columns are its own: a row of no cells is
    /// its last.
    pub fn is_unclear(joined: &[u8]) -> bool {
        joined.ends_with(b"||")
    }

    /// Whether it is a puzzle whose rows may be those of two.
    pub fn is_doubted(joined: &[u8]) -> bool {
        joined.ends_with(DOUBTED)
    }

    /// Whether a line that is no row looks as one with a mistake.
    pub(super) fn is_like_row(&self, line: &[u8]) -> bool {
        match self.order {
            // As long as most rows are.
            0 => separated::fields(line).is_some() || is_like_row(line, 9),
            order => is_like_row(line, order),
        }
    }

    /// Takes the next line. Returns the puzzle, joined, that has ended too early, as this line
    /// shows, and what this one is.
    pub fn take(&mut self, line: &[u8]) -> (Option<Cut>, Line) {
        let taken = self.take_any(line);
        match taken.1 {
            Line::Itself => self.take_title(line),
            Line::Row | Line::Last(_) | Line::Other => self.is_above_row = false,
        }
        taken
    }

    /// Takes how the next line is drawn, which may be taken as another one.
    pub fn see(&mut self, line: &[u8]) {
        self.blanks = Blanks::between(line);
    }

    /// Takes a line that is no row.
    pub fn take_title(&mut self, line: &[u8]) {
        self.is_above_row = is_heading(line.trim_ascii()) && line.iter().any(u8::is_ascii_digit);
    }

    /// Takes the next line for no number.
    pub fn expect_no_number(&mut self) {
        self.is_above_row = true;
    }

    fn take_any(&mut self, line: &[u8]) -> (Option<Cut>, Line) {
        let content = line.trim_ascii();
        self.taken += 1;
        if std::mem::take(&mut self.is_line) {
            return (self.finish(), Line::Itself);
        }
        if let Some((_, row)) = opening(content) {
            return (self.finish(), self.take_any(row).1);
        }
        let open = self.is_open().then_some(self.order);
        let is_longer = || separated::row(line, open).is_some_and(|row| cells(&row).count() > ROW);
        if let Some(givens) = self.table.begin_row(content, is_longer) {
            return self.take_row(&givens, None);
        }
        let dashes = separated::dashes(content);
        let Some(row) = (match dashes {
            Some(cells) if self.dashed && open == dashes => Some(b". ".repeat(cells)),
            Some(_) => None,
            // No border stands within a band.
            None if self.dashed && !self.is_at_band() && separated::is_dashes_by_box(content) => {
                open.map(|cells| b". ".repeat(cells))
            }
            None => separated::row(line, open).or_else(|| self.next_small_row(line)),
        }) else {
            self.maybe_rows = match dashes.filter(|_| open.is_none()) {
                Some(cells) if cells == self.maybe_rows.1 => (self.maybe_rows.0 + 1, cells),
                Some(cells) => (1, cells),
                None => (0, 0),
            };
            self.dashed &= !content.iter().any(|byte| b".0_*".contains(byte));
            if separated::is_puzzle_between_tabs(line) {
                return (self.finish(), Line::Itself);
            }
            self.sheet.take_other(line);
            let fields = line.contains(&b'\t').then(|| Fields::of(line, content));
            return self.take_row(line, fields);
        };
        let (lines, cells) = std::mem::take(&mut self.maybe_rows);
        if content.contains(&b'-') {
            self.dashed = true;
            if lines > 0 && open.is_none() && row.len() == 2 * cells {
                (self.bordered, self.after_border) = (false, false);
                (0..lines).for_each(|_| drop(self.take_row(&b". ".repeat(cells), None)));
            }
        }
        let count = |brackets: &[u8]| line.iter().filter(|byte| brackets.contains(byte)).count();
        let (opened, closed) = (count(b"[{("), count(b"]})"));
        let over = (self.is_over || opened > closed).then(|| self.finish()).flatten();
        let (cut, line) = self.take_row(&row, Some(Fields::of(line, &row)));
        self.is_over = closed > opened;
        (over.or(cut), line)
    }

    /// The first row of a 16×16 grid below another one, of digits up to 4.
    fn next_small_row(&self, line: &[u8]) -> Option<Vec<u8>> {
        (self.order == LARGE).then(|| separated::small_row(line)).flatten()
    }

    /// Takes a line or the row that it is, which has fields in a sheet.
    fn take_row(&mut self, line: &[u8], fields: Option<Fields>) -> (Option<Cut>, Line) {
        let cut = (self.lines == MOST_LINES).then(|| self.finish()).flatten();
        self.lines += usize::from(self.is_open());
        let content = line.trim_ascii();
        let together = std::mem::take(&mut self.together);
        let (after_border, after_blank) = (self.after_border, self.after_blank);
        let after_last = std::mem::take(&mut self.after_last);
        let after_broken = std::mem::take(&mut self.after_broken);
        let after_cut = std::mem::take(&mut self.after_cut);
        self.is_below_cut = false;
        if content.starts_with(b"#") {
            // One between bands would be strange; between puzzles it is a heading.
            let line = if is_comment(content) { Line::Other } else { Line::Itself };
            let is_end = after_blank || line == Line::Itself;
            return (is_end.then(|| self.finish()).flatten().or(cut), line);
        }
        (self.after_border, self.after_blank) = (is_border(content), content.is_empty());
        if content.is_empty() && line.len() <= MAX_LINE {
            let (ended, line) = self.take_blank(after_blank, after_cut);
            return (ended.or(cut), line);
        }
        if self.after_border {
            let (ended, line) = self.take_border(after_border);
            return (ended.or(cut), line);
        }
        if !self.goes_on_with(content, after_last) {
            let ended = self.finish().or(cut);
            self.after_broken = ended.is_some() && is_like_row(line, self.order);
            return (ended, Line::Itself);
        }
        let rest = self.cut_before_blank();
        self.is_below_cut = rest.is_some();
        let cut = cut.or(rest);
        if self.rows == 0 {
            (self.is_extra, self.is_rest) = (after_last && !self.was_ruled, after_broken);
            self.is_below_cut = after_broken || after_cut;
        }
        self.push_row(content, fields);
        self.together = together + 1;
        match self.rows < self.expected.unwrap_or(self.order) {
            true => (cut, Line::Row),
            false => (cut, Line::Last(self.take_whole())),
        }
    }

    /// Takes a blank line: it ends a puzzle, but not below a band.
    fn take_blank(&mut self, after_blank: bool, after_cut: bool) -> (Option<Cut>, Line) {
        let Some(rows) = self.rows_of_bands().filter(|_| !after_blank) else {
            let ended = self.finish();
            self.after_cut = ended.is_some() || after_cut;
            return (ended, Line::Other);
        };
        self.rows = rows;
        self.before_blank = (rows, self.joined.len());
        (None, Line::Other)
    }

    /// Takes a border.
    fn take_border(&mut self, after_border: bool) -> (Option<Cut>, Line) {
        if self.rows == 1 && self.is_numbers {
            // They stand above the frame.
            self.finish();
            (self.bordered, self.after_border) = (true, true);
            return (Some((Vec::new(), 0)), Line::Other);
        }
        // Where one frame ends, another begins; and no border stands within a band.
        self.ruled |= self.rows == 1 && !self.is_extra && !self.is_rest;
        let is_end = self.is_rest || !self.ruled && !self.is_at_band();
        let ended = (after_border || is_end).then(|| self.finish()).flatten();
        // A line above the first row tells nothing of those between bands.
        (self.bordered, self.after_border) = (self.is_open(), true);
        (ended, Line::Other)
    }

    /// Takes the next row of a puzzle, which has fields in a sheet.
    fn push_row(&mut self, content: &[u8], fields: Option<Fields>) {
        let count = cells(content).count();
        self.bordered |= content.contains(&b'|');
        if self.rows == 0 && (Layout::of_order(count).is_some() || self.order == 0) {
            self.order = count;
        }
        self.joined.extend(cells(content));
        self.is_numbers = self.rows == 0 && !content.contains(&b'|') && is_numbers(content);
        self.joined.push(b'|');
        self.table.push_row(cells(content));
        self.sheet.take(content, fields);
        self.sheet.take_blanks(std::mem::take(&mut self.blanks));
        self.rows += 1;
    }

    /// The puzzle whose last row was taken, joined.
    fn take_whole(&mut self) -> Vec<u8> {
        let (table, was_ruled) = (self.table.joined(self.order), self.ruled);
        self.is_banded = self.before_blank.0 > 0;
        let is_unclear = self.sheet.is_unclear(self.order);
        let is_reject = self.expected.is_some();
        let was_full = self.joined.iter().all(|&cell| value_of(cell) != Some(0));
        let mut drawn = self.finish().map_or(Vec::new(), |(whole, _)| whole);
        if is_unclear {
            drawn.push(b'|');
        }
        (self.after_last, self.was_ruled, self.was_full) = (true, was_ruled, was_full);
        self.after_cut = is_reject;
        table.unwrap_or(drawn)
    }

    /// Where a band goes on for more rows than a band has, what stands before the blank line
    /// is a puzzle of its own, cut short.
    fn cut_before_blank(&mut self) -> Option<Cut> {
        let (rows, bytes) = self.before_blank;
        if rows == 0 || self.rows - rows < self.height() + usize::from(self.is_banded) {
            return None;
        }
        let rest = self.joined.split_off(bytes);
        let cut = std::mem::replace(&mut self.joined, rest);
        self.rows -= rows;
        self.before_blank = (0, 0);
        Some((cut, self.rows))
    }

    /// Ends the input. Returns the puzzle that it cuts short, joined.
    pub fn finish(&mut self) -> Option<Cut> {
        let next = Rows {
            order: self.order,
            is_banded: self.is_banded,
            together: self.together,
            taken: self.taken,
            dashed: self.dashed,
            maybe_rows: self.maybe_rows,
            sheet: self.sheet.next(),
            ..Rows::default()
        };
        let Rows { mut joined, expected, rows, order, .. } = std::mem::replace(self, next);
        // As many rows as a puzzle has, and it is none.
        if expected == Some(ENDLESS) && rows == order {
            joined.extend(DOUBTED);
        }
        (!joined.is_empty()).then_some((joined, 0))
    }

    /// Whether there are rows of a puzzle that is not whole.
    pub fn is_open(&self) -> bool {
        self.rows > 0
    }

    /// The rows so far of a puzzle that is not whole.
    pub(super) fn begun(&self) -> usize {
        self.rows
    }

    /// The rows so far of the open puzzle, each its cells and a `|`.
    pub(super) fn begun_rows(&self) -> impl Iterator<Item = &[u8]> {
        self.joined.split_inclusive(|&byte| byte == b'|')
    }

    /// Whether the last line was a row below what has cut a puzzle short, so that it may be one of that puzzle.
    pub(super) fn is_below_cut(&self) -> bool {
        self.is_below_cut
    }

    /// Whether a line of nothing may be the last row of the open puzzle.
    pub fn may_end_with_nothing(&self, line: &[u8]) -> bool {
        self.is_open() && self.rows + 1 == self.order && separated::empty(line).is_some()
    }

    /// The rows that stand directly above the next line.
    pub(super) fn together(&self) -> usize {
        self.together
    }

    /// The lines above the next one.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// Cells of a row of this puzzle or else of the last one, 0 before the first.
    pub(super) fn order(&self) -> usize {
        self.order
    }

    /// Whether empty cells in fields have signs, if rows have told.
    pub fn are_signed(&self) -> Option<bool> {
        self.sheet.are_signed()
    }

    /// Whether a row of the open puzzle has such a cell.
    pub(super) fn has_cell(&self, sign: u8) -> bool {
        self.joined.contains(&sign)
    }

    /// Whether empty cells are drawn as `-`.
    pub(super) fn is_dashed(&self) -> bool {
        self.dashed
    }

    /// Whether the last line was a border.
    pub(super) fn is_after_border(&self) -> bool {
        self.after_border
    }

    /// Whether the last line was a puzzle's last row.
    pub(super) fn is_after_last(&self) -> bool {
        self.after_last
    }

    /// Whether it was the last row of one with empty cells.
    pub(super) fn is_after_puzzle(&self) -> bool {
        self.after_last && !self.was_full
    }

    /// Whether the next line is no number.
    pub(super) fn is_above_row(&self) -> bool {
        self.is_above_row
    }

    /// Takes the next line for none of a drawing.
    pub(super) fn expect_line(&mut self) {
        self.is_line = true;
    }

    /// Takes rows up to what ends a puzzle, however many they are.
    pub(super) fn expect_no_end(&mut self) {
        self.expected = Some(ENDLESS);
    }

    /// Takes so many rows in all for one puzzle, the next one or the one that is open.
    pub(super) fn expect_rows(&mut self, rows: usize) {
        self.expected = Some(rows);
    }

    /// Takes the next blank line as the end of a puzzle, not of a band.
    pub(super) fn expect_end(&mut self) {
        self.after_blank = true;
    }

    /// The rows that the bands so far should have, if a band may end with the last one. One that lacks a row
    /// is the band of a puzzle that is rejected, and others follow it; so is one with a row more, if the
    /// bands of the puzzle before stood apart.
    fn rows_of_bands(&self) -> Option<usize> {
        let (before, height) = (self.before_blank.0, self.height());
        let (rows, all) = (self.rows - before, before + height);
        let is_known = self.is_banded || before > 0;
        let is_hurt =
            rows + 1 == height && (is_known || rows > 1) || rows == height + 1 && self.is_banded;
        let is_band = rows == height || is_hurt && all < self.order && self.expected.is_none();
        (self.is_open() && !self.bordered && is_band).then_some(all)
    }

    /// The rows of a band, 0 where no size has such rows.
    fn height(&self) -> usize {
        Layout::of_order(self.order).map_or(0, Layout::box_rows)
    }

    /// Whether a band ends with the last row.
    fn is_at_band(&self) -> bool {
        self.height() > 0 && self.rows.is_multiple_of(self.height())
    }

    /// Whether a line is the next row, perhaps with a mistake.
    fn goes_on_with(&self, content: &[u8], after_last: bool) -> bool {
        let (count, word) = (cells(content).count(), first_word(content).len());
        if count == 0 || word > LONGEST {
            return false;
        }
        match self.is_open() {
            // No cell is a `/`, and no puzzle has both `.` and `0` for empty ones.
            _ if is_date(content) && (content.contains(&b'/') || content.contains(&b'0')) => false,
            _ if count == self.order => is_mostly_cells(content, self.order),
            // The number of the next puzzle.
            true if 3 * count < self.order && content.iter().all(u8::is_ascii_digit) => false,
            // Of 16 cells it is a puzzle.
            true => word != 16 && count <= LONGEST && is_mostly_cells(content, self.order),
            false => {
                // A title stands apart.
                let is_near = after_last && self.order > 4 && count.abs_diff(self.order) == 1;
                let is_near = is_near && !is_date(content);
                is_plainly_row(content) || is_near && is_mostly_cells(content, self.order)
            }
        }
    }
}

/// Whether a line that is no row may have been one: it is about as long, or has bars, and is no title.
fn is_like_row(line: &[u8], order: usize) -> bool {
    let content = line.trim_ascii();
    let is_long = |count: usize| count.abs_diff(order) <= 2;
    // Between tabs the first ones may be empty.
    // Two rows may have come into one line.
    let has_fields = || separated::fields(line).is_some_and(|fields| fields.len() + 2 >= order);
    let is_row = || is_long(cells(content).count()) || content.contains(&b'|') || has_fields();
    !is_heading(content) && is_row()
}

/// Whether a row has the numbers of its columns for cells, from 1 or from 0.
pub(super) fn is_numbers(content: &[u8]) -> bool {
    let is_from = |first| {
        let mut numbers =
            (first..).map(|column| char::from_digit(column, 36).map(|digit| digit as u8));
        cells(content).all(|cell| numbers.next() == Some(Some(cell)))
    };
    is_from(1) || is_from(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzles and other lines of a text, without their last `|`.
    fn joined(text: &str) -> Vec<String> {
        let mut rows = Rows::default();
        let mut all = Vec::new();
        for line in text.lines() {
            let (cut, line) = match rows.take(line.as_bytes()) {
                (cut, Line::Last(joined)) => (cut, Some(joined)),
                (cut, Line::Itself) => (cut, Some(line.into())),
                (cut, _) => (cut, None),
            };
            all.extend(cut.map(|(cut, _)| cut).into_iter().chain(line));
        }
        all.extend(rows.finish().map(|(cut, _)| cut));
        let text = |line: Vec<u8>| String::from_utf8(line).unwrap();
        all.into_iter().map(|line| text(line).trim_end_matches('|').to_owned()).collect()
    }

    #[test]
    fn drawn_rows_are_known_by_the_first() {
        for line in
            [". . | 1 2", "12|34", "12 34", "+-----+", "--+--", "| 1 . . | . 2 3 |", "123 456"]
                .into_iter()
                .chain([".-----.-----.", ":---:---:", "12.45.78.", "|1.6|.49|52.|"])
                .chain(["*-----------*", "12.4", "..3.5.", "1.7.5...........", "1a.........."])
        {
            assert!(Rows::begin_with(line.as_bytes()), "{line}");
        }
        let puzzle = ".".repeat(81);
        for line in [
            &puzzle,
            &format!("{puzzle} | hard"),
            &format!("{puzzle} 7.1"),
            "1234",
            "123456789",
            "..7.5.",
            "1020",
            "102030",
            ".......-.......-",
            "easy puzzles",
            "12 345",
            "5 puzzles",
            "puzzle,clues",
        ] {
            assert!(!Rows::begin_with(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn any_drawing_is_joined() {
        let cells = "12..|34..|.1..|.4..";
        for text in [
            "1 2 | . .\n3 4 | . .\n----+----\n. 1 | . .\n. 4 | . .\n",
            "+----+----+\n|12|..|\n|34|..|\n+====+====+\n|.1|..|\n|.4|..|\n+----+----+",
            " *-----*\n |12|..|\n |34|..|\n |--+--|\n |.1|..|\n |.4|..|\n *-----*",
            "12 ..\n34 ..\n\n.1 ..\n.4 ..",
            "12..\n34..\n.1..\n.4..",
            "1 2 . .\n# halfway\n3 4 . .\n. 1 . .\n. 4 . .\n\n\n",
        ] {
            assert_eq!(joined(text), [cells], "{text}");
            assert_eq!(joined(&format!("{text}\n\n{text}")), [cells, cells], "{text}");
            let titled = format!("{text}\n\nPuzzle 2\n{text}\n2\n{text}");
            assert_eq!(joined(&titled), [cells, "Puzzle 2", cells, "2", cells], "{text}");
            for title in ["Nr 10", "Nr 1", "1.05.2024", "[Puzzle 1]", "abcd", "Level: 10"] {
                let titled = format!("{text}\n\n{title}\n{text}\n\n{title}\n\n{text}");
                assert_eq!(joined(&titled), [cells, title, cells, title, cells], "{title}");
            }
        }
    }

    #[test]
    fn rows_of_every_notation_are_joined() {
        let cells = "..3.2.6..|9..3.5..1|.........|..81.29..|7.......8|..67.82..|..26.95..|8..2.3..9|..5.1.3..";
        let plain = cells.replace('|', "\n");
        let each = |form: &dyn Fn(char) -> String| -> String {
            plain.chars().map(|cell| if cell == '\n' { "\n".into() } else { form(cell) }).collect()
        };
        for text in [
            plain.replace('.', "-"),
            each(&|cell| format!("{cell} ")).replace('.', "-"),
            each(&|cell| format!("{cell},")).replace('.', "0"),
            each(&|cell| format!(",{cell}"))
                .replace("\n,", "\n")
                .replacen(',', "", 1)
                .replace('.', ""),
            each(&|cell| format!("{cell}\t")).replace('.', ""),
        ] {
            let found = joined(&text);
            assert_eq!(found.last().unwrap().replace('0', "."), cells, "{text}");
            assert_eq!(found.len(), 1, "{text}");
            assert!(Rows::begin_with(text.lines().next().unwrap().as_bytes()));
        }
        let empty_first =
            format!("---------\n{}", plain.replace(".........\n", "").replace('.', "-"));
        let expected = format!(".........|{}", cells.replace(".........|", ""));
        assert_eq!(joined(&format!("{empty_first}\n").repeat(2)), [expected.as_str(), &expected]);
    }

    #[test]
    fn a_puzzle_cut_short_is_handed_on_as_it_is() {
        assert_eq!(joined("1 2 | . .\n3 4 | . .\n\n. 1 | . .\n"), ["12..|34..", ".1.."]);
        assert_eq!(joined("12 ..\n\n34 ..\n"), ["12..", "34.."]);
        // Before a puzzle that has no blank line between its bands, or has.
        let band = "..3|...|...\n".repeat(3).replace('|', "");
        let (whole, cut) = (["..3......"; 9].join("|"), ["..3......"; 3].join("|"));
        let text = format!("{band}\n{}", vec![band.repeat(3); 3].join("\n"));
        assert_eq!(joined(&text), [cut.as_str(), &whole, &whole, &whole]);
        let text = format!("{}\n# two\n{band}\n{band}\n{band}\n", band.repeat(2));
        assert_eq!(joined(&text), [["..3......"; 6].join("|"), whole]);
        assert_eq!(joined("12 ..\n34 ..\n\n\n34 ..\n"), ["12..|34..", "34.."]);
        assert_eq!(joined("12 ..\n34 .\n.1 ..\n.4 .."), ["12..|34.|.1..|.4.."]);
        let nine = format!("+---+\n{}", "|..3|...|...|\n".repeat(3)).repeat(3);
        let seven = nine.lines().take(10).map(|line| format!("{line}\n")).collect::<String>();
        let whole = joined(&nine);
        assert_eq!(joined(&(seven + &nine)), [&whole[0][..69], &whole[0][..]]);
        let framed = "+--+--+\n|12|..|\n|34|..|\n+--+--+\n|.1|..|\n+--+--+\n";
        assert_eq!(joined(&framed.repeat(2)), ["12..|34..|.1.."; 2]);
        let endless = format!("12 ..\n{}34 ..\n", "# no end\n".repeat(1_000));
        assert_eq!(joined(&endless), ["12..", "34.."]);
    }

    #[test]
    fn what_is_no_row_stands_for_itself() {
        let (line, small) = (".".repeat(81), "1.34.412.143432.");
        let grid = "12..|34..|.1..|.4..";
        let drawn = "12 ..\n34 ..\n.1 ..\n.4 ..\n";
        for other in [&line, &format!("{line} 7.1 # hard"), small, "12..-34..-!.1..-.4..-!"] {
            assert_eq!(joined(&format!("-----\n{other}\n{other}")), [other, other]);
            assert_eq!(joined(&format!("{drawn}{other}\n{drawn}")), [grid, other, grid]);
            assert_eq!(joined(&format!("12 ..\n{other}\n{drawn}")), ["12..", other, grid]);
        }
        // A row with a mistake is a row, the first one, too.
        let nine = [".........\n"; 9].concat();
        let wrong = nine.replacen('.', "", 1);
        let whole = [".........|"; 9].concat();
        let (whole, cut) = (&whole[..89], &whole[1..89]);
        assert_eq!(joined(&format!("{nine}{wrong}{nine}")), [whole, cut, whole]);
    }
}
