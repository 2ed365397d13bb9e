//! Generated puzzles against solvers the generator does not use.
//!
//! At 9×9 the lanes decide what may go, so exact cover judges; at other sizes it is
//! the plain search of [`super::puzzles`], or MiniSat.

use std::collections::HashSet;

use sudoku_lab::generate::{
    ClueSymmetry, Equivalence, GenerateError, Generator, LowClues, Recipe, Requirement, SeenPuzzles,
};
use sudoku_lab::grid::{Layout, Puzzle, canonical};
use sudoku_lab::solver::{Limit, Solver, Verdict, find_solver};
use sudoku_lab::text::{parse_cells, to_line};

use super::support::{program, stdout};

fn judge(name: &str) -> Box<dyn Solver> {
    (find_solver(name).unwrap().build)()
}

fn verdict(judge: &mut dyn Solver, puzzle: &Puzzle) -> Verdict {
    judge.solve(puzzle, &Limit::solutions(2)).verdict
}

fn generate(recipe: Recipe, count: u64) -> Vec<Puzzle> {
    let made = Generator::new(recipe).unwrap().puzzles(0..count);
    made.into_iter().map(Result::unwrap).collect()
}

/// The puzzle has one solution, and without any one of its orbits of givens several.
fn assert_minimal(judge: &mut dyn Solver, puzzle: &Puzzle, symmetry: ClueSymmetry) {
    assert_eq!(verdict(judge, puzzle), Verdict::Unique, "{puzzle:?}");
    for orbit in symmetry.orbits(puzzle.layout()) {
        if puzzle.given(orbit[0]).is_some() {
            let mut without = puzzle.clone();
            orbit.iter().for_each(|&cell| without.remove(cell));
            assert_eq!(verdict(judge, &without), Verdict::Multiple, "{puzzle:?}: {orbit:?}");
        }
    }
}

#[test]
fn a_seed_and_an_index_are_a_puzzle_for_good() {
    let first =
        |requirement, clues| to_line(generate(Recipe::nine(clues, requirement, 1), 1)[0].grid());
    assert_eq!(
        first(Requirement::Any, 20..=40),
        ".9.......6..2....9.....63.1..864..7..345.7.8.5.7.38......71.635.....3.1.31.4...9."
    );
    assert_eq!(
        first(Requirement::Unique, 24..=30),
        ".9....8..6..2....9......3.1..864.....345.7.8.5.7.38....8.7...35.....3....1.4...9."
    );
    assert_eq!(
        first(Requirement::Minimal, 0..=81),
        "4.....57867......3.....8.....1.6..9...2..9.....7.8.2.....59...7.1.....6...3..7..."
    );
}

#[test]
fn a_puzzle_does_not_depend_on_its_neighbours() {
    let recipe = Recipe::nine(22..=25, Requirement::Minimal, 3);
    let together = generate(recipe.clone(), 300);
    let mut generator = Generator::new(recipe).unwrap();
    for indices in [0..1, 1..2, 77..78, 299..300, 40..50] {
        let some: Vec<Puzzle> =
            generator.puzzles(indices.clone()).into_iter().map(Result::unwrap).collect();
        assert_eq!(some, together[indices.start as usize..indices.end as usize]);
    }
}

#[test]
fn every_given_of_a_minimal_puzzle_is_necessary() {
    let mut dlx = judge("dlx");
    let recipe = Recipe::nine(0..=81, Requirement::Minimal, 4);
    let puzzles = generate(recipe, 1_000);
    for puzzle in &puzzles {
        assert_minimal(dlx.as_mut(), puzzle, ClueSymmetry::None);
    }
    let different: HashSet<&[u8]> = puzzles.iter().map(Puzzle::values).collect();
    assert_eq!(different.len(), 1_000);
}

#[test]
fn promises_are_kept_at_every_size() {
    let mut sat = judge("sat");
    for (order, clues) in
        [(4, 5..=8), (6, 14..=20), (9, 25..=27), (12, 60..=80), (16, 110..=150), (25, 330..=400)]
    {
        let layout = Layout::of_order(order).unwrap();
        let recipe = |requirement| Recipe {
            layout,
            requirement,
            ..Recipe::nine(clues.clone(), requirement, 5)
        };
        for puzzle in generate(recipe(Requirement::Unique), 4) {
            assert!(clues.contains(&puzzle.clues()), "{puzzle:?}");
            assert_eq!(verdict(sat.as_mut(), &puzzle), Verdict::Unique, "{puzzle:?}");
        }
        for puzzle in generate(recipe(Requirement::Any), 4) {
            assert!(clues.contains(&puzzle.clues()), "{puzzle:?}");
            let one = sat.solve(&puzzle, &Limit::solutions(1));
            assert_eq!(one.verdict, Verdict::First, "{puzzle:?}");
        }
    }
}

#[test]
fn minimal_puzzles_of_other_sizes() {
    let mut sat = judge("sat");
    for (order, count) in [(4, 50), (6, 50), (12, 5), (16, 1)] {
        let layout = Layout::of_order(order).unwrap();
        let clues = 0..=order * order;
        let recipe = Recipe { layout, ..Recipe::nine(clues, Requirement::Minimal, 6) };
        for puzzle in generate(recipe, count) {
            assert_minimal(sat.as_mut(), &puzzle, ClueSymmetry::None);
        }
    }
}

#[test]
fn patterns_show_in_the_givens() {
    let mut dlx = judge("dlx");
    for symmetry in ClueSymmetry::ALL {
        let recipe = Recipe { symmetry, ..Recipe::nine(28..=36, Requirement::Unique, 7) };
        for puzzle in generate(recipe, 40) {
            assert!((28..=36).contains(&puzzle.clues()));
            assert_eq!(verdict(dlx.as_mut(), &puzzle), Verdict::Unique, "{puzzle:?}");
            for orbit in symmetry.orbits(puzzle.layout()) {
                let given = orbit.iter().filter(|&&cell| puzzle.given(cell).is_some()).count();
                assert!(given == 0 || given == orbit.len(), "{symmetry:?}: {puzzle:?}");
            }
        }
        let recipe = Recipe { symmetry, ..Recipe::nine(0..=81, Requirement::Minimal, 8) };
        for puzzle in generate(recipe, 20) {
            assert_minimal(dlx.as_mut(), &puzzle, symmetry);
        }
    }
}

#[test]
fn walks_lead_to_few_clues() {
    let mut dlx = judge("dlx");
    let mut walks = LowClues::new(19..=20, 9).unwrap();
    let puzzles: Vec<Puzzle> = walks.puzzles(0..3).into_iter().map(Result::unwrap).collect();
    for puzzle in &puzzles {
        assert!((19..=20).contains(&puzzle.clues()));
        assert_minimal(dlx.as_mut(), puzzle, ClueSymmetry::None);
    }
    let forms: HashSet<String> =
        puzzles.iter().map(|puzzle| format!("{:?}", canonical(puzzle).unwrap())).collect();
    assert_eq!(forms.len(), puzzles.len());
    let last = LowClues::new(19..=20, 9).unwrap().puzzles(2..3).remove(0).unwrap();
    assert_eq!(last, puzzles[2]);
}

#[test]
fn what_cannot_be_is_an_error() {
    let new = |clues, requirement| Generator::new(Recipe::nine(clues, requirement, 1)).map(|_| ());
    let range = GenerateError::Range { clues: 80..=82, cells: 81 };
    assert_eq!(new(80..=82, Requirement::Any), Err(range));
    let too_few = GenerateError::TooFew { order: 9, least: 17 };
    assert_eq!(new(16..=30, Requirement::Unique), Err(too_few.clone()));
    assert_eq!(new(0..=16, Requirement::Minimal), Err(too_few.clone()));
    assert_eq!(LowClues::new(16..=16, 1).map(|_| ()), Err(too_few));
    let layout = Layout::of_order(4).unwrap();
    let three = Recipe { layout, ..Recipe::nine(3..=3, Requirement::Unique, 1) };
    let made = Generator::new(three).unwrap().puzzles(0..1).remove(0);
    assert!(matches!(made, Err(GenerateError::OutOfReach { .. })));
}

#[test]
fn none_is_emitted_twice() {
    // Most 4×4 puzzles of this kind are met more than once: there are 25,728.
    let minimal = "generate --size 2x2 --minimal --clues 4 --seed 2";
    let text = stdout(&program(&format!("{minimal} --count 4000")));
    let lines: HashSet<&str> = text.lines().collect();
    assert_eq!((lines.len(), text.lines().count()), (4_000, 4_000));
    let mut classes = SeenPuzzles::new(Equivalence::Equivalent);
    for line in lines {
        classes.admit(&parse_cells(line.as_bytes()).unwrap());
    }
    assert_eq!(classes.count(), 13, "of such puzzles, symmetries apart");
    // A digit in a cell: no more than 64.
    let all = program("generate --size 4 --any --clues 1 --seed 2 --count 100");
    assert_eq!(all.status.code(), Some(75));
    assert_eq!(all.stdout.iter().filter(|&&byte| byte == b'\n').count(), 64);
}

/// What was found is kept, whole and under its name; nothing is not put in its place.
#[test]
fn too_few_puzzles_are_written_and_have_a_code_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.txt");
    let (all, none) = ("--any --clues 1 --count 100", "--clues 3 --count 1");
    for (arguments, message) in [(all, "64 of 100 puzzles were made: "), (none, "no such puzzle")] {
        let file_named = file.display();
        let command = format!("generate --size 4 --seed 2 {arguments} --force --out {file_named}");
        let output = program(&command);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(75), "{told}");
        assert!(told.contains(message), "{told}");
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 64);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left");
    }
}

/// An option that would have no effect, or a number out of its range, is an error that says so.
#[test]
fn options_without_effect_are_refused() {
    for (arguments, reason) in [
        ("convert --size 9", "it goes with --from dimacs-model"),
        ("convert --encoding complete", "it goes with --to dimacs"),
        ("convert --encoding hr12 --from dimacs-model", "it goes with --to dimacs"),
        ("run IN --out IN --solvers fast,fast", "`fast` is named twice"),
        ("plan IN --out IN --solvers all,sat", "`sat` is named twice"),
        ("solve --count 0", "`0` is no number from 1 on"),
    ] {
        let arguments = arguments.replace("IN", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let output = program(&arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(64), "{arguments}: {message}");
        assert!(message.contains(reason), "{arguments}: {message}");
    }
    let help = stdout(&program("convert --help"));
    let from = help.split("--from").nth(1).unwrap().split("--encoding").next().unwrap();
    // The others are told apart by what they hold: `list formats` has them.
    assert!(from.contains("`dimacs-model` has to be named"), "{from}");
}

/// A number that no pattern has is not searched for, wherever in the range it is.
#[test]
fn numbers_of_givens_that_no_pattern_has_are_passed_over() {
    let arguments = "--clues 28..=31 --symmetry quarter --any --seed 1 --count 40";
    let text = stdout(&program(&format!("generate {arguments}")));
    let clues = |line: &str| line.bytes().filter(|&byte| byte != b'.').count();
    assert!(text.lines().all(|line| [28, 29].contains(&clues(line))), "{text}");
    assert_eq!(text.lines().count(), 40);
}

/// A minimal pattern may hold givens that can go one by one; the program says how often.
#[test]
fn minimal_patterns_are_told_from_minimal_puzzles() {
    let mut dlx = judge("dlx");
    let mut is_minimal = |line: &str| {
        let puzzle = parse_cells(line.as_bytes()).unwrap();
        let given = puzzle.layout().cells().iter().filter(|&&cell| puzzle.given(cell).is_some());
        given.into_iter().all(|&cell| {
            let mut without = puzzle.clone();
            without.remove(cell);
            verdict(dlx.as_mut(), &without) == Verdict::Multiple
        })
    };
    let mut found = HashSet::new();
    for (size, count) in [(4, 40), (9, 200), (12, 5)] {
        for symmetry in ["none", "rotate", "diagonal"] {
            let output = program(&format!(
                "generate --minimal --seed 1 --size {size} --count {count} --symmetry {symmetry}"
            ));
            let text = stdout(&output);
            let minimal = text.lines().filter(|line| is_minimal(line)).count();
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            if symmetry == "none" {
                assert_eq!((minimal, told.as_str()), (count, ""));
            } else {
                let expected = format!("{minimal} of {count} puzzles are also minimal");
                assert!(told.starts_with(&expected), "{size} {symmetry}: {told}");
                found.extend([minimal > 0, minimal == count]);
            }
        }
    }
    assert_eq!(found.len(), 2, "some patterns are minimal puzzles, others are not");
}

#[test]
fn a_box_may_be_named_either_way() {
    let text = |size| {
        let arguments = format!("generate --size {size} --clues 18 --count 3 --seed 1");
        stdout(&program(&arguments))
    };
    assert_eq!(text("3x2"), text("2x3"));
    assert_eq!(text("3x2"), text("6"));
}

#[test]
fn commands_give_the_same_bytes_for_any_threads() {
    for arguments in [
        "--count 40 --clues 26..=30 --seed 5",
        "--count 600 --minimal --seed 5 --symmetry rotate",
        "--count 30 --clues 20..=40 --seed 5 --any --size 3x4",
        "--count 3 --clues 130 --seed 5 --size 16",
        "--count 6 --clues 21 --seed 5 --low-clues",
    ] {
        let text = |threads| stdout(&program(&format!("generate {arguments} --threads {threads}")));
        let one = text(1);
        assert_eq!(one, text(2), "{arguments}");
        assert_eq!(one, text(1), "{arguments}");
    }
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    for (arguments, reason) in [
        ("", "say which puzzles: --clues, --minimal, or what is wanted of them"),
        ("--needs x-wing --out a.txt --resume --force", "cannot be used with"),
        ("--clues 5 --unique", "fewer than 17 clues"),
        ("--clues 90", "81 cells"),
        ("--clues 30-20", "no range like 24..=30"),
        ("--clues 30..=20", "the range `30..=20` is empty: its lower end comes first"),
        ("--clues 30 --symmetry quarter", "has 30 givens, as they come in sets"),
        ("--clues 30..=31 --symmetry quarter", "the nearest possible: 29 and 32"),
        ("--clues 3 --symmetry rotate --size 4", "the nearest possible: 4"),
        ("--clues 15 --symmetry mirror --size 4 --minimal", "the nearest possible: 14 and 16"),
        ("--clues 30 --size 10", "not a size"),
        ("--clues 30 --symmetry odd", "possible values"),
        ("--clues 16 --low-clues", "fewer than 17 clues"),
        ("--unique", "say which puzzles"),
        ("--clues 4 --size 4 --low-clues", "cannot be used"),
    ] {
        let output = program(&format!("generate --count 1 --seed 1 {arguments}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(64), "{arguments}: {message}");
        assert!(message.contains(reason), "{arguments}: {message}");
    }
}

/// Another grid than the default's for the same seed, whatever the threads; the default is as
/// it was.
#[test]
fn grids_are_filled_row_by_row_on_request() {
    let generate = |options: &str| {
        stdout(&program(&format!("generate --count 6 --clues 40 --any --seed 3 {options}")))
    };
    let rows = generate("--fill row-major --threads 1");
    assert_eq!(rows, generate("--fill row-major --threads 3"));
    assert_eq!(generate(""), generate("--fill fast"));
    assert_ne!(rows, generate(""));
    let mut sat = judge("sat");
    for line in rows.lines().chain(generate("--fill row-major --size 12").lines()) {
        let puzzle = parse_cells(line.as_bytes()).unwrap();
        assert_eq!(puzzle.clues(), 40);
        assert!(matches!(verdict(sat.as_mut(), &puzzle), Verdict::Unique | Verdict::Multiple));
    }
}
