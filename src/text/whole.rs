//! Which of the rows directly below one another are those of whole puzzles, as solutions tell where a row is too
//! many, or missing: nine that are of two puzzles hardly ever have exactly one solution.
//!
//! Only 9×9 puzzles are looked at.

use std::ops::Range;

use super::solvable::which_have_one_solution;

/// Rows of a puzzle.
const ORDER: usize = 9;

/// Rows that may be too many between two whole puzzles, of which nothing tells to which they belong.
const FEW: usize = 2;

/// The rows that are no whole puzzles.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Left {
    /// Those rows, in runs, none as long as some puzzles; those of a puzzle that a row too many may be of, too.
    pub(super) runs: Vec<Range<usize>>,
    /// Up to which row that is known.
    pub(super) known: usize,
    /// Those that are no rows, in order.
    pub(super) rulers: Vec<usize>,
    /// How many puzzles have exactly one solution.
    pub(super) whole: usize,
}

impl Left {
    /// Whether it is hardly more than one puzzle.
    pub(super) fn is_of_one(&self) -> bool {
        self.runs.iter().map(ExactSizeIterator::len).sum::<usize>() <= ORDER + 1
    }
}

/// What is left of these rows, each its cells and a `|`, if whole puzzles are taken out of them, as many with
/// exactly one solution as there are. No runs if as many stand in them from the first row on; or if there are more
/// rows below them, as far as is known.
/// Some may be rulers, which are not left.
pub(super) fn left_of(
    rows: &[Vec<u8>],
    is_end: bool,
    may_be_ruler: impl Fn(usize) -> bool,
) -> Left {
    let plain: Vec<Vec<u8>> = rows.chunks_exact(ORDER).map(<[_]>::concat).collect();
    let whole = which_have_one_solution(&plain).into_iter().filter(|&is_one| is_one).count();
    let none = Left { whole, ..Left::default() };
    let is_whole = !is_end || rows.len().is_multiple_of(ORDER);
    if is_whole && whole == plain.len() {
        return none;
    }
    let most = Most::of(rows);
    if most.all() == 0 || most.all() == whole && is_whole {
        return none;
    }
    let (mut runs, mut known) = most.between();
    if is_end {
        runs.push(known..rows.len());
        known = rows.len();
    }
    let rulers = take_rulers(&mut runs, may_be_ruler);
    Left { runs: without_whole(runs, known), known, rulers, whole: most.all() }
}

/// The most puzzles with exactly one solution that stand in rows.
struct Most {
    /// Whether that is one which begins with a row.
    is_one: Vec<bool>,
    /// How many there are from a row on, and up to one.
    from: Vec<usize>,
    up_to: Vec<usize>,
}

impl Most {
    fn of(rows: &[Vec<u8>]) -> Most {
        let puzzles: Vec<Vec<u8>> = rows.windows(ORDER).map(<[_]>::concat).collect();
        let is_one = which_have_one_solution(&puzzles);
        let mut from = vec![0; rows.len() + 1];
        for first in (0..is_one.len()).rev() {
            let taken = if is_one[first] { 1 + from[first + ORDER] } else { 0 };
            from[first] = taken.max(from[first + 1]);
        }
        let mut up_to = vec![0; rows.len() + 1];
        for end in 1..=rows.len() {
            let first = end.checked_sub(ORDER).filter(|&first| is_one[first]);
            up_to[end] = up_to[end - 1].max(first.map_or(0, |first| up_to[first] + 1));
        }
        Most { is_one, from, up_to }
    }

    /// Whether there are not as many without the one that begins with a row.
    fn is_sure(&self, first: usize) -> bool {
        let others = (first.saturating_sub(ORDER - 1)..first).filter(|&other| self.is_one[other]);
        let with = |other: usize| self.up_to[other] + 1 + self.from[other + ORDER];
        let without = self.up_to[first] + self.from[first + 1];
        others.map(with).all(|most| most < self.all()) && without < self.all()
    }

    fn all(&self) -> usize {
        self.from[0]
    }

    /// The rows before each of them that is sure, and where the last one ends.
    fn between(&self) -> (Vec<Range<usize>>, usize) {
        let (mut runs, mut end, mut first) = (Vec::new(), 0, 0);
        while self.from[first] > 0 {
            if self.is_one[first] && self.from[first] == 1 + self.from[first + ORDER] {
                if self.is_sure(first) {
                    runs.push(end..first);
                    end = first + ORDER;
                }
                first += ORDER;
            } else {
                first += 1;
            }
        }
        (runs, end)
    }
}

/// Takes the rows that may be rulers from both ends of each run, and returns them.
fn take_rulers(runs: &mut [Range<usize>], may_be_ruler: impl Fn(usize) -> bool) -> Vec<usize> {
    let is_row = |row: &usize| !may_be_ruler(*row);
    let mut rulers = Vec::new();
    for run in runs {
        let ends = run.clone().find(is_row).zip(run.clone().rfind(is_row));
        let kept = ends.map_or(run.end..run.end, |(first, last)| first..last + 1);
        rulers.extend((run.start..kept.start).chain(kept.end..run.end));
        *run = kept;
    }
    rulers
}

/// The runs that are not of as many rows as some puzzles, each of few with the puzzles beside it.
fn without_whole(runs: Vec<Range<usize>>, known: usize) -> Vec<Range<usize>> {
    let is_hurt = |run: &Range<usize>| !run.len().is_multiple_of(ORDER);
    let with_neighbours = |run: Range<usize>| match run.len() > FEW {
        true => run,
        false => run.start.saturating_sub(ORDER)..(run.end + ORDER).min(known),
    };
    merged(runs.into_iter().filter(is_hurt).map(with_neighbours))
}

/// Runs in order, those that meet as one.
fn merged(runs: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for run in runs {
        match all.last_mut() {
            Some(last) if run.start < last.end => last.end = run.end,
            _ => all.push(run),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    const PUZZLES: [&str; 3] = [
        ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ];

    fn rows_of(puzzles: &[&str]) -> Vec<Vec<u8>> {
        let all = puzzles.concat();
        all.as_bytes().chunks(ORDER).map(|row| [row, b"|"].concat()).collect()
    }

    fn rows() -> Vec<Vec<u8>> {
        rows_of(&PUZZLES)
    }

    #[test]
    fn a_missing_row_is_found() {
        let none = Left { whole: 3, ..Left::default() };
        assert_eq!(left_of(&rows(), true, |_| false), none);
        let mut fewer = rows();
        fewer.remove(12);
        let left =
            Left { runs: iter::once(9..17).collect(), known: 26, whole: 2, ..Left::default() };
        assert_eq!(left_of(&fewer, true, |_| false), left);
    }

    /// Rows of one puzzle with several solutions and of the next have exactly one, too: neither is sure.
    #[test]
    fn one_of_two_that_share_rows_is_not_sure() {
        let two = [
            "45.7.8.3.17..9.5.4..3.4.7.....18.95...69...7.3..42....53..7.8...89...2.7.........",
            ".9.72....1.69.......2.6149.9...1..54...5...2..54..97..21.43...9...1.26.3....952.7",
        ];
        let below = rows_of(&[two[0], two[1], PUZZLES[0]]);
        let rows = [rows()[..5].to_vec(), below].concat();
        let left = left_of(&rows, true, |_| false);
        assert_eq!((left.runs, left.known, left.whole), (iter::once(0..23).collect(), 32, 2));
    }
}
