//! The number of a puzzle in a cell of a row above it, as a spreadsheet has it that numbers its puzzles; or
//! the first row of a puzzle with one given. The rows below it tell, and the numbers before and after.

use std::iter::repeat_n;

use super::first_row::{are_puzzles, is_above_bands};
use super::separated;
use super::solvable::have_one_solution;
use super::spacing::{After, Kind, Part, Spacing, up_to};
use crate::grid::Layout;

/// Lines of nothing at most between a number and its puzzle, and between puzzles without numbers.
const MOST_BETWEEN: usize = 3;

/// The rows of the smallest grid in which hardly any first row has one given, and that the next number.
const SURE: usize = 9;

/// So many numbers, each the next one, are none by chance, though puzzles may be read without them.
const NEVER_BY_CHANCE: usize = 3;

/// A number that stands alone in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// In hundredths: it may be a rating.
    number: u64,
    /// The cells of a row, and the one of the number.
    order: usize,
    place: usize,
}

impl Number {
    pub(super) fn of(line: &[u8]) -> Option<Number> {
        let fields = separated::fields(line)?;
        let layout = Layout::of_order(fields.len())?;
        let mut filled = fields.iter().enumerate().filter(|(_, field)| !field.is_empty());
        let (Some((place, number)), None) = (filled.next(), filled.next()) else { return None };
        let number = hundredths(str::from_utf8(number).ok()?)?;
        Some(Number { number, order: layout.order(), place })
    }

    /// Whether a number is the next one: it stands in the same column.
    pub(super) fn is_before(self, next: Number) -> bool {
        self.number + 100 == next.number && self.is_beside(next)
    }

    fn is_beside(self, other: Number) -> bool {
        (self.order, self.place) == (other.order, other.place)
    }

    /// The lines from a number on up to the next blank line or text, and what comes after them. A number
    /// may be too large for a cell.
    fn block<'a, 'b>(self, lines: &'a [&'b [u8]], after: After) -> (&'a [&'b [u8]], After) {
        up_to(lines, after, |line| {
            Kind::in_sheet(line, self.order) == Kind::Other
                && !Number::of(line).is_some_and(|other| self.is_beside(other))
        })
    }
}

/// How the numbers of puzzles follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Series {
    /// In counting.
    Counted,
    /// In any way, as the numbers of some of many puzzles, or their levels.
    Any,
}

impl Series {
    /// Whether a number follows one in the same column.
    fn has(self, number: Number, next: Number) -> bool {
        match self {
            Series::Counted => number.is_before(next),
            Series::Any => number.is_beside(next),
        }
    }
}

/// How a puzzle stands below its number: after so many lines of nothing, with one between bands or without.
#[derive(Clone, Copy, Debug)]
struct Below {
    gap: usize,
    bands: bool,
}

/// A puzzle whose number stands in a cell of a row above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered {
    number: Number,
    below: Below,
    /// The most lines of nothing after one of these puzzles so far.
    after: usize,
}

/// What a number alone in a row is.
pub(super) enum Told {
    /// The number of a puzzle, whose lines follow, with those of nothing after it.
    Above(Numbered, Vec<Part>),
    /// Nothing tells where the puzzle below it begins, whose rows have so many cells.
    Unclear(usize),
    /// A row, or anything else.
    Other,
}

/// What tells that puzzles stand so below their numbers.
struct Evidence {
    below: Below,
    /// Numbers, each the next one.
    numbers: usize,
    /// In which lines the rows of their puzzles begin.
    puzzles: Vec<usize>,
    /// Whether all lines are told by them.
    is_whole: bool,
    /// The lines of nothing after the first puzzle, and the most after one.
    after_first: usize,
    after: usize,
    /// Whether nothing stands in the last row of the first puzzle.
    ends_empty: bool,
}

impl Numbered {
    pub(super) fn order(&self) -> usize {
        self.number.order
    }

    /// Whether this line is a number in the same column.
    pub(super) fn is_beside(&self, line: &[u8]) -> bool {
        Number::of(line).is_some_and(|other| self.number.is_beside(other))
    }
}

impl Below {
    fn all() -> impl Iterator<Item = Below> {
        (0..=MOST_BETWEEN).flat_map(|gap| [false, true].map(|bands| Below { gap, bands }))
    }

    fn is_plain(self) -> bool {
        self.gap == 0 && !self.bands
    }

    fn spacing(self) -> Spacing {
        Spacing { bands: self.bands, ..Spacing::PLAIN }
    }

    fn parts(self, order: usize) -> Vec<Part> {
        let gap = repeat_n(Part::Gap, self.gap);
        gap.chain(self.spacing().parts(order)).collect()
    }

    /// The lines of a puzzle that stands so below the first of these, and that one; nothing if none does.
    fn lines(self, order: usize, lines: &[&[u8]], after: After) -> Option<usize> {
        let (gap, rows) = lines.get(1..)?.split_at_checked(self.gap)?;
        let is_fit = gap.iter().all(|line| is_nothing(order, line))
            && self.spacing().fits(order, 0, rows, after) == Some(true);
        let end = 1 + self.parts(order).len();
        is_fit.then(|| end.min(lines.len()))
    }

    /// What tells that the puzzle of this number, the first of these lines, stands so, and others after it.
    fn evidence(
        self,
        number: Number,
        series: Series,
        lines: &[&[u8]],
        after: After,
    ) -> Option<Evidence> {
        let order = number.order;
        let (mut number, mut rest) = (number, lines);
        let mut found = Evidence {
            below: self,
            numbers: 1,
            puzzles: Vec::new(),
            is_whole: false,
            after_first: 0,
            after: 0,
            ends_empty: false,
        };
        while let Some(end) = self.lines(order, rest, after) {
            found.puzzles.push(lines.len() - rest.len() + 1 + self.gap);
            let (puzzle, below) = rest.split_at(end);
            let nothing = below.iter().take_while(|line| is_nothing(order, line)).count();
            rest = &below[nothing..];
            if found.numbers == 1 {
                found.after_first = nothing;
                found.ends_empty = puzzle.last().is_some_and(|line| is_nothing(order, line));
            }
            found.after = found.after.max(nothing);
            let Some(line) = rest.first() else {
                return Some(Evidence { is_whole: true, ..found });
            };
            match Number::of(line) {
                Some(next) if series.has(number, next) => number = next,
                _ => break,
            }
            found.numbers += 1;
        }
        (found.numbers > 1).then_some(found)
    }
}

impl Evidence {
    /// What tells more is greater.
    fn weight(&self) -> (bool, usize) {
        (self.is_whole, self.numbers)
    }

    /// The lines of each puzzle, nothing for one that is cut.
    fn puzzles<'a, 'b>(
        &self,
        order: usize,
        lines: &'a [&'b [u8]],
    ) -> impl Iterator<Item = Option<&'a [&'b [u8]]>> {
        let count = self.below.spacing().parts(order).len();
        self.puzzles.iter().map(move |&at| lines.get(at..at + count))
    }

    /// Whether no two givens of a house are alike in any of the puzzles that stand so in these lines.
    fn are_puzzles(&self, order: usize, lines: &[&[u8]]) -> bool {
        let spacing = self.below.spacing();
        self.puzzles(order, lines).flatten().all(|lines| are_puzzles(spacing, order, lines))
    }

    /// Whether a row of a puzzle that stands so in these lines is empty.
    fn has_nothing(&self, order: usize, lines: &[&[u8]]) -> bool {
        self.puzzles(order, lines).flatten().flatten().any(|line| is_nothing(order, line))
    }

    /// Whether all puzzles that stand so in these lines have exactly one solution.
    fn have_one_solution(&self, order: usize, lines: &[&[u8]]) -> bool {
        let spacing = self.below.spacing();
        let is_one = |lines| have_one_solution(spacing, order, lines);
        self.puzzles(order, lines).all(|lines| lines.is_some_and(is_one))
    }

    /// Whether these are numbers and no rows, where no puzzle stands before.
    fn is_sure(&self, order: usize) -> bool {
        let is_large = order >= SURE && self.is_whole && self.numbers > 1;
        is_large || self.numbers >= NEVER_BY_CHANCE
    }

    /// The first number, with what is known of the puzzle before. Where fewer lines of nothing follow its
    /// puzzle than others, and the last row is one, the puzzle may lack a row.
    fn told(&self, number: Number, before: Option<Numbered>) -> Told {
        let after = self.after.max(before.map_or(0, |before| before.after));
        if self.ends_empty && self.after_first < after {
            return Told::Unclear(number.order);
        }
        let nothing = repeat_n(Part::Gap, self.after_first);
        let parts = self.below.parts(number.order).into_iter().chain(nothing).collect();
        Told::Above(Numbered { number, below: self.below, after }, parts)
    }
}

/// What the first of these lines is, which may be the number of a puzzle. It is one if all lines up to the
/// next blank line or text are puzzles below numbers, each the next one, or up to a fault; and if those
/// lines are no puzzles where it is a row of the first; one alone, if no puzzle stands before. Where numbers
/// stood above others, it is one if all those lines are puzzles below numbers.
pub(super) fn number(
    before: Option<Numbered>,
    is_later: bool,
    lines: &[&[u8]],
    after: After,
) -> Option<Told> {
    let Some(number) = lines.first().and_then(|line| Number::of(line)) else {
        return Some(Told::Other);
    };
    let (block, end) = number.block(lines, after);
    let candidate = Candidate { number, lines, after, block, end };
    if first_filled(number.order, candidate.rest()).is_none() && after.wants_more(lines) {
        return None;
    }
    let before = before.filter(|before| before.number.is_beside(number));
    match candidate.by_one_before(before)? {
        Some(told) => Some(told),
        None => candidate.by_lines(is_later),
    }
}

/// What may be the number of a puzzle, with the lines from it on.
struct Candidate<'a, 'b> {
    number: Number,
    lines: &'a [&'b [u8]],
    after: After,
    /// Those up to the next blank line or text, and what comes after them.
    block: &'a [&'b [u8]],
    end: After,
}

impl<'a, 'b> Candidate<'a, 'b> {
    /// The lines after the block.
    fn rest(&self) -> &'a [&'b [u8]] {
        &self.lines[self.block.len()..]
    }

    /// Whether what stands first in these lines is the next number.
    fn is_before(&self, lines: &[&[u8]]) -> bool {
        let next = first_filled(self.number.order, lines).and_then(|at| Number::of(lines[at]));
        next.is_some_and(|next| self.number.is_before(next))
    }

    /// Whether it may be a row, as all lines of the block.
    fn may_be_row(&self) -> bool {
        may_be_row(self.number.order, self.block, self.end)
    }

    /// What it is where it follows the number of the puzzle before, or stands above bands; nothing within if
    /// neither tells.
    fn by_one_before(&self, before: Option<Numbered>) -> Option<Option<Told>> {
        let Candidate { number, lines, block, .. } = *self;
        let order = number.order;
        let follows = before.is_some_and(|before| before.number.is_before(number));
        let series = if follows { Series::Counted } else { Series::Any };
        if let Some(known) = before
            && let Some(found) = known.below.evidence(number, series, block, self.end)
            && (follows || found.is_whole)
        {
            return Some(Some(found.told(number, before)));
        }
        // Blank lines may stand between bands.
        if block.len() < order && is_above_bands(order, lines[0], &lines[1..], self.after)? {
            let below = Below { gap: 0, bands: true };
            let parts = below.parts(order);
            let beyond = &lines[lines.len().min(1 + parts.len())..];
            if before.is_some() || self.is_before(beyond) || !self.may_be_row() {
                return Some(Some(Told::Above(Numbered { number, below, after: 0 }, parts)));
            }
        }
        let is_unclear = follows || before.is_some() && !self.may_be_row();
        Some(is_unclear.then_some(Told::Unclear(order)))
    }

    /// What it is by the lines alone, below puzzles or not.
    fn by_lines(&self, is_later: bool) -> Option<Told> {
        let Candidate { number, lines, block, end, .. } = *self;
        let order = number.order;
        let all = best_of_series(number, || self.may_be_row(), block, end);
        let (is_whole, numbers) = all.first().map_or((false, 0), Evidence::weight);
        let is_counted = numbers > 1
            || self.is_before(self.rest())
            || is_above_number(number, self.rest(), self.after)?;
        // Where it may be either, solutions tell.
        if !is_counted {
            let solvable = |one: &&Evidence| one.have_one_solution(order, block);
            match (all.iter().find(solvable), has_solvable_row(order, block, end)) {
                // Small puzzles often have one by chance.
                (Some(_), false) if is_later && order < SURE => return Some(Told::Unclear(order)),
                (Some(one), false) => return Some(one.told(number, None)),
                (None, true) => return Some(Told::Other),
                _ => {}
            }
        }
        // Below puzzles without numbers one alone is a row.
        if is_later && !is_counted {
            return Some(Told::Other);
        }
        let is_sure = numbers >= NEVER_BY_CHANCE || order >= SURE && is_counted;
        if !is_sure && self.may_be_row() {
            // In a small grid few givens are in the way of either.
            let may_be_numbers = || numbers > 1 && !has_solvable_row(order, block, end);
            let is_either = may_be_numbers()
                || is_whole && (numbers > 1 || all.iter().any(|one| !one.below.is_plain()));
            return Some(if is_either { Told::Unclear(order) } else { Told::Other });
        }
        // What is empty below a first row that looks as a number may be no row.
        let may_be_first = || Kind::of(lines[0], order) != Kind::Other;
        let may_be_between = |one: &Evidence| {
            one.ends_empty || one.has_nothing(order, block) && !one.have_one_solution(order, block)
        };
        if !is_counted && all.iter().any(may_be_between) && may_be_first() {
            return Some(Told::Unclear(order));
        }
        // More may be told of those from the next number on, if this one's puzzle has a fault.
        let later = best_later(number, block, end);
        let is_hurt = later.is_some_and(|later| later > (is_whole, numbers));
        Some(match &all[..] {
            _ if is_hurt => Told::Unclear(order),
            [] => Told::Other,
            [one] => one.told(number, None),
            // An empty row may be the first of each puzzle, or the last.
            _ => Told::Unclear(order),
        })
    }
}

/// The same as [`best`] of numbers in counting; or of any, where these lines can be nothing else and all are
/// puzzles below them.
fn best_of_series(
    number: Number,
    is_row: impl Fn() -> bool,
    lines: &[&[u8]],
    after: After,
) -> Vec<Evidence> {
    let counted = best(number, Series::Counted, lines, after);
    let tell_all = |all: &[Evidence]| all.iter().any(|one| one.is_whole && one.numbers > 1);
    if tell_all(&counted) || is_row() {
        return counted;
    }
    let any = best(number, Series::Any, lines, after);
    if tell_all(&any) { any } else { counted }
}

/// What tells most of how puzzles stand from this number on, the first of these lines: more than one where
/// several tell as much, and none or all have two givens of a house that are alike.
fn best(number: Number, series: Series, lines: &[&[u8]], after: After) -> Vec<Evidence> {
    let mut all: Vec<Evidence> =
        Below::all().filter_map(|below| below.evidence(number, series, lines, after)).collect();
    let most = all.iter().map(Evidence::weight).max();
    all.retain(|one| Some(one.weight()) == most);
    if all.len() > 1 && all.iter().any(|one| one.are_puzzles(number.order, lines)) {
        all.retain(|one| one.are_puzzles(number.order, lines));
    }
    all
}

/// Whether the next of these lines that is not blank is a number in the same column, and no row: it can only
/// stand above its puzzle.
fn is_above_number(number: Number, lines: &[&[u8]], after: After) -> Option<bool> {
    let order = number.order;
    let Some(place) = first_filled(order, lines) else { return Some(false) };
    let Some(next) = Number::of(lines[place]).filter(|next| number.is_beside(*next)) else {
        return Some(false);
    };
    let (block, end) = next.block(&lines[place..], after);
    if end != After::End && after.wants_more(lines) {
        return None;
    }
    let is_whole = best(next, Series::Any, block, end).iter().any(|one| one.is_whole);
    Some(is_whole && !may_be_row(order, block, end))
}

/// How much is told from the next number in these lines on.
fn best_later(number: Number, lines: &[&[u8]], after: After) -> Option<(bool, usize)> {
    let of = |place: usize| {
        let next = Number::of(lines[place]).filter(|&next| number.is_before(next))?;
        best(next, Series::Counted, &lines[place..], after).first().map(Evidence::weight)
    };
    (1..lines.len()).filter_map(of).max()
}

/// Whether the first of these lines, after a fault, is the number of a puzzle that stands as the last one
/// before does; where there was none, as many do from there on.
pub(super) fn goes_on(before: Option<Numbered>, lines: &[&[u8]], after: After) -> Option<bool> {
    let Some(number) = lines.first().and_then(|line| Number::of(line)) else { return Some(false) };
    if after.wants_more(lines) {
        return None;
    }
    let (block, end) = number.block(lines, after);
    Some(match before {
        Some(Numbered { number: last, below, .. }) => {
            let is_later = last.is_beside(number) && last.number < number.number;
            is_later && below.evidence(number, Series::Counted, block, end).is_some()
        }
        None => Below::all()
            .filter_map(|below| below.evidence(number, Series::Counted, block, end))
            .any(|found| found.is_sure(number.order)),
    })
}

/// A number with up to two decimals, like `7` or `7.10`.
fn hundredths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(decimals) || !(1..=2).contains(&decimals.len()) {
        return None;
    }
    let decimals: u64 = format!("{decimals:0<2}").parse().ok()?;
    Some(100 * u64::from(whole.parse::<u32>().ok()?) + decimals)
}

fn is_nothing(order: usize, line: &[u8]) -> bool {
    Kind::in_sheet(line, order) == Kind::Empty
}

/// Where the first of these lines is in which something stands.
fn first_filled(order: usize, lines: &[&[u8]]) -> Option<usize> {
    lines.iter().position(|line| !line.trim_ascii().is_empty() && !is_nothing(order, line))
}

/// Whether all these lines are puzzles, of which the first line is a row.
fn may_be_row(order: usize, lines: &[&[u8]], after: After) -> bool {
    as_rows(order, lines, after).next().is_some()
}

/// Whether they may be such puzzles that have exactly one solution.
fn has_solvable_row(order: usize, lines: &[&[u8]], after: After) -> bool {
    as_rows(order, lines, after).any(|spacing| have_one_solution(spacing, order, lines))
}

/// How they may stand so.
fn as_rows<'a>(
    order: usize,
    lines: &'a [&[u8]],
    after: After,
) -> impl Iterator<Item = Spacing> + 'a {
    let is_all = move |spacing: &Spacing| {
        spacing.fills(order, lines, after) && are_puzzles(*spacing, order, lines)
    };
    let is_row = Kind::of(lines[0], order) != Kind::Other;
    Spacing::all(0..=MOST_BETWEEN).filter(move |spacing| is_row && is_all(spacing))
}
