//! Keys and images: what does not depend on how a puzzle is written, and what only changes that.

use std::collections::HashSet;

use sha2::{Digest as _, Sha256};
use sudoku_lab::grid::{Grid, Layout, Puzzle, Symmetry};
use sudoku_lab::keys::{Key, Keyer, Keys};
use sudoku_lab::solver::Limit;
use sudoku_lab::text::{parse_cells, to_line};

use super::program::read;
use super::puzzles::{Random, puzzle};
use super::support::{any_puzzles, program, shifted_puzzle, stdout, unique_puzzles, write_puzzles};

/// What singles make of a puzzle, one after another, as the rules say it; nothing where a cell
/// has no candidate or a house no place for a digit.
fn core(puzzle: &Puzzle) -> Option<Puzzle> {
    let layout = puzzle.layout();
    let mut values = puzzle.values().to_vec();
    let fits = |cell: usize, digit: u8, values: &[u8]| {
        let peers = layout.peers(layout.cells()[cell]);
        values[cell] == 0 && peers.iter().all(|peer| values[peer.index()] != digit)
    };
    loop {
        let mut single = None;
        for cell in (0..values.len()).filter(|&cell| values[cell] == 0) {
            let digits = 1..=layout.order() as u8;
            let candidates: Vec<u8> = digits.filter(|&d| fits(cell, d, &values)).collect();
            match candidates[..] {
                [] => return None,
                [digit] => single = Some((cell, digit)),
                _ => {}
            }
        }
        for &house in layout.houses() {
            let cells: Vec<usize> =
                layout.house_cells(house).iter().map(|cell| cell.index()).collect();
            for digit in 1..=layout.order() as u8 {
                if cells.iter().any(|&cell| values[cell] == digit) {
                    continue;
                }
                let places: Vec<usize> =
                    cells.iter().copied().filter(|&cell| fits(cell, digit, &values)).collect();
                match places[..] {
                    [] => return None,
                    [cell] => single = Some((cell, digit)),
                    _ => {}
                }
            }
        }
        match single {
            Some((cell, digit)) => values[cell] = digit,
            None => return Some(Puzzle::new(Grid::new(layout, &values)).unwrap()),
        }
    }
}

#[test]
fn cores_are_what_singles_make_of_puzzles() {
    let mut random = Random::new(21);
    let mut puzzles = Vec::new();
    for order in [4, 6, 9, 12] {
        let layout = Layout::of_order(order).unwrap();
        for round in 0..40 {
            let clues = layout.cells().len() * [1, 2, 3][round % 3] / 7;
            let one = match order {
                12 => shifted_puzzle(layout, 2),
                _ => puzzle(&mut random, layout, clues),
            };
            // A given more makes some of them contradictory.
            let mut grid = one.grid().clone();
            let other = Symmetry::random(layout, round as u64).apply(&one);
            let cell = layout.cells()[random.below(layout.cells().len())];
            grid.set(cell, other.given(cell).or(grid.digit(cell)));
            puzzles.push(one);
            puzzles.extend(Puzzle::new(grid));
        }
    }
    let cores = Keyer::default().cores(&puzzles);
    assert_eq!(cores, puzzles.iter().map(core).collect::<Vec<_>>());
    let count = |is: fn(&Puzzle) -> bool| cores.iter().flatten().filter(|core| is(core)).count();
    assert!(cores.iter().filter(|core| core.is_none()).count() > 5, "contradictions");
    assert!(count(|core| core.clues() == core.values().len()) > 5, "solved ones");
    assert!(count(|core| core.clues() < core.values().len()) > 5, "stuck ones");
}

fn solved(keyer: &mut Keyer, puzzle: &Puzzle) -> Keys {
    keyer.solve(std::slice::from_ref(puzzle), &Limit::solutions(2))[0]
}

#[test]
fn equivalent_puzzles_have_one_key_and_others_others() {
    let mut keyer = Keyer::default();
    let mut puzzles = any_puzzles(60);
    puzzles.extend(unique_puzzles(60));
    let sizes = Layout::all().iter().filter(|layout| layout.order() != 9);
    puzzles.extend(sizes.map(|layout| shifted_puzzle(layout, 3)));
    let (mut seen, mut reduced) = (HashSet::new(), 0);
    for (number, puzzle) in (0..).zip(&puzzles) {
        let keys = solved(&mut keyer, puzzle);
        assert!(seen.insert(keys.puzzle.unwrap()), "{puzzle:?}");
        for image in 0..4 {
            let symmetry = Symmetry::image_of_line(puzzle.layout(), 5, number, image);
            assert_eq!(solved(&mut keyer, &symmetry.apply(puzzle)), keys, "{puzzle:?}");
        }
        // One clue more that singles give.
        let core = keyer.cores(std::slice::from_ref(puzzle)).remove(0).unwrap();
        let is_placed = |&&cell: &&_| core.given(cell) != puzzle.given(cell);
        if let Some(&cell) = puzzle.layout().cells().iter().find(is_placed) {
            let mut grid = puzzle.grid().clone();
            grid.set(cell, core.given(cell));
            let more = solved(&mut keyer, &Puzzle::new(grid).unwrap());
            assert_eq!((more.core, more.grid), (keys.core, keys.grid));
            assert_ne!(more.puzzle, keys.puzzle);
            reduced += 1;
        }
    }
    assert!(reduced > 50);
}

/// The recipe of docs/KEYS.md.
#[test]
fn a_key_is_the_hash_of_the_least_line() {
    let puzzle = parse_cells(b"1...2.3.....4..2").unwrap();
    let image = |seed| to_line(Symmetry::random(puzzle.layout(), seed).apply(&puzzle).grid());
    let least = (0..60_000).map(image).min().unwrap();
    let bytes = Sha256::digest(&least);
    let hash: String = bytes[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(Key::of(&puzzle).unwrap().to_string(), hash);
}

#[test]
fn a_run_and_a_conversion_have_the_same_keys_on_any_threads() {
    let folder = tempfile::tempdir().unwrap();
    let (file, at) = (folder.path().join("some.txt"), folder.path().display());
    let mut puzzles = unique_puzzles(150);
    puzzles.extend(any_puzzles(150));
    puzzles.push(shifted_puzzle(Layout::of_order(6).unwrap(), 2));
    write_puzzles(&file, &puzzles);
    let convert =
        |options: &str| stdout(&program(&format!("convert --to keys {at}/some.txt {options}")));
    let lines = convert("--threads 1");
    assert_eq!(lines, convert("--threads 3 --rearrange 8"));
    let run = |out: &str, file: &str, options: &str| {
        let arguments = "--solvers singles --quiet --min-span 0s --unit-lines 64 --keys";
        stdout(&program(&format!("run {at}/{file} {arguments} --out {at}/{out} {options}")));
        let table = read(&folder.path().join(out), "puzzles");
        let text = |name: &str, row: usize| {
            let text = table.column(name).unwrap().str().unwrap().get(row).unwrap();
            if text.is_empty() { "-".to_owned() } else { text.to_owned() }
        };
        let automorphisms = table.column("automorphisms").unwrap().u64().unwrap();
        let line = |row: usize| {
            let keys = ["puzzle_key", "core_key", "grid_key"].map(|name| text(name, row));
            format!("{}\t{}\n", keys.join("\t"), automorphisms.get(row).unwrap())
        };
        (0..table.height()).map(line).collect::<String>()
    };
    assert_eq!(run("one", "some.txt", "--threads 1"), lines);
    assert_eq!(run("two", "some.txt", "--threads 2 --rate ser --max-checks 10"), lines);
    stdout(&program(&format!("resume {at}/two --quiet")));
    std::fs::copy(&file, folder.path().join("same.txt")).unwrap();
    assert_eq!(run("same", "same.txt", ""), lines);
    stdout(&program(&format!("merge {at}/one {at}/same --out {at}/both --quiet")));
    let both = read(&folder.path().join("both"), "puzzles");
    assert_eq!(both.column("grid_key").unwrap().len(), 2 * puzzles.len());
}

#[test]
fn images_are_the_puzzle_once_their_symmetry_is_undone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.txt");
    let mut puzzles: Vec<Puzzle> =
        Layout::all().iter().map(|layout| shifted_puzzle(layout, 3)).collect();
    puzzles.extend(unique_puzzles(300));
    write_puzzles(&file, &puzzles);
    let images = |options: &str| {
        stdout(&program(&format!("augment {} --count 20 --seed {options}", file.display())))
    };
    let text = images("3 --transformation --threads 1");
    assert_eq!(text, images("3 --transformation --threads 3"));
    let first = |line: &str| format!("{}\n", line.split('\t').next().unwrap());
    let plain: String = text.lines().map(first).collect();
    assert_eq!(plain, images("3"));
    assert_ne!(plain, images("4"));
    let mut different = HashSet::new();
    for (place, line) in text.lines().enumerate() {
        let (image, symmetry) = line.split_once('\t').unwrap();
        let (image, puzzle) = (parse_cells(image.as_bytes()).unwrap(), &puzzles[place / 20]);
        let symmetry: Symmetry = symmetry.parse().unwrap();
        assert_eq!((&symmetry.apply(puzzle), &symmetry.inverse().apply(&image)), (&image, puzzle));
        different.insert(line);
    }
    assert_eq!(text.lines().count(), 20 * puzzles.len());
    assert!(different.len() > 20 * puzzles.len() - 10, "hardly any twice");
}

#[test]
fn a_text_that_is_no_symmetry_is_none() {
    let is_symmetry = |text: &&str| text.parse().is_ok_and(|s: Symmetry| s.to_string() == **text);
    let all = ["n:1234:2143:4321", "t:1234:2143:4321", "n:341265:312546:654321"];
    assert!(all.iter().all(is_symmetry));
    for text in [
        "",
        "x:1234:2143:4321",
        "n:1234:2143",
        "n:1234:2143:4321:",
        "n:1324:2143:4321",
        "n:1134:2143:4321",
        "n:1234:2143:432",
        "n:12345:2143:4321",
        "n:0123:2143:4321",
        "t:341265:312546:654321",
        "n:312456:341265:654321",
    ] {
        assert!(text.parse::<Symmetry>().is_err(), "{text}");
    }
}
