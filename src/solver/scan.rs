//! The sources' searches at the sources' cost: every check is a loop over row, column
//! and box, every list of candidates an array of digits, every strategy a loop over lists.
//!
//! [`Scan::search`] goes through the cells in row-major order and sets each digit of a
//! cell in turn, as `Verify` of PHP16 and the listings of HR12 (B.1) and AW15 (4.2, 4.3)
//! do. What it tries in an empty cell is every digit, or the list that the cell has had
//! since before the search. [`Scan::guess`] is HR12's method (4.2): the strategies after
//! every guess, on a copy of board and lists.
//!
//! Counts are those of `brute-force`, `backtracking` and the `lists` solvers that work
//! on sets of bits, to the unit: the same digits are tried and the same steps found in
//! the same order, so that only the time per check differs. A puzzle whose strategies end
//! in a contradiction before the search is the exception: it is searched here.

use super::deduce::Work;
use super::limit::POLL;
use super::{Answer, Effort, Limit, Solver};
use crate::grid::{Cell, Digit, Grid, Layout, MAX_ORDER, Puzzle};

/// Finds and applies one step.
type Strategy = fn(&mut Board, &mut Effort) -> bool;

/// Naked singles.
pub const NAKED: &[Strategy] = &[Board::naked_single];
/// Naked and hidden singles.
pub const HIDDEN: &[Strategy] = &[Board::naked_single, Board::hidden_single];
/// Naked and hidden singles and naked pairs.
pub const PAIRS: &[Strategy] = &[Board::naked_single, Board::hidden_single, Board::naked_pair];

/// What is searched, and how.
#[derive(Clone, Copy)]
pub enum Method {
    /// Every digit in every empty cell, and a check of every given passed, as PHP16.
    Givens,
    /// Every digit in every empty cell.
    Backtracking,
    /// Lists, reduced by these strategies before the search.
    Once(&'static [Strategy]),
    /// Lists, reduced by these strategies before the search and after every guess.
    Throughout(&'static [Strategy]),
}

/// A search by loops.
pub struct Scan {
    method: Method,
    board: Board,
}

/// Digits by cell, 0 where there is none, and the candidates of the empty cells.
#[derive(Clone)]
pub struct Board {
    pub(super) layout: &'static Layout,
    pub(super) values: Vec<u8>,
    pub(super) lists: Vec<List>,
}

/// Digits in rising order.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct List {
    digits: [u8; MAX_ORDER],
    length: usize,
}

impl List {
    pub(super) const EMPTY: List = List { digits: [0; MAX_ORDER], length: 0 };

    pub(super) fn digits(&self) -> &[u8] {
        &self.digits[..self.length]
    }

    pub(super) fn push(&mut self, digit: u8) {
        self.digits[self.length] = digit;
        self.length += 1;
    }

    /// Removes a digit. Returns whether it was there.
    pub(super) fn remove(&mut self, digit: u8) -> bool {
        let Some(place) = self.digits().iter().position(|&other| other == digit) else {
            return false;
        };
        self.digits.copy_within(place + 1..self.length, place);
        self.length -= 1;
        self.digits[self.length] = 0;
        true
    }
}

impl Board {
    /// The board of a puzzle, without lists.
    pub(super) fn of(puzzle: &Puzzle) -> Board {
        let values = puzzle.values().to_vec();
        Board { layout: puzzle.layout(), lists: vec![List::EMPTY; values.len()], values }
    }

    /// PHP16's `Verify`: whether no other cell of the row, column or box holds the digit
    /// of this cell.
    fn verify(&self, cell: Cell) -> bool {
        let order = self.layout.order();
        let (row, column, digit) = (cell.row(), cell.column(), self.values[cell.index()]);
        for other in 0..order {
            if other != column && self.values[row * order + other] == digit {
                return false;
            }
        }
        for other in 0..order {
            if other != row && self.values[other * order + column] == digit {
                return false;
            }
        }
        let (rows, columns) = (self.layout.box_rows(), self.layout.box_columns());
        let (top, left) = (row / rows * rows, column / columns * columns);
        for other_row in top..top + rows {
            for other_column in left..left + columns {
                if other_row != row
                    && other_column != column
                    && self.values[other_row * order + other_column] == digit
                {
                    return false;
                }
            }
        }
        true
    }

    /// Lists the digits of every empty cell: all, or those that conflict with nothing.
    fn list(&mut self, all: bool) {
        for &cell in self.layout.cells() {
            let index = cell.index();
            self.lists[index] = List::EMPTY;
            if self.values[index] == 0 {
                for digit in 1..=self.layout.order() as u8 {
                    self.values[index] = digit;
                    if all || self.verify(cell) {
                        self.lists[index].push(digit);
                    }
                }
                self.values[index] = 0;
            }
        }
    }

    /// Sets a digit and takes it off the lists of the cell's houses.
    pub(super) fn place(&mut self, cell: Cell, digit: u8) {
        self.values[cell.index()] = digit;
        self.lists[cell.index()] = List::EMPTY;
        for house in self.layout.houses_at(cell) {
            for other in self.layout.house_cells(house) {
                self.lists[other.index()].remove(digit);
            }
        }
    }

    pub(super) fn naked_single(&mut self, effort: &mut Effort) -> bool {
        let cells = self.layout.cells().iter();
        let found = cells.copied().find(|cell| self.lists[cell.index()].length == 1);
        if let Some(cell) = found {
            self.place(cell, self.lists[cell.index()].digits[0]);
            effort.placements += 1;
        }
        found.is_some()
    }

    fn hidden_single(&mut self, effort: &mut Effort) -> bool {
        for &house in self.layout.houses() {
            for digit in 1..=self.layout.order() as u8 {
                let cells = self.layout.house_cells(house).iter();
                let holds = |cell: &&Cell| self.lists[cell.index()].digits().contains(&digit);
                let mut places = cells.filter(holds);
                if let (Some(&cell), None) = (places.next(), places.next()) {
                    self.place(cell, digit);
                    effort.placements += 1;
                    return true;
                }
            }
        }
        false
    }

    fn naked_pair(&mut self, effort: &mut Effort) -> bool {
        for &house in self.layout.houses() {
            let cells = self.layout.house_cells(house);
            for (place, &first) in cells.iter().enumerate() {
                let list = self.lists[first.index()];
                if list.length != 2 {
                    continue;
                }
                for &second in &cells[place + 1..] {
                    if self.lists[second.index()] == list && self.clear(first, second, effort) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Takes the digits of a pair off the other lists of the houses that both cells are in.
    fn clear(&mut self, first: Cell, second: Cell, effort: &mut Effort) -> bool {
        let before = effort.eliminations;
        let (pair, others) = (self.lists[first.index()], self.layout.houses_at(second));
        for house in self.layout.houses_at(first).into_iter().filter(|h| others.contains(h)) {
            for &cell in self.layout.house_cells(house) {
                if cell != first && cell != second {
                    for &digit in pair.digits() {
                        let removed = self.lists[cell.index()].remove(digit);
                        effort.eliminations += u64::from(removed);
                    }
                }
            }
        }
        effort.eliminations > before
    }

    /// The first empty cell, after the strategies have found all they can, from the first
    /// again after every step.
    fn reduce(&mut self, strategies: &[Strategy], effort: &mut Effort) -> Option<Cell> {
        loop {
            let empty = self.values.iter().position(|&value| value == 0)?;
            if !strategies.iter().any(|strategy| strategy(self, effort)) {
                return Some(self.layout.cells()[empty]);
            }
        }
    }

    pub(super) fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.layout);
        for &cell in self.layout.cells() {
            grid.set(cell, Some(Digit::new(self.values[cell.index()])));
        }
        grid
    }

    /// Whether every cell holds the last digit of its list.
    fn nothing_left(&self) -> bool {
        let mut cells = self.values.iter().zip(&self.lists);
        cells.all(|(value, list)| list.digits().last().is_none_or(|last| last == value))
    }
}

impl Scan {
    /// A search by this method.
    pub fn new(method: Method) -> Scan {
        Scan { method, board: Board::of(&Puzzle::empty(Layout::nine())) }
    }

    /// Searches from this cell on. `false` when the search is to end.
    fn search(&mut self, index: usize, work: &mut Work<'_>, wanted: u64) -> bool {
        let Some(&cell) = self.board.layout.cells().get(index) else {
            return work.solved(&self.board.grid()) < wanted;
        };
        let list = self.board.lists[cell.index()];
        if self.board.values[cell.index()] != 0 {
            let passed = match self.method {
                Method::Givens if !work.meter.check_many(1, || Some(cell)) => return false,
                Method::Givens => self.board.verify(cell),
                _ => true,
            };
            return !passed || self.search(index + 1, work, wanted);
        }
        for &digit in list.digits() {
            if !work.meter.check_many(1, || Some(cell)) {
                return false;
            }
            self.board.values[cell.index()] = digit;
            if self.board.verify(cell) {
                work.effort.guesses += 1;
                if !self.search(index + 1, work, wanted) {
                    return false;
                }
                work.effort.backtracks += 1;
            }
        }
        self.board.values[cell.index()] = 0;
        true
    }

    /// Deduces, then guesses each candidate of the first empty cell. `last` says whether
    /// every open guess is the last candidate of its cell. `Some` when the search is to end,
    /// with whether nothing is left to search.
    fn guess(
        mut board: Board,
        strategies: &[Strategy],
        last: bool,
        work: &mut Work<'_>,
        wanted: u64,
    ) -> Option<bool> {
        let Some(cell) = board.reduce(strategies, &mut work.effort) else {
            return (work.solved(&board.grid()) >= wanted).then_some(last);
        };
        let list = board.lists[cell.index()];
        for (place, &digit) in list.digits().iter().enumerate() {
            if !work.meter.check_many(1, || Some(cell)) {
                return Some(false);
            }
            work.effort.guesses += 1;
            let mut next = board.clone();
            next.place(cell, digit);
            let last = last && place + 1 == list.length;
            let end = Scan::guess(next, strategies, last, work, wanted);
            if end.is_some() {
                return end;
            }
            work.effort.backtracks += 1;
        }
        None
    }
}

impl Solver for Scan {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let mut work = Work::new(POLL, limit);
        let board = &mut self.board;
        *board = Board::of(puzzle);
        board.list(matches!(self.method, Method::Givens | Method::Backtracking));
        let exhausted = if let Method::Throughout(strategies) = self.method {
            let board = board.clone();
            Scan::guess(board, strategies, true, &mut work, limit.solutions).unwrap_or(true)
        } else {
            let mut may_be_left = puzzle.clues() < board.values.len();
            if let Method::Once(strategies) = self.method {
                board.reduce(strategies, &mut work.effort);
                may_be_left = false;
            }
            let ended = !self.search(0, &mut work, limit.solutions);
            !ended || (!may_be_left && self.board.nothing_left())
        };
        work.ended(exhausted, limit.solutions)
    }
}
