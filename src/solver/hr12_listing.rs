//! HR12's two programs as its appendix prints them, at the cost of their loops.
//!
//! [`Human`] is B.3, `ImprovedBruteForce`. `rule_one` is S2, `rule_two` S3, `rule_three` S4; each
//! that says it found something sends the search back to the first. What the text does not say:
//! - `rule_two` places nothing. It leaves the digit as the only one on its cell's list, and
//!   `rule_one` places it in the next round.
//! - Its loop over the boxes goes in steps of 3 whatever the size, so that at 16×16 it visits
//!   some boxes twice or four times. (At 6×6, which the program does not know, some never.)
//! - `rule_three` looks for two *digits* with the same two places in a row or column, a hidden
//!   pair, and takes them off the *other* cells of the line, where they cannot be. It does not
//!   look at boxes, and never says that it found something: it costs its search and changes
//!   nothing. That is what HR12's table A.3 measures as S4.
//!
//! [`BruteForce`] is B.1: the first empty cell, searched from the first cell of the grid on every
//! time, and the digits that its row, column and box leave, found in one pass over them.
//!
//! The program keeps its lists in a hash map with texts like `3_7` as keys; here they are arrays.

use super::deduce::Work;
use super::limit::POLL;
use super::scan::{Board, List};
use super::{Answer, Effort, Limit, Solver};
use crate::grid::{Cell, MAX_ORDER, Puzzle};
use crate::strategy::places;

/// The step of the loop over boxes.
const STEP: usize = 3;

/// What a rule counts as.
const COUNTED: &[usize] = &places(["naked-single", "hidden-single"]);

/// One of the rules, and its place among those counted.
type Rule = (fn(&mut Board, &mut Effort) -> bool, Option<usize>);

const ONE: Rule = (Board::naked_single, Some(0));
const TWO: Rule = (rule_two, Some(1));
const THREE: Rule = (rule_three, None);

/// Lists and guesses.
pub const S1: &[Rule] = &[];
/// And `rule_one`.
pub const S12: &[Rule] = &[ONE];
/// And `rule_two`.
pub const S123: &[Rule] = &[ONE, TWO];
/// `rule_one` and `rule_three`.
pub const S124: &[Rule] = &[ONE, THREE];
/// The whole program.
pub const S1234: &[Rule] = &[ONE, TWO, THREE];

/// HR12's human method as printed, with some of its rules.
pub struct Human(pub &'static [Rule]);

/// HR12's brute force as printed.
pub struct BruteForce;

/// The digits that stand in the row, the column or the box of a cell, by value.
fn held(board: &Board, cell: Cell) -> [bool; MAX_ORDER + 1] {
    let (layout, order) = (board.layout, board.layout.order());
    let (row, column) = (cell.row(), cell.column());
    let mut held = [false; MAX_ORDER + 1];
    for other in 0..order {
        held[usize::from(board.values[row * order + other])] = true;
        held[usize::from(board.values[other * order + column])] = true;
    }
    let (rows, columns) = (layout.box_rows(), layout.box_columns());
    let (top, left) = (row / rows * rows, column / columns * columns);
    for other_row in top..top + rows {
        for other_column in left..left + columns {
            held[usize::from(board.values[other_row * order + other_column])] = true;
        }
    }
    held
}

/// `constructMatrixList`.
fn construct_lists(board: &mut Board) {
    for &cell in board.layout.cells() {
        board.lists[cell.index()] = List::EMPTY;
        if board.values[cell.index()] == 0 {
            let held = held(board, cell);
            for digit in (1..=board.layout.order()).filter(|&digit| !held[digit]) {
                board.lists[cell.index()].push(digit as u8);
            }
        }
    }
}

/// By digit, the places in a row of cells where it is a candidate.
fn occurrences(board: &Board, cells: &[Cell]) -> [List; MAX_ORDER + 1] {
    let mut places = [List::EMPTY; MAX_ORDER + 1];
    for (place, cell) in cells.iter().enumerate() {
        for &digit in board.lists[cell.index()].digits() {
            places[usize::from(digit)].push(place as u8);
        }
    }
    places
}

/// Leaves a digit as the only one of its only place, if it has one.
fn squeeze(board: &mut Board, cells: &[Cell], places: &List, digit: usize) -> bool {
    let &[place] = places.digits() else { return false };
    let list = &mut board.lists[cells[usize::from(place)].index()];
    *list = List::EMPTY;
    list.push(digit as u8);
    true
}

fn rule_two(board: &mut Board, _: &mut Effort) -> bool {
    let (layout, order) = (board.layout, board.layout.order());
    let (rows, columns) = layout.houses().split_at(order);
    for (&row, &column) in rows.iter().zip(columns) {
        let lines = [row, column].map(|line| layout.house_cells(line));
        let places = lines.map(|cells| occurrences(board, cells));
        for digit in 1..=order {
            for (cells, places) in lines.iter().zip(&places) {
                if squeeze(board, cells, &places[digit], digit) {
                    return true;
                }
            }
        }
    }
    for row in (0..order).step_by(STEP) {
        for column in (0..order).step_by(STEP) {
            let cells = layout.house_cells(layout.box_at(layout.cell(row, column)));
            let places = occurrences(board, cells);
            for (digit, places) in places.iter().enumerate().take(order + 1).skip(1) {
                if squeeze(board, cells, places, digit) {
                    return true;
                }
            }
        }
    }
    false
}

fn rule_three(board: &mut Board, effort: &mut Effort) -> bool {
    let (layout, order) = (board.layout, board.layout.order());
    let (rows, columns) = layout.houses().split_at(order);
    for (&row, &column) in rows.iter().zip(columns) {
        let lines = [row, column].map(|line| layout.house_cells(line));
        let places = lines.map(|cells| occurrences(board, cells));
        for first in 1..=order {
            for second in first + 1..=order {
                for (cells, places) in lines.iter().zip(&places) {
                    let pair = [&places[first], &places[second]];
                    strike(board, cells, pair, [first, second].map(|digit| digit as u8), effort);
                }
            }
        }
    }
    false
}

/// If both digits have the same two places, takes one of them off each other cell.
fn strike(
    board: &mut Board,
    cells: &[Cell],
    places: [&List; 2],
    digits: [u8; 2],
    effort: &mut Effort,
) {
    let (&[_, _], &[one, other]) = (places[0].digits(), places[1].digits()) else { return };
    if !places[0].digits().contains(&one) || !places[0].digits().contains(&other) {
        return;
    }
    for (place, cell) in cells.iter().enumerate() {
        if !places[0].digits().contains(&(place as u8)) {
            let list = &mut board.lists[cell.index()];
            let removed = list.remove(digits[0]) || list.remove(digits[1]);
            effort.eliminations += u64::from(removed);
        }
    }
}

/// The first empty cell.
fn first_empty(board: &Board) -> Option<Cell> {
    let empty = board.values.iter().position(|&value| value == 0)?;
    Some(board.layout.cells()[empty])
}

impl Human {
    /// Applies rules as long as one finds something. `false` when the limit ends it.
    fn reduce(&self, board: &mut Board, work: &mut Work<'_>) -> bool {
        'again: loop {
            for &(rule, counted) in self.0 {
                if !work.meter.check() {
                    return false;
                }
                if rule(board, &mut work.effort) {
                    if let Some(place) = counted {
                        work.usage.count(COUNTED, COUNTED[place]);
                    }
                    continue 'again;
                }
            }
            return true;
        }
    }

    /// `solve`. `last` says whether every open guess is the last candidate of its cell.
    /// `Some` when the search is to end, with whether nothing is left to search.
    fn search(
        &self,
        mut board: Board,
        last: bool,
        work: &mut Work<'_>,
        wanted: u64,
    ) -> Option<bool> {
        if !self.reduce(&mut board, work) {
            return Some(false);
        }
        let Some(cell) = first_empty(&board) else {
            return (work.solved(&board.grid()) >= wanted).then_some(last);
        };
        let list = board.lists[cell.index()];
        for (place, &digit) in list.digits().iter().enumerate() {
            if !work.meter.check() {
                return Some(false);
            }
            work.effort.guesses += 1;
            let mut copy = board.clone();
            copy.place(cell, digit);
            let last = last && place + 1 == list.digits().len();
            let end = self.search(copy, last, work, wanted);
            if end.is_some() {
                return end;
            }
            work.effort.backtracks += 1;
        }
        None
    }
}

impl Solver for Human {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        // A search of a large grid takes some microseconds.
        let mut work = Work::new(POLL / 64, limit);
        let mut board = Board::of(puzzle);
        construct_lists(&mut board);
        let exhausted = self.search(board, true, &mut work, limit.solutions).unwrap_or(true);
        work.ended(exhausted, limit.solutions)
    }
}

impl BruteForce {
    /// `solve`. `false` when the search is to end.
    fn search(board: &mut Board, work: &mut Work<'_>, wanted: u64) -> bool {
        let Some(cell) = first_empty(board) else {
            return work.solved(&board.grid()) < wanted;
        };
        let held = held(board, cell);
        for (digit, held) in (0u8..).zip(held).take(board.layout.order() + 1).skip(1) {
            if !work.meter.check_many(1, || Some(cell)) {
                return false;
            }
            if !held {
                board.values[cell.index()] = digit;
                work.effort.guesses += 1;
                if !BruteForce::search(board, work, wanted) {
                    return false;
                }
                work.effort.backtracks += 1;
                board.values[cell.index()] = 0;
            }
        }
        true
    }
}

impl Solver for BruteForce {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let mut work = Work::new(POLL, limit);
        let is_full = puzzle.clues() == puzzle.values().len();
        let mut board = Board::of(puzzle);
        let ended = !BruteForce::search(&mut board, &mut work, limit.solutions);
        work.ended(!ended || is_full, limit.solutions)
    }
}
