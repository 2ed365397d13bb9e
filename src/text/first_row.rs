//! Whether the first row of a drawing is one of a puzzle, or stands above it: a row of nothing, the numbers
//! of columns, the number of the puzzle. The rows below it tell.

use super::mistakes::mistakes_in;
use super::opening::small_row;
use super::row::LARGE;
use super::rows::{Rows, is_numbers};
use super::spacing::{After, Kind, Part, Spacing, cells_of, up_to_text};
use super::symbol::is_comment;
use super::{parse_cells, row, rulers, separated};
use crate::grid::Layout;

/// Lines that are looked at.
pub(super) const LINES: usize = 128;

/// Lines of nothing between puzzles at most, of whose rows the first may be a number alone.
const MOST_BETWEEN: usize = 2;

/// Whether a line may stand above the rows of a puzzle, and look as one of them.
pub(super) fn may_be_above(line: &[u8]) -> bool {
    head(line).is_some() || Number::of(line).is_some()
}

/// The cells of a row that may be a head: nothing stands in it, or the numbers of columns, or it is
/// a number, unless the rows below it tell that it is their first.
pub(super) fn head(line: &[u8]) -> Option<usize> {
    let content = line.trim_ascii();
    let is_empty = || row::cells(content).all(|cell| cell == b'.');
    let is_head = match content.first()? {
        b'|' => is_empty() || is_numbers(content),
        b'0' | b'1' if let Some(row) = separated::row(line, None).filter(|row| is_numbers(row)) => {
            return Some(row::cells(&row).count());
        }
        _ => is_numbers(content) || row::has_each_digit(content),
    };
    is_head.then(|| Layout::of_order(row::cells(content).count())).flatten().map(Layout::order)
}

/// How many rows stand in these lines, with borders or without, up to one more than a puzzle has; or to
/// where the head above them stands again, below as many.
pub(super) fn rows_below(
    order: usize,
    head: &[u8],
    lines: &[&[u8]],
    after: After,
) -> Option<usize> {
    let is_dashed = rulers::has_dashes_for_cells(lines);
    let is_border = |line: &&[u8]| {
        let is_row = is_dashed && separated::dashes(line) == Some(order);
        row::is_border(line.trim_ascii()) && !is_row
    };
    let is_of_block =
        |line: &&&[u8]| row::is_border(line.trim_ascii()) || Kind::of(line, order) != Kind::Other;
    let block = lines.iter().take_while(is_of_block).count();
    let mut rows = lines[..block].iter().filter(|line| !is_border(line));
    let count = rows.by_ref().take(order).count();
    let Some(next) = rows.next() else {
        let may_come = block == lines.len() && after == After::More && block < LINES;
        return (!may_come).then_some(count);
    };
    Some(if *next == head { count } else { count + 1 })
}

/// Whether the first of these lines, a head, stands above several puzzles: with fewer mistakes than if it
/// is their first row.
pub(super) fn is_above_many(rows: &Rows, lines: &[&[u8]], after: After) -> Option<bool> {
    let is_text = |line: &&[u8]| line.trim_ascii().is_empty() || is_comment(line);
    let block = lines.iter().position(is_text).unwrap_or(lines.len());
    let is_cut = block == lines.len() && after != After::End;
    if is_cut && after == After::More && block < LINES {
        return None;
    }
    let mistakes = |lines: &[&[u8]]| mistakes_in(rows.clone(), lines.iter().copied(), !is_cut);
    Some(mistakes(&lines[1..block]) < mistakes(&lines[..block]))
}

/// Whether a head has the rows of a puzzle below it with a line of nothing between bands.
pub(super) fn is_above_bands(
    order: usize,
    head: &[u8],
    lines: &[&[u8]],
    after: After,
) -> Option<bool> {
    let parts = Spacing { bands: true, ..Spacing::PLAIN }.parts(order);
    let mut was_empty = false;
    for (place, part) in parts.iter().enumerate() {
        let Some(line) = lines.get(place) else {
            return if after == After::More { None } else { Some(false) };
        };
        let kind = Kind::of(line, order);
        let is_empty = kind == Kind::Empty;
        let is_fit = match part {
            Part::Gap => is_empty || line.trim_ascii().is_empty(),
            // No two rows of a band are empty.
            Part::Row => kind != Kind::Other && !(is_empty && was_empty),
        };
        if !is_fit {
            return Some(false);
        }
        was_empty = is_empty && *part == Part::Row;
    }
    match lines.get(parts.len()) {
        None if after == After::More => None,
        next => Some(next.is_none_or(|next| *next == head || Kind::of(next, order) != Kind::Row)),
    }
}

/// Whether what may be a 4×4 puzzle is the first row of a 16×16 grid, as these lines below it tell: a
/// quarter of its rows have digits above 4, more than one. A single one may be a mistake in a puzzle.
pub(super) fn is_first_of_large(below: &[&[u8]], after: After) -> Option<bool> {
    let rows = &below[..below.len().min(LARGE - 1)];
    let is_end = |line: &&[u8]| Kind::of(line, LARGE) == Kind::Other;
    let end = rows.iter().position(is_end);
    if end.is_none() && rows.len() < LARGE - 1 && after == After::More {
        return None;
    }
    let rows = &rows[..end.unwrap_or(rows.len())];
    let is_large = |line: &&&[u8]| {
        let content = line.trim_ascii();
        small_row(line).is_none()
            && (row::is_plainly_row(content) || separated::row(line, None).is_some())
    };
    let large = rows.iter().filter(is_large).count();
    Some(large > 1 && 4 * large > rows.len())
}

/// Whether a row is a number, but not those of columns.
pub(super) fn is_number(line: &[u8]) -> bool {
    row::has_each_digit(line.trim_ascii()) && !is_numbers(line.trim_ascii())
}

/// Whether a row of each digit and the rows below it make a puzzle: it is no head.
pub(super) fn is_first_row(numbers: &[u8], order: usize, rest: &[&[u8]]) -> bool {
    let rows = rest.iter().filter(|line| Kind::of(line, order) == Kind::Row);
    let all: Vec<Vec<u8>> =
        [numbers].iter().chain(rows).take(order).map(|line| cells_of(line, order)).collect();
    let is_cell = |byte: &u8| !byte.is_ascii_whitespace();
    let cells: Vec<u8> = all.concat().into_iter().filter(is_cell).collect();
    row::has_each_digit(numbers.trim_ascii()) && all.len() == order && parse_cells(&cells).is_ok()
}

/// A number that stands alone in a row, as a spreadsheet has it that numbers its puzzles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    number: u32,
    /// The cells of a row, and the one of the number.
    order: usize,
    place: usize,
}

impl Number {
    fn of(line: &[u8]) -> Option<Number> {
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
    /// The cells of a row.
    pub(super) order: usize,
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
    let (block, end) = up_to_text(order, lines, after);
    if block.len() == lines.len() && after == After::More && block.len() < LINES {
        return None;
    }
    let is_nothing = |line: &&&[u8]| line.trim_ascii().is_empty() || kind(line) == Kind::Empty;
    let next = |count: usize| below[count..].iter().find(|line| !is_nothing(line));
    let is_counted = |count: usize| {
        before.is_some_and(|before| before.is_before(number))
            || next(count)
                .and_then(|next| Number::of(next))
                .is_some_and(|next| number.is_before(next))
    };
    let numbered = |spacing: Spacing| Numbered { number, order, parts: spacing.parts(order) };
    let bands = Spacing { bands: true, ..Spacing::PLAIN };
    let is_first = || {
        (0..=MOST_BETWEEN).any(|after| Spacing { after, ..Spacing::PLAIN }.fills(order, block, end))
    };
    if is_above_bands(order, line, below, after)?
        && (is_counted(bands.parts(order).len()) || !is_first())
    {
        return Some(Some(numbered(bands)));
    }
    let rows = below.iter().take(order).take_while(|line| kind(line) != Kind::Other).count();
    if rows < order {
        return if rows == below.len() && after == After::More { None } else { Some(None) };
    }
    if Spacing::PLAIN.fits(order, 0, below, after) == Some(false) {
        return Some(None);
    }
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
