//! Reader for strategy fixtures, in HoDoKu's regression-line format.
//!
//! ```text
//! :code[-x]:digits:grid:deleted:eliminations:placements:explanation
//! ```
//!
//! `grid` has `.` for an empty cell, `d` for a given, `+d` for a placed digit.
//! Lists are blank-separated `<digit><row><column>`. The state is every candidate
//! the values allow but the deleted ones. With `-x` the strategy must find
//! nothing. Numbers beyond 9 are letters, so that every size can be written;
//! the last field, free in HoDoKu, is the explanation expected.

use sudoku_lab::grid::{CandidateGrid, Cell, Digit, Grid, Layout, Puzzle};
use sudoku_lab::strategy::Deduction;

pub struct Fixture {
    pub line: String,
    pub grid: CandidateGrid,
    /// In rising order; empty when the strategy must find nothing.
    pub deductions: Vec<Deduction>,
    pub explanation: String,
}

/// The fixtures of one strategy.
pub fn of_strategy(name: &str) -> Vec<Fixture> {
    let path = format!("{}/fixtures/strategies/{name}.txt", super::TESTS);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().filter(|line| line.starts_with(':')).map(parse).collect()
}

fn parse(line: &str) -> Fixture {
    let fields: Vec<&str> = line.split(':').collect();
    let [_, code, _, cells, deleted, eliminations, placements, explanation] = fields[..] else {
        panic!("eight fields: {line}");
    };
    let values: Vec<u8> = cells
        .bytes()
        .filter(|&symbol| symbol != b'+')
        .map(|symbol| if symbol == b'.' { 0 } else { number(symbol) })
        .collect();
    let layout = Layout::of_cells(values.len()).expect("a square of a known size");
    let puzzle = Puzzle::new(Grid::new(layout, &values)).expect("values without conflict");
    let mut grid = CandidateGrid::new(&puzzle);
    for (cell, digit) in candidates(layout, deleted) {
        assert!(grid.eliminate(cell, digit), "{digit} is no candidate of {cell}: {line}");
    }
    let eliminated = candidates(layout, eliminations).into_iter();
    let placed = candidates(layout, placements).into_iter();
    let mut deductions: Vec<Deduction> = eliminated
        .map(|(cell, digit)| Deduction::Eliminate(cell, digit))
        .chain(placed.map(|(cell, digit)| Deduction::Place(cell, digit)))
        .collect();
    deductions.sort();
    assert_eq!(deductions.is_empty(), code.ends_with("-x"), "{line}");
    Fixture { line: line.into(), grid, deductions, explanation: explanation.into() }
}

fn candidates(layout: &'static Layout, list: &str) -> Vec<(Cell, Digit)> {
    let candidate = |item: &str| {
        let [digit, row, column] = item.as_bytes()[..] else { panic!("{item} is not a candidate") };
        let [row, column] = [row, column].map(|symbol| usize::from(number(symbol)) - 1);
        (layout.cell(row, column), Digit::new(number(digit)))
    };
    list.split_whitespace().map(candidate).collect()
}

fn number(symbol: u8) -> u8 {
    match symbol {
        b'1'..=b'9' => symbol - b'0',
        b'A'..=b'P' => symbol - b'A' + 10,
        _ => panic!("{:?} is not a digit", char::from(symbol)),
    }
}
