//! Backtracking in reading order: the search that `brute-force` and `singles` share.
//!
//! The empty cells in row-major order, the digits of each cell's *list* in rising
//! order, and on to the next cell as soon as a digit does not conflict. A [`Lists`]
//! says which digits are listed and what is counted: every trial of a listed digit is
//! a check. Nothing is deduced and no cell is chosen: that order, good or bad, is what
//! the sources measure.
//!
//! The checks of the digits that fail are added up without making them, and so are
//! those of a cell whose digits all leave none for the cell after it. The count is
//! that of a program that makes each, to the unit, at a limit too, while the work is
//! one step per digit that leads further.

use super::Meter;
use crate::grid::{Cell, Digit, Grid, MAX_ORDER};

/// Houses that no cell is in, where every digit passes.
const OUTSIDE: [u8; 3] = [u8::MAX; 3];
const _: () = assert!(3 * MAX_ORDER < u8::MAX as usize);

/// Which digits are tried in a cell, and how many checks that is.
pub(super) trait Lists {
    /// The digits of the list among these; all as bits.
    fn listed(list: u32, digits: u32) -> u32;
    /// How many digits of the list are above the first and not above the second, both
    /// from 0 to the order of the grid.
    fn between(list: u32, first: u32, second: u32) -> u32;
}

/// Every digit is tried in every cell.
pub(super) struct EveryDigit;

impl Lists for EveryDigit {
    #[inline(always)]
    fn listed(_: u32, digits: u32) -> u32 {
        digits
    }

    #[inline(always)]
    fn between(_: u32, first: u32, second: u32) -> u32 {
        second - first
    }
}

/// Each cell has a list of its own.
pub(super) struct OwnLists;

impl Lists for OwnLists {
    #[inline(always)]
    fn listed(list: u32, digits: u32) -> u32 {
        list & digits
    }

    #[inline(always)]
    fn between(list: u32, first: u32, second: u32) -> u32 {
        (list & ((1 << second) - (1 << first))).count_ones()
    }
}

/// A search with its scratch memory.
#[derive(Default)]
pub(super) struct Backtracking {
    /// The empty cells in order, then two levels that stand for the end.
    levels: Vec<Level>,
    free: Free,
    order: u32,
}

/// An empty cell and how far its digits have been tried.
#[derive(Default)]
struct Level {
    /// Nothing for a level of the end.
    cell: Option<Cell>,
    /// The row, column and box of the cell.
    houses: [u8; 3],
    /// The digits to try, as bits.
    list: u32,
    /// Checks of what stands between the previous empty cell and this one.
    givens: u32,
    /// All ones where a digit here excludes it from the next empty cell, and from
    /// the one after that; else zero.
    excludes: [u32; 2],
    digits: Digits,
}

/// The digits of an empty cell, as bits, and of the one after it.
#[derive(Clone, Copy, Default)]
struct Digits {
    /// Digits that pass and have not been tried yet.
    open: u32,
    /// The digit tried last, 0 for none.
    tried: u32,
    /// Digits that pass in the next empty cell as long as this one is empty.
    ahead: u32,
}

/// By house, the digits it does not hold yet. As long as a `u8` reaches, so that
/// no index is checked.
struct Free([u32; 256]);

impl Free {
    fn all(order: usize) -> Free {
        Free([(1 << order) - 1; 256])
    }

    /// The digits that conflict with nothing in the cell of these houses.
    #[inline(always)]
    fn at(&self, houses: [u8; 3]) -> u32 {
        let [row, column, number] = houses.map(|house| self.0[usize::from(house)]);
        row & column & number
    }

    /// Sets the digit of this bit, or takes it back.
    #[inline(always)]
    fn flip(&mut self, houses: [u8; 3], bit: u32) {
        houses.map(usize::from).iter().for_each(|&house| self.0[house] ^= bit);
    }
}

impl Default for Free {
    fn default() -> Free {
        Free::all(0)
    }
}

impl Level {
    /// The digits that pass here.
    #[inline(always)]
    fn open<L: Lists>(&self, free: &Free) -> u32 {
        L::listed(self.list, free.at(self.houses))
    }

    /// The checks of the listed digits above one.
    #[inline(always)]
    fn above<L: Lists>(&self, digit: u32, order: u32) -> u32 {
        L::between(self.list, digit, order)
    }
}

impl Backtracking {
    /// Takes over a grid without conflicts. `list` gives the digits to try in an
    /// empty cell, as bits; each digit that stands there costs `given` checks.
    pub(super) fn load(&mut self, grid: &Grid, given: u32, list: impl Fn(Cell) -> u32) {
        let layout = grid.layout();
        self.order = layout.order() as u32;
        self.free = Free::all(layout.order());
        self.levels.clear();
        let mut givens = 0;
        for &cell in layout.cells() {
            let houses = layout.houses_at(cell).map(|house| house.index() as u8);
            if let Some(digit) = grid.digit(cell) {
                self.free.flip(houses, 1 << digit.index());
                givens += given;
            } else {
                let list = list(cell);
                let cell = Some(cell);
                self.levels.push(Level { cell, houses, list, givens, ..Level::default() });
                givens = 0;
            }
        }
        for givens in [givens, 0] {
            self.levels.push(Level { houses: OUTSIDE, list: !0, givens, ..Level::default() });
        }
        for first in 0..self.levels.len() - 2 {
            let [cell, next, after] = [0, 1, 2].map(|ahead| self.levels[first + ahead].cell);
            let sees =
                |other| cell.zip(other).is_some_and(|(cell, other)| layout.sees(cell, other));
            self.levels[first].excludes =
                [next, after].map(|other| if sees(other) { !0 } else { 0 });
        }
    }

    /// The grid with the digits tried last.
    fn solution(&self, grid: &Grid) -> Grid {
        let mut solution = grid.clone();
        for level in &self.levels {
            if let Some(cell) = level.cell {
                solution.set(cell, Some(Digit::new(level.digits.tried as u8)));
            }
        }
        solution
    }

    /// Whether every listed digit of every cell has been tried.
    pub(super) fn nothing_left(&self) -> bool {
        let cells = self.levels.iter().filter(|level| level.cell.is_some());
        cells.fold(0, |left, level| left | level.list >> level.digits.tried) == 0
    }

    /// Searches the grid that was loaded to the end, the limit, or the last solution
    /// wanted.
    pub(super) fn search<L: Lists>(
        &mut self,
        grid: &Grid,
        meter: &mut Meter<'_>,
        wanted: u64,
    ) -> Found {
        let order = self.order;
        let end = self.levels.len() - 2;
        let mut found = Found::default();
        if !meter.check_many(u64::from(self.levels[0].givens), || None) {
            return found;
        }
        if end == 0 {
            found.add(|| self.solution(grid));
            found.exhausted = true;
            return found;
        }
        let mut depth = 0;
        let [open, ahead] = [0, 1].map(|i| self.levels[i].open::<L>(&self.free));
        let mut digits = Digits { open, tried: 0, ahead };
        loop {
            let Digits { open, tried, ahead } = digits;
            if open == 0 {
                let level = &self.levels[depth];
                let failing = level.above::<L>(tried, order);
                if !meter.check_many(u64::from(failing), || level.cell) {
                    break;
                }
                if depth == 0 {
                    found.exhausted = true;
                    break;
                }
                depth -= 1;
                let level = &self.levels[depth];
                digits = level.digits;
                self.free.flip(level.houses, 1 << (digits.tried - 1));
                continue;
            }
            let [level, next, after, ..] = &mut self.levels[depth..] else { break };
            let digit = open.trailing_zeros() + 1;
            let checks = L::between(level.list, tried, digit) + next.givens;
            if !meter.check_many(u64::from(checks), || level.cell) {
                break;
            }
            found.guesses += 1;
            digits.open = open & (open - 1);
            digits.tried = digit;
            if depth + 1 == end {
                level.digits = digits;
                found.add(|| self.solution(grid));
                if found.solutions == wanted {
                    depth += 1;
                    break;
                }
                continue;
            }
            let bit = open & open.wrapping_neg();
            let open = ahead & !(bit & level.excludes[0]);
            let ahead = after.open::<L>(&self.free) & !(bit & level.excludes[1]);
            if open == 0 || ahead == 0 {
                // Whatever passes in the next cell, nothing does in the one after.
                let dead = open.count_ones();
                let checks = dead * (after.givens + after.above::<L>(0, order));
                let checks = next.above::<L>(0, order) + checks;
                if meter.check_if_free(u64::from(checks)) {
                    found.guesses += u64::from(dead);
                    continue;
                }
            }
            level.digits = digits;
            self.free.flip(level.houses, bit);
            depth += 1;
            digits = Digits { open, tried: 0, ahead };
        }
        found.backtracks = found.guesses - depth as u64;
        found
    }
}

/// What a search found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) solutions: u64,
    pub(super) first: Option<Grid>,
    /// Whether nothing was left to search.
    pub(super) exhausted: bool,
    pub(super) guesses: u64,
    pub(super) backtracks: u64,
}

impl Found {
    fn add(&mut self, solution: impl FnOnce() -> Grid) {
        self.solutions += 1;
        if self.first.is_none() {
            self.first = Some(solution());
        }
    }
}
