//! One puzzle's search over several threads counts and finds what the undivided search does.

use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::pipeline::divided::Divided;
use sudoku_lab::solver::{Answer, Limit, SolverRow, Verdict, find_solver};
use sudoku_lab::text::parse_cells;

use super::support::{PHP16, any_puzzles, program, shifted_puzzle, stdout, unique_puzzles};

/// A generated puzzle, its bands and rows rearranged so that brute force begins with an
/// empty row: 1,450,115,049 checks. Two more of its digits are given here: 41,741,492.
const LONG: &str =
    ".......485...8.....7.6.2.............89...4....642...32......9...4.3...1.9...657.";

fn row(name: &str) -> &'static SolverRow {
    find_solver(name).unwrap()
}

fn undivided(name: &str, puzzle: &Puzzle, solutions: u64, checks: u64) -> Answer {
    (row(name).build)().solve(puzzle, &Limit { checks, ..Limit::solutions(solutions) })
}

fn divided(
    name: &str,
    puzzle: &Puzzle,
    solutions: u64,
    checks: u64,
    threads: usize,
    parts: usize,
) -> Answer {
    let (row, interrupt) = (row(name), &Interrupt::default());
    let divided = Divided { row, threads, parts, solutions, checks, cpu_ns: None, interrupt };
    divided.solve(puzzle, &|_, _| ()).unwrap().expect("the search can be divided")
}

/// Where a limit falls between parts, a digit may be a guess that is not counted yet.
fn without_guesses_at_a_limit(mut answer: Answer) -> Answer {
    if answer.verdict == Verdict::Limit {
        (answer.effort.guesses, answer.effort.backtracks) = (0, 0);
    }
    answer
}

fn assert_same(name: &str, puzzle: &Puzzle, solutions: u64, checks: u64, parts: usize) {
    let expected = undivided(name, puzzle, solutions, checks);
    let answer = divided(name, puzzle, solutions, checks, 2, parts);
    let [answer, expected] = [answer, expected].map(without_guesses_at_a_limit);
    assert_eq!(answer, expected, "{name}, {solutions}, {checks}, {parts}, {puzzle:?}");
}

#[test]
fn parts_add_up_to_the_whole_search() {
    let sizes = Layout::all().iter().map(|layout| shifted_puzzle(layout, 3));
    let puzzles: Vec<Puzzle> = unique_puzzles(200).into_iter().chain(any_puzzles(60)).collect();
    for (i, puzzle) in puzzles.iter().chain(&sizes.collect::<Vec<_>>()).enumerate() {
        let parts = [1, 2, 10, 100, 1000][i % 5];
        for solutions in [1, 2, 5] {
            assert_same("brute-force", puzzle, solutions, 200_000, parts);
            assert_same("backtracking", puzzle, solutions, 20_000, parts);
        }
    }
}

#[test]
fn limits_fall_where_they_fall_undivided() {
    for puzzle in unique_puzzles(3).iter().chain(&any_puzzles(3)) {
        let end = undivided("brute-force", puzzle, 3, u64::MAX).effort.checks;
        for checks in (0..40).chain((0..60).map(|i| end * i / 59)).chain([end - 1, end + 1]) {
            assert_same("brute-force", puzzle, 3, checks, 20);
            assert_same("brute-force-scan", puzzle, 3, checks.min(2000), 20);
            assert_same("backtracking-scan", puzzle, 3, checks.min(2000), 20);
        }
    }
}

#[test]
fn divided_searches_count_what_php16_printed() {
    let puzzle = parse_cells(PHP16.as_bytes()).unwrap();
    for threads in [1, 2, 3, 8] {
        let counted = [1, 2].map(|solutions| {
            let answer = divided("brute-force", &puzzle, solutions, u64::MAX, threads, 500);
            assert_eq!(answer.solution, undivided("brute-force", &puzzle, 1, u64::MAX).solution);
            answer.effort.checks
        });
        assert_eq!(counted, [116_070, 156_380]);
    }
}

#[test]
fn a_long_search_of_one_line_is_divided() {
    let solve = |options: &str| {
        stdout(&program(&format!("solve {LONG} --solver brute-force --stats {options}")))
    };
    for options in ["--count 1", "--count 2", "--count 2 --max-checks 2000000"] {
        let [one, two] = [1, 2].map(|threads| solve(&format!("{options} --threads {threads}")));
        assert_eq!(one, two);
    }
    let counted = "\tstatus=unique\tsolutions=1\tchecks=41741492\t";
    assert!(solve("--count 2 --threads 2").contains(counted));
}

#[test]
fn a_divided_search_ends_when_its_time_is_up() {
    let puzzle = Puzzle::empty(Layout::of_order(16).unwrap());
    let (row, interrupt) = (row("brute-force"), &Interrupt::default());
    let divide = |cpu_ns, interrupt| {
        let (solutions, checks) = (u64::MAX, u64::MAX);
        let divided = Divided { row, threads: 2, parts: 100, solutions, checks, cpu_ns, interrupt };
        divided.solve(&puzzle, &|_, _| ()).unwrap().unwrap()
    };
    assert_eq!(divide(Some(50_000_000), interrupt).verdict, Verdict::Limit);
    let set = Interrupt::default();
    set.cancel();
    assert_eq!(divide(None, &set).verdict, Verdict::Limit);
}
