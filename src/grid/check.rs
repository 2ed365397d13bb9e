//! The judge: whether a grid solves a puzzle.
//!
//! Deliberately independent: it uses none of [`Layout`](super::Layout)'s tables
//! nor anything else a solver uses, only the rules written out with plain
//! arithmetic, so that a mistake in the shared geometry cannot hide itself.

use super::{Grid, MAX_ORDER, Puzzle};

/// Whether `solution` fills every cell with the givens kept, a digit that the cell may take, and
/// every digit exactly once in each row, column and box.
pub fn is_solution(solution: &Grid, puzzle: &Puzzle) -> bool {
    let (rows, columns) = (puzzle.layout().box_rows(), puzzle.layout().box_columns());
    let n = rows * columns;
    let (cells, givens) = (solution.values(), puzzle.values());
    if solution.layout() != puzzle.layout() || cells.len() != n * n {
        return false;
    }
    // Without a jump per cell: which cells are given is as good as random.
    let keeps = |(&cell, &given): (&u8, &u8)| (given == 0) | (cell == given);
    let keeps_givens = cells.iter().zip(givens).map(keeps).fold(true, |all, keeps| all & keeps);
    keeps_givens && keeps_marks(cells, puzzle) && houses_are_complete(cells, rows, columns)
}

/// Whether each digit is among those that the cell may take.
fn keeps_marks(cells: &[u8], puzzle: &Puzzle) -> bool {
    let Some(marks) = puzzle.marks() else { return true };
    cells.len() == marks.len()
        && cells.iter().zip(marks).all(|(&cell, marks)| marks.bits() & (1 << cell >> 1) != 0)
}

/// Whether every row, column and box of the cells holds the digits 1 to n, which
/// with n cells means each of them once. Boxes have `rows` rows and `columns` columns.
fn houses_are_complete(cells: &[u8], rows: usize, columns: usize) -> bool {
    let n = rows * columns;
    let all = (1u32 << n) - 1;
    let mut in_columns = [0u32; MAX_ORDER];
    let mut in_rows = all;
    let mut in_boxes = all;
    // A band is a row of boxes, of which there are as many as a box has rows.
    for band in cells.chunks_exact(n * rows) {
        let mut in_band = [0u32; MAX_ORDER];
        for row in band.chunks_exact(n) {
            let mut in_row = 0;
            for (number, part) in row.chunks_exact(columns).enumerate() {
                let columns_here = &mut in_columns[number * columns..(number + 1) * columns];
                for (&digit, in_column) in part.iter().zip(columns_here) {
                    let bit = 1 << digit >> 1;
                    in_row |= bit;
                    in_band[number] |= bit;
                    *in_column |= bit;
                }
            }
            in_rows &= in_row;
        }
        in_boxes &= in_band[..rows].iter().fold(all, |both, &seen| both & seen);
    }
    let in_columns = in_columns[..n].iter().fold(all, |both, &seen| both & seen);
    in_rows & in_columns & in_boxes == all
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::grid::Layout;

    /// A valid grid of any size: each row is the one above shifted.
    pub fn shifted(layout: &'static Layout) -> Grid {
        let (n, r, c) = (layout.order(), layout.box_rows(), layout.box_columns());
        let value = |i: usize| ((i / n % r * c + i / n / r + i % n) % n + 1) as u8;
        Grid::new(layout, &(0..n * n).map(value).collect::<Vec<_>>())
    }

    #[test]
    fn accepts_valid_grids_and_rejects_any_single_change() {
        for layout in Layout::all() {
            let empty = Puzzle::empty(layout);
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
