//! What several tests need: the program, and puzzles of every size.

use std::path::Path;
use std::process::{Child, Command, Output};

use sudoku_lab::generate::{Generator, Recipe, Requirement};
use sudoku_lab::grid::{Digit, Grid, Layout, Puzzle};
use sudoku_lab::text::to_line;

/// PHP16's puzzle.
pub const PHP16: &str =
    "000000000640017000000020361506040000000006420000280009000500740405069200800000000";

/// Runs the program with these arguments, separated by blanks.
pub fn program(arguments: &str) -> Output {
    command(arguments).output().expect("the program starts")
}

/// The program with these arguments, not started yet.
pub fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-lab"));
    command.args(arguments.split_whitespace());
    command
}

/// Sends a signal to a program, like `-INT`.
pub fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// What a successful program wrote to stdout.
pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

/// 9×9 puzzles with one solution.
pub fn unique_puzzles(count: u64) -> Vec<Puzzle> {
    let mut generator = Generator::new(Recipe::nine(24..=34, Requirement::Unique, 11)).unwrap();
    generator.puzzles(0..count).into_iter().map(Result::unwrap).collect()
}

/// Puzzles of 4 or 6 rows with one solution.
pub fn small_puzzles(order: usize, count: u64) -> Vec<Puzzle> {
    let layout = Layout::of_order(order).unwrap();
    let clues = if order == 4 { 5..=7 } else { 9..=14 };
    let recipe = Recipe { layout, ..Recipe::nine(clues, Requirement::Unique, 7) };
    let mut generator = Generator::new(recipe).unwrap();
    generator.puzzles(0..count).into_iter().map(Result::unwrap).collect()
}

/// 9×9 puzzles with one solution or more.
pub fn any_puzzles(count: u64) -> Vec<Puzzle> {
    let mut generator = Generator::new(Recipe::nine(26..=34, Requirement::Any, 12)).unwrap();
    generator.puzzles(0..count).into_iter().map(Result::unwrap).collect()
}

/// A puzzle of any size, made from a shifted grid by emptying cells at a stride.
pub fn shifted_puzzle(layout: &'static Layout, stride: usize) -> Puzzle {
    let (n, r, c) = (layout.order(), layout.box_rows(), layout.box_columns());
    let mut grid = Grid::empty(layout);
    for &cell in layout.cells().iter().filter(|cell| cell.index() % stride != 0) {
        let value = (cell.row() % r * c + cell.row() / r + cell.column()) % n + 1;
        grid.set(cell, Some(Digit::new(value as u8)));
    }
    Puzzle::new(grid).expect("part of a full grid has no conflict")
}

/// A full 9×9 grid.
pub fn full_line(shift: usize) -> String {
    let digit = |cell: usize| (3 * (cell / 9) + cell / 27 + cell % 9 + shift) % 9 + 1;
    (0..81).map(|cell| digit(cell).to_string()).collect()
}

/// A 9×9 puzzle with one solution, of which one row has no given, and all others nothing else.
pub fn without_row(row: usize, shift: usize) -> String {
    let mut line = full_line(shift);
    line.replace_range(9 * row..9 * row + 9, ".........");
    line
}

/// Writes puzzles to a file, one per line.
pub fn write_puzzles(path: &Path, puzzles: &[Puzzle]) {
    let lines: String = puzzles.iter().map(|puzzle| to_line(puzzle.grid()) + "\n").collect();
    std::fs::write(path, lines).unwrap();
}
