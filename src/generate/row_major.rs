//! Full grids as HR12's generator fills them: row by row, digits in random order.
//!
//! "Den skapar Sudoku genom att lösa ett tomt Sudoku med en Brute force", which takes the
//! digits of a cell at random instead of the lowest first (HR12, section 4.4). Such a search
//! ends with the first digit, in random order, that some full grid has in the cell, given the
//! cells before it. At 9×9 that is searched. On larger grids the search can take longer than
//! anybody waits, and whether there is such a grid is asked of MiniSat: the grids are as likely
//! as the search would make them.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::cnf::{Literal, complete, variable};
use crate::grid::{CandidateGrid, Cell, Digit, Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::sat::Engine;
use crate::solver::sat::minisat::MiniSat;

/// Fills grids of one size row by row.
pub struct RowMajor {
    layout: &'static Layout,
    empty: CandidateGrid,
}

impl RowMajor {
    pub fn new(layout: &'static Layout) -> RowMajor {
        RowMajor { layout, empty: CandidateGrid::new(&Puzzle::empty(layout)) }
    }

    /// A random full grid; none when interrupted.
    pub fn draw(&mut self, rng: &mut impl Rng, interrupt: &Interrupt) -> Option<Grid> {
        match self.layout.order() {
            ..=9 => search(&self.empty, rng),
            _ => self.ask(rng, interrupt),
        }
    }

    fn ask(&self, rng: &mut impl Rng, interrupt: &Interrupt) -> Option<Grid> {
        let (layout, order) = (self.layout, self.layout.order());
        let mut solver = MiniSat::new(order.pow(3));
        complete(&self.empty, &mut |clause| solver.add_clause(clause));
        let mut grid = self.empty.clone();
        // Some full grid with the digits so far.
        let mut known: Option<Grid> = None;
        for &cell in layout.cells() {
            for digit in shuffled(&grid, cell, rng) {
                if known.as_ref().is_none_or(|known| known.digit(cell) != Some(digit)) {
                    let literal = [Literal::positive(variable(order, cell, digit))];
                    let answer = loop {
                        if interrupt.is_set() {
                            return None;
                        }
                        if let Some(answer) = solver.solve_assuming(&literal, SLICE) {
                            break answer;
                        }
                    };
                    if !answer {
                        continue;
                    }
                    let mut model = Grid::empty(layout);
                    for &cell in layout.cells() {
                        let mut digits = Digit::all(order);
                        let is = |digit: &Digit| solver.is_true(variable(order, cell, *digit));
                        model.set(cell, digits.find(is));
                    }
                    known = Some(model);
                }
                grid.place(cell, digit);
                solver.add_clause(&[Literal::positive(variable(order, cell, digit))]);
                break;
            }
        }
        Some(grid.grid().clone())
    }
}

/// Conflicts between two looks at the interrupt.
const SLICE: u32 = 1_000;

/// The digits that conflict with nothing before a cell, in random order.
fn shuffled(grid: &CandidateGrid, cell: Cell, rng: &mut impl Rng) -> Vec<Digit> {
    let mut digits: Vec<Digit> = grid.candidates(cell).collect();
    digits.shuffle(rng);
    digits
}

/// The first grid of the search. It turns back where a cell has no candidate left or a digit
/// no place, sooner than HR12's and with the same outcome.
fn search(grid: &CandidateGrid, rng: &mut impl Rng) -> Option<Grid> {
    let cells = grid.layout().cells();
    let Some(&cell) = cells.iter().find(|&&cell| grid.digit(cell).is_none()) else {
        return Some(grid.grid().clone());
    };
    shuffled(grid, cell, rng).into_iter().find_map(|digit| {
        let mut next = grid.clone();
        next.place(cell, digit);
        if next.is_contradictory() { None } else { search(&next, rng) }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::grid::is_solution;

    /// HR12's generator in the words of its text.
    fn plain(grid: &mut Grid, rng: &mut impl Rng) -> bool {
        let layout = grid.layout();
        let Some(&cell) = layout.cells().iter().find(|&&cell| grid.digit(cell).is_none()) else {
            return true;
        };
        let mut digits: Vec<Digit> = Digit::all(layout.order()).collect();
        digits.shuffle(rng);
        for digit in digits {
            grid.set(cell, Some(digit));
            if grid.conflict().is_none() && plain(grid, rng) {
                return true;
            }
        }
        grid.set(cell, None);
        false
    }

    #[test]
    fn grids_are_as_likely_as_the_search_makes_them() {
        let layout = Layout::of_order(4).unwrap();
        let (mut filling, mut rng) = (RowMajor::new(layout), ChaCha8Rng::seed_from_u64(5));
        let mut counted: [HashMap<Vec<u8>, i32>; 3] = Default::default();
        for _ in 0..12_000 {
            let mut grid = Grid::empty(layout);
            assert!(plain(&mut grid, &mut rng));
            let never = Interrupt::default();
            let others = [filling.draw(&mut rng, &never), filling.ask(&mut rng, &never)];
            for (counted, grid) in
                counted.iter_mut().zip([Some(grid)].into_iter().chain(others).flatten())
            {
                *counted.entry(grid.values().to_vec()).or_default() += 1;
            }
        }
        let [plain, searched, asked] = &counted;
        for others in [searched, asked] {
            assert_eq!((plain.len(), others.len()), (288, 288));
            // Chi-squared of two samples, 287 degrees of freedom: 383 is exceeded once in 10⁴.
            let apart = |(grid, &count): (&Vec<u8>, &i32)| {
                let other = others[grid];
                f64::from((count - other).pow(2)) / f64::from(count + other)
            };
            let distance: f64 = plain.iter().map(apart).sum();
            assert!(distance < 383.0, "{distance}");
        }
    }

    #[test]
    fn grids_of_every_size_are_filled() {
        for layout in Layout::all().iter().filter(|layout| layout.order() <= 16) {
            let (mut filling, mut rng) = (RowMajor::new(layout), ChaCha8Rng::seed_from_u64(6));
            let grid = filling.draw(&mut rng, &Interrupt::default()).unwrap();
            assert!(is_solution(&grid, &Puzzle::empty(layout)), "{grid:?}");
        }
    }
}
