//! The table of steps: what it says is replayed by code of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use polars::prelude::*;
use sudoku_lab::grid::Layout;
use sudoku_lab::solver::find_solver;
use sudoku_lab::text::parse_cells;

use super::program::read;
use super::support::{any_puzzles, program, shifted_puzzle, stdout, unique_puzzles, write_puzzles};

/// A row of `steps`.
struct Step {
    number: u32,
    strategy: String,
    placements: String,
    eliminations: String,
    left: u32,
    ok: bool,
}

/// The steps of a run by puzzle.
fn steps(run: &Path) -> BTreeMap<u64, Vec<Step>> {
    let frame = read(run, "steps");
    let number = |name: &str| frame.column(name).unwrap().cast(&DataType::UInt64).unwrap();
    let text = |name: &str| frame.column(name).unwrap().cast(&DataType::String).unwrap();
    let (ids, numbers, left) = (number("puzzle_id"), number("step"), number("candidates_left"));
    let texts = ["strategy", "placements", "eliminations"].map(text);
    let ok = frame.column("step_ok").unwrap().bool().unwrap().clone();
    let mut all: BTreeMap<u64, Vec<Step>> = BTreeMap::new();
    for row in 0..frame.height() {
        let number = |column: &Column| column.u64().unwrap().get(row).unwrap();
        let text = |place: usize| texts[place].str().unwrap().get(row).unwrap().to_owned();
        all.entry(number(&ids)).or_default().push(Step {
            number: number(&numbers) as u32,
            strategy: text(0),
            placements: text(1),
            eliminations: text(2),
            left: number(&left) as u32,
            ok: ok.get(row).unwrap(),
        });
    }
    all
}

/// `R12C3=a` or `R12C3<>4a` as the cell's place and the symbols.
fn parsed(word: &str, sign: &str, order: usize) -> (usize, String) {
    let (cell, digits) = word.split_once(sign).unwrap();
    let (row, column) = cell.strip_prefix('R').unwrap().split_once('C').unwrap();
    let [row, column]: [usize; 2] = [row, column].map(|number| number.parse().unwrap());
    assert!((1..=order).contains(&row) && (1..=order).contains(&column));
    ((row - 1) * order + column - 1, digits.to_owned())
}

/// Replays steps on the line of a puzzle by the rules; returns the cells at the end.
fn replay(line: &str, layout: &Layout, solution: &str, steps: &[Step]) -> String {
    let n = layout.order();
    let symbols: Vec<char> = "123456789abcdefghijklmnop".chars().take(n).collect();
    let mut cells: Vec<char> = line.chars().collect();
    let mut candidates: Vec<Vec<char>> = vec![symbols; n * n];
    let place = |cells: &mut [char], candidates: &mut [Vec<char>], at: usize, digit: char| {
        cells[at] = digit;
        for peer in layout.peers(layout.cells()[at]) {
            candidates[peer.index()].retain(|&one| one != digit);
        }
    };
    for at in (0..n * n).filter(|&at| cells[at] != '.').collect::<Vec<_>>() {
        let digit = cells[at];
        place(&mut cells, &mut candidates, at, digit);
    }
    let right = |at: usize| solution.as_bytes()[at] as char;
    for (number, step) in (1..).zip(steps) {
        assert_eq!(step.number, number);
        assert!(!step.strategy.is_empty());
        for word in step.eliminations.split(' ').filter(|word| !word.is_empty()) {
            let (at, digits) = parsed(word, "<>", n);
            for digit in digits.chars() {
                assert!(cells[at] == '.' && candidates[at].contains(&digit), "{word}");
                assert_ne!(right(at), digit, "{word}");
                candidates[at].retain(|&one| one != digit);
            }
        }
        for word in step.placements.split(' ').filter(|word| !word.is_empty()) {
            let (at, digit) = parsed(word, "=", n);
            let digit = digit.chars().next().unwrap();
            assert!(cells[at] == '.' && candidates[at].contains(&digit), "{word}");
            assert_eq!(right(at), digit, "{word}");
            place(&mut cells, &mut candidates, at, digit);
        }
        let empty = (0..n * n).filter(|&at| cells[at] == '.');
        let left: usize = empty.map(|at| candidates[at].len()).sum();
        assert_eq!(step.left as usize, left);
        assert!(step.ok);
    }
    cells.into_iter().collect()
}

fn run(folder: &Path, command: &str) -> String {
    let at = folder.display();
    stdout(&program(&command.replace('@', &at.to_string())))
}

const OPTIONS: &str = "--solvers logic,dlx --steps --min-span 0s --unit-lines 64 --quiet";

#[test]
fn steps_replay_to_the_solution_on_any_threads_and_through_a_merge() {
    let folder = tempfile::tempdir().unwrap();
    let mut puzzles = unique_puzzles(90);
    puzzles.extend(any_puzzles(10));
    puzzles.push(parse_cells(b"12..3...........").unwrap());
    puzzles.extend([6, 16].map(|order| shifted_puzzle(Layout::of_order(order).unwrap(), 2)));
    write_puzzles(&folder.path().join("a.txt"), &puzzles);
    write_puzzles(&folder.path().join("b.txt"), &puzzles[..3]);
    run(folder.path(), &format!("run @/a.txt {OPTIONS} --threads 3 --out @/a"));
    let root = folder.path().join("a");
    let (all, table) = (steps(&root), read(&root, "puzzles"));
    let text = |name: &str, row: usize| {
        table.column(name).unwrap().str().unwrap().get(row).unwrap().to_owned()
    };
    let (mut solved, mut several, mut eliminations) = (0, 0, 0);
    for (row, puzzle) in puzzles.iter().enumerate() {
        let steps = all.get(&(row as u64)).map_or(&[][..], Vec::as_slice);
        let solution = text("solution", row);
        if solution.is_empty() {
            // Of several solutions one is known.
            several += usize::from(!steps.is_empty() && steps.iter().all(|step| step.ok));
            continue;
        }
        let end = replay(&text("puzzle", row), puzzle.layout(), &solution, steps);
        solved += usize::from(end == solution);
        eliminations += steps.iter().filter(|step| !step.eliminations.is_empty()).count();
        assert_eq!(end == solution, steps.last().is_none_or(|step| step.left == 0));
    }
    let counts = [solved, several, eliminations];
    assert!(solved >= 90 && several > 2 && eliminations > 20, "{counts:?}");
    // The same rows one unit after another, and merged with another run.
    run(folder.path(), &format!("plan @/a.txt {OPTIONS} --out @/planned"));
    run(folder.path(), "work @/planned --unit 1 --quiet");
    run(folder.path(), "work @/planned --unit 0 --quiet --threads 1");
    run(folder.path(), "finalize @/planned --quiet");
    assert_eq!(read(&root, "steps"), read(&folder.path().join("planned"), "steps"));
    run(folder.path(), &format!("run @/b.txt {OPTIONS} --out @/b"));
    run(folder.path(), "merge @/a @/b --out @/both --quiet");
    let both = steps(&folder.path().join("both"));
    let shifted = puzzles.len() as u64;
    let told = |steps: &Step| (steps.placements.clone(), steps.eliminations.clone());
    for id in 0..3 {
        let [one, other] = [&all[&id], &both[&(shifted + id)]];
        assert!(one.iter().map(told).eq(other.iter().map(told)));
    }
    // It is in the manifest, in the card, and looked at.
    let text = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    assert!(text("manifest.json").contains("steps/part-000000.parquet"));
    assert!(text("README.md").contains("## `steps`"));
    let part = root.join("steps/part-000001.parquet");
    fs::write(&part, "x").unwrap();
    let status = program(&format!("status --verify {}", root.display()));
    assert!(String::from_utf8_lossy(&status.stdout).contains("steps/part-000001.parquet"));
}

#[test]
fn a_puzzle_at_its_limit_has_the_steps_so_far() {
    let folder = tempfile::tempdir().unwrap();
    write_puzzles(&folder.path().join("a.txt"), &unique_puzzles(4));
    let of = |checks: u64| {
        let out = format!("{checks}");
        let limit = format!("--max-checks {checks} --out @/{out} --solvers logic --steps=logic");
        run(folder.path(), &format!("run @/a.txt --quiet {limit}"));
        steps(&folder.path().join(out))
    };
    let (some, all) = (of(40), of(1_000_000));
    for (id, steps) in &some {
        let told = |step: &Step| (step.number, step.placements.clone(), step.left);
        assert!(!steps.is_empty() && steps.len() < all[id].len());
        assert!(steps.iter().map(told).eq(all[id].iter().take(steps.len()).map(told)));
    }
    assert_eq!(some.len(), 4);
}

#[test]
fn steps_are_of_a_solver_of_the_run_that_only_deduces() {
    let folder = tempfile::tempdir().unwrap();
    write_puzzles(&folder.path().join("a.txt"), &unique_puzzles(2));
    let at = folder.path().display();
    for (options, why) in [
        ("--solvers dlx --steps", "add it to --solvers"),
        ("--solvers human,logic --steps=human", "does not only deduce"),
        ("--solvers logic --steps=nobody", "no solver `nobody`"),
    ] {
        let refused = program(&format!("run {at}/a.txt {options} --out {at}/none"));
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(64) && told.contains(why), "{told}");
    }
    assert!(find_solver("logic-b09").unwrap().only_deduces);
    run(folder.path(), "run @/a.txt --solvers logic-b09 --steps=logic-b09 --out @/b --quiet");
    let resumed = program(&format!("run {at}/a.txt --solvers logic-b09 --out {at}/b --resume"));
    let told = String::from_utf8_lossy(&resumed.stderr).into_owned();
    assert!(!resumed.status.success() && told.contains("steps"), "{told}");
}
