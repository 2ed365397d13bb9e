//! Lines of a drawing that only the lines after them tell.
//!
//! What a spreadsheet writes for an empty row, `,,,,,,,,`, is a row of a puzzle, or stands between
//! puzzles or bands as a blank line does. How many stand where is the [`Spacing`] of the text: the
//! one with the fewest mistakes in the lines from the first empty one on. A comment among the rows of
//! a puzzle is a remark; or it is the heading of the next one, if the rows on both sides make no
//! whole puzzles. A row of nothing, or of the numbers of columns, is a head if as many rows as a puzzle
//! has stand below it; or it is one of [`rulers`].

mod above;
mod likely;
mod ruled;

use std::collections::VecDeque;

use super::fault::{self, Fault};
use super::first_row::unspaced;
use super::mistakes::{mistakes, mistakes_of};
use super::rows::{Line, Rows};
use super::sheet::Fields;
use super::spacing::{After, Kind, Part, Spacing, cells_of, full_grid, row_of, up_to};
use super::symbol::is_comment;
use super::{row, rulers, separated};
use crate::grid::Layout;
use above::{Above, Puzzle, Told};
use likely::{DAMAGED, MANY, Reading, likely};
use ruled::Ruled;

/// How often the lines after it are looked at for a spacing that they do not tell.
const MOST_UNCLEAR: usize = 8;

/// What is known of a text's empty rows, and where in a puzzle the next line stands.
#[derive(Clone, Default, Debug)]
pub struct Ahead {
    spacing: Option<Spacing>,
    /// Whether lines of nothing stand below puzzles in the lines that told it.
    is_apart: bool,
    /// That of the lines up to the next blank line or text, if that is another one.
    here: Option<Spacing>,
    /// Up to which line that was looked for.
    looked: usize,
    /// Whether lines were told by the spacing; before that, a puzzle may have begun.
    is_begun: bool,
    /// The cells of a row, once known.
    order: usize,
    /// The next lines of a puzzle; or of a full grid, which may stand otherwise.
    parts: VecDeque<Part>,
    is_solution: bool,
    /// Whether there was a puzzle; and whether one came last, and how many empty lines after that.
    is_later: bool,
    is_after: bool,
    empty: usize,
    /// Empty lines that the spacing has and the text has not, and puzzles that do not end where they
    /// should.
    mistakes: usize,
    /// Rows since nothing tells where puzzles begin; and how often that was so with no spacing known.
    lost: usize,
    unclear: usize,
    /// The next lines of puzzles among which nothing stands empty.
    drawn: usize,
    above: Above,
    ruled: Ruled,
    /// Rows too many, or missing ones, in the rows below.
    faults: VecDeque<Fault>,
}

impl Ahead {
    /// Whether the lines after it may tell what a line is that follows these rows, or where its puzzle ends.
    pub fn is_asked(&self, rows: &Rows, line: &[u8]) -> bool {
        !self.faults.is_empty()
            || fault::is_asked(rows, line)
            || self.above.may_go_on(rows, line)
            || self.is_unclear(rows, line)
    }

    /// Whether lines of nothing stand below puzzles, as was seen in the lines that told the spacing.
    pub fn stand_apart(&self) -> bool {
        self.is_apart
    }

    /// Whether they do where puzzles stand as the others.
    fn is_spaced(&self) -> bool {
        self.here.or(self.spacing).is_some_and(|spacing| !spacing.is_plain())
    }

    fn is_unclear(&self, rows: &Rows, line: &[u8]) -> bool {
        if self.lost > 0 || !self.parts.is_empty() || self.is_spaced() {
            return true;
        }
        if self.above.may_be(rows, line)
            || self.ruled.may_be(rows, line)
            || rulers::may_be_longer(rows, line)
        {
            return true;
        }
        match line.first() {
            Some(b',' | b';' | b'\t' | b' ' | b'"') if separated::empty(line).is_some() => true,
            Some(b'#' | b' ' | b'\t') => rows.is_open() && is_comment(line),
            _ => false,
        }
    }

    /// As what the first of these lines is to be taken, which follows these rows; nothing while
    /// more lines are wanted.
    pub fn tell(&mut self, rows: &mut Rows, lines: &[&[u8]], after: After) -> Option<Vec<u8>> {
        let first = lines.first()?;
        if self.lost > 0 {
            return self.tell_lost(rows, lines, after);
        }
        self.look_for_fault(rows, lines, after)?;
        if let Some(part) = self.parts.pop_front() {
            return Some(self.part(part, first, self.order));
        }
        if self.above.may_go_on(rows, first)
            && let Some(puzzle) = self.above.next_number(self.is_later, lines, after)?
        {
            return Some(self.below(rows, puzzle));
        }
        if rulers::is_longer(rows, lines, after)? {
            return Some(rulers::RULER.to_vec());
        }
        if !self.is_unclear(rows, first) {
            return Some(first.to_vec());
        }
        if let Some(told) = self.tell_above(rows, lines, after)? {
            self.drawn = self.drawn.saturating_sub(1);
            return Some(told);
        }
        let is_plain = self.spacing.is_none_or(Spacing::is_plain);
        if is_plain && self.ruled.may_be(rows, first) {
            return self.ruled.tell(self.spacing.is_some(), rows, lines, after);
        }
        self.tell_in_sheet(rows, lines, after)
    }

    /// The same of a line where nothing tells where puzzles begin, unless it is one that does.
    fn tell_lost(&mut self, rows: &mut Rows, lines: &[&[u8]], after: After) -> Option<Vec<u8>> {
        if let Some(puzzle) = self.above.next_number(self.is_later, lines, after)? {
            return Some(self.below(rows, puzzle));
        }
        Some(match self.goes_on_below(lines, after)? {
            Some(spacing) => {
                (self.lost, self.empty, self.is_after) = (0, spacing.after, true);
                Vec::new()
            }
            None => self.lost(rows, lines[0]),
        })
    }

    /// The same of a line that nothing but the spacing of the empty ones tells.
    fn tell_in_sheet(&mut self, rows: &mut Rows, lines: &[&[u8]], after: After) -> Option<Vec<u8>> {
        let (first, rest) = lines.split_first()?;
        let cells = separated::empty(first);
        match rows.order() {
            0 => self.order = self.order.max(cells.unwrap_or_default()),
            order => self.order = order,
        }
        let order = self.order;
        if let Some(cells) = cells
            && are_signed(rows, cells, rest, after)?
        {
            return Some(Vec::new());
        }
        let spacing = match self.spacing {
            Some(spacing) => spacing,
            None if cells.is_none() => {
                return comment(rows, first, rest, after);
            }
            None if cells != Some(order) || Layout::of_order(order).is_none() => {
                return Some(Vec::new());
            }
            // In vain so often, they are looked at again after as many more.
            None if self.unclear >= MOST_UNCLEAR && !self.unclear.is_power_of_two() => {
                return Some(self.lose(rows, first, order));
            }
            None if after.wants_more(lines) => return None,
            None => {
                self.is_after = rows.is_after_puzzle();
                self.is_later |= self.is_after || rows.is_open();
                let read = |spacing, most| self.read_as(spacing, most, rows, lines, after);
                let Some(found) = likely(order, self.is_later, lines, read) else {
                    return Some(self.lose(rows, first, order));
                };
                self.is_apart = found.is_apart;
                *self.spacing.insert(found.spacing)
            }
        };
        match Kind::in_sheet(first, order) {
            Kind::Other => self.here = None,
            Kind::Empty if spacing.is_plain() && self.here.is_none() => {
                self.look_here(order, rows, lines, after)?;
            }
            _ => {}
        }
        let spacing = self.here.unwrap_or(spacing);
        match spacing.is_plain() {
            true => tell_plain(order, rows, lines, after),
            false => self.tell_spaced(spacing, rows, lines, after),
        }
    }

    /// The same where lines of nothing stand between puzzles or bands.
    fn tell_spaced(
        &mut self,
        spacing: Spacing,
        rows: &mut Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Vec<u8>> {
        let (order, first) = (self.order, lines[0]);
        let kind = Kind::in_sheet(first, order);
        if !rows.is_open() && self.drawn == 0 {
            let is_empty = |line: &&&[u8]| Kind::in_sheet(line, order) == Kind::Empty;
            let empty = lines.iter().take_while(is_empty).count();
            let mut parts = VecDeque::from(full_grid(order, &lines[empty..], after)?);
            if empty > 0 && !parts.is_empty() {
                return Some(Vec::new());
            }
            if let Some(part) = parts.pop_front() {
                self.parts = parts;
                (self.is_solution, self.is_later, self.is_begun) = (true, true, true);
                return Some(self.part(part, first, order));
            }
        }
        let is_first = !rows.is_open() && !self.is_after && self.empty == 0;
        if is_first && self.drawn == 0 {
            self.drawn = unspaced(order, lines, after)?;
        }
        let told = match self.drawn.checked_sub(1) {
            Some(drawn) => {
                (self.drawn, self.is_after, self.empty, self.is_later) = (drawn, false, 0, true);
                if kind == Kind::Row { row_of(first, order) } else { first.to_vec() }
            }
            None => self.begin(spacing, order, kind, rows, lines, after)?,
        };
        self.is_begun = true;
        Some(told)
    }

    /// Looks for a row too many, or a missing one, in the rows directly below one another of which the first
    /// of these lines is one, where nothing stands empty between puzzles.
    fn look_for_fault(&mut self, rows: &mut Rows, lines: &[&[u8]], after: After) -> Option<()> {
        let spacing = self.here.or(self.spacing);
        let is_plain = spacing.is_none_or(Spacing::is_plain)
            && self.parts.is_empty()
            && !self.above.is_numbered();
        if self.faults.is_empty()
            && is_plain
            && fault::is_asked(rows, lines.first()?)
            && let Some(found) = fault::faults(rows, spacing.is_some(), lines, after)?
        {
            (self.order, self.faults) = (rows.order(), found.all);
            self.parts.extend(found.parts);
        }
        if let Some(fault) = self.faults.pop_front_if(|fault| fault.taken == rows.taken()) {
            rows.expect_rows(fault.rows);
        }
        Some(())
    }

    /// The same where no puzzle is open, of what may stand above one. Nothing within if nothing is told of it.
    fn tell_above(
        &mut self,
        rows: &mut Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Option<Vec<u8>>> {
        if rows.is_open() {
            return Some(None);
        }
        let told = self.above.tell(self.spacing, self.order, self.is_later, rows, lines, after)?;
        Some(Some(match told {
            Told::Other => return Some(None),
            Told::Row(row) => row,
            Told::Head => {
                (self.is_after, self.empty) = (false, 0);
                b"#".to_vec()
            }
            Told::Puzzle(puzzle) => self.below(rows, puzzle),
            Told::Unclear(order) => {
                self.order = order;
                match Kind::of(lines[0], order) {
                    // What follows it is lost.
                    Kind::Other => {
                        self.lost = 1;
                        b"#".to_vec()
                    }
                    _ => self.lose(rows, lines[0], order),
                }
            }
        }))
    }

    /// Looks, at the first empty one of the lines up to the next blank line or text, whether puzzles stand apart
    /// in them, though elsewhere they do not; nothing while more lines are wanted.
    fn look_here(
        &mut self,
        order: usize,
        rows: &Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<()> {
        if after.wants_more(lines) {
            return None;
        }
        let is_first = rows.taken() >= self.looked;
        let (block, end) = up_to(lines, after, |line| Kind::in_sheet(line, order) == Kind::Other);
        self.looked = rows.taken() + block.len();
        // One puzzle or a part of it stands above.
        if is_first && (1..=order).contains(&rows.together()) {
            self.here = Spacing::apart(order, rows.together() % order, block, end);
        }
        if self.here.is_some() {
            // Others of the text are sooner so, too.
            self.mistakes += DAMAGED + 1;
            (self.is_begun, self.is_after, self.empty) = (false, rows.is_after_puzzle(), 0);
        }
        Some(())
    }

    /// As what a line is taken below which a puzzle stands; what is open above it is damaged, and ends.
    fn below(&mut self, rows: &mut Rows, Puzzle { order, first, parts }: Puzzle) -> Vec<u8> {
        (self.is_after, self.empty, self.lost) = (false, 0, 0);
        (self.order, self.parts) = (order, parts.into());
        if rows.is_open() { end_of(rows) } else { first }
    }

    /// Whether the first of these lines, an empty one where no puzzle begins, stands between puzzles, or
    /// is one of the last.
    fn are_free(
        &mut self,
        spacing: Spacing,
        order: usize,
        lines: &[&[u8]],
        after: After,
    ) -> Option<bool> {
        let is_empty = |line: &&&[u8]| Kind::of(line, order) == Kind::Empty;
        let empty = lines.iter().take_while(is_empty).count();
        let is_last = lines.get(empty).is_none_or(|line| Kind::of(line, order) == Kind::Other);
        if after.wants_more(lines) && (!is_last || empty == lines.len()) {
            return None;
        }
        // Worse than a puzzle that is damaged: what is read may be another one.
        let goes_on = || spacing.goes_on(order, lines, after).is_some_and(|next| next <= empty);
        let is_free = is_last || goes_on();
        self.mistakes += if is_last || !is_free { 0 } else { DAMAGED + 1 };
        Some(is_free)
    }

    /// As what a line is taken from which on nothing tells where puzzles begin: up to the next blank line
    /// or text all are rows of one, and so too many.
    fn lose(&mut self, rows: &mut Rows, line: &[u8], order: usize) -> Vec<u8> {
        let period = self.spacing.map_or(order, |spacing| spacing.period(order));
        self.unclear += usize::from(self.spacing.is_none() && self.lost == 0);
        self.is_later = true;
        self.mistakes += usize::from(self.lost.is_multiple_of(period));
        self.lost += 1;
        rows.expect_no_end();
        row_of(line, order)
    }

    /// The spacing of the text, if puzzles stand so in all lines below the first of these, an empty one, up
    /// to the next blank line or text.
    fn goes_on_below(&self, lines: &[&[u8]], after: After) -> Option<Option<Spacing>> {
        let (order, is_empty) = (self.order, Kind::in_sheet(lines[0], self.order) == Kind::Empty);
        let Some(spacing) = self.spacing.filter(|spacing| spacing.after > 0 && is_empty) else {
            return Some(None);
        };
        if after.wants_more(lines) {
            return None;
        }
        let is_text = |line: &[u8]| Kind::in_sheet(line, order) == Kind::Other;
        let (block, end) = up_to(&lines[1..], after, is_text);
        Some(Some(spacing).filter(|spacing| spacing.fills(order, block, end)))
    }

    /// The same of a line after these; one that is no row ends them.
    fn lost(&mut self, rows: &mut Rows, line: &[u8]) -> Vec<u8> {
        if Kind::in_sheet(line, self.order) != Kind::Other {
            return self.lose(rows, line, self.order);
        }
        if separated::is_broken(line, self.order) {
            return line.to_vec();
        }
        (self.lost, self.empty, self.is_after, self.is_begun) =
            (0, 0, false, self.spacing.is_some());
        if is_comment(line) { end_of(rows) } else { between(line, self.order) }
    }

    /// The same where a puzzle may begin, or goes on as the first of the text.
    fn begin(
        &mut self,
        spacing: Spacing,
        order: usize,
        kind: Kind,
        rows: &mut Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Vec<u8>> {
        let begun = if self.is_begun { 0 } else { rows.begun() };
        let wanted = match (self.is_after, self.is_later) {
            (true, _) => spacing.after,
            (false, true) => spacing.before,
            (false, false) => spacing.first,
        };
        let missing = wanted.saturating_sub(self.empty);
        if kind == Kind::Other {
            return Some(self.tell_other(missing, rows, lines));
        }
        // Rows of which none is the last.
        if begun >= order {
            return Some(self.lose(rows, lines[0], order));
        }
        let is_free = kind == Kind::Empty && begun == 0;
        // One more than stand after a puzzle may be the next one's first row.
        if is_free && (missing > 0 || self.empty >= MANY.max(wanted + 1)) {
            self.empty += 1;
            return Some(Vec::new());
        }
        if spacing.fits(order, begun, lines, after)? {
            self.mistakes += if begun == 0 && missing > 0 { DAMAGED + 1 } else { 0 };
            self.parts.extend(&spacing.parts(order)[begun..]);
            self.is_later = true;
        } else if is_free && self.are_free(spacing, order, lines, after)? {
            self.empty += 1;
            return Some(Vec::new());
        } else if after.wants_more(lines) {
            return None;
        } else {
            // So many rows that are no puzzle.
            let Some(next) = spacing.goes_on(order, lines, after) else {
                return Some(self.lose(rows, lines[0], order));
            };
            let is_empty = |line: &&&[u8]| Kind::of(line, order) == Kind::Empty;
            let between = lines[..next].iter().rev().take(spacing.after.max(1));
            let count = next - between.take_while(is_empty).count();
            if count == 0 {
                (self.is_after, self.empty) = (true, 1);
                return Some(Vec::new());
            }
            self.parts.extend(std::iter::repeat_n(Part::Row, count));
            self.mistakes += count.div_ceil(order);
            rows.expect_no_end();
        }
        let part = self.parts.pop_front().expect("a puzzle has lines");
        Some(self.part(part, lines[0], order))
    }

    /// As what the first of these lines is taken, which is none of a sheet, where so many lines of nothing are
    /// missing above it.
    fn tell_other(&mut self, missing: usize, rows: &mut Rows, lines: &[&[u8]]) -> Vec<u8> {
        let (order, line) = (self.order, lines[0]);
        // After the last puzzle of a sheet none have to stand.
        let is_next = |line: &&[u8]| {
            separated::fields(line).is_some() && Kind::in_sheet(line, order) == Kind::Row
        };
        let is_missed = self.is_after && missing > 0 && lines.iter().any(is_next);
        self.mistakes += usize::from(is_missed);
        (self.is_after, self.empty) = (false, 0);
        if separated::is_broken(line, order) {
            (self.lost, self.mistakes) = (1, self.mistakes + 1);
            return line.to_vec();
        }
        // What is open here is damaged, and ends.
        let ends = self.is_begun && is_comment(line);
        if ends { end_of(rows) } else { between(line, order) }
    }

    /// What these lines are if empty rows stand so, unless there are more mistakes in them than `most`.
    fn read_as(
        &self,
        spacing: Spacing,
        most: usize,
        rows: &Rows,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Reading> {
        let mut rows = rows.clone();
        let mut ahead = Ahead { spacing: Some(spacing), mistakes: 0, ..self.clone() };
        let (mut mistakes, mut puzzles) = (0, Vec::new());
        let (mut is_apart, mut is_below) = (false, false);
        for (place, line) in lines.iter().enumerate() {
            let told = match ahead.is_asked(&rows, line) {
                // What comes after the lines is not known, and no mistake.
                true => {
                    let after = if after == After::End { after } else { After::Unknown };
                    ahead.tell(&mut rows, &lines[place..], after).unwrap_or_default()
                }
                false => line.to_vec(),
            };
            let (cut, taken) = rows.take(&told);
            mistakes += mistakes_of(cut.as_ref(), &taken);
            if mistakes + ahead.mistakes > most {
                return None;
            }
            let is_between = matches!(taken, Line::Other | Line::Itself);
            is_apart |= is_below && is_between && separated::empty(line).is_some();
            is_below = matches!(taken, Line::Last(_));
            if let Line::Last(joined) = taken {
                puzzles.push(joined);
            }
        }
        let is_cut = after == After::End && rows.finish().is_some();
        let mistakes = mistakes + ahead.mistakes + usize::from(is_cut);
        Some(Reading::new(spacing, mistakes, is_apart, puzzles))
    }

    fn part(&mut self, part: Part, line: &[u8], order: usize) -> Vec<u8> {
        if self.parts.is_empty() {
            (self.is_after, self.empty) = (!std::mem::take(&mut self.is_solution), 0);
        }
        match part {
            Part::Row => row_of(line, order),
            // Nothing ends there.
            Part::Gap => b"#".to_vec(),
        }
    }
}

/// A line between puzzles of a sheet, as it is read.
fn between(line: &[u8], order: usize) -> Vec<u8> {
    if row::is_of_signs(line, order) { rulers::RULER.to_vec() } else { line.to_vec() }
}

/// Whether empty cells have signs, so that a line of nothing is no row: as the rows so far show, or else
/// the next one.
fn are_signed(rows: &Rows, order: usize, lines: &[&[u8]], after: After) -> Option<bool> {
    let signed = |line: &&[u8]| match Kind::of(line, order) {
        Kind::Row => Fields::of(line, &cells_of(line, order)).are_signed(),
        _ => None,
    };
    match rows.are_signed().or_else(|| lines.iter().find_map(signed)) {
        None if after.wants_more(lines) => None,
        told => Some(told.unwrap_or(false)),
    }
}

/// Whether a line may be a row of a puzzle with no given, of which nothing is seen.
pub fn is_empty_row(line: &[u8]) -> bool {
    separated::empty(line).and_then(Layout::of_order).is_some()
}

/// Whether the first of these lines, an empty one, is a row: those up to the next blank line or text
/// make whole puzzles with it, or else the next line is a row.
fn begins_puzzle(order: usize, lines: &[&[u8]], after: After) -> Option<bool> {
    let is_of_block = |line: &&&[u8]| Kind::of(line, order) != Kind::Other;
    let block = lines.iter().take_while(is_of_block).count();
    if block == lines.len() && after.wants_more(lines) {
        return None;
    }
    // What is empty at its end is no more of it.
    let is_row = |line: &&[u8]| Kind::of(line, order) == Kind::Row;
    let last = lines[..block].iter().rposition(is_row).map_or(0, |last| last + 1);
    let is_told = block < lines.len() || after == After::End;
    let is_whole =
        is_told && last > 0 && (last.is_multiple_of(order) || block.is_multiple_of(order));
    Some(is_whole || lines.get(1).is_some_and(is_row))
}

/// As what the first of these lines is taken where nothing stands empty between puzzles.
fn tell_plain(order: usize, rows: &mut Rows, lines: &[&[u8]], after: After) -> Option<Vec<u8>> {
    let (first, rest) = lines.split_first()?;
    match Kind::in_sheet(first, order) {
        Kind::Empty if rows.is_open() => Some(row_of(first, order)),
        Kind::Empty => match begins_puzzle(order, lines, after)? {
            true => Some(row_of(first, order)),
            false => Some(Vec::new()),
        },
        _ => comment(rows, first, rest, after),
    }
}

/// As what a comment after these rows is taken.
fn comment(rows: &mut Rows, line: &[u8], rest: &[&[u8]], after: After) -> Option<Vec<u8>> {
    Some(if is_end_of(rows, rest, after)? { end_of(rows) } else { line.to_vec() })
}

/// A line that ends the puzzle of these rows.
fn end_of(rows: &mut Rows) -> Vec<u8> {
    rows.expect_end();
    Vec::new()
}

/// Whether a comment after these rows is the heading of the next puzzle: up to the next comment or
/// text all puzzles are whole then, or more than if it is a remark.
fn is_end_of(rows: &Rows, rest: &[&[u8]], after: After) -> Option<bool> {
    let order = rows.order();
    let is_row = |line: &&[u8]| Kind::of(line, order) != Kind::Other;
    let is_text = |line: &&[u8]| {
        let content = line.trim_ascii();
        !is_row(line) && !content.is_empty() && !row::is_border(content)
    };
    let below = rest.iter().position(is_row).map_or(&[][..], |first| &rest[first..]);
    let Some(end) = below.iter().position(is_text).or((after == After::End).then_some(below.len()))
    else {
        let may_come = after.wants_more(rest);
        return if may_come { None } else { Some(false) };
    };
    let (mut ended, mut open) = (rows.clone(), rows.clone());
    ended.finish();
    open.take(b"#");
    let [as_heading, as_remark] = [ended, open].map(|rows| mistakes(&rows, &below[..end], true));
    // Those so far are one that is cut short.
    Some(as_heading == 0 && as_remark > 0 || as_heading + 1 < as_remark)
}
