//! Random full grids.
//!
//! HR12 (section 4.4) solves the empty grid with digits in random order. Here the
//! boxes on the diagonal, which do not see one another, are filled with random
//! permutations, and exact cover fills the rest: brute force does not get through
//! a 25×25 grid. A search that takes too long is begun again in another order.
//! Not every grid is equally likely.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::grid::{Cell, Digit, DigitSet, Grid, House, HouseKind, Layout, Puzzle};
use crate::solver::{Dlx, Limit};

/// A search that tries this many rows for each cell is begun again.
const PATIENCE: u64 = 3;

/// Makes full grids of one size.
pub struct FullGrids {
    layout: &'static Layout,
    dlx: Dlx,
    /// The boxes on the diagonal.
    diagonal: Vec<House>,
    /// Each digit in each cell outside them.
    rows: Vec<(Cell, DigitSet)>,
    shuffled: Vec<(Cell, DigitSet)>,
    digits: Vec<Digit>,
}

impl FullGrids {
    /// For grids of this size.
    pub fn new(layout: &'static Layout) -> FullGrids {
        // There are box_columns rows of box_rows boxes each.
        let (across, down) = (layout.box_rows(), layout.box_columns());
        let boxes = layout.houses_of(HouseKind::Box);
        let diagonal: Vec<House> = (0..across.min(down)).map(|i| boxes[i * across + i]).collect();
        let digits: Vec<Digit> = Digit::all(layout.order()).collect();
        let outside =
            layout.cells().iter().filter(|&&cell| !diagonal.contains(&layout.box_at(cell)));
        let rows: Vec<(Cell, DigitSet)> = outside
            .flat_map(|&cell| digits.iter().map(move |&digit| (cell, DigitSet::only(digit))))
            .collect();
        let shuffled = rows.clone();
        FullGrids { layout, dlx: Dlx::default(), diagonal, rows, shuffled, digits }
    }

    /// A random full grid: the same one whenever `rng` is in the same state.
    pub fn draw(&mut self, rng: &mut impl Rng) -> Grid {
        let checks = PATIENCE * self.layout.cells().len() as u64;
        let limit = Limit { checks, ..Limit::solutions(1) };
        self.digits.sort_unstable();
        self.shuffled.copy_from_slice(&self.rows);
        loop {
            let mut givens = Grid::empty(self.layout);
            for &number in &self.diagonal {
                self.digits.shuffle(rng);
                for (&cell, &digit) in self.layout.house_cells(number).iter().zip(&self.digits) {
                    givens.set(cell, Some(digit));
                }
            }
            let puzzle = Puzzle::new(givens).expect("boxes on the diagonal do not see one another");
            self.shuffled.shuffle(rng);
            let rows = self.shuffled.iter().copied();
            if let Some(grid) = self.dlx.solve_in_order(&puzzle, rows, &limit).solution {
                return grid;
            }
        }
    }
}
