//! Sudoku Explainer's rating: what the original says of our puzzles, sound removals, limits,
//! and the commands that give it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sudoku_lab::generate::{Generator, Recipe, Requirement};
use sudoku_lab::grid::{Digit, Grid, Layout, Puzzle, Symmetry};
use sudoku_lab::rate::{Exact, ExactRater};
use sudoku_lab::ser::{Hint, Limit, Memory, PRODUCERS, Producer, Ratings, course};
use sudoku_lab::solver::{ReferenceSolver, Verdict};
use sudoku_lab::text::{parse_cells, to_line};

use super::program::read;
use super::puzzles::{Random, puzzle};
use super::support::{program, stdout, unique_puzzles, write_puzzles};

const FIXTURES: &str = include_str!("../fixtures/ser.tsv");

/// Puzzles with several solutions, on which none of the producers finds anything in the end.
const OPEN: &str = include_str!("../fixtures/ser-open.tsv");

/// Boards at which one producer is asked alone: values, candidates that are gone, the producer,
/// and the rating, removals and placement of its hint.
const STATES: &str = include_str!("../fixtures/ser-states.tsv");

const NO_LIMIT: Limit<'static> = Limit { checks: u64::MAX, stop: &|| false };

/// A puzzle of ours and the same rearranged: 8.4 and 8.3.
const CHANGING: [&[u8]; 2] = [
    b"4.....975...6.9..2....4.......8.7....1.52.....5.3..7.66734....8..8.......2...31..",
    b"2....57...1.....8.6...1.945....78.34..1.6.......95....8.4.9...6..2..3..7..7......",
];
const CHANGING_RATINGS: [u16; 3] = [84, 12, 12];

/// A puzzle with what Sudoku Explainer 1.2.1 makes of it: three ratings and the producers.
type Fixture = (Puzzle, [u16; 3], BTreeSet<&'static str>);

fn fixtures() -> impl Iterator<Item = Fixture> {
    parse(FIXTURES)
}

fn parse(text: &'static str) -> impl Iterator<Item = Fixture> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
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
    for (puzzle, expected, producers) in fixtures().chain(parse(OPEN)) {
        let mut used = BTreeSet::new();
        let ratings = rate(&puzzle, |place, _| {
            used.insert(PRODUCERS[place].name);
        });
        assert_eq!(three(&ratings), expected, "{puzzle:?}");
        assert_eq!(used, producers, "{puzzle:?}");
        assert!(ratings.diamond <= ratings.pearl && ratings.pearl <= ratings.ser);
        all.extend(used);
    }
    let hints = states().filter(|(_, _, hint)| hint[0] != "-").map(|(_, producer, _)| producer);
    all.extend(hints.map(|producer| producer.name));
    assert!(PRODUCERS.iter().all(|producer| all.contains(producer.name)), "{all:?}");
}

/// The fields of a line of [`STATES`]: the board, the producer and what it finds.
fn states() -> impl Iterator<Item = ([&'static str; 2], &'static Producer, [&'static str; 3])> {
    STATES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [values, gone, name, rating, removals, placement] = fields[..] else {
            panic!("{line}")
        };
        let producer = PRODUCERS.iter().find(|producer| producer.name == name).unwrap();
        ([values, gone], producer, [rating, removals, placement])
    })
}

/// `40:25 41:7` as cells and digits, these from 0.
fn candidates(text: &str) -> Vec<(usize, usize)> {
    let cells = text.split(' ').filter_map(|cell| cell.split_once(':'));
    let pairs = cells.flat_map(|(cell, digits)| {
        let cell = cell.parse().unwrap();
        digits.bytes().map(move |digit| (cell, usize::from(digit - b'1')))
    });
    pairs.collect()
}

/// Asked alone on a board, a producer finds what the original's finds.
#[test]
fn producers_asked_alone_find_what_the_originals_do() {
    let mut memory = Memory::default();
    for ([values, gone], producer, expected) in states() {
        let puzzle = parse_cells(values.as_bytes()).unwrap();
        let hint = producer.ask(puzzle.values(), &candidates(gone), &mut memory, NO_LIMIT);
        let found = hint.map(|hint| {
            let removed: Vec<_> = hint.removals.candidates().collect();
            (hint.tenths().to_string(), removed, hint.placement)
        });
        let [rating, removals, placement] = expected;
        let expected = (rating != "-").then(|| {
            (rating.to_string(), candidates(removals), candidates(placement).first().copied())
        });
        assert_eq!(found, expected, "{} at {values} without {gone}", producer.name);
    }
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

/// How a puzzle is written down may change its rating, and never that of its canonical form.
#[test]
fn the_invariant_rating_is_that_of_all_images() {
    let mut rater = ExactRater::new(true);
    let mut changed = 0;
    for (puzzle, expected, image) in images() {
        let mut rate = |puzzle: &Puzzle| match rater.rate(puzzle, u64::MAX, &|| false) {
            Exact::Rated(rated) if rated.is_whole() => rated,
            other => panic!("{other:?}"),
        };
        let (first, second) = (rate(&puzzle), rate(&image));
        assert_eq!(first.invariant.unwrap(), second.invariant.unwrap(), "{puzzle:?}");
        assert_eq!(three(&first.ratings), expected);
        changed += u32::from(three(&second.ratings) != expected);
    }
    assert!(changed > 0, "none of these puzzles shows what the canonical form is for");
}

/// Puzzles of all kinds below 9.0 with an image of each; and one whose rating depends on how it is
/// written down, with the image that has another.
fn images() -> impl Iterator<Item = (Puzzle, [u16; 3], Puzzle)> {
    let kinds = fixtures().filter(|(_, ratings, _)| ratings[0] < 85).step_by(6);
    let kinds = kinds.zip(1..).map(|((puzzle, ratings, _), seed)| {
        let image = Symmetry::random(puzzle.layout(), seed).apply(&puzzle);
        (puzzle, ratings, image)
    });
    let [first, image] = CHANGING.map(|line| parse_cells(line).unwrap());
    kinds.chain([(first, CHANGING_RATINGS, image)])
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
    let both = stdout(&program(&format!("rate --order ser --invariant {}", file.display())));
    let rows: Vec<Vec<&str>> = both.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0][4..7], ["ser_invariant", "ser_invariant_pearl", "ser_invariant_diamond"]);
    assert_eq!(rows[1][4..7], ratings.map(|rating| rating.to_string()));
    assert!(rows.iter().all(|row| row.len() == 12) && rows[2][11] == "unsupported");
    let other = program(&format!("rate --invariant --order se {}", file.display()));
    assert_eq!(other.status.code(), Some(64));
    let orders = stdout(&program("list orders"));
    assert!(orders.lines().any(|line| line.starts_with("ser ")), "{orders}");
}

/// In every order: nothing of a rating that was cut short looks final.
#[test]
fn rate_marks_what_a_limit_cut_short() {
    let (puzzle, ..) = fixtures().max_by_key(|(_, ratings, _)| ratings[0]).unwrap();
    let line = to_line(puzzle.grid());
    for (order, bounds) in [
        ("ser", "ser ser_pearl ser_diamond steps"),
        ("se", "score steps easy"),
        ("hodoku", "score steps hard"),
    ] {
        for limit in ["--max-checks 3", "--time-limit 0s"] {
            let table = stdout(&program(&format!("rate --order {order} {limit} {line}")));
            let [names, row] = &table.lines().collect::<Vec<_>>()[..] else { panic!("{table}") };
            let row: BTreeMap<&str, &str> = names.split('\t').zip(row.split('\t')).collect();
            assert_eq!(row["status"], "limit", "{order} {limit}");
            // Not even the number of solutions is known if there was no time.
            let known =
                bounds.split(' ').all(|name| row[name].starts_with(">=") || row[name] == "-");
            assert!(known && row["hardest"] == "-", "{order} {limit}: {row:?}");
            let some = limit == "--time-limit 0s" || row["steps"].starts_with(">=");
            assert!(some, "{order} {limit}: {row:?}");
        }
        let none = "--max-checks none --time-limit none";
        let whole = stdout(&program(&format!("rate --order {order} {none} {line}")));
        assert!(!whole.contains(">=") && !whole.contains("limit"), "{whole}");
    }
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
    stdout(&run("-both --rate ser --invariant"));
    let table = read(&folder.path().join("run-both"), "puzzles");
    for name in ["", "_pearl", "_diamond"] {
        let of = |column: &str| table.column(column).unwrap().u16().unwrap().clone();
        let [own, form] = ["ser", "ser_invariant"].map(|start| of(&format!("{start}{name}")));
        assert_eq!(
            own.into_no_null_iter().collect::<Vec<_>>(),
            form.into_no_null_iter().collect::<Vec<_>>()
        );
        assert!(card("both").contains(&format!("`ser_invariant{name}`")));
    }
    assert!(!card("rated").contains("ser_invariant"));
    // What is written depends on it, so a run is not taken up without it.
    let other = run("-rated --resume");
    assert!(String::from_utf8_lossy(&other.stderr).contains("rate is null"), "{other:?}");
    let other = run("-both --rate ser --resume");
    assert!(String::from_utf8_lossy(&other.stderr).contains("invariant is null"), "{other:?}");
}

/// What lets a search for a range of ratings leave out the producers beyond it.
#[test]
fn no_hint_is_rated_below_the_least_of_its_producer() {
    assert!(PRODUCERS.is_sorted_by_key(|producer| producer.least));
    let (mut memory, mut at_least) = (Memory::default(), 0);
    let recipe = Recipe::nine(0..=81, Requirement::Minimal, 5);
    for puzzle in Generator::new(recipe).unwrap().puzzles(0..60) {
        let limit = Limit { checks: u64::MAX, stop: &|| false };
        course(&puzzle.unwrap(), &mut memory, limit, |place, hint| {
            assert!(hint.tenths() >= PRODUCERS[place].least, "{}", PRODUCERS[place].name);
            at_least += usize::from(hint.tenths() == PRODUCERS[place].least);
        });
    }
    assert!(at_least > 100);
}
