//! `audit`, `dedup` and `split`: what sets share, and sets that share nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sudoku_lab::grid::{Digit, Layout, Puzzle, Symmetry};
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::keys::{Key, Keyer};
use sudoku_lab::sets::{Audit, AuditFormat, AuditSet, Level, Workspace};
use sudoku_lab::solver::{Limit, ReferenceSolver, Verdict};
use sudoku_lab::source::expand;

use super::support::{any_puzzles, program, shifted_puzzle, stdout, unique_puzzles, write_puzzles};

fn image(puzzle: &Puzzle, seed: u64) -> Puzzle {
    Symmetry::random(puzzle.layout(), seed).apply(puzzle)
}

/// The puzzle with a clue more that singles give, if they give one.
fn with_redundant_clue(puzzle: &Puzzle) -> Option<Puzzle> {
    let core = Keyer::default().cores(std::slice::from_ref(puzzle)).remove(0)?;
    let cells = puzzle.layout().cells();
    let &cell = cells.iter().find(|&&cell| core.given(cell) != puzzle.given(cell))?;
    let mut grid = puzzle.grid().clone();
    grid.set(cell, core.given(cell));
    Puzzle::new(grid).ok()
}

/// A minimal puzzle of the same grid: clues of the solution are taken away from the last cell on
/// as long as there is one solution.
fn other_of_grid(puzzle: &Puzzle) -> Puzzle {
    let mut solver = ReferenceSolver::default();
    let mut answer = |puzzle: &Puzzle| {
        solver.decide(std::slice::from_ref(puzzle), &Limit::solutions(2)).remove(0)
    };
    let mut grid = answer(puzzle).solution.expect("it has one");
    for &cell in puzzle.layout().cells().iter().rev() {
        let digit: Option<Digit> = grid.digit(cell);
        grid.set(cell, None);
        if answer(&Puzzle::new(grid.clone()).unwrap()).verdict != Verdict::Unique {
            grid.set(cell, digit);
        }
    }
    Puzzle::new(grid).unwrap()
}

/// The keys of puzzles at a level, line by line.
fn keys(level: Level, puzzles: &[Puzzle]) -> Vec<Option<Key>> {
    let keys = Keyer::default().solve(puzzles, &Limit::solutions(2));
    let key = |(puzzle, keys): (&Puzzle, sudoku_lab::keys::Keys)| match level {
        Level::Exact => Some(Key::of_givens(puzzle)),
        Level::Puzzle => keys.puzzle,
        Level::Core => keys.core,
        Level::Grid => keys.grid,
    };
    puzzles.iter().zip(keys).map(key).collect()
}

/// Two sets, and of each pair of lines that is planted the level, the line in the first set and
/// the line in the second, from 0.
fn planted() -> ([Vec<Puzzle>; 2], Vec<(Level, usize, usize)>) {
    let all = unique_puzzles(400);
    let (mut own, rest) = (all[..300].to_vec(), &all[300..]);
    let (mut other, mut plants) = (rest.to_vec(), Vec::new());
    for (place, puzzle) in own.iter().enumerate() {
        let (level, copy) = match place % 6 {
            0 => (Level::Exact, Some(puzzle.clone())),
            1 => (Level::Puzzle, Some(image(puzzle, place as u64))),
            2 => (Level::Core, with_redundant_clue(puzzle).map(|copy| image(&copy, 7))),
            3 => (Level::Grid, Some(image(&other_of_grid(puzzle), 8))),
            _ => continue,
        };
        if let Some(copy) = copy {
            plants.push((level, place, other.len()));
            other.push(copy);
        }
    }
    // Within a set, of other sizes, with several solutions, and with singles that contradict
    // each other.
    own.extend([image(&own[4], 3), own[4].clone()]);
    let six = shifted_puzzle(Layout::of_order(6).unwrap(), 2);
    let open = any_puzzles(20);
    let impossible = |puzzle: &Puzzle| {
        let mut grid = puzzle.grid().clone();
        let empty = puzzle.layout().cells().iter().filter(|cell| puzzle.given(**cell).is_none());
        empty.into_iter().for_each(|&cell| {
            let fits = (1..=9).rev().find(|&digit| {
                let mut one = grid.clone();
                one.set(cell, Some(Digit::new(digit)));
                Puzzle::new(one).is_ok()
            });
            grid.set(cell, fits.map(Digit::new));
        });
        Puzzle::new(grid).unwrap()
    };
    own.extend([six.clone(), impossible(&own[5])]);
    own.extend(open.clone());
    other.extend([image(&six, 2), image(&impossible(&own[5]), 1)]);
    other.extend(open.iter().map(|puzzle| image(puzzle, 5)));
    ([own, other], plants)
}

#[test]
fn an_audit_finds_all_that_is_planted_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (sets, plants) = planted();
    let paths = ["own.txt", "other.txt"].map(|name| folder.path().join(name));
    for (path, puzzles) in paths.iter().zip(&sets) {
        write_puzzles(path, puzzles);
    }
    fs::write(&paths[0], fs::read_to_string(&paths[0]).unwrap() + "12345\n").unwrap();
    let [own, other] = paths.each_ref().map(|path| path.to_str().unwrap());
    let audit = |options: &str| stdout(&program(&format!("audit {own} {other} {options}")));
    let text = audit("--format json --examples 1000 --threads 1");
    assert_eq!(text, audit("--format json --examples 1000 --threads 3"));
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["sets"][0]["rejects"], 1);
    assert_eq!(found["sets"][1]["puzzles"], sets[1].len());
    for (place, level) in Level::ALL.into_iter().enumerate() {
        let found = &found["levels"][place];
        // By key: the lines of each set.
        let mut groups: BTreeMap<Key, [Vec<usize>; 2]> = BTreeMap::new();
        for (set, puzzles) in sets.iter().enumerate() {
            let keys = keys(level, puzzles);
            for (line, key) in keys.iter().enumerate() {
                key.into_iter().for_each(|&key| groups.entry(key).or_default()[set].push(line));
            }
            let keyed = keys.iter().flatten().count();
            assert_eq!(found["within"][set]["keyed"], keyed);
            let keys = groups.values().filter(|lines| !lines[set].is_empty()).count();
            assert_eq!(found["within"][set]["keys"], keys);
            let repeated = groups.values().map(|lines| lines[set].len()).filter(|&n| n > 1);
            assert_eq!(found["within"][set]["repeated_keys"], repeated.clone().count());
            assert_eq!(found["within"][set]["lines"], repeated.sum::<usize>());
        }
        let shared = groups.values().filter(|lines| lines.iter().all(|lines| !lines.is_empty()));
        let shared: Vec<&[Vec<usize>; 2]> = shared.collect();
        let between = &found["between"][0];
        assert_eq!(between["keys"], shared.len(), "{level:?}");
        let lines = |set: usize| shared.iter().map(|lines| lines[set].len()).sum::<usize>();
        assert_eq!(between["lines"], Value::from([lines(0), lines(1)].to_vec()));
        let line = |path: &str, line: usize| Value::from(format!("{path}:{}", line + 1));
        let mut expected: Vec<[usize; 2]> =
            shared.iter().map(|lines| lines.each_ref().map(|lines| lines[0])).collect();
        expected.sort_unstable();
        let expected: Vec<Value> = expected
            .iter()
            .map(|&[one, two]| Value::from(vec![line(own, one), line(other, two)]))
            .collect();
        assert_eq!(between["examples"], Value::from(expected));
        for &(at, one, two) in plants.iter().filter(|plant| plant.0 <= level) {
            let keys =
                [&sets[0][one], &sets[1][two]].map(|puzzle| keys(level, &[puzzle.clone()])[0]);
            assert!(keys[0].is_some() && keys[0] == keys[1], "{at:?} {one} {two} at {level:?}");
        }
        // What is alike at a level only is not alike at the level before.
        for &(at, one, two) in plants.iter().filter(|plant| plant.0 > level) {
            let is_shared = shared.iter().any(|l| l[0].contains(&one) && l[1].contains(&two));
            let by_chance = level == Level::Core && at == Level::Grid;
            assert!(!is_shared || by_chance, "{at:?} {one} {two} at {level:?}");
        }
    }
    let planted = |level| plants.iter().filter(|plant| plant.0 == level).count();
    assert!(Level::ALL.into_iter().all(|level| planted(level) > 20));
    assert!(found["levels"][3]["between"][0]["keys"].as_u64() >= Some(plants.len() as u64));
    // Tables have the same numbers, and an overlap can be an error.
    let table = audit("--by grid,exact");
    let row = |start: &str| table.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((row("grid"), row("exact"), row("puzzle")), (7, 7, 0), "{table}");
    let csv = audit("--by exact --format csv");
    let exact = &found["levels"][0]["between"][0];
    let expected = format!("exact,{own},{other},{},{},", exact["keys"], exact["lines"][0]);
    assert!(csv.lines().any(|line| line.starts_with(&expected)), "{csv}");
    let strict = |sets: &str| program(&format!("audit {sets} --by exact --strict")).status.code();
    assert_eq!([strict(&format!("{own} {other}")), strict(own)], [Some(65), Some(0)]);
}

#[test]
fn an_audit_comes_to_the_same_on_disk_as_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, _) = planted();
    let names = ["own.txt", "other.txt"].map(|name| folder.path().join(name));
    names.iter().zip(&puzzles).for_each(|(path, puzzles)| write_puzzles(path, puzzles));
    let set = |path: &Path| AuditSet::new(path.as_os_str(), expand(&[path], &[]).unwrap().inputs);
    let sets: Vec<AuditSet> = names.iter().map(|path| set(path)).collect();
    let scratch = tempfile::tempdir().unwrap();
    let audit = |memory| {
        let workspace = Workspace { folder: scratch.path().into(), memory, threads: 2 };
        let audit = Audit { sets: &sets, levels: &Level::ALL, examples: 2, workspace: &workspace };
        let audited = audit.run(&Interrupt::default(), &|_| ()).unwrap().0.unwrap();
        audited.to_text(AuditFormat::Json)
    };
    assert_eq!(audit(4 * 24 * 10), audit(1 << 20));
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    let nowhere = Workspace { folder: "/nowhere".into(), memory: 1, threads: 1 };
    let audit = Audit { sets: &sets, levels: &Level::ALL, examples: 2, workspace: &nowhere };
    let error = audit.run(&Interrupt::default(), &|_| ()).unwrap_err().to_string();
    assert!(error.contains("cannot use the folder /nowhere"), "{error}");
    let interrupt = Interrupt::default();
    interrupt.set(2);
    assert!(
        Audit { workspace: &Workspace { folder: ".".into(), memory: 1, threads: 1 }, ..audit }
            .run(&interrupt, &|_| ())
            .unwrap()
            .0
            .is_none()
    );
}
