//! In which of the puzzles that stand directly below one another a row is too many, or missing.
//!
//! Where solutions do not tell which rows are those of whole puzzles, and the rows are one more or one fewer than
//! such puzzles have, those above the fault are read from the first row on, those below it up to the last one.
//! Where that leaves the fewest mistakes, the fault is. The puzzles in which it may be are one reject.

use std::collections::VecDeque;
use std::ops::Range;

use super::counting::MOST_DIGITS;
use super::first_row::is_puzzle;
use super::heading::is_heading;
use super::mistakes::mistakes;
use super::number::Number;
use super::rows::{Rows, is_numbers};
use super::solvable::joined_row;
use super::spacing::{After, Kind, Part, Spacing, cells_of};
use super::symbol::is_comment;
use super::whole::{Left, left_of};
use super::{row, rulers, separated};

/// Puzzles directly below one another after which those that follow are looked at.
const MANY: usize = 6;

/// Lines that are looked at after so many, and otherwise at most.
const FEW: usize = 27;
const MOST: usize = 128;

/// Lines after which it is looked again for the end of a block.
const STEP: usize = 9;

/// The faults in rows directly below one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Faults {
    pub(super) all: VecDeque<Fault>,
    /// The lines from that of which they are known on.
    pub(super) parts: Vec<Part>,
}

/// Where a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// The lines of the text above that of which it is known: its puzzle's first one, or one of that.
    pub(super) taken: usize,
    /// The rows of its puzzle.
    pub(super) rows: usize,
}

/// The lines of which a block of rows is, and whether it ends with them.
#[derive(Clone, Copy)]
struct Block<'a, 'b> {
    lines: &'a [&'b [u8]],
    is_end: bool,
}

/// Whether a line may be the last but one of the first puzzle of those directly below one another, or of one
/// after many; the second of one that may be cut; or, in a sheet in which empty lines may be rows, an earlier one.
pub(super) fn is_asked(rows: &Rows, line: &[u8]) -> bool {
    let (order, begun) = (rows.order(), rows.begun());
    let above = rows.together().checked_sub(begun);
    let left = order.saturating_sub(begun);
    let is_next = above.is_some_and(|above| above == 0 || (above / order).is_multiple_of(MANY));
    let may_be = left == 2 || left > 2 && separated::empty(line) == Some(order);
    rows.is_open() && (rows.is_below_cut() || is_next && may_be)
}

/// The faults, if there are any, where the first of these lines is that line; nothing while more lines are
/// wanted. Where lines of nothing are among them, of which it is not told yet whether they are rows, they
/// have to be: no spacing fits, and all other puzzles are right.
pub(super) fn faults(
    rows: &Rows,
    is_told: bool,
    lines: &[&[u8]],
    after: After,
) -> Option<Option<Faults>> {
    let (order, begun) = (rows.order(), rows.begun());
    let Some(mut block) = block(rows, lines, after)? else { return Some(None) };
    let is_empty = |line: &&[u8]| Kind::of(line, order) == Kind::Empty;
    if block.is_end && (begun + block.lines.len()).is_multiple_of(order) {
        return Some(None);
    }
    // What stands empty at the end may be no row.
    let last = block.lines.iter().rposition(|line| !is_empty(line)).map_or(0, |last| last + 1);
    block.lines = &block.lines[..last];
    let is_unclear = !is_told && block.lines.iter().any(is_empty);
    // No two rows of a band are empty where a puzzle has one solution.
    let stand_apart = || {
        let mut two = block.lines.windows(2);
        two.any(|two| two.iter().all(is_empty)) || Spacing::is_any(order, begun, block.lines)
    };
    let is_head = |line: &&[u8]| is_numbers(&cells_of(line, order));
    if block.lines.iter().any(is_head) || are_counted(block.lines) || is_unclear && stand_apart() {
        return Some(None);
    }
    let left = left(rows, block);
    Some(if !left.runs.is_empty() {
        (!is_unclear || left.is_of_one()).then(|| of_left(rows, left))
    } else if block.is_end && !block.lines.iter().any(|line| is_sign(line, order)) {
        let found = place(rows, block.lines).filter(|(_, mistakes)| !is_unclear || *mistakes == 0);
        found.map(|(fault, _)| Faults {
            all: [fault].into(),
            parts: vec![Part::Row; block.lines.len()],
        })
    } else {
        None
    })
}

/// What is left in the open puzzle and this block, as solutions tell.
fn left(rows: &Rows, block: Block<'_, '_>) -> Left {
    let (order, begun) = (rows.order(), rows.begun());
    let of = |lines: &[&[u8]]| {
        let below = lines.iter().map(|line| joined_row(line, order));
        let all: Vec<Vec<u8>> = rows.begun_rows().map(<[u8]>::to_vec).chain(below).collect();
        left_of(&all, block.is_end, |row| row >= begun && is_sign(lines[row - begun], order))
    };
    let left = of(block.lines);
    let others: Vec<&[u8]> =
        block.lines.iter().copied().filter(|line| !is_sign(line, order)).collect();
    let are_rulers = !left.runs.is_empty()
        && others.len() < block.lines.len()
        && of(&others).whole >= left.whole;
    if are_rulers { Left::default() } else { left }
}

/// The faults where these rows are left in the open puzzle and those below it.
fn of_left(rows: &Rows, Left { runs, known, rulers, .. }: Left) -> Faults {
    let begun = rows.begun();
    let fault = |run: Range<usize>| match run.start {
        // Fewer rows than are read already cannot be told: those of the next puzzle, too.
        0 => Fault {
            taken: rows.taken(),
            rows: if run.end > begun { run.end } else { run.end + rows.order() },
        },
        start => Fault { taken: rows.taken() + start - begun, rows: run.len() },
    };
    let part = |row| if rulers.contains(&row) { Part::Gap } else { Part::Row };
    Faults { all: runs.into_iter().map(fault).collect(), parts: (begun..known).map(part).collect() }
}

/// Whether nothing but a sign stands in a line, which may be a ruler.
fn is_sign(line: &[u8], order: usize) -> bool {
    rulers::sign(line.trim_ascii(), order).is_some()
}

/// Whether numbers stand alone in these rows, each the next one: those of puzzles, and no rows.
fn are_counted(rows: &[&[u8]]) -> bool {
    let numbers: Vec<Number> = rows.iter().filter_map(|row| Number::of(row)).collect();
    numbers.windows(2).any(|two| two[0].is_before(two[1]))
}

/// The first of these lines that are rows, up to what ends the last puzzle; nothing within if they may be of
/// something else.
fn block<'a, 'b>(
    rows: &Rows,
    lines: &'a [&'b [u8]],
    after: After,
) -> Option<Option<Block<'a, 'b>>> {
    let order = rows.order();
    let is_later = rows.together() > rows.begun();
    let most = if is_later { FEW } else { MOST };
    let (lines, after) = match lines.get(..most) {
        Some(lines) => (lines, After::Unknown),
        None => (lines, after),
    };
    // Mostly a blank line stands below the last row, or what stands above the next puzzle.
    match lines.get(order.saturating_sub(rows.begun())) {
        Some(below) if !is_between(below.trim_ascii()) => {}
        None if after.wants_more(lines) => return None,
        _ => return Some(None),
    }
    if after.wants_more(lines) && !lines.len().is_multiple_of(STEP) {
        return None;
    }
    let sign = |line: &[u8]| rulers::sign(line.trim_ascii(), order);
    let is_border = |line: &[u8]| row::is_border(line.trim_ascii());
    let is_row = |line: &&&[u8]| match sign(line) {
        Some(sign) => rows.has_cell(sign),
        None => Kind::of(line, order) != Kind::Other && !is_border(line),
    };
    let is_end = |line: &[u8]| {
        let content = line.trim_ascii();
        content.is_empty() || is_comment(content) || is_heading(content) || is_border(line)
    };
    let below = lines.iter().take_while(is_row).count();
    // In a list, brackets tell where puzzles end.
    let has_bracket = |line: &&[u8]| line.iter().any(|byte| b"[](){}".contains(byte));
    if lines[..below].iter().any(has_bracket) {
        return Some(None);
    }
    let is_end = match lines.get(below) {
        None if after.wants_more(lines) => return None,
        None => after == After::End,
        // It may be a row with a mistake.
        Some(line) => sign(line).is_some() || is_end(line),
    };
    Some(Some(Block { lines: &lines[..below], is_end }))
}

/// Whether a line, without blanks around it, ends a puzzle for sure: a blank one, a comment, a title or a number.
fn is_between(content: &[u8]) -> bool {
    let is_number = content.len() <= MOST_DIGITS && content.iter().all(u8::is_ascii_digit);
    is_number || is_comment(content) || is_heading(content)
}

/// Where in these rows, which go on in this block, the fault is, if they are one more or fewer than those of
/// whole puzzles; and the mistakes that it leaves.
fn place(rows: &Rows, block: &[&[u8]]) -> Option<(Fault, usize)> {
    let (order, begun) = (rows.order(), rows.begun());
    let count = begun + block.len();
    let (puzzles, shift) = match count % order {
        1 => (count / order, 1),
        rest if rest + 1 == order && count > order => (count / order + 1, -1),
        _ => return None,
    };
    let is_wrong_from = |row: usize| {
        let rows = &block[row - begun..];
        usize::from(!is_puzzle(order, rows.iter().take(order).copied()))
    };
    let is_wrong = |puzzle: usize| match puzzle {
        0 => mistakes(rows, &block[..order - begun], false),
        _ => is_wrong_from(puzzle * order),
    };
    let is_wrong_below = |puzzle: usize| is_wrong_from((puzzle * order).strict_add_signed(shift));
    let mut mistakes: usize = (1..puzzles).map(is_wrong_below).sum();
    let mut all = vec![mistakes];
    for puzzle in 1..puzzles {
        mistakes = mistakes + is_wrong(puzzle - 1) - is_wrong_below(puzzle);
        all.push(mistakes);
    }
    let fewest = *all.iter().min()?;
    let is_here = |mistakes: &usize| *mistakes == fewest;
    let (first, last) = (all.iter().position(is_here)?, all.iter().rposition(is_here)?);
    // The first puzzle may be open.
    let taken = rows.taken() + (first * order).saturating_sub(begun);
    let rows = ((last + 1 - first) * order).strict_add_signed(shift);
    Some((Fault { taken, rows }, fewest))
}
