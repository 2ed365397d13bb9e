//! Random full grids of every size.
//!
//! HR12 (section 4.4) solves the empty grid with digits in random order, see
//! [`super::row_major`]. Without that being asked for, at 9×9 the next cell is also chosen, see [`super::nine`]. At other sizes the boxes on the
//! diagonal, which do not see one another, are filled with random permutations,
//! and exact cover with its rows in random order fills the rest: no search that
//! looks at cells alone gets through a 25×25 grid. A search that takes too long is
//! begun again in another order.
//!
//! Every full grid can come out, but not all equally often: a grid is as likely as
//! the choices on the way to it, and where less was left to choose it is likelier.
//! All relabellings of a grid are equally likely.

use rand::Rng;
use rand::seq::SliceRandom;

use super::nine;
use super::row_major::RowMajor;
use crate::grid::{Cell, Digit, DigitSet, Grid, House, HouseKind, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::{Dlx, Limit};

/// A search that tries this many rows for each cell is begun again.
const PATIENCE: u64 = 3;

/// In which order a full grid is filled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Fill {
    /// As [`FullGrids`] fills fastest: the cell with the fewest candidates next, or exact
    /// cover.
    #[default]
    Fast,
    /// Row by row, as HR12's generator does.
    RowMajor,
}

impl Fill {
    /// Every order.
    pub const ALL: [Fill; 2] = [Fill::Fast, Fill::RowMajor];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Fill::Fast => "fast",
            Fill::RowMajor => "row-major",
        }
    }

    /// The order of this name.
    pub fn find(name: &str) -> Option<Fill> {
        Fill::ALL.into_iter().find(|known| known.name() == name)
    }
}

/// Makes full grids of one size.
pub enum FullGrids {
    /// 9×9.
    Nine,
    /// Another size.
    Other(Box<Completion>),
    /// Row by row.
    RowMajor(Box<RowMajor>),
}

impl FullGrids {
    /// For grids of this size.
    pub fn new(layout: &'static Layout, fill: Fill) -> FullGrids {
        match (fill, layout.order()) {
            (Fill::RowMajor, _) => FullGrids::RowMajor(Box::new(RowMajor::new(layout))),
            (Fill::Fast, 9) => FullGrids::Nine,
            _ => FullGrids::Other(Box::new(Completion::new(layout))),
        }
    }

    /// A random full grid: the same one whenever `rng` is in the same state. None when
    /// interrupted.
    pub fn draw(&mut self, rng: &mut impl Rng, interrupt: &Interrupt) -> Option<Grid> {
        match self {
            FullGrids::Nine => Some(Grid::new(Layout::nine(), &nine::random_grid(rng))),
            FullGrids::Other(completion) => completion.draw(rng, interrupt),
            FullGrids::RowMajor(filling) => filling.draw(rng, interrupt),
        }
    }
}

/// Random boxes on the diagonal, and exact cover for the rest.
pub struct Completion {
    layout: &'static Layout,
    dlx: Dlx,
    /// The boxes on the diagonal.
    diagonal: Vec<House>,
    /// Each digit in each cell outside them.
    rows: Vec<(Cell, DigitSet)>,
    shuffled: Vec<(Cell, DigitSet)>,
    digits: Vec<Digit>,
}

impl Completion {
    fn new(layout: &'static Layout) -> Completion {
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
        Completion { layout, dlx: Dlx::default(), diagonal, rows, shuffled, digits }
    }

    fn draw(&mut self, rng: &mut impl Rng, interrupt: &Interrupt) -> Option<Grid> {
        let checks = PATIENCE * self.layout.cells().len() as u64;
        let limit = Limit { checks, ..Limit::solutions(1) };
        self.digits.sort_unstable();
        self.shuffled.copy_from_slice(&self.rows);
        while !interrupt.is_set() {
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
                return Some(grid);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::grid::is_solution;

    #[test]
    fn full_grids_of_every_size() {
        for layout in Layout::all() {
            let (mut grids, mut rng) =
                (FullGrids::new(layout, Fill::Fast), ChaCha8Rng::seed_from_u64(1));
            for _ in 0..3 {
                let grid = grids.draw(&mut rng, &Interrupt::default()).unwrap();
                let puzzle = Puzzle::empty(layout);
                assert!(is_solution(&grid, &puzzle), "{grid:?}");
            }
        }
    }

    #[test]
    fn all_288_grids_of_order_4_come_out() {
        let layout = Layout::of_order(4).unwrap();
        let (mut grids, mut rng) =
            (FullGrids::new(layout, Fill::Fast), ChaCha8Rng::seed_from_u64(2));
        let mut drawn: HashMap<Vec<u8>, u32> = HashMap::new();
        for _ in 0..28_800 {
            *drawn
                .entry(grids.draw(&mut rng, &Interrupt::default()).unwrap().values().to_vec())
                .or_default() += 1;
        }
        assert_eq!(drawn.len(), 288);
        let (least, most) = (drawn.values().min().unwrap(), drawn.values().max().unwrap());
        assert!(*least > 50 && *most < 170, "{least} to {most} of 100 each");
    }
}
