//! The controls at the sources' cost do what the solvers on sets of bits do.

use sudoku_lab::generate::{Generator, Recipe, Requirement};
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::solver::{Answer, Effort, Limit, SOLVERS, Usage, Verdict, find_solver};
use sudoku_lab::text::parse_cells;

use super::support::{PHP16, any_puzzles, shifted_puzzle};

fn puzzles(clues: std::ops::RangeInclusive<usize>, count: u64) -> Vec<Puzzle> {
    let mut generator = Generator::new(Recipe::nine(clues, Requirement::Unique, 17)).unwrap();
    generator.puzzles(0..count).into_iter().map(Result::unwrap).collect()
}

fn answer(name: &str, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
    let row = find_solver(name).unwrap();
    (row.build)().solve(puzzle, limit)
}

/// Compares all that is counted, at several limits. Where a limit falls between a digit and
/// the givens after it, the searches differ in whether the digit is a guess already.
fn assert_same(scan: &str, bits: &str, puzzle: &Puzzle, limits: &[u64]) {
    for solutions in [1, 2] {
        for &checks in limits {
            let limit = Limit { checks, ..Limit::solutions(solutions) };
            let [mut scanned, mut expected] = [scan, bits].map(|name| answer(name, puzzle, &limit));
            for answer in [&mut scanned, &mut expected] {
                if answer.verdict == Verdict::Limit {
                    answer.effort = Effort { checks: answer.effort.checks, ..Effort::default() };
                }
                answer.usage = Usage::NONE;
            }
            assert_eq!(scanned, expected, "{scan}, {solutions}, {checks}, {puzzle:?}");
        }
    }
}

/// The solvers that scan, each with the one that does the same on sets of bits.
fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let names = SOLVERS.iter().map(|row| row.name);
    names.filter_map(|name| Some((name, name.strip_suffix("-scan")?)))
}

#[test]
fn scanning_brute_force_makes_the_checks_of_php16() {
    let puzzle = parse_cells(PHP16.as_bytes()).unwrap();
    let checks = [1, 2].map(|solutions| {
        answer("brute-force-scan", &puzzle, &Limit::solutions(solutions)).effort.checks
    });
    assert_eq!(checks, [116_070, 156_380]);
    for puzzle in puzzles(30..=40, 1000) {
        assert_same("brute-force-scan", "brute-force", &puzzle, &[100_000]);
    }
}

#[test]
fn every_scanning_solver_counts_what_its_pair_counts() {
    assert_eq!(pairs().count(), 10);
    let hard = puzzles(23..=25, 5);
    let several = any_puzzles(5);
    let sizes = Layout::all().iter().map(|layout| shifted_puzzle(layout, 3)).collect::<Vec<_>>();
    for (scan, bits) in pairs() {
        for puzzle in hard.iter().chain(&several).chain(&sizes) {
            assert_same(scan, bits, puzzle, &[0, 1, 1000, 10_000]);
        }
    }
}

/// A digit that conflicts with a given is on no list, so lists never make more checks than
/// backtracking, and each strategy leaves no more of them.
#[test]
fn lists_and_strategies_save_checks() {
    for puzzle in puzzles(30..=34, 50) {
        let checks = |name: &str| {
            let answer = answer(name, &puzzle, &Limit::solutions(2));
            assert_eq!(answer.verdict, Verdict::Unique);
            answer.effort.checks
        };
        let once = ["backtracking", "lists", "lists-naked", "lists-hidden", "lists-pairs"];
        assert!(once.map(checks).is_sorted_by(|more, fewer| more >= fewer));
        for name in &once[1..] {
            assert!(checks(name) >= checks(&format!("{name}-throughout")), "{name}");
        }
        assert!(checks("brute-force") > checks("backtracking"));
    }
}
