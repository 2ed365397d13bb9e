//! `brute-force`: every digit in every empty cell, in reading order.
//!
//! The search of HR12 (section 4.1) and PHP16. HR12 stops at the first solution,
//! PHP16 at the end of the search: a limit of one solution or of more.
//!
//! A *check* is a call of PHP16's `Verify`. At a given cell it is called once,
//! every time the search passes; at an empty cell it is called for 1 to n in
//! turn, in a pencilmark puzzle for those it may take. `backtracking` is the same search without the checks of givens, which HR12 and
//! AW15 do not make. The count is PHP16's to the unit; [how](super::backtracking) it is reached
//! without making each check is told there.

use super::backtracking::{Backtracking, EveryDigit, OwnLists};
use super::deduce::Work;
use super::limit::POLL;
use super::{Answer, Limit, Solver};
use crate::grid::Puzzle;

/// Exhaustive search in row-major order.
pub struct BruteForce {
    search: Backtracking,
    /// The checks of a given that the search passes.
    given: u32,
}

impl BruteForce {
    /// PHP16's search, which checks the givens it passes.
    pub fn new() -> BruteForce {
        BruteForce { search: Backtracking::default(), given: 1 }
    }

    /// The same search from empty cell to empty cell, as in HR12 and AW15.
    pub fn of_empty_cells() -> BruteForce {
        BruteForce { given: 0, ..BruteForce::new() }
    }
}

impl Solver for BruteForce {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let grid = puzzle.grid();
        let mut work = Work::new(POLL, limit);
        let found = match puzzle.marks() {
            None => {
                self.search.load(grid, self.given, |_| !0);
                self.search.search::<EveryDigit>(grid, &mut work.meter, limit.solutions)
            }
            Some(marks) => {
                self.search.load(grid, self.given, |cell| marks[cell.index()].bits());
                self.search.search::<OwnLists>(grid, &mut work.meter, limit.solutions)
            }
        };
        work.searched_by(found, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Layout};
    use crate::solver::Verdict;

    /// PHP16's puzzle, whose counts it prints, then the first and last lines of B09's
    /// figure 18 and its figure 2, which a translation of PHP16's program counted: checks to
    /// the first solution, and to the end of the search.
    const COUNTED: [(&str, u64, u64); 4] = [
        (
            "000000000640017000000020361506040000000006420000280009000500740405069200800000000",
            116_070,
            156_380,
        ),
        (
            ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.",
            593,
            1_021,
        ),
        (
            ".85...21..94.12..3...3..7.45.34.9....4.2.6.3....1.39.76.8..5...1..84.36..27...89.",
            1_065,
            1_911,
        ),
        (
            "46...1.....2.96....3.....68.......37...6.7...51.......84.....5....71.9.....3...24",
            6_728,
            348_301,
        ),
    ];

    fn nine(line: &str) -> Puzzle {
        let values = line.chars().map(|c| c.to_digit(10).unwrap_or(0) as u8);
        Puzzle::new(Grid::new(Layout::nine(), &values.collect::<Vec<u8>>())).unwrap()
    }

    fn solve(puzzle: &Puzzle, solutions: u64, checks: u64) -> Answer {
        let limit = Limit { checks, ..Limit::solutions(solutions) };
        BruteForce::new().solve(puzzle, &limit)
    }

    #[test]
    fn checks_are_those_of_php16() {
        for (line, first, end) in COUNTED {
            let puzzle = nine(line);
            let to_first = solve(&puzzle, 1, u64::MAX);
            assert_eq!((to_first.verdict, to_first.effort.checks), (Verdict::First, first));
            let to_end = solve(&puzzle, 2, u64::MAX);
            assert_eq!((to_end.verdict, to_end.effort.checks), (Verdict::Unique, end));
            assert_eq!(to_end.solution, to_first.solution);
        }
    }

    #[test]
    fn the_limit_is_exact() {
        let (line, first, end) = COUNTED[2];
        let puzzle = nine(line);
        for checks in 0..=end + 1 {
            let answer = solve(&puzzle, 2, checks);
            assert_eq!(answer.verdict == Verdict::Limit, checks < end, "at {checks}");
            assert_eq!(answer.effort.checks, checks.min(end));
            assert_eq!(answer.solutions, u64::from(checks >= first), "at {checks}");
        }
    }

    #[test]
    fn a_full_grid_costs_one_check_per_cell() {
        let (line, ..) = COUNTED[0];
        let solved = Puzzle::new(solve(&nine(line), 1, u64::MAX).solution.unwrap()).unwrap();
        let answer = solve(&solved, 1, u64::MAX);
        assert_eq!((answer.verdict, answer.effort.checks), (Verdict::Unique, 81));
    }

    #[test]
    fn the_288_grids_of_order_4() {
        let empty = Puzzle::new(Grid::empty(Layout::of_order(4).unwrap())).unwrap();
        let answer = solve(&empty, u64::MAX, u64::MAX);
        assert_eq!((answer.verdict, answer.solutions), (Verdict::Multiple, 288));
    }
}
