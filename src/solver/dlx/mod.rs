//! `dlx`: Sudoku as exact cover, by dancing links.
//!
//! Knuth's Algorithm X: take a column with the fewest rows, try its rows one
//! after another, and cover with each all columns it touches. As a column with
//! one row is always the smallest, naked singles (columns of cells) and hidden
//! singles (columns of digits in houses) are placed before anything is guessed;
//! no other deduction is made.
//!
//! A *check* is a row tried: a digit put into a cell. Those from a column of one
//! row count as placements, the others as guesses.

mod links;
mod matrix;

use super::{Answer, Effort, Limit, Meter, Solver, Usage, Verdict};
use crate::grid::{Cell, DigitSet, Grid, Puzzle};
use links::{Choice, Links, Mark};

/// Rows tried between two questions whether to stop.
const POLL: u64 = 256;

/// Exact cover search for every size.
#[derive(Default)]
pub struct Dlx {
    links: Links,
    levels: Vec<Level>,
    /// How many levels have rows that have not been tried.
    untried: usize,
}

/// A column chosen, and the row of it that is being tried.
struct Level {
    header: u16,
    /// The node of the row in the column.
    node: u16,
    /// The list of short columns before and after the column was covered.
    before: Mark,
    after: Mark,
    forced: bool,
}

impl Dlx {
    /// Solves as [`Solver::solve`] does, but tries the digits of a cell, and the
    /// cells for a digit, in the order in which `rows` lists them. Every digit of
    /// every cell, of a pencilmark puzzle every mark, has to be there once; those that the givens
    /// exclude are skipped.
    pub fn solve_in_order(
        &mut self,
        puzzle: &Puzzle,
        rows: impl Iterator<Item = (Cell, DigitSet)>,
        limit: &Limit<'_>,
    ) -> Answer {
        matrix::load(&mut self.links, puzzle, rows);
        self.levels.clear();
        self.untried = 0;
        let mut meter = Meter::new(POLL, limit);
        let mut effort = Effort::default();
        let (mut solutions, mut solution) = (0, None);
        loop {
            let choice = self.links.choose();
            match choice {
                Choice::Forced(header) => self.enter(header, true),
                Choice::Smallest(header) => self.enter(header, false),
                Choice::Dead | Choice::Solved => {
                    if let Choice::Solved = choice {
                        solutions += 1;
                        solution.get_or_insert_with(|| self.solution(puzzle));
                    }
                    if solutions == limit.solutions || self.untried == 0 {
                        break;
                    }
                    effort.backtracks += self.retreat();
                }
            }
            if !meter.check() {
                break;
            }
            let Level { node, forced, .. } = *self.levels.last().expect("a level was entered");
            self.links.cover_others(node);
            effort.guesses += u64::from(!forced);
            effort.placements += u64::from(forced);
        }
        let verdict = match meter.exhausted() {
            true => Verdict::Limit,
            false => Verdict::of_search(solutions, self.untried == 0),
        };
        effort.checks = meter.checks();
        Answer { verdict, solutions, solution, effort, usage: Usage::NONE }
    }

    /// Goes down to the first row of a column.
    fn enter(&mut self, header: u16, forced: bool) {
        let before = self.links.mark();
        self.links.cover(header);
        let (node, after) = (self.links.below(header), self.links.mark());
        self.levels.push(Level { header, node, before, after, forced });
        self.untried += usize::from(!forced);
    }

    /// Goes back up to the deepest column that has a row left, and on to that
    /// row. Returns how many guesses were taken back. Where no column has one the
    /// search is over, so there has to be one.
    fn retreat(&mut self) -> u64 {
        let mut taken_back = 0;
        loop {
            let level = self.levels.last_mut().expect("a column with a row left");
            self.links.uncover_others(level.node);
            self.links.forget(level.after);
            taken_back += u64::from(!level.forced);
            level.node = self.links.below(level.node);
            if level.node != level.header {
                let last = self.links.below(level.node) == level.header;
                self.untried -= usize::from(last);
                return taken_back;
            }
            self.links.uncover(level.header);
            self.links.forget(level.before);
            self.levels.pop();
        }
    }

    /// The puzzle with the rows being tried.
    fn solution(&self, puzzle: &Puzzle) -> Grid {
        let mut grid = puzzle.grid().clone();
        for level in &self.levels {
            let (cell, digit) = matrix::placement(&self.links, puzzle.layout(), level.node);
            grid.set(cell, Some(digit));
        }
        grid
    }
}

impl Solver for Dlx {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let layout = puzzle.layout();
        let cells = layout.cells().iter();
        match puzzle.marks() {
            None => {
                let digits = DigitSet::all(layout.order());
                self.solve_in_order(puzzle, cells.map(|&cell| (cell, digits)), limit)
            }
            Some(marks) => {
                let rows = cells.zip(marks).map(|(&cell, &digits)| (cell, digits));
                self.solve_in_order(puzzle, rows, limit)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Layout};

    fn four(givens: &[(usize, u8)]) -> Puzzle {
        let layout = Layout::of_order(4).unwrap();
        let mut grid = Grid::empty(layout);
        for &(cell, value) in givens {
            grid.set(layout.cells()[cell], Some(Digit::new(value)));
        }
        Puzzle::new(grid).unwrap()
    }

    #[test]
    fn the_288_grids_of_order_4() {
        let answer = Dlx::default().solve(&four(&[]), &Limit::solutions(u64::MAX));
        assert_eq!((answer.verdict, answer.solutions), (Verdict::Multiple, 288));
    }

    #[test]
    fn no_row_for_a_column_is_no_solution() {
        // Row 1 lacks a 4 for its last cell: the fourth column has one.
        let answer =
            Dlx::default().solve(&four(&[(0, 1), (1, 2), (2, 3), (7, 4)]), &Limit::solutions(2));
        assert_eq!((answer.verdict, answer.effort.checks), (Verdict::None, 0));
    }

    #[test]
    fn forced_rows_are_placements_not_guesses() {
        let first = Dlx::default().solve(&four(&[]), &Limit::solutions(1));
        let mut nearly = first.solution.unwrap();
        for cell in [0, 3, 12] {
            nearly.set(nearly.layout().cells()[cell], None);
        }
        let answer = Dlx::default().solve(&Puzzle::new(nearly).unwrap(), &Limit::solutions(2));
        let Effort { checks, guesses, placements, .. } = answer.effort;
        assert_eq!((answer.verdict, checks, guesses, placements), (Verdict::Unique, 3, 0, 3));
    }
}
