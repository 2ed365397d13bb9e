//! `brute-force`: every digit in every empty cell, in reading order.
//!
//! The search of HR12 (section 4.1) and PHP16: cells in row-major order, digits
//! in rising order, and on to the next cell as soon as a digit does not conflict.
//! HR12 stops at the first solution, PHP16 at the end of the search: a limit of
//! one solution or of more.
//!
//! A *check* is a call of PHP16's `Verify`. At a given cell it is called once,
//! every time the search passes; at an empty cell it is called for 1 to n in
//! turn. The checks of the digits that fail are added up without making them, and
//! so are those of a cell whose digits all leave none for the cell after it: the
//! count is PHP16's to the unit, at a limit too, while the work is one step per
//! digit that leads further. Nothing is deduced and no cell is chosen: that order,
//! good or bad, is what the sources measure.

use super::{Answer, Effort, Limit, Meter, Solver, Usage, Verdict};
use crate::grid::{Cell, Digit, Grid, MAX_ORDER, Puzzle};

/// Houses that no cell is in, where every digit passes.
const OUTSIDE: [u8; 3] = [u8::MAX; 3];
const _: () = assert!(3 * MAX_ORDER < u8::MAX as usize);

/// Exhaustive search in row-major order.
#[derive(Default)]
pub struct BruteForce {
    /// The empty cells in order, then two levels that stand for the end.
    levels: Vec<Level>,
    free: Free,
}

/// An empty cell and how far its digits have been tried.
#[derive(Default)]
struct Level {
    /// Nothing for a level of the end.
    cell: Option<Cell>,
    /// The row, column and box of the cell.
    houses: [u8; 3],
    /// Given cells between the previous empty cell and this one.
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
    /// The digit tried last, 0 for none: so many checks were made here.
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

impl BruteForce {
    fn load(&mut self, puzzle: &Puzzle) {
        let layout = puzzle.layout();
        self.free = Free::all(layout.order());
        self.levels.clear();
        let mut givens = 0;
        for &cell in layout.cells() {
            let houses = layout.houses_at(cell).map(|house| house.index() as u8);
            if let Some(digit) = puzzle.given(cell) {
                self.free.flip(houses, 1 << digit.index());
                givens += 1;
            } else {
                self.levels.push(Level { houses, givens, cell: Some(cell), ..Level::default() });
                givens = 0;
            }
        }
        for givens in [givens, 0] {
            self.levels.push(Level { houses: OUTSIDE, givens, ..Level::default() });
        }
        for first in 0..self.levels.len() - 2 {
            let [cell, next, after] = [0, 1, 2].map(|ahead| self.levels[first + ahead].cell);
            let sees =
                |other| cell.zip(other).is_some_and(|(cell, other)| layout.sees(cell, other));
            self.levels[first].excludes =
                [next, after].map(|other| if sees(other) { !0 } else { 0 });
        }
    }

    /// The puzzle with the digits tried last.
    fn solution(&self, puzzle: &Puzzle) -> Grid {
        let mut grid = puzzle.grid().clone();
        for level in &self.levels {
            if let Some(cell) = level.cell {
                grid.set(cell, Some(Digit::new(level.digits.tried as u8)));
            }
        }
        grid
    }

    /// Searches to the end, the limit, or the last solution wanted.
    fn search(&mut self, puzzle: &Puzzle, meter: &mut Meter<'_>, wanted: u64) -> Found {
        let order = puzzle.layout().order() as u32;
        let end = self.levels.len() - 2;
        let mut found = Found::default();
        if !meter.check_many(u64::from(self.levels[0].givens)) {
            return found;
        }
        if end == 0 {
            found.add(|| self.solution(puzzle));
            found.exhausted = true;
            return found;
        }
        let mut depth = 0;
        let [open, ahead] = [0, 1].map(|i| self.free.at(self.levels[i].houses));
        let mut digits = Digits { open, tried: 0, ahead };
        loop {
            let Digits { open, tried, ahead } = digits;
            if open == 0 {
                if !meter.check_many_at(u64::from(order - tried), || self.levels[depth].cell) {
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
            if !meter.check_many_at(u64::from(digit - tried + next.givens), || level.cell) {
                break;
            }
            found.guesses += 1;
            digits.open = open & (open - 1);
            digits.tried = digit;
            if depth + 1 == end {
                level.digits = digits;
                found.add(|| self.solution(puzzle));
                if found.solutions == wanted {
                    depth += 1;
                    break;
                }
                continue;
            }
            let bit = open & open.wrapping_neg();
            let open = ahead & !(bit & level.excludes[0]);
            let ahead = self.free.at(after.houses) & !(bit & level.excludes[1]);
            if open == 0 || ahead == 0 {
                // Whatever passes in the next cell, nothing does in the one after.
                let dead = open.count_ones();
                if meter.check_if_free(u64::from(order + dead * (after.givens + order))) {
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
struct Found {
    solutions: u64,
    first: Option<Grid>,
    exhausted: bool,
    guesses: u64,
    backtracks: u64,
}

impl Found {
    fn add(&mut self, solution: impl FnOnce() -> Grid) {
        self.solutions += 1;
        if self.first.is_none() {
            self.first = Some(solution());
        }
    }
}

impl Solver for BruteForce {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        self.load(puzzle);
        let mut meter = Meter::new(limit);
        let found = self.search(puzzle, &mut meter, limit.solutions);
        let verdict = match meter.exhausted() {
            true => Verdict::Limit,
            false => Verdict::of_search(found.solutions, found.exhausted),
        };
        let effort = Effort {
            checks: meter.checks(),
            guesses: found.guesses,
            backtracks: found.backtracks,
            ..Effort::default()
        };
        let Found { solutions, first: solution, .. } = found;
        Answer { verdict, solutions, solution, effort, usage: Usage::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    /// PHP16's puzzle, then the first and last lines of B09's figure 18: checks
    /// to the first solution, and to the end of the search.
    const COUNTED: [(&str, u64, u64); 3] = [
        (
            "000000000640017000000020361506040000000006420000280009000500740405069200800000000",
            116_070,
            156_380,
        ),
        (
            ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.",
            593,
            1_021,
        ),
        (
            ".85...21..94.12..3...3..7.45.34.9....4.2.6.3....1.39.76.8..5...1..84.36..27...89.",
            1_065,
            1_911,
        ),
    ];

    fn nine(line: &str) -> Puzzle {
        let values = line.chars().map(|c| c.to_digit(10).unwrap_or(0) as u8);
        Puzzle::new(Grid::new(Layout::nine(), &values.collect::<Vec<u8>>())).unwrap()
    }

    fn solve(puzzle: &Puzzle, solutions: u64, checks: u64) -> Answer {
        let limit = Limit { checks, ..Limit::solutions(solutions) };
        BruteForce::default().solve(puzzle, &limit)
    }

    #[test]
    fn checks_are_those_of_php16() {
        for (line, first, end) in COUNTED {
            let puzzle = nine(line);
            let to_first = solve(&puzzle, 1, u64::MAX);
            assert_eq!((to_first.verdict, to_first.effort.checks), (Verdict::First, first));
            let to_end = solve(&puzzle, 2, u64::MAX);
            assert_eq!((to_end.verdict, to_end.effort.checks), (Verdict::Unique, end));
            assert_eq!(to_end.solution, to_first.solution);
        }
    }

    #[test]
    fn the_limit_is_exact() {
        let (line, first, end) = COUNTED[2];
        let puzzle = nine(line);
        for checks in 0..=end + 1 {
            let answer = solve(&puzzle, 2, checks);
            assert_eq!(answer.verdict == Verdict::Limit, checks < end, "at {checks}");
            assert_eq!(answer.effort.checks, checks.min(end));
            assert_eq!(answer.solutions, u64::from(checks >= first), "at {checks}");
        }
    }

    #[test]
    fn a_full_grid_costs_one_check_per_cell() {
        let (line, ..) = COUNTED[0];
        let solved = Puzzle::new(solve(&nine(line), 1, u64::MAX).solution.unwrap()).unwrap();
        let answer = solve(&solved, 1, u64::MAX);
        assert_eq!((answer.verdict, answer.effort.checks), (Verdict::Unique, 81));
    }

    #[test]
    fn the_288_grids_of_order_4() {
        let empty = Puzzle::new(Grid::empty(Layout::of_order(4).unwrap())).unwrap();
        let answer = solve(&empty, u64::MAX, u64::MAX);
        assert_eq!((answer.verdict, answer.solutions), (Verdict::Multiple, 288));
    }
}
