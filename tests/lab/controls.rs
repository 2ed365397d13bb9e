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

/// HR12's brute force tries the digits that its pass over the houses leaves: those that
/// `backtracking` finds free of conflict.
#[test]
fn brute_force_as_hr12_prints_it_counts_what_backtracking_counts() {
    let sizes = Layout::all().iter().map(|layout| shifted_puzzle(layout, 3));
    let generated = puzzles(26..=34, 100).into_iter().chain(any_puzzles(50));
    for puzzle in generated.chain(sizes) {
        assert_same("brute-force-hr12-listing", "backtracking", &puzzle, &[0, 1, 1000, 10_000]);
    }
}

/// The rules as printed come to the same grids as those of the text: what one order of steps
/// leaves, every other does, as long as nothing contradicts. A hidden single is found twice,
/// by rule_two and by rule_one.
#[test]
fn human_method_as_hr12_prints_it_deduces_what_its_text_does() {
    let combinations = [("-s1", "-s1"), ("-s12", "-s12"), ("-s123", "-s123"), ("-s124", "-s12")];
    let whole = [("", "-s123")];
    for puzzle in puzzles(28..=36, 200).iter().chain(&any_puzzles(30)) {
        for (printed, text) in combinations.iter().chain(&whole) {
            let answer = |name: &str| answer(name, puzzle, &Limit::solutions(2));
            let printed = answer(&format!("human-hr12-listing{printed}"));
            let text = answer(&format!("human{text}"));
            assert_eq!((printed.verdict, printed.solutions), (text.verdict, text.solutions));
            assert_eq!(printed.solution, text.solution);
            assert_eq!(printed.effort.eliminations, 0);
            if text.effort.guesses == 0 {
                assert_eq!(printed.effort.placements, text.effort.placements);
            }
        }
    }
}

/// What rule_three finds costs its searches and nothing else.
#[test]
fn rule_three_changes_nothing() {
    for puzzle in puzzles(24..=28, 30) {
        for (without, with) in [("-s12", "-s124"), ("-s123", "")] {
            let [without, with] = [without, with].map(|name| {
                answer(&format!("human-hr12-listing{name}"), &puzzle, &Limit::solutions(2))
            });
            assert!(with.effort.checks > without.effort.checks);
            let checks = without.effort.checks;
            assert_eq!(Answer { effort: Effort { checks, ..with.effort }, ..with }, without);
        }
    }
}

/// Guesses that come earlier, or in another cell, end at the same solutions.
#[test]
fn guesses_at_other_times_find_the_same() {
    let names =
        ["human-fewest", "human-early-2", "human-early-3", "human-early-pairs", "human-by-grid"];
    let mut guesses = [0; 5];
    for puzzle in puzzles(24..=30, 100).iter().chain(&any_puzzles(30)) {
        let expected = answer("fast", puzzle, &Limit::solutions(2));
        for (name, guesses) in names.iter().zip(&mut guesses) {
            let found = answer(name, puzzle, &Limit::solutions(2));
            assert_eq!(found.solutions, expected.solutions, "{name}");
            if expected.solutions == 1 {
                assert_eq!(found.solution, expected.solution, "{name}");
            }
            *guesses += found.effort.guesses;
        }
    }
    let [fewest, early_2, early_3, early_pairs, by_grid] = guesses;
    assert!(fewest < early_pairs && early_pairs < early_2 && early_2 <= early_3, "{guesses:?}");
    // It leaves out only searches that find nothing.
    assert_eq!(by_grid, fewest);
}

/// Files carry formula and model whole: MiniSat does the same with them and without.
#[test]
fn formulas_and_models_go_through_files() {
    let sizes = [4, 16].map(|order| shifted_puzzle(Layout::of_order(order).unwrap(), 3));
    for puzzle in puzzles(24..=30, 20).iter().chain(&any_puzzles(10)).chain(&sizes) {
        for solutions in [1, 2] {
            let [file, memory, other] = ["sat-hr12-file", "sat-hr12-memory", "sat-hr12-listing"]
                .map(|name| answer(name, puzzle, &Limit::solutions(solutions)));
            assert_eq!(file, memory);
            assert_eq!(file.solutions, other.solutions);
            assert!(file.verdict != Verdict::Unique || file.solution == other.solution);
        }
    }
}
