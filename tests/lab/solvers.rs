//! What holds for every solver of the table.

use sudoku_lab::grid::{Layout, Puzzle, is_solution};
use sudoku_lab::solver::{Limit, SOLVERS, Verdict, find_solver, reference};
use sudoku_lab::strategy::STRATEGIES;
use sudoku_lab::text::parse_cells;

use super::support::{PHP16, any_puzzles, shifted_puzzle, unique_puzzles};

/// Solves with every solver and compares; one that does not guess may stall.
fn all_agree(puzzle: &Puzzle) {
    let mut judge = (reference(puzzle.layout()).build)();
    let expected = judge.solve(puzzle, &Limit::solutions(2));
    for row in SOLVERS.iter().filter(|row| row.takes(puzzle)) {
        // Those that measure the sources' cost are slow: see `controls`.
        let checks = if row.in_all { 3_000_000 } else { 100_000 };
        let limit = Limit { checks, ..Limit::solutions(2) };
        let answer = (row.build)().solve(puzzle, &limit);
        if matches!(answer.verdict, Verdict::Stalled | Verdict::Limit) {
            continue;
        }
        assert_eq!(answer.verdict, expected.verdict, "{} on {puzzle:?}", row.name);
        if let Some(solution) = &answer.solution {
            assert!(is_solution(solution, puzzle), "{} on {puzzle:?}", row.name);
        }
        if answer.verdict == Verdict::Unique {
            assert_eq!(answer.solution, expected.solution, "{} on {puzzle:?}", row.name);
        }
    }
}

#[test]
fn all_solvers_agree_on_9_by_9() {
    unique_puzzles(60).iter().chain(&any_puzzles(30)).for_each(all_agree);
}

#[test]
fn all_solvers_agree_on_other_sizes() {
    for layout in Layout::all() {
        for stride in [2, 3, 5] {
            all_agree(&shifted_puzzle(layout, stride));
        }
    }
}

#[test]
fn all_solvers_see_that_nothing_fits() {
    // Row 1 leaves only 9 for its last cell, whose column holds a 9 already.
    let hopeless = format!("12345678.{}9{}", ".".repeat(8), ".".repeat(63));
    let puzzle = parse_cells(hopeless.as_bytes()).unwrap();
    for row in SOLVERS {
        let limit = Limit { checks: 1_000_000, ..Limit::solutions(2) };
        let answer = (row.build)().solve(&puzzle, &limit);
        // A search without propagation may not get there in time.
        let fine = matches!(answer.verdict, Verdict::None | Verdict::Limit);
        assert!(fine && answer.solution.is_none(), "{}: {:?}", row.name, answer.verdict);
    }
}

#[test]
fn every_solver_counts_the_288_grids_of_order_4() {
    let empty = parse_cells(&[b'.'; 16]).unwrap();
    for row in SOLVERS.iter().filter(|row| row.takes(&empty)) {
        let answer = (row.build)().solve(&empty, &Limit::solutions(1000));
        if answer.verdict != Verdict::Stalled {
            assert_eq!(answer.solutions, 288, "{}", row.name);
        }
    }
}

#[test]
#[ignore = "counts 28 million grids twice: run in a release build"]
fn exhaustive_searches_count_the_grids_of_order_6() {
    let empty = parse_cells(&[b'.'; 36]).unwrap();
    for name in ["brute-force", "dlx"] {
        let mut solver = (find_solver(name).unwrap().build)();
        let answer = solver.solve(&empty, &Limit::solutions(u64::MAX));
        println!("{name}: {} grids, {} checks", answer.solutions, answer.effort.checks);
        assert_eq!(answer.solutions, 28_200_960, "{name}");
    }
}

#[test]
fn every_solver_honours_its_limits() {
    let puzzle = parse_cells(PHP16.as_bytes()).unwrap();
    for row in SOLVERS {
        let none = Limit { checks: 0, ..Limit::solutions(2) };
        let answer = (row.build)().solve(&puzzle, &none);
        assert_eq!(answer.effort.checks, 0, "{}", row.name);
        let solved = matches!(answer.verdict, Verdict::Unique | Verdict::Limit);
        assert!(solved, "{}: {:?}", row.name, answer.verdict);
    }
}

#[test]
fn solving_again_costs_the_same() {
    let puzzles = unique_puzzles(8);
    for row in SOLVERS {
        let mut solver = (row.build)();
        let limit = Limit { checks: 1_000_000, ..Limit::solutions(2) };
        let batch = solver.solve_batch(&puzzles, &limit);
        for (puzzle, answer) in puzzles.iter().zip(batch) {
            assert_eq!(solver.solve(puzzle, &limit), answer, "{} on {puzzle:?}", row.name);
        }
    }
}

#[test]
fn names_are_distinct() {
    let mut names: Vec<_> =
        SOLVERS.iter().map(|r| r.name).chain(STRATEGIES.iter().map(|s| s.name)).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}
