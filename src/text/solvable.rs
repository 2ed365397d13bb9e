//! How many of some puzzles have exactly one solution. Of the ways to read lines, one a row too high makes
//! hardly ever any: where givens do not tell, this does.

use super::spacing::{Spacing, cells_of};
use super::{Dialect, parse_line, row};
use crate::lanes::{Answer, Limit, Solver};

/// Guesses after which a puzzle is taken for one that has many solutions.
const MOST_GUESSES: u64 = 10_000;

/// How many of these puzzles, joined, have exactly one solution. Only 9×9 puzzles are looked at.
pub(super) fn with_one_solution(joined: &[Vec<u8>]) -> usize {
    let values = |line: &Vec<u8>| -> Option<[u8; 81]> {
        let puzzle = parse_line(line, Dialect::Rows).ok()??;
        puzzle.values().try_into().ok()
    };
    let puzzles: Vec<[u8; 81]> = joined.iter().filter_map(values).collect();
    let mut answers = vec![Answer::default(); puzzles.len()];
    let limit = Limit { guesses: Some(MOST_GUESSES), ..Limit::solutions(2) };
    Solver::default().solve_batch(&puzzles, limit, &mut answers);
    answers.iter().filter(|answer| answer.solutions == 1 && !answer.limited).count()
}

/// Whether all puzzles that stand so in these lines have exactly one solution.
pub(super) fn have_one_solution(spacing: Spacing, order: usize, lines: &[&[u8]]) -> bool {
    let row =
        |line: &[u8]| -> Vec<u8> { row::cells(&cells_of(line, order)).chain([b'|']).collect() };
    let joined = |rows: Vec<&[u8]>| rows.into_iter().flat_map(row).collect();
    let all: Vec<Vec<u8>> = spacing.puzzles(order, lines).map(joined).collect();
    !all.is_empty() && with_one_solution(&all) == all.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_with_one_solution_are_counted() {
        let row = |cells: &str| format!("{cells}|");
        let joined = |text: &str| text.as_bytes().to_vec();
        let php16 =
            ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.";
        let rows: String = (0..9).map(|at| row(&php16[9 * at..9 * at + 9])).collect();
        let many = rows.replace('6', ".");
        let none = rows.replacen('.', "9", 1);
        let small = "12..|34..|.1..|.4..|";
        let all = [&rows, &many, &none, small, "12..|"].map(joined);
        assert_eq!(with_one_solution(&all), 1);
    }
}
