//! What is written in a format reads back the same: for puzzles of every size.

use proptest::prelude::*;
use sudoku_lab::grid::{Digit, Grid, Layout, Puzzle, canonical};
use sudoku_lab::text::{Dialect, parse_cells, parse_line, push_line, to_line};

use super::support::{program, shifted_puzzle, stdout, unique_puzzles, write_puzzles};

/// Part of a shifted grid with its digits relabelled: a puzzle of any size.
fn puzzle() -> impl Strategy<Value = Puzzle> {
    (0..Layout::all().len()).prop_flat_map(|place| puzzle_of(&Layout::all()[place]))
}

fn puzzle_of(layout: &'static Layout) -> impl Strategy<Value = Puzzle> {
    let digits: Vec<u8> = (1..=layout.order() as u8).collect();
    let given = prop::collection::vec(any::<bool>(), layout.cells().len());
    (Just(digits).prop_shuffle(), given).prop_map(move |(digits, given)| {
        let (n, r, c) = (layout.order(), layout.box_rows(), layout.box_columns());
        let mut grid = Grid::empty(layout);
        for &cell in layout.cells().iter().filter(|cell| given[cell.index()]) {
            let place = (cell.row() % r * c + cell.row() / r + cell.column()) % n;
            grid.set(cell, Some(Digit::new(digits[place])));
        }
        Puzzle::new(grid).expect("part of a full grid has no conflict")
    })
}

/// The puzzle of a line, which has to have one.
fn read(line: &str, dialect: Dialect) -> Puzzle {
    parse_line(line.as_bytes(), dialect).unwrap().unwrap()
}

proptest! {
    #[test]
    fn lines(puzzle in puzzle(), empty in prop::sample::select(&['.', '0', '_', '*'][..])) {
        let line = to_line(puzzle.grid());
        let mut pushed = Vec::new();
        push_line(&mut pushed, puzzle.grid());
        prop_assert_eq!(pushed, line.as_bytes());
        prop_assert_eq!(&parse_cells(line.as_bytes()).unwrap(), &puzzle);
        let other = line.replace('.', &empty.to_string());
        for text in [other.to_uppercase(), format!("  {other}\t7.1"), format!("{other} # hard")] {
            prop_assert_eq!(&read(&text, Dialect::Plain), &puzzle);
        }
    }

    #[test]
    fn columns(
        puzzle in puzzle(),
        index in 0..4usize,
        delimiter in prop::sample::select(&[',', '\t', ';'][..]),
        quote in prop::sample::select(&["", "\""][..]),
    ) {
        let row = |cell: &str| {
            let fields = (0..4).map(|i| if i == index { cell.to_owned() } else { format!("x{i}") });
            fields.collect::<Vec<_>>().join(&delimiter.to_string())
        };
        let header = row("Puzzle");
        let dialect = Dialect::of_first_line(header.as_bytes());
        prop_assert_eq!(dialect, Dialect::Column { index, delimiter: delimiter as u8 });
        prop_assert_eq!(parse_line(header.as_bytes(), dialect), Ok(None));
        let line = row(&format!("{quote}{}{quote}", to_line(puzzle.grid())));
        prop_assert_eq!(&read(&line, dialect), &puzzle);
    }

    #[test]
    fn ericson(puzzle in puzzle()) {
        let layout = puzzle.layout();
        let line = to_line(puzzle.grid());
        let rows = line.as_bytes().chunks(layout.order()).enumerate().map(|(row, cells)| {
            let end = if (row + 1) % layout.box_rows() == 0 { "-!" } else { "-" };
            format!("{}{end}", str::from_utf8(cells).unwrap())
        });
        let line: String = rows.collect();
        prop_assert_eq!(&read(&line, Dialect::Plain), &puzzle);
    }

    #[test]
    fn exchange(puzzle in puzzle_of(Layout::nine()), hash in 0..1u64 << 48) {
        let line = format!("{hash:012x} {}  1.2", to_line(puzzle.grid()).replace('.', "0"));
        prop_assert_eq!(&read(&line, Dialect::Plain), &puzzle);
    }
}

/// Rearranged puzzles are equivalent to those they were, each in its own way, and the same for
/// the same seed.
#[test]
fn rearranged_puzzles_are_equivalent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("set.txt");
    let mut puzzles = unique_puzzles(50);
    let other_sizes = [6, 9, 12, 16].map(|order| Layout::of_order(order).unwrap());
    puzzles.extend(other_sizes.map(|layout| shifted_puzzle(layout, 2)));
    write_puzzles(&file, &puzzles);
    let convert = |options: &str| {
        stdout(&program(&format!("convert {} --to line {options}", file.display())))
    };
    let plain = convert("");
    let [one, again, two] =
        ["1 --threads 1", "1 --threads 2", "2"].map(|seed| convert(&format!("--rearrange {seed}")));
    assert_eq!(one, again);
    let lines = || plain.lines().zip(one.lines()).zip(two.lines());
    assert_eq!(lines().count(), puzzles.len());
    let mut first_rows = std::collections::HashSet::new();
    for ((plain, one), two) in lines() {
        assert!(plain != one && plain != two && one != two);
        let parsed = [plain, one, two].map(|line| parse_cells(line.as_bytes()).unwrap());
        if parsed[0].layout().order() == 9 {
            let [plain, one, two] = parsed.each_ref().map(canonical);
            assert!(plain == one && plain == two);
            // What a symmetry keeps is counted here without it.
            let givens = |puzzle: &Puzzle| {
                let counts = puzzle.layout().houses().iter().map(|&house| {
                    let cells = puzzle.layout().house_cells(house).iter();
                    cells.filter(|&&cell| puzzle.given(cell).is_some()).count()
                });
                let mut counts: Vec<usize> = counts.collect();
                counts.sort_unstable();
                counts
            };
            assert_eq!(givens(&parsed[0]), givens(&parsed[1]));
        }
        first_rows.insert(one[..4].to_owned());
    }
    assert!(first_rows.len() > 20);
    let model = format!("convert {} --to line --from dimacs-model --rearrange 1", file.display());
    assert_eq!(program(&model).status.code(), Some(64));
}
