//! Which puzzles have exactly one solution. Of the ways to read lines, one a row too high makes
//! hardly ever any: where givens do not tell, this does.

use super::spacing::{Spacing, cells_of};
use super::{Dialect, parse_line, row};
use crate::grid::Puzzle;
use crate::solver::{Limit, ReferenceSolver, Verdict};

/// Guesses, or conflicts, after which it is not known of a puzzle.
const MOST_CHECKS: u64 = 10_000;

/// Which of these puzzles, joined, are known to have exactly one solution.
pub(super) fn which_have_one_solution(joined: &[impl AsRef<[u8]>]) -> Vec<bool> {
    let parsed: Vec<Option<Puzzle>> = joined.iter().map(|line| puzzle(line.as_ref())).collect();
    let puzzles: Vec<Puzzle> = parsed.iter().flatten().cloned().collect();
    let mut verdicts = decide(&puzzles).into_iter();
    let is_one = |puzzle: Option<_>| puzzle.is_some() && verdicts.next() == Some(Verdict::Unique);
    parsed.into_iter().map(is_one).collect()
}

/// Whether a puzzle, joined, has exactly one solution, or it is not known.
pub(super) fn may_have_one_solution(joined: &[u8]) -> bool {
    puzzle(joined)
        .is_none_or(|puzzle| matches!(decide(&[puzzle])[..], [Verdict::Unique | Verdict::Limit]))
}

/// The puzzle that is joined.
fn puzzle(joined: &[u8]) -> Option<Puzzle> {
    parse_line(joined, Dialect::Rows).ok()?
}

/// How many solutions these have, up to two.
fn decide(puzzles: &[Puzzle]) -> Vec<Verdict> {
    let limit = Limit { checks: MOST_CHECKS, ..Limit::solutions(2) };
    let answers = ReferenceSolver::default().decide(puzzles, &limit);
    answers.into_iter().map(|answer| answer.verdict).collect()
}

/// The cells of a row, as they are joined.
pub(super) fn joined_row(line: &[u8], order: usize) -> Vec<u8> {
    row::cells(&cells_of(line, order)).chain([b'|']).collect()
}

/// Whether all puzzles that stand so in these lines have exactly one solution.
pub(super) fn have_one_solution(spacing: Spacing, order: usize, lines: &[&[u8]]) -> bool {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for rows in spacing.puzzles(order, lines) {
        all.push(rows.into_iter().flat_map(|line| joined_row(line, order)).collect());
    }
    !all.is_empty() && which_have_one_solution(&all).iter().all(|&is_one| is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_with_one_solution_are_known() {
        let row = |cells: &str| format!("{cells}|");
        let joined = |text: &str| text.as_bytes().to_vec();
        let php16 =
            ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.";
        let rows: String = (0..9).map(|at| row(&php16[9 * at..9 * at + 9])).collect();
        let many = rows.replace('6', ".");
        let none = rows.replacen('.', "9", 1);
        let small = "12..|3...|.1..|....|";
        let all = [&rows, &many, &none, small, "12..|"].map(joined);
        assert_eq!(which_have_one_solution(&all), [true, false, false, false, false]);
    }
}
