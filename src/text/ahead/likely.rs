//! The spacing that the empty rows of a text most likely have: the lines are read in all ways.

use std::collections::BTreeSet;

use super::super::solvable::which_have_one_solution;
use super::super::spacing::{Kind, Spacing};
use super::super::{Dialect, parse_line, separated};

/// Empty rows of a sheet, one after another, of which a puzzle has none: the end of it.
pub(super) const MANY: usize = 3;

/// The mistakes of one puzzle that does not end where it should.
pub(super) const DAMAGED: usize = 2;

/// Puzzles of which empty rows may be first or last by chance.
const FEW: usize = 8;

/// Puzzles that stand as the spacing tells, so that one with a fault among them moves no others.
const SEVERAL: usize = 3;

/// By how many mistakes a reading is better than those of other puzzles, if it has mistakes.
const MARGIN: usize = 1;

/// The spacing with the fewest mistakes; of several, one with empty rows after puzzles, which many
/// puzzles in a text do not have there by chance. Nothing where few puzzles are read, and others by
/// another spacing with as few mistakes or hardly more. Each is read unless it has more mistakes than so many.
pub(super) fn likely(
    order: usize,
    is_later: bool,
    lines: &[&[u8]],
    read: impl Fn(Spacing, usize) -> Option<Reading>,
) -> Option<Likely> {
    let gaps = gaps(lines, order);
    let mut all = Vec::new();
    for (bands, &after) in
        [true, false].into_iter().flat_map(|bands| gaps.iter().map(move |gap| (bands, gap)))
    {
        // As many above the first as above others are likelier than another number.
        for &before in gaps.iter().rev() {
            let others = gaps.iter().rev().copied().filter(|&first| first != before);
            let firsts = [before].into_iter().chain(others);
            all.extend(firsts.map(|first| Spacing { bands, after, first, before }));
        }
    }
    let mut least = usize::MAX;
    let mut readings = Vec::new();
    for spacing in all {
        if is_later && spacing.first != spacing.before {
            continue;
        }
        let most = least.saturating_add(MARGIN);
        let Some(reading) = read(spacing, most) else { continue };
        least = least.min(reading.mistakes);
        readings.push(reading);
    }
    let best = readings.iter().min_by_key(|reading| reading.mistakes)?;
    // A fault among puzzles of which no text or blank line tells where they begin may move all others.
    let is_part = |line: &&[u8]| {
        Kind::in_sheet(line, order) != Kind::Other || separated::is_broken(line, order)
    };
    let blocks = lines.chunk_by(|one, other| is_part(one) == is_part(other));
    let most = match blocks.filter(|block| is_part(&block[0])).count() {
        _ if best.spacing.after > 0 && best.puzzles.len() >= SEVERAL => DAMAGED + 1,
        2.. => DAMAGED,
        _ => 0,
    };
    let is_clear = || least <= most && !readings.iter().any(|other| other.rivals(best));
    let by_mistakes = (best.puzzles.len() > FEW || is_clear()).then_some(best);
    let found = match by_mistakes.filter(|_| least == 0) {
        None => by_solutions(&readings).or(by_mistakes),
        found => found,
    };
    found.map(|reading| Likely { spacing: reading.spacing, is_apart: reading.is_apart })
}

/// What the lines of a text are most likely.
pub(super) struct Likely {
    pub(super) spacing: Spacing,
    /// Whether a line of nothing stands below a puzzle.
    pub(super) is_apart: bool,
}

/// The spacing by which there are several puzzles, each with exactly one solution, and by another no other as
/// many.
fn by_solutions(readings: &[Reading]) -> Option<&Reading> {
    // The same puzzle is often read by several.
    let puzzles: BTreeSet<&[u8]> =
        readings.iter().flat_map(|reading| &reading.puzzles).map(Vec::as_slice).collect();
    let puzzles: Vec<&[u8]> = puzzles.into_iter().collect();
    let are_one = which_have_one_solution(&puzzles);
    let is_one =
        |one: &&Vec<u8>| puzzles.binary_search(&one.as_slice()).is_ok_and(|at| are_one[at]);
    let solvable = |reading: &Reading| reading.puzzles.iter().filter(is_one).count();
    let all: Vec<(usize, &Reading)> =
        readings.iter().map(|reading| (solvable(reading), reading)).collect();
    let most = all.iter().map(|one| one.0).max().filter(|&most| most >= SEVERAL)?;
    let mut best = all.iter().filter(|one| one.0 == most).map(|one| one.1);
    let first = best.next()?;
    let is_same = first.puzzles.len() == most && best.all(|other| other.puzzles == first.puzzles);
    is_same.then_some(first)
}

/// What lines are if empty rows stand so: the mistakes in them, and the puzzles.
pub(super) struct Reading {
    spacing: Spacing,
    mistakes: usize,
    /// Whether a line of nothing stands below one.
    is_apart: bool,
    puzzles: Vec<Vec<u8>>,
}

impl Reading {
    /// That of so many mistakes, and one more for each puzzle that no one makes.
    pub(super) fn new(
        spacing: Spacing,
        mistakes: usize,
        is_apart: bool,
        puzzles: Vec<Vec<u8>>,
    ) -> Reading {
        // One alone may be what it is.
        let is_wrong = |joined: &&Vec<u8>| puzzles.len() > 1 && has_many_empty(joined);
        let wrong = puzzles.iter().filter(is_wrong).count();
        Reading { spacing, mistakes: mistakes + wrong, is_apart, puzzles }
    }

    /// Whether this is as likely as the best one, or hardly less, and has other puzzles.
    fn rivals(&self, best: &Reading) -> bool {
        let has_more = self.puzzles.iter().any(|one| !best.puzzles.contains(one));
        let has_less = best.puzzles.iter().any(|one| !self.puzzles.contains(one));
        match self.mistakes {
            0 => has_more || has_less,
            few if best.mistakes > 0 && few <= best.mistakes + MARGIN => has_more && has_less,
            _ => false,
        }
    }
}

/// How many empty rows may stand after a puzzle: up to two, or as many as stand together more than a
/// puzzle has, one or both of which may be rows of the puzzles around them.
fn gaps(lines: &[&[u8]], order: usize) -> Vec<usize> {
    let is_empty = |line: &&&[u8]| Kind::of(line, order) == Kind::Empty;
    let runs = lines.chunk_by(|one, other| is_empty(&one) == is_empty(&other));
    let together = runs.filter(|run| is_empty(&&run[0])).map(<[_]>::len);
    let least = together.filter(|&count| count >= MANY).min().unwrap_or(0);
    (least.saturating_sub(2).max(MANY)..=least).rev().chain([2, 1, 0]).collect()
}

/// Whether rows make a puzzle with as many empty rows one after another as none has: two of them are
/// of one band, and could be exchanged.
fn has_many_empty(joined: &[u8]) -> bool {
    let Ok(Some(puzzle)) = parse_line(joined, Dialect::Rows) else { return false };
    let rows = puzzle.values().chunks(puzzle.layout().order());
    let is_empty = |row: &[u8]| row.iter().all(|&value| value == 0);
    let all: Vec<bool> = rows.map(is_empty).collect();
    all.windows(MANY).any(|rows| rows == [true; MANY])
}
