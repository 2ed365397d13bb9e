//! Brute force: every cell in row-major order, every digit in rising order.
//!
//! The search of HR12 (section 4.1) and PHP16, with PHP16's measure of effort: the
//! number of calls of `Verify`. Its program visits every cell in turn. At a given
//! it calls `Verify` once; at an empty cell it sets 1 to n in turn and calls it for
//! each. Here nothing is called: a digit is compared with three bit sets, and the
//! digits that fail are counted together, but the count is the same to the unit.
//!
//! No propagation and no choice of cell: that is the point of it.

use super::{Answer, Effort, Limit, Meter, Solver, Usage, Verdict};
use crate::grid::{Cell, Digit, DigitSet, Grid, MAX_ORDER, Puzzle};

/// The row-major search, with its scratch memory.
pub struct BruteForce {
    empty: Vec<Open>,
    held: [DigitSet; 3 * MAX_ORDER],
}

/// An empty cell of the puzzle.
struct Open {
    cell: Cell,
    houses: [usize; 3],
    /// The value tried now; 0 before the first.
    value: u8,
    /// Givens between this cell and the next empty one, or the end.
    givens_after: u64,
}

impl BruteForce {
    /// A solver for any size.
    pub fn new() -> BruteForce {
        BruteForce { empty: Vec::new(), held: [DigitSet::EMPTY; 3 * MAX_ORDER] }
    }

    /// Sets up the search; returns the number of givens before the first empty cell.
    fn load(&mut self, puzzle: &Puzzle) -> u64 {
        self.empty.clear();
        self.held.fill(DigitSet::EMPTY);
        let mut leading = 0;
        for &cell in puzzle.layout().cells() {
            let houses = puzzle.layout().houses_at(cell).map(|house| house.index());
            match puzzle.given(cell) {
                Some(digit) => {
                    houses.iter().for_each(|&house| self.held[house].insert(digit));
                    match self.empty.last_mut() {
                        Some(open) => open.givens_after += 1,
                        None => leading += 1,
                    }
                }
                None => self.empty.push(Open { cell, houses, value: 0, givens_after: 0 }),
            }
        }
        leading
    }

    fn solution(&self, puzzle: &Puzzle) -> Grid {
        let mut grid = puzzle.grid().clone();
        for open in &self.empty {
            grid.set(open.cell, Some(Digit::new(open.value)));
        }
        grid
    }

    /// Searches on until the next solution. `None` when nothing is left or the
    /// meter ends it.
    fn next_solution(
        &mut self,
        depth: &mut usize,
        order: u8,
        search: &mut Search<'_>,
    ) -> Option<()> {
        let held = &mut self.held;
        loop {
            let open = &mut self.empty[*depth];
            if open.value != 0 {
                let digit = Digit::new(open.value);
                open.houses.iter().for_each(|&house| held[house].remove(digit));
                search.effort.backtracks += 1;
            }
            let [row, column, block] = open.houses.map(|house| held[house]);
            let used = (row | column | block).bits() | ((1 << open.value) - 1);
            // The lowest value above the last one tried that no house holds.
            let value = (!used).trailing_zeros() as u8 + 1;
            if value > order {
                if !search.meter.spend(u64::from(order - open.value)) {
                    return None;
                }
                open.value = 0;
                *depth = depth.checked_sub(1)?;
                continue;
            }
            let checks = u64::from(value - open.value) + open.givens_after;
            open.value = value;
            open.houses.iter().for_each(|&house| held[house].insert(Digit::new(value)));
            search.effort.guesses += 1;
            if !search.meter.spend(checks) {
                return None;
            }
            if *depth + 1 == self.empty.len() {
                return Some(());
            }
            *depth += 1;
        }
    }
}

impl Default for BruteForce {
    fn default() -> BruteForce {
        BruteForce::new()
    }
}

/// What one search has cost and found.
struct Search<'a> {
    meter: Meter<'a>,
    effort: Effort,
    solutions: u64,
    solution: Option<Grid>,
}

impl Search<'_> {
    fn answer(mut self, verdict: Verdict) -> Answer {
        self.effort.checks = self.meter.checks();
        let verdict = if self.meter.exhausted() { Verdict::Limit } else { verdict };
        let Search { effort, solutions, solution, .. } = self;
        Answer { verdict, solutions, solution, effort, usage: Usage::NONE }
    }
}

impl Solver for BruteForce {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let effort = Effort::default();
        let mut search = Search { meter: Meter::new(limit), effort, solutions: 0, solution: None };
        let leading = self.load(puzzle);
        if !search.meter.spend(leading) {
            return search.answer(Verdict::Limit);
        }
        if self.empty.is_empty() {
            (search.solutions, search.solution) = (1, Some(puzzle.grid().clone()));
            return search.answer(Verdict::Unique);
        }
        let order = puzzle.layout().order() as u8;
        let mut depth = 0;
        while self.next_solution(&mut depth, order, &mut search).is_some() {
            search.solutions += 1;
            search.solution.get_or_insert_with(|| self.solution(puzzle));
            if search.solutions >= limit.solutions {
                let verdict = Verdict::of_search(search.solutions, false);
                return search.answer(verdict);
            }
        }
        let verdict = Verdict::of_search(search.solutions, true);
        search.answer(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse_cells, to_line};

    fn checks(puzzle: &str, solutions: u64) -> u64 {
        let puzzle = parse_cells(puzzle.as_bytes()).unwrap();
        BruteForce::new().solve(&puzzle, &Limit::solutions(solutions)).effort.checks
    }

    const PHP16: &str =
        "000000000640017000000020361506040000000006420000280009000500740405069200800000000";

    #[test]
    fn php16_published_its_counts() {
        assert_eq!((checks(PHP16, 1), checks(PHP16, 2)), (116_070, 156_380));
        let puzzle = parse_cells(PHP16.as_bytes()).unwrap();
        let answer = BruteForce::new().solve(&puzzle, &Limit::solutions(2));
        assert_eq!(
            to_line(&answer.solution.unwrap()),
            "312695874648317592957824361526943187189756423734281659291538746475169238863472915"
        );
    }

    #[test]
    fn b09_sample_puzzles_have_their_counts() {
        let first =
            ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.";
        let last =
            ".85...21..94.12..3...3..7.45.34.9....4.2.6.3....1.39.76.8..5...1..84.36..27...89.";
        assert_eq!((checks(first, 1), checks(first, 2)), (593, 1_021));
        assert_eq!((checks(last, 1), checks(last, 2)), (1_065, 1_911));
    }

    #[test]
    fn there_are_288_grids_of_order_4() {
        let puzzle = parse_cells(&[b'.'; 16]).unwrap();
        let answer = BruteForce::new().solve(&puzzle, &Limit::solutions(u64::MAX));
        assert_eq!((answer.verdict, answer.solutions), (Verdict::Multiple, 288));
    }

    #[test]
    fn a_limit_is_met_exactly() {
        let puzzle = parse_cells(PHP16.as_bytes()).unwrap();
        for allowed in [0, 1, 100_001, 116_069] {
            let limit = Limit { checks: allowed, ..Limit::solutions(1) };
            let answer = BruteForce::new().solve(&puzzle, &limit);
            assert_eq!((answer.verdict, answer.effort.checks), (Verdict::Limit, allowed));
        }
    }
}
