//! The judge: whether a grid solves a puzzle.
//!
//! Deliberately independent: it uses none of [`Layout`](super::Layout)'s tables
//! nor anything else a solver uses, only the rules written out with plain
//! arithmetic, so that a mistake in the shared geometry cannot hide itself.

use super::{Grid, Puzzle};

/// Whether `solution` fills every cell with the givens kept and every digit
/// exactly once in each row, column and box.
pub fn is_solution(solution: &Grid, puzzle: &Puzzle) -> bool {
    let (rows, columns) = (puzzle.layout().box_rows(), puzzle.layout().box_columns());
    let n = rows * columns;
    let (cells, givens) = (solution.values(), puzzle.values());
    if solution.layout() != puzzle.layout() || cells.len() != n * n {
        return false;
    }
    let keeps_givens = cells.iter().zip(givens).all(|(&cell, &given)| given == 0 || cell == given);
    keeps_givens
        && (0..n).all(|row| complete(n, |k| cells[row * n + k]))
        && (0..n).all(|column| complete(n, |k| cells[k * n + column]))
        && (0..n).all(|number| {
            let (top, left) = (number / rows * rows, number % rows * columns);
            complete(n, |k| cells[(top + k / columns) * n + left + k % columns])
        })
}

/// Whether n values are the digits 1 to n in some order.
fn complete(n: usize, value: impl Fn(usize) -> u8) -> bool {
    let mut missing = (1u32 << n) - 1;
    for k in 0..n {
        missing &= !(1 << value(k) >> 1);
    }
    missing == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    /// A valid grid of any size: each row is the one above shifted.
    fn shifted(layout: &'static Layout) -> Grid {
        let (n, r, c) = (layout.order(), layout.box_rows(), layout.box_columns());
        let value = |i: usize| {
            let (row, column) = (i / n, i % n);
            ((row % r * c + row / r + column) % n + 1) as u8
        };
        Grid::new(layout, &(0..n * n).map(value).collect::<Vec<_>>())
    }

    #[test]
    fn accepts_valid_grids_and_rejects_any_single_change() {
        for layout in Layout::all() {
            let empty = Puzzle::new(Grid::empty(layout)).unwrap();
            let grid = shifted(layout);
            assert!(is_solution(&grid, &empty), "{layout:?}");
            for &cell in layout.cells().iter().step_by(7) {
                let mut wrong = grid.clone();
                wrong.set(cell, None);
                assert!(!is_solution(&wrong, &empty));
                let digit = grid.digit(cell).unwrap().value() % layout.order() as u8 + 1;
                wrong.set(cell, Some(crate::grid::Digit::new(digit)));
                assert!(!is_solution(&wrong, &empty));
            }
        }
    }

    #[test]
    fn givens_must_be_kept() {
        let layout = Layout::nine();
        let grid = shifted(layout);
        let mut givens = Grid::empty(layout);
        givens.set(layout.cell(0, 0), grid.digit(layout.cell(0, 1)));
        assert!(!is_solution(&grid, &Puzzle::new(givens).unwrap()));
    }
}
