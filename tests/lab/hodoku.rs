//! HoDoKu's rating: what the original says of our puzzles, sound steps, limits, and the commands
//! that give it.

use std::collections::BTreeSet;

use serde_json::Value;
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::hodoku::{Grade, Limit, Memory, Step, course};
use sudoku_lab::solver::{ReferenceSolver, Verdict};
use sudoku_lab::text::parse_cells;

use super::puzzles::{Random, puzzle};
use super::support::{program, stdout, write_puzzles};

const FIXTURES: &str = include_str!("../fixtures/hodoku.tsv");

const NO_LIMIT: Limit<'static> = Limit { checks: u64::MAX, stop: &|| false };

/// Searches none of whose steps a fixture of ours has: puzzles that need them are rare.
const UNSEEN: &[&str] = &[
    "sashimi-jellyfish",
    "franken-x-wing",
    "franken-swordfish",
    "finned-franken-x-wing",
    "brute-force",
];

/// A puzzle with what HoDoKu 2.2.0 makes of it: level, score and the kinds of its steps.
fn fixtures() -> impl Iterator<Item = (Puzzle, &'static str, u32, Vec<&'static str>)> {
    FIXTURES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = parse_cells(fields[0].as_bytes()).unwrap();
        (puzzle, fields[1], fields[2].parse().unwrap(), fields[3].split(' ').collect())
    })
}

fn grade(
    puzzle: &Puzzle,
    limit: Limit<'_>,
    memory: &mut Memory,
    visit: impl FnMut(&Step, &[u8]),
) -> Grade {
    let solutions = sudoku_lab::solver::Limit::solutions(2);
    let puzzles = std::slice::from_ref(puzzle);
    let answer = ReferenceSolver::default().decide(puzzles, &solutions).remove(0);
    assert_eq!(answer.verdict, Verdict::Unique);
    let solution = answer.solution.unwrap();
    let (values, mut visit) = (solution.values(), visit);
    course(puzzle, values, memory, limit, |_, step| visit(step, values))
}

/// Each search finds what the original's finds, and nothing where that finds nothing.
#[test]
fn levels_scores_and_steps_are_the_originals() {
    let (mut memory, mut all) = (Memory::default(), BTreeSet::new());
    for (puzzle, level, score, kinds) in fixtures() {
        let mut found = Vec::new();
        let grade = grade(&puzzle, NO_LIMIT, &mut memory, |step, _| found.push(step.kind));
        assert_eq!(found, kinds, "{puzzle:?}");
        assert_eq!((grade.level.name(), grade.score), (level, score), "{puzzle:?}");
        assert_eq!(grade.steps.iter().sum::<u32>() as usize, kinds.len());
        assert!(grade.whole && kinds.contains(&grade.hardest.unwrap()));
        all.extend(kinds);
    }
    let loops = ["continuous-nice-loop", "discontinuous-nice-loop", "aic"];
    let rungs = sudoku_lab::hodoku::RUNGS.iter().chain([&sudoku_lab::hodoku::GUESS]);
    let unseen: Vec<&str> = rungs
        .map(|rung| rung.name)
        .filter(|name| match *name {
            "nice-loop" => loops.iter().any(|name| !all.contains(name)),
            "grouped-nice-loop" => {
                loops.iter().any(|name| !all.contains(format!("grouped-{name}").as_str()))
            }
            name => !all.contains(name),
        })
        .collect();
    assert_eq!(unseen, UNSEEN);
}

/// Every step on every puzzle: what it removes is no part of the solution, what it places is.
#[test]
fn no_step_contradicts_the_solution() {
    let (mut memory, mut random) = (Memory::default(), Random::new(81));
    let random = (0..300).map(|_| puzzle(&mut random, Layout::nine(), 0));
    let mut removed = 0;
    for puzzle in fixtures().map(|(puzzle, ..)| puzzle).chain(random) {
        grade(&puzzle, NO_LIMIT, &mut memory, |step, solution| {
            let kind = step.kind;
            let holds = |one: &sudoku_lab::hodoku::Candidate| {
                solution[usize::from(one.cell)] == one.digit + 1
            };
            assert!(!step.removals.iter().any(holds), "{kind} on {puzzle:?}");
            assert!(step.placement.as_ref().is_none_or(holds), "{kind} on {puzzle:?}");
            removed += step.removals.len();
        });
    }
    assert!(removed > 1_000, "{removed}");
}

/// A rating that is cut short says so, is a lower bound, and leaves nothing behind.
#[test]
fn limits_leave_lower_bounds() {
    let mut memory = Memory::default();
    let (puzzle, _, score, _) = fixtures().max_by_key(|(_, _, score, _)| *score).unwrap();
    let whole = grade(&puzzle, NO_LIMIT, &mut memory, |_, _| ());
    for checks in [0, 1, 10, 100, whole.checks - 1] {
        let cut = grade(&puzzle, Limit { checks, ..NO_LIMIT }, &mut memory, |_, _| ());
        assert!(!cut.whole && cut.score < whole.score && cut.level <= whole.level, "{checks}");
    }
    let limit = Limit { checks: whole.checks, ..NO_LIMIT };
    assert_eq!(grade(&puzzle, limit, &mut memory, |_, _| ()), whole);
    assert_eq!(whole.score, score);
    let stopped = Limit { stop: &|| true, ..NO_LIMIT };
    assert!(!grade(&puzzle, stopped, &mut memory, |_, _| ()).whole);
}

/// Other sizes are rated by strategies in HoDoKu's order; what has not one solution is not.
#[test]
fn rate_prints_level_and_score() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.txt");
    let (puzzle, level, score, kinds) = fixtures().next().unwrap();
    write_puzzles(&file, &[puzzle]);
    let mut text = std::fs::read_to_string(&file).unwrap();
    text += &format!("1234341221434321\n{}\n12\n", ".".repeat(81));
    std::fs::write(&file, text).unwrap();
    let table = stdout(&program(&format!("rate --order hodoku {}", file.display())));
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0][3..7], ["level", "score", "hardest", "steps"]);
    let (score, steps) = (score.to_string(), kinds.len().to_string());
    assert_eq!([rows[1][3], rows[1][4], rows[1][6]], [level, &score, &steps]);
    let statuses: Vec<&str> = rows[1..].iter().map(|row| *row.last().unwrap()).collect();
    assert_eq!(statuses[..3], ["ok", "ok", "multiple"]);
    assert!(statuses[3].starts_with("invalid: "));
    let orders = stdout(&program("list orders"));
    assert!(orders.lines().any(|line| line.starts_with("hodoku ")), "{orders}");
}

#[test]
fn explain_tells_the_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.txt");
    let (puzzle, level, score, kinds) = fixtures().next().unwrap();
    write_puzzles(&file, &[puzzle]);
    let file = file.display();
    let line = stdout(&program(&format!("explain --order hodoku --format json {file}")));
    let value: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        (value["level"].as_str(), value["score"].as_u64()),
        (Some(level), Some(score.into()))
    );
    let steps = value["steps"].as_array().unwrap();
    let told: Vec<&str> = steps.iter().map(|step| step["strategy"].as_str().unwrap()).collect();
    assert_eq!(told, kinds);
    let scores: u64 = steps.iter().map(|step| step["score"].as_u64().unwrap()).sum();
    assert_eq!(scores, u64::from(score));
    assert!(!value["last"]["values"].as_str().unwrap().contains('.'));
    let text = stdout(&program(&format!("explain --order hodoku --brief {file}")));
    assert!(text.contains(&format!("HoDoKu {level}, score {score}")), "{text}");
    let other = stdout(&program("explain --order hodoku --brief 1234341221434321"));
    assert!(!other.contains("HoDoKu"), "{other}");
}
