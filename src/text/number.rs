//! The number of a puzzle in a cell of a row above it, as a spreadsheet has it that numbers its puzzles; or
//! the first row of a puzzle with one given. The rows below it tell, and the numbers before and after.

use super::first_row::{LINES, is_above_bands};
use super::separated;
use super::spacing::{After, Kind, Part, Spacing, up_to_text};
use crate::grid::Layout;

/// Lines of nothing between puzzles at most, of whose rows the first may be a number alone.
const MOST_BETWEEN: usize = 2;

/// The rows of the smallest grid in which hardly any first row has one given, and that the next number.
const SURE: usize = 9;

/// A number that stands alone in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    number: u32,
    /// The cells of a row, and the one of the number.
    pub(super) order: usize,
    place: usize,
}

impl Number {
    pub(super) fn of(line: &[u8]) -> Option<Number> {
        let fields = separated::fields(line)?;
        let layout = Layout::of_order(fields.len())?;
        let mut filled = fields.iter().enumerate().filter(|(_, field)| !field.is_empty());
        let (Some((place, number)), None) = (filled.next(), filled.next()) else { return None };
        let number = str::from_utf8(number).ok()?.parse().ok()?;
        Some(Number { number, order: layout.order(), place })
    }

    /// Whether a number is the next one: it stands in the same column.
    fn is_before(self, next: Number) -> bool {
        self.number.checked_add(1) == Some(next.number)
            && (self.order, self.place) == (next.order, next.place)
    }
}

/// A puzzle whose number stands in a cell of a row above it.
pub(super) struct Numbered {
    pub(super) number: Number,
    /// The lines of the puzzle, as they follow.
    pub(super) parts: Vec<Part>,
}

/// The puzzle of which the first line is the number: as many rows as a puzzle has follow, and then none,
/// or with a line of nothing between bands. Where the number could be the first row, the puzzle before
/// has the number before, or the next one has the next.
pub(super) fn below_number(
    before: Option<Number>,
    lines: &[&[u8]],
    after: After,
) -> Option<Option<Numbered>> {
    let (line, below) = lines.split_first()?;
    let Some(number) = Number::of(line) else { return Some(None) };
    let order = number.order;
    let kind = |line: &&[u8]| Kind::of(line, order);
    let (block, end) = up_to_text(order, below, after);
    if block.len() == below.len() && after == After::More && below.len() < LINES {
        return None;
    }
    let is_nothing = |line: &&&[u8]| line.trim_ascii().is_empty() || kind(line) == Kind::Empty;
    let next = |rows: usize| below[rows..].iter().find(|line| !is_nothing(line));
    let is_counted = |rows: usize| {
        before.is_some_and(|before| before.is_before(number))
            || next(rows)
                .and_then(|next| Number::of(next))
                .is_some_and(|next| number.is_before(next))
    };
    let numbered = |spacing: Spacing| Numbered { number, parts: spacing.parts(order) };
    let bands = Spacing { bands: true, ..Spacing::PLAIN };
    let may_be_first = || {
        let with = &lines[..=block.len()];
        kind(line) != Kind::Other
            && (0..=MOST_BETWEEN)
                .any(|after| Spacing { after, ..Spacing::PLAIN }.fills(order, with, end))
    };
    // A small grid has many such rows.
    if order < SURE && may_be_first() {
        return Some(None);
    }
    if is_above_bands(order, line, below, after)?
        && (is_counted(bands.parts(order).len()) || !may_be_first())
    {
        return Some(Some(numbered(bands)));
    }
    if block.len() < order || Spacing::PLAIN.fits(order, 0, below, after) == Some(false) {
        return Some(None);
    }
    // Nothing but blank lines yet.
    if next(order).is_none() && after == After::More && below.len() < LINES {
        return None;
    }
    let is_end = || below.get(order).is_none_or(|next| kind(next) == Kind::Other);
    // Of two bands with a line of nothing between it may be a row.
    let is_row = || bands.fits(order, 0, lines, after) == Some(true);
    let is_above =
        is_counted(order) || kind(&below[order - 1]) == Kind::Row && is_end() && !is_row();
    Some(is_above.then(|| numbered(Spacing::PLAIN)))
}
