//! Sudoku as an exact cover problem.
//!
//! A row of the matrix is a digit in a cell. It covers four columns: the cell is
//! filled, and the digit stands in its row, column and box. Only what is open
//! after the givens is linked: covering the columns of each given in the whole
//! matrix would leave the same, spread over more memory.

use super::links::Links;
use crate::grid::{Cell, Digit, DigitSet, Layout, MAX_ORDER, Puzzle};

/// Builds the matrix of what a puzzle leaves open. The rows of a column are tried
/// in the order in which `rows` lists them; those that conflict with a given are
/// left out.
pub fn load(links: &mut Links, puzzle: &Puzzle, rows: impl Iterator<Item = (Cell, DigitSet)>) {
    let layout = puzzle.layout();
    let (cells, order) = (layout.cells(), layout.order());
    let mut lacking = [DigitSet::EMPTY; 3 * MAX_ORDER];
    lacking[..layout.houses().len()].fill(DigitSet::all(order));
    for &cell in cells {
        if let Some(digit) = puzzle.given(cell) {
            layout.houses_at(cell).into_iter().for_each(|h| lacking[h.index()].remove(digit));
        }
    }
    let empty = cells.iter().filter(|&&cell| puzzle.given(cell).is_none());
    let of_cells = empty.map(|&cell| column_of_cell(cell));
    let of_houses = (0..layout.houses().len()).flat_map(|house| {
        lacking[house].map(move |digit| column_of_house(layout, house) + digit.index() as u16)
    });
    links.start(4 * cells.len() as u16, of_cells.chain(of_houses));
    for (cell, digits) in rows {
        if puzzle.given(cell).is_some() {
            continue;
        }
        let houses = layout.houses_at(cell).map(|house| house.index());
        let [row, column, number] = houses.map(|house| column_of_house(layout, house));
        for digit in houses.iter().fold(digits, |digits, &house| digits & lacking[house]) {
            let digit = digit.index() as u16;
            links.add_row([column_of_cell(cell), row + digit, column + digit, number + digit]);
        }
    }
    links.finish();
}

/// The digit and the cell of the row that a node belongs to.
pub fn placement(links: &Links, layout: &'static Layout, node: u16) -> (Cell, Digit) {
    let [cell, row, ..] = links.row(node);
    let cell = layout.cells()[usize::from(cell) - 1];
    let digit = row - column_of_house(layout, cell.row());
    (cell, Digit::new(digit as u8 + 1))
}

/// The column that says a cell is filled.
#[inline(always)]
fn column_of_cell(cell: Cell) -> u16 {
    1 + cell.index() as u16
}

/// The first of the columns that say a house holds a digit. Rows are the first
/// houses, in order.
#[inline(always)]
fn column_of_house(layout: &Layout, house: usize) -> u16 {
    (1 + layout.cells().len() + house * layout.order()) as u16
}

#[cfg(test)]
mod tests {
    use super::super::links::Choice;
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn rows_stand_for_placements() {
        for layout in Layout::all() {
            let empty = Puzzle::new(Grid::empty(layout)).unwrap();
            let all = DigitSet::all(layout.order());
            let mut links = Links::default();
            load(&mut links, &empty, layout.cells().iter().map(|&cell| (cell, all)));
            for &cell in layout.cells() {
                let mut node = links.below(column_of_cell(cell));
                for digit in all {
                    assert_eq!(placement(&links, layout, node), (cell, digit), "{layout:?}");
                    node = links.below(node);
                }
                assert_eq!(node, column_of_cell(cell), "{layout:?}: one row for each digit");
            }
        }
    }

    #[test]
    fn a_full_grid_leaves_no_column() {
        let layout = Layout::of_order(4).unwrap();
        let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let puzzle = Puzzle::new(Grid::new(layout, &full)).unwrap();
        let mut links = Links::default();
        load(&mut links, &puzzle, layout.cells().iter().map(|&cell| (cell, DigitSet::all(4))));
        assert!(matches!(links.choose(), Choice::Solved));
    }
}
