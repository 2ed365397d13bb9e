//! Lines between puzzles or bands that look like a row without a given: `_________` or `*********`.
//!
//! Such a line is a ruler if rows beside it have another sign for empty cells; or if, up to the next blank
//! line or text, one stands in all the same places of each puzzle and the last puzzle is whole, and not all
//! puzzles are right if it is a row. Where neither all rulers nor all rows are right, it is a ruler if that
//! costs no more puzzles; and below another ruler it is one between puzzles.

use super::mistakes::mistakes;
use super::row::{self, cells, is_border};
use super::rows::Rows;
use super::separated;
use super::spacing::{After, Kind};
use crate::grid::Layout;

/// Whether rulers stand above a puzzle, between its bands, below it.
type Places = [bool; 3];

const PLACES: [Places; 7] = [
    [false, true, false],
    [true, false, false],
    [false, false, true],
    [true, true, false],
    [false, true, true],
    [true, false, true],
    [true, true, true],
];

/// Puzzles that are looked at: one that is read with a ruler for a row may break no rule by chance.
const MOST_PUZZLES: usize = 4;

/// What is read as a ruler.
pub(super) const RULER: &[u8] = b"---+---";

/// A line of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Ruler,
    Row,
}

/// Whether a line that follows these rows may be a ruler or a row, which those below it tell.
pub(super) fn is_unclear(rows: &Rows, line: &[u8]) -> bool {
    let content = line.trim_ascii();
    let is_border = is_border(content) && rows.is_open() && !rows.is_dashed();
    !is_border && sign(content, order(rows, content)).is_some()
}

/// Whether a line may be a ruler that is as long as the rows of a larger puzzle.
pub(super) fn may_be_longer(rows: &Rows, line: &[u8]) -> bool {
    let length = line.trim_ascii().len();
    row::is_of_signs(line, length)
        && Layout::of_order(length).is_some()
        && !((rows.is_open() || rows.is_after_last()) && length <= rows.order())
}

/// Whether the first of these lines is one: the rows above or those below have fewer cells.
pub(super) fn is_longer(rows: &Rows, lines: &[&[u8]], after: After) -> Option<bool> {
    let Some((first, below)) = lines.split_first().filter(|lines| may_be_longer(rows, lines.0))
    else {
        return Some(false);
    };
    let length = first.trim_ascii().len();
    let is_between = |line: &&&[u8]| line.trim_ascii().is_empty() || row::is_of_signs(line, length);
    let next = below.iter().find(|line| !is_between(line));
    if next.is_none() && after.wants_more(lines) {
        return None;
    }
    let mut begun = Rows::default();
    next.into_iter().for_each(|line| drop(begun.take(line)));
    Some(match begun.is_open() {
        true => begun.order() < length,
        false => rows.is_open() || rows.is_after_last(),
    })
}

/// Whether `-` stands beside other cells in one of these lines, so that it is an empty one.
pub(super) fn has_dashes_for_cells(lines: &[&[u8]]) -> bool {
    let is_given = |byte: &u8| !b"-|+= \t\r".contains(byte);
    lines.iter().any(|line| line.contains(&b'-') && line.iter().any(is_given))
}

/// The rows and rulers up to the next blank line or text, the first of which is unclear.
pub(super) struct Block<'a> {
    lines: &'a [&'a [u8]],
    /// Whether it goes on after these lines.
    is_cut: bool,
    order: usize,
}

impl<'a> Block<'a> {
    /// That of these lines, which follow these rows; nothing while more lines are wanted.
    pub(super) fn of(rows: &Rows, lines: &'a [&[u8]], after: After) -> Option<Self> {
        Block::up_to(rows, lines, after, false)
    }

    /// The same up to the next text: blank lines may stand between bands.
    pub(super) fn with_blanks(rows: &Rows, lines: &'a [&[u8]], after: After) -> Option<Self> {
        Block::up_to(rows, lines, after, true)
    }

    fn up_to(rows: &Rows, lines: &'a [&[u8]], after: After, has_blanks: bool) -> Option<Self> {
        let order = order(rows, lines.first()?.trim_ascii());
        let is_part = |line: &&&[u8]| {
            let content = line.trim_ascii();
            is_border(content)
                || sign(content, order).is_some()
                || Kind::of(line, order) == Kind::Row
                || has_blanks && content.is_empty()
        };
        let count = lines.iter().take_while(is_part).count();
        let is_cut = count == lines.len() && after != After::End;
        let is_more = is_cut && after == After::More && count < MOST_PUZZLES * order;
        (!is_more).then_some(Block { lines: &lines[..count], is_cut, order })
    }

    /// The mistakes after these rows if its lines are these.
    pub(super) fn mistakes(&self, rows: &Rows, lines: &[impl AsRef<[u8]>]) -> usize {
        mistakes(rows, lines, !self.is_cut)
    }

    /// Its lines if all that are unclear after these rows are rows.
    pub(super) fn as_rows(&self, rows: &Rows) -> Vec<Vec<u8>> {
        let is_dashed = rows.is_dashed() || !rows.is_open() && has_dashes_for_cells(self.lines);
        let row = |line: &&[u8]| match sign(line.trim_ascii(), self.order) {
            Some(b'-') if is_dashed => vec!["-"; self.order].join(",").into_bytes(),
            _ => line.to_vec(),
        };
        self.lines.iter().map(row).collect()
    }

    /// Its lines if all that are unclear are rulers: those of `-` are as they stand.
    pub(super) fn as_rulers(&self) -> Vec<&'a [u8]> {
        let ruler = |line: &&'a [u8]| match sign(line.trim_ascii(), self.order) {
            Some(b'_' | b'*') => RULER,
            _ => *line,
        };
        self.lines.iter().map(ruler).collect()
    }

    /// Whether the puzzle of these rows is directly above another one if the first line is a row of it.
    pub(super) fn is_above_row(&self, rows: &Rows) -> bool {
        let below = self.lines.get(self.order - rows.begun().min(self.order));
        below.is_some_and(|line| {
            sign(line.trim_ascii(), self.order).is_none() && !is_border(line.trim_ascii())
        })
    }

    /// The sign of its first line, if no border is of it.
    pub(super) fn own_sign(&self) -> Option<u8> {
        sign(self.lines.first()?.trim_ascii(), self.order).filter(|sign| *sign != b'-')
    }

    /// Whether its first line is of another sign than that of the empty cells, or these have none; or is
    /// not as long as any row with givens.
    pub(super) fn is_drawn_otherwise(&self) -> bool {
        let Some(own) = self.own_sign() else { return false };
        // In decimal numbers it is a digit, and rows are not as long as one another.
        let is_small = self.order < 10;
        let zero = is_small.then_some(b'0');
        let mut others = b"._*".iter().copied().chain(zero).filter(|sign| *sign != own);
        let is_other = others.any(|sign| self.is_cell(sign)) || self.has_empty_fields();
        let length = |line: &[u8]| line.trim_ascii().len();
        let mut filled = self.filled().map(length).peekable();
        let is_long = filled.peek().is_some() && filled.all(|other| other != length(self.lines[0]));
        is_other && !self.is_cell(own) || is_long && is_small
    }

    /// Whether its first line has blanks between its signs, which stand for empty cells of the rows above or
    /// below it.
    pub(super) fn is_spaced_as_cells(&self, rows: &Rows) -> bool {
        let is_cell = |own| rows.has_cell(own) || self.is_cell(own);
        self.lines[0].trim_ascii().contains(&b' ') && self.own_sign().is_some_and(is_cell)
    }

    fn has_empty_fields(&self) -> bool {
        let fields = self.lines.iter().filter_map(|line| separated::fields(line));
        fields.flatten().any(<[u8]>::is_empty)
    }

    /// What its first line is if all are puzzles with rulers in the same places, as far as that can be
    /// told. A sign that stands for no empty cell is sooner that of rulers.
    pub(super) fn first(&self, rows: &Rows) -> Option<Part> {
        let fitting = PLACES.iter().flat_map(|places| {
            let parts = parts(*places, self.order);
            let starts = starts(rows, &parts, self.order);
            let told: Vec<(bool, Part)> = starts
                .filter_map(|start| {
                    let ruler = self.ruler(&parts, start)?;
                    Some((!self.is_cell(ruler), parts[start % parts.len()]))
                })
                .collect();
            told
        });
        let fitting: Vec<(bool, Part)> = fitting.collect();
        let best = fitting.iter().map(|&(is_own, _)| is_own).max()?;
        let mut firsts =
            fitting.iter().filter(|(is_own, _)| *is_own == best).map(|&(_, part)| part);
        let first = firsts.next()?;
        firsts.all(|part| part == first).then_some(first)
    }

    /// The sign of all rulers if its lines are these of puzzles, from this one on.
    fn ruler(&self, parts: &[Part], start: usize) -> Option<u8> {
        let mut ruler = None;
        let mut here = parts.iter().cycle().skip(start).zip(self.lines);
        let are_right = here.all(|(part, line)| {
            let sign = sign(line.trim_ascii(), self.order);
            match part {
                Part::Ruler => sign.is_some() && *ruler.get_or_insert(sign) == sign,
                Part::Row => sign.is_some() || !is_border(line.trim_ascii()),
            }
        });
        let is_whole = self.is_cut || (start + self.lines.len()).is_multiple_of(parts.len());
        ruler.flatten().filter(|_| are_right && is_whole)
    }

    /// Whether a row with givens has such a sign, for an empty cell.
    fn is_cell(&self, ruler: u8) -> bool {
        self.filled().any(|line| line.contains(&ruler))
    }

    /// Its rows with givens.
    fn filled(&self) -> impl Iterator<Item = &'a [u8]> {
        let is_filled = |line: &&[u8]| {
            let content = line.trim_ascii();
            sign(content, self.order).is_none() && !is_border(content)
        };
        self.lines.iter().copied().filter(is_filled)
    }
}

/// The cells of a row of the puzzle that this line is of.
fn order(rows: &Rows, content: &[u8]) -> usize {
    if rows.is_open() { rows.order() } else { cells(content).count() }
}

/// The sign that stands in each cell of a row. No ruler is of `.`.
pub(super) fn sign(content: &[u8], order: usize) -> Option<u8> {
    let sign = cells(content).next().filter(|sign| b"-_*".contains(sign))?;
    let is_even = cells(content).all(|cell| cell == sign) && cells(content).count() == order;
    (is_even && Layout::of_order(order).is_some()).then_some(sign)
}

/// The lines of a puzzle that has rulers in these places.
fn parts([above, between, below]: Places, order: usize) -> Vec<Part> {
    let height = Layout::of_order(order).map_or(order, Layout::box_rows);
    let ruler = |is_there: bool| is_there.then_some(Part::Ruler);
    let is_between = |row: usize| between && row > 0 && row.is_multiple_of(height);
    let rows = (0..order).flat_map(|row| [ruler(is_between(row)), Some(Part::Row)]);
    [ruler(above)].into_iter().chain(rows).chain([ruler(below)]).flatten().collect()
}

/// Where in a puzzle of these lines the one that follows these rows may stand.
fn starts(rows: &Rows, parts: &[Part], order: usize) -> impl Iterator<Item = usize> {
    let begun = if rows.is_after_last() { order } else { rows.begun() };
    let behind = |row: usize| {
        let mut places = (0..parts.len()).filter(|&place| parts[place] == Part::Row);
        if row == 0 { Some(0) } else { places.nth(row - 1).map(|place| place + 1) }
    };
    let first = behind(begun).unwrap_or_default();
    // A ruler before it is told from a row by now.
    let is_ruler = parts.get(first) == Some(&Part::Ruler) && rows.is_after_border();
    let next = [first + usize::from(is_ruler)];
    let again = (is_ruler && begun == 0).then_some(first);
    next.into_iter().chain(again)
}
