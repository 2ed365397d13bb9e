//! Sudoku Explainer's rating: what the original says of our puzzles, sound removals, limits,
//! and the commands that give it.

use std::collections::BTreeSet;

use serde_json::Value;
use sudoku_lab::grid::{Digit, Grid, Layout, Puzzle};
use sudoku_lab::ser::{Hint, Limit, Memory, PRODUCERS, Ratings, course};
use sudoku_lab::solver::{ReferenceSolver, Verdict};
use sudoku_lab::text::parse_cells;

use super::program::read;
use super::puzzles::{Random, puzzle};
use super::support::{program, stdout, unique_puzzles, write_puzzles};

const FIXTURES: &str = include_str!("../fixtures/ser.tsv");

const NO_LIMIT: Limit<'static> = Limit { checks: u64::MAX, stop: &|| false };

/// Producers that no fixture of ours has: puzzles that need them are rare.
const UNSEEN: &[&str] = &[
    "dynamic-chains-plus",
    "nested-chains-2",
    "nested-chains-3",
    "nested-chains-4",
    "nested-chains-5",
];

/// A puzzle with what Sudoku Explainer 1.2.1 makes of it: three ratings and the producers.
fn fixtures() -> impl Iterator<Item = (Puzzle, [u16; 3], BTreeSet<&'static str>)> {
    FIXTURES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let ratings = [1, 2, 3].map(|place| fields[place].parse().unwrap());
        let puzzle = parse_cells(fields[0].as_bytes()).unwrap();
        (puzzle, ratings, fields[4].split(' ').collect())
    })
}

fn rate(puzzle: &Puzzle, visit: impl FnMut(usize, &Hint)) -> Ratings {
    let ratings = course(puzzle, &mut Memory::default(), NO_LIMIT, visit);
    assert!(ratings.whole);
    ratings
}

fn three(ratings: &Ratings) -> [u16; 3] {
    [ratings.ser, ratings.pearl, ratings.diamond]
}

/// Each producer finds what the original's finds, and nothing where that finds nothing.
#[test]
fn ratings_and_producers_are_the_originals() {
    let mut all = BTreeSet::new();
    for (puzzle, expected, producers) in fixtures() {
        let mut used = BTreeSet::new();
        let ratings = rate(&puzzle, |place, _| {
            used.insert(PRODUCERS[place].name);
        });
        assert_eq!(three(&ratings), expected, "{puzzle:?}");
        assert_eq!(used, producers, "{puzzle:?}");
        assert!(ratings.diamond <= ratings.pearl && ratings.pearl <= ratings.ser);
        all.extend(used);
    }
    let unseen = PRODUCERS.iter().map(|producer| producer.name).filter(|name| !all.contains(name));
    assert_eq!(unseen.collect::<Vec<_>>(), UNSEEN);
}

/// Every hint on every puzzle: what it removes is no part of the solution, what it places is.
#[test]
fn no_hint_contradicts_the_solution() {
    let (mut reference, mut memory) = (ReferenceSolver::default(), Memory::default());
    let mut random = Random::new(18);
    let random = (0..200).map(|_| puzzle(&mut random, Layout::nine(), 0));
    let mut removed = 0;
    for puzzle in fixtures().map(|(puzzle, ..)| puzzle).chain(random) {
        let limit = sudoku_lab::solver::Limit::solutions(2);
        let answer = reference.decide(std::slice::from_ref(&puzzle), &limit).remove(0);
        assert_eq!(answer.verdict, Verdict::Unique);
        let solution = answer.solution.unwrap();
        let holds =
            |(cell, digit): (usize, usize)| usize::from(solution.values()[cell]) == digit + 1;
        course(&puzzle, &mut memory, NO_LIMIT, |place, hint| {
            let name = PRODUCERS[place].name;
            assert!(!hint.removals.candidates().any(holds), "{name} on {puzzle:?}");
            assert!(hint.placement.is_none_or(holds), "{name} on {puzzle:?}");
            removed += hint.removals.candidates().count();
        });
    }
    assert!(removed > 2_000, "{removed}");
}

/// The digits' names play no part below 9.0.
#[test]
fn relabelled_puzzles_have_the_same_ratings() {
    let mut random = Random::new(19);
    for (puzzle, expected, _) in fixtures().filter(|(_, ratings, _)| ratings[0] < 90) {
        let mut digits: Vec<u8> = (1..=9).collect();
        random.shuffle(&mut digits);
        let mut grid = Grid::empty(Layout::nine());
        for &cell in Layout::nine().cells() {
            let digit = puzzle.given(cell).map(|digit| Digit::new(digits[digit.index()]));
            grid.set(cell, digit);
        }
        let ratings = rate(&Puzzle::new(grid).unwrap(), |_, _| ());
        assert_eq!(three(&ratings), expected, "{puzzle:?}");
    }
}

/// A rating that is cut short says so, is a lower bound, and leaves nothing behind.
#[test]
fn limits_leave_lower_bounds() {
    let mut memory = Memory::default();
    let (puzzle, expected, _) = fixtures().max_by_key(|(_, ratings, _)| ratings[0]).unwrap();
    let whole = course(&puzzle, &mut memory, NO_LIMIT, |_, _| ());
    for checks in [0, 1, 10, 100, 1_000, whole.checks - 1] {
        let limit = Limit { checks, ..NO_LIMIT };
        let cut = course(&puzzle, &mut memory, limit, |_, _| ());
        assert!(!cut.whole && cut.ser <= whole.ser && cut.steps < whole.steps, "{checks}");
    }
    let limit = Limit { checks: whole.checks, ..NO_LIMIT };
    assert_eq!(course(&puzzle, &mut memory, limit, |_, _| ()), whole);
    assert_eq!(three(&whole), expected);
    let stopped = course(&puzzle, &mut memory, Limit { stop: &|| true, ..NO_LIMIT }, |_, _| ());
    assert!(!stopped.whole);
}

/// What is no 9×9 puzzle with one solution has a status and no number.
#[test]
fn rate_prints_ratings_and_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.txt");
    let (puzzle, ratings, _) = fixtures().nth(3).unwrap();
    write_puzzles(&file, &[puzzle]);
    let mut text = std::fs::read_to_string(&file).unwrap();
    text += &format!("1234............\n{}\n12\n", ".".repeat(81));
    std::fs::write(&file, text).unwrap();
    let table = stdout(&program(&format!("rate --order ser {}", file.display())));
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0][1..4], ["ser", "ser_pearl", "ser_diamond"]);
    assert_eq!(rows[1][1..4], ratings.map(|rating| rating.to_string()));
    let statuses: Vec<&str> = rows[1..].iter().map(|row| row[8]).collect();
    assert_eq!(statuses[..3], ["ok", "unsupported", "multiple"]);
    assert!(statuses[3].starts_with("invalid: "));
    assert!(rows[2..].iter().all(|row| row[1..6] == ["-"; 5]));
    let orders = stdout(&program("list orders"));
    assert!(orders.lines().any(|line| line.starts_with("ser ")), "{orders}");
}

#[test]
fn explain_tells_the_path_with_its_chains() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.txt");
    let chained = |(_, _, producers): &(_, _, BTreeSet<&str>)| producers.contains("short-chain");
    let (puzzle, ratings, producers) = fixtures().find(chained).unwrap();
    write_puzzles(&file, &[puzzle]);
    let file = file.display();
    let line = stdout(&program(&format!("explain --order ser --format json {file}")));
    let value: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(value["ser"], ratings[0]);
    let steps = value["steps"].as_array().unwrap();
    let used: BTreeSet<&str> =
        steps.iter().map(|step| step["strategy"].as_str().unwrap()).collect();
    assert_eq!(used, producers);
    let highest = steps.iter().map(|step| step["rating"].as_u64().unwrap()).max();
    assert_eq!(highest, Some(ratings[0].into()));
    let step = steps.iter().find(|step| step["strategy"] == "short-chain").unwrap();
    let chain = step["chains"][0].as_array().unwrap();
    assert!(chain.len() >= 4 && chain[0]["parents"] == serde_json::json!([1]));
    let last = value["last"]["values"].as_str().unwrap();
    assert_eq!(value["solutions"], 1);
    assert!(!last.contains('.'), "{last}");
    let text = stdout(&program(&format!("explain --order ser --brief {file}")));
    assert!(text.contains("; from ") && text.contains("SER "), "{text}");
    let page = program(&format!("explain --order ser --format html {file}"));
    assert_eq!(page.status.code(), Some(64));
}

#[test]
fn a_run_has_ratings_if_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("few.txt"), folder.path().join("run"));
    let puzzles = unique_puzzles(5);
    write_puzzles(&file, &puzzles);
    let run = |options: &str| {
        let (file, out) = (file.display(), out.display());
        program(&format!("run {file} --solvers fast --quiet --out {out}{options}"))
    };
    stdout(&run("-plain"));
    stdout(&run("-rated --rate ser"));
    let card = |name: &str| {
        let path = folder.path().join(format!("run-{name}/README.md"));
        std::fs::read_to_string(path).unwrap()
    };
    assert!(card("rated").contains("`ser_pearl`") && !card("plain").contains("`ser_pearl`"));
    stdout(&run("-cut --rate ser --max-checks 1"));
    let columns = |name: &str| {
        let table = read(&folder.path().join(format!("run-{name}")), "puzzles");
        ["ser", "ser_pearl", "ser_diamond", "ser_at_least"].map(|column| {
            let column = table.column(column).unwrap().u16().unwrap().into_no_null_iter();
            column.collect::<Vec<u16>>()
        })
    };
    let (rated, cut) = (columns("rated"), columns("cut"));
    for (place, puzzle) in puzzles.iter().enumerate() {
        assert_eq!([0, 1, 2].map(|column| rated[column][place]), three(&rate(puzzle, |_, _| ())));
        assert_eq!([0, 1, 2].map(|column| cut[column][place]), [0; 3]);
        assert!(rated[3][place] == 0 && cut[3][place] <= rated[0][place]);
    }
    // What is written depends on it, so a run is not taken up without it.
    let other = run("-rated --resume");
    assert!(String::from_utf8_lossy(&other.stderr).contains("rate is null"), "{other:?}");
}
